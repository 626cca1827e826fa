"""Compiled loops that count, for sets two hands could share, how all pairs of hands with one compare.

A row is seven cards in ascending order of rank, the joker last. Its points (strengths of the high and the low
hand) come as two lists, those of one side and those of the other, each sorted. A subset is in a shard if its
three lowest ranks are: `key_of` in `card_relations` is the plain twin of how such ranges are numbered.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]

STEP = 15
"""Thirteen ranks, the joker, and none."""
SUMS = 8
_JOKER = 52
_JOKER_RANK = 13
_LOWS = 92
_SUIT = (1 << 13) - 1
_FEW = 400
"""Up to this many pairs are compared one by one."""
_MIX = np.uint64(0x9E3779B97F4A7C15)
BY_RANKS = 0
BY_SUIT_CLASS = 1
BY_CARDS = 2
"""What makes two subsets the same set: their ranks, cards up to a permutation of suits, or the very cards."""
TWOS = 15
THREES = 8
"""In how many ways the suits of a set of ranks can be chosen is 2**i * 3**j, i and j below these."""


@numba.njit(cache=True, inline="always")
def _rank(card: int) -> int:
    return _JOKER_RANK if card == _JOKER else card >> 2


@numba.njit(cache=True, nogil=True)
def number_ranks(cards: U8, table: I64, ids: I32, keys: I64) -> int:
    """Number the multisets of ranks as they appear, and return their number; `table` is 2**k times -1."""
    mask = len(table) - 1
    found = 0
    for i in range(len(cards)):
        key = np.int64(0)
        for k in range(cards.shape[1]):
            key += np.int64(1) << np.int64(3 * _rank(np.int64(cards[i, k])))
        at = np.int64((np.uint64(key) * _MIX) >> np.uint64(40)) & mask
        while table[at] >= 0 and keys[table[at]] != key:
            at = (at + 1) & mask
        if table[at] < 0:
            table[at] = found
            keys[found] = key
            found += 1
        ids[i] = table[at]
    return found


@numba.njit(cache=True, inline="always")
def _set_key(cards: U8, subset: int, by: int) -> np.int64:
    """The key shared by all subsets that count as the same set.

    Their ranks; or the masks of the four suits in order, where suits are exchangeable; or the cards.
    """
    key = np.int64(0)
    if by == BY_RANKS:
        for k in range(7):
            if subset >> k & 1:
                key += np.int64(1) << np.int64(3 * _rank(np.int64(cards[k])))
        return key
    joker = np.int64(0)
    for k in range(7):
        if subset >> k & 1:
            card = np.int64(cards[k])
            if card == _JOKER:
                joker = np.int64(1) << 52
            else:
                key |= np.int64(1) << (13 * (card & 3) + (card >> 2))
    if by == BY_CARDS:
        return joker | key
    a = key & _SUIT
    b = key >> 13 & _SUIT
    c = key >> 26 & _SUIT
    d = key >> 39
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return joker | a << 39 | b << 26 | c << 13 | d


@numba.njit(cache=True, inline="always")
def _with_two(cards: U8, i: int, j: int, two: int, start: int, stop: int, out: U8, n: int) -> int:
    """The subsets of three or more cards whose two lowest are given, added from index n on."""
    for k in range(j + 1, 7):
        three = two + _rank(np.int64(cards[k])) + 1
        if start <= three < stop:
            for above in range(1 << (6 - k)):
                out[n] = 1 << i | 1 << j | 1 << k | above << (k + 1)
                n += 1
    return n


@numba.njit(cache=True, inline="always")
def _subsets(cards: U8, start: int, stop: int, out: U8) -> int:
    """The subsets of a row that are in the range, as bits; returns how many there are."""
    n = 0
    if start <= 0 < stop:
        out[n] = 0
        n += 1
    for i in range(7):
        one = STEP * STEP * (_rank(np.int64(cards[i])) + 1)
        if one >= stop or one + STEP * STEP <= start:
            continue
        if start <= one:
            out[n] = 1 << i
            n += 1
        for j in range(i + 1, 7):
            two = one + STEP * (_rank(np.int64(cards[j])) + 1)
            if two >= stop or two + STEP <= start:
                continue
            if start <= two:
                out[n] = 1 << i | 1 << j
                n += 1
            n = _with_two(cards, i, j, two, start, stop, out, n)
    return n


@numba.njit(cache=True, nogil=True)
def count_subsets(cards: U8, weights: I32, out: I64) -> None:
    """How often each number of three lowest ranks occurs among the subsets of all rows, weighted."""
    for n in range(len(cards)):
        out[0] += weights[n]
        for i in range(7):
            one = STEP * STEP * (_rank(np.int64(cards[n, i])) + 1)
            out[one] += weights[n]
            for j in range(i + 1, 7):
                two = one + STEP * (_rank(np.int64(cards[n, j])) + 1)
                out[two] += weights[n]
                for k in range(j + 1, 7):
                    out[two + _rank(np.int64(cards[n, k])) + 1] += np.int64(weights[n]) << (6 - k)


@numba.njit(cache=True, nogil=True)
def group_subsets(cards: U8, start: int, stop: int, by: int) -> tuple[I64, I32, I64]:
    """Number the sets of a range: which of them each row holds, and their keys.

    Row n holds the sets from `first[n]` to `first[n + 1]` of the second array.
    """
    subsets = np.zeros(128, dtype=np.uint8)
    first = np.zeros(len(cards) + 1, dtype=np.int64)
    for n in range(len(cards)):
        first[n + 1] = first[n] + _subsets(cards[n], start, stop, subsets)
    sets = np.zeros(first[-1], dtype=np.int32)
    bits = 4
    while 1 << bits < 2 * first[-1] + 16 and bits < 24:
        bits += 1
    mask = (1 << bits) - 1
    table = np.full(1 << bits, -1, dtype=np.int32)
    keys = np.zeros(min(first[-1], 1 << bits), dtype=np.int64)
    found = 0
    for n in range(len(cards)):
        if first[n] == first[n + 1]:
            continue
        count = _subsets(cards[n], start, stop, subsets)
        for m in range(count):
            key = _set_key(cards[n], np.int64(subsets[m]), by)
            at = np.int64((np.uint64(key) * _MIX) >> np.uint64(64 - bits)) & mask
            while table[at] >= 0 and keys[table[at]] != key:
                at = (at + 1) & mask
            if table[at] < 0:
                table[at] = found
                keys[found] = key
                found += 1
            sets[first[n] + m] = table[at]
    return first, sets, keys[:found]


@numba.njit(cache=True, nogil=True)
def spread_points(
    rows: I32, points: U32, weights: I32, first: I64, sets: I32, groups: int
) -> tuple[I64, U32, I32]:
    """The points of all rows that hold a set, set by set, in order of appearance."""
    starts = np.zeros(groups + 1, dtype=np.int64)
    for n in range(len(rows)):
        for m in range(first[rows[n]], first[rows[n] + 1]):
            starts[sets[m] + 1] += 1
    for group in range(groups):
        starts[group + 1] += starts[group]
    at = starts[:-1].copy()
    spread = np.zeros(starts[-1], dtype=np.uint32)
    weighted = np.zeros(starts[-1], dtype=np.int32)
    for n in range(len(rows)):
        for m in range(first[rows[n]], first[rows[n] + 1]):
            place = at[sets[m]]
            spread[place] = points[n]
            weighted[place] = weights[n]
            at[sets[m]] += 1
    return starts, spread, weighted


@numba.njit(cache=True, inline="always")
def _sum_few(points: U32, weights: I32, others: U32, other_weights: I32, sums: I64) -> None:
    for n in range(len(points)):
        high = points[n] >> np.uint32(7)
        low = points[n] & np.uint32(127)
        w = np.int64(weights[n])
        for m in range(len(others)):
            v = w * np.int64(other_weights[m])
            other_high = others[m] >> np.uint32(7)
            other_low = others[m] & np.uint32(127)
            below = v * (other_high < high)
            level = v * (other_high <= high)
            sums[0] += below * (other_low < low)
            sums[1] += below * (other_low <= low)
            sums[2] += below
            sums[3] += level * (other_low < low)
            sums[4] += level * (other_low <= low)
            sums[5] += level
            sums[6] += v * (other_low < low)
            sums[7] += v * (other_low <= low)


@numba.njit(cache=True, inline="always")
def _add(tree: I64, plain: I64, low: int, weight: int) -> None:
    plain[low] += weight
    lane = low + 1
    while lane < _LOWS:
        tree[lane] += weight
        lane += lane & -lane


@numba.njit(cache=True, inline="always")
def _below(tree: I64, low: int) -> np.int64:
    total = np.int64(0)
    lane = np.int64(low)
    while lane:
        total += tree[lane]
        lane = np.int64(lane & (lane - 1))
    return total


@numba.njit(cache=True, inline="always")
def _sum_many(
    points: U32, weights: I32, others: U32, other_weights: I32, trees: I64, plains: I64, sums: I64
) -> None:
    """Take both lists in ascending order; two trees hold the others below, and those below or equal."""
    trees[:] = 0
    plains[:] = 0
    for m in range(len(others)):
        plains[2, others[m] & np.uint32(127)] += other_weights[m]
    for lane in range(_LOWS - 1):
        plains[2, lane + 1] += plains[2, lane]
    below = 0
    level = 0
    every_below = np.int64(0)
    every_level = np.int64(0)
    for n in range(len(points)):
        high = points[n] >> np.uint32(7)
        low = np.int64(points[n] & np.uint32(127))
        while below < len(others) and others[below] >> np.uint32(7) < high:
            _add(trees[0], plains[0], np.int64(others[below] & np.uint32(127)), other_weights[below])
            every_below += other_weights[below]
            below += 1
        while level < len(others) and others[level] >> np.uint32(7) <= high:
            _add(trees[1], plains[1], np.int64(others[level] & np.uint32(127)), other_weights[level])
            every_level += other_weights[level]
            level += 1
        w = np.int64(weights[n])
        both = _below(trees[0], low)
        both_level = _below(trees[1], low)
        sums[0] += w * both
        sums[1] += w * (both + plains[0, low])
        sums[2] += w * every_below
        sums[3] += w * both_level
        sums[4] += w * (both_level + plains[1, low])
        sums[5] += w * every_level
        sums[6] += w * (plains[2, low - 1] if low else 0)
        sums[7] += w * plains[2, low]


@numba.njit(cache=True, inline="always")
def _exchanges(key: int) -> int:
    """24 over the number of sets that permuting suits makes of one."""
    run = 1
    same = 1
    for s in range(3):
        run = run + 1 if (key >> 13 * s & _SUIT) == (key >> 13 * (s + 1) & _SUIT) else 1
        same *= run
    return same


@numba.njit(cache=True, nogil=True)
def sum_groups(
    keys: I64,
    starts: I64,
    points: U32,
    weights: I32,
    other_starts: I64,
    others: U32,
    other_weights: I32,
    by: int,
    choices: U8,
    out: I64,
) -> None:
    """Add up, over all sets, the signed sums of `card_relations.SUMS`.

    By suit class they are 24 times too large. By ranks, divide `out[i, j]` by 2**i * 3**j, the number of ways
    to choose the suits of a set of these ranks. `choices[rank, held]` has i and j of one rank.
    """
    sums = np.zeros(SUMS, dtype=np.int64)
    trees = np.zeros((2, _LOWS), dtype=np.int64)
    plains = np.zeros((3, _LOWS), dtype=np.int64)
    for g in range(len(keys)):
        mine = points[starts[g] : starts[g + 1]]
        theirs = others[other_starts[g] : other_starts[g + 1]]
        if len(mine) == 0 or len(theirs) == 0:
            continue
        my_weights = weights[starts[g] : starts[g + 1]]
        their_weights = other_weights[other_starts[g] : other_starts[g + 1]]
        sums[:] = 0
        if len(mine) * len(theirs) <= _FEW:
            _sum_few(mine, my_weights, theirs, their_weights, sums)
        else:
            _sum_many(mine, my_weights, theirs, their_weights, trees, plains, sums)
        key = keys[g]
        i = 0
        j = 0
        sign = 1
        if by != BY_RANKS:
            left = key
            while left:
                left &= left - 1
                sign = -sign
            if by == BY_SUIT_CLASS:
                sign *= _exchanges(key)
        else:
            for r in range(_JOKER_RANK):
                held = key >> 3 * r & 7
                i += choices[r, held, 0]
                j += choices[r, held, 1]
                sign = -sign if held & 1 else sign
            sign = -sign if key >> 3 * _JOKER_RANK else sign
        for k in range(SUMS):
            out[i, j, k] += sign * sums[k]
