"""The words that fill the script's blanks: places, people, totals, styles. Not its lines."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import UnsetType

from paigow.prose import Words, chosen, filled
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.bank_setting import DealerWagerDecided
from paigow.table.bank.banking import next_offer
from paigow.table.bank.covering import calculated_wager, dealer_stake, is_due
from paigow.table.bank.stacks import DEFAULT_STYLE, TOUCHED, Cut
from paigow.table.deal.card_start import GenerateStart
from paigow.table.deal.dice import counted_place, shaker_of
from paigow.table.hands.comparing import HandExposed
from paigow.table.house.equipment import EquipmentLacking
from paigow.table.irregularities.reports import PieceExposed
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.sides.dragons_eye import winning_kinds
from paigow.table.state import Step, Table, place_name
from paigow.table.text.values import MONEY_FIELDS, field_forms
from paigow.wagers.money import Cents, money


@dataclass(frozen=True, slots=True)
class Scene:
    """The subject of a line, and the words for it."""

    rules: Rules
    table: Table
    words: dict[str, str]


def style_name(style: str) -> str:
    """A style of delivery in words.

    >>> style_name("cup-say-left")
    'cup say, from the left'
    """
    name, _, side = style.rpartition("-")
    so = {"sided"} if side in ("right", "left") else set()
    words = {"name": (name if so else style).replace("-", " "), "side": side}
    return _say(_phrases()["style"], so, words)


@cache
def _phrases() -> Mapping[str, Any]:
    file = files("paigow.table.text").joinpath("script_words.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _say(words: Words, so: Collection[str], blanks: Mapping[str, object]) -> str:
    """The phrase whose conditions hold, with its blanks filled."""
    filling = {name: str(value) for name, value in blanks.items()}
    return filled(chosen(words, so.__contains__), filling.get)


def words_of(
    rules: Rules,
    table: Table,
    record: Command | Event | None,
    events: tuple[Event, ...],
    asked: tuple[str, ...] = (),
) -> dict[str, str]:
    """Every word a line can use, by its name in braces."""
    words = {} if record is None else _fields(record)
    words |= _of_table(rules, table, asked)
    if isinstance(record, Command):
        words["by"] = record.by
    if "place" in words:
        words["place_number"] = words["place"]
        words["place"] = place_name(int(words["place"]))
    if "total" in words:
        words["start"] = place_name(counted_place(rules, table, int(words["total"])))
    if isinstance(record, GenerateStart) and not events:
        # The generator shows a number only when it is used.
        del words["number"]
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
    fields = {
        name: _said(getattr(record, name), _dollars if name in MONEY_FIELDS else form.write)
        for name, form in field_forms(type(record)).items()
    }
    if isinstance(record, EquipmentLacking):
        fields["missing"] = ", ".join(map(item_name, record.missing))
    return fields


def item_name(item: str) -> str:
    """An item of the equipment list in words.

    >>> item_name("drop-box")
    'drop box'
    """
    return item.replace("-", " ")


def _dollars(cents: int) -> str:
    return money(Cents(cents))


def _said(value: Any, write: Any) -> str:
    match value:
        case UnsetType():
            return ""
        case str():
            return value
        case tuple() if value and all(isinstance(each, str) for each in value):
            return ", ".join(value)
        case Cut():
            return cut_said(value)
        case _:
            return str(write(value))


def cut_said(cut: Cut) -> str:
    so = {name for name, holds in {"split": cut.split, "one stack": cut.first == cut.last}.items() if holds}
    other = "left" if cut.end == "right" else "right"
    words = {"first": cut.first, "last": cut.last, "split": cut.split, "end": cut.end, "other": other}
    return _say(_phrases()["cut"], so, words)


def _winners(rules: Rules, table: Table) -> str:
    """The dice wagers that win, while the eye die is being called."""
    return ", ".join(winning_kinds(rules, table)).replace("-", " ") if table.step is Step.EYE else ""


def _of_table(rules: Rules, table: Table, asked: tuple[str, ...]) -> dict[str, str]:
    style = table.delivery or DEFAULT_STYLE
    following = next_offer(rules, table) if table.step is Step.OFFER else None
    so = set()
    if table.bank is not None:
        so = {"bank", "dealer wagers"} if table.bank.dealer_wager else {"bank"}
    player, position = following or ("", "")
    phrases = {
        name: _say(words, so, {"player": player, "position": position})
        for name, words in _phrases()["round"].items()
    }
    return {
        **phrases,
        **_dealer_wager(rules, table),
        "asked": ", ".join(asked),
        "winners": _winners(rules, table),
        "offered": phrases["offered"] if following else "",
        "style": style_name(style),
        "signal": rules.banking.delivery_signal,
        "moved": _say(_phrases()["moved"][_family(style)], so, {"style": style_name(style)}),
        "next_tiles": _next_tiles(style, len(table.hands)),
        "stacks": ", ".join(map(str, TOUCHED[style])),
        "shaker": shaker_of(rules, table),
    }


def _dealer_wager(rules: Rules, table: Table) -> dict[str, str]:
    """The dealer's wager against a bank while it is due, where it comes from, and what reduces it (R52)."""
    bank = table.bank
    if bank is None or not is_due(table):
        return {}
    whole, stake = calculated_wager(rules, table, bank), dealer_stake(rules, table, bank)
    limits = {
        "asked for less": bank.most_dealer_wager,
        "uncovered": table.rack(bank.person),
        "over the maximum": rules.wagers["main"].most,
    }
    so = {rules.banking.dealer_wager.removesuffix("-of-last-wager")}
    so |= {"no cut"} if stake == whole else {name for name, most in limits.items() if most == stake}
    last = Cents(table.between.last_wagers.get(bank.person, 0))
    blanks = {
        "percent": rules.banking.dealer_wager_percent,
        "last": money(last),
        "whole": money(Cents(whole)),
    }
    found = {name: _say(words, so, blanks) for name, words in _phrases()["wager"].items()}
    return {**found, "dealer_wager": money(Cents(stake))} if stake else found


def _next_tiles(style: str, dealt: int) -> str:
    """Which tiles the next hand gets: every style alternates between two kinds of hand."""
    so = ({"first"} if not dealt else set()) | ({"odd"} if dealt % 2 == 0 else set())
    side = style.rpartition("-")[2]
    blanks = {"side": side, "other": "left" if side == "right" else "right"}
    return _say(_phrases()["next_tiles"][_family(style)], so, blanks)


def _family(style: str) -> str:
    return style.removesuffix("-right").removesuffix("-left")
