"""The main game's parameters, one record for all that counts or deals it, and files that set them.

A `.game` file is TOML; the defaults are what most houses use. Wagers besides the main one belong to books,
except those that the file gives pay tables of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin

import msgspec
from msgspec import UNSET, Struct, UnsetType

from paigow.books.sections import HIGH_CARDS
from paigow.faults import BadInput, suggestion
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.counting.strengths import NO_PUSHES, DealerPushes
from paigow.ranks.poker import Order, Wheel, is_wild, with_wild_joker
from paigow.wagers.money import RATE, Vigorish

SUFFIX: Final = ".game"
_HERE: Final = files("paigow.odds") / "games"
MOST_SEATS: Final = {Game.TILES: 7, Game.CARDS: 6}
"""Eight stacks of tiles: seven hands can play against the eighth. Of cards seven places are dealt (R35)."""


@dataclass(frozen=True, slots=True)
class GameRules:
    """What the main wager's odds depend on, besides the two ways of setting."""

    wheel: Order = Wheel.SECOND
    """How hands of cards rank: the wheel's place, and whether the joker is fully wild (R176)."""
    rate: Fraction = RATE
    """The commission's rate."""
    prepaid: bool = False
    """Whether commission is taken on every wager before the deal, not on winnings."""
    pushes: DealerPushes = NO_PUSHES
    face_up: bool = False
    """Whether players see the dealer's hand before setting theirs."""
    zero_rule: bool = True
    """Whether a low hand of tiles with value zero never wins (R2)."""
    copies: Role = Role.BANK
    """Who wins a half of equal rank: the dealer or bank, or its opponent."""

    def words(self, cited: bool = False) -> tuple[str, ...]:
        """How it differs from most houses, in words; a book's push on nothing is `cited` elsewhere."""
        found = []
        if self.pushes.nothing and not cited:
            found.append(f"the main wager pushes when the dealer has nothing, {_listed(self.pushes.nothing)}")
        if self.pushes.low:
            found.append(f"the main wager pushes when the dealer's low hand is {_listed(self.pushes.low)}")
        if is_wild(self.wheel):
            found.append("the joker is fully wild (R176)")
        if self.face_up:
            found.append("the player sees the dealer's hand before setting")
        if not self.zero_rule:
            found.append("a low hand of value zero wins like any other")
        if self.copies is Role.PLAYER:
            found.append("a half of equal rank is the player's")
        return tuple(found)


def _listed(ranks: frozenset[int]) -> str:
    return " or ".join(name for name, rank in HIGH_CARDS.items() if rank in ranks)


class _GameSection(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A table of a `.game` file."""


class Commission(_GameSection, frozen=True):
    percent: float = 5
    rounding: Vigorish = Vigorish.TO_THE_CENT
    taken: Literal["of-wins", "before-the-deal"] = "of-wins"

    @property
    def rate(self) -> Fraction:
        return Fraction(str(self.percent)) / 100


class Pushes(_GameSection, frozen=True):
    nothing: tuple[str, ...] = ()
    low: tuple[str, ...] = ()


class GameFile(_GameSection, frozen=True):
    """A whole `.game` file."""

    title: str
    way: str
    wheel: Wheel | UnsetType = UNSET
    joker: Literal["bug", "wild"] | UnsetType = UNSET
    commission: Commission = Commission()
    pushes: Pushes = Pushes()
    face_up: bool = False
    zero_rule: bool | UnsetType = UNSET
    copies: Literal["dealer", "player"] = "dealer"
    banking: bool = False
    seats: int = 6
    pay_tables: dict[str, str] = {}
    """Files of pay tables by the kind of wager."""

    @property
    def method(self) -> Vigorish:
        return self.commission.rounding if self.commission.rate else Vigorish.NONE

    @property
    def order(self) -> Order:
        wheel = Wheel.SECOND if self.wheel is UNSET else self.wheel
        return with_wild_joker(wheel) if self.joker == "wild" else wheel

    def rules(self, where: str) -> GameRules:
        """The record; raise BadInput for values that are invalid or don't fit together."""
        _require(
            0 <= self.commission.rate <= 1,
            f"a commission can't be {self.commission.percent:g} percent",
            "choose 0 to 100",
            where,
        )
        pushes = DealerPushes(_ranks(self.pushes.nothing, where), _ranks(self.pushes.low, where))
        prepaid = self.commission.taken == "before-the-deal"
        special = [
            name for name, on in (("pushes", pushes), ("face-up", self.face_up), ("taken", prepaid)) if on
        ]
        _require(
            not (self.banking and special),
            f"banking can't go with {' and '.join(special)}",
            "leave banking out: a player's bank has none of these",
            where,
        )
        copies = Role.PLAYER if self.copies == "player" else Role.BANK
        _require(
            copies is Role.BANK or not (pushes or self.face_up),
            f"copies to the player can't go with {' and '.join(special)}",
            "leave one of them out",
            where,
        )
        rate = self.commission.rate
        return GameRules(self.order, rate, prepaid, pushes, self.face_up, self.zero_rule is not False, copies)

    def require_keys_of(self, game: Game, where: str) -> None:
        """Raise BadInput for a key that only the other game has: it would have no effect."""
        cards = {"wheel": self.wheel, "joker": self.joker}
        other, keys = ("cards", cards) if game is Game.TILES else ("tiles", {"zero-rule": self.zero_rule})
        for key, given in keys.items():
            _require(given is UNSET, f"{key} exists only for {other}", "leave it out", where)


def _ranks(names: tuple[str, ...], where: str) -> frozenset[int]:
    for name in names:
        _require(
            name in HIGH_CARDS,
            f"{name!r} is not a highest card",
            f"choose one of {', '.join(HIGH_CARDS)}",
            where,
        )
    return frozenset(HIGH_CARDS[name] for name in names)


def _require(holds: bool, problem: str, allowed: str, where: str) -> None:
    if not holds:
        raise BadInput(problem, where=where, allowed=allowed)


def check_seats(seats: int, game: Game, where: str | None = None) -> None:
    """Raise BadInput unless so many hands can play against one."""
    if not 1 <= seats <= MOST_SEATS[game]:
        problem = f"a table can't have {seats} seats"
        raise BadInput(problem, where=where, allowed=f"choose 1 to {MOST_SEATS[game]}")


def built_in_games() -> tuple[str, ...]:
    """The names of the built-in games."""
    names = (item.name for item in _HERE.iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX)))


def is_game(source: str) -> bool:
    return source.endswith(SUFFIX) or source in built_in_games()


def load_game(source: str) -> GameFile:
    """A built-in game by name, or your own by the path of its file; raise BadInput."""
    file = _HERE / f"{source}{SUFFIX}" if source in built_in_games() else Path(source)
    try:
        raw = msgspec.toml.decode(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{source!r} can't be read: {why}", allowed=f"give a {SUFFIX} file") from None
    except msgspec.DecodeError as wrong:
        problem = f"this isn't TOML: {wrong}"
        raise BadInput(problem, where=source, allowed='write lines such as way = "foxwoods"') from None
    _check(raw, GameFile, source)
    return msgspec.convert(raw, GameFile)


def _check(raw: Mapping[str, Any], kind: type[_GameSection], where: str, section: str = "") -> None:
    """Raise BadInput for the first unknown or missing name or invalid value of a section."""
    known = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    for name, value in raw.items():
        said = f"{section}{name}"
        if name not in known:
            allowed = suggestion(said, known)
            raise BadInput(f"a game has no {said!r}", where=where, allowed=allowed)
        type_ = _given(known[name].type)
        if isinstance(value, Mapping) and isinstance(type_, type) and issubclass(type_, _GameSection):
            _check(value, type_, where, f"{said}.")
            continue
        try:
            msgspec.convert(value, type_)
        except msgspec.ValidationError:
            raise BadInput(f"{said} can't be {value!r}", where=where, allowed=_values(type_)) from None
    for name, field in known.items():
        _require(name in raw or not field.required, f"'{section}{name}' is missing", "add a line", where)


def _given(type_: Any) -> Any:
    """The type of a value that is there, for a field that can be unset."""
    kinds = [kind for kind in get_args(type_) if kind is not UnsetType]
    return kinds[0] if UnsetType in get_args(type_) else type_


def _values(type_: Any) -> str:
    """What a field of this type can be."""
    if isinstance(type_, type) and issubclass(type_, Enum):
        return f"one of {', '.join(str(each.value) for each in type_)}"
    if get_origin(type_) is Literal:
        return f"one of {', '.join(get_args(type_))}"
    words = {str: "text in quotes", bool: "true or false", int: "a whole number", float: "a number"}
    if type_ in words:
        return words[type_]
    return "a list of text" if get_origin(type_) is tuple else "a section with lines of its own"
