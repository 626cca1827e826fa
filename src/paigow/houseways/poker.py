"""The words of a house way for cards: their records and their text. Their meaning: `poker_hands`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from paigow.faults import BadInput, suggestion
from paigow.houseways.syntax import All, AnyOf, Condition, Fact, Filter, NumberRange, Side, Spec, Unless
from paigow.material.cards import ACE, RANK_NAMES
from paigow.material.game import Named

_SIGNS: Final = {**{rank: str(rank) for rank in range(2, 11)}, 11: "J", 12: "Q", 13: "K", ACE: "A"}
_RANKS: Final = (
    {sign: rank for rank, sign in _SIGNS.items()}
    | {f"{rank}s": rank for rank in range(2, 11)}
    | {"T": 10}
    | {name: rank for rank, name in RANK_NAMES.items()}
    | {f"{name}{'es' if name == 'six' else 's'}": rank for rank, name in RANK_NAMES.items()}
)


def rank_named(word: str) -> int:
    rank = _RANKS.get(word)
    if rank is None:
        hint = suggestion(word, _RANKS, "ranks are 2 to 10, J, Q, K, and A")
        raise BadInput(f"there is no rank {word!r}", allowed=hint)
    return rank


def rank_sign(rank: int) -> str:
    return _SIGNS[rank]


def _plural(rank: int) -> str:
    return f"{rank}s" if rank <= 10 else f"{RANK_NAMES[rank]}s"


@dataclass(frozen=True, slots=True)
class Span:
    """Neighboring ranks as written (`7 to 10`, `K or higher`, a band), and the ranks themselves."""

    text: str
    ranks: frozenset[int] = field(compare=False)

    def __str__(self) -> str:
        return self.text


def _joined(spans: Iterable[Span]) -> frozenset[int]:
    return frozenset().union(*(span.ranks for span in spans))


@dataclass(frozen=True, slots=True)
class RankSet:
    spans: tuple[Span, ...]
    ranks: frozenset[int] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranks", _joined(self.spans))

    def __str__(self) -> str:
        return ", ".join(map(str, self.spans))


@dataclass(frozen=True, slots=True)
class TwoCards(Spec):
    high: int
    low: int

    def __str__(self) -> str:
        return f"{rank_sign(self.high)}-{rank_sign(self.low)}"


@dataclass(frozen=True, slots=True)
class HighCard(Spec):
    """Two cards that aren't a pair, with this as the higher one."""

    rank: int

    def __str__(self) -> str:
        return f"{rank_sign(self.rank)}-high"


@dataclass(frozen=True, slots=True)
class PairSpec(Spec):
    """A pair, of a given rank if one is named."""

    rank: int | None = None

    def __str__(self) -> str:
        return "a pair" if self.rank is None else f"a pair of {_plural(self.rank)}"


class CardKind(Enum):
    """Five-card hands by name. A made hand is a straight, flush, straight flush or royal flush."""

    MADE_HAND = "made hand"
    STRAIGHT = "straight"
    ACE_HIGH_STRAIGHT = "ace-high straight"
    WHEEL = "wheel"
    FLUSH = "flush"
    STRAIGHT_FLUSH = "straight flush"
    ROYAL_FLUSH = "royal flush"
    FULL_HOUSE = "full house"
    FOUR_OF_A_KIND = "four of a kind"
    THREE_OF_A_KIND = "three of a kind"
    TWO_PAIR = "two pair"


@dataclass(frozen=True, slots=True)
class CardKindSpec(Spec):
    kind: CardKind

    def __str__(self) -> str:
        return f"{'an' if self.kind is CardKind.ACE_HIGH_STRAIGHT else 'a'} {self.kind.value}"


class Shape(Named):
    """Which groups of equal ranks seven cards hold. Every hand has exactly one shape."""

    NOTHING = "no pair"
    PAIR = "one pair"
    TWO_PAIRS = "two pairs"
    THREE_PAIRS = "three pairs"
    THREE = "three of a kind"
    THREE_PAIR = "three of a kind with a pair"
    THREE_TWO_PAIRS = "three of a kind with two pairs"
    TWO_THREES = "two threes of a kind"
    FOUR = "four of a kind"
    FOUR_PAIR = "four of a kind with a pair"
    FOUR_THREE = "four of a kind with three of a kind"
    FIVE = "five aces"
    FIVE_PAIR = "five aces with a pair"


UNIONS: Final = {
    "any four of a kind": (Shape.FOUR, Shape.FOUR_PAIR, Shape.FOUR_THREE),
    "any full house": (Shape.THREE_PAIR, Shape.THREE_TWO_PAIRS, Shape.TWO_THREES),
    "any five aces": (Shape.FIVE, Shape.FIVE_PAIR),
}


SHAPES: Final[Mapping[str, tuple[Shape, ...]]] = {**{shape.value: (shape,) for shape in Shape}, **UNIONS}
"""The names a way can use for the shape of a hand, and the shapes each one means."""


@dataclass(frozen=True, slots=True)
class ShapeIs(Fact):
    name: str

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return SHAPES[self.name]

    def __str__(self) -> str:
        return self.name


def may_fit(condition: Condition | None, shape: Shape) -> bool:
    """Whether a condition can hold for some hand of this shape."""
    match condition:
        case ShapeIs():
            return shape in condition.shapes
        case All(parts):
            return all(may_fit(part, shape) for part in parts)
        case AnyOf(parts):
            return any(may_fit(part, shape) for part in parts)
        case Unless(main, _):
            return may_fit(main, shape)
        case _:
            return True


class Group(Named):
    """A group of equal ranks by its position among those of its size, highest first."""

    PAIR = "pair"
    HIGHER_PAIR = "higher pair"
    MIDDLE_PAIR = "middle pair"
    LOWER_PAIR = "lower pair"
    THREE = "three"
    LOWER_THREE = "lower three"
    FOUR = "four"
    FIVE = "five"

    def __str__(self) -> str:
        return f"the {self.value}"


@dataclass(frozen=True, slots=True)
class GroupIs(Fact):
    group: Group
    ranks: RankSet

    def __str__(self) -> str:
        return f"{self.group} is {self.ranks}"


class CardPlace(Named):
    """A card by its place among all seven. The joker is the highest, an ace."""

    HIGHEST = "highest"
    SECOND = "second"
    THIRD = "third"
    FOURTH = "fourth"
    FIFTH = "fifth"
    SIXTH = "sixth"
    LOWEST = "lowest"


PLACES: Final = tuple(CardPlace)


@dataclass(frozen=True, slots=True)
class CardIs(Fact):
    """The card at a place is of one of these ranks."""

    place: CardPlace
    ranks: RankSet

    def __str__(self) -> str:
        return f"the {self.place.value} card is {self.ranks}"


@dataclass(frozen=True, slots=True)
class BothPairsAre(Fact):
    ranks: RankSet

    def __str__(self) -> str:
        return f"both pairs are {self.ranks}"


@dataclass(frozen=True, slots=True)
class Outside(Fact):
    """Cards of these ranks, one of each, outside every group; an ungrouped joker is an ace."""

    elements: tuple[tuple[Span, ...], ...]
    rank_sets: tuple[frozenset[int], ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rank_sets", tuple(map(_joined, self.elements)))

    def __str__(self) -> str:
        return f"{'+'.join('/'.join(map(str, spans)) for spans in self.elements)} outside"


@dataclass(frozen=True, slots=True)
class HoldsJoker(Fact):
    def __str__(self) -> str:
        return "the joker"


@dataclass(frozen=True, slots=True)
class Possible(Fact):
    spec: Spec

    def __str__(self) -> str:
        return f"{self.spec} possible"


@dataclass(frozen=True, slots=True)
class PairsAddUp(Fact):
    """The sum of the two highest pairs' ranks: J 11, Q 12, K 13, A 14."""

    number: NumberRange

    def __str__(self) -> str:
        return f"the pairs add up to {self.number}"


@dataclass(frozen=True, slots=True)
class Exceeds(Fact):
    group: Group
    other: Group
    number: NumberRange

    def __str__(self) -> str:
        return f"{self.group} exceeds {self.other} by {self.number}"


@dataclass(frozen=True, slots=True)
class GroupIn(Filter):
    """All cards of a group in one hand."""

    group: Group
    side: Side

    def __str__(self) -> str:
        return f"{self.group} {self.side}"


@dataclass(frozen=True, slots=True)
class BothPairsIn(Filter):
    """The two highest pairs, all four cards in the high hand."""

    def __str__(self) -> str:
        return "both pairs high"


@dataclass(frozen=True, slots=True)
class PartLow(Filter):
    """Exactly one, or two, of a group in the low hand."""

    group: Group
    count: int

    def __str__(self) -> str:
        return f"{('one', 'two')[self.count - 1]} of {self.group} low"


@dataclass(frozen=True, slots=True)
class JokerIn(Filter):
    side: Side

    def __str__(self) -> str:
        return f"the joker {self.side}"


@dataclass(frozen=True, slots=True)
class RankLow(Filter):
    """A card of this rank in the low hand; a joker in the low hand is an ace."""

    rank: int

    def __str__(self) -> str:
        name = RANK_NAMES[self.rank]
        return f"{'an' if name[0] in 'ae' else 'a'} {name} low"


@dataclass(frozen=True, slots=True)
class CardsLow(Filter):
    """The low hand has the ranks of the cards at these two places, counted from the highest card."""

    first: CardPlace
    second: CardPlace

    def __str__(self) -> str:
        return f"the {self.first.value} and {self.second.value} cards low"


@dataclass(frozen=True, slots=True)
class LowHandTable:
    """For each rank of one group, or of two, the lowest low hand required; True always, False never."""

    name: str
    keys: tuple[Group, ...]
    columns: tuple[Span, ...]
    rows: tuple[tuple[Span, tuple[Spec | bool, ...]], ...]

    def entry(self, ranks: tuple[int, ...]) -> Spec | bool:
        for span, entries in self.rows:
            if ranks[0] in span.ranks:
                if len(self.keys) == 1:
                    return entries[0]
                for column, found in zip(self.columns, entries, strict=False):
                    if ranks[1] in column.ranks:
                        return found
                return False
        return False

    def __str__(self) -> str:
        head = f'table "{self.name}" by {", ".join(map(str, self.keys))}'
        columns = [f"columns {', '.join(map(str, self.columns))}"] if self.columns else []
        rows = [f"row {span}  {', '.join(map(_entry_text, entries))}" for span, entries in self.rows]
        return "\n".join([head, *(f"  {line}" for line in columns + rows)])


def _entry_text(entry: Spec | bool) -> str:
    if isinstance(entry, bool):
        return "always" if entry else "never"
    return str(entry)


@dataclass(frozen=True, slots=True)
class AsTable(Filter):
    """The low hand is at least what the table requires for this hand's groups."""

    name: str
    table: LowHandTable = field(compare=False, repr=False)

    def __str__(self) -> str:
        return f'low as table "{self.name}" asks'
