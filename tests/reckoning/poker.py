"""Five cards, two cards, fouls, and comparing: a fresh reading of maryland-poker 6 and 11.F and Rock Island.

Slow on purpose: the joker is tried as every card it can be. Seven cards are in `seven`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

__all__ = ["CATEGORIES", "Card", "card", "category", "five", "is_fouled", "outcome_of_cards", "two"]

CATEGORIES = (
    "nothing",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
    "five aces",
)
"""From the lowest (MD 6.B; RI has the same list)."""
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
SUITS = "cdhs"
ACE = 14
JOKER = "Jo"
JOKER_COMPLETES = ("straight", "flush", "straight flush", "royal flush")
"""What the joker can complete as any card; elsewhere it is an ace (MD 6.A(2), RI 2)."""

Strength = tuple[int, tuple[float, ...]]


class Card(NamedTuple):
    """A rank from 2 to 14 and a suit; a joker that stands for an ace has none."""

    rank: int
    suit: str


def card(text: str) -> Card:
    return Card(RANKS.index(text[:-1]) + 2, text[-1])


def _jokers(cards: Sequence[str]) -> Iterator[tuple[tuple[Card, ...], bool]]:
    """The hand with the joker as an ace, and as each card it lacks; whether only a completion counts."""
    natural = tuple(card(text) for text in cards if text != JOKER)
    if len(natural) == len(cards):
        yield natural, False
        return
    yield (*natural, Card(ACE, "")), False
    for suit in SUITS:
        for rank in range(2, ACE + 1):
            if Card(rank, suit) not in natural:
                yield (*natural, Card(rank, suit)), True


def _straight(ranks: list[int], wheel: str) -> float | None:
    """How high five ranks are as a straight; A-2-3-4-5 below the highest, or lowest (R20)."""
    if sorted(ranks) == [2, 3, 4, 5, ACE]:
        return 13.5 if wheel == "second" else 5
    lowest = min(ranks)
    return max(ranks) if sorted(ranks) == list(range(lowest, lowest + 5)) else None


def _natural(cards: tuple[Card, ...], wheel: str) -> tuple[str, tuple[float, ...]]:
    """The category of five cards without a joker, and what ranks it within the category."""
    ranks = [each.rank for each in cards]
    counted = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = tuple(count for _, count in counted)
    order = tuple(float(rank) for rank, _ in counted)
    suited = len({each.suit for each in cards}) == 1
    straight = _straight(ranks, wheel)
    if shape == (5,):
        return "five aces", order
    if straight is not None and suited:
        return ("royal flush" if min(ranks) == 10 else "straight flush"), (straight,)
    if shape == (4, 1):
        return "four of a kind", order
    if shape == (3, 2):
        return "full house", order
    if suited:
        return "flush", order
    if straight is not None:
        return "straight", (straight,)
    names = {(3, 1, 1): "three of a kind", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
    return names.get(shape, "nothing"), order


@cache
def five(cards: tuple[str, ...], wheel: str = "second") -> Strength:
    """Larger is higher. The joker is whatever makes the hand highest (MD 6.A(2), R23)."""
    found = []
    for hand, only_completing in _jokers(cards):
        name, order = _natural(hand, wheel)
        if not only_completing or name in JOKER_COMPLETES:
            found.append((CATEGORIES.index(name), order))
    return max(found)


def category(cards: Sequence[str]) -> str:
    return CATEGORIES[five(tuple(sorted(cards)))[0]]


def two(cards: Sequence[str]) -> Strength:
    """A pair, or the higher and the lower card; the joker is an ace (R23)."""
    ranks = sorted((ACE if text == JOKER else card(text).rank for text in cards), reverse=True)
    if ranks[0] == ranks[1]:
        return CATEGORIES.index("pair"), (float(ranks[0]),)
    return CATEGORIES.index("nothing"), tuple(map(float, ranks))


def is_fouled(low: Sequence[str], high: Sequence[str], wheel: str) -> bool:
    """Not two and five cards, or the two rank above the five (MD 11.F(1)(c), (d); RI 13, 14; R21, R22)."""
    if (len(low), len(high)) != (2, 5):
        return True
    # A tuple that continues where the shorter one ends is the larger: two cards equal to the best of five
    # rank below them, as R22 has it.
    return two(low) > five(tuple(sorted(high)), wheel)


Hand = tuple[Sequence[str], Sequence[str]]


def outcome_of_cards(player: Hand, opponent: Hand, wheel: str) -> str:
    """Win, lose or push of a low and high hand against the dealer's or the bank's (MD 11.F, RI 9 to 16)."""
    low, high = player
    if is_fouled(low, high, wheel):
        return "lose"
    their_low, their_high = opponent
    high_wins = five(tuple(sorted(high)), wheel) > five(tuple(sorted(their_high)), wheel)
    low_wins = two(low) > two(their_low)
    return {2: "win", 1: "push", 0: "lose"}[high_wins + low_wins]
