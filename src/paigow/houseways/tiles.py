"""The words of a house way for tiles: their records and their text. Their meaning: `tile_hands`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Final

from paigow.faults import BadInput, suggestion
from paigow.houseways.syntax import Fact, Filter, NumberRange, Side, Spec
from paigow.material.tiles import FACES, KINDS

WORDS: Final = {"H2": "Teen", "L2": "Day"}
CLASSES: Final = {value: (f"H{value}", f"L{value}") for value in ("4", "6", "7", "8", "10")}
"""A number that two kinds share means either of them."""


def word_for(kind: str) -> str:
    return WORDS.get(kind, kind)


def _kind_names() -> dict[str, tuple[str, ...]]:
    """Every word for a tile and the kinds it means."""
    found: dict[str, tuple[str, ...]] = {**{kind: (kind,) for kind in KINDS}, **CLASSES}
    for face in FACES:
        found.setdefault(face.cantonese.split()[-1] if face.copies == 1 else face.cantonese, (face.kind,))
    return {name: kinds for name, kinds in found.items() if name not in ("Six", "Three")} | {
        "Gee Joon": ("GJ",),
        "GJ": ("GJ",),
    }


KIND_NAMES: Final = _kind_names()


def kinds_named(word: str) -> tuple[str, tuple[str, ...]]:
    """How a tile or a class of tiles is written, and its kinds."""
    kinds = KIND_NAMES.get(word)
    if kinds is None:
        hint = suggestion({"2": "Day", "12": "Teen"}.get(word, word), KIND_NAMES)
        raise BadInput(f"there is no tile {word!r}", allowed=hint)
    return (WORDS.get(kinds[0], kinds[0]) if len(kinds) == 1 else word), kinds


class NamedHand(Enum):
    """Hands known by name rather than points; the high-nine is a nine of Teen or Day with a seven."""

    PAIR = "pair"
    WONG = "wong"
    GONG = "gong"
    HIGH_NINE = "high-nine"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Points(Spec):
    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class PointsWith(Spec):
    """This many points, with this tile as the highest."""

    value: int
    tile: str
    rank: int

    def __str__(self) -> str:
        return f"{self.value} with {self.tile}"


@dataclass(frozen=True, slots=True)
class TileKindSpec(Spec):
    kind: NamedHand

    def __str__(self) -> str:
        return f"a {self.kind}"


@dataclass(frozen=True, slots=True)
class TileSet:
    """Tiles joined by slashes: any of them. `words` is as written, with bands in quotes."""

    words: tuple[str, ...]
    kinds: frozenset[str] = field(compare=False)

    def __str__(self) -> str:
        return "/".join(self.words)


ANY_TILE: Final = TileSet(("any",), frozenset(KINDS))


@dataclass(frozen=True, slots=True)
class Pattern:
    """Tiles joined by plus signs: one of each set, in any order."""

    elements: tuple[TileSet, ...]
    any_two: bool = False

    def __str__(self) -> str:
        return f"any two of {self.elements[0]}" if self.any_two else "+".join(map(str, self.elements))


def _joined(patterns: Iterable[Pattern]) -> str:
    return ", ".join(map(str, patterns))


@dataclass(frozen=True, slots=True)
class Pairs(Fact):
    count: int

    def __str__(self) -> str:
        return ("no pair", "one pair", "two pairs")[self.count]


@dataclass(frozen=True, slots=True)
class PairOf(Fact):
    tiles: TileSet

    def __str__(self) -> str:
        return f"a pair of {self.tiles}"


@dataclass(frozen=True, slots=True)
class TilesAre(Fact):
    patterns: tuple[Pattern, ...]

    def __str__(self) -> str:
        return f"the tiles are {_joined(self.patterns)}"


@dataclass(frozen=True, slots=True)
class OthersAre(Fact):
    """The two tiles beside the only pair."""

    patterns: tuple[Pattern, ...]

    def __str__(self) -> str:
        return f"the others are {_joined(self.patterns)}"


@dataclass(frozen=True, slots=True)
class Holding(Fact):
    patterns: tuple[Pattern, ...]

    def __str__(self) -> str:
        return f"holding {_joined(self.patterns)}"


@dataclass(frozen=True, slots=True)
class FourthTile(Fact):
    pattern: Pattern
    fourth: TileSet

    def __str__(self) -> str:
        return f"holding {self.pattern} with fourth tile {self.fourth}"

    @property
    def whole(self) -> Pattern:
        return Pattern((*self.pattern.elements, self.fourth))


@dataclass(frozen=True, slots=True)
class StrongPossible(Fact):
    def __str__(self) -> str:
        return "a strong hand possible"


@dataclass(frozen=True, slots=True)
class TotalIs(Fact):
    """The highest sum of points among the hand's settings."""

    number: NumberRange

    def __str__(self) -> str:
        return f"the total is {self.number}"


@dataclass(frozen=True, slots=True)
class PairIs(Filter):
    kept: bool

    def __str__(self) -> str:
        return f"the pair {'kept' if self.kept else 'split'}"


@dataclass(frozen=True, slots=True)
class Making(Filter):
    """Low and high hands of the named points or kinds, or better in both."""

    results: tuple[tuple[Spec, Spec], ...]
    or_better: bool

    def __str__(self) -> str:
        listed = ", ".join(f"{_bare(low)}/{_bare(high)}" for low, high in self.results)
        return f"making {listed}{' or better' if self.or_better else ''}"


def _bare(spec: Spec) -> str:
    return str(spec).removeprefix("a ")


@dataclass(frozen=True, slots=True)
class StrongHands(Filter):
    """At least this many of the two hands are a wong, a gong, or a high-nine."""

    count: int

    def __str__(self) -> str:
        return ("a strong hand", "two strong hands")[self.count - 1]


@dataclass(frozen=True, slots=True)
class TileIn(Filter):
    tiles: TileSet
    side: Side

    def __str__(self) -> str:
        return f"{self.tiles} {self.side}"


@dataclass(frozen=True, slots=True)
class Beside(Filter):
    tiles: TileSet
    others: TileSet

    def __str__(self) -> str:
        return f"{self.tiles} beside {self.others}"


@dataclass(frozen=True, slots=True)
class BestTwoApart(Filter):
    def __str__(self) -> str:
        return "the two best tiles apart"


@dataclass(frozen=True, slots=True)
class BestBesideWorst(Filter):
    fits_every_hand: ClassVar[bool] = True

    def __str__(self) -> str:
        return "the best tile beside the worst"


@dataclass(frozen=True, slots=True)
class LargestBesideSmallest(Filter):
    """By pips: the highest tile with the lowest."""

    fits_every_hand: ClassVar[bool] = True

    def __str__(self) -> str:
        return "the largest tile beside the smallest"
