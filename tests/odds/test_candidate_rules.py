"""Rules of two conditions: they answer as the language says, and the best is the best of all."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from paigow.houseways import load_way
from paigow.odds import candidate_rules
from paigow.odds.candidate_rules import Candidate, PairPool, RulePairs
from paigow.odds.counting import Role
from paigow.odds.short_tiles import ALL_HANDS, losses_against
from paigow.odds.short_ways import Losses

CONDITIONS = (
    "no pair",
    "holding H8/H10",
    "the total is 15 or less",
    "the best low is below 4",
    "holding Yun/Mooy",
    "holding four aces",
)
CHOICES = (
    "play the best low",
    "play low 5 or better, then the best high",
    "play the pair kept",
    "play nothing",
)


@pytest.fixture(scope="module")
def pairs() -> RulePairs:
    return ALL_HANDS.pairs(CONDITIONS, CHOICES)


@pytest.fixture(scope="module")
def losses() -> Losses:
    return losses_against(load_way("traditional"), Role.BANK)


def test_what_is_no_rule_or_holds_for_the_same_hands_is_left_out(pairs: RulePairs) -> None:
    """Yun and Mooy are H8 and H10; nobody holds four aces of tiles, and nothing can't be played."""
    alone = [f"when {condition}" for condition in CONDITIONS[:4]]
    both = [f"{one} and {other[5:]}" for n, one in enumerate(alone) for other in alone[n + 1 :]]
    hands: dict[bytes, str] = {}
    for text in ("always", *alone, *both):
        rule = ALL_HANDS.candidate(f"{text} play the best low")
        assert rule is not None
        hands.setdefault(rule.answers.tobytes(), text)
    assert pairs.conditions == tuple(hands.values())
    assert [choice.text for choice in pairs.choices] == [*CHOICES[:3]]


def test_two_conditions_answer_the_hands_that_the_language_says(pairs: RulePairs) -> None:
    for condition, choice in product(range(len(pairs.conditions)), range(len(pairs.choices))):
        rule = pairs.rule(condition, choice)
        said = ALL_HANDS.candidate(rule.text)
        assert said is not None
        assert np.array_equal(rule.answers, said.answers)
        assert np.array_equal(rule.choice[rule.answers], said.choice[rule.answers])


@pytest.mark.parametrize("active", [1, 10**6])
def test_the_largest_gain_is_that_of_all_rules_tried_one_by_one(
    pairs: RulePairs, losses: Losses, active: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a single condition active it is found too, since all are tried before it is chosen."""
    monkeypatch.setattr(candidate_rules, "ACTIVE_BYTES", 8 * active * len(losses.merits))
    (end,) = ALL_HANDS.ends()[1:]
    rules: list[Candidate] = [end]
    for _ in range(2):
        gains = {}
        for place, condition, choice in product(
            range(len(rules)), range(len(pairs.conditions)), range(len(pairs.choices))
        ):
            rule = pairs.rule(condition, choice)
            gains[rule.text, place] = losses.of(rules) - losses.of([*rules[:place], rule, *rules[place:]])
        found = PairPool(pairs, losses.by_hand).best_of(*_left_open(losses, rules))
        assert found[0] == max(gains.values()) > 0
        assert gains[found[2].text, found[1]] == found[0]
        rules.insert(found[1], found[2])


def _left_open(
    losses: Losses, rules: list[Candidate]
) -> tuple[candidate_rules.Floats, candidate_rules.Floats]:
    """`[hand, position]`: whether a rule put there would be asked, and what is lost without it."""
    hands = range(len(losses.merits))
    lost = losses.by_hand(losses.choose(rules))
    first = [next(n for n, rule in enumerate(rules) if rule.answers[hand]) for hand in hands]
    open_ = np.array([[float(place <= first[hand]) for place in range(len(rules))] for hand in hands])
    return open_, np.repeat(lost[:, None], len(rules), axis=1).astype(float)
