"""Counts with a fully wild joker: small decks dealt pair by pair, simulation, and `.game` files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.material.cards import CARDS, JOKER
from paigow.odds.answering import Counting, Question
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CardCounting, best_play, count_relations
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.strengths import DealerPushes, dealer_strengths
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.sampling import simulate
from paigow.odds.simulation.setup import simulation_of
from paigow.odds.subject import subject_of
from paigow.ranks.poker import Order, Wheel, Wild
from tests.odds import brute_cards as brute
from tests.odds.card_ways import SMALL, best_high, best_low
from tests.rules import rule

GAME = 'title = "Mine"\nway = "foxwoods"\njoker = "wild"\n'


@pytest.fixture
def here(tmp_path: Path) -> Run:
    return Run(workers=1, directory=tmp_path)


@rule("R176")
@pytest.mark.parametrize("order", Wild)
def test_the_count_equals_every_pair_dealt(order: Order, here: Run) -> None:
    player, dealer = best_low(SMALL, order), best_high(SMALL, order)
    counted = count_relations(player, dealer, here)
    ways = [brute.set_all(SMALL, each.choice, order) for each in (player, dealer)]
    assert np.array(counted.counts).tolist() == brute.relations(SMALL, *ways).tolist()
    bug = count_relations(best_low(SMALL), best_high(SMALL), here)
    assert counted.counts != bug.counts


@rule("R176")
@pytest.mark.parametrize("role", Role)
def test_best_play_equals_every_setting_of_every_hand_dealt(role: Role, here: Run) -> None:
    """Every hand with the joker, each of its settings against every reply."""
    dealer = best_low(SMALL, Wild.SECOND)
    found = best_play(dealer, role, here, (19, 20)).hands
    way = brute.set_all(SMALL, dealer.choice, Wild.SECOND)
    held = np.flatnonzero(dealer.hands.cards[:, 0] == JOKER.index)
    assert len(held) > 50
    for row in held[::5].tolist():
        low, high = brute.replies(SMALL, row, way)
        plain = brute.plain_deck(SMALL, Wild.SECOND)
        merits = []
        for setting in np.flatnonzero(~plain.fouled[row]).tolist():
            mine = plain.low[row, setting], plain.high[row, setting]
            wins = np.greater_equal if role is Role.BANK else np.greater
            above = [wins(half, reply) for half, reply in zip(mine, (low, high), strict=True)]
            win, lose = int((above[0] & above[1]).sum()), int((~above[0] & ~above[1]).sum())
            merits.append(19 * win - 20 * lose)
        assert 19 * int(found.win[row]) - 20 * int(found.lose[row]) == max(merits)


@rule("R176")
def test_every_setting_of_one_hand_fares_as_dealt() -> None:
    """The odds of a single hand, which has more settings than with the joker of the books."""
    dealer = best_high(SMALL, Wild.SECOND)
    way, plain = brute.set_all(SMALL, dealer.choice, Wild.SECOND), brute.plain_deck(SMALL, Wild.SECOND)
    row = int(np.argmax((plain.fouled < brute.plain_deck(SMALL).fouled).sum(axis=1)))
    hand = [CARDS[card] for card in dealer.hands.cards[row]]
    low, high = brute.replies(SMALL, row, way)
    fates = set()
    for setting in np.flatnonzero(~plain.fouled[row]).tolist():
        above = (plain.low[row, setting] > low).astype(int) + (plain.high[row, setting] > high)
        fates.add((int((above == 2).sum()), int((above == 1).sum()), int((above == 0).sum())))
    found = best_settings(hand, dealer, Role.PLAYER)
    assert {(each.win, each.push, each.lose) for each in found} == fates
    assert len(found) == int((~plain.fouled[row]).sum()) > int((~brute.plain_deck(SMALL).fouled[row]).sum())


@pytest.mark.prove
@rule("R176")
def test_no_hand_with_a_wild_joker_is_nothing() -> None:
    way, ace_high = load_way("foxwoods"), DealerPushes(nothing=frozenset({14}))
    wild, bug = (dealer_strengths(way, order, ace_high).pushes for order in (Wild.SECOND, Wheel.SECOND))
    assert wild is not None
    assert bug is not None
    joker = dealer_strengths(way, Wheel.SECOND, ace_high).hands.cards[:, 0] == JOKER.index
    assert (bug & joker).any()
    assert (wild == bug & ~joker).all()


def test_a_game_file_makes_the_joker_wild(tmp_path: Path) -> None:
    file = tmp_path / "mine.game"
    file.write_text(GAME + 'wheel = "lowest"\n', encoding="utf-8")
    subject = subject_of(str(file))
    assert subject.wheel is Wild.LOWEST
    assert Question(subject).subject.rules.words() == ("the joker is fully wild (R176)",)
    file.write_text(GAME.replace("wild", "bug"), encoding="utf-8")
    assert subject_of(str(file)).wheel is Wheel.SECOND


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (GAME.replace("wild", "lowest, joker wild"), "joker can't be 'lowest, joker wild'"),
        (GAME + 'wheel = "second, joker wild"\n', "wheel can't be 'second, joker wild'"),
        (GAME.replace("foxwoods", "regulation"), "joker exists only for cards"),
    ],
)
def test_a_joker_that_no_game_has_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "mine.game"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=problem):
        subject_of(str(file))


def test_sides_that_rank_the_joker_differently_are_not_compared(here: Run) -> None:
    with pytest.raises(BadInput, match="the other second, joker wild"):
        count_relations(best_low(SMALL), best_low(SMALL, Wild.SECOND), here)


@pytest.mark.prove
@rule("R176")
def test_a_game_with_a_wild_joker_is_simulated_as_counted(tmp_path: Path) -> None:
    file = tmp_path / "mine.game"
    file.write_text(GAME, encoding="utf-8")
    question = Question(subject_of(str(file)))
    cards = CardCounting(Wild.SECOND, Run())
    prepared = simulation_of(question, Counting(cards.tally), 1)
    (main,) = prepared.judge(simulate(prepared.dealing, 4_000_000, seed=1))
    assert not main.disagrees
