"""Compiled loops over the settings of many hands. Each has a plain twin in `setting` or `poker_hands`.

A set of settings is a 32-bit mask: bit t is the t-th setting. `rows` selects hands in the arrays; masks and
results are parallel to `rows`.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

JOKER = 52
GROUPS = 8
NO_GROUP, ACES, ANY_RANK = 0, 1, 2
"""What the joker counts as in groups: nothing, an ace, or whatever makes the largest and highest group."""


@numba.njit(cache=True, nogil=True)
def listed(strength: U16, rows: I64, table: Bools) -> U32:
    """The settings whose strength is in the table."""
    out = np.zeros(len(rows), dtype=np.uint32)
    for i in range(len(rows)):
        r = rows[i]
        m = 0
        for t in range(strength.shape[1]):
            if table[strength[r, t]]:
                m |= 1 << t
        out[i] = m
    return out


@numba.njit(cache=True, nogil=True)
def best(strength: U16, rows: I64, masks: U32, worst: bool) -> U32:
    """The settings with the highest, or the lowest, strength in each mask."""
    out = np.zeros(len(rows), dtype=np.uint32)
    for i in range(len(rows)):
        r = rows[i]
        m = masks[i]
        found = 0
        top = np.int64(-1)
        for t in range(strength.shape[1]):
            if (m >> t) & 1:
                s = np.int64(strength[r, t])
                if worst:
                    s = 65535 - s
                if s > top:
                    top = s
                    found = 1 << t
                elif s == top:
                    found |= 1 << t
        out[i] = found
    return out


@numba.njit(cache=True, nogil=True)
def best_strength(strength: U16, rows: I64, masks: U32) -> I64:
    """The highest strength in each mask; -1 where it is empty."""
    out = np.full(len(rows), -1, dtype=np.int64)
    for i in range(len(rows)):
        for t in range(strength.shape[1]):
            if (masks[i] >> t) & 1:
                out[i] = max(out[i], np.int64(strength[rows[i], t]))
    return out


@numba.njit(cache=True, nogil=True)
def at_least(strength: U16, rows: I64, least: I64) -> U32:
    """The settings whose strength reaches their row's threshold."""
    out = np.zeros(len(rows), dtype=np.uint32)
    for i in range(len(rows)):
        r = rows[i]
        m = 0
        for t in range(strength.shape[1]):
            if np.int64(strength[r, t]) >= least[i]:
                m |= 1 << t
        out[i] = m
    return out


@numba.njit(cache=True, nogil=True)
def dominating(low: U16, high: U16, rows: I64, masks: U32) -> U32:
    """The settings of each mask that no other setting in it surpasses in either half."""
    out = np.zeros(len(rows), dtype=np.uint32)
    for i in range(len(rows)):
        r = rows[i]
        top_low = np.int64(0)
        top_high = np.int64(0)
        for t in range(low.shape[1]):
            if (masks[i] >> t) & 1:
                top_low = max(top_low, np.int64(low[r, t]))
                top_high = max(top_high, np.int64(high[r, t]))
        m = 0
        for t in range(low.shape[1]):
            if (masks[i] >> t) & 1 and low[r, t] == top_low and high[r, t] == top_high:
                m |= 1 << t
        out[i] = m
    return out


@numba.njit(cache=True, nogil=True)
def beaten(low: U16, high: U16, rows: I64, masks: U32) -> U32:
    """The settings, in the mask or not, that one in the mask equals in both halves and surpasses in one."""
    out = np.zeros(len(rows), dtype=np.uint32)
    for i in range(len(rows)):
        r = rows[i]
        m = 0
        for t in range(low.shape[1]):
            for u in range(low.shape[1]):
                if (
                    (masks[i] >> u) & 1
                    and low[r, u] >= low[r, t]
                    and high[r, u] >= high[r, t]
                    and (low[r, u] != low[r, t] or high[r, u] != high[r, t])
                ):
                    m |= 1 << t
        out[i] = m
    return out


@numba.njit(cache=True, nogil=True)
def _note_pair(ranks: U8, places: U8, rank: int, m: int, pairs: int) -> None:
    """Record the next lower pair: the highest, then the second, which is the middle one of three."""
    if pairs == 0:
        ranks[0], places[0] = rank, m
        return
    if pairs == 1:
        ranks[7], places[7] = rank, m
    if pairs == 2:
        ranks[1], places[1] = ranks[7], places[7]
    ranks[2], places[2] = rank, m


@numba.njit(cache=True, nogil=True)
def _places_by_rank(row: U8, joker: int) -> I64:
    at = np.zeros(15, dtype=np.int64)
    counts = np.zeros(15, dtype=np.int64)
    for k in range(7):
        if row[k] != JOKER:
            at[(row[k] >> 2) + 2] |= 1 << k
            counts[(row[k] >> 2) + 2] += 1
    if row[0] == JOKER and joker != NO_GROUP:
        joined = 14
        if joker == ANY_RANK:
            for rank in range(13, 1, -1):
                if counts[joined] < counts[rank] < 4:
                    joined = rank
        at[joined] |= 1
    return at


@numba.njit(cache=True, nogil=True)
def group_cards(cards: U8, joker: int, shape: U8, ranks: U8, places: U8) -> None:
    """For each row of seven cards: its shape and, for each named group, the rank and the places of its cards.

    Columns follow `poker_arrays.GROUP_COLUMNS`; the last is the second highest pair. Shapes are numbered by
    `poker_arrays.SHAPE_CODES`.
    """
    for i in range(len(cards)):
        at = _places_by_rank(cards[i], joker)
        pairs = 0
        threes = 0
        for rank in range(14, 1, -1):
            m = at[rank]
            n = 0
            for k in range(7):
                n += (m >> k) & 1
            if n == 2:
                _note_pair(ranks[i], places[i], rank, m, pairs)
                pairs += 1
            elif n >= 3:
                column = 3 + threes if n == 3 else n + 1
                ranks[i, column], places[i, column] = rank, m
                threes += n == 3
        shape[i] = pairs + 4 * threes + 12 * (ranks[i, 5] > 0) + 24 * (ranks[i, 6] > 0)


@numba.njit(cache=True, nogil=True)
def outside_matches(cards: U8, rows: I64, grouped: U8, elements: I64) -> Bools:
    """Whether each element, a mask of ranks, can be matched to a card of its own outside `grouped`."""
    n = len(elements)
    full = (1 << n) - 1
    out = np.zeros(len(rows), dtype=np.bool_)
    for i in range(len(rows)):
        row = cards[rows[i]]
        reached = 1
        for k in range(7):
            if (grouped[rows[i]] >> k) & 1:
                continue
            rank = 14 if row[k] == JOKER else (row[k] >> 2) + 2
            for done in range(full, -1, -1):
                if (reached >> done) & 1:
                    for e in range(n):
                        if not (done >> e) & 1 and (elements[e] >> rank) & 1:
                            reached |= 1 << (done | (1 << e))
        out[i] = (reached >> full) & 1
    return out


@numba.njit(cache=True, nogil=True)
def first_of(masks: U32) -> U8:
    """The index of the lowest bit of each mask; 255 if it is empty."""
    out = np.full(len(masks), 255, dtype=np.uint8)
    for i in range(len(masks)):
        m = masks[i]
        if m:
            t = 0
            while not (m >> t) & 1:
                t += 1
            out[i] = t
    return out


@numba.njit(cache=True, nogil=True)
def counted(masks: U32) -> U8:
    """How many bits each mask has."""
    out = np.zeros(len(masks), dtype=np.uint8)
    for i in range(len(masks)):
        m = masks[i]
        while m:
            m &= m - np.uint32(1)
            out[i] += 1
    return out
