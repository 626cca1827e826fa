"""The order of five-card and two-card hands with the semi-wild joker. What seven cards pay is in `lines`.

Two books differ in where A-2-3-4-5 stands, so that is an argument: `Wheel`. Every rank has a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import combinations
from operator import attrgetter
from typing import Final

from paigow.material.cards import ACE, CARDS, JOKER, RANK_NAMES, SUITS, Card, card_at
from paigow.material.game import Named
from paigow.material.hands import CardSetting, Setting, hand_of


class Category(IntEnum):
    """The hands of maryland-poker 6.B and rock-island-poker 9, weakest first."""

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
    """Where A-2-3-4-5 stands among straights (R20)."""

    SECOND = "second"
    LOWEST = "lowest"


@dataclass(frozen=True, slots=True, order=True)
class FiveRank:
    """The rank of five cards: the category, then what decides within it, strongest first."""

    category: Category
    deciding: tuple[int, ...]
    ranks: tuple[int, ...] = field(compare=False)

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
    """The rank of two cards: a pair or two single cards."""

    category: Category
    ranks: tuple[int, ...]

    @property
    def name(self) -> str:
        first = self.ranks[0]
        if self.category is Category.PAIR:
            return f"pair of {_plural(first)}"
        return f"{RANK_NAMES[first]}-{RANK_NAMES[self.ranks[1]]}"

    def __str__(self) -> str:
        return self.name


WHEEL: Final = frozenset({ACE, 2, 3, 4, 5})


def rank_two_cards(cards: Sequence[Card]) -> TwoRank:
    """The rank of two cards; the joker is an ace (R23).

    >>> from paigow.material import parse_cards
    >>> rank_two_cards(parse_cards("Jo As")).name
    'pair of aces'
    """
    high, low = sorted((card.rank for card in cards), reverse=True)
    return TwoRank(Category.PAIR, (high,)) if high == low else TwoRank(Category.HIGH_CARD, (high, low))


def straight_order(ranks: frozenset[int], wheel: Wheel) -> int | None:
    """The place of the straight that five natural ranks make, larger stronger; None if they make none."""
    if len(ranks) != 5:
        return None
    if ranks == WHEEL:
        return _WHEEL_ORDER[wheel]
    return _STRAIGHT_ORDER[max(ranks)] if max(ranks) - min(ranks) == 4 else None


_STRAIGHT_ORDER: Final = {high: 2 * high for high in range(6, 15)}
"""Even numbers, so that the wheel finds a place between ace-high and king-high, or below six-high."""
_WHEEL_ORDER: Final = {Wheel.SECOND: 27, Wheel.LOWEST: 11}


def rank_five_cards(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> FiveRank:
    """The best rank of five cards: every card the joker may stand for is tried.

    >>> from paigow.material import parse_cards
    >>> rank_five_cards(parse_cards("Jo Kd Qd Jd 10d")).name
    'royal flush'
    """
    naturals = [card for card in cards if not card.is_joker]
    ranks = [card.rank for card in naturals]
    suits = {card.suit for card in naturals}
    if len(naturals) == len(cards):
        return _rank_naturals(ranks, suits, wheel)
    return max(_joker_readings(ranks, suits, wheel))


def _joker_readings(ranks: list[int], suits: set[str | None], wheel: Wheel) -> Iterable[FiveRank]:
    """Four natural cards and the joker as an ace, as the missing card of a straight, or of a flush (R23)."""
    yield _rank_naturals([*ranks, ACE], {*suits, "joker"}, wheel)
    flush = len(suits) == 1
    for rank in RANK_NAMES:
        if rank in ranks:
            continue
        completes = straight_order(frozenset((*ranks, rank)), wheel) is not None
        if completes or flush:
            yield _rank_naturals([*ranks, rank], suits if flush else {*suits, "joker"}, wheel)


def _rank_naturals(ranks: list[int], suits: set[str | None], wheel: Wheel) -> FiveRank:
    """Five cards as they stand; five of one rank can only be four aces and the joker."""
    counts = Counter(ranks)
    grouped = tuple(sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True))
    straight = straight_order(frozenset(ranks), wheel)
    flush = len(suits) == 1
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


def best_five(cards: Sequence[Card], wheel: Wheel = Wheel.SECOND) -> tuple[Card, ...]:
    """The five of seven cards that rank highest, in the order given."""
    return max(combinations(cards, 5), key=lambda five: rank_five_cards(five, wheel))


def card_settings(cards: Sequence[Card]) -> tuple[CardSetting, ...]:
    """The 21 ways to take two of seven cards for the low hand, fouled ones included."""
    ordered = sorted(cards, key=lambda card: card.index, reverse=True)
    return tuple(
        Setting(hand_of(low), hand_of(card for card in ordered if card not in low))
        for low in combinations(ordered, 2)
    )


def is_fouled(setting: CardSetting, wheel: Wheel = Wheel.SECOND) -> bool:
    """Whether it is not five and two cards, or the low hand ranks above the high hand (R21, R22)."""
    if (len(setting.low), len(setting.high)) != (2, 5):
        return True
    low, high = rank_two_cards(setting.low), rank_five_cards(setting.high, wheel)
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
def five_ranks(wheel: Wheel) -> tuple[FiveRank, ...]:
    """The 7,463 five-card ranks, weakest first."""
    ranks = {_rank_naturals(list(each), {"s", "h"}, wheel) for each in multisets(5)}
    ranks |= {_rank_naturals(list(each), {"s"}, wheel) for each in combinations(range(ACE, 1, -1), 5)}
    ranks.add(rank_five_cards((*unsuited((ACE,) * 4), JOKER), wheel))
    # By the same fields as ranks compare by: their own comparison takes as long as the ranking.
    return tuple(sorted(ranks, key=attrgetter("category", "deciding")))


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
