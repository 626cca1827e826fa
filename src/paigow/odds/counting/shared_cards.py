"""Sets of up to five cards that two hands may share: a code that suits do not change, and a row for each.

The code of a set adds up one fixed number per suit, so that exchanging suits changes nothing and the codes
of all subsets of a hand are sums. Sets of six and seven are `nearest` hands and need no rows.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.odds.counting.decks import HAND, Deck, classes, packed
from paigow.odds.counting.kernels.sweeping import LANES, SetTable, place_sets

SHARED_IN_ROWS: Final = range(6)
"""How many shared cards the rows of counters answer for."""
SUIT_ORDERS: Final = 24
FEW: Final = range(5)
FIVE: Final = range(5, 6)
SLOTS_PER_BUCKET: Final = 8

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rows:
    """Counters for the sets of the chosen sizes, all zero at first, and how to find them.

    Five shared cards leave few enough hands for half the width, and there are many such sets.
    """

    few: SetTable
    few_counters: npt.NDArray[np.uint32]
    five: SetTable
    five_counters: npt.NDArray[np.uint16]


@cache
def suit_codes() -> Words:
    """A fixed number of 64 bits for each mask of 13 ranks, then one for the joker.

    They are the output of SplitMix64 (Steele, Lea and Flood, 2014) started at 1. The first, for no rank at
    all, is where the code of every set starts, so that no code is zero.
    """
    with np.errstate(over="ignore"):
        z = np.arange((1 << 13) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return np.asarray(z ^ z >> np.uint64(31), dtype=np.uint64)


def set_code(sets: Ints) -> Words:
    """The code of each packed set: the plain twin of what the kernels add up."""
    numbers = suit_codes()
    codes = np.full(len(sets), numbers[0])
    for suit in range(4):
        masks = sets >> 13 * suit & 0x1FFF
        codes += np.where(masks > 0, numbers[masks], np.uint64(0))
    return codes + np.where(sets >> 52 > 0, numbers[-1], np.uint64(0))


@cache
def _table(deck: Deck, sizes: range) -> SetTable:
    """A slot for every class of sets of these sizes (hash and displace), with its symmetry."""
    found = [classes(deck, size) for size in sizes if size <= len(deck)]
    codes = np.concatenate([set_code(packed(each.cards)) for each in found])
    weights = np.concatenate([each.weights for each in found])
    assert len(np.unique(codes)) == len(codes)
    slot_bits = max(4, (len(codes) * 3 // 2).bit_length())
    mask = (1 << slot_bits) // SLOTS_PER_BUCKET - 1
    buckets = codes & np.uint64(mask)
    by_bucket = np.argsort(buckets, kind="stable")
    first = np.searchsorted(buckets[by_bucket], np.arange(mask + 2, dtype=np.uint64)).astype(np.int64)
    largest_first = np.argsort(-np.diff(first), kind="stable")
    factors = np.zeros(mask + 1, dtype=np.uint64)
    slots = np.zeros(len(codes), dtype=np.int64)
    taken = np.zeros(1 << slot_bits, dtype=np.uint8)
    place_sets(codes[by_bucket], first, largest_first, 64 - slot_bits, taken, factors, slots)
    symmetry = np.zeros(1 << slot_bits, dtype=np.uint8)
    symmetry[slots] = SUIT_ORDERS // weights[by_bucket]
    return SetTable(np.zeros(0, dtype=np.uint8), 0, 64 - slot_bits, mask, factors, symmetry)


def _choosing(table: SetTable, sizes: Collection[int]) -> SetTable:
    subsets = [subset for subset in range(1 << HAND) if subset.bit_count() in sizes]
    subsets.sort(key=lambda subset: subset.bit_count() % 2)
    evens = sum(subset.bit_count() % 2 == 0 for subset in subsets)
    return table._replace(chosen=np.array(subsets, dtype=np.uint8), evens=evens)


def empty_rows(deck: Deck, sizes: Collection[int] = SHARED_IN_ROWS) -> Rows:
    """Rows for the sets of the given sizes, at most five cards each."""
    assert SUIT_ORDERS * comb(len(deck), HAND) < 1 << 32
    assert SUIT_ORDERS * comb(len(deck) - 5, HAND - 5) < 1 << 16
    few, five = _table(deck, FEW), _table(deck, FIVE)
    few_sizes, five_sizes = set(sizes) & set(FEW), set(sizes) & set(FIVE)
    return Rows(
        _choosing(few, few_sizes),
        np.zeros(LANES * len(few.symmetry) * bool(few_sizes), dtype=np.uint32),
        _choosing(five, five_sizes),
        np.zeros(LANES * len(five.symmetry) * bool(five_sizes), dtype=np.uint16),
    )
