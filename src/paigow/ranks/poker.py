"""The order of five-card and two-card hands with the joker. What seven cards pay is in `lines`.

Two books differ in where A-2-3-4-5 ranks, so that is an argument: `Wheel`. Both have a semi-wild joker; some
card rooms play with a fully wild one, an `Order` that only counts take. Every rank has a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations, groupby
from typing import Final

from paigow.material.cards import ACE, CARDS, RANK_NAMES, SUITS, Card, card_at
from paigow.material.game import Named
from paigow.material.hands import CardSetting, Setting, hand_of


class Category(IntEnum):
    """The kinds of poker hands, weakest first (maryland-poker 6.B, rock-island-poker 9).

    >>> Category.FIVE_ACES > Category.ROYAL_FLUSH
    True
    >>> import paigow
    >>> paigow.rank("Ks Kh Kd 2c 2s").category
    Category.FULL_HOUSE
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_ACES = 10

    def __repr__(self) -> str:
        return f"Category.{self.name}"

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class Wheel(Named):
    """How A-2-3-4-5 ranks among straights: second to the highest, or lowest (R20).

    >>> import paigow
    >>> king_high = "Ks Qd Jh 10c 9s"
    >>> paigow.rank("As 2d 3h 4c 5s") > paigow.rank(king_high)
    True
    >>> paigow.rank("As 2d 3h 4c 5s", wheel=Wheel.LOWEST) > paigow.rank(king_high, wheel=Wheel.LOWEST)
    False
    """

    SECOND = "second"
    LOWEST = "lowest"


class Wild(Named):
    """The same two places of the wheel where the joker is fully wild (R176): no book's table has that.

    >>> from paigow.material import parse_cards
    >>> rank_five_cards(parse_cards("Jo Kd 9h 5c 2s"), Wheel.SECOND).name
    'ace-high'
    >>> rank_five_cards(parse_cards("Jo Kd 9h 5c 2s"), Wild.SECOND).name
    'pair of kings'
    """

    SECOND = "second, joker wild"
    LOWEST = "lowest, joker wild"


Order = Wheel | Wild
"""What decides how hands of cards rank."""
_WITH_WILD: Final[dict[Wheel, Wild]] = {Wheel.SECOND: Wild.SECOND, Wheel.LOWEST: Wild.LOWEST}


def with_wild_joker(wheel: Wheel) -> Wild:
    """The order with the wheel in this place and a fully wild joker."""
    return _WITH_WILD[wheel]


def is_wild(order: Order) -> bool:
    """Whether the joker is fully wild."""
    return isinstance(order, Wild)


@dataclass(frozen=True, slots=True, order=True)
class FiveRank:
    """The rank of five cards: the category, then what decides within it, strongest first.

    >>> import paigow
    >>> flush = paigow.rank("As Js 9s 5s 2s")
    >>> flush.category, flush > paigow.rank("Kd Jd 9d 5d 2d"), flush.is_wheel
    (Category.FLUSH, True, False)
    """

    category: Category
    deciding: tuple[int, ...]
    ranks: tuple[int, ...] = field(compare=False)
    strength: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """What its order rests on. Two tuples of numbers are compared several times as fast as two ranks."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "strength", (self.category, *self.deciding))

    @property
    def is_wheel(self) -> bool:
        """Whether it is A-2-3-4-5, suited or not."""
        return self.category in {Category.STRAIGHT, Category.STRAIGHT_FLUSH} and self.ranks == (5,)

    @property
    def name(self) -> str:
        if self.is_wheel:
            return f"ace-to-five {self.category}"
        return _five_name(self.category, self.ranks)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, order=True)
class TwoRank:
    """The rank of two cards: a pair or two single cards.

    >>> import paigow
    >>> paigow.rank("2s 2h") > paigow.rank("As Kd"), paigow.rank("As Kd").name
    (True, 'ace-king')
    """

    category: Category
    ranks: tuple[int, ...]
    strength: tuple[int, ...] = field(init=False, compare=False, repr=False)
    """As a five-card rank's."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "strength", (self.category, *self.ranks))

    @property
    def name(self) -> str:
        first = self.ranks[0]
        if self.category is Category.PAIR:
            return f"pair of {_plural(first)}"
        return f"{RANK_NAMES[first]}-{RANK_NAMES[self.ranks[1]]}"

    def __str__(self) -> str:
        return self.name


WHEEL: Final = frozenset({ACE, 2, 3, 4, 5})


def rank_two_cards(cards: Sequence[Card], order: Order = Wheel.SECOND) -> TwoRank:
    """The rank of two cards; the joker is an ace (R23), and pairs with any card if it is wild (R176).

    >>> from paigow.material import parse_cards
    >>> rank_two_cards(parse_cards("Jo As")).name
    'pair of aces'
    >>> rank_two_cards(parse_cards("Jo 7s"), Wild.SECOND).name
    'pair of sevens'
    """
    one, other = cards
    if is_wild(order) and (one.is_joker or other.is_joker):
        natural = other if one.is_joker else one
        return _rank_two(natural.rank, natural.rank)
    return _rank_two(one.rank, other.rank)


@cache
def _rank_two(one: int, other: int) -> TwoRank:
    high, low = max(one, other), min(one, other)
    return TwoRank(Category.PAIR, (high,)) if high == low else TwoRank(Category.HIGH_CARD, (high, low))


def straight_order(ranks: frozenset[int], wheel: Order) -> int | None:
    """The rank of the straight that five natural ranks make, larger is stronger; None if they make none."""
    if len(ranks) != 5:
        return None
    if ranks == WHEEL:
        return _WHEEL_ORDER[wheel]
    return _STRAIGHT_ORDER[max(ranks)] if max(ranks) - min(ranks) == 4 else None


_STRAIGHT_ORDER: Final = {high: 2 * high for high in range(6, 15)}
"""Even numbers, which leaves room for the wheel between ace-high and king-high, or below six-high."""
_WHEEL_ORDER: Final[dict[Order, int]] = {
    **dict.fromkeys((Wheel.SECOND, Wild.SECOND), 27),
    **dict.fromkeys((Wheel.LOWEST, Wild.LOWEST), 11),
}


_BITS_OF_A_RANK: Final = 3
_JOKER_MARK: Final = 1 << _BITS_OF_A_RANK * len(RANK_NAMES)
_RANK_MARKS: Final = 2 * _JOKER_MARK - 1
_SUIT_MARKS: Final = tuple(_RANK_MARKS + 1 << 4 * suit for suit in range(len(SUITS)))


def _mark(card: Card) -> int:
    """A number for a card. The sum over several cards counts their ranks, the joker, and suits.

    The joker counts in every suit, so five cards are of one suit if some suit's count is five.
    """
    if card.suit is None:
        return _JOKER_MARK + sum(_SUIT_MARKS)
    return (1 << _BITS_OF_A_RANK * (card.rank - 2)) + _SUIT_MARKS[SUITS.index(card.suit)]


_MARKS: Final = tuple(map(_mark, CARDS))
_THREE_OF_EACH_SUIT: Final = 3 * sum(_SUIT_MARKS)
_EIGHT_OF_A_SUIT: Final = 8 * sum(_SUIT_MARKS)
"""Three more than five: the highest bit of a suit's four."""


_NO_WHEEL: Final = _JOKER_MARK - 1 - sum(1 << _BITS_OF_A_RANK * (rank - 2) for rank in WHEEL)
"""Set if a rank isn't part of the wheel, or occurs twice."""
_LOWEST_WHEEL: Final = _RANK_MARKS + 1 << 4 * len(SUITS)
"""Set if five cards can be a wheel and the wheel is the lowest straight. Other hands rank the same anyway."""
_WILD_JOKER: Final = _LOWEST_WHEEL << 1
"""Set if a fully wild joker is among five cards."""
LOWEST_WHEELS: Final[tuple[Order, ...]] = (Wheel.LOWEST, Wild.LOWEST)


def marks_of(cards: Iterable[Card]) -> int:
    """The sum of some cards' marks. To remove cards, subtract their marks."""
    return sum([_MARKS[card.index] for card in cards])


def rank_five_cards(cards: Sequence[Card], wheel: Order = Wheel.SECOND) -> FiveRank:
    """The best rank of five cards: every card the joker can represent is tried.

    >>> from paigow.material import parse_cards
    >>> rank_five_cards(parse_cards("Jo Kd Qd Jd 10d")).name
    'royal flush'
    """
    return rank_five_marks(marks_of(cards), wheel)


def rank_five_marks(marks: int, wheel: Order) -> FiveRank:
    """The best rank of five cards whose marks are given."""
    of_a_suit = _EIGHT_OF_A_SUIT if (marks + _THREE_OF_EACH_SUIT) & _EIGHT_OF_A_SUIT else 0
    lowest = _LOWEST_WHEEL if wheel in LOWEST_WHEELS and not marks & _NO_WHEEL else 0
    wild = _WILD_JOKER if is_wild(wheel) and marks & _JOKER_MARK else 0
    return _rank_five(marks & _RANK_MARKS | of_a_suit | lowest | wild)


def rank_fives(seven: Iterable[Card], wheel: Order) -> list[FiveRank]:
    """The best rank of the other five for each two of seven cards, in the order of `combinations`."""
    marks = [_MARKS[card.index] for card in seven]
    whole = sum(marks)
    fives = [whole - one - other for one, other in combinations(marks, 2)]
    if (whole + _THREE_OF_EACH_SUIT) & _EIGHT_OF_A_SUIT or is_wild(wheel):
        return [rank_five_marks(five, wheel) for five in fives]
    # No suit has five of the seven: the ranks tell all.
    if wheel is Wheel.SECOND:
        return [_rank_five(five & _RANK_MARKS) for five in fives]
    return [_rank_five(five & _RANK_MARKS | (0 if five & _NO_WHEEL else _LOWEST_WHEEL)) for five in fives]


@cache
def _rank_five(marks: int) -> FiveRank:
    """Keyed by ranks, the joker, and whether all are of one suit: each of some 10,000 hands is ranked once.

    The key is a single number: a second argument would make each cache key a tuple.
    """
    wheel = Wheel.LOWEST if marks & _LOWEST_WHEEL else Wheel.SECOND
    flush = marks & _EIGHT_OF_A_SUIT != 0
    a_rank = (1 << _BITS_OF_A_RANK) - 1
    counts = {rank: marks >> _BITS_OF_A_RANK * (rank - 2) & a_rank for rank in RANK_NAMES}
    ranks = tuple(rank for rank, count in counts.items() for _ in range(count))
    if not marks & _JOKER_MARK:
        return _rank_naturals(ranks, flush, wheel)
    readings = _joker_readings(ranks, flush, wheel)
    return max((*readings, *_wild_readings(ranks)) if marks & _WILD_JOKER else readings)


def _wild_readings(ranks: tuple[int, ...]) -> Iterable[FiveRank]:
    """A fully wild joker as another card of a rank; beside all four of one it is an ace (R176)."""
    for rank in set(ranks):
        if ranks.count(rank) < 4:
            yield _rank_naturals((*ranks, rank), False, Wheel.SECOND)


def _joker_readings(ranks: tuple[int, ...], flush: bool, wheel: Order) -> Iterable[FiveRank]:
    """Four natural cards and the joker as an ace, as the missing card of a straight, or of a flush (R23)."""
    yield _rank_naturals((*ranks, ACE), False, wheel)
    for rank in RANK_NAMES:
        if rank in ranks:
            continue
        completes = straight_order(frozenset((*ranks, rank)), wheel) is not None
        if completes or flush:
            yield _rank_naturals((*ranks, rank), flush, wheel)


def _rank_naturals(ranks: tuple[int, ...], flush: bool, wheel: Order) -> FiveRank:
    """Five cards as they are; five of one rank can only be four aces and the joker."""
    counts = Counter(ranks)
    grouped = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    straight = straight_order(frozenset(ranks), wheel)
    if straight is not None:
        return _straight_rank(straight, flush, grouped)
    if flush:
        return FiveRank(Category.FLUSH, grouped, grouped)
    return FiveRank(_SHAPES[tuple(counts[rank] for rank in grouped)], grouped, grouped)


def _straight_rank(straight: int, flush: bool, grouped: tuple[int, ...]) -> FiveRank:
    top = 5 if frozenset(grouped) == WHEEL else grouped[0]
    if not flush:
        return FiveRank(Category.STRAIGHT, (straight,), (top,))
    royal = straight == _STRAIGHT_ORDER[ACE]
    return FiveRank(Category.ROYAL_FLUSH if royal else Category.STRAIGHT_FLUSH, (straight,), (top,))


_SHAPES: Final = {
    (1, 1, 1, 1, 1): Category.HIGH_CARD,
    (2, 1, 1, 1): Category.PAIR,
    (2, 2, 1): Category.TWO_PAIR,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (4, 1): Category.FOUR_OF_A_KIND,
    (5,): Category.FIVE_ACES,
}


def best_five(cards: Sequence[Card], wheel: Order = Wheel.SECOND) -> tuple[Card, ...]:
    """The five of seven cards that rank highest, in the order given."""
    return max(combinations(cards, 5), key=lambda five: rank_five_cards(five, wheel))


def card_settings(cards: Sequence[Card]) -> tuple[CardSetting, ...]:
    """The 21 ways to take two of seven cards for the low hand, fouled ones included."""
    ordered = sorted(cards, key=lambda card: card.index, reverse=True)
    return tuple(
        Setting(hand_of(low), hand_of(card for card in ordered if card not in low))
        for low in combinations(ordered, 2)
    )


def is_fouled(setting: CardSetting, wheel: Order = Wheel.SECOND) -> bool:
    """Whether it is not five and two cards, or the low hand ranks above the high hand (R21, R22)."""
    return is_foul(ranks_of(setting.low, setting.high, wheel))


CardRanks = tuple[TwoRank, FiveRank]


def ranks_of(low: Sequence[Card], high: Sequence[Card], wheel: Order) -> CardRanks | None:
    """The ranks of both halves; None if they are not two and five cards, which is a foul (R21)."""
    if len(low) != 2 or len(high) != 5:
        return None
    return rank_two_cards(low, wheel), rank_five_cards(high, wheel)


def is_foul(ranks: CardRanks | None) -> bool:
    """Whether a hand of these ranks is fouled (R21, R22)."""
    return ranks is None or outranks(*ranks)


def outranks(low: TwoRank, high: FiveRank) -> bool:
    """Whether a low hand ranks above a high hand."""
    if low.category != high.category:
        return low.category > high.category
    return low.ranks > high.ranks[: len(low.ranks)]


def _plural(rank: int) -> str:
    name = RANK_NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def _five_name(category: Category, ranks: tuple[int, ...]) -> str:
    first = ranks[0]
    match category:
        case Category.HIGH_CARD | Category.FLUSH | Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            kind = "" if category is Category.HIGH_CARD else f" {category}"
            return f"{RANK_NAMES[first]}-high{kind}"
        case Category.PAIR:
            return f"pair of {_plural(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(ranks[1])}"
        case Category.THREE_OF_A_KIND:
            return f"three {_plural(first)}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} over {_plural(ranks[1])}"
        case Category.FOUR_OF_A_KIND:
            return f"four {_plural(first)}"
        case Category.ROYAL_FLUSH | Category.FIVE_ACES:
            return str(category)


@cache
def two_ranks() -> tuple[TwoRank, ...]:
    """The 91 two-card ranks, weakest first: 78 of two ranks and 13 pairs."""
    return tuple(sorted({rank_two_cards(pair) for pair in combinations(CARDS, 2)}))


@cache
def five_ranks(wheel: Order) -> tuple[FiveRank, ...]:
    """The 7,463 five-card ranks, weakest first."""
    orders = sorted({*_STRAIGHT_ORDER.values(), _WHEEL_ORDER[wheel]})
    straights = [(order, _straight_top(order, wheel)) for order in orders]
    royal = _STRAIGHT_ORDER[ACE]
    found = {category: [(each, each) for each in _of_shape(shape)] for shape, category in _SHAPES.items()}
    single = [each for each in found[Category.HIGH_CARD] if straight_order(frozenset(each[0]), wheel) is None]
    found[Category.HIGH_CARD] = found[Category.FLUSH] = single
    found[Category.STRAIGHT] = [((order,), (top,)) for order, top in straights]
    found[Category.STRAIGHT_FLUSH] = [each for each in found[Category.STRAIGHT] if each[0] != (royal,)]
    found[Category.ROYAL_FLUSH] = [((royal,), (ACE,))]
    return tuple(FiveRank(category, *each) for category in Category for each in found[category])


def _straight_top(order: int, wheel: Order) -> int:
    return 5 if order == _WHEEL_ORDER[wheel] else order // 2


def _of_shape(shape: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The ranks of a hand of this shape, most frequent first; the weakest hand comes first."""
    if shape == (5,):
        return [(ACE,)]
    found: list[tuple[int, ...]] = [()]
    for _, alike in groupby(shape):
        count = len(list(alike))
        found = [
            (*before, *more)
            for before in found
            for more in combinations((rank for rank in range(ACE, 1, -1) if rank not in before), count)
        ]
    return sorted(found)


def multisets(size: int) -> list[tuple[int, ...]]:
    """All multisets of ranks, at most four of each, as descending tuples."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [(*ranks, rank) for ranks in found for rank in range(ranks[-1] if ranks else ACE, 1, -1)]
    return [ranks for ranks in found if all(ranks.count(rank) <= 4 for rank in ranks)]


def unsuited(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of the given ranks, no flush among them: suits in turn within a rank and across ranks."""
    taken: dict[int, int] = {}
    cards = []
    for turn, rank in enumerate(ranks):
        suit = taken[rank] = taken.get(rank, turn % 2 - 1) + 1
        cards.append(card_at(rank, SUITS[suit % 4]))
    return tuple(cards)


def suited(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(card_at(rank, "s") for rank in ranks)
