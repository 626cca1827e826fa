"""The bank against several opponents: against tiles dealt one by one, and identities over all deals."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.odds.counting import Role
from paigow.odds.counting.bank import bank_counts, count_opponents
from paigow.odds.counting.tile_deals import as_set, hand_number, tile_hands
from paigow.odds.counting.tile_ways import choices_of, tile_surplus, tile_tally
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.bank import gross_of, tile_bank
from paigow.ranks.tiles import tile_settings
from tests.odds import brute_tiles
from tests.odds.test_seen_hands import fate
from tests.rules import rule


@pytest.fixture
def here(tmp_path: Path) -> Run:
    return Run(workers=1, directory=tmp_path)


def dealt_one_by_one(kinds: tuple[str, ...], own: tuple[int, ...]) -> list[Counter[int]]:
    """For each setting of a bank's hand, all ordered deals to three opponents by wagers won minus lost."""
    replies = list(brute_tiles.physical_hands(kinds, own))
    masks = np.array([sum(1 << n for n in reply) for reply in replies])
    theirs = [brute_tiles.highest_low(brute_tiles.tiles_of(reply)) for reply in replies]
    found = []
    for mine in tile_settings(brute_tiles.tiles_of(own)):
        fates = np.array([fate(mine, each, Role.BANK) - 1 for each in theirs])
        counts: Counter[int] = Counter()
        for first, mask in zip(fates.tolist(), masks.tolist(), strict=True):
            beside = masks & mask == 0
            for second, both in zip(fates[beside].tolist(), (masks[beside] | mask).tolist(), strict=True):
                third = fates[masks & both == 0]
                counts.update((first + second + third).tolist())
        found.append(counts)
    return found


@rule("R2", "R11", "R125")
def test_three_opponents_are_counted_as_dealt_one_by_one(here: Run) -> None:
    """Sixteen tiles are four hands: the bank's, and C(12,4) * C(8,4) deals to three opponents."""
    kinds = brute_tiles.EIGHT_KINDS
    hands = tile_hands(kinds)
    found = count_opponents(hands, hands.counts - 1, 3, here, kinds)
    every = list(brute_tiles.physical_hands(kinds))
    for own in every[::260]:
        number = hand_number(hands, brute_tiles.tiles_of(own))
        for setting, dealt in enumerate(dealt_one_by_one(kinds, own)):
            counts = dict(zip(range(-3, 4), found.counts[number, setting].tolist(), strict=True))
            assert sum(counts.values()) == comb(12, 4) * comb(8, 4)
            assert counts == {surplus: dealt[surplus] for surplus in range(-3, 4)}


@rule("R11", "R125")
def test_one_and_two_opponents_are_what_other_counts_say(here: Run) -> None:
    way = load_way("traditional")
    one = bank_counts(way, 1, here).tally(choices_of(way))
    tally = tile_tally(way, way, Role.BANK)
    assert one.counts == {-1: tally.lose, 0: tally.push, 1: tally.win}
    assert one.value == tally.value
    assert bank_counts(way, 2, here).tally(choices_of(way)) == tile_surplus(way, way)


def test_the_bank_sets_best_when_it_knows_how_many_oppose_it(here: Run) -> None:
    way = load_way("traditional")
    by_one, by_two = (bank_counts(way, opponents, here) for opponents in (1, 2))
    assert by_one.tally(by_one.best_choices()).value == tile_tally(None, way, Role.BANK).value
    knowing = by_two.tally(by_two.best_choices()).value
    assert knowing >= by_two.tally(by_one.best_choices()).value
    assert knowing == tile_surplus(None, way).value


def test_more_than_three_are_not_counted(here: Run) -> None:
    with pytest.raises(BadInput, match="1 to 3"):
        bank_counts(load_way("traditional"), 4, here)


@pytest.mark.prove
def test_three_opponents_of_a_full_set_gain_three_times_what_one_does(tmp_path: Path) -> None:
    """Before vigorish every opponent is one opponent; the deals are C(32,4) * C(28,4) * C(24,4) * C(20,4)."""
    way = load_way("traditional")
    three = bank_counts(way, 3, Run(directory=tmp_path)).tally(choices_of(way))
    assert three.total == comb(32, 4) * comb(28, 4) * comb(24, 4) * comb(20, 4)
    one = tile_tally(way, way, Role.BANK)
    mean = Fraction(sum(surplus * n for surplus, n in three.counts.items()), three.total)
    assert mean == 3 * Fraction(one.win - one.lose, one.total)
    assert three.value > tile_surplus(way, way).value


def test_what_is_sampled_holds_what_is_counted_between_its_bounds() -> None:
    way = load_way("traditional")
    hands = tile_hands()
    every = as_set(hands, choices_of(way))
    gross = gross_of(tile_tally(way, way, Role.BANK))
    found = tile_bank(hands, every, (every, 2), gross, 300_000, 1)
    low, high = found.interval
    assert low < float(tile_surplus(way, way).value) < high
    # 300,000 rounds, a surplus within [0, 1]: Bernstein's bound is under half a percent, of which 5% counts.
    assert high - low < 2 * 0.005 * 0.05
