"""Whole rounds of both games with random pieces, as compiled loops. Only counts come out.

Random numbers are xoshiro256** by Blackman and Vigna, in four words of state. Seeds and streams are made
outside; the same state always gives the same numbers.

A hand is looked up by its class number. What matters about a card hand is one integer: the strength of its
low hand as set in bits 0 to 6, of its high hand in 7 to 19, and its combination of lines from 20 on. A
combination's gains are a row of sums, one for each line wager, alone or with envy.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

from paigow.odds.counting.kernels.numbering import _number

I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]
I16 = npt.NDArray[np.int16]
F64 = npt.NDArray[np.float64]
U64 = npt.NDArray[np.uint64]
U32 = npt.NDArray[np.uint32]
U16 = npt.NDArray[np.uint16]
U8 = npt.NDArray[np.uint8]
Bools = npt.NDArray[np.bool_]

HIGH_SHIFT = 7
LINES_SHIFT = 20
_LOW = np.uint32((1 << HIGH_SHIFT) - 1)
_HALVES = np.uint32((1 << LINES_SHIFT) - 1)
_TO_HIGH = np.uint32(HIGH_SHIFT)
_TO_LINES = np.uint32(LINES_SHIFT)
_LOWER_HALF = np.uint64(0xFFFFFFFF)
_HALF_WORD = np.uint64(32)


@numba.njit(cache=True, inline="always")
def _rotated(x: np.uint64, k: int) -> np.uint64:
    return np.uint64((x << np.uint64(k)) | (x >> np.uint64(64 - k)))


@numba.njit(cache=True)
def next_word(state: U64) -> np.uint64:
    """The next 64 random bits."""
    result = np.uint64(_rotated(np.uint64(state[1] * np.uint64(5)), 7) * np.uint64(9))
    t = np.uint64(state[1] << np.uint64(17))
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = _rotated(state[3], 45)
    return result


@numba.njit(cache=True, inline="always")
def below(state: U64, bound: int) -> int:
    """A number from 0 up to a bound (exclusive), each equally likely.

    The upper 32 bits times the bound, shifted down; a product whose lower half is below 2**32 mod bound is
    drawn again to avoid bias (Lemire).
    """
    b = np.uint64(bound)
    m = np.uint64((next_word(state) >> _HALF_WORD) * b)
    if (m & _LOWER_HALF) < b:
        floor = np.uint64((np.uint64(1) << _HALF_WORD) % b)
        while (m & _LOWER_HALF) < floor:
            m = np.uint64((next_word(state) >> _HALF_WORD) * b)
    number: int = np.int64(m >> _HALF_WORD)  # type: ignore[assignment]
    return number


@numba.njit(cache=True)
def draw(state: U64, pieces: U8, count: int) -> None:
    """Bring this many random pieces to the front, in random order, each order equally likely."""
    n = len(pieces)
    for k in range(count):
        other = k + below(state, n - k)
        held = pieces[k]
        pieces[k] = pieces[other]
        pieces[other] = held


@numba.njit(cache=True, inline="always")
def _seven(cards: U8, first: int, bits: I64) -> np.int64:
    x = np.int64(0)
    for k in range(first, first + 7):
        x |= bits[cards[k]]
    return x


@numba.njit(cache=True, inline="always")
def _add_squares(squares: F64, held: I64, gains: F64, dealt_gains: F64, d: int, sums: int) -> None:
    """Add the squares of what one round's hands gain: those of the seats, and the dealer's `d`."""
    for s in range(sums):
        gained = dealt_gains[d, s]
        for k in range(len(held)):
            gained += gains[held[k], s]
        squares[s] += gained * gained


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
    gains: F64,
    dealt_gains: F64,
    results: I64,
    made: I64,
    dealt: I64,
    squares: F64,
) -> None:
    """Deal to a bank and this many seats, round after round.

    `results[wins, losses]` counts rounds by how many seats won and lost; `made` and `dealt` the hands of the
    seats and of the dealer by combination of lines. `gains[combination, sum]` is what a seat's hand adds to
    a sum, `dealt_gains` what the dealer's does, and `squares` adds up the squares of the sums of each round.
    """
    cards = np.arange(53).astype(np.uint8)
    sums = gains.shape[1]
    held = np.zeros(seats, dtype=np.int64)
    for _ in range(rounds):
        draw(state, cards, 7 * (seats + 1))
        x = _seven(cards, 0, bits)
        theirs = bank[_number(x, keys, places, runs, multisets, counts, starts)]
        d = np.int64(theirs >> _TO_LINES)
        dealt[d] += 1
        theirs &= _HALVES
        wins = 0
        losses = 0
        for seat in range(1, seats + 1):
            x = _seven(cards, 7 * seat, bits)
            mine = player[_number(x, keys, places, runs, multisets, counts, starts)]
            won = int((mine & _HALVES) >> _TO_HIGH > theirs >> _TO_HIGH)
            won += int((mine & _LOW) > (theirs & _LOW))
            wins += won == 2
            losses += won == 0
            c = np.int64(mine >> _TO_LINES)
            made[c] += 1
            held[seat - 1] = c
        results[wins, losses] += 1
        _add_squares(squares, held, gains, dealt_gains, d, sums)


@numba.njit(cache=True, nogil=True)
def draw_decks(state: U64, count: int, decks: U8) -> None:
    """Bring this many random cards to the front of each deck."""
    for i in range(len(decks)):
        draw(state, decks[i], count)


@numba.njit(cache=True, nogil=True)
def gains_of_seeing(
    unseen: I64,
    keys: I32,
    places: I32,
    runs: U8,
    multisets: I64,
    counts: I64,
    starts: I64,
    dealer: U32,
    high: U16,
    low: U8,
    marked: Bools,
    gain: int,
    cost: int,
    out: I64,
) -> None:
    """For each row of single cards left unseen, every hand of seven of them as the dealer's.

    `out[i]` becomes the greatest gain * wins - cost * losses among the marked settings, then that of the last
    column. A setting wins if both halves of the dealer's hand are below, and loses if neither is.
    """
    settings = high.shape[1]
    win = np.zeros(settings, dtype=np.int64)
    lose = np.zeros(settings, dtype=np.int64)
    cards = unseen.shape[1]
    for i in range(len(unseen)):
        win[:] = 0
        lose[:] = 0
        chosen = np.int64((1 << 7) - 1)
        while chosen >> cards == 0:
            x = np.int64(0)
            left = chosen
            k = 0
            while left:
                if left & 1:
                    x |= unseen[i, k]
                left >>= 1
                k += 1
            theirs = dealer[_number(x, keys, places, runs, multisets, counts, starts)]
            their_high = theirs >> _TO_HIGH
            their_low = theirs & _LOW
            for s in range(settings):
                if marked[i, s]:
                    won = int(their_high < high[i, s]) + int(their_low < low[i, s])
                    win[s] += won == 2
                    lose[s] += won == 0
            lowest = chosen & -chosen
            ripple = chosen + lowest
            chosen = ripple | (((chosen ^ ripple) >> 2) // lowest)
        best = -np.int64(1 << 62)
        for s in range(settings):
            if marked[i, s]:
                best = max(best, gain * win[s] - cost * lose[s])
        out[i, 0] = best
        out[i, 1] = gain * win[settings - 1] - cost * lose[settings - 1]


@numba.njit(cache=True, inline="always")
def _hand(tiles: U8, kinds: U8, number: I16, k: int) -> int:
    h: int = number[kinds[tiles[k]], kinds[tiles[k + 1]], kinds[tiles[k + 2]], kinds[tiles[k + 3]]]
    return h


@numba.njit(cache=True)
def _dice_bonus(
    series: I64, bonus: I64, seats: int, eye: int, triple: bool, shaker_pays: I64, other_pays: I64
) -> None:
    """Settle the dice bonus wagers of all seats; `series` is triples so far, button, and gains so far.

    Every seat has a wager whenever it can, so a series begins and ends for all of them at once.
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
    lines: U16,
    gains: F64,
    dealt_gains: F64,
    dice_seats: int,
    shaker_pays: I64,
    other_pays: I64,
    results: I64,
    made: I64,
    dealt: I64,
    squares: F64,
    throws: I64,
    bonus: I64,
) -> None:
    """Roll the dice, if any seat bets on them, and deal to a bank and this many seats, round after round.

    `results[triple, wins, losses]` counts rounds by the dice and by how many seats won and lost. Lines are
    summed as in `card_rounds`; `lines` has the combination of each hand. `throws[eye, second, third]` count
    from 0, and `bonus` the series of dice bonus wagers that ended: how many, the sum, and the squares of what
    the seats together gained.
    """
    tiles = np.arange(32).astype(np.uint8)
    series = np.array([0, -1, 0], dtype=np.int64)
    sums = gains.shape[1]
    held = np.zeros(seats, dtype=np.int64)
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
        for seat in range(1, seats + 1):
            h = _hand(tiles, kinds, number, 4 * seat)
            won = int(high[h] > bank_high[b]) + int(low[h] > bank_low[b] and not zero[h])
            wins += won == 2
            losses += won == 0
            held[seat - 1] = h
        results[int(triple), wins, losses] += 1
        if sums:
            d = np.int64(lines[b])
            dealt[d] += 1
            for k in range(seats):
                held[k] = lines[held[k]]
                made[held[k]] += 1
            _add_squares(squares, held, gains, dealt_gains, d, sums)
