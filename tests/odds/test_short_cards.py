"""Short ways for cards: rules tried on a sample of hands answer as the way's plain twin does."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest

from paigow.faults import BadInput
from paigow.houseways import HouseWay, load_way
from paigow.houseways.blocks import CardBlock
from paigow.material.cards import CARDS
from paigow.material.game import Game
from paigow.odds import short_cards
from paigow.odds.candidate_rules import Candidate
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.short_cards import changed_way, tried_cards
from paigow.odds.short_ways import LAST, Losses, TriedHands, first_rules, grow, parse_rules
from paigow.ranks.batch import setting_strengths
from paigow.ranks.poker import Wheel, card_settings

HANDS = 400
RULES = (
    "when two pairs play the lower pair low",
    "when a made hand possible play a made hand high",
    "always play high a pair or better, with low a pair or better, then the best low",
    "when one pair play the pair high",
)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Hands as rows of cards, what rules say of them, and what each setting gives up."""

    cards: npt.NDArray[np.uint8]
    tried: TriedHands
    losses: Losses


@pytest.fixture(scope="module")
def sample() -> Sample:
    """Random hands; a setting is worth the sum of its two strengths, so that good ones are balanced."""
    chance = np.random.default_rng(7)
    cards = np.array([-np.sort(-chance.choice(53, size=7, replace=False)) for _ in range(HANDS)], np.uint8)
    settings = setting_strengths(cards, Wheel.SECOND)
    merit = settings.low.astype(np.int64) * 80 + settings.high
    merit[settings.fouled] = -1_000_000
    best = merit.max(axis=1)
    losses = Losses(best[:, None] - merit, int(best.sum()), int(best.sum()))
    return Sample(cards, tried_cards(CardBlock(cards, Wheel.SECOND, True)), losses)


@pytest.mark.parametrize("text", RULES)
def test_a_rule_answers_the_hands_that_the_language_says(sample: Sample, text: str) -> None:
    found = sample.tried.candidate(text)
    way = parse_rules(Game.CARDS, (text, LAST[0]))
    assert found is not None
    assert way is not None
    assert 0 < found.answers.sum() <= HANDS
    for place, row in enumerate(sample.cards[:60]):
        hand = [CARDS[card] for card in row]
        said = way.explain(hand)
        assert (str(said.decision.rule.label) == "1") == bool(found.answers[place])
        assert str(card_settings(hand)[found.choice[place]]) == str(way.set(hand))


def test_what_a_list_gives_up_is_what_its_way_gives_up_hand_by_hand(sample: Sample) -> None:
    losses = sample.losses
    few = [each for each in map(sample.tried.candidate, RULES) if each is not None]
    ends = sample.tried.ends()
    within = Fraction(min(losses.of([end]) for end in ends) - 1, losses.unit)
    rules = grow(losses, few, ends, within)
    way = parse_rules(Game.CARDS, tuple(rule.text for rule in rules))
    assert way is not None
    assert len(rules) > 1
    lost = 0
    for place, row in enumerate(sample.cards):
        hand = [CARDS[card] for card in row]
        texts = [str(setting) for setting in card_settings(hand)]
        lost += int(losses.merits[place, texts.index(str(way.set(hand)))])
    assert lost == losses.of(rules) <= within * losses.unit


def test_rules_put_before_a_way_gain_each_time(sample: Sample) -> None:
    few = [each for each in map(sample.tried.candidate, RULES) if each is not None]
    whole = sample.tried.whole("casino-real", load_way("casino-real"))
    steps = first_rules(sample.losses, few, whole, 2)
    costs = [sample.losses.of(rules) for rules in steps]
    assert costs == sorted(costs, reverse=True)
    changed = changed_way("casino-real", tuple(rule.text for rule in steps[-1][:-1]))
    assert sample.losses.of([sample.tried.whole("", changed)]) == costs[-1]


def test_a_margin_out_of_reach_is_rejected(sample: Sample) -> None:
    with pytest.raises(BadInput, match="no way of 30 rules or fewer"):
        grow(sample.losses, [], sample.tried.ends(), Fraction(0))


def test_a_list_that_loses_too_much_over_all_deals_is_not_found_again(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the sample it is well within the margin, so a margin reduced by little would find it again."""
    losses = sample.losses
    monkeypatch.setattr(short_cards, "sampled", lambda *_: (sample.tried, losses))
    monkeypatch.setattr(short_cards, "_patterns", lambda: RULES)
    monkeypatch.setattr(short_cards, "_conditions", tuple)
    monkeypatch.setattr(short_cards, "_choices", lambda: ["play the best low"])
    few = [each for each in map(sample.tried.candidate, RULES) if each is not None]
    least = min(losses.of([end]) for end in sample.tried.ends())
    first = grow(losses, few, sample.tried.ends(), Fraction(least - 1, losses.unit))
    between = Fraction(least - 1 + losses.of(first), 2 * losses.unit)
    counted: list[int] = []

    def tally(way: HouseWay, *_: object) -> SimpleNamespace:
        """A thousandth of what would be left is too much, the first time."""
        counted.append(len(way.rules))
        return SimpleNamespace(value=-between * (1 + Fraction(len(counted) == 1, 1000)))

    counting = cast(CardCounting, SimpleNamespace(tally=tally))
    found = short_cards.search(load_way("foxwoods"), Role.PLAYER, between, counting, best=Fraction(0))
    assert counted == [len(first), len(found.rules)]
    assert found.rules != tuple(rule.text for rule in first)


def test_a_rule_that_two_others_make_needless_is_exchanged() -> None:
    """Four hands lose 1, 2, 2, 1. The middle two gain most at first, but the two halves mend all."""
    losses = Losses(np.array([[1, 0], [2, 0], [2, 0], [1, 0]], dtype=np.int64), 0, 1)

    def rule(text: str, *hands: int) -> Candidate:
        return Candidate(text, np.isin(np.arange(4), hands), np.ones(4, dtype=np.int64))

    end = Candidate("end", np.ones(4, dtype=np.bool_), np.zeros(4, dtype=np.int64))
    lengths: list[int] = []
    few = [rule("middle", 1, 2), rule("first", 0, 1), rule("second", 2, 3)]
    found = grow(losses, few, [end], Fraction(0), lambda rules, _: lengths.append(rules))
    assert {each.text for each in found} == {"first", "second", "end"}
    assert lengths == [2, 3]
