"""All hands of tiles at once: the words of `tiles` over arrays. Their plain twins are in `tile_hands`."""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from paigow.houseways import tile_hands
from paigow.houseways.arrays import Block, flags, masks
from paigow.houseways.extents import Extent, Reach
from paigow.houseways.kernels import I64, U16, U32, Bools
from paigow.houseways.syntax import Fact, Filter, Side
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
from paigow.ranks.classes import tile_hand_classes
from paigow.ranks.tiles import TWO_TILE_RANKS, rank_two_tiles, tile_settings

MOST_SETTINGS: Final = 3
Kinds = npt.NDArray[np.intp]
Places = npt.NDArray[np.bool_]


class TileBlock(Block):
    """Every hand of four tiles that differs in kind, in the order of `tile_hand_classes`."""

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
        return _within(extent)

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
                        _within(Extent(reach, low))[self.low[rows]]
                        & _within(Extent(reach, high))[self.high[rows]]
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
    """In which settings one half has the two numbers that stand at these places of the whole hand."""
    wanted = whole[:, list(places)]
    return flags((halves == wanted[:, None, None, :]).all(axis=3).any(axis=2))


@cache
def _within(extent: Extent) -> Bools:
    return np.array([tile_hands.within(extent, rank) for rank in TWO_TILE_RANKS], dtype=np.bool_)


def _members(kinds: frozenset[str]) -> Bools:
    return np.array([kind in kinds for kind in KINDS], dtype=np.bool_)


def _mask(passing: Any) -> U32:
    weights = np.uint32(1) << np.arange(MOST_SETTINGS, dtype=np.uint32)
    return masks(passing @ weights)


def _any_matches(patterns: tuple[Pattern, ...], kinds: Kinds) -> Bools:
    """Where the elements of some pattern can each be given a tile of their own."""
    result = np.zeros(len(kinds), dtype=np.bool_)
    for pattern in patterns:
        for places in permutations(range(kinds.shape[1]), len(pattern.elements)):
            matched = np.ones(len(kinds), dtype=np.bool_)
            for place, element in zip(places, pattern.elements, strict=True):
                matched &= _members(element.kinds)[kinds[:, place]]
            result |= matched
    return result
