"""Commands at random, sense and nonsense, for laws that must hold whatever anybody says. Not what is legal."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields as fields_of

from paigow.table.acts import DEALER, FLOOR, OBSERVER, Command
from paigow.table.cutting import Cut
from paigow.table.engine import COMMANDS
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.rules import TableRules
from paigow.table.state import Table
from paigow.table.styles import STYLES

__all__ = ["PEOPLE", "wild_command"]

PEOPLE = ("anna", "bob", "carla", "dora", "emil", "fred")
_DEFAULT_OFTEN = 0.7
_FIELDS = {kind: [field for field in fields_of(kind) if field.name != "by"] for kind in COMMANDS}


def wild_command(random: Random, rules: TableRules, table: Table) -> Command:
    """Any command by anyone, with values that are often, but not always, such as can be meant."""
    kind = random.choice(COMMANDS)
    values = {
        field.name: _value(random, rules, table, field)
        for field in _FIELDS[kind]
        if (field.default is NODEFAULT or random.random() > _DEFAULT_OFTEN)
    }
    return kind(by=random.choice((DEALER, DEALER, FLOOR, OBSERVER, *PEOPLE)), **values)


def _value(random: Random, rules: TableRules, table: Table, field: Any) -> Any:
    match field.name:
        case "position" | "place":
            return random.randint(-1, 8)
        case "person":
            return random.choice((*PEOPLE, "nobody"))
        case "kind":
            return random.choice((*rules.limits, "tip", "raffle"))
        case "style":
            return random.choice((*STYLES, "upside-down"))
        case "cut":
            ends = ("right", "left", "up")
            return Cut(random.randint(0, 9), random.randint(0, 9), random.choice(ends), random.randint(0, 3))
        case "low":
            return _some_pieces(random, table)
        case "order" | "found":
            return _an_order(random, rules)
        case "how":
            return random.choice(("say", "signal", "move", "wave"))
        case "tile":
            return random.choice(("6-6", "1-2", "7-7"))
        case "device":
            return random.choice(("shuffler", "shoe", "lamp"))
        case _:
            return _by_type(random, rules, field.type)


def _by_type(random: Random, rules: TableRules, kind: Any) -> Any:
    if kind is bool:
        return random.random() < 0.5
    if kind is int:
        limit = rules.limits["main"]
        numbers = (-1, 0, 1, 3, 4, 9, 18, limit.least, limit.most, limit.most + 1)
        return random.choice((*numbers, random.randint(0, limit.most)))
    if kind == tuple[int, int, int]:
        return tuple(random.randint(1, 7 if random.random() < 0.1 else 6) for _ in range(3))
    if kind == tuple[str, ...]:
        return () if random.random() < 0.8 else ("chipped",)
    assert kind is str, kind
    return random.choice(("", "not flat", "fell out", "as seen"))


def _some_pieces(random: Random, table: Table) -> tuple[str, ...]:
    if table.hands and random.random() < 0.9:
        pieces = random.choice(tuple(table.hands.values())).pieces
        return tuple(random.sample(pieces, min(len(pieces), random.choice((2, 2, 2, 2, 1, 3)))))
    return ("6-6", "As")


def _an_order(random: Random, rules: TableRules) -> tuple[str, ...]:
    pieces = list(ALL_TILES if rules.is_tiles else ALL_CARDS)
    random.shuffle(pieces)
    return tuple(pieces if random.random() < 0.9 else pieces[1:])
