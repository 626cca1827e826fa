"""Compiled loops over pairs and triples of tile hands. Each has a plain twin in the tests.

A hand is two masks of kinds: those it holds one tile of and those it holds both of. Next to a hand (m1, m2),
another (h1, h2) can be dealt in 2**popcount(h1 & ~m1) ways, or in none if it needs a tile that is gone. Every
count here stays below C(32,4) * C(28,4) * C(24,4) < 2**43.

For an equilibrium settings are mixed. A mixture is shares of each hand's settings, floats while it is
searched for and whole numbers when it is certified. With shares of 2**20 and a loss of 20 every sum stays
below 20,475 * 2**20 * 20 < 2**49.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

I64 = npt.NDArray[np.int64]
U32 = npt.NDArray[np.uint32]
Bools = npt.NDArray[np.bool_]


@numba.njit(cache=True, inline="always")
def _ones(m: int) -> int:
    m -= (m >> 1) & 0x5555
    m = (m & 0x3333) + ((m >> 2) & 0x3333)
    m = (m + (m >> 4)) & 0x0F0F
    return (m + (m >> 8)) & 0x1F


@numba.njit(cache=True, inline="always")
def _ways(m1: int, m2: int, h1: int, h2: int) -> int:
    """In how many ways a hand of kinds (h1, h2) can be dealt next to one of (m1, m2)."""
    if (m2 & (h1 | h2)) | (m1 & h2):
        return 0
    ways: int = 1 << _ones(h1 & ~m1)
    return ways


@numba.njit(cache=True, inline="always")
def _against(mine: int, theirs: int) -> int:
    return int(mine >= theirs) + int(mine > theirs)


@numba.njit(cache=True, nogil=True)
def count_replies(
    gone_once: I64,
    gone_twice: I64,
    settings: I64,
    low: I64,
    high: I64,
    zero: Bools,
    drawn_once: I64,
    drawn_twice: I64,
    opponent_low: I64,
    opponent_high: I64,
    opponent_zero: Bools,
    start: int,
    out: I64,
) -> None:
    """Count, for each hand and setting, all replies by how its low and high hand fare and by the zero flag.

    `out[hand - start, setting, low, high, zero]`, where 0 is lose, 1 copy, 2 win. `gone` are the tiles that
    no reply can hold beside a hand, the hand's own among them; `drawn` those of a reply that are not known.
    """
    for i in range(len(out)):
        a = start + i
        for b in range(len(drawn_once)):
            w = _ways(gone_once[a], gone_twice[a], drawn_once[b], drawn_twice[b])
            if w:
                for s in range(settings[a]):
                    z = int(zero[a, s] or opponent_zero[b])
                    out[
                        i, s, _against(low[a, s], opponent_low[b]), _against(high[a, s], opponent_high[b]), z
                    ] += w


@numba.njit(cache=True, nogil=True)
def count_physical(
    masks: U32, low: I64, high: I64, zero: Bools, reply_low: I64, reply_high: I64, out: I64
) -> None:
    """All ordered pairs of hands of single tiles that share none: `out[low, high, zero]`."""
    for a in range(len(masks)):
        for b in range(len(masks)):
            if not masks[a] & masks[b]:
                out[_against(low[a], reply_low[b]), _against(high[a], reply_high[b]), int(zero[a])] += 1


@numba.njit(cache=True, nogil=True)
def count_two_opponents(
    once: I64,
    twice: I64,
    settings: I64,
    low: I64,
    high: I64,
    opponent_low: I64,
    opponent_high: I64,
    opponent_zero: Bools,
    part_starts: I64,
    part_ids: I64,
    part_ways: I64,
    part_once: I64,
    part_twice: I64,
    part_sign: I64,
    start: int,
    out: I64,
) -> None:
    """For each bank's hand and setting, all ordered pairs of opponents' hands by both outcomes.

    `out[hand - start, setting, one, other]`: 0, 1, 2 as the bank loses, pushes, wins. Pairs that share tiles
    are taken away by inclusion and exclusion: with T(S) the opponents' hands of an outcome counted with each
    way that they hold tiles S, and N(S) the number of such S beside the bank's hand, the disjoint pairs are
    the sum over the kinds of S of (-1)**|S| * T(S) * T'(S) / N(S), where N(S) divides each T(S).
    """
    sums = np.zeros((3, len(part_once)), dtype=np.int64)
    for i in range(len(out)):
        a = start + i
        for s in range(settings[a]):
            sums[:] = 0
            for b in range(len(once)):
                w = _ways(once[a], twice[a], once[b], twice[b])
                if w:
                    wins = int(opponent_high[b] > high[a, s])
                    wins += int(opponent_low[b] > low[a, s] and not opponent_zero[b])
                    o = 2 - wins
                    for k in range(part_starts[b], part_starts[b + 1]):
                        sums[o, part_ids[k]] += w * part_ways[k]
            for k in range(len(part_once)):
                n = _ways(once[a], twice[a], part_once[k], part_twice[k])
                if n:
                    for one in range(3):
                        for other in range(3):
                            out[i, s, one, other] += part_sign[k] * (sums[one, k] * sums[other, k] // n)


Shares = npt.NDArray[Any]


@numba.njit(cache=True, inline="always")
def _gain(low: int, high: int, zero: bool, dealer_low: int, dealer_high: int, won: int, lost: int) -> int:
    """The player's gain: the dealer wins copies, a zero low hand never wins (R2)."""
    halves = int(high > dealer_high) + int(low > dealer_low and not zero)
    if halves == 2:
        return won
    return -lost if halves == 0 else 0


@numba.njit(cache=True, inline="always")
def _gain_of(
    is_player: bool, low: I64, high: I64, zero: Bools, a: int, s: int, b: int, t: int, won: int, lost: int
) -> int:
    """What hand `a` gains by setting `s` against hand `b` by setting `t`, as player or as dealer."""
    if is_player:
        g: int = _gain(low[a, s], high[a, s], zero[a, s], low[b, t], high[b, t], won, lost)
    else:
        g = -_gain(low[b, t], high[b, t], zero[b, t], low[a, s], high[a, s], won, lost)
    return g


@numba.njit(cache=True, nogil=True)
def gains_against(
    once: I64,
    twice: I64,
    live: Bools,
    low: I64,
    high: I64,
    zero: Bools,
    shares: Shares,
    is_player: bool,
    won: int,
    lost: int,
    start: int,
    stop: int,
    out: Shares,
) -> None:
    """A hand's gain by each live setting over all replies of a mixed opponent, `out[hand, setting]`."""
    for a in range(start, stop):
        out[a, :] = 0
        for b in range(len(once)):
            w = _ways(once[a], twice[a], once[b], twice[b])
            if w:
                for t in range(3):
                    if shares[b, t]:
                        for s in range(3):
                            if live[a, s]:
                                g = _gain_of(is_player, low, high, zero, a, s, b, t, won, lost)
                                out[a, s] += w * shares[b, t] * g


@numba.njit(cache=True, inline="always")
def _most_to_gain(
    once: I64,
    twice: I64,
    replies: Bools,
    low: I64,
    high: I64,
    zero: Bools,
    is_player: bool,
    won: int,
    lost: int,
    a: int,
    s: int,
    r: int,
) -> int:
    """How much more setting `s` can gain than `r` if every reply is the one most favorable to `s`."""
    most = 0
    for b in range(len(once)):
        w = _ways(once[a], twice[a], once[b], twice[b])
        if w:
            best = -2 * (won + lost)
            for t in range(3):
                if replies[b, t]:
                    by_s = _gain_of(is_player, low, high, zero, a, s, b, t, won, lost)
                    best = max(best, by_s - _gain_of(is_player, low, high, zero, a, r, b, t, won, lost))
            most += w * best
    return most


@numba.njit(cache=True, nogil=True)
def find_dominated(
    once: I64,
    twice: I64,
    live: Bools,
    replies: Bools,
    low: I64,
    high: I64,
    zero: Bools,
    is_player: bool,
    won: int,
    lost: int,
    out: Bools,
) -> None:
    """Mark each setting that another of the same hand beats, even if every reply is the most favorable to it.

    Of two settings that are equal against every reply, the later one is marked.
    """
    for a in range(len(once)):
        for s in range(3):
            for r in range(3):
                if s != r and live[a, s] and live[a, r] and not (out[a, s] or out[a, r]):
                    most = _most_to_gain(once, twice, replies, low, high, zero, is_player, won, lost, a, s, r)
                    out[a, s] = most < 0 or (most == 0 and s > r)
