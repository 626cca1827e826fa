"""Simulated tile rounds: a plain twin deals the same, workers do not matter, exact values agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.material.dice import Dice
from paigow.material.tiles import TILES, Tile
from paigow.odds.banking import count_pairs, tally_against_two
from paigow.odds.dragons_eye import dice_bonus_odds, dice_odds
from paigow.odds.main import MainTerms, main_odds
from paigow.odds.pair_fortunes import pair_fortunes_odds
from paigow.odds.roles import Role
from paigow.odds.rounds_tiles import TileRounds, tile_dealing, tile_estimates
from paigow.odds.simulation import SHARD_ROUNDS, Estimate, Exact, estimate, simulate
from paigow.odds.tiles import as_set, count_replies, tally_choices, tile_hands
from paigow.ranks.comparing import Outcome, compare_tiles
from paigow.ranks.tiles import tile_settings
from paigow.wagers.dragons_eye import settle_dice_bonus, triples_after
from paigow.wagers.kinds import DICE_WAGERS
from paigow.wagers.money import Cents
from paigow.wagers.pair_fortunes import PairLine, pair_line
from tests.odds.plain_chance import PlainChance
from tests.rules import rule


def setup(seats: int) -> TileRounds:
    """Seats play their highest low hand, the bank its highest high hand; every wager lies there."""
    hands = tile_hands()
    return TileRounds(
        hands, seats, as_set(hands, hands.counts - 1), as_set(hands, hands.counts * 0), "1", dice=True
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
    results, pairs, _, throws, bonus = simulate(tile_dealing(setup(seats)), 500, seed=11)
    found: Counter[tuple[int, int, int]] = Counter()
    lines: Counter[PairLine] = Counter()
    series, gains, button, triples, gained = 0, 0, 0, 0, 0
    for (dice, hands), _ in zip(rounds(PlainChance(11, 0, "tiles"), seats), range(500), strict=False):
        assert throws[dice.eye - 1, dice.second - 1, dice.third - 1] > 0
        settled = [settle_dice_bonus(Cents(1), triples, dice, shaker=s == button) for s in range(1, 7)]
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
        "pair-fortunes 1": pair_fortunes_odds("1").value,
        "dice-bonus": dice_bonus_odds().value,
        **{str(kind): dice_odds(kind).value for kind in DICE_WAGERS},
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
    found = estimate("any", 3, 6.0, 18.0, Exact(Fraction(7)))
    assert (found.mean, found.standard_error) == (2.0, 1.0)
    assert found.errors_off == -5
    assert found.disagrees
    # What is known to spread by 4 is not held to the narrower sample: 4 / sqrt(3).
    wide = estimate("any", 3, 6.0, 18.0, Exact(Fraction(7), 4.0))
    assert wide.standard_error == pytest.approx(2.3094, abs=1e-4)
    assert not wide.disagrees


@pytest.mark.parametrize(("seats", "rounds"), [(0, 1), (8, 1), (1, 0), (1, -5), (1, 10**13)])
def test_what_cannot_be_dealt_is_refused(seats: int, rounds: int) -> None:
    with pytest.raises(BadInput, match="from 1 to"):
        simulate(tile_dealing(setup(seats)), rounds, seed=1)
