"""Every deal of two card hands by how their halves compare, summed over the sets both could hold.

With h and l the strengths of a hand's high and low half as set, F(h, l) is the number of replies, disjoint
from the hand, that are below in both halves: the sum over the sets S that the hand holds of (-1)**|S| times
the number of such hands that hold S. H(h) are those below in the high half, L(l) those below in the low half.

Most hands are set by their ranks alone: suits matter only where a flush can be made. So the hands of each
side are counted as if all hands of the same ranks were set the same way, which makes 67,600 multisets of
ranks, and then corrected for the exceptions, hands that are set differently. With the usual hands u of a side
and its corrections e (each exception as it is set, less the same hand as usual) all pairs are (u + e, u') and
(u, e') and (e, e'). Only the last need suits: of all hands of some ranks, equally many are disjoint from any
hand of some other ranks. With some cards out of play, fewer suits of their ranks are left to choose from, and
exceptions are told apart by their very cards: suits are no longer exchangeable.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise, permutations
from math import comb, prod
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.material.cards import JOKER, Card
from paigow.odds.counting.decks import SUIT_ORDERS, packed
from paigow.odds.counting.kernels import relations as kernels
from paigow.odds.counting.one_hand import ways_to_deal
from paigow.odds.counting.strengths import HandStrengths, raised_against
from paigow.odds.runs.storage import Arrays

SUMS: Final = ("F(h,l)", "F(h,l+1)", "H(h)", "F(h+1,l)", "F(h+1,l+1)", "H(h+1)", "L(l)", "L(l+1)")
"""What is summed over all hands, in this order."""
EVERY_KEY: Final = kernels.STEP**3
FULL_RANKS: Final = (4,) * 13

Ints = npt.NDArray[np.int64]


class WeightedPoints(NamedTuple):
    """Strengths of both halves, as `high << 7 | low` in ascending order: the row, and how many hands."""

    rows: npt.NDArray[np.int32]
    points: npt.NDArray[np.uint32]
    weights: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """All pairs of hands of two sides, over rows of seven cards.

    A row represents all hands of its ranks, a class of hands, or itself: `by` is one of the kernels'
    `BY_RANKS`, `BY_SUIT_CLASS`, and `BY_CARDS`. `left` is how many cards of each rank are in play.
    """

    by: int
    cards: npt.NDArray[np.uint8]
    mine: WeightedPoints
    theirs: WeightedPoints
    left: tuple[int, ...] = FULL_RANKS

    def arrays(self) -> list[npt.NDArray[np.generic]]:
        return [self.cards, *self.mine, *self.theirs]


class _Side(NamedTuple):
    """One side's points of every hand; the usual ones by multiset of ranks; which hands are exceptions."""

    points: npt.NDArray[np.uint32]
    usual: npt.NDArray[np.uint32]
    exceptions: Ints


def pairings(player: HandStrengths, dealer: HandStrengths, out: Sequence[Card] = ()) -> tuple[Pairing, ...]:
    """The pairings to sum: with the usual hands on the dealer's side, on the player's, and on neither.

    Neither side holds a card that is `out` of play.
    """
    cards = player.hands.cards
    weights = ways_to_deal(player.hands, out) if out else player.hands.weights
    ids, representatives = _multisets(cards)
    mine = _side(raised_against(dealer, player.high), player.low, ids, len(representatives))
    theirs = _side(dealer.high, dealer.low, ids, len(representatives))
    totals = np.bincount(ids, weights, len(representatives)).astype(np.int32)
    ranks = _ascending(cards[representatives])
    usual = [_sorted_points(np.arange(len(totals)), side.usual, totals) for side in (mine, theirs)]
    gone = [card.rank for card in out if not card.is_joker]
    left = tuple(4 - gone.count(rank) for rank in range(2, 15))
    by_ranks = kernels.BY_RANKS
    return (
        Pairing(by_ranks, ranks, _joined(usual[0], _corrections(mine, ids, weights)), usual[1], left),
        Pairing(by_ranks, ranks, usual[0], _corrections(theirs, ids, weights), left),
        _of_exceptions(cards, weights, ids, (mine, theirs), out),
    )


def _of_exceptions(
    cards: npt.NDArray[np.uint8],
    weights: npt.NDArray[np.uint8],
    ids: npt.NDArray[np.int32],
    sides: tuple[_Side, _Side],
    out: Sequence[Card],
) -> Pairing:
    """The exceptions of both sides: by class, or one by one if cards are out of play."""
    odd = np.union1d(sides[0].exceptions, sides[1].exceptions)
    rows, times, by = cards[odd], weights[odd], kernels.BY_SUIT_CLASS
    if out:
        rows, which = _in_every_suit(rows, out)
        odd, times, by = odd[which], np.ones(len(which), dtype=np.uint8), kernels.BY_CARDS
    places = np.arange(len(odd))
    mine, theirs = (
        _joined(
            _sorted_points(places, side.points[odd], times),
            _sorted_points(places, side.usual[ids[odd]], -times.astype(np.int32)),
        )
        for side in sides
    )
    return Pairing(by, _ascending(rows), mine, theirs)


def _in_every_suit(cards: npt.NDArray[np.uint8], out: Sequence[Card]) -> tuple[npt.NDArray[np.uint8], Ints]:
    """Every hand that permuting suits makes of these rows, without cards out of play, and its row."""
    joker = cards == JOKER.index
    gone = np.array([card.index for card in out], dtype=np.uint8)
    hands, which = [], []
    for suits in permutations(range(4)):
        there = np.where(joker, cards, cards & ~np.uint8(3) | np.array(suits, dtype=np.uint8)[cards & 3])
        free = np.flatnonzero(~np.isin(there, gone).any(axis=1))
        hands.append(there[free])
        which.append(free)
    every, rows = np.concatenate(hands), np.concatenate(which)
    _, first = np.unique(packed(every), return_index=True)
    return every[first], rows[first]


def _multisets(cards: npt.NDArray[np.uint8]) -> tuple[npt.NDArray[np.int32], Ints]:
    """The number of each hand's multiset of ranks, and for each number the last hand with it."""
    ids = np.zeros(len(cards), dtype=np.int32)
    bits = min(20, max(4, (4 * len(cards)).bit_length()))
    table = np.full(1 << bits, -1, dtype=np.int64)
    found = kernels.number_ranks(cards, table, ids, np.zeros(1 << bits, dtype=np.int64))
    last = np.zeros(found, dtype=np.int64)
    last[ids] = np.arange(len(ids))
    return ids, last


def _side(
    high: npt.NDArray[np.uint16], low: npt.NDArray[np.uint8], ids: npt.NDArray[np.int32], multisets: int
) -> _Side:
    points = high.astype(np.uint32) << np.uint32(7) | low
    usual = np.zeros(multisets, dtype=np.uint32)
    # The last hand of each multiset has the most even suits: no flush.
    usual[ids] = points
    return _Side(points, usual, np.flatnonzero(points != usual[ids]))


def _corrections(side: _Side, ids: npt.NDArray[np.int32], weights: npt.NDArray[np.uint8]) -> WeightedPoints:
    """The exceptions by ranks: as set, minus as they usually would be."""
    odd = side.exceptions
    rows = np.tile(ids[odd].astype(np.int64), 2)
    points = np.concatenate([side.points[odd], side.usual[ids[odd]]])
    signed = np.concatenate([weights[odd].astype(np.int64), -weights[odd].astype(np.int64)])
    alike, place = np.unique(points.astype(np.int64) << 20 | rows, return_inverse=True)
    sums = np.bincount(place, signed, len(alike)).astype(np.int32)
    return WeightedPoints((alike & (1 << 20) - 1).astype(np.int32), (alike >> 20).astype(np.uint32), sums)


def _sorted_points(
    rows: npt.NDArray[np.integer], points: npt.NDArray[np.uint32], weights: npt.NDArray[np.integer]
) -> WeightedPoints:
    order = np.argsort(points, kind="stable")
    return WeightedPoints(rows[order].astype(np.int32), points[order], weights[order].astype(np.int32))


def _joined(one: WeightedPoints, other: WeightedPoints) -> WeightedPoints:
    return _sorted_points(*(np.concatenate(both) for both in zip(one, other, strict=True)))


def _ascending(cards: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Cards by index, which is by rank with the joker last."""
    return np.sort(cards, axis=1)


def key_of(ranks: tuple[int, ...]) -> int:
    """The number of a set by its three lowest ranks, from 0 for a two to 13 for the joker."""
    one, two, three = [rank + 1 for rank in sorted(ranks)[:3]] + [0] * (3 - min(len(ranks), 3))
    return kernels.STEP**2 * one + kernels.STEP * two + three


def ranges(pairing: Pairing, pieces: int) -> list[tuple[int, int, int]]:
    """Roughly equal shares of the sets, as (start, stop) of their numbers and their number of points."""
    counts = np.zeros(EVERY_KEY, dtype=np.int64)
    entries = np.bincount(pairing.mine.rows, minlength=len(pairing.cards))
    entries += np.bincount(pairing.theirs.rows, minlength=len(pairing.cards))
    kernels.count_subsets(pairing.cards, entries.astype(np.int32), counts)
    so_far = counts.cumsum()
    edges = np.searchsorted(so_far, so_far[-1] * np.arange(1, pieces) // pieces) + 1
    cuts = [0, *sorted({int(edge) for edge in edges} - {EVERY_KEY}), EVERY_KEY]
    return [
        (start, stop, size) for start, stop in pairwise(cuts) if (size := int(counts[start:stop].sum())) > 0
    ]


@dataclass(frozen=True, slots=True)
class Parcel:
    """A pairing packed for another process."""

    by: int
    left: tuple[int, ...]
    shapes: tuple[tuple[str, tuple[int, ...]], ...]
    content: bytes

    @staticmethod
    def of(pairing: Pairing) -> Parcel:
        arrays = pairing.arrays()
        content = zlib.compress(b"".join(map(_planes, arrays)), level=1)
        shapes = tuple((each.dtype.str, each.shape) for each in arrays)
        return Parcel(pairing.by, pairing.left, shapes, content)


def _planes(array: npt.NDArray[np.generic]) -> bytes:
    """Groups the same byte of every row: packed, they are half as long and faster to unpack."""
    rows = np.ascontiguousarray(array).view(np.uint8).reshape(len(array), _width(array.dtype, array.shape))
    return np.ascontiguousarray(rows.T).tobytes()


def _width(kind: npt.DTypeLike, shape: tuple[int, ...]) -> int:
    """The bytes of a row."""
    return np.dtype(kind).itemsize * prod(shape[1:])


@lru_cache(maxsize=3)
def opened(parcel: Parcel) -> Pairing:
    content = np.frombuffer(zlib.decompress(parcel.content), dtype=np.uint8)
    arrays = []
    for kind, shape in parcel.shapes:
        width = _width(kind, shape)
        planes, content = np.split(content, [width * shape[0]])
        rows = np.empty((shape[0], width), dtype=np.uint8)
        # One by one: transposing all at once takes three times as long.
        for place, plane in enumerate(planes.reshape(width, shape[0])):
            rows[:, place] = plane
        arrays.append(rows.reshape(-1).view(kind).reshape(shape))
    cards, *points = arrays
    mine, theirs = WeightedPoints(*points[:3]), WeightedPoints(*points[3:])
    return Pairing(parcel.by, cards, mine, theirs, parcel.left)


def relations_shard(parcels: tuple[Parcel, ...], which: int, start: int, stop: int) -> Arrays:
    """What the sets of a range contribute to all sums, in one of the pairings."""
    return {"sums": pairing_sums(opened(parcels[which]), start, stop)}


def pairing_sums(pairing: Pairing, start: int = 0, stop: int = EVERY_KEY) -> Ints:
    """The sums of `sum_groups` for the sets of a range."""
    first, sets, keys = kernels.group_subsets(pairing.cards, start, stop, pairing.by)
    mine = kernels.spread_points(*pairing.mine, first, sets, len(keys))
    theirs = kernels.spread_points(*pairing.theirs, first, sets, len(keys))
    out = np.zeros((kernels.TWOS, kernels.THREES, len(SUMS)), dtype=np.int64)
    kernels.sum_groups(keys, *mine, *theirs, pairing.by, _choices(pairing.left), out)
    return out


@cache
def _choices(left: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """`[rank, held]`: how often 2 and 3 divide the ways to choose this many of a rank's remaining cards."""
    table = np.zeros((len(left), 8, 2), dtype=np.uint8)
    for rank, cards in enumerate(left):
        for held in range(cards + 1):
            ways = comb(cards, held)
            table[rank, held] = (ways & -ways).bit_length() - 1, ways % 3 == 0
    return table


_DIVISORS: Final = {kernels.BY_SUIT_CLASS: SUIT_ORDERS, kernels.BY_CARDS: 1}


def total_sums(parts: list[tuple[int, Ints]]) -> list[int]:
    """All parts together, as whole numbers."""
    totals = [Fraction(0)] * len(SUMS)
    for by, part in parts:
        for twos, threes, n in np.argwhere(part):
            divisor = _DIVISORS.get(by, 2 ** int(twos) * 3 ** int(threes))
            totals[n] += Fraction(int(part[twos, threes, n]), divisor)
    assert all(total.denominator == 1 for total in totals)
    return [total.numerator for total in totals]
