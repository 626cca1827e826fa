"""Simulated tile rounds: a plain twin deals the same, workers don't matter, exact values agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.material.dice import Dice
from paigow.material.tiles import TILES, Tile
from paigow.odds.counting import Role
from paigow.odds.counting.tile_deals import as_set, count_replies, tally_choices, tile_hands
from paigow.odds.counting.tile_ways import count_pairs, tally_against_two
from paigow.odds.reports.wager_odds import WagerOdds
from paigow.odds.simulation.rounds import TileRounds, tile_dealing, tile_estimates
from paigow.odds.simulation.sampling import (
    SHARD_ROUNDS,
    Estimate,
    Exact,
    Range,
    Samples,
    estimate,
    simulate,
)
from paigow.odds.wagers.lines import dice_bonus_odds, line_odds, roll_odds
from paigow.odds.wagers.main import MainTerms, main_odds
from paigow.ranks.comparing import Outcome, compare_tiles
from paigow.ranks.tiles import tile_settings
from paigow.wagers.dragons_eye import DICE_BONUS, ROLL_WAGERS, triples_after
from paigow.wagers.money import Cents
from paigow.wagers.pair_fortunes import PairLine, pair_line
from paigow.wagers.registry import line_wager
from tests.odds.plain_chance import PlainChance
from tests.rules import rule


def wagers() -> tuple[WagerOdds, ...]:
    rolls = (roll_odds(wager) for wager in ROLL_WAGERS.values())
    return (line_odds(line_wager("pair-fortunes"), "1"), *rolls, dice_bonus_odds())


def setup(seats: int) -> TileRounds:
    """Seats play their highest low hand, the bank its highest high hand; every wager is down."""
    hands = tile_hands()
    return TileRounds(
        hands, seats, as_set(hands, hands.counts - 1), as_set(hands, hands.counts * 0), wagers()
    )


def rounds(chance: PlainChance, seats: int) -> Iterator[tuple[Dice, list[tuple[Tile, ...]]]]:
    """Dice and hands of round after round, the bank's hand first."""
    order = list(range(32))
    while True:
        dice = Dice(*(1 + chance.below(6) for _ in range(3)))
        chance.draw(order, 4 * (seats + 1))
        yield dice, [tuple(TILES[n] for n in order[k : k + 4]) for k in range(0, 4 * (seats + 1), 4)]


def test_a_plain_twin_deals_and_settles_the_same_rounds() -> None:
    seats = 6
    results, pairs, dealt, _, throws, bonus = simulate(tile_dealing(setup(seats)), 500, seed=11)
    found: Counter[tuple[int, int, int]] = Counter()
    lines: Counter[PairLine] = Counter()
    series, gains, button, triples, gained = 0, 0, 0, 0, 0
    for (dice, hands), _ in zip(rounds(PlainChance(11, 0, "tiles"), seats), range(500), strict=False):
        assert throws[dice.eye - 1, dice.second - 1, dice.third - 1] > 0
        settled = [DICE_BONUS.settle(Cents(1), triples, dice, shaker=s == button) for s in range(1, 7)]
        gained += sum(each.settlement.net for each in settled)
        triples, button = triples_after(triples, dice), dice.eye
        if not settled[0].stays:
            series, gains, gained = series + 1, gains + gained, 0
        bank, *others = hands
        outcomes = [compare_tiles(tile_settings(hand)[-1], tile_settings(bank)[0]).outcome for hand in others]
        found[dice.is_triple, outcomes.count(Outcome.WIN), outcomes.count(Outcome.LOSE)] += 1
        lines.update(map(pair_line, others))
    assert {cell: count for cell, count in np.ndenumerate(results) if count} == dict(found)
    assert [lines[line] for line in PairLine] == pairs.tolist()
    assert dealt.sum() == 500
    assert bonus.tolist()[:2] == [series, gains]


def test_any_number_of_workers_gives_the_same_sums() -> None:
    rounds = 2 * SHARD_ROUNDS + 17
    one = simulate(tile_dealing(setup(2)), rounds, seed=5, workers=1)
    three = simulate(tile_dealing(setup(2)), rounds, seed=5, workers=3)
    with ProcessPoolExecutor(1) as processes:
        other = simulate(tile_dealing(setup(2)), rounds, seed=5, executor=processes)
    assert one[0].sum() == rounds
    for first, second, third in zip(one, three, other, strict=True):
        assert np.array_equal(first, second)
        assert np.array_equal(first, third)
    assert not np.array_equal(one[0], simulate(tile_dealing(setup(2)), rounds, seed=6)[0])


def exact_values(seats: int, terms: MainTerms) -> dict[str, Exact]:
    hands = tile_hands()
    high, low = hands.counts * 0, hands.counts - 1
    player = tally_choices(hands, count_replies(hands, as_set(hands, high), Role.PLAYER), low)
    bank = tally_choices(hands, count_replies(hands, as_set(hands, low), Role.BANK), high)
    values = {
        "main": main_odds(player, Role.PLAYER, terms).value,
        "pair-fortunes 1": line_odds(line_wager("pair-fortunes"), "1").value,
        "dice-bonus": dice_bonus_odds().value,
        **{str(kind): roll_odds(ROLL_WAGERS[kind]).value for kind in ROLL_WAGERS},
    }
    if seats == 1:
        values["main as bank"] = main_odds(bank, Role.BANK, terms).value
    elif seats == 2 and not terms.triples:
        pairs = count_pairs(hands, as_set(hands, low))
        values["main as bank"] = tally_against_two(hands, pairs, high).value
    return {name: Exact(value) for name, value in values.items()}


def agree(estimates: tuple[Estimate, ...]) -> bool:
    for each in estimates:
        assert not each.disagrees, each
    return all(each.standard_error > 0 for each in estimates)


@rule("R11", "R13", "R14", "R15")
@pytest.mark.parametrize(
    ("seats", "terms"), [(1, MainTerms()), (2, MainTerms()), (6, MainTerms()), (1, MainTerms(triples=True))]
)
def test_a_million_rounds_agree_with_the_exact_values(seats: int, terms: MainTerms) -> None:
    sums = simulate(tile_dealing(setup(seats)), 1_000_000, seed=2024)
    found = tile_estimates(setup(seats), sums, terms, exact_values(seats, terms))
    assert len(found) == 9
    assert agree(found)


@pytest.mark.prove
@pytest.mark.parametrize("seats", [1, 2, 7])
def test_twenty_million_rounds_agree_with_the_exact_values(seats: int) -> None:
    sums = simulate(tile_dealing(setup(seats)), 20_000_000, seed=1)
    assert agree(tile_estimates(setup(seats), sums, MainTerms(), exact_values(seats, MainTerms())))


def test_the_standard_error_is_that_of_a_textbook() -> None:
    # Samples 1, 1, 4: mean 2, variance (1 + 1 + 4) / 2 = 3, standard error 1.
    found = estimate("any", Samples(3, 6.0, 18.0), Range(0, 10), None)
    assert (found.mean, found.standard_error) == (2.0, 1.0)
    assert not found.disagrees


def test_an_interval_is_that_of_the_inequality() -> None:
    # 10,000 samples of 0 or 1, half of them 1: variance 0.25 * 10000 / 9999, and log(4 / 0.05) = 4.38203.
    # sqrt(2 * 0.250025 * 4.38203 / 10000) + 7 * 4.38203 / (3 * 9999) = 0.0148029 + 0.0010226
    found = estimate("any", Samples(10_000, 5000.0, 5000.0), Range(0, 1), None)
    assert found.interval == pytest.approx((0.5 - 0.0158255, 0.5 + 0.0158255), abs=1e-6)


def test_a_known_variance_narrows_an_interval_to_half_the_risk_each() -> None:
    # One in a hundred: variance 0.0099, log(2 / 0.025) = 4.38203.
    # sqrt(2 * 0.0099 * 4.38203 / 1000) + 4.38203 / (3 * 1000) = 0.0093148 + 0.0014607
    known = Exact(Fraction(1, 100), 0.0099)
    found = estimate("any", Samples(1000, 10.0, 10.0), Range(0, 1), known)
    assert found.interval == pytest.approx((0.0, 0.01 + 0.0107755), abs=1e-6)


def test_a_sample_without_the_long_shot_does_not_disagree() -> None:
    """A line that pays 5000 to 1 and comes once in 10,000 is missing from most samples of 1,000."""
    chance = Fraction(1, 10_000)
    value = 5000 * chance - (1 - chance)
    without = estimate("long shot", Samples(1000, -1000.0, 1000.0), Range(-1, 5000), Exact(value))
    assert without.standard_error == 0  # four standard errors would reach nowhere
    assert not without.disagrees
    # A hundred thousand samples without it: (1 - 1/10000)^100000 is 4.5 in 100,000, less than once in 16,000.
    many = Samples(10_000_000, -10_000_000.0, 10_000_000.0)
    assert estimate("long shot", many, Range(-1, 5000), Exact(value)).disagrees


def test_intervals_miss_the_truth_at_most_as_often_as_they_say() -> None:
    chance = np.random.default_rng(2024)
    # 19 to 1 once in 20, and 900 to 1 once in 1,000: both have the mean 0 before the stake is counted.
    for odds, once_in in ((19, 20), (999, 1000)):
        missed = 0
        for _ in range(400):
            hits = int(chance.binomial(2000, 1 / once_in))
            samples = Samples(2000, float(odds * hits - (2000 - hits)), float(odds**2 * hits + 2000 - hits))
            low, high = estimate("any", samples, Range(-1, odds), Exact(Fraction(0))).interval
            missed += not low <= 0 <= high
        assert missed <= 20, odds  # five in a hundred of 400


@rule("R15")
def test_six_seats_that_match_different_faces_vary_as_the_dice_do() -> None:
    """Every die pays one of the six seats: by distinct faces 3, 2, 1 they gain 0, -1 and -2 together."""
    seats = 6
    sums = simulate(tile_dealing(setup(seats)), 200_000, seed=7)
    found = {each.wager: each for each in tile_estimates(setup(seats), sums, MainTerms(), {})}["match"]
    # Of 216 throws 120 have three faces, 90 two, 6 one: mean -(90 + 12) / 216, squares (90 + 24) / 216.
    variance = (Fraction(114, 216) - Fraction(17, 36) ** 2) / seats**2
    assert found.standard_error == pytest.approx(float(variance / 200_000) ** 0.5, rel=0.01)
    # Dice that take 0.3% more are detected. Treating the seats as independent, five times the error, hid
    # them.
    value = Fraction(-17, 36 * seats)
    wrong = replace(found, exact=Exact(value + Fraction(3, 1000), float(variance)))
    assert wrong.disagrees
    assert not replace(found, exact=Exact(value, float(variance))).disagrees


@pytest.mark.parametrize(("seats", "rounds"), [(0, 1), (8, 1), (1, 0), (1, -5), (1, 10**13)])
def test_what_cannot_be_dealt_is_refused(seats: int, rounds: int) -> None:
    with pytest.raises(BadInput, match="choose 1 to"):
        simulate(tile_dealing(setup(seats)), rounds, seed=1)
