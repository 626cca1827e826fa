"""Compiled loop over every possible set of unseen tiles at a table. Its plain twin is in the tests.

Tiles that are neither held nor seen are two masks of kinds: those with one unseen tile, and those with two.
Every count stays below C(32,16) * C(16,4)**2 < 2**51, and merits below 2**56.
"""

from __future__ import annotations

import numba
import numpy as np

from paigow.odds.counting.kernels.tiles import I64, _ones, _ways


@numba.njit(cache=True, nogil=True)
def _beaten(
    u1: int, u2: int, once: I64, twice: I64, low: I64, high: I64, below: I64, points: I64, table: I64
) -> int:
    """Fill `below[h, l]`: how many hands of unseen tiles are under h in the high and l in the low half.

    `points` and `table` are scratch space.
    """
    total = 0
    table[:] = 0
    for b in range(len(once)):
        if not (twice[b] & ~u2 | once[b] & ~(u1 | u2)):
            w = 1 << _ones(once[b] & u2)
            table[high[b], low[b]] += w
            total += w
    rows, columns = table.shape
    points[:] = 0
    for h in range(rows):
        so_far = 0
        for k in range(columns):
            so_far += table[h, k]
            points[k] += so_far
            below[h + 1, k + 1] = points[k]
    return total


@numba.njit(cache=True, nogil=True)
def best_of_unseen(
    half_once: I64,
    half_twice: I64,
    upper_size: I64,
    lower_size: I64,
    unseen: int,
    once: I64,
    twice: I64,
    settings: I64,
    below_high: I64,
    below_low: I64,
    opponent_low: I64,
    opponent_high: I64,
    won: int,
    lost: int,
    start: int,
    stop: int,
    out: I64,
) -> None:
    """Sum win, push, and lose of the best setting, over all sets of unseen tiles and all hands next to them.

    A set of unseen tiles is one half from `start` to `stop`, shifted by eight kinds, and any other half. Hand
    `a` by setting `s` beats the halves of lower strength than `below_high[a, s]` and `below_low[a, s]`.
    """
    ranks = max(below_high.max(), below_low.max(), opponent_low.max() + 1, opponent_high.max() + 1)
    below = np.zeros((ranks + 1, ranks + 1), dtype=np.int64)
    table = np.zeros((ranks, ranks), dtype=np.int64)
    points = np.zeros(ranks, dtype=np.int64)
    for i in range(start, stop):
        for j in range(len(lower_size)):
            if upper_size[i] + lower_size[j] != unseen:
                continue
            u1, u2 = half_once[i] << 8 | half_once[j], half_twice[i] << 8 | half_twice[j]
            total = _beaten(u1, u2, once, twice, opponent_low, opponent_high, below, points, table)
            here = 1 << _ones(u1)
            for a in range(len(once)):
                w = _ways(u1, u2, once[a], twice[a])
                if w:
                    best, best_win, best_lose = -(1 << 62), 0, 0
                    for s in range(settings[a]):
                        win = below[below_high[a, s], below_low[a, s]]
                        lose = total - below[below_high[a, s], ranks] - below[ranks, below_low[a, s]] + win
                        if won * win - lost * lose > best:
                            best, best_win, best_lose = won * win - lost * lose, win, lose
                    out[0] += here * w * best_win
                    out[1] += here * w * (total - best_win - best_lose)
                    out[2] += here * w * best_lose
