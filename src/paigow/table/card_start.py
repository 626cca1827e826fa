"""Where the first card goes when no dice decide: a generator's number, or the flat button. Dice: `dice`."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.dice import counted_place
from paigow.table.places import CARD_PLACES
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Shaker, Step, Table, changed

__all__ = ["APPLIES", "DECIDES", "FollowButton", "GenerateStart", "start_step"]


class GenerateStart(Command, frozen=True):
    """The generator shows a number from 1 to 7, drawn by chance."""

    number: int


class FollowButton(Command, frozen=True):
    """The flat button says where the first stack goes."""


class StartFound(Event, frozen=True):
    number: int | None
    start: int
    marker: str


def start_step(rules: TableRules, table: Table) -> Step:
    """What comes after "no more bets": shaking; generator and button stand where the total would."""
    return Step.SHAKE if rules.cards.started_by(table.cards.out_of_order) == "shaker" else Step.TOTAL


def _found(rules: TableRules, number: int | None, start: int, cites: tuple[str, ...]) -> tuple[Event, ...]:
    marked = rules.cite("start marker") if rules.cards.marker != "none" else ()
    return (StartFound(number=number, start=start, marker=rules.cards.marker, cites=(*cites, *marked)),)


def generate(rules: TableRules, table: Table, command: GenerateStart) -> tuple[Event, ...]:
    cites = rules.cite("generator" if table.bank is None else "generator with bank")
    require_dealer(command.by, "use the generator", cites)
    if rules.cards.started_by(table.cards.out_of_order) != "generator":
        raise Refused(Reason.NOT_OFFERED, "no generator finds the start at this table", cites)
    require_step(table, "use the generator", cites, Step.TOTAL)
    if not 1 <= command.number <= len(CARD_PLACES):
        raise Refused(Reason.BAD_PIECES, f"the generator shows 1 to 7, not {command.number}", cites)
    return _found(rules, command.number, counted_place(rules, table, command.number), cites)


def follow(rules: TableRules, table: Table, command: FollowButton) -> tuple[Event, ...]:
    cites = rules.cite("flat button")
    require_dealer(command.by, "follow the button", cites)
    if rules.cards.started_by(table.cards.out_of_order) != "flat-button":
        raise Refused(Reason.NOT_OFFERED, "no button finds the start at this table", cites)
    require_step(table, "follow the button", cites, Step.TOTAL)
    return _found(rules, None, table.cards.button, cites)


def found(table: Table, event: StartFound) -> Table:
    marker = event.start if event.marker != "none" else None
    shaker = Shaker(announced=event.number, start=event.start)
    return changed(table, shaker=shaker, cards=changed(table.cards, marker=marker), step=Step.DEAL)


DECIDES: dict[type[Command], Decide] = {GenerateStart: generate, FollowButton: follow}
APPLIES: dict[type[Event], Apply] = {StartFound: found}
