"""A table's equipment: the checklist before it opens (R31), the care of dice (R59).

The items are in each book's equipment.tsv, with what the table must offer for an item to be required.
Inspecting tiles and cards and shaking the dice are elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from paigow.books.book import EquipmentItem
from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.card_methods import MACHINES, devices, every_method
from paigow.table.fields import SomeTexts, Time
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.state import Step, Table, changed
from paigow.wagers.registry import wagers


@dataclass(frozen=True, slots=True)
class RequiredItem:
    """A required item, and the paragraphs or rulings that require it."""

    name: str
    what: str
    cites: tuple[str, ...]
    approval: str = ""
    """The reference of the regulator's approval, if one is required."""


def _limit_shown(rules: Rules) -> str:
    """Where players read the payout limit, if there is one."""
    return rules.posting.payout_limit if rules.payout_limit.on else ""


NEEDS: Final[Mapping[str, Callable[[Rules], bool]]] = {
    "-": lambda _: True,
    "tips": lambda rules: rules.tips.wagers,
    "banking": lambda rules: rules.banking.offered,
    "co-banking": lambda rules: rules.banking.co_banking,
    "dragon": lambda rules: rules.dragons_eye.offered,
    "no dragon": lambda rules: not rules.dragons_eye.offered,
    "button-dealer": lambda rules: "dealer" in rules.table.buttons,
    "button-action": lambda rules: "action" in rules.table.buttons,
    "button-banker": lambda rules: "banker" in rules.table.buttons,
    "envy": lambda rules: bool(rules.envied),
    "odds-layout": lambda rules: rules.posting.odds == "layout",
    "odds-sign": lambda rules: rules.posting.odds == "sign",
    "limit-layout": lambda rules: _limit_shown(rules) == "layout",
    "limit-generic": lambda rules: _limit_shown(rules) == "generic-inscription",
    "limit-sign": lambda rules: _limit_shown(rules) == "sign",
    "boxes-opposite": lambda rules: rules.table.tip_box == "opposite-the-drop-box",
    "boxes-elsewhere": lambda rules: rules.table.tip_box == "elsewhere",
    "shaker": lambda rules: "shaker" in every_method(rules, "starting"),
    "generator": lambda rules: "generator" in every_method(rules, "starting"),
    "flat-button": lambda rules: "flat-button" in every_method(rules, "starting"),
    "start-marker": lambda rules: rules.starting.marker != "none",
    "two-decks": lambda rules: len(rules.deck_backs) > 1,
    "shuffler": lambda rules: bool(set(MACHINES) & set(every_method(rules, "shuffling"))),
    "reshuffling-device": lambda rules: rules.shuffling.method == "reshuffling-device",
    "manual-shoe": lambda rules: "manual-shoe" in every_method(rules, "dealing"),
    "automated-shoe": lambda rules: rules.dealing.method == "automated-shoe",
    "devices": lambda rules: bool(devices(rules)),
}


def equipment_of(rules: Rules) -> tuple[RequiredItem, ...]:
    """What a table under these rules must have."""
    return tuple(
        RequiredItem(row.name, row.what, row.cites, rules.approvals.get(row.approval, ""))
        for row in rules.book.equipment
        if _is_wanted(rules, row)
    )


def _is_wanted(rules: Rules, item: EquipmentItem) -> bool:
    """Whether a table has what an item is for: a wager, by its kind, or something else."""
    if item.needs in NEEDS:
        return NEEDS[item.needs](rules)
    if item.needs in wagers():
        return item.needs in rules.optional
    problem = f"{item.name} needs {item.needs!r}, which is unknown"
    allowed = f"the kind of a wager, or one of {', '.join(NEEDS)}"
    raise BadInput(problem, where=f"{rules.book.name}, equipment.tsv", allowed=allowed)


def is_checked(rules: Rules, table: Table) -> bool:
    """Whether the checklist is done, or this book has none."""
    return bool(table.between.equipment) or not equipment_of(rules)


class CheckEquipment(Command, frozen=True, tag="check-equipment"):
    """The dealer goes through the equipment list and reports what is missing."""

    missing: SomeTexts = ()


class EquipmentChecked(Event, frozen=True, tag="equipment-checked"):
    items: tuple[str, ...]


class EquipmentLacking(Event, frozen=True, tag="equipment-lacking"):
    """Something is missing: the table stays closed until it is in place."""

    missing: tuple[str, ...]


def check(rules: Rules, table: Table, command: CheckEquipment) -> tuple[Event, ...]:
    cites = rules.cite("equipment")
    require_dealer(command.by, "go through the equipment", cites)
    items = equipment_of(rules)
    if not items:
        raise Refused(Reason.NOT_OFFERED, "This rule book has no equipment list.", cites)
    require_step(table, "go through the equipment", cites, Step.CLOSED)
    names = tuple(item.name for item in items)
    if unknown := [name for name in command.missing if name not in names]:
        raise Refused(
            Reason.BAD_PIECES, f"{unknown[0]!r} isn't on the equipment list: {', '.join(names)}.", cites
        )
    lacking = tuple(item for item in items if item.name in command.missing)
    if lacking:
        asked = tuple(dict.fromkeys(cite for item in lacking for cite in item.cites))
        return (EquipmentLacking(missing=tuple(item.name for item in lacking), cites=asked),)
    every = tuple(dict.fromkeys(cite for item in items for cite in item.cites))
    return (EquipmentChecked(items=names, cites=tuple(dict.fromkeys((*every, *cites)))),)


def checked(table: Table, event: EquipmentChecked) -> Table:
    return changed(table, between=changed(table.between, equipment=event.items))


def lacking(table: Table, _event: EquipmentLacking) -> Table:
    return changed(table, between=changed(table.between, equipment=()))


HOUR = 3600


class PlaceDice(Command, frozen=True, tag="place-dice"):
    """The dealer puts new, inspected dice into the shaker."""

    at: Time


class DicePlaced(Event, frozen=True, tag="dice-placed"):
    at: int


class InspectDice(Command, frozen=True, tag="inspect-dice"):
    """The dealer inspects the dice; unfit dice must be replaced before the next round."""

    at: Time
    fit: bool = True


class DiceInspected(Event, frozen=True, tag="dice-inspected"):
    at: int
    fit: bool


def _require_at_rest(table: Table, act: str, cites: tuple[str, ...]) -> None:
    if table.shaker.dice is not None:
        raise Refused(Reason.WRONG_STEP, f"You can't {act} now: the dice are in use this round.", cites)


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
        raise Refused(Reason.NOTHING_THERE, "There are no dice in the shaker.", cites)
    return (DiceInspected(at=max(table.clock, command.at), fit=command.fit, cites=cites),)


def inspected(table: Table, event: DiceInspected) -> Table:
    between = changed(table.between, dice_inspected_at=event.at if event.fit else None)
    return changed(table, between=between, clock=event.at)


def dice_due(rules: Rules, table: Table, now: int) -> str | None:
    """What is wrong with these dice at a time: `change`, `inspect`, or empty."""
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
