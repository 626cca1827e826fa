"""Laws of the card ranks, for both ranks of the wheel; the joker's against every card it could represent."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.material import CARDS, JOKER, Card, CardSetting, Setting
from paigow.material.cards import ACE, SUITS, card_at
from paigow.ranks.poker import (
    Category,
    FiveRank,
    Wheel,
    best_five,
    card_settings,
    five_ranks,
    is_fouled,
    rank_five_cards,
    rank_two_cards,
    two_ranks,
)
from tests.material.strategies import card_hands, joker_hands, natural_hands
from tests.material.strategies import card_settings as any_card_settings
from tests.rules import rule

Cards = tuple[Card, ...]
wheels = st.sampled_from(Wheel)
COMPLETED = {Category.STRAIGHT, Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}


def allowed_stand_ins(naturals: Cards, wheel: Wheel) -> list[Cards]:
    """The four cards with each fifth that the joker may be: an ace, or what completes straight or flush."""
    hands = [(*naturals, card) for card in CARDS[:52] if card not in naturals]
    return [
        hand for hand in hands if hand[-1].rank == ACE or rank_five_cards(hand, wheel).category in COMPLETED
    ]


@rule("maryland-poker 6.A(2)", "rock-island-poker 2", "R23")
@given(joker_hands(5), wheels)
def test_the_joker_is_the_best_of_the_cards_that_it_may_stand_for(hand: Cards, wheel: Wheel) -> None:
    naturals = hand[:-1]
    stand_ins = [rank_five_cards(other, wheel) for other in allowed_stand_ins(naturals, wheel)]
    rank = rank_five_cards(hand, wheel)
    if not stand_ins:
        assert {card.rank for card in naturals} == {ACE}
        assert rank.category is Category.FIVE_ACES
    else:
        assert rank == max(stand_ins)


@rule("maryland-poker 6.A(2)", "R23")
def test_four_aces_leave_the_joker_nothing_to_stand_for_but_a_fifth() -> None:
    aces = tuple(card_at(ACE, suit) for suit in SUITS)
    assert allowed_stand_ins(aces, Wheel.SECOND) == []
    assert rank_five_cards((*aces, JOKER)).category is Category.FIVE_ACES


@given(joker_hands(7), wheels, st.sampled_from(SUITS))
def test_in_seven_cards_the_joker_is_never_worse_than_an_ace(hand: Cards, wheel: Wheel, suit: str) -> None:
    ace = card_at(ACE, suit)
    if ace not in hand:
        with_ace = (*hand[:-1], ace)
        assert rank_of_best(hand, wheel) >= rank_of_best(with_ace, wheel)


def rank_of_best(cards: Cards, wheel: Wheel) -> FiveRank:
    return rank_five_cards(best_five(cards, wheel), wheel)


@given(card_hands(2))
def test_in_two_cards_the_joker_is_just_an_ace(hand: Cards) -> None:
    ace = next(card for card in (card_at(ACE, suit) for suit in SUITS) if card not in hand)
    assert rank_two_cards(hand) == rank_two_cards([ace if card is JOKER else card for card in hand])


def resuited(cards: Cards, suits: dict[str, str]) -> Cards:
    return tuple(card if card.suit is None else card_at(card.rank, suits[card.suit]) for card in cards)


exchanges = st.sampled_from([dict(zip(SUITS, order, strict=True)) for order in permutations(SUITS)])


@rule("maryland-poker 6.C(1)")
@given(card_hands(5), exchanges, wheels)
def test_an_exchange_of_suits_changes_no_rank(hand: Cards, suits: dict[str, str], wheel: Wheel) -> None:
    assert rank_five_cards(resuited(hand, suits), wheel) == rank_five_cards(hand, wheel)


@given(any_card_settings(), exchanges, wheels)
def test_an_exchange_of_suits_changes_no_foul(
    setting: CardSetting, suits: dict[str, str], wheel: Wheel
) -> None:
    exchanged = Setting(resuited(setting.low, suits), resuited(setting.high, suits))
    assert is_fouled(exchanged, wheel) == is_fouled(setting, wheel)
    assert rank_two_cards(exchanged.low) == rank_two_cards(setting.low)


@given(card_hands(5), st.permutations(range(5)), wheels)
def test_the_order_of_the_cards_is_no_matter(hand: Cards, order: list[int], wheel: Wheel) -> None:
    assert rank_five_cards([hand[place] for place in order], wheel) == rank_five_cards(hand, wheel)


@given(card_hands(5), card_hands(5), card_hands(5), wheels)
def test_ranks_of_five_cards_are_a_total_order(one: Cards, two: Cards, three: Cards, wheel: Wheel) -> None:
    ranks = [rank_five_cards(hand, wheel) for hand in (one, two, three)]
    for a in ranks:
        for b in ranks:
            assert (a < b) + (a == b) + (a > b) == 1
            assert a != b or hash(a) == hash(b)
    low, middle, high = sorted(ranks)
    assert low <= middle <= high
    assert low <= high


@pytest.mark.parametrize("wheel", Wheel)
def test_the_ranks_are_numbered_in_strict_order(wheel: Wheel) -> None:
    ranks = five_ranks(wheel)
    assert all(lower < higher for lower, higher in pairwise(ranks))
    assert all(lower < higher for lower, higher in pairwise(two_ranks()))


@given(card_hands(5), wheels)
def test_every_hand_has_one_of_the_numbered_ranks(hand: Cards, wheel: Wheel) -> None:
    assert rank_five_cards(hand, wheel) in set(five_ranks(wheel))


@rule("R20")
@given(card_hands(5), card_hands(5))
def test_the_place_of_the_wheel_matters_to_nothing_else(one: Cards, two: Cards) -> None:
    second = [rank_five_cards(hand, Wheel.SECOND) for hand in (one, two)]
    lowest = [rank_five_cards(hand, Wheel.LOWEST) for hand in (one, two)]
    assert [rank.category for rank in second] == [rank.category for rank in lowest]
    if not any(rank.is_wheel for rank in second + lowest):
        assert (second[0] < second[1]) == (lowest[0] < lowest[1])
        assert second == lowest


@given(card_hands(7), wheels)
def test_some_setting_is_never_fouled_and_keeps_the_best_five(hand: Cards, wheel: Wheel) -> None:
    best = [
        setting
        for setting in card_settings(hand)
        if rank_five_cards(setting.high, wheel) == rank_of_best(hand, wheel)
    ]
    assert best
    assert not all(is_fouled(setting, wheel) for setting in best)


@given(natural_hands(7), wheels)
def test_the_best_of_seven_is_at_least_the_best_of_any_six(hand: Cards, wheel: Wheel) -> None:
    for left_out in hand:
        six = tuple(card for card in hand if card is not left_out)
        assert rank_of_best(hand, wheel) >= rank_of_best(six, wheel)
