"""Compiled loops over arrays of cards. Each has a plain twin in `poker` or `classes` that it must agree with.

Card rows hold card indexes in descending order, so the joker (52) can only come first.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

U8 = npt.NDArray[np.uint8]
U16 = npt.NDArray[np.uint16]
I64 = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

JOKER = 52
_FIVE_SUITED = 0x3333 << 40
_FOUR_SUITED = 0x4444 << 40
_CARRY = 0x8888 << 40


@numba.njit(cache=True, inline="always")
def _number(code: int, start: I64, place: I64) -> int:
    number: int = start[(code >> 16) & 0xFFFFFF] + place[code & 0xFFFF]
    return number


@numba.njit(cache=True)
def _suit_mask(cards: U8, suit: int, skip_a: int, skip_b: int) -> int:
    m = 0
    for k in range(len(cards)):
        if k not in (skip_a, skip_b) and cards[k] != JOKER and (cards[k] & 3) == suit:
            m |= 1 << (cards[k] >> 2)
    return m


@numba.njit(cache=True)
def _suit_of_carry(carry: int) -> int:
    s = 0
    while not (carry >> (43 + 4 * s)) & 1:
        s += 1
    return s


@numba.njit(cache=True, nogil=True)
def rank_settings(
    cards: U8,
    codes: I64,
    start4: I64,
    start5: I64,
    place: I64,
    plain: U16,
    jplain: U16,
    flush: U16,
    jflush: U16,
    two: U8,
    ceiling: U8,
    low: U8,
    high: U16,
    fouled: Bools,
) -> None:
    """For each row of seven cards the strengths of all 21 settings, in the order of `batch.SETTINGS`."""
    for i in range(len(cards)):
        row = cards[i]
        total = 0
        for k in range(7):
            total += codes[row[k]]
        t = 0
        for a in range(6):
            for b in range(a + 1, 7):
                code = total - codes[row[a]] - codes[row[b]]
                joker = row[0] == JOKER and a != 0
                if joker:
                    h = jplain[_number(code, start4, place)]
                    carry = (code + _FOUR_SUITED) & _CARRY
                else:
                    h = plain[_number(code, start5, place)]
                    carry = (code + _FIVE_SUITED) & _CARRY
                if carry:
                    m = _suit_mask(row, _suit_of_carry(carry), a, b)
                    h = max(h, jflush[m] if joker else flush[m])
                f = two[row[a], row[b]]
                low[i, t] = f
                high[i, t] = h
                fouled[i, t] = f > ceiling[h]
                t += 1


@numba.njit(cache=True, nogil=True)
def rank_fives(
    cards: U8,
    codes: I64,
    start4: I64,
    start5: I64,
    place: I64,
    plain: U16,
    jplain: U16,
    flush: U16,
    jflush: U16,
    out: U16,
) -> None:
    """The strength of each row of five cards."""
    for i in range(len(cards)):
        row = cards[i]
        code = 0
        joker = False
        for k in range(5):
            code += codes[row[k]]
            joker = joker or row[k] == JOKER
        if joker:
            h = jplain[_number(code, start4, place)]
            carry = (code + _FOUR_SUITED) & _CARRY
        else:
            h = plain[_number(code, start5, place)]
            carry = (code + _FIVE_SUITED) & _CARRY
        if carry:
            m = _suit_mask(row, _suit_of_carry(carry), -1, -1)
            h = max(h, jflush[m] if joker else flush[m])
        out[i] = h


@numba.njit(cache=True, nogil=True)
def rank_sevens(
    cards: U8,
    codes: I64,
    start6: I64,
    start7: I64,
    place: I64,
    best: U16,
    jbest: U16,
    flush: U16,
    jflush: U16,
    out: U16,
) -> None:
    """The strength of the best five of each row of seven cards, in any order."""
    for i in range(len(cards)):
        row = cards[i]
        code = 0
        joker = False
        for k in range(7):
            code += codes[row[k]]
            joker |= row[k] == JOKER
        if joker:
            h = jbest[_number(code, start6, place)]
            carry = (code + _FOUR_SUITED) & _CARRY
        else:
            h = best[_number(code, start7, place)]
            carry = (code + _FIVE_SUITED) & _CARRY
        if carry:
            m = _suit_mask(row, _suit_of_carry(carry), -1, -1)
            h = max(h, jflush[m] if joker else flush[m])
        out[i] = h


@numba.njit(cache=True)
def best_of_ranks(
    digits: I64,
    codes_by_rank: I64,
    start4: I64,
    start5: I64,
    place: I64,
    plain: U16,
    jplain: U16,
    joker: bool,
    out: U16,
) -> None:
    """The best unsuited five among the ranks of each row, with the joker as one of them if requested."""
    n = digits.shape[1]
    for i in range(len(digits)):
        best = 0
        for mask in range(1 << n):
            code = 0
            c = 0
            for k in range(n):
                if (mask >> k) & 1:
                    code += codes_by_rank[digits[i, k]]
                    c += 1
            if c == 5:
                best = max(best, plain[_number(code, start5, place)])
            if joker and c == 4:
                best = max(best, jplain[_number(code, start4, place)])
        out[i] = best


@numba.njit(cache=True)
def _descend(masks: I64, joker: bool, row: U8) -> None:
    """Write the cards of four suit masks in descending order."""
    k = 0
    if joker:
        row[0] = JOKER
        k = 1
    for rank in range(12, -1, -1):
        for s in range(4):
            if (masks[s] >> rank) & 1:
                row[k] = rank * 4 + 3 - s
                k += 1


@numba.njit(cache=True)
def _orderings(masks: I64) -> int:
    """In how many ways four suits can carry these masks: 24 over the factorials of how often each occurs."""
    ways = 24
    run = 1
    for s in range(1, 4):
        run = run + 1 if masks[s] == masks[s - 1] else 1
        ways //= run
    return ways


@numba.njit(cache=True)
def enumerate_suit_masks(
    by_size: I64, sizes: I64, shape: I64, joker: bool, cards: U8, weights: U8, first: int
) -> int:
    """One hand for each way to assign suit masks of the given sizes, equal sizes in descending order.

    `by_size[n]` lists the masks of n ranks, strongest first; the hands are written from row `first` on.
    """
    masks = np.zeros(4, dtype=np.int64)
    at = first
    for a in range(sizes[shape[0]]):
        masks[0] = by_size[shape[0], a]
        for b in range(a if shape[1] == shape[0] else 0, sizes[shape[1]]):
            masks[1] = by_size[shape[1], b]
            for c in range(b if shape[2] == shape[1] else 0, sizes[shape[2]]):
                masks[2] = by_size[shape[2], c]
                for d in range(c if shape[3] == shape[2] else 0, sizes[shape[3]]):
                    masks[3] = by_size[shape[3], d]
                    _descend(masks, joker, cards[at])
                    weights[at] = _orderings(masks)
                    at += 1
    return at
