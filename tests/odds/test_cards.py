"""Every deal of two card hands: reduced decks against each pair dealt one by one, and laws of the counts."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CARD_DEALS, Relations, count_hands, count_relations, deals
from paigow.odds.counting.decks import FULL, CountedDeck, replies_to_one
from paigow.odds.counting.strengths import HandStrengths, deck_hands, hand_strengths, portable, restored
from paigow.odds.runs.shards import Run
from paigow.ranks.poker import Wheel
from tests.odds import brute_cards as brute
from tests.odds.card_ways import BARE, MIDDLE, SMALL, at_random, best_high, best_low
from tests.rules import rule


@pytest.fixture
def here(tmp_path: Path) -> Run:
    return Run(workers=1, directory=tmp_path)


def plainly(strengths: HandStrengths) -> brute.PlainWay:
    """The same way by plain ranks."""
    return brute.set_all(strengths.deck, strengths.choice)


def test_two_hands_of_53_cards_are_dealt_in_8_250_459_031_214_400_ways() -> None:
    assert deals(FULL) == CARD_DEALS == comb(53, 7) * comb(46, 7) == 8_250_459_031_214_400
    assert replies_to_one(FULL) == 53_524_680


@pytest.mark.parametrize("deck", [SMALL, BARE, pytest.param(MIDDLE, marks=pytest.mark.prove)], ids=str)
def test_the_method_equals_every_pair_dealt(deck: CountedDeck, here: Run) -> None:
    player, dealer = best_low(deck), best_high(deck)
    counted = count_relations(player, dealer, here)
    assert (
        np.array(counted.counts).tolist() == brute.relations(deck, plainly(player), plainly(dealer)).tolist()
    )
    assert counted.total == deals(deck)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_any_ways_count_as_dealt_and_the_other_side_sees_the_mirror(seed: int, here: Run) -> None:
    player, dealer = at_random(SMALL, seed), at_random(SMALL, seed + 100)
    counted = count_relations(player, dealer, here)
    dealt = brute.relations(SMALL, plainly(player), plainly(dealer))
    assert np.array(counted.counts).tolist() == dealt.tolist()
    assert count_relations(dealer, player, here) == counted.mirrored()


def test_a_way_against_itself_is_its_own_mirror(here: Run) -> None:
    counted = count_relations(best_low(MIDDLE), best_low(MIDDLE), here)
    assert counted == counted.mirrored()


@rule("maryland-poker 11.F", "R21")
def test_copies_go_to_the_bank() -> None:
    """Nine deals, one in each relation: the player wins one, the bank, which wins copies, four."""
    relations = Relations(((1, 10, 100), (1000, 10_000, 100_000), (10**6, 10**7, 10**8)))
    player, bank = relations.tally(Role.PLAYER), relations.tally(Role.BANK)
    assert (player.win, player.push, player.lose) == (10**8, 100 + 100_000 + 10**6 + 10**7, 11_011)
    assert (bank.win, bank.push, bank.lose) == (10**8 + 10**7 + 110_000, 100 + 10 + 10**6 + 1000, 1)
    assert (player.low_copies, player.high_copies, player.both_copies) == (111_000, 10_010_010, 10_000)
    mirror = relations.mirrored()
    assert mirror.tally(Role.BANK).mirrored() == player
    assert mirror.tally(Role.PLAYER).mirrored() == bank


@pytest.mark.parametrize("role", Role)
def test_every_hand_fares_as_dealt(role: Role, here: Run) -> None:
    player, dealer = best_low(SMALL), at_random(SMALL, 4)
    counts = count_hands(player, dealer, role, here)
    other = plainly(dealer)
    for n in range(0, len(player), 11):
        found = brute.settings_of(SMALL, n, other, role)
        (fared,) = [tuple(fates) for number, *fates in found if number == player.choice[n]]
        assert (counts.win[n], counts.push[n], counts.lose[n]) == fared


@pytest.mark.parametrize("role", Role)
def test_the_hands_add_up_to_the_relations(role: Role, here: Run) -> None:
    player, dealer = at_random(MIDDLE, 5), best_low(MIDDLE)
    counts = count_hands(player, dealer, role, here)
    weights = player.hands.weights.astype(np.int64)
    tally = count_relations(player, dealer, here).tally(role)
    sums = [int(weights @ some) for some in (counts.win, counts.push, counts.lose)]
    assert sums == [tally.win, tally.push, tally.lose]


def test_what_a_shard_carries_gives_the_same_strengths_again(tmp_path: Path) -> None:
    way = at_random(MIDDLE, 6)
    for directory in (tmp_path, tmp_path / "of another machine"):
        again = restored(portable(way, directory))
        assert again.key == way.key
        assert (again.low == way.low).all()
        assert (again.high == way.high).all()


def test_ways_of_one_deck_and_one_choice_have_one_key() -> None:
    way = best_low(SMALL)
    assert hand_strengths(way.choice, deck=SMALL).key == way.key != best_high(SMALL).key
    assert hand_strengths(way.choice, Wheel.LOWEST, SMALL).key != way.key


@rule("R21")
def test_a_way_that_leaves_or_fouls_a_hand_is_refused() -> None:
    choice = best_low(SMALL).choice
    with pytest.raises(
        BadInput, match="2 classes of hands are not set; use a house way that sets every hand"
    ):
        hand_strengths(np.concatenate([[255, 21], choice[2:]]), deck=SMALL)
    with pytest.raises(BadInput, match=f"settings for 3 classes of hands; {len(choice):,} are needed"):
        hand_strengths(choice[:3], deck=SMALL)
    # Of two pairs and more, some split puts the higher pair into the low hand.
    with pytest.raises(BadInput, match="classes of hands are fouled"):
        hand_strengths(np.zeros_like(choice), deck=SMALL)


@rule("R20")
def test_ways_with_different_wheels_do_not_meet(here: Run) -> None:
    other = hand_strengths(best_high(SMALL).choice, Wheel.LOWEST, SMALL)
    with pytest.raises(BadInput, match="wheel"):
        count_relations(best_high(SMALL), other, here)


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    player, dealer = best_low(SMALL), best_high(SMALL)
    found = {
        workers: count_relations(player, dealer, Run(workers=workers, directory=tmp_path / str(workers)))
        for workers in (1, 2)
    }
    assert len(set(found.values())) == 1


def test_the_weights_of_a_reduced_deck_stand_for_all_its_hands() -> None:
    for deck in (SMALL, BARE, MIDDLE):
        hands = deck_hands(deck)
        assert int(hands.weights.sum(dtype=np.int64)) == comb(len(deck), 7)
