"""Every two-card and five-card rank in order, so that a rank has a number. Plain Python: no arrays here.

The joker adds one rank to those of natural cards: five aces. In any other hand it stands for a card.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from paigow.material.cards import ACE, CARDS, JOKER, SUITS, Card, card_at
from paigow.ranks.poker import FiveRank, TwoRank, Wheel, rank_five_cards, rank_two_cards


@cache
def two_ranks() -> tuple[TwoRank, ...]:
    """The 91 two-card ranks, weakest first: 78 of two ranks and 13 pairs."""
    return tuple(sorted({rank_two_cards(pair) for pair in combinations(CARDS, 2)}))


@cache
def five_ranks(wheel: Wheel) -> tuple[FiveRank, ...]:
    """The 7,463 five-card ranks, weakest first."""
    hands = (
        *(unsuited(ranks) for ranks in multisets(5)),
        *(suited(ranks) for ranks in combinations(range(ACE, 1, -1), 5)),
        (*unsuited((ACE,) * 4), JOKER),
    )
    return tuple(sorted({rank_five_cards(hand, wheel) for hand in hands}))


def multisets(size: int) -> list[tuple[int, ...]]:
    """All multisets of ranks, at most four of each, as descending tuples."""
    found: list[tuple[int, ...]] = [()]
    for _ in range(size):
        found = [(*ranks, rank) for ranks in found for rank in range(ranks[-1] if ranks else ACE, 1, -1)]
    return [ranks for ranks in found if all(ranks.count(rank) <= 4 for rank in ranks)]


def unsuited(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    """Cards of the given ranks, no flush among them: suits in turn within a rank and across ranks."""
    taken: dict[int, int] = {}
    cards = []
    for turn, rank in enumerate(ranks):
        suit = taken[rank] = taken.get(rank, turn % 2 - 1) + 1
        cards.append(card_at(rank, SUITS[suit % 4]))
    return tuple(cards)


def suited(ranks: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(card_at(rank, "s") for rank in ranks)
