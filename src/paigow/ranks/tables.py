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

from paigow.material.cards import CARDS, Card, card_at
from paigow.ranks.poker import FiveRank, TwoRank, Wheel, rank_five_cards, rank_two_cards

__all__ = ["CODES", "LOW_RANKS", "FiveTables", "five_ranks", "five_tables", "places", "starts", "two_ranks"]

LOW_RANKS: Final = 6
HIGH_RANKS: Final = 7
HIGH_SHIFT: Final = 16
SUIT_SHIFT: Final = 40

Codes = npt.NDArray[np.int64]
Strengths = npt.NDArray[np.uint16]


def _code(card: Card) -> int:
    if card.suit is None:
        return 0
    place = card.rank - 2
    rank_part: int = 5**place if place < LOW_RANKS else 5 ** (place - LOW_RANKS) << HIGH_SHIFT
    return rank_part + (1 << SUIT_SHIFT + 4 * (card.index % 4))


CODES: Final[Codes] = np.array([_code(card) for card in CARDS], dtype=np.int64)


def _digit_sum(number: int) -> int:
    return number % 5 + _digit_sum(number // 5) if number else 0


@cache
def places() -> Codes:
    """For each count of the low ranks, its number among those of as many cards."""
    seen = [0] * (4 * LOW_RANKS + 1)
    result = np.zeros(5**LOW_RANKS, dtype=np.int64)
    for number in range(5**LOW_RANKS):
        cards = _digit_sum(number)
        result[number] = seen[cards]
        seen[cards] += 1
    return result


@cache
def starts(size: int) -> Codes:
    """For each count of the high ranks, the number of the first multiset of `size` ranks that has it."""
    low_multisets = np.bincount([_digit_sum(number) for number in range(5**LOW_RANKS)])
    result = np.zeros(5**HIGH_RANKS, dtype=np.int64)
    start = 0
    for number in range(5**HIGH_RANKS):
        rest = size - _digit_sum(number)
        if rest >= 0:
            result[number] = start
            start += int(low_multisets[rest])
    return result


def multiset_number(code: int, size: int) -> int:
    """The plain twin of the kernels' lookup."""
    return int(starts(size)[code >> HIGH_SHIFT & 0xFFFFFF] + places()[code & 0xFFFF])


@cache
def two_ranks() -> tuple[TwoRank, ...]:
    """The 91 two-card ranks, weakest first: 78 of two ranks and 13 pairs."""
    return tuple(sorted({rank_two_cards(pair) for pair in combinations(CARDS, 2)}))


@cache
def two_strengths_table() -> npt.NDArray[np.uint8]:
    """The strength of two cards by their indexes."""
    number = {rank: strength for strength, rank in enumerate(two_ranks())}
    table = np.zeros((53, 53), dtype=np.uint8)
    for one, other in combinations(CARDS, 2):
        table[one.index, other.index] = table[other.index, one.index] = number[rank_two_cards((one, other))]
    return table


def _unsuited(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of the given ranks, no flush among them: suits in turn within a rank and across ranks."""
    taken: dict[int, int] = {}
    cards = []
    for turn, rank in enumerate(ranks):
        suit = taken[rank] = taken.get(rank, turn % 2 - 1) + 1
        cards.append(card_at(rank, "cdhs"[suit % 4]))
    return tuple(cards)


def multisets(size: int) -> list[tuple[int, ...]]:
    """All multisets of ranks, at most four of each, as descending tuples."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [(*ranks, rank) for ranks in found for rank in range(ranks[-1] if ranks else 14, 1, -1)]
    return [ranks for ranks in found if all(ranks.count(rank) <= 4 for rank in ranks)]


@dataclass(frozen=True, slots=True)
class FiveTables:
    """Strengths of five cards: unsuited ones by multiset number, flushes by a mask of 13 ranks."""

    ranks: tuple[FiveRank, ...]
    plain: Strengths
    joker_plain: Strengths
    flush: Strengths
    joker_flush: Strengths
    ceiling: npt.NDArray[np.uint8]
    """For each five-card strength, the strongest two-card hand that may stand beside it unfouled (R22)."""


def _by_mask(size: int) -> dict[int, tuple[Card, ...]]:
    masks = {}
    for ranks in combinations(range(14, 1, -1), size):
        masks[sum(1 << rank - 2 for rank in ranks)] = tuple(card_at(rank, "s") for rank in ranks)
    return masks


@cache
def five_tables(wheel: Wheel) -> FiveTables:
    """All tables for one place of the wheel, each entry ranked by the plain function."""
    joker = (CARDS[52],)
    plain = {ranks: rank_five_cards(_unsuited(ranks), wheel) for ranks in multisets(5)}
    joker_plain = {ranks: rank_five_cards(_unsuited(ranks) + joker, wheel) for ranks in multisets(4)}
    flush = {mask: rank_five_cards(cards, wheel) for mask, cards in _by_mask(5).items()}
    joker_flush = {mask: rank_five_cards(cards + joker, wheel) for mask, cards in _by_mask(4).items()}
    every = (*plain.values(), *joker_plain.values(), *flush.values(), *joker_flush.values())
    ranks = tuple(sorted(set(every)))
    number = {rank: strength for strength, rank in enumerate(ranks)}
    return FiveTables(
        ranks,
        _numbered({k: number[r] for k, r in plain.items()}, 5),
        _numbered({k: number[r] for k, r in joker_plain.items()}, 4),
        _masked({k: number[r] for k, r in flush.items()}),
        _masked({k: number[r] for k, r in joker_flush.items()}),
        np.array([_ceiling(rank) for rank in ranks], dtype=np.uint8),
    )


def five_ranks(wheel: Wheel) -> tuple[FiveRank, ...]:
    """The 7,463 five-card ranks, weakest first."""
    return five_tables(wheel).ranks


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
