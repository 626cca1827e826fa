"""Short ways for cards: rules tried on a sample of hands answer as the way's plain twin does."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.houseways.blocks import CardBlock
from paigow.material.cards import CARDS
from paigow.material.game import Game
from paigow.odds.short_cards import CardSample, changed_way
from paigow.odds.short_ways import LAST, Losses, first_rules, grow, parse_rules
from paigow.ranks.batch import setting_strengths
from paigow.ranks.poker import Wheel, card_settings

HANDS = 400
RULES = (
    "when two pairs play the lower pair low",
    "when a made hand possible play a made hand high",
    "always play high a pair or better, with low a pair or better, then the best low",
    "when one pair play the pair high",
)


@pytest.fixture(scope="module")
def sample() -> CardSample:
    """Random hands; a setting is worth the sum of its two strengths, so that good ones are balanced."""
    chance = np.random.default_rng(7)
    cards = np.array([-np.sort(-chance.choice(53, size=7, replace=False)) for _ in range(HANDS)], np.uint8)
    settings = setting_strengths(cards, Wheel.SECOND)
    merit = settings.low.astype(np.int64) * 80 + settings.high
    merit[settings.fouled] = -1_000_000
    best = merit.max(axis=1)
    losses = Losses(best[:, None] - merit, int(best.sum()), int(best.sum()))
    return CardSample(np.arange(HANDS, dtype=np.int32), losses, CardBlock(cards, Wheel.SECOND, True))


@pytest.mark.parametrize("text", RULES)
def test_a_rule_answers_the_hands_that_the_language_says(sample: CardSample, text: str) -> None:
    found = sample.candidate(text)
    way = parse_rules(Game.CARDS, (text, LAST[0]))
    assert found is not None
    assert way is not None
    assert 0 < found.answers.sum() <= HANDS
    for place, row in enumerate(sample.block.cards[:60]):
        hand = [CARDS[card] for card in row]
        said = way.explain(hand)
        assert (str(said.decision.rule.label) == "1") == bool(found.answers[place])
        assert str(card_settings(hand)[found.choice[place]]) == str(way.set(hand))


def test_what_a_list_gives_up_is_what_its_way_gives_up_hand_by_hand(sample: CardSample) -> None:
    losses = sample.losses
    few = [each for each in map(sample.candidate, RULES) if each is not None]
    ends = sample.ends()
    within = Fraction(min(losses.of([end]) for end in ends) - 1, losses.unit)
    rules = grow(losses, few, ends, within)
    way = parse_rules(Game.CARDS, tuple(rule.text for rule in rules))
    assert way is not None
    assert len(rules) > 1
    lost = 0
    for place, row in enumerate(sample.block.cards):
        hand = [CARDS[card] for card in row]
        texts = [str(setting) for setting in card_settings(hand)]
        lost += int(losses.merits[place, texts.index(str(way.set(hand)))])
    assert lost == losses.of(rules) <= within * losses.unit


def test_rules_put_before_a_way_gain_each_time(sample: CardSample) -> None:
    few = [each for each in map(sample.candidate, RULES) if each is not None]
    whole = sample.whole("casino-real", load_way("casino-real"))
    steps = first_rules(sample.losses, few, whole, 2)
    costs = [sample.losses.of(rules) for rules in steps]
    assert costs == sorted(costs, reverse=True)
    changed = changed_way("casino-real", tuple(rule.text for rule in steps[-1][:-1]))
    assert sample.losses.of([sample.whole("", changed)]) == costs[-1]


def test_a_margin_out_of_reach_is_rejected(sample: CardSample) -> None:
    with pytest.raises(BadInput, match="no way of 30 rules or fewer"):
        grow(sample.losses, [], sample.ends(), Fraction(0))
