"""The list of equipment gone through before a table opens (R31). Tiles and dice are looked at elsewhere.

The items stand in equipment.tsv, by rule book and by what the table offers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.rules import BOOKS, TableRules
from paigow.table.state import Step, Table, changed

__all__ = [
    "APPLIES",
    "DECIDES",
    "CheckEquipment",
    "EquipmentChecked",
    "EquipmentLacking",
    "Item",
    "equipment_of",
    "is_checked",
]


@dataclass(frozen=True, slots=True)
class Item:
    """A thing that must be in place, and the paragraphs or rulings that ask for it."""

    name: str
    what: str
    cites: tuple[str, ...]


NEEDS: Final[Mapping[str, Callable[[TableRules], bool]]] = {
    "-": lambda _: True,
    "tips": lambda rules: rules.instruments.tips,
    "banking": lambda rules: rules.banking.offered,
    "co-banking": lambda rules: rules.banking.co_banking,
    "dragon": lambda rules: rules.dragon.offered,
    "no dragon": lambda rules: not rules.dragon.offered,
    "pair-fortunes": lambda rules: "pair-fortunes" in rules.optional,
    "button-dealer": lambda rules: "dealer" in rules.buttons,
    "button-action": lambda rules: "action" in rules.buttons,
    "button-banker": lambda rules: "banker" in rules.buttons,
}


@dataclass(frozen=True, slots=True)
class _Row:
    item: str
    needs: str
    what: str
    cites: Mapping[str, tuple[str, ...]]


@cache
def _rows() -> tuple[_Row, ...]:
    text = files("paigow.table").joinpath("equipment.tsv").read_text(encoding="utf-8")
    lines = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    _, _, *books, _ = lines[0]
    assert set(books) <= set(BOOKS), books
    return tuple(_row(books, cells) for cells in lines[1:])


def _row(books: list[str], cells: list[str]) -> _Row:
    item, needs, *by_book, what = cells
    assert needs in NEEDS and len(by_book) == len(books), item
    cites = {book: tuple(cell.split(", ")) for book, cell in zip(books, by_book, strict=True) if cell != "-"}
    return _Row(item, needs, what, cites)


def equipment_of(rules: TableRules) -> tuple[Item, ...]:
    """What a table of these rules must have."""
    return tuple(
        Item(row.item, row.what, row.cites[rules.book])
        for row in _rows()
        if rules.book in row.cites and NEEDS[row.needs](rules)
    )


def is_checked(rules: TableRules, table: Table) -> bool:
    """Whether the list has been gone through, or this book has none."""
    return bool(table.tiles.equipment) or not equipment_of(rules)


class CheckEquipment(Command, frozen=True):
    """The dealer goes through the list, item by item, and says what is not in place."""

    missing: tuple[str, ...] = ()


class EquipmentChecked(Event, frozen=True):
    items: tuple[str, ...]


class EquipmentLacking(Event, frozen=True):
    """Something is not in place: the table stays closed until it is."""

    missing: tuple[str, ...]


def check(rules: TableRules, table: Table, command: CheckEquipment) -> tuple[Event, ...]:
    cites = rules.cite("equipment")
    require_dealer(command.by, "go through the equipment", cites)
    items = equipment_of(rules)
    if not items:
        raise Refused(Reason.NOT_OFFERED, "this rule book has no list of equipment", cites)
    require_step(table, "go through the equipment", cites, Step.CLOSED)
    names = tuple(item.name for item in items)
    if unknown := [name for name in command.missing if name not in names]:
        raise Refused(Reason.BAD_PIECES, f"{unknown[0]!r} is not on the list: {', '.join(names)}", cites)
    lacking = tuple(item for item in items if item.name in command.missing)
    if lacking:
        asked = tuple(dict.fromkeys(cite for item in lacking for cite in item.cites))
        return (EquipmentLacking(missing=tuple(item.name for item in lacking), cites=asked),)
    every = tuple(dict.fromkeys(cite for item in items for cite in item.cites))
    return (EquipmentChecked(items=names, cites=tuple(dict.fromkeys((*every, *cites)))),)


def checked(table: Table, event: EquipmentChecked) -> Table:
    return changed(table, tiles=changed(table.tiles, equipment=event.items))


def lacking(table: Table, _event: EquipmentLacking) -> Table:
    return changed(table, tiles=changed(table.tiles, equipment=()))


DECIDES: dict[type[Command], Decide] = {CheckEquipment: check}
APPLIES: dict[type[Event], Apply] = {EquipmentChecked: checked, EquipmentLacking: lacking}
