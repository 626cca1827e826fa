"""The laws of `laws`, over random walks of sense and nonsense, for every built-in table and some more."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from paigow.submissions.rules import Rules
from paigow.table.state import Table
from tests.rules import rule
from tests.table import laws
from tests.table.tables import FROM_HAND, PRESHUFFLED, rules_with
from tests.table.walks import ACTORS, finishes, walk

TABLES = {
    "commission-plain": ("commission-tiles-plain",),
    "commission-full": ("commission-tiles-full",),
    "colorado-plain": ("colorado-tiles-plain",),
    "colorado-full": ("colorado-tiles-full",),
    "colorado-without-vigorish": ("colorado-tiles-full", 'vigorish.method = "none"'),
    "colorado-by-the-count": (
        "colorado-tiles-full",
        'dragons-eye.deal-from = "count"',
        "dragons-eye.without-main = false",
        "pair-fortunes.without-main = false",
        "pair-fortunes.above-main = false",
        "banking.cut = false",
    ),
    "maryland-plain": ("maryland-poker-plain",),
    "maryland-full": ("maryland-poker-full",),
    "maryland-from-hand": ("maryland-poker-full", *FROM_HAND),
    "maryland-preshuffled": ("maryland-poker-full", *PRESHUFFLED),
    "rock-island-plain": ("rock-island-poker-plain",),
    "rock-island-full": ("rock-island-poker-full",),
}
VOIDS = {
    ("commission-plain", "commission-full"): {"WagerSurrendered", "banked"},
    ("colorado-plain", "colorado-full", "colorado-without-vigorish"): {
        "WagerSurrendered",
        "HandDead",
        "DiceWagerPaid",
        "banked",
    },
    ("maryland-plain", "maryland-full", "maryland-from-hand"): {
        "WagerSurrendered",
        "HandAbandoned",
        "ProgressiveCollected",
        "banked",
    },
    ("rock-island-plain", "rock-island-full"): {"PieceExposed"},
}
"""By tables, what must come up in their voided rounds."""
QUICK = 0
"""The seed whose walks are short and run every time; the others walk far, in the proofs."""
SEEDS = (QUICK, *(pytest.param(seed, marks=pytest.mark.prove) for seed in range(1, 8)))
tables = pytest.mark.parametrize("table", TABLES)
seeds = pytest.mark.parametrize("seed", SEEDS)


def _steps(seed: int, quick: int, far: int) -> int:
    return quick if seed == QUICK else far


def _rules(table: str) -> Rules:
    return rules_with(*TABLES[table])


@tables
@seeds
@rule("R57", "R58")
def test_money_is_conserved_and_the_journal_is_the_truth(table: str, seed: int) -> None:
    strides, steps = [], _steps(seed, 5_000, 12_000)
    for stride in walk(_rules(table), seed, steps, odd=0.01):
        laws.money_is_conserved(stride)
        laws.stakes_are_where_they_lie(stride)
        strides.append(stride)
    laws.replays(strides)
    assert strides[-1].after.round > steps // 200


@tables
@seeds
def test_what_is_listed_is_accepted_and_what_is_accepted_was_listed(table: str, seed: int) -> None:
    rules, random = _rules(table), Random(seed)
    for number, stride in enumerate(walk(rules, 100 + seed, _steps(seed, 240, 600), wild=0.4)):
        laws.listed_if_accepted(rules, stride)
        if number % 4 == 0:
            laws.legal_agrees(rules, stride.after, random.choice(ACTORS), random)


@tables
@seeds
@rule("R53", "R55", "R56", "R60", "R64")
def test_nobody_is_shown_told_or_offered_what_he_may_not_know(table: str, seed: int) -> None:
    rules, random = _rules(table), Random(seed)
    for stride in walk(rules, 200 + seed, _steps(seed, 240, 600), wild=0.1):
        if stride.events:
            laws.keeps_secrets(rules, stride, random.choice(ACTORS), random)


@tables
@seeds
@rule("R16", "R53", "R55", "R56", "R78")
def test_nothing_that_a_person_has_seen_is_hidden_again_in_the_round(table: str, seed: int) -> None:
    rules, seen = _rules(table), laws.Seen()
    looked = 0
    for stride in walk(rules, 500 + seed, _steps(seed, 900, 4_000), wild=0.02, odd=0.0, trouble=0.2):
        laws.looks_when_ruled(rules, stride)
        if stride.events:
            laws.nothing_seen_is_hidden(rules, stride, seen, ACTORS)
            looked += any(type(event).__name__ == "HandsLookedAt" for event in stride.events)
    assert looked > 5


@pytest.mark.parametrize("names", VOIDS, ids=lambda names: names[0].removesuffix("-plain"))
@seeds
@rule("commission-tiles 9(e)", "colorado-tiles 30-2610(5)", "colorado-tiles 30-2610(7)")
@rule("maryland-poker 14.D", "maryland-poker 14.H", "maryland-poker 14.K", "maryland-poker 7.C(2)")
@rule("R12", "R42", "R50", "R67", "R80")
def test_a_void_round_leaves_everybody_with_what_he_had_when_bets_were_closed(
    names: tuple[str, ...], seed: int
) -> None:
    met: Counter[str] = Counter()
    for name in names:
        strides = walk(_rules(name), 600 + seed, _steps(seed, 4_000, 20_000), wild=0, odd=0, trouble=0.6)
        met += laws.void_restores(strides)
    assert all(met[each] for each in ("RoundVoided", *VOIDS[names])), met


@tables
@seeds
@rule("R61")
def test_every_round_can_finish_without_another_word_from_a_player(table: str, seed: int) -> None:
    rules = _rules(table)
    steps = _steps(seed, 700, 2_000)
    after: list[Table] = [stride.after for stride in walk(rules, 300 + seed, steps, odd=0.1)]
    for number, moment in enumerate(after[::7]):
        finishes(rules, moment, number)


@tables
def test_a_command_reads_as_it_is_said_and_as_it_is_encoded(table: str) -> None:
    for stride in walk(_rules(table), 400, 1_000, wild=0.7):
        laws.reads_as_written(stride.command)
