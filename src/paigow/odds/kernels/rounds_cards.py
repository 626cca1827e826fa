"""Whole rounds of the card game with random cards. Only counts come out.

A hand is looked up by the number of its suit class. All that matters of it is one integer: the strength of
its low hand as set in bits 0 to 6, of its high hand in 7 to 19, its bonus line in 20 to 23, and its line for
insurance from 24 on.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from paigow.odds.kernels.chance import draw
from paigow.odds.kernels.numbering import _number

I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
F64 = npt.NDArray[np.float64]
U64 = npt.NDArray[np.uint64]
U32 = npt.NDArray[np.uint32]
U8 = npt.NDArray[np.uint8]

LINE_SHIFT = 20
INSURANCE_SHIFT = 24
_LOW = np.uint32(127)
_HALVES = np.uint32((1 << LINE_SHIFT) - 1)
_LINE = np.uint32((1 << (INSURANCE_SHIFT - LINE_SHIFT)) - 1)


@numba.njit(cache=True, inline="always")
def _seven(cards: U8, first: int, bits: I64) -> np.int64:
    x = np.int64(0)
    for k in range(first, first + 7):
        x |= bits[cards[k]]
    return x


@numba.njit(cache=True, nogil=True)
def card_rounds(
    state: U64,
    rounds: int,
    seats: int,
    bits: I64,
    keys: I32,
    places: I32,
    runs: U8,
    multisets: I64,
    counts: I64,
    starts: I64,
    player: U32,
    bank: U32,
    nets: F64,
    envies: F64,
    insurance: F64,
    results: I64,
    line_counts: I64,
    insurance_counts: I64,
    squares: F64,
) -> None:
    """Deal to a bank and so many seats, round after round.

    `results[wins, losses]` counts rounds by how many seats won and lost. `nets[wager, line]` is what a line
    gains, `envies[wager, line]` what it brings each other seat. `squares` adds up the squares of what the
    seats of a round gained together: by each wager, then by each with its envy, then by insurance.
    """
    cards = np.arange(53).astype(np.uint8)
    wagers = len(nets)
    gained = np.zeros(2 * wagers + 1)
    for _ in range(rounds):
        draw(state, cards, 7 * (seats + 1))
        x = _seven(cards, 0, bits)
        theirs = bank[_number(x, keys, places, runs, multisets, counts, starts)] & _HALVES
        wins = 0
        losses = 0
        gained[:] = 0.0
        for seat in range(1, seats + 1):
            x = _seven(cards, 7 * seat, bits)
            mine = player[_number(x, keys, places, runs, multisets, counts, starts)]
            won = int((mine & _HALVES) >> np.uint32(7) > theirs >> np.uint32(7))
            won += int((mine & _LOW) > (theirs & _LOW))
            wins += won == 2
            losses += won == 0
            line = (mine >> np.uint32(LINE_SHIFT)) & _LINE
            insured = mine >> np.uint32(INSURANCE_SHIFT)
            line_counts[line] += 1
            insurance_counts[insured] += 1
            for w in range(wagers):
                gained[w] += nets[w, line]
                gained[wagers + w] += nets[w, line] + envies[w, line] * (seats - 1)
            gained[2 * wagers] += insurance[insured]
        results[wins, losses] += 1
        for w in range(2 * wagers + 1):
            squares[w] += gained[w] * gained[w]
