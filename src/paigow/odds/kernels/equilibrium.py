"""Compiled loops over pairs of tile hands whose settings are mixed. Each has a plain twin in the tests.

A mixture is shares of each hand's settings, floats while it is searched for and whole numbers when it is
certified. With shares of 2**20 and a loss of 20 every sum stays below 20,475 * 2**20 * 20 < 2**49.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
import numpy.typing as npt

from paigow.odds.kernels.tiles import _ways

I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Shares = npt.NDArray[Any]


@numba.njit(cache=True, inline="always")
def _gain(low: int, high: int, zero: bool, dealer_low: int, dealer_high: int, won: int, lost: int) -> int:
    """What the player gains: copies are the dealer's, a zero low hand never wins (R2)."""
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
    """What a hand gains by each live setting over all replies of a mixed opponent, `out[hand, setting]`."""
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
    """How much more setting `s` can gain than `r` if every reply is the one that `s` likes best."""
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
    """Mark each setting that another of the same hand beats, even if every reply is the one it likes best.

    Of two settings that are equal against every reply the later one is marked.
    """
    for a in range(len(once)):
        for s in range(3):
            for r in range(3):
                if s != r and live[a, s] and live[a, r] and not (out[a, s] or out[a, r]):
                    most = _most_to_gain(once, twice, replies, low, high, zero, is_player, won, lost, a, s, r)
                    out[a, s] = most < 0 or (most == 0 and s > r)
