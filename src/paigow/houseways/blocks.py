"""Card hands and tile hands as arrays, with every word of the language answered for all hands at once."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paigow.houseways import kernels, poker_hands, tile_hands
from paigow.houseways.arrays import Block, flags, masks
from paigow.houseways.kernels import I64, U8, U16, U32, Bools
from paigow.houseways.poker import (
    PLACES,
    AsTable,
    BothPairsAre,
    BothPairsIn,
    CardIs,
    CardsLow,
    Exceeds,
    Group,
    GroupIn,
    GroupIs,
    HoldsJoker,
    JokerIn,
    LowHandTable,
    Outside,
    PairsAddUp,
    PartLow,
    Possible,
    RankLow,
    RankSet,
    Shape,
    ShapeIs,
)
from paigow.houseways.syntax import Extent, Fact, Filter, NumberRange, Reach, Side
from paigow.houseways.tiles import (
    Beside,
    BestBesideWorst,
    BestTwoApart,
    FourthTile,
    Holding,
    LargestBesideSmallest,
    Making,
    OthersAre,
    PairIs,
    PairOf,
    Pairs,
    Pattern,
    StrongHands,
    StrongPossible,
    TileIn,
    TilesAre,
    TotalIs,
)
from paigow.material.tiles import KINDS, Tile
from paigow.ranks.batch import SETTINGS, setting_strengths
from paigow.ranks.classes import tile_hand_classes
from paigow.ranks.poker import Order, Wheel, five_ranks, is_wild, two_ranks
from paigow.ranks.tiles import TWO_TILE_RANKS, rank_two_tiles, tile_settings

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
    """For each set of places among seven, the settings with this many of them in the low hand."""
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

    def __init__(self, cards: U8, wheel: Order, joker_in_groups: bool) -> None:
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
        grouped = kernels.ANY_RANK if is_wild(wheel) else kernels.ACES
        joker = grouped if joker_in_groups else kernels.NO_GROUP
        kernels.group_cards(cards, joker, self.shape, self.ranks, self.places)
        self.grouped: U8 = np.bitwise_or.reduce(self.places, axis=1)
        self._possible: dict[Fact, Bools] = {}

    def points(self, side: Side | None) -> U16:
        raise AssertionError(f"cards have no points ({side})")

    def within(self, side: Side, extent: Extent) -> Bools:
        return _cards_within(side, extent, self.wheel)

    def holds(self, fact: Fact, rows: I64) -> Bools:
        match fact:
            case ShapeIs():
                return _listed([SHAPE_CODES[shape] for shape in fact.shapes], 32)[self.shape[rows]]
            case GroupIs(group, ranks):
                return _in_ranks(ranks)[self._rank(group, rows)]
            case BothPairsAre(ranks):
                listed = _in_ranks(ranks)
                return flags(listed[self.ranks[rows, 0]] & listed[self.ranks[rows, SECOND_PAIR]])
            case CardIs(place, ranks):
                cards = self.cards[rows, PLACES.index(place)]
                return _in_ranks(ranks)[np.where(cards == kernels.JOKER, 14, (cards >> 2) + 2)]
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
            case CardsLow(first, second):
                setting = SETTINGS.index((PLACES.index(first), PLACES.index(second)))
                wanted = self.low[rows, setting].astype(np.int64)
                reach = kernels.at_least(self.low, rows, wanted)
                return masks(reach & ~kernels.at_least(self.low, rows, wanted + 1))
            case AsTable(_, table):
                keys = [self._rank(key, rows) for key in table.keys]
                least = _thresholds(table)[keys[0], keys[1] if len(keys) > 1 else np.zeros_like(keys[0])]
                return masks(kernels.at_least(self.low, rows, least))
        raise AssertionError(f"no meaning for {part}")

    def _places_of(self, rank: int, rows: I64) -> U8:
        """The places of the cards of one rank; the joker is among the aces."""
        cards = self.cards[rows]
        alike = np.where(cards == kernels.JOKER, 14, (cards >> 2) + 2) == rank
        return np.packbits(alike, axis=1, bitorder="little")[:, 0]


def _listed(numbers: list[int], size: int) -> Bools:
    table = np.zeros(size, dtype=np.bool_)
    table[numbers] = True
    return table


def _in_ranks(ranks: RankSet) -> Bools:
    return _listed(sorted(ranks.ranks), 15)


def _in_number(values: I64, number: NumberRange) -> Bools:
    result = np.ones(len(values), dtype=np.bool_)
    if number.least is not None:
        result &= values >= number.least
    if number.most is not None:
        result &= values <= number.most
    return result


@cache
def _cards_within(side: Side, extent: Extent, wheel: Order) -> Bools:
    ranks = two_ranks() if side is Side.LOW else five_ranks(wheel)
    return np.array(list(map(poker_hands.within(extent), ranks)), dtype=np.bool_)


@cache
def _thresholds(table: LowHandTable) -> I64:
    """The lowest low hand that the groups' ranks require, as a strength; 0 if there is no such group."""
    result = np.full((15, 15), _NEVER, dtype=np.int64)
    second = range(2, 15) if len(table.keys) > 1 else range(1)
    for one in range(2, 15):
        for two in second:
            entry = table.entry((one, two))
            if isinstance(entry, bool):
                result[one, two] = 0 if entry else _NEVER
            else:
                listed = _cards_within(Side.LOW, Extent(Reach.OR_BETTER, entry), Wheel.SECOND)
                result[one, two] = int(np.flatnonzero(listed)[0])
    return result


MOST_SETTINGS: Final = 3
Kinds = npt.NDArray[np.intp]
Places = npt.NDArray[np.bool_]


class TileBlock(Block):
    """Every hand of four tiles that differs in kind, in `tile_hand_classes` order."""

    def __init__(self) -> None:
        hands = [hand for hand, _ in tile_hand_classes()]
        self.size = len(hands)
        shape = (self.size, MOST_SETTINGS)
        self.low: U16 = np.zeros(shape, dtype=np.uint16)
        self.high: U16 = np.zeros(shape, dtype=np.uint16)
        self.legal: U32 = np.zeros(self.size, dtype=np.uint32)
        self.halves: Kinds = np.zeros((self.size, MOST_SETTINGS, 2, 2), dtype=np.intp)
        self.single: Kinds = np.zeros((self.size, MOST_SETTINGS, 2, 2), dtype=np.intp)
        self.counts: Kinds = np.zeros((self.size, MOST_SETTINGS, 2, 2), dtype=np.intp)
        for row, hand in enumerate(hands):
            self._lay_out(row, hand)
        self.kinds: Kinds = np.array([[KINDS.index(tile.kind) for tile in hand] for hand in hands])
        self.ranks: Kinds = np.sort([[tile.rank for tile in hand] for hand in hands], axis=1)
        self.sizes: Kinds = np.sort([[tile_hands.size_of(tile) for tile in hand] for hand in hands], axis=1)
        counts = np.zeros((self.size, len(KINDS)), dtype=np.intp)
        np.add.at(counts, (np.arange(self.size)[:, None], self.kinds), 1)
        self.paired: Bools = counts == 2

    def _lay_out(self, row: int, hand: tuple[Tile, ...]) -> None:
        for place, setting in enumerate(tile_settings(hand)):
            self.low[row, place] = rank_two_tiles(setting.low).strength
            self.high[row, place] = rank_two_tiles(setting.high).strength
            self.legal[row] |= np.uint32(1 << place)
            for side, half in enumerate((setting.low, setting.high)):
                self.halves[row, place, side] = [KINDS.index(tile.kind) for tile in half]
                self.single[row, place, side] = sorted(tile.rank for tile in half)
                self.counts[row, place, side] = sorted(tile_hands.size_of(tile) for tile in half)

    def within(self, side: Side, extent: Extent) -> Bools:  # noqa: ARG002  one order for both halves
        return _tiles_within(extent)

    def points(self, side: Side | None) -> U16:
        if side is None:
            return self.points(Side.LOW) + self.points(Side.HIGH)
        return _POINTS[self.strength(side)]

    def holds(self, fact: Fact, rows: I64) -> Bools:
        kinds, pairs = self.kinds[rows], self.paired[rows].sum(axis=1)
        match fact:
            case Pairs(count):
                return flags(pairs == count)
            case PairOf(tiles):
                return flags(np.any(self.paired[rows] & _members(tiles.kinds), axis=1))
            case TilesAre(patterns) | Holding(patterns):
                return _any_matches(patterns, kinds)
            case FourthTile():
                return _any_matches((fact.whole,), kinds)
            case OthersAre(patterns):
                unpaired = ~np.take_along_axis(self.paired[rows], kinds, axis=1)
                others = np.take_along_axis(
                    kinds, np.argsort(~unpaired, axis=1, kind="stable")[:, :2], axis=1
                )
                return flags((pairs == 1) & _any_matches(patterns, others))
            case StrongPossible():
                return flags((_mask(self._strong() >= 1)[rows] & self.legal[rows]) != 0)
            case TotalIs(number):
                legal = (self.legal[rows, None] >> np.arange(MOST_SETTINGS)) & 1
                totals = (self.points(None)[rows] * legal).max(axis=1)
                return np.array([int(total) in number for total in totals], dtype=np.bool_)
        raise AssertionError(f"no meaning for {fact}")

    def _strong(self) -> npt.NDArray[np.intp]:
        return _STRONG[self.low].astype(np.intp) + _STRONG[self.high]

    def admits(self, part: Filter, rows: I64) -> U32:
        halves = self.halves[rows]
        match part:
            case PairIs(kept):
                together = (halves[..., 0] == halves[..., 1]).sum(axis=2)
                pairs = self.paired[rows].sum(axis=1)[:, None]
                return _mask((pairs > 0) & ((together == pairs) == kept))
            case Making(results, or_better):
                reach = Reach.OR_BETTER if or_better else Reach.EXACTLY
                passing = np.zeros((len(rows), MOST_SETTINGS), dtype=np.bool_)
                for low, high in results:
                    passing |= (
                        _tiles_within(Extent(reach, low))[self.low[rows]]
                        & _tiles_within(Extent(reach, high))[self.high[rows]]
                    )
                return _mask(passing)
            case StrongHands(count):
                return _mask(self._strong()[rows] >= count)
            case TileIn(tiles, side):
                return _mask(_members(tiles.kinds)[halves[:, :, _SIDES[side]]].any(axis=2))
            case Beside(tiles, others):
                one, other = _members(tiles.kinds)[halves], _members(others.kinds)[halves]
                matched = (one[..., 0] & other[..., 1]) | (one[..., 1] & other[..., 0])
                return _mask(matched.any(axis=2))
            case BestTwoApart():
                return _mask(~_together(self.ranks[rows], (0, 1), self.single[rows]))
            case BestBesideWorst():
                return _mask(_together(self.ranks[rows], (0, 3), self.single[rows]))
            case LargestBesideSmallest():
                return _mask(_together(self.sizes[rows], (0, 3), self.counts[rows]))
        raise AssertionError(f"no meaning for {part}")


_SIDES: Final = {Side.LOW: 0, Side.HIGH: 1}
_POINTS: Final = np.array([tile_hands.points_of(rank) for rank in TWO_TILE_RANKS], dtype=np.uint16)
_STRONG: Final = np.array([tile_hands.is_strong(rank) for rank in TWO_TILE_RANKS], dtype=np.bool_)


def _together(whole: Kinds, places: tuple[int, int], halves: Kinds) -> Places:
    """The settings in which one half has the two numbers at these places of the whole hand."""
    wanted = whole[:, list(places)]
    return flags((halves == wanted[:, None, None, :]).all(axis=3).any(axis=2))


@cache
def _tiles_within(extent: Extent) -> Bools:
    return np.array(list(map(tile_hands.within(extent), TWO_TILE_RANKS)), dtype=np.bool_)


def _members(kinds: frozenset[str]) -> Bools:
    return np.array([kind in kinds for kind in KINDS], dtype=np.bool_)


def _mask(passing: Any) -> U32:
    weights = np.uint32(1) << np.arange(MOST_SETTINGS, dtype=np.uint32)
    return masks(passing @ weights)


def _any_matches(patterns: tuple[Pattern, ...], kinds: Kinds) -> Bools:
    """Where each element of some pattern can be matched to a tile of its own."""
    result = np.zeros(len(kinds), dtype=np.bool_)
    for pattern in patterns:
        for places in permutations(range(kinds.shape[1]), len(pattern.elements)):
            matched = np.ones(len(kinds), dtype=np.bool_)
            for place, element in zip(places, pattern.elements, strict=True):
                matched &= _members(element.kinds)[kinds[:, place]]
            result |= matched
    return result
