"""Many hands of cards at once: the words of `poker` over arrays. Their plain twins are in `poker_hands`."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from paigow.houseways import kernels, poker_hands
from paigow.houseways.arrays import Block, flags, masks
from paigow.houseways.extents import Extent, Number, Reach
from paigow.houseways.kernels import I64, U8, U16, U32, Bools
from paigow.houseways.poker import (
    AsTable,
    BothPairsAre,
    BothPairsIn,
    Exceeds,
    Group,
    GroupIn,
    GroupIs,
    HoldsJoker,
    JokerIn,
    Outside,
    PairsAddUp,
    PartLow,
    Possible,
    RankLow,
    RankSet,
    SecondAndThird,
    Shape,
    ShapeIs,
    Table,
)
from paigow.houseways.syntax import Fact, Filter, Side
from paigow.ranks.batch import SETTINGS, setting_strengths
from paigow.ranks.poker import Wheel, five_ranks, two_ranks

GROUP_COLUMNS: Final = {
    Group.PAIR: 0,
    Group.HIGHER_PAIR: 0,
    Group.MIDDLE_PAIR: 1,
    Group.LOWER_PAIR: 2,
    Group.THREE: 3,
    Group.LOWER_THREE: 4,
    Group.FOUR: 5,
    Group.FIVE: 6,
}
SECOND_PAIR: Final = 7
SHAPE_CODES: Final = {
    Shape.NOTHING: 0,
    Shape.PAIR: 1,
    Shape.TWO_PAIRS: 2,
    Shape.THREE_PAIRS: 3,
    Shape.THREE: 4,
    Shape.THREE_PAIR: 5,
    Shape.THREE_TWO_PAIRS: 6,
    Shape.TWO_THREES: 8,
    Shape.FOUR: 12,
    Shape.FOUR_PAIR: 13,
    Shape.FOUR_THREE: 16,
    Shape.FIVE: 24,
    Shape.FIVE_PAIR: 25,
}
_ALL_SETTINGS: Final = np.uint32((1 << len(SETTINGS)) - 1)
_NEVER: Final = 1000


def _settings_with(count: int) -> U32:
    """For each set of places among seven, the settings with so many of them in the low hand."""
    return np.array(
        [
            sum(1 << t for t, low in enumerate(SETTINGS) if sum(places >> p & 1 for p in low) == count)
            for places in range(128)
        ],
        dtype=np.uint32,
    )


_WITH: Final = tuple(_settings_with(count) for count in range(3))


class CardBlock(Block):
    """Rows of seven cards in descending order of index."""

    def __init__(self, cards: U8, wheel: Wheel, joker_in_groups: bool) -> None:
        self.size = len(cards)
        self.cards = cards
        self.wheel = wheel
        low, self.high, fouled = setting_strengths(cards, wheel)
        self.low = low.astype(np.uint16)
        weights = np.uint32(1) << np.arange(len(SETTINGS), dtype=np.uint32)
        self.legal: U32 = _ALL_SETTINGS - (fouled @ weights).astype(np.uint32)
        self.shape = np.zeros(self.size, dtype=np.uint8)
        self.ranks = np.zeros((self.size, kernels.GROUPS), dtype=np.uint8)
        self.places = np.zeros((self.size, kernels.GROUPS), dtype=np.uint8)
        kernels.group_cards(cards, joker_in_groups, self.shape, self.ranks, self.places)
        self.grouped: U8 = np.bitwise_or.reduce(self.places, axis=1)
        self._possible: dict[Fact, Bools] = {}

    def points(self, side: Side | None) -> U16:
        raise AssertionError(f"cards have no points ({side})")

    def within(self, side: Side, extent: Extent) -> Bools:
        return _within(side, extent, self.wheel)

    def holds(self, fact: Fact, rows: I64) -> Bools:
        match fact:
            case ShapeIs():
                return _listed([SHAPE_CODES[shape] for shape in fact.shapes], 32)[self.shape[rows]]
            case GroupIs(group, ranks):
                return _in_ranks(ranks)[self._rank(group, rows)]
            case BothPairsAre(ranks):
                listed = _in_ranks(ranks)
                return flags(listed[self.ranks[rows, 0]] & listed[self.ranks[rows, SECOND_PAIR]])
            case Outside():
                elements = [sum(1 << rank for rank in ranks) for ranks in fact.rank_sets]
                wanted = np.array(elements, dtype=np.int64)
                return flags(kernels.outside_matches(self.cards, rows, self.grouped, wanted))
            case HoldsJoker():
                return flags(self.cards[rows, 0] == kernels.JOKER)
            case Possible(spec):
                return self._is_possible(fact, Extent(Reach.EXACTLY, spec))[rows]
            case PairsAddUp(number):
                high, low = self.ranks[rows, 0], self.ranks[rows, SECOND_PAIR]
                return flags((low > 0) & _in_number(high.astype(np.int64) + low, number))
            case Exceeds(group, other, number):
                one, two = self._rank(group, rows).astype(np.int64), self._rank(other, rows).astype(np.int64)
                return (one > 0) & (two > 0) & _in_number(one - two, number)
        raise AssertionError(f"no meaning for {fact}")

    def _rank(self, group: Group, rows: I64) -> U8:
        ranks: U8 = self.ranks[rows, GROUP_COLUMNS[group]]
        return ranks

    def _is_possible(self, fact: Fact, extent: Extent) -> Bools:
        if fact not in self._possible:
            every = np.arange(self.size, dtype=np.int64)
            listed = kernels.listed(self.high, every, self.within(Side.HIGH, extent))
            self._possible[fact] = (listed & self.legal) != 0
        return self._possible[fact]

    def admits(self, part: Filter, rows: I64) -> U32:
        match part:
            case GroupIn(group, side):
                places = self.places[rows, GROUP_COLUMNS[group]]
                chosen = _WITH[0 if side is Side.HIGH else 2][places]
                return np.where(places != 0, chosen, np.uint32(0))
            case BothPairsIn():
                second = self.places[rows, SECOND_PAIR]
                return np.where(second != 0, _WITH[0][self.places[rows, 0] | second], np.uint32(0))
            case PartLow(group, count):
                return masks(_WITH[count][self.places[rows, GROUP_COLUMNS[group]]])
            case JokerIn(side):
                chosen = _WITH[1 if side is Side.LOW else 0][np.uint8(1)]
                return np.where(self.cards[rows, 0] == kernels.JOKER, chosen, np.uint32(0))
            case RankLow(rank):
                return ~_WITH[0][self._places_of(rank, rows)] & _ALL_SETTINGS
            case SecondAndThird():
                second_and_third = self.low[rows, SETTINGS.index((1, 2))].astype(np.int64)
                reach = kernels.at_least(self.low, rows, second_and_third)
                return masks(reach & ~kernels.at_least(self.low, rows, second_and_third + 1))
            case AsTable(_, table):
                keys = [self._rank(key, rows) for key in table.keys]
                least = _thresholds(table)[keys[0], keys[1] if len(keys) > 1 else np.zeros_like(keys[0])]
                return masks(kernels.at_least(self.low, rows, least))
        raise AssertionError(f"no meaning for {part}")

    def _places_of(self, rank: int, rows: I64) -> U8:
        """The places of the cards of one rank, the joker among the aces."""
        cards = self.cards[rows]
        alike = np.where(cards == kernels.JOKER, 14, (cards >> 2) + 2) == rank
        return np.packbits(alike, axis=1, bitorder="little")[:, 0]


def _listed(numbers: list[int], size: int) -> Bools:
    table = np.zeros(size, dtype=np.bool_)
    table[numbers] = True
    return table


def _in_ranks(ranks: RankSet) -> Bools:
    return _listed(sorted(ranks.ranks), 15)


def _in_number(values: I64, number: Number) -> Bools:
    result = np.ones(len(values), dtype=np.bool_)
    if number.least is not None:
        result &= values >= number.least
    if number.most is not None:
        result &= values <= number.most
    return result


@cache
def _within(side: Side, extent: Extent, wheel: Wheel) -> Bools:
    ranks = two_ranks() if side is Side.LOW else five_ranks(wheel)
    return np.array([poker_hands.within(extent, rank) for rank in ranks], dtype=np.bool_)


@cache
def _thresholds(table: Table) -> I64:
    """The least strength of the low hand by the ranks of the groups, 0 where there is no such group."""
    result = np.full((15, 15), _NEVER, dtype=np.int64)
    second = range(2, 15) if len(table.keys) > 1 else range(1)
    for one in range(2, 15):
        for two in second:
            entry = table.entry((one, two))
            if isinstance(entry, bool):
                result[one, two] = 0 if entry else _NEVER
            else:
                listed = _within(Side.LOW, Extent(Reach.OR_BETTER, entry), Wheel.SECOND)
                result[one, two] = int(np.flatnonzero(listed)[0])
    return result
