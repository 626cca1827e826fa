"""A bank against two: the bounds contain what is dealt one by one, and what is counted exactly at tiles."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from paigow.houseways import load_way
from paigow.odds.counting import Role
from paigow.odds.counting.tile_deals import as_set, count_replies, tile_hands
from paigow.odds.counting.tile_ways import choices_of, count_pairs, tile_surplus, tile_tally
from paigow.odds.counting.two_opponents import mixed_pairs, two_opponents
from tests.odds import brute_cards as brute
from tests.odds.card_ways import MIDDLE, best_high, best_low
from tests.odds.test_cards import plainly
from tests.rules import rule


def test_bounds_hold_what_cards_dealt_one_by_one_come_to() -> None:
    """Of 21 cards a bank holds seven, one opponent seven, and the other what is left."""
    bank, opponent = plainly(best_high(MIDDLE)), plainly(best_low(MIDDLE))
    plain = brute.plain_deck(MIDDLE)
    number_of = dict(zip(plain.masks.tolist(), plain.rows.tolist(), strict=True))
    every = sum(1 << card for card in MIDDLE.card_indexes)
    for row in range(0, len(plain.class_masks), 400):
        left = every & ~int(plain.class_masks[row])
        fates = {}
        for mask in plain.masks[plain.masks & plain.class_masks[row] == 0].tolist():
            theirs = number_of[mask]
            halves = int(bank.low[row] >= opponent.low[theirs]) + int(bank.high[row] >= opponent.high[theirs])
            fates[mask] = halves - 1
        assert len(fates) == comb(14, 7)
        mixed = sum(fates[mask] == 1 and fates[left & ~mask] == -1 for mask in fates)
        # What the bank keeps above zero, pair by pair, is what it wins less twice the mixed pairs.
        kept = sum(max(fates[mask] + fates[left & ~mask], 0) for mask in fates)
        won, lost = (np.array([sum(fate == wanted for fate in fates.values())]) for wanted in (1, -1))
        assert kept == 2 * (int(won[0]) - mixed)
        low, high = mixed_pairs(won, lost, 14, 7)
        assert low[0] - 1e-6 <= mixed <= high[0] + 1e-6


@rule("R11")
@pytest.mark.parametrize("name", ["traditional", "regulation"])
def test_bounds_hold_every_hand_that_is_counted_exactly(name: str) -> None:
    way, hands = load_way(name), tile_hands()
    against = as_set(hands, choices_of(way))
    lose, _, win = np.moveaxis(count_replies(hands, against, Role.BANK).outcomes, -1, 0)
    mixed = count_pairs(hands, against)[:, :, 2, 0]
    legal = np.arange(win.shape[1]) < hands.counts[:, None]
    low, high = mixed_pairs(win[legal], lose[legal], 28, 4)
    assert (low <= mixed[legal] + 1e-6).all()
    assert (mixed[legal] <= high + 1e-6).all()
    # A useless bound would contain these too: half of the hands are within a tenth of all pairs.
    assert np.median(high - low) < 0.1 * comb(28, 4) * comb(24, 4)


@rule("R11")
def test_the_value_against_two_lies_between_its_bounds() -> None:
    way, hands = load_way("traditional"), tile_hands()
    rows, choices = np.arange(len(hands)), choices_of(way)
    outcomes = count_replies(hands, as_set(hands, choices), Role.BANK).outcomes[rows, choices]
    found = two_opponents(hands.weights, outcomes[:, 2], outcomes[:, 0], 28, 4)
    one = tile_tally(way, way, Role.BANK)
    assert found.gross.numerator * one.total == (one.win - one.lose) * found.gross.denominator
    exact = float(tile_surplus(way, way).value)
    assert found.lower < exact < found.upper
    # Opponents can't cost less than with all losses offset, nor more than one by one.
    assert float(one.value) < exact < float(found.gross)
    assert found.upper - found.lower < 0.01
