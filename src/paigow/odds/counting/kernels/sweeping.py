"""Compiled loops over pairs of card hands, over sets that they share, and over the settings of a hand."""

from __future__ import annotations

from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
U32 = npt.NDArray[np.uint32]
U64 = npt.NDArray[np.uint64]
I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
Counters = U16 | U32


class SetTable(NamedTuple):
    """How to find the row of a set.

    Its bucket is the low bits of its code (`mask`). Its slot is the top bits (all but `bits`) of the code
    times the bucket's factor.
    """

    chosen: U8
    """Which of the 128 subsets of a hand have rows here, sets of even size first."""
    evens: int
    bits: int
    mask: int
    factors: U64
    symmetry: U8


LANES = 96
_STRENGTHS = 91
_JOKER = 52
_SUIT = (1 << 13) - 1


@numba.njit(cache=True)
def place_sets(codes: U64, first: I64, order: I64, bits: int, taken: U8, factors: U64, slots: I64) -> None:
    """Give every code its own slot: the top bits of its product with its bucket's factor.

    Bucket b holds the codes from `first[b]` to `first[b + 1]`; buckets are settled in the given order.
    """
    for b in order:
        factor = np.uint64(1)
        settled = first[b]
        while settled < first[b + 1]:
            for k in range(first[b], first[b + 1]):
                slot = (codes[k] * factor) >> np.uint64(bits)
                if taken[slot]:
                    break
                taken[slot] = 1
                slots[k] = slot
                settled += 1
            if settled < first[b + 1]:
                for k in range(first[b], settled):
                    taken[slots[k]] = 0
                settled = first[b]
                factor += np.uint64(2)
        factors[b] = factor


@numba.njit(cache=True, inline="always")
def _subset_codes(x: int, suit_codes: U64, out: U64) -> None:
    """The codes of all 128 subsets of a hand, so that the ones in the index count the cards of the subset."""
    n = 1
    out[0] = suit_codes[0]
    for s in range(4):
        m = (x >> 13 * s) & _SUIT
        sub = 0
        base = n
        while sub != m:
            sub = (sub - m) & m
            for i in range(base):
                out[n + i] = out[i] + suit_codes[sub]
            n += base
    if x >> _JOKER:
        for i in range(n):
            out[n + i] = out[i] + suit_codes[_SUIT + 1]


@numba.njit(cache=True, inline="always")
def _rows(codes: U64, table: SetTable, out: U32) -> None:
    """Where the rows of the chosen subsets start."""
    for n in range(len(table.chosen)):
        c = codes[table.chosen[n]]
        slot = (c * table.factors[c & np.uint64(table.mask)]) >> np.uint64(table.bits)
        out[n] = slot * np.uint64(LANES)


@numba.njit(cache=True, inline="always")
def _add(counters: Counters, table: SetTable, rows: U32, amounts: U32, weight: int, low: int) -> None:
    lane = np.int64(low) + 1
    for n in range(len(table.chosen)):
        amounts[n] = weight * table.symmetry[rows[n] // np.uint32(LANES)]
        counters[rows[n]] += amounts[n]
    while lane <= _STRENGTHS:
        for n in range(len(table.chosen)):
            counters[rows[n] + np.uint32(lane)] += amounts[n]
        lane += lane & -lane


@numba.njit(cache=True, inline="always")
def _read(counters: Counters, table: SetTable, rows: U32, lane: int) -> np.int64:
    """One lane of every row, minus those of sets of odd size."""
    total = np.int64(0)
    for n in range(table.evens):
        total += np.int64(counters[rows[n] + np.uint32(lane)])
    for n in range(table.evens, len(table.chosen)):
        total -= np.int64(counters[rows[n] + np.uint32(lane)])
    return total


@numba.njit(cache=True, inline="always")
def _below(counters: Counters, table: SetTable, rows: U32, low: int) -> np.int64:
    """Hands swept so far whose low half is below the given strength."""
    total = np.int64(0)
    lane = np.int64(low)
    while lane:
        total += _read(counters, table, rows, lane)
        lane &= lane - 1
    return total


@numba.njit(cache=True, nogil=True)
def accumulate(counters: Counters, rows: int) -> None:
    """Turn each row into cumulative sums: its lane f then says how many hands are below strength f."""
    plain = np.zeros(LANES, dtype=np.int64)
    for r in range(rows):
        start = r * LANES
        for low in range(1, _STRENGTHS + 1):
            plain[low] = 0
            lane = low
            while lane:
                plain[low] += np.int64(counters[start + lane])
                lane &= lane - 1
        for lane in range(_STRENGTHS + 1):
            counters[start + lane] = plain[lane]


@numba.njit(cache=True, inline="always")
def _answer(
    low: int,
    few: SetTable,
    few_counters: U32,
    few_rows: U32,
    five: SetTable,
    five_counters: U16,
    five_rows: U32,
) -> tuple[np.int64, np.int64]:
    """Hands swept so far that are below in the low half, and all."""
    below = _below(few_counters, few, few_rows, low) + _below(five_counters, five, five_rows, low)
    every = _read(few_counters, few, few_rows, 0) + _read(five_counters, five, five_rows, 0)
    return below, every


@numba.njit(cache=True, nogil=True)
def sweep(
    hands: I64,
    weights: U8,
    low: U8,
    hands_first: I64,
    asked: I64,
    asked_low: U8,
    asked_weights: U8,
    asked_first: I64,
    targets: I32,
    suit_codes: U64,
    few: SetTable,
    few_counters: U32,
    five: SetTable,
    five_counters: U16,
    out: I64,
) -> None:
    """Take hands level by level of the high half; before each level, answer its questions.

    Hands of level v are those from `hands_first[v]` to `hands_first[v + 1]`, questions alike; there is one
    level of questions more. `out[targets[q]]` gains, 24 times and weighted: the replies below in both halves,
    then all below in the high half.
    """
    codes = np.zeros(128, dtype=np.uint64)
    few_rows = np.zeros(128, dtype=np.uint32)
    five_rows = np.zeros(128, dtype=np.uint32)
    amounts = np.zeros(128, dtype=np.uint32)
    for v in range(len(asked_first) - 1):
        for q in range(asked_first[v], asked_first[v + 1]):
            _subset_codes(asked[q], suit_codes, codes)
            _rows(codes, few, few_rows)
            _rows(codes, five, five_rows)
            below, every = _answer(asked_low[q], few, few_counters, few_rows, five, five_counters, five_rows)
            w = np.int64(asked_weights[q])
            out[targets[q], 0] += w * below
            out[targets[q], 1] += w * every
        if v < len(hands_first) - 1:
            for i in range(hands_first[v], hands_first[v + 1]):
                _subset_codes(hands[i], suit_codes, codes)
                _rows(codes, few, few_rows)
                _rows(codes, five, five_rows)
                w32 = np.uint32(weights[i])
                _add(few_counters, few, few_rows, amounts, w32, low[i])
                _add(five_counters, five, five_rows, amounts, w32, low[i])


@numba.njit(cache=True, nogil=True)
def sum_lows(
    asked: I64,
    asked_low: U8,
    asked_weights: U8,
    targets: I32,
    suit_codes: U64,
    few: SetTable,
    few_counters: U32,
    five: SetTable,
    five_counters: U16,
    out: I64,
) -> None:
    """When all hands are swept and the rows accumulated, answer for the low half alone.

    Adds the replies below to column 2 of `out[targets[q]]`.
    """
    codes = np.zeros(128, dtype=np.uint64)
    few_rows = np.zeros(128, dtype=np.uint32)
    five_rows = np.zeros(128, dtype=np.uint32)
    for q in range(len(asked)):
        if q == 0 or asked[q] != asked[q - 1]:
            _subset_codes(asked[q], suit_codes, codes)
            _rows(codes, few, few_rows)
            _rows(codes, five, five_rows)
        w = np.int64(asked_weights[q])
        f = np.int64(asked_low[q])
        answer = _read(few_counters, few, few_rows, f) + _read(five_counters, five, five_rows, f)
        out[targets[q], 2] += w * answer


Bools = npt.NDArray[np.bool_]


@numba.njit(cache=True, nogil=True)
def mark_candidates(low: U8, high: U16, fouled: Bools, out: Bools) -> None:
    """Mark the settings that aren't fouled and that no other such setting matches or beats in both halves.

    Of settings equal in both halves, the first is marked.
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

    Ties go to the highest high hand. Candidates of a row are adjacent; `out` starts at -1.
    """
    for c in range(len(rows)):
        best = out[rows[c]]
        if best < 0:
            out[rows[c]] = c
            continue
        more = gain * (win[c] - win[best]) - cost * (lose[c] - lose[best])
        if more > 0 or (more == 0 and high[c] > high[best]):
            out[rows[c]] = c
