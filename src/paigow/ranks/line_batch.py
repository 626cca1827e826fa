"""The bonus lines of arrays of seven-card hands: the common ones at once, the rare ones plainly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.material.cards import CARDS, Card
from paigow.ranks.batch import Cards, is_descending, seven_strengths
from paigow.ranks.lines import (
    BY_CATEGORY,
    FORTUNE_MATCH,
    LOWEST_NOTHING,
    Line,
    Match,
    NothingHigh,
    has_royal_match,
    is_run_of_seven,
)
from paigow.ranks.numbering import five_ranks
from paigow.ranks.poker import Category, Wheel

LINES: Final[tuple[Line, ...]] = tuple(Line)
"""Lines are numbered as they are listed, strongest first."""

Numbers = npt.NDArray[np.uint8]
_NUMBER: Final = {line: number for number, line in enumerate(LINES)}
_RARE: Final = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def _categories(cards: Cards) -> npt.NDArray[np.uint8]:
    ranks = five_ranks(Wheel.SECOND)
    return np.array([rank.category for rank in ranks], dtype=np.uint8)[seven_strengths(cards, Wheel.SECOND)]


def _holds_three_of_a_rank(cards: Cards) -> npt.NDArray[np.bool_]:
    """Cards stand in descending order, so equal ranks are neighbours; the joker counts as an ace."""
    ranks = np.where(cards == 52, 12, cards // 4)
    return np.asarray((ranks[:, 2:] == ranks[:, :-2]).any(axis=1))


def bonus_lines(cards: Cards, match: Match) -> Numbers:
    """The best line of each row of seven cards in descending order: Fortune Bonus or Emperor's Treasure."""
    assert is_descending(cards)
    categories = _categories(cards)
    lines = np.array([_NUMBER[BY_CATEGORY[category]] for category in Category], dtype=np.uint8)[categories]
    straights = np.flatnonzero(categories == Category.STRAIGHT)
    lines[straights[_holds_three_of_a_rank(cards[straights])]] = _NUMBER[Line.THREE_OF_A_KIND]
    for row in np.flatnonzero(np.isin(categories, _RARE)):
        lines[row] = _NUMBER[_rare_line([CARDS[card] for card in cards[row]], LINES[lines[row]], match)]
    return lines


def _rare_line(cards: Sequence[Card], line: Line, match: Match) -> Line:
    """What a hand with a straight or royal flush makes of all seven cards."""
    if is_run_of_seven(cards):
        joker = any(card.is_joker for card in cards)
        return Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER if joker else Line.SEVEN_CARD_STRAIGHT_FLUSH
    return Line.ROYAL_MATCH if line is Line.ROYAL_FLUSH and has_royal_match(cards, match) else line


def progressive_lines(lines: Numbers) -> Numbers:
    """The Progressive's line from the bonus line: both runs of seven are one, under a full house nothing."""
    return _PROGRESSIVE[lines]


def _progressive_number(line: Line) -> int:
    match line:
        case Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER:
            return _NUMBER[Line.SEVEN_CARD_STRAIGHT_FLUSH]
        case Line.ROYAL_MATCH:
            return _NUMBER[Line.ROYAL_FLUSH]
        case Line.FLUSH | Line.THREE_OF_A_KIND | Line.STRAIGHT | Line.TWO_PAIR | Line.PAIR:
            return _NUMBER[Line.NOTHING]
        case _:
            return _NUMBER[line]


_PROGRESSIVE: Final = np.array([_progressive_number(line) for line in LINES], dtype=np.uint8)


def nothing_highs(cards: Cards, lines: Numbers) -> Numbers:
    """The place in `NothingHigh` of each hand, from its bonus line and its highest card."""
    highest = np.where(cards[:, 0] == 52, 14, cards[:, 0] // 4 + 2).astype(np.uint8)
    nothing = lines == _NUMBER[Line.NOTHING]
    return np.where(nothing, highest - LOWEST_NOTHING, len(NothingHigh) - 1).astype(np.uint8)


class CardHands:
    """Seven-card hands, a row each in descending order, and their lines, each sort worked out once.

    Wagers ask here: all classes of hands are too many to be ranked again for every wager.
    """

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self._bonus: dict[Match, Numbers] = {}

    def bonus(self, match: Match) -> Numbers:
        """The best line of each hand, as `Line` numbers them, with this match of a royal flush."""
        if match not in self._bonus:
            self._bonus[match] = bonus_lines(self.cards, match)
        return self._bonus[match]

    @cached_property
    def progressive(self) -> Numbers:
        """The progressive's line of each hand, as `Line` numbers them."""
        return progressive_lines(self.bonus(FORTUNE_MATCH))

    @cached_property
    def nothing_high(self) -> Numbers:
        """The place of each hand in `NothingHigh`."""
        return nothing_highs(self.cards, self.bonus(FORTUNE_MATCH))
