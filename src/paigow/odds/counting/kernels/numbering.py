"""Compiled loops that number card hands by suit class, and compare hands one card apart.

A set of cards is one integer: bit 13 * suit + rank for each card, bit 52 for the joker. The number of a class
is its row in `decks.classes`; the plain twin is a dictionary from `plain_card_class` to that row.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]

_JOKER = 52
_SUIT = (1 << 13) - 1


@numba.njit(cache=True, nogil=True)
def pack(cards: U8, out: I64) -> None:
    """Convert each row of cards to a set of bits."""
    for i in range(len(cards)):
        out[i] = 0
        for k in range(cards.shape[1]):
            c = np.int64(cards[i, k])
            out[i] |= 1 << (np.int64(_JOKER) if c == _JOKER else 13 * (c & 3) + (c >> 2))


@numba.njit(cache=True, inline="always")
def _number(x: int, keys: I32, places: I32, runs: U8, multisets: I64, counts: I64, starts: I64) -> np.int64:
    """The class of the set x.

    `keys[mask]` sorts suits, larger ones first. `places[mask]` is the index of a mask among those of its
    size. `runs[shape]` says four times how many suits of the same size are left, including this one.
    `multisets[n, r]` is in how many ways r suits can hold any of n masks, regardless of order.
    """
    a = keys[x & _SUIT]
    b = keys[(x >> 13) & _SUIT]
    c = keys[(x >> 26) & _SUIT]
    d = keys[(x >> 39) & _SUIT]
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    shape = ((x >> _JOKER) << 12) | (a >> 13 << 9) | (b >> 13 << 6) | (c >> 13 << 3) | (d >> 13)
    number = np.int64(0)
    previous = np.int64(0)
    left = np.int64(0)
    for key, run in ((a, runs[shape, 0]), (b, runs[shape, 1]), (c, runs[shape, 2]), (d, runs[shape, 3])):
        n = counts[key >> 13]
        if left <= 1:
            number *= multisets[n, run]
            previous = np.int64(0)
        place = places[key & _SUIT]
        number += multisets[n - previous, run] - multisets[n - place, run]
        previous = place
        left = run
    result: np.int64 = number + starts[shape]
    return result


@numba.njit(cache=True, nogil=True)
def number_all(
    packed: I64, keys: I32, places: I32, runs: U8, multisets: I64, counts: I64, starts: I64, out: I64
) -> None:
    """The class number of each packed set."""
    for i in range(len(packed)):
        out[i] = _number(packed[i], keys, places, runs, multisets, counts, starts)


@numba.njit(cache=True, nogil=True)
def extend_sixes(
    sixes: I64,
    cards: I64,
    keys: I32,
    places: I32,
    runs: U8,
    multisets: I64,
    counts: I64,
    starts: I64,
    points: U32,
    out: U32,
) -> None:
    """For each set of six, the points of all hands made by adding one of `cards` (each a single bit)."""
    for i in range(len(sixes)):
        k = 0
        for c in cards:
            if not sixes[i] & c:
                out[i, k] = points[_number(sixes[i] | c, keys, places, runs, multisets, counts, starts)]
                k += 1


@numba.njit(cache=True, inline="always")
def _below(points: U32, high: np.uint32, low: np.uint32) -> tuple[np.uint32, np.uint32, np.uint32]:
    """How many points are below in both halves, in the high half, and in the low half."""
    both = np.uint32(0)
    highs = np.uint32(0)
    lows = np.uint32(0)
    for k in range(len(points)):
        h = np.uint32(points[k] < high)
        f = np.uint32((points[k] & np.uint32(127)) < low)
        both += h & f
        highs += h
        lows += f
    return both, highs, lows


@numba.njit(cache=True, nogil=True)
def count_nearest(
    hands: I64,
    rows: I32,
    high: U16,
    low: U8,
    keys: I32,
    places: I32,
    runs: U8,
    multisets: I64,
    counts: I64,
    starts: I64,
    points: U32,
    near: U32,
    out: I64,
) -> None:
    """The terms of six and seven shared cards: a reply through each six of a hand, less the hand itself.

    For each of `rows` of `hands`, adds to `out` how many replies are below (high, low) in both halves, in the
    high half, and in the low half. `near` is what `extend_sixes` wrote.
    """
    for i in range(len(rows)):
        x = hands[rows[i]]
        h = np.uint32(high[i]) << np.uint32(7)
        f = np.uint32(low[i])
        m = x
        while m:
            six = x ^ (m & -m)
            m &= m - 1
            s = _number(six, keys, places, runs, multisets, counts, starts)
            both, highs, lows = _below(near[s], h, f)
            out[i, 0] += both
            out[i, 1] += highs
            out[i, 2] += lows
        own = points[rows[i]]
        out[i, 0] -= (own < h) & ((own & np.uint32(127)) < f)
        out[i, 1] -= own < h
        out[i, 2] -= (own & np.uint32(127)) < f
