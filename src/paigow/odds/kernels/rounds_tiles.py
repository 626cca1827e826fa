"""Whole rounds of the tile game with random tiles and dice. Only counts come out."""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from paigow.odds.kernels.chance import below, draw

I64 = npt.NDArray[np.int64]
I16 = npt.NDArray[np.int16]
F64 = npt.NDArray[np.float64]
U64 = npt.NDArray[np.uint64]
U8 = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]


@numba.njit(cache=True, inline="always")
def _hand(tiles: U8, kinds: U8, number: I16, k: int) -> int:
    h: int = number[kinds[tiles[k]], kinds[tiles[k + 1]], kinds[tiles[k + 2]], kinds[tiles[k + 3]]]
    return h


@numba.njit(cache=True)
def _dice_bonus(
    series: I64, bonus: I64, seats: int, eye: int, triple: bool, shaker_pays: I64, other_pays: I64
) -> None:
    """Settle the dice bonus wagers of all seats; `series` is triples so far, button, and gains so far.

    Every seat has a wager whenever it may, so that a series begins with all of them and ends for all at once.
    """
    if triple:
        series[2] += other_pays[series[0]] * seats
        if 0 <= series[1] < seats:
            series[2] += shaker_pays[series[0]] - other_pays[series[0]]
        series[0] += 1
    else:
        series[2] -= seats
        series[0] = 3
    if series[0] == 3:
        bonus[0] += 1
        bonus[1] += series[2]
        bonus[2] += series[2] * series[2]
        series[0] = 0
        series[2] = 0
    series[1] = eye


@numba.njit(cache=True, nogil=True)
def tile_rounds(
    state: U64,
    rounds: int,
    seats: int,
    kinds: U8,
    number: I16,
    low: I64,
    high: I64,
    zero: Bools,
    bank_low: I64,
    bank_high: I64,
    pair_line: U8,
    pair_net: F64,
    dice_seats: int,
    shaker_pays: I64,
    other_pays: I64,
    results: I64,
    pair_counts: I64,
    pair_squares: F64,
    throws: I64,
    bonus: I64,
) -> None:
    """Throw the dice, if any seat has them, and deal to a bank and so many seats, round after round.

    `results[triple, wins, losses]` counts rounds by the dice and by how many seats won and lost;
    `pair_counts` hands by line of Pair Fortunes, and `pair_squares[0]` adds up the square of what a round's
    seats gained by them together. `throws[eye, second, third]` counts from 0, and `bonus` the series of dice
    bonus wagers that ended: how many, the sum, and the squares of what the seats together gained.
    """
    tiles = np.arange(32).astype(np.uint8)
    series = np.array([0, -1, 0], dtype=np.int64)
    for _ in range(rounds):
        triple = False
        if dice_seats:
            eye, second, third = below(state, 6), below(state, 6), below(state, 6)
            triple = eye == second and second == third
            throws[eye, second, third] += 1
            _dice_bonus(series, bonus, dice_seats, eye, triple, shaker_pays, other_pays)
        draw(state, tiles, 4 * (seats + 1))
        b = _hand(tiles, kinds, number, 0)
        wins = 0
        losses = 0
        gained = 0.0
        for seat in range(1, seats + 1):
            h = _hand(tiles, kinds, number, 4 * seat)
            won = int(high[h] > bank_high[b]) + int(low[h] > bank_low[b] and not zero[h])
            wins += won == 2
            losses += won == 0
            line = pair_line[h]
            pair_counts[line] += 1
            gained += pair_net[line]
        results[int(triple), wins, losses] += 1
        pair_squares[0] += gained * gained
