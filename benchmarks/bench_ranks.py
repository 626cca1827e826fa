"""Ranking seven cards in bulk, compared with evaluators that take one hand per call, all on one core.

The peers have no joker, so their hands are natural; ours are ranked with the joker's tables loaded. Peers get
their own card values prepared: only their evaluation is timed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from benchmarks.report import Report, best_seconds
from paigow.material.cards import SUITS
from paigow.ranks.batch import Cards, setting_strengths, seven_strengths
from paigow.ranks.classes import CARD_HANDS, card_hand_classes
from paigow.ranks.poker import Category, Wheel, five_ranks

__all__ = ["run"]

PEER_HANDS = 100_000
OUR_HANDS = 2_000_000
WHOLE_PEER_HANDS = 15_000_000
RANKS = "23456789TJQKA"
Hand = Sequence[int]


def run(report: Report) -> None:
    random = Random(53)
    hands = [random.sample(range(52), 7) for _ in range(PEER_HANDS)]
    peers = {"eval7": eval7_rate(hands), "phevaluator": phevaluator_rate(hands), "treys": treys_rate(hands)}
    ours = batch_rate()
    for peer, rate in peers.items():
        target = 10 if peer == "eval7" else None
        report.compared("seven cards ranked in bulk", ours, "hands/s", peer, rate, target)
    report.measured("21 settings of seven cards ranked in bulk", settings_rate(), "hands/s")
    compare_whole(report, peers["eval7"])


def random_rows(number: int) -> Cards:
    """Hands of 53 cards in random order, each row descending as the kernels require."""
    rows = np.random.default_rng(53).random((number, 53)).argpartition(7, axis=1)[:, :7]
    return -np.sort(-rows, axis=1).astype(np.uint8)


def batch_rate() -> float:
    rows = np.concatenate([random_rows(OUR_HANDS // 10) for _ in range(10)])
    seven_strengths(rows[:1])
    return OUR_HANDS / best_seconds(lambda: seven_strengths(rows))


def settings_rate() -> float:
    rows = random_rows(200_000)
    setting_strengths(rows[:1])
    return len(rows) / best_seconds(lambda: setting_strengths(rows))


def categorise_all() -> dict[Category, int]:
    """How many of all hands have each kind of best five: every class ranked, and weighted by its hands."""
    classes = card_hand_classes()
    strengths = seven_strengths(classes.cards)
    counts = np.bincount(strengths, weights=classes.weights)
    result = dict.fromkeys(Category, 0)
    for rank, count in zip(five_ranks(Wheel.SECOND), counts, strict=True):
        result[rank.category] += int(count)
    assert sum(result.values()) == CARD_HANDS
    return result


def compare_whole(report: Report, eval7_hands_a_second: float) -> None:
    """The peer's time is scaled from its rate above: fifteen million calls wouldn't tell more."""
    categorise_all()
    ours = best_seconds(categorise_all)
    theirs = WHOLE_PEER_HANDS / eval7_hands_a_second
    report.measured(f"all {CARD_HANDS:,} hands categorised", ours, "s")
    report.measured(f"eval7 on {WHOLE_PEER_HANDS:,} hands, scaled from {PEER_HANDS:,}", theirs, "s")
    report.compared("all hands against its fifteen million", 1 / ours, "times/s", "eval7", 1 / theirs, 1)


def rate(evaluate: Callable[..., object], arguments: Sequence[tuple[object, ...]]) -> float:
    def work() -> None:
        for given in arguments:
            evaluate(*given)

    return len(arguments) / best_seconds(work)


def written(card: int) -> str:
    return RANKS[card // 4] + SUITS[card % 4]


def eval7_rate(hands: Sequence[Hand]) -> float:
    import eval7

    return rate(eval7.evaluate, [([eval7.Card(written(card)) for card in hand],) for hand in hands])


def phevaluator_rate(hands: Sequence[Hand]) -> float:
    from phevaluator import Card, evaluate_cards

    return rate(evaluate_cards, [tuple(Card.to_id(written(card)) for card in hand) for hand in hands])


def treys_rate(hands: Sequence[Hand]) -> float:
    from treys import Card, Evaluator

    cards = [[Card.new(written(card)) for card in hand] for hand in hands]
    return rate(Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in cards])
