"""Ranks and bonus lines for whole arrays of cards: the common ones by kernels, the rare lines plainly."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.material.cards import CARDS, Card, card_at
from paigow.ranks import kernels
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
from paigow.ranks.poker import Category, Order, Wheel, five_ranks, multisets
from paigow.ranks.tables import (
    CODES,
    SUIT_SHIFT,
    FiveTables,
    five_tables,
    places,
    starts,
    two_strengths_table,
)

SETTINGS: Final = tuple((a, b) for a in range(6) for b in range(a + 1, 7))
"""The places of the two low cards in a row of seven, in the order of every array of 21 settings."""

Cards = npt.NDArray[np.uint8]


class SettingStrengths(NamedTuple):
    """For each hand and each of its 21 settings: the strengths of both halves, and whether it is a foul."""

    low: npt.NDArray[np.uint8]
    high: npt.NDArray[np.uint16]
    fouled: npt.NDArray[np.bool_]


def two_strengths(cards: Cards, order: Order = Wheel.SECOND) -> npt.NDArray[np.uint8]:
    """The strength, 0 to 90, of each row of two cards."""
    return two_strengths_table(order)[cards[:, 0], cards[:, 1]]


def five_strengths(cards: Cards, wheel: Order = Wheel.SECOND) -> npt.NDArray[np.uint16]:
    """The strength, 0 to 7,462, of each row of five cards."""
    out = np.zeros(len(cards), dtype=np.uint16)
    tables = five_tables(wheel)
    kernels.rank_fives(cards, CODES, starts(4), starts(5), places(), *_five_arrays(tables), out)
    return out


def seven_strengths(cards: Cards, wheel: Order = Wheel.SECOND) -> npt.NDArray[np.uint16]:
    """The strength of the best five of each row of seven cards."""
    out = np.zeros(len(cards), dtype=np.uint16)
    best, joker_best, flush, joker_flush = _seven_arrays(wheel)
    kernels.rank_sevens(
        cards, CODES, starts(6), starts(7), places(), best, joker_best, flush, joker_flush, out
    )
    return out


def setting_strengths(cards: Cards, wheel: Order = Wheel.SECOND) -> SettingStrengths:
    """All 21 settings of each row of seven cards in descending order of index."""
    assert is_descending(cards)
    shape = (len(cards), len(SETTINGS))
    result = SettingStrengths(
        np.zeros(shape, np.uint8), np.zeros(shape, np.uint16), np.zeros(shape, np.bool_)
    )
    tables = five_tables(wheel)
    kernels.rank_settings(
        cards,
        CODES,
        starts(4),
        starts(5),
        places(),
        *_five_arrays(tables),
        two_strengths_table(wheel),
        tables.ceiling,
        *result,
    )
    return result


def is_descending(cards: Cards) -> bool:
    """Whether each row has its cards by index, highest first. Kernels that look at places rely on it."""
    return bool((cards[:, :-1] > cards[:, 1:]).all())


def _five_arrays(tables: FiveTables) -> tuple[npt.NDArray[np.uint16], ...]:
    return (tables.plain, tables.joker_plain, tables.flush, tables.joker_flush)


@cache
def _seven_arrays(wheel: Order) -> tuple[npt.NDArray[np.uint16], ...]:
    """The best five of seven unsuited ranks, of six and the joker, and of the cards of one suit."""
    tables = five_tables(wheel)
    return (
        _best_by_number(tables, 7, joker=False),
        _best_by_number(tables, 6, joker=True),
        _best_by_mask(tables.flush, 5),
        np.maximum(_best_by_mask(tables.flush, 5), _best_by_mask(tables.joker_flush, 4)),
    )


def _best_by_number(tables: FiveTables, size: int, *, joker: bool) -> npt.NDArray[np.uint16]:
    rank_part = (1 << SUIT_SHIFT) - 1
    codes_by_rank = np.array([CODES[card_at(rank, "c").index] & rank_part for rank in range(2, 15)])
    ranks = np.array(multisets(size), dtype=np.int64) - 2
    best = np.zeros(len(ranks), dtype=np.uint16)
    kernels.best_of_ranks(
        ranks, codes_by_rank, starts(4), starts(5), places(), tables.plain, tables.joker_plain, joker, best
    )
    codes = codes_by_rank[ranks].sum(axis=1)
    result = np.zeros(len(ranks), dtype=np.uint16)
    result[starts(size)[codes >> 16] + places()[codes & 0xFFFF]] = best
    return result


def _best_by_mask(of_exactly: npt.NDArray[np.uint16], size: int) -> npt.NDArray[np.uint16]:
    """Extend a table over masks of `size` ranks to larger masks: the best after leaving out one rank."""
    best = of_exactly.copy()
    for mask in sorted(range(1 << 13), key=int.bit_count):
        if size < mask.bit_count() <= 7:
            best[mask] = max(best[mask & ~(1 << rank)] for rank in range(13) if mask >> rank & 1)
    return best


LINES: Final[tuple[Line, ...]] = tuple(Line)
"""Lines are numbered in listed order, strongest first."""

Numbers = npt.NDArray[np.uint8]
_NUMBER: Final = {line: number for number, line in enumerate(LINES)}
_RARE: Final = (Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)


def _categories(cards: Cards) -> npt.NDArray[np.uint8]:
    ranks = five_ranks(Wheel.SECOND)
    return np.array([rank.category for rank in ranks], dtype=np.uint8)[seven_strengths(cards, Wheel.SECOND)]


def _holds_three_of_a_rank(cards: Cards) -> npt.NDArray[np.bool_]:
    """Cards are in descending order, so equal ranks are neighbors; the joker counts as an ace."""
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
    """The Progressive's line from the bonus line: both runs of seven are one; below a full house, none."""
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
    """Seven-card hands, one per row in descending order, with their lines, each kind computed once.

    Wagers share it: ranking all classes of hands again for every wager would take too long.
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
