"""Compiled loops for a bank against three opponents at tiles. Their plain twin is in the tests.

Two opponents hold eight tiles together, in one of 258,570 kinds. The third's hands from the remaining tiles
are counted by inclusion and exclusion over the tiles that it would share with them and the bank. Every count
stays below C(28,4) * C(24,4) * C(20,4) < 2**41.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from paigow.odds.counting.kernels.tiles import I64, Bools, _ones, _ways

I16 = npt.NDArray[np.int16]
I32 = npt.NDArray[np.int32]
U8 = npt.NDArray[np.uint8]


@numba.njit(cache=True, inline="always")
def _holds(v1: int, v2: int, s1: int, s2: int) -> bool:
    """Whether tiles (v1, v2) contain all of (s1, s2), which they then do in 2**popcount(s1 & v2) ways."""
    return not (s2 & ~v2 | s1 & ~(v1 | v2))


@numba.njit(cache=True, nogil=True)
def count_held(once: I64, twice: I64, part_once: I64, part_twice: I64, starts: I64) -> None:
    """Fill `starts[v]` to `starts[v + 1]`: room for the parts that each collection holds."""
    for v in range(len(once)):
        held = 0
        for p in range(len(part_once)):
            held += int(_holds(once[v], twice[v], part_once[p], part_twice[p]))
        starts[v + 1] = starts[v] + held


@numba.njit(cache=True, nogil=True)
def list_held(
    once: I64, twice: I64, part_once: I64, part_twice: I64, starts: I64, ids: I16, ways: U8
) -> None:
    """Each collection's parts in order, and in how many ways it contains each."""
    for v in range(len(once)):
        k = starts[v]
        for p in range(len(part_once)):
            if _holds(once[v], twice[v], part_once[p], part_twice[p]):
                ids[k] = p
                ways[k] = 1 << _ones(part_once[p] & twice[v])
                k += 1


@numba.njit(cache=True, nogil=True)
def split_eights(starts: I64, ids: I16, ways: U8, others: I16, outcomes: U8, out: I64) -> None:
    """`out[v, sum]`: in how many ways eight tiles make two hands whose outcomes add up to this sum."""
    out[:] = 0
    for v in range(len(out)):
        for k in range(starts[v], starts[v + 1]):
            out[v, outcomes[ids[k]] + outcomes[others[k]]] += ways[k]


@numba.njit(cache=True, nogil=True)
def list_others(
    once: I64, twice: I64, hand_once: I64, hand_twice: I64, starts: I64, ids: I16, out: I16
) -> None:
    """For each hand within eight tiles, the hand that the other four make."""
    for v in range(len(once)):
        for k in range(starts[v], starts[v + 1]):
            b = ids[k]
            # Of a kind held twice, one tile can go and one stay.
            two = twice[v] & ~hand_once[b] & ~hand_twice[b]
            one = once[v] & ~hand_once[b] | twice[v] & hand_once[b]
            for m in range(starts[v], starts[v + 1]):
                if hand_once[ids[m]] == one and hand_twice[ids[m]] == two:
                    out[k] = ids[m]


@numba.njit(cache=True, nogil=True)
def _third(
    b1: int,
    b2: int,
    once: I64,
    twice: I64,
    outcomes: U8,
    part_starts: I64,
    part_ids: I64,
    part_ways: I64,
    part_once: I64,
    part_twice: I64,
    part_sign: I64,
    sums: I64,
    out: I32,
) -> None:
    """Signed hands of the third opponent that hold a given part: `out[part, 0]` beat the bank, `1` lose.

    `sums` is scratch space.
    """
    sums[:] = 0
    for b in range(len(once)):
        w = _ways(b1, b2, once[b], twice[b])
        if w and outcomes[b] != 1:
            for k in range(part_starts[b], part_starts[b + 1]):
                sums[part_ids[k], outcomes[b] >> 1] += w * part_ways[k]
    for p in range(len(out)):
        n = _ways(b1, b2, part_once[p], part_twice[p])
        for o in range(2):
            out[p, o] = part_sign[p] * (sums[p, o] // n) if n else 0


@numba.njit(cache=True, nogil=True)
def count_three_opponents(
    banks: I64,
    once: I64,
    twice: I64,
    outcomes: U8,
    part_starts: I64,
    part_ids: I64,
    part_ways: I64,
    part_once: I64,
    part_twice: I64,
    part_sign: I64,
    eight_once: I64,
    eight_twice: I64,
    eight_splits: I64,
    eight_starts: I64,
    eight_ids: I16,
    eight_ways: U8,
    thirds: int,
    out: I64,
) -> None:
    """For each bank's hand, all ordered deals to three opponents by the sum of the bank's outcomes.

    `out[bank, sum]`: 0 for a loss, 1 for a push, 2 for a win of the bank, added up over the opponents.
    `thirds` is how many hands the third opponent can have besides those of the others.
    """
    sums = np.zeros((len(part_once), 2), dtype=np.int64)
    signed = np.zeros((len(part_once), 2), dtype=np.int32)
    for i in range(len(banks)):
        b1, b2 = once[banks[i]], twice[banks[i]]
        _third(
            b1,
            b2,
            once,
            twice,
            outcomes,
            part_starts,
            part_ids,
            part_ways,
            part_once,
            part_twice,
            part_sign,
            sums,
            signed,
        )
        for v in range(len(eight_once)):
            w = _ways(b1, b2, eight_once[v], eight_twice[v])
            if w:
                lose, win = 0, 0
                for k in range(eight_starts[v], eight_starts[v + 1]):
                    p = eight_ids[k]
                    lose += eight_ways[k] * signed[p, 0]
                    win += eight_ways[k] * signed[p, 1]
                for t in range(5):
                    n = w * eight_splits[v, t]
                    out[i, t] += n * lose
                    out[i, t + 1] += n * (thirds - lose - win)
                    out[i, t + 2] += n * win


@numba.njit(cache=True, nogil=True)
def outcomes_against(
    high: int, low: int, opponent_low: I64, opponent_high: I64, opponent_zero: Bools, out: U8
) -> None:
    """0, 1 or 2 as a bank of these strengths loses to, pushes with or beats each hand (R2)."""
    for b in range(len(out)):
        wins = int(opponent_high[b] > high) + int(opponent_low[b] > low and not opponent_zero[b])
        out[b] = 2 - wins
