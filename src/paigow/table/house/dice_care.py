"""The dice themselves: put into the shaker, inspected, changed in time (R59). Not shaking them."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer
from paigow.table.state import Table, changed

HOUR = 3600


class PlaceDice(Command, frozen=True, tag="place-dice"):
    """Fresh dice, inspected, go into the shaker."""

    at: int


class DicePlaced(Event, frozen=True, tag="dice-placed"):
    at: int


class InspectDice(Command, frozen=True, tag="inspect-dice"):
    """The dice are looked over; unfit ones must be changed before the next round."""

    at: int
    fit: bool = True


class DiceInspected(Event, frozen=True, tag="dice-inspected"):
    at: int
    fit: bool


def _require_at_rest(table: Table, act: str, cites: tuple[str, ...]) -> None:
    if table.shaker.dice is not None:
        raise Refused(Reason.WRONG_STEP, f"one cannot {act} now: the dice are in use in this round", cites)


def place(rules: Rules, table: Table, command: PlaceDice) -> tuple[Event, ...]:
    cites = rules.cite("dice age")
    require_dealer(command.by, "change the dice", cites)
    _require_at_rest(table, "change the dice", cites)
    return (DicePlaced(at=max(table.clock, command.at), cites=cites),)


def with_dice(table: Table, at: int) -> Table:
    """The table with dice fresh in the shaker."""
    between = changed(table.between, dice_placed_at=at, dice_inspected_at=at)
    return changed(table, between=between, clock=at)


def placed(table: Table, event: DicePlaced) -> Table:
    return with_dice(table, event.at)


def inspect(rules: Rules, table: Table, command: InspectDice) -> tuple[Event, ...]:
    cites = rules.cite("dice inspected")
    require_dealer(command.by, "inspect the dice", cites)
    _require_at_rest(table, "inspect the dice", cites)
    if table.between.dice_placed_at is None:
        raise Refused(Reason.NOTHING_THERE, "there are no dice in the shaker", cites)
    return (DiceInspected(at=max(table.clock, command.at), fit=command.fit, cites=cites),)


def inspected(table: Table, event: DiceInspected) -> Table:
    between = changed(table.between, dice_inspected_at=event.at if event.fit else None)
    return changed(table, between=between, clock=event.at)


def dice_due(rules: Rules, table: Table, now: int) -> str | None:
    """What stands against these dice at a time: `change`, `inspect`, or nothing."""
    placed_at, inspected_at = table.between.dice_placed_at, table.between.dice_inspected_at
    if placed_at is None:
        return None
    if inspected_at is None or now - placed_at > rules.dice.change_hours * HOUR:
        return "change"
    return "inspect" if now - inspected_at > rules.dice.inspect_hours * HOUR else None


def require_sound_dice(rules: Rules, table: Table, now: int) -> None:
    """Refuse to begin a round with dice that are too old, unfit, or not inspected in time."""
    match dice_due(rules, table, now):
        case "change" if table.between.dice_inspected_at is None:
            sentence = "the dice were found unfit and must be changed"
            raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("dice inspected"))
        case "change":
            sentence = f"the dice have been in the shaker for more than {rules.dice.change_hours} hours"
            raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("dice age"))
        case "inspect":
            sentence = f"the dice were not inspected for more than {rules.dice.inspect_hours} hours"
            raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("dice inspected"))
        case _:
            return


DECIDES: dict[type[Command], Decide] = {PlaceDice: place, InspectDice: inspect}
APPLIES: dict[type[Event], Apply] = {DicePlaced: placed, DiceInspected: inspected}
