"""Lookup tables for ranking cards in bulk, built from the plain ranks of `poker`. The kernels read them.

Ranks are numbered densely by strength: 7,463 five-card ranks (five aces the last) and 91 two-card
ranks, so that they fit small arrays. A hand is summed up by one 64-bit code: each card adds to the
count of its rank and of its suit.

    bits 0..15   ranks 2 to 7 as digits in base 5     (below 5**6 = 15,625)
    bits 16..39  ranks 8 to ace as digits in base 5   (below 5**7 = 78,125)
    bits 40..55  cards of each suit, four bits each

The two halves of the rank counts give the number of a multiset of n ranks, without gaps, as
`starts[n][high half] + places[low half]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.material.cards import ACE, CARDS, JOKER, Card, card_at
from paigow.ranks.poker import (
    FiveRank,
    Order,
    Wheel,
    five_ranks,
    multisets,
    rank_five_cards,
    rank_two_cards,
    suited,
    two_ranks,
    unsuited,
)

LOW_RANKS: Final = 6
HIGH_RANKS: Final = 7
HIGH_SHIFT: Final = 16
SUIT_SHIFT: Final = 40
_RANKS: Final = range(ACE, 1, -1)

Codes = npt.NDArray[np.int64]
Strengths = npt.NDArray[np.uint16]


def _code(card: Card) -> int:
    if card.suit is None:
        return 0
    place = card.rank - 2
    rank_part: int = 5**place if place < LOW_RANKS else 5 ** (place - LOW_RANKS) << HIGH_SHIFT
    return rank_part + (1 << SUIT_SHIFT + 4 * (card.index % 4))


CODES: Final[Codes] = np.array([_code(card) for card in CARDS], dtype=np.int64)


@cache
def _digit_sums(digits: int) -> Codes:
    """How many cards each number counts: the sum of its digits in base 5."""
    sums = np.zeros(1, dtype=np.int64)
    for _ in range(digits):
        sums = np.add.outer(np.arange(5), sums).ravel()
    return sums


@cache
def places() -> Codes:
    """For each count of the low ranks, its index among the counts with the same number of cards."""
    sums = _digit_sums(LOW_RANKS)
    result = np.zeros(len(sums), dtype=np.int64)
    for cards in range(4 * LOW_RANKS + 1):
        alike = np.flatnonzero(sums == cards)
        result[alike] = np.arange(len(alike))
    return result


@cache
def starts(size: int) -> Codes:
    """For each count of the high ranks, the number of the first multiset of `size` ranks that has it."""
    low_multisets = np.bincount(_digit_sums(LOW_RANKS))
    rest = size - _digit_sums(HIGH_RANKS)
    own = np.where(rest >= 0, low_multisets[np.maximum(rest, 0)], 0)
    return np.cumsum(own) - own


def multiset_number(code: int, size: int) -> int:
    """The plain twin of the kernels' lookup."""
    return int(starts(size)[code >> HIGH_SHIFT & 0xFFFFFF] + places()[code & 0xFFFF])


@cache
def two_strengths_table(order: Order = Wheel.SECOND) -> npt.NDArray[np.uint8]:
    """The strength of two cards by their indexes."""
    number = {rank: strength for strength, rank in enumerate(two_ranks())}
    table = np.zeros((53, 53), dtype=np.uint8)
    for one, other in combinations(CARDS, 2):
        strength = number[rank_two_cards((one, other), order)]
        table[one.index, other.index] = table[other.index, one.index] = strength
    return table


@dataclass(frozen=True, slots=True)
class FiveTables:
    """Strengths of five cards: unsuited ones by multiset number, flushes by a mask of 13 ranks."""

    ranks: tuple[FiveRank, ...]
    plain: Strengths
    joker_plain: Strengths
    flush: Strengths
    joker_flush: Strengths
    ceiling: npt.NDArray[np.uint8]
    """For each five-card strength, the strongest two-card hand that isn't a foul beside it (R22)."""


@cache
def five_tables(wheel: Order) -> FiveTables:
    """All tables for one order, each entry computed by the plain function."""
    joker = (JOKER,)
    masks = {size: {_mask(ranks): suited(ranks) for ranks in combinations(_RANKS, size)} for size in (4, 5)}
    plain = {ranks: rank_five_cards(unsuited(ranks), wheel) for ranks in multisets(5)}
    joker_plain = {ranks: rank_five_cards(unsuited(ranks) + joker, wheel) for ranks in multisets(4)}
    flush = {mask: rank_five_cards(cards, wheel) for mask, cards in masks[5].items()}
    joker_flush = {mask: rank_five_cards(cards + joker, wheel) for mask, cards in masks[4].items()}
    ranks = five_ranks(wheel)
    number = {rank: strength for strength, rank in enumerate(ranks)}
    return FiveTables(
        ranks,
        _numbered({k: number[r] for k, r in plain.items()}, 5),
        _numbered({k: number[r] for k, r in joker_plain.items()}, 4),
        _masked({k: number[r] for k, r in flush.items()}),
        _masked({k: number[r] for k, r in joker_flush.items()}),
        np.array([_ceiling(rank) for rank in ranks], dtype=np.uint8),
    )


def _mask(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank - 2 for rank in ranks)


def _numbered(strengths: dict[tuple[int, ...], int], size: int) -> Strengths:
    table = np.zeros(len(strengths), dtype=np.uint16)
    for ranks, strength in strengths.items():
        code = sum(int(CODES[card_at(rank, "c").index]) & (1 << SUIT_SHIFT) - 1 for rank in ranks)
        table[multiset_number(code, size)] = strength
    return table


def _masked(strengths: dict[int, int]) -> Strengths:
    table = np.zeros(1 << 13, dtype=np.uint16)
    for mask, strength in strengths.items():
        table[mask] = strength
    return table


def _ceiling(high: FiveRank) -> int:
    allowed = [
        strength
        for strength, low in enumerate(two_ranks())
        if (low.category, low.ranks) <= (high.category, high.ranks[: len(low.ranks)])
    ]
    return allowed[-1]
