"""Random commands, sense and nonsense, for laws that must always hold. Not what is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields as fields_of

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, OBSERVER, Command
from paigow.table.bank.stacks import Cut
from paigow.table.chance_state import Beacon
from paigow.table.deal.delivery import STYLES
from paigow.table.engine import COMMANDS, commands_of
from paigow.table.fields import plain_type
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.state import Table

__all__ = ["PEOPLE", "wild_command"]

PEOPLE = ("anna", "bob", "carla", "dora", "emil", "fred")
_DEFAULT_OFTEN = 0.7
_FIELDS = {kind: [field for field in fields_of(kind) if field.name != "by"] for kind in COMMANDS}


def wild_command(random: Random, rules: Rules, table: Table) -> Command:
    """Any command by anyone, with values that are often, but not always, plausible."""
    kind = random.choice(COMMANDS if random.random() < 0.05 else commands_of(rules))
    values = {
        field.name: _value(random, rules, table, field)
        for field in _FIELDS[kind]
        if field.default is NODEFAULT or random.random() > _DEFAULT_OFTEN
    }
    return kind(by=random.choice((DEALER, DEALER, FLOOR, OBSERVER, *PEOPLE)), **values)


def _value(random: Random, rules: Rules, table: Table, field: Any) -> Any:
    if field.name == "low":
        return _some_pieces(random, table)
    if plain_type(field.type) == tuple[str, ...]:
        return _an_order(random, rules) if field.name in ("order", "found") else _words(random)
    if field.name == "kind":
        return random.choice((*rules.wagers, "tip", "raffle"))
    return _BY_NAME.get(field.name, _BY_TYPE.get(plain_type(field.type), _any_number))(random)


def _any_number(random: Random) -> int:
    return random.choice((-1, 0, 1, 2, 3, 4, 9, 18, 500, 1_000, 2_500, 100_001, random.randint(0, 50_000)))


def _words(random: Random) -> tuple[str, ...]:
    return () if random.random() < 0.8 else ("chipped", "of another size")


def _a_cut(random: Random) -> Cut:
    end = random.choice(("right", "left"))
    return Cut(random.randint(0, 9), random.randint(0, 9), end, random.randint(0, 3))


def _dice(random: Random) -> tuple[int, ...]:
    return tuple(random.randint(1, 7 if random.random() < 0.1 else 6) for _ in range(3))


def _places(random: Random) -> tuple[int, ...]:
    """A deal in the right or a wrong order, with one card too many for somebody, or to a place too far."""
    start = random.randrange(7)
    once = tuple((start - turn) % 7 for turn in range(7))
    return random.choice((once, once * 7, (*once[1:], once[0]) * 7, (*once * 7, start), (*once[:6], 9)))


def _one_of(*values: Any) -> Callable[[Random], Any]:
    return lambda random: random.choice(values)


_BY_NAME: Mapping[str, Callable[[Random], Any]] = {
    "chips_counted": lambda random: random.randint(0, 6),
    "cut": _a_cut,
    "depth": lambda random: random.randint(8, 45),
    "drawn_in_error": _one_of((3,), (60,)),
    "extra": _one_of(0, 0, 1, -1, 10, -60),
    "found_face_up": _one_of((7,), (7, 7), (0, 52), (53,)),
    "hit": _one_of(0, 1, 7),
    "device": _one_of("shuffler", "shoe", "lamp"),
    "signed": _one_of(("Ada", "Bo"), ("Ada",)),
    "dealer": _one_of("Kim", "Lee 7", ""),
    "how": _one_of("say", "signal", "move", "wave"),
    "number": lambda random: random.randint(0, 8),
    "person": _one_of(*PEOPLE, "nobody"),
    "place": lambda random: random.randint(-1, 8),
    "places": _places,
    "position": lambda random: random.randint(-1, 8),
    "style": _one_of(*STYLES, "upside-down"),
    "tile": _one_of("6-6", "1-2", "7-7"),
    "shown": _one_of("6-6", "7-7"),
    "beacon": _one_of(None, Beacon("ab" * 96, "bls-unchained-g1-rfc9380", 100, 30)),
}
_BY_TYPE: Mapping[Any, Callable[[Random], Any]] = {
    bool: _one_of(True, False),
    int: _any_number,
    str: _one_of("", "not flat", "fell out", "as seen"),
    tuple[int, int, int]: _dice,
    tuple[int, ...]: _one_of((), (1, 2), (0,)),
    tuple[tuple[str, ...], ...]: _one_of((), (("As",),)),
    dict[str, int]: _one_of({}, {"minor": 100}, {"mega": 1_000_000, "major": 100_000, "minor": 50_000}),
}


def _some_pieces(random: Random, table: Table) -> tuple[str, ...]:
    if table.hands and random.random() < 0.9:
        pieces = random.choice(tuple(table.hands.values())).pieces
        return tuple(random.sample(pieces, min(len(pieces), random.choice((2, 2, 2, 2, 1, 3)))))
    return ("6-6", "As")


def _an_order(random: Random, rules: Rules) -> tuple[str, ...]:
    pieces = list(ALL_TILES if rules.is_tiles else ALL_CARDS)
    random.shuffle(pieces)
    return tuple(pieces if random.random() < 0.9 else pieces[1:])
