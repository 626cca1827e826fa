"""The reckoner's input: facts about people, dice, and pieces, without the engine's conclusions.

An event of the journal is reduced to the fields listed here. They hold no outcome, amount won or vigorish.
Postings count for one thing only: chips that somebody carries to or from the table, which no rule decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["CARRIED", "FACTS", "ORDERS", "Fact", "facts"]

Fact = dict[str, Any]

FACTS: Mapping[str, tuple[str, ...]] = {
    "sat-down": ("person", "position"),
    "left": ("person",),
    "left-live-round": ("person",),
    "bank-accepted": ("person", "position", "co_banked"),
    "bank-lapsed": (),
    "wager-placed": ("wager",),
    "wager-taken-back": ("person", "position", "kind"),
    "dealer-wager-directed": ("most",),
    "dealer-wager-placed": ("amount",),
    "no-more-bets": (),
    "meters-opened": (),
    "lid-lifted": ("dice",),
    "no-roll": (),
    "lid-lifted-by-bank": (),
    "total-announced": ("total",),
    "start-found": ("start",),
    "stack-delivered": ("place", "pieces"),
    "undealt-tile-seen": (),
    "cards-dealt": ("hands", "found_face_up"),
    "stub-counted": ("count",),
    "stub-exposed": (),
    "wrong-count-found": (),
    "shoe-jammed": (),
    "device-broken": ("device",),
    "device-restored": ("device",),
    "unwagered-swept": ("then",),
    "shaker-covered": ("then",),
    "piece-exposed": ("place", "by_player"),
    "hand-voided": ("position",),
    "hand-dead": ("position",),
    "hand-abandoned": ("position",),
    "hand-set": ("place", "low", "high"),
    "dealer-hand-reset": ("low", "high"),
    "bank-hand-reset": ("position", "low", "high"),
    "wager-surrendered": ("person", "position"),
    "bank-exposed": (),
    "hand-exposed": ("position",),
    "pairs-shown": ("position",),
    "round-voided": (),
    "round-finished": (),
}
CARRIED = ("bought-in", "cashed-out", "coupons-given", "tray-filled", "tray-credited")
"""Chips, promotional chips and coupons that somebody carries in or out."""
ORDERS: Mapping[str, tuple[str, ...]] = {"report-off-table": ("place",), "deal-cards": ("places",)}
"""Actions whose fact is in the command alone."""


def facts(command: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> list[Fact]:
    """The facts of one accepted command, in order."""
    found = []
    if command["do"] in ORDERS:
        found.append(_reduced(command, command["do"], ORDERS[command["do"]]))
    for event in events:
        kind = event["event"]
        if kind in CARRIED:
            found.append({"fact": "carried", "postings": event.get("postings", [])})
        elif kind in FACTS:
            found.append(_reduced(event, kind, FACTS[kind]))
    return found


def _reduced(record: Mapping[str, Any], kind: str, names: tuple[str, ...]) -> Fact:
    return {"fact": kind, **{name: record[name] for name in names if name in record}}
