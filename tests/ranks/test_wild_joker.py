"""The fully wild joker against all cards that it could be. `test_card_counts` counts five cards."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from paigow.material import CARDS, Card, parse_cards
from paigow.material.cards import ACE, JOKER
from paigow.ranks.poker import (
    Category,
    FiveRank,
    Wheel,
    Wild,
    five_ranks,
    multisets,
    rank_five_cards,
    rank_two_cards,
    suited,
    unsuited,
    with_wild_joker,
)
from tests.rules import rule

RANKS = tuple(range(ACE, 1, -1))


def as_any_card(four: tuple[Card, ...], wheel: Wheel) -> FiveRank:
    """The best of the 48 cards that the four others leave; four aces and the joker are five aces."""
    if {card.rank for card in four} == {ACE}:
        return five_ranks(wheel)[-1]
    return max(rank_five_cards((*four, card), wheel) for card in CARDS if card not in (*four, JOKER))


@rule("R176")
@pytest.mark.parametrize("wheel", Wheel)
def test_a_wild_joker_is_the_best_card_that_four_others_leave(wheel: Wheel) -> None:
    for four in chain(map(unsuited, multisets(4)), map(suited, combinations(RANKS, 4))):
        assert rank_five_cards((*four, JOKER), with_wild_joker(wheel)) == as_any_card(four, wheel), four


@rule("R176")
def test_a_wild_joker_pairs_with_the_other_card_of_a_low_hand() -> None:
    for card in CARDS:
        if card is not JOKER:
            low = rank_two_cards((card, JOKER), Wild.SECOND)
            assert (low.category, low.ranks) == (Category.PAIR, (card.rank,))
            assert rank_two_cards((JOKER, card), Wild.LOWEST) == low
            best = max(rank_two_cards((card, other)) for other in CARDS if other not in {card, JOKER})
            assert low >= best


@pytest.mark.parametrize(
    ("hand", "bug", "wild"),
    [
        ("Jo Kd 9h 5c 2s", "ace-high", "pair of kings"),
        ("Jo 9d 9h 5c 2s", "pair of nines", "three nines"),
        ("Jo Kd Kh 9c 9s", "two pair, kings and nines", "full house, kings over nines"),
        ("Jo 4d 4h 4c 2s", "three fours", "four fours"),
        ("Jo 4d 4h 4c 4s", "four fours", "four fours"),
        ("Jo Ad Ah Ac As", "five aces", "five aces"),
        ("Jo Kd 9d 5d 2d", "ace-high flush", "ace-high flush"),
        ("Jo 4h 3d 2c 5s", "six-high straight", "six-high straight"),
    ],
)
@rule("R176")
def test_hands_by_name(hand: str, bug: str, wild: str) -> None:
    cards = parse_cards(hand, count=5)
    assert rank_five_cards(cards, Wheel.LOWEST).name == bug
    assert rank_five_cards(cards, Wild.LOWEST).name == wild
