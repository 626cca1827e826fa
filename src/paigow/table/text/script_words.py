"""The words that the script leaves open: places, people, totals, styles. Not its lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.bank_setting import DealerWagerDecided
from paigow.table.bank.cutting import Cut
from paigow.table.bank.delivery_style import DEFAULT_STYLE, TOUCHED
from paigow.table.bank.rotation import next_offer
from paigow.table.deal.dice import counted_place, shaker_of
from paigow.table.hands.comparing import HandExposed
from paigow.table.irregularities.reports import PieceExposed
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.places import place_name
from paigow.table.state import Step, Table
from paigow.table.text.values import field_forms

__all__ = ["NoChance", "Scene", "cut_said", "style_name", "words_of"]

_SLOT: Final = re.compile(r"\{(\w+)\}")
_MOVES: Final = {
    "house-way": "push the stack at that end forward.",
    "cup-say": "push the two stacks at that end forward.",
    "jung-quat": "push the two middle stacks forward.",
    "chee-yee": "bring the two end stacks forward.",
    "pin-say": "lay the top tile of the end stack aslant over the three next to it.",
    "dragon-head": "set the two end stacks upon the two next to them.",
}


@dataclass(frozen=True, slots=True)
class Scene:
    """What a line is about, and the words for it."""

    rules: Rules
    table: Table
    words: dict[str, str]

    def filled(self, text: str) -> str:
        return _SLOT.sub(lambda slot: self.words.get(slot[1], slot[0]), text)


class NoChance:
    """For looking at what is due: what chance will bring is not known."""

    def order(self, _rules: Rules, _table: Table) -> tuple[str, ...]:
        return ()

    def dice(self, _table: Table) -> tuple[int, int, int]:
        return (1, 1, 1)

    def number(self, _table: Table, _label: str, first: int, _last: int) -> int:
        return first


def style_name(style: str) -> str:
    """A style of delivery as it is said.

    >>> style_name("cup-say-left")
    'cup say, from the left'
    """
    name, _, side = style.rpartition("-")
    sided = side in ("right", "left")
    return f"{name.replace('-', ' ')}, from the {side}" if sided else style.replace("-", " ")


def words_of(
    rules: Rules,
    table: Table,
    record: Command | Event | None,
    events: tuple[Event, ...],
    asked: tuple[str, ...] = (),
) -> dict[str, str]:
    """Every word that a line might want, by its name in braces."""
    words = {} if record is None else _fields(record)
    words |= _of_table(rules, table, asked)
    if isinstance(record, Command):
        words["by"] = record.by
    if "place" in words:
        words["place_number"] = words["place"]
        words["place"] = place_name(int(words["place"]))
    if "total" in words:
        words["start"] = place_name(counted_place(rules, table, int(words["total"])))
    if isinstance(record, DealerWagerDecided):
        words["decided"] = record.outcome
    for event in events:
        if isinstance(event, HandExposed):
            words["outcome"] = event.outcome.capitalize() + "."
        if isinstance(event, PieceExposed):
            words["asks"] = "yes" if event.asks else "no"
            words["looked"] = "yes" if event.looked else "no"
        if isinstance(event, RoundVoided):
            words["voids"] = "yes"
    return words


def _fields(record: Command | Event) -> dict[str, str]:
    return {
        name: _said(getattr(record, name), form.write) for name, form in field_forms(type(record)).items()
    }


def _said(value: Any, write: Any) -> str:
    match value:
        case str():
            return value
        case tuple() if value and all(isinstance(each, str) for each in value):
            return ", ".join(value)
        case Cut():
            return cut_said(value)
        case _:
            return str(write(value))


def cut_said(cut: Cut) -> str:
    block = f"stack {cut.first}" if cut.first == cut.last else f"stacks {cut.first} to {cut.last}"
    if not cut.split:
        return f"{block}, counted from your right, to the {cut.end} end"
    other = "left" if cut.end == "right" else "right"
    return (
        f"of {block}, counted from your right, the first {cut.split} to the {cut.end} end, "
        f"the rest to the {other}"
    )


def _of_table(rules: Rules, table: Table, asked: tuple[str, ...]) -> dict[str, str]:
    style = table.delivery or DEFAULT_STYLE
    following = next_offer(rules, table) if table.step is Step.OFFER else None
    return {
        "asked": ", ".join(asked),
        "offered": f"{following[0]} at position {following[1]}" if following else "",
        "style": style_name(style),
        "signal": rules.banking.delivery_signal,
        "moved": f"{style_name(style)}: {_MOVES[_family(style)]}",
        "stacks": ", ".join(map(str, TOUCHED[style])),
        "shaker": shaker_of(rules, table),
        "outcome": "Win, lose or push.",
        "own_stack": "" if table.bank is None or table.bank.dealer_wager else "your own among them, ",
        "covering": ", and the bank's cover" if table.bank is not None else "",
        "into_center": " into the center" if table.bank is not None else "",
    }


def _family(style: str) -> str:
    return style.removesuffix("-right").removesuffix("-left")
