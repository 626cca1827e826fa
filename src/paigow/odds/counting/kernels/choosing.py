"""Compiled loops over the settings of card hands: those worth counting, the best, and one hand's replies."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_SUIT = (1 << 13) - 1


@numba.njit(cache=True, nogil=True)
def mark_candidates(low: U8, high: U16, fouled: Bools, out: Bools) -> None:
    """Mark the settings that are not fouled and that no other such setting matches or beats in both halves.

    Of settings alike in both halves the first is marked.
    """
    n = low.shape[1]
    for i in range(len(low)):
        for s in range(n):
            keep = not fouled[i, s]
            for t in range(n):
                if not keep:
                    break
                if t != s and not fouled[i, t] and high[i, t] >= high[i, s] and low[i, t] >= low[i, s]:
                    keep = t > s and high[i, t] == high[i, s] and low[i, t] == low[i, s]
            out[i, s] = keep


@numba.njit(cache=True, nogil=True)
def pick_best(rows: I32, high: U16, win: I64, lose: I64, gain: int, cost: int, out: I64) -> None:
    """For each row the number of its candidate with the greatest gain * win - cost * lose.

    Of equals the one with the highest high hand. Candidates of a row stand together; `out` starts at -1.
    """
    for c in range(len(rows)):
        best = out[rows[c]]
        if best < 0:
            out[rows[c]] = c
            continue
        more = gain * (win[c] - win[best]) - cost * (lose[c] - lose[best])
        if more > 0 or (more == 0 and high[c] > high[best]):
            out[rows[c]] = c


@numba.njit(cache=True, inline="always")
def _suits_free(b: int, x: int) -> int:
    """Which suits of the hand x have no card of the mask b."""
    free = 0
    for s in range(4):
        free |= int(b & (x >> 13 * s) & _SUIT == 0) << s
    return free


@numba.njit(cache=True, nogil=True)
def spread_replies(x: int, sets: I64, weights: U8, ways: U8, low: U8, high: U16, out: I64) -> None:
    """Add up, by strengths of high and low hand, the replies that share no card with the hand x.

    A class is dealt by laying its four suit masks on the four suits in any of 24 orders; those that avoid x
    are the perfect matchings in `ways`, of which `24 / weight` make the same hand.
    """
    for i in range(len(sets)):
        y = sets[i]
        if x & y & (1 << 52):
            continue
        m = 0
        for s in range(4):
            m |= _suits_free((y >> 13 * s) & _SUIT, x) << 4 * s
        out[high[i], low[i]] += ways[m] * weights[i] // 24
