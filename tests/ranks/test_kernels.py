"""Every compiled loop against its plain twin, for every order of hands, over random and awkward ones."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paigow.material import CARDS, Card, Setting, parse_cards
from paigow.material.cards import JOKER
from paigow.ranks.batch import (
    LINES,
    SETTINGS,
    Cards,
    bonus_lines,
    five_strengths,
    nothing_highs,
    progressive_lines,
    setting_strengths,
    seven_strengths,
    two_strengths,
)
from paigow.ranks.classes import card_hand_classes, class_count, plain_card_class, suit_shapes
from paigow.ranks.lines import (
    EMPERORS_MATCH,
    FORTUNE_MATCH,
    Match,
    NothingHigh,
    bonus_line,
    nothing_high,
    progressive_line,
)
from paigow.ranks.poker import (
    Order,
    Wheel,
    Wild,
    best_five,
    five_ranks,
    is_fouled,
    rank_five_cards,
    rank_two_cards,
    two_ranks,
)
from tests.material.strategies import card_hands

Hand = tuple[Card, ...]
ORDERS: tuple[Order, ...] = (*Wheel, *Wild)

# Hands in which something could go wrong: full suits, runs of seven, the joker at each end, five aces, wraps.
AWKWARD = [
    "As Ks Qs Js 10s 9s 8s",
    "Jo As Ks Qs Js 10s 9s",
    "As 2s 3s 4s 5s 6s 7s",
    "Jo 2s 3s 4s 5s 6s 7s",
    "Jo Ac Ad Ah As Kc Kd",
    "Ac Ad Ah As Kc Kd Kh",
    "Jo 2c 2d 2h 2s 3c 3d",
    "Qh Kh Ah 2h 3h 4h 5h",
    "Jo Kh Ah 2h 3h 4h 9d",
    "As Ks Qs Js 10s Kd Qd",
    "As Ks Qs Jo 10s Ad Kd",
    "Jo 9s 7s 4s 2s Ac Ad",
    "9s 9c 9d 8h 7c 6d 5h",
    "2c 3d 4h 5s 7c 8d 9h",
    "Jo 2c 3d 4h 5s 9c Kd",
]


def descending(hand: Hand) -> Hand:
    return tuple(sorted(hand, key=lambda card: card.index, reverse=True))


def sampled(size: int, number: int = 1_000) -> list[Hand]:
    """Random hands of a fixed seed, half of them with the joker, and for seven the awkward ones first."""
    random = Random(20)
    plain = [random.sample(CARDS, size) for _ in range(number // 2)]
    joker = [[JOKER, *random.sample(CARDS[:52], size - 1)] for _ in range(number // 2)]
    awkward = [parse_cards(hand, count=7) for hand in AWKWARD] if size == 7 else []
    return [descending(tuple(hand)) for hand in chain(awkward, plain, joker)]


def rows(hands: list[Hand]) -> Cards:
    return np.array([[card.index for card in hand] for hand in hands], dtype=np.uint8)


@pytest.mark.parametrize("order", ORDERS)
def test_two_strengths_are_those_of_the_plain_ranks(order: Order) -> None:
    hands: list[Hand] = [*combinations(CARDS, 2), *((two, one) for one, two in combinations(CARDS, 2))]
    assert [two_ranks()[strength] for strength in two_strengths(rows(hands), order)] == [
        rank_two_cards(hand, order) for hand in hands
    ]


@pytest.mark.parametrize("wheel", ORDERS)
def test_five_strengths_are_those_of_the_plain_ranks(wheel: Order) -> None:
    hands = sampled(5) + [descending(five) for hand in AWKWARD for five in combinations(parse_cards(hand), 5)]
    ranks = five_ranks(wheel)
    assert [ranks[strength] for strength in five_strengths(rows(hands), wheel)] == [
        rank_five_cards(hand, wheel) for hand in hands
    ]


@given(card_hands(5), st.sampled_from(ORDERS))
def test_five_cards_may_come_in_any_order(hand: Hand, wheel: Order) -> None:
    assert five_ranks(wheel)[five_strengths(rows([hand]), wheel)[0]] == rank_five_cards(hand, wheel)


@pytest.mark.parametrize("wheel", ORDERS)
def test_seven_strengths_are_those_of_the_best_five(wheel: Order) -> None:
    hands = sampled(7)
    ranks = five_ranks(wheel)
    assert [ranks[strength] for strength in seven_strengths(rows(hands), wheel)] == [
        rank_five_cards(best_five(hand, wheel), wheel) for hand in hands
    ]


@given(card_hands(7), st.sampled_from(ORDERS))
def test_seven_cards_may_come_in_any_order(hand: Hand, wheel: Order) -> None:
    strengths = seven_strengths(rows([hand, descending(hand)]), wheel)
    assert strengths[0] == strengths[1]
    assert five_ranks(wheel)[strengths[0]] == rank_five_cards(best_five(hand, wheel), wheel)


@pytest.mark.parametrize("wheel", ORDERS)
def test_all_21_settings_have_the_strengths_and_fouls_of_the_plain_ranks(wheel: Order) -> None:
    hands = sampled(7, 400)
    found = setting_strengths(rows(hands), wheel)
    ranks = five_ranks(wheel)
    assert len(SETTINGS) == 21
    for hand, lows, highs, fouls in zip(hands, *found, strict=True):
        for (a, b), low, high, fouled in zip(SETTINGS, lows, highs, fouls, strict=True):
            five = tuple(card for place, card in enumerate(hand) if place not in {a, b})
            assert two_ranks()[low] == rank_two_cards((hand[a], hand[b]), wheel)
            assert ranks[high] == rank_five_cards(five, wheel)
            assert fouled == is_fouled(Setting((hand[a], hand[b]), five), wheel)


@pytest.mark.parametrize("given", ["2c Jo As Ks Qs Js 10s", "As Ks Jo Qs Js 10s 2c"])
def test_cards_out_of_order_are_a_bug_where_places_matter(given: str) -> None:
    hand = rows([parse_cards(given)])
    with pytest.raises(AssertionError):
        setting_strengths(hand)
    with pytest.raises(AssertionError):
        bonus_lines(hand, FORTUNE_MATCH)


@pytest.mark.parametrize("match", [FORTUNE_MATCH, EMPERORS_MATCH], ids=["fortune", "emperors"])
def test_the_lines_of_arrays_are_the_plain_lines(match: Match) -> None:
    hands = sampled(7)
    assert [LINES[line] for line in bonus_lines(rows(hands), match)] == [
        bonus_line(hand, match) for hand in hands
    ]


NOTHING_HIGH = tuple(NothingHigh)


def test_the_progressive_and_insurance_of_arrays_are_the_plain_ones() -> None:
    hands = sampled(7)
    lines = bonus_lines(rows(hands), FORTUNE_MATCH)
    assert [LINES[line] for line in progressive_lines(lines)] == [progressive_line(hand) for hand in hands]
    assert [NOTHING_HIGH[high] for high in nothing_highs(rows(hands), lines)] == [
        nothing_high(hand) for hand in hands
    ]


@settings(max_examples=30)
@given(st.lists(card_hands(7), min_size=1, max_size=20))
def test_lines_of_any_hands_agree(hands: list[Hand]) -> None:
    ordered = [descending(hand) for hand in hands]
    lines = [LINES[line] for line in bonus_lines(rows(ordered), FORTUNE_MATCH)]
    assert lines == [bonus_line(hand, FORTUNE_MATCH) for hand in hands]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_classes_of_small_hands_are_all_hands_sorted_by_their_class(size: int) -> None:
    counted = Counter(plain_card_class(hand) for hand in combinations(range(53), size))
    classes = card_hand_classes(size)
    found = {
        plain_card_class(tuple(map(int, hand))): int(weight)
        for hand, weight in zip(classes.cards, classes.weights, strict=True)
    }
    assert found == counted
    assert len(classes) == len(counted) == class_count(size) + class_count(size - 1)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_each_class_is_given_by_a_hand_in_descending_order(size: int) -> None:
    cards = card_hand_classes(size).cards.astype(int)
    assert (cards[:, :-1] > cards[:, 1:]).all()


def test_shapes_share_out_the_cards_over_four_suits() -> None:
    assert sorted(suit_shapes(3)) == [(1, 1, 1, 0), (2, 1, 0, 0), (3, 0, 0, 0)]
    assert all(sum(shape) == 7 for shape in suit_shapes(7))
