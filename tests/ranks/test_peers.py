"""The order of natural cards against third-party evaluators, where A-2-3-4-5 is the lowest straight."""

from __future__ import annotations

from itertools import groupby, pairwise
from random import Random
from warnings import catch_warnings, simplefilter

import pytest
from phevaluator import evaluate_cards
from treys import Card as TreysCard
from treys import Evaluator

from paigow.material import CARDS, Card
from paigow.material.cards import SUITS
from paigow.ranks.poker import Wheel, best_five, rank_five_cards

with catch_warnings():
    simplefilter("ignore")  # it uses names that pyparsing has since deprecated
    import eval7

Hand = tuple[Card, ...]
SIGNS = "23456789TJQKA"
TREYS = Evaluator()


def written(card: Card) -> str:
    return SIGNS[card.index // 4] + SUITS[card.index % 4]


def by_eval7(hand: Hand) -> int:
    return int(eval7.evaluate([eval7.Card(written(card)) for card in hand]))


def by_phevaluator(hand: Hand) -> int:
    return -int(evaluate_cards(*map(written, hand)))


def by_treys(hand: Hand) -> int:
    cards = [TreysCard.new(written(card)) for card in hand]
    return -int(TREYS.evaluate(cards[:2], cards[2:]))


def some_hands(size: int, number: int) -> list[Hand]:
    random = Random(7)
    return [tuple(random.sample(CARDS[:52], size)) for _ in range(number)]


@pytest.mark.parametrize("peer", [by_eval7, by_phevaluator, by_treys])
@pytest.mark.parametrize("size", [5, 7])
def test_natural_hands_stand_in_the_order_that_others_find(size: int, peer: object) -> None:
    assert callable(peer)
    ranked = sorted(
        (
            (rank_five_cards(best_five(hand, Wheel.LOWEST), Wheel.LOWEST), peer(hand))
            for hand in some_hands(size, 2_000)
        ),
        key=lambda pair: pair[0],
    )
    groups = [{theirs for _, theirs in group} for _, group in groupby(ranked, key=lambda pair: pair[0])]
    assert len(groups) > 500
    assert all(len(group) == 1 for group in groups), "equal here, different there"
    assert all(max(lower) < min(higher) for lower, higher in pairwise(groups)), "another order"
