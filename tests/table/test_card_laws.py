"""The laws again where card tables are fullest: lucky decks, bonus players, banks, broken devices."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from paigow.submissions.rules import Rules
from tests.rules import rule
from tests.table import laws
from tests.table.lucky import Lucky
from tests.table.tables import FROM_HAND, PRESHUFFLED, rules_with
from tests.table.walks import ACTORS, Stride, finishes, walk

OWN_METER = (
    'progressive.shared-as = ""',
    'progressive.table = "A"',
    "progressive.rates = [40]",
    "progressive.starts = [10000]",
)
BY_HAND = (
    "cards.decks = 1",
    'cards.backs = ["red"]',
    'shuffling.method = "hand"',
    'dealing.method = "manual-shoe"',
    'starting.method = "shaker"',
)
TABLES = {
    "automated-shoe": (),
    "from-hand": FROM_HAND,
    "preshuffled": PRESHUFFLED,
    "manual-shoe": (*BY_HAND, *OWN_METER),
}
"""Changes of maryland-poker-full, which offers everything."""
QUICK = 0
SEEDS = (QUICK, *(pytest.param(seed, marks=pytest.mark.prove) for seed in range(1, 8)))
tables = pytest.mark.parametrize("table", TABLES)
seeds = pytest.mark.parametrize("seed", SEEDS)


def _rules(table: str) -> Rules:
    return rules_with("maryland-poker-full", *TABLES[table])


def _walked(table: str, seed: int, quick: int, wild: float = 0.05) -> Iterator[Stride]:
    steps = quick if seed == QUICK else quick * 5
    bots = ("bonus", "bonus", "banker")
    lucky = Lucky(Random(seed))
    return walk(_rules(table), seed, steps, wild=wild, odd=0.3, bots=bots, dealt=lucky, even=True)


MUST_HAPPEN = {
    "BankAccepted",
    "DeviceBroken",
    "EnvyPaid",
    "OptionalSettled",
    "PieceExposed",
    "ProgressiveSettled",
    "RoundFinished",
    "RoundVoided",
    "ShufflerJammed",
}
"""What these walks are for, and what each of them covers many times."""


@seeds
@rule("R25", "R26", "R37", "R38", "R39", "R40")
def test_money_is_conserved_and_the_journal_is_the_truth(seed: int) -> None:
    happened = set()
    for table in TABLES:
        strides = []
        for stride in _walked(table, seed, 1_000):
            laws.money_is_conserved(stride)
            laws.stakes_are_where_they_lie(stride)
            strides.append(stride)
            happened |= {type(event).__name__ for event in stride.events}
        laws.replays(strides)
    assert happened >= MUST_HAPPEN


@tables
@seeds
def test_what_is_listed_is_accepted_and_what_is_accepted_was_listed(table: str, seed: int) -> None:
    rules, random = _rules(table), Random(seed)
    for number, stride in enumerate(_walked(table, seed, 180, wild=0.3)):
        laws.listed_if_accepted(rules, stride)
        if number % 4 == 0:
            laws.legal_agrees(rules, stride.after, random.choice(ACTORS), random)


@tables
@seeds
@rule("R27", "R34", "R37", "R53", "R55", "R56", "R60", "R64")
def test_nobody_is_shown_told_or_offered_what_he_may_not_know(table: str, seed: int) -> None:
    rules, random = _rules(table), Random(seed)
    for stride in _walked(table, seed, 180):
        if stride.events:
            laws.keeps_secrets(rules, stride, random.choice(ACTORS), random)


@tables
@seeds
@rule("R61")
def test_every_round_can_finish_without_another_word_from_a_player(table: str, seed: int) -> None:
    after = [stride.after for stride in _walked(table, seed, 300)]
    for number, moment in enumerate(after[::7]):
        finishes(_rules(table), moment, number)
