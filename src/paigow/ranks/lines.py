"""The lines that seven cards make for bonus wagers: the best, a progressive's, the high card of nothing.

What a line pays is in `wagers`. No line distinguishes between straights, so the wheel's rank doesn't matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Final

from paigow.material.cards import ACE, Card
from paigow.material.game import Named
from paigow.ranks.poker import Category, Wheel, rank_five_cards, rank_fives


class Line(Named):
    """Every line a seven-card table can list, strongest first; three of a kind beats a straight (R24)."""

    SEVEN_CARD_STRAIGHT_FLUSH = "seven-card straight flush"
    ROYAL_MATCH = "royal flush and match"
    SEVEN_CARD_STRAIGHT_FLUSH_JOKER = "seven-card straight flush with joker"
    FIVE_ACES = "five aces"
    ROYAL_FLUSH = "royal flush"
    STRAIGHT_FLUSH = "straight flush"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT = "straight"
    TWO_PAIR = "two pair"
    PAIR = "pair"
    NOTHING = "nothing"

    def __str__(self) -> str:
        return self.value


LINES: Final = tuple(Line)
Match = frozenset[tuple[int, int]]
FORTUNE_MATCH: Final[Match] = frozenset({(ACE, 13), (13, 12)})
"""maryland-poker 6.D(2): ace and king, or king and queen, of one suit beside the royal flush."""
EMPERORS_MATCH: Final[Match] = frozenset({(ACE, 13)})
"""maryland-poker 6.E(2): ace and king of one suit only."""

BY_CATEGORY: Final = {
    Category.FIVE_ACES: Line.FIVE_ACES,
    Category.ROYAL_FLUSH: Line.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH: Line.STRAIGHT_FLUSH,
    Category.FOUR_OF_A_KIND: Line.FOUR_OF_A_KIND,
    Category.FULL_HOUSE: Line.FULL_HOUSE,
    Category.FLUSH: Line.FLUSH,
    Category.STRAIGHT: Line.STRAIGHT,
    Category.THREE_OF_A_KIND: Line.THREE_OF_A_KIND,
    Category.TWO_PAIR: Line.TWO_PAIR,
    Category.PAIR: Line.PAIR,
    Category.HIGH_CARD: Line.NOTHING,
}


def lines_made(cards: Sequence[Card], match: Match = FORTUNE_MATCH) -> frozenset[Line]:
    """Every line that some of the seven cards make; both three of a kind and a straight can be among them."""
    made = _without_match(tuple(cards))
    if Line.ROYAL_FLUSH in made and has_royal_match(cards, match):
        return made | {Line.ROYAL_MATCH}
    return made


@lru_cache(maxsize=1024)
def _without_match(cards: tuple[Card, ...]) -> frozenset[Line]:
    """Computed once per hand: every wager asks for it, with either match for the royal flush."""
    made = {BY_CATEGORY[category] for category in {five.category for five in rank_fives(cards, Wheel.SECOND)}}
    if is_run_of_seven(cards):
        joker = any(card.is_joker for card in cards)
        made.add(Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER if joker else Line.SEVEN_CARD_STRAIGHT_FLUSH)
    return frozenset(made)


def bonus_line(cards: Sequence[Card], match: Match) -> Line:
    """The best line for the Fortune Bonus or Emperor's Treasure, which differ in the match."""
    made = lines_made(cards, match)
    return next(line for line in LINES if line in made)


PROGRESSIVE_LINES: Final = (
    Line.SEVEN_CARD_STRAIGHT_FLUSH,
    Line.FIVE_ACES,
    Line.ROYAL_FLUSH,
    Line.STRAIGHT_FLUSH,
    Line.FOUR_OF_A_KIND,
    Line.FULL_HOUSE,
)


def progressive_line(cards: Sequence[Card]) -> Line:
    """The best Progressive line: a run of seven, with or without the joker, down to a full house (6.F)."""
    made = lines_made(cards)
    if Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER in made:
        return Line.SEVEN_CARD_STRAIGHT_FLUSH
    return next((line for line in PROGRESSIVE_LINES if line in made), Line.NOTHING)


def makes_nothing(cards: Sequence[Card]) -> bool:
    """Whether seven cards make nothing at all, straights and flushes included (R24)."""
    return lines_made(cards) == {Line.NOTHING}


class NothingHigh(Enum):
    """Seven cards that make nothing at all, by their highest card, the rarest first; or that make something.

    Straights and flushes count as something, and seven cards that make nothing have a nine at least (R24).
    """

    NINE_HIGH = "nine-high"
    TEN_HIGH = "ten-high"
    JACK_HIGH = "jack-high"
    QUEEN_HIGH = "queen-high"
    KING_HIGH = "king-high"
    ACE_HIGH = "ace-high"
    SOMETHING = "a pair or better"

    def __str__(self) -> str:
        return self.value


LOWEST_NOTHING: Final = 9
_NOTHING_HIGH: Final = tuple(NothingHigh)


def nothing_high(cards: Sequence[Card]) -> NothingHigh:
    """The highest card of seven that make nothing."""
    if not makes_nothing(cards):
        return NothingHigh.SOMETHING
    return _NOTHING_HIGH[max(card.rank for card in cards) - LOWEST_NOTHING]


_RUNS_OF_SEVEN: Final = tuple(
    frozenset(ACE if rank == 1 else rank for rank in range(lowest, lowest + 7)) for lowest in range(1, 9)
)


def is_run_of_seven(cards: Sequence[Card]) -> bool:
    """Seven in a row of one suit, ace low or high, the joker as the missing one."""
    naturals = [card for card in cards if not card.is_joker]
    ranks = {card.rank for card in naturals}
    one_suit = len({card.suit for card in naturals}) == 1 and len(ranks) == len(naturals)
    return one_suit and any(ranks <= run for run in _RUNS_OF_SEVEN)


def has_royal_match(cards: Sequence[Card], match: Match) -> bool:
    """A royal flush, possibly with the joker, and two more natural cards of one suit that match."""
    return any(
        not any(card.is_joker for card in others)
        and others[0].suit == others[1].suit
        and _descending(others) in match
        and rank_five_cards([card for card in cards if card not in others]).category is Category.ROYAL_FLUSH
        for others in combinations(cards, 2)
    )


def _descending(cards: tuple[Card, Card]) -> tuple[int, int]:
    low, high = sorted(card.rank for card in cards)
    return high, low
