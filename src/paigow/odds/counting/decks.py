"""A deck, whole or reduced, and its sets of cards by suit class, numbered without gaps. Not their ranks.

A reduced deck has fewer ranks, so that a test can deal every pair of its hands; it is counted by the same
code as the full deck.

Sets of up to five cards that two hands could share have a row each. A set's code sums one fixed number per
suit, so permuting suits doesn't change it, and the codes of all subsets of a hand are sums. Sets of six and
seven are `nearest` hands and need no rows.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.material.cards import JOKER, RANK_SIGNS
from paigow.ranks.classes import HandClasses, suit_shapes

if TYPE_CHECKING:
    from paigow.odds.counting.kernels.sweeping import SetTable

HAND: Final = 7
"""Cards in a hand."""

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CountedDeck:
    """Some ranks in four suits, with or without the joker."""

    ranks: tuple[int, ...] = tuple(range(2, 15))
    joker: bool = True

    def __len__(self) -> int:
        return 4 * len(self.ranks) + self.joker

    def __str__(self) -> str:
        return ",".join(map(str, self.ranks)) + ("+joker" if self.joker else "")

    @property
    def card_indexes(self) -> tuple[int, ...]:
        naturals = tuple(4 * (rank - 2) + suit for rank in self.ranks for suit in range(4))
        return (*naturals, JOKER.index) if self.joker else naturals


FULL: Final = CountedDeck()


def parse_deck(text: str) -> CountedDeck:
    """A reduced deck by its ranks, such as `2 3 K A Jo`; raise BadInput."""
    signs = {sign.casefold(): rank for rank, sign in RANK_SIGNS.items()}
    words = text.casefold().split()
    names = [word for word in words if word != "jo"]
    for name in names:
        if name not in signs:
            raise BadInput(
                f"there is no rank {name!r}",
                where=text,
                allowed="ranks are 2 to 10, J, Q, K, and A, and Jo is the joker",
            )
        if words.count(name) > 1:
            raise BadInput(f"the rank {name!r} is given twice", where=text, allowed="give each rank once")
    deck = CountedDeck(tuple(sorted(signs[name] for name in names)), joker="jo" in words)
    if len(deck) < 2 * HAND:
        raise BadInput(
            f"a deck of {len(deck)} cards is too small",
            where=text,
            allowed="two hands need at least 14 cards",
        )
    return deck


def replies_to_one(deck: CountedDeck) -> int:
    """How many hands can be dealt next to a given one: C(46, 7) = 53,524,680 from the full deck."""
    return comb(len(deck) - HAND, HAND)


class Numbering(NamedTuple):
    """What the kernels need to number a set of cards; only `starts` and `runs` depend on its size."""

    keys: npt.NDArray[np.int32]
    places: npt.NDArray[np.int32]
    runs: npt.NDArray[np.uint8]
    multisets: Ints
    counts: Ints
    starts: Ints


@cache
def _masks_by_size(ranks: tuple[int, ...]) -> tuple[Ints, Ints]:
    counts = np.array([comb(len(ranks), size) for size in range(HAND + 1)], dtype=np.int64)
    table = np.zeros((HAND + 1, int(counts.max())), dtype=np.int64)
    for size in range(HAND + 1):
        masks = sorted(
            (sum(1 << rank - 2 for rank in some) for some in combinations(ranks, size)), reverse=True
        )
        table[size, : len(masks)] = masks
    return table, counts


def _multichoose(kinds: int, chosen: int) -> int:
    return comb(kinds + chosen - 1, chosen) if kinds else int(chosen == 0)


def _classes_of_shape(shape: tuple[int, ...], counts: Ints) -> int:
    return prod(_multichoose(int(counts[size]), shape.count(size)) for size in set(shape))


def _shapes(deck: CountedDeck, cards: int) -> list[tuple[bool, tuple[int, ...]]]:
    """The suit shapes of this many cards in class order: without the joker first."""
    jokers = [joker for joker in (False, True) if joker <= min(cards, deck.joker)]
    return [(joker, shape) for joker in jokers for shape in suit_shapes(cards - joker)]


@cache
def numbering(deck: CountedDeck, cards: int = HAND) -> Numbering:
    """The tables that give a set of this many cards its class number."""
    by_size, counts = _masks_by_size(deck.ranks)
    keys = np.zeros(1 << 13, dtype=np.int32)
    places = np.zeros(1 << 13, dtype=np.int32)
    for size in range(HAND + 1):
        masks = by_size[size, : counts[size]]
        keys[masks] = size << 13 | masks
        places[masks] = np.arange(len(masks))
    multisets = np.array([[_multichoose(n, r) for r in range(5)] for n in range(int(counts.max()) + 1)])
    runs = np.zeros((1 << 13, 4), dtype=np.uint8)
    starts = np.zeros(1 << 13, dtype=np.int64)
    start = 0
    for joker, shape in _shapes(deck, cards):
        code = joker << 12 | shape[0] << 9 | shape[1] << 6 | shape[2] << 3 | shape[3]
        runs[code] = [shape[at:].count(size) for at, size in enumerate(shape)]
        starts[code] = start
        start += _classes_of_shape(shape, counts)
    return Numbering(keys, places, runs, multisets.astype(np.int64), counts, starts)


def classes(deck: CountedDeck, cards: int = HAND) -> HandClasses:
    """One set of this many cards per class, and how many sets it represents.

    For seven cards of the full deck these are the rows of `ranks.classes.card_hand_classes`.
    """
    from paigow.ranks import kernels

    by_size, counts = _masks_by_size(deck.ranks)
    shapes = _shapes(deck, cards)
    total = sum(_classes_of_shape(shape, counts) for _, shape in shapes)
    rows = np.zeros((total, cards), dtype=np.uint8)
    weights = np.zeros(total, dtype=np.uint8)
    at = 0
    for joker, shape in shapes:
        at = kernels.enumerate_suit_masks(by_size, counts, np.array(shape), joker, rows, weights, at)
    assert at == total
    return HandClasses(rows, weights)


def packed(cards: Cards) -> Ints:
    """Each row of cards as a set of bits: 13 * suit + rank, and 52 for the joker."""
    from paigow.odds.counting.kernels import numbering as kernels

    out = np.zeros(len(cards), dtype=np.int64)
    kernels.pack(np.ascontiguousarray(cards, dtype=np.uint8), out)
    return out


def hand_numbers(cards: Cards, deck: CountedDeck = FULL) -> Ints:
    """The class number of each row of cards, in any order and any suits."""
    from paigow.odds.counting.kernels import numbering as kernels

    sets = packed(cards)
    out = np.zeros(len(sets), dtype=np.int64)
    kernels.number_all(sets, *numbering(deck, cards.shape[1]), out)
    return out


SHARED_IN_ROWS: Final = range(6)
"""The numbers of shared cards that rows of counters cover."""
SUIT_ORDERS: Final = 24
FEW: Final = range(5)
FIVE: Final = range(5, 6)
SLOTS_PER_BUCKET: Final = 8

SetWords = npt.NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class SetCounters:
    """Counters for the sets of the chosen sizes, initially zero, and how to find them.

    Five shared cards leave few enough hands for half the width, and there are many such sets.
    """

    few: SetTable
    few_counters: npt.NDArray[np.uint32]
    five: SetTable
    five_counters: npt.NDArray[np.uint16]


@cache
def suit_codes() -> SetWords:
    """A fixed number of 64 bits for each mask of 13 ranks, then one for the joker.

    They are the output of SplitMix64 (Steele, Lea and Flood, 2014) started at 1. The first, for no rank at
    all, starts the code of every set, so that no code is zero.
    """
    with np.errstate(over="ignore"):
        z = np.arange((1 << 13) + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(1)
        z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
        return np.asarray(z ^ z >> np.uint64(31), dtype=np.uint64)


def set_code(sets: Ints) -> SetWords:
    """The code of each packed set: the plain twin of the kernels' sum."""
    numbers = suit_codes()
    codes = np.full(len(sets), numbers[0])
    for suit in range(4):
        masks = sets >> 13 * suit & 0x1FFF
        codes += np.where(masks > 0, numbers[masks], np.uint64(0))
    return codes + np.where(sets >> 52 > 0, numbers[-1], np.uint64(0))


@cache
def _table(deck: CountedDeck, sizes: range) -> SetTable:
    """A slot for every class of sets of these sizes (hash and displace), with its symmetry."""
    from paigow.odds.counting.kernels.sweeping import SetTable, place_sets

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


def empty_rows(deck: CountedDeck, sizes: Collection[int] = SHARED_IN_ROWS) -> SetCounters:
    """Rows for the sets of the given sizes, at most five cards each."""
    from paigow.odds.counting.kernels.sweeping import LANES

    assert SUIT_ORDERS * comb(len(deck), HAND) < 1 << 32
    assert SUIT_ORDERS * comb(len(deck) - 5, HAND - 5) < 1 << 16
    few, five = _table(deck, FEW), _table(deck, FIVE)
    few_sizes, five_sizes = set(sizes) & set(FEW), set(sizes) & set(FIVE)
    return SetCounters(
        _choosing(few, few_sizes),
        np.zeros(LANES * len(few.symmetry) * bool(few_sizes), dtype=np.uint32),
        _choosing(five, five_sizes),
        np.zeros(LANES * len(five.symmetry) * bool(five_sizes), dtype=np.uint16),
    )
