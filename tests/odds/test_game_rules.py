"""The main game as parameters: each against every pair dealt, against arithmetic, or as published."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.material.cards import CARDS
from paigow.odds.answering import Counting, Question, answer
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_deals import (
    CARD_DEALS,
    CardCounting,
    best_play,
    count_face_up,
    count_relations,
)
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.strengths import DealerPushes, HandStrengths, low_no_pair, with_pushes
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.game_rules import built_in_games, load_game
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.sampling import simulate
from paigow.odds.simulation.setup import simulation_of
from paigow.odds.subject import Subject, subject_of
from paigow.odds.wagers.main import MainTerms, main_odds
from paigow.ranks.batch import SETTINGS
from paigow.ranks.poker import Wheel, rank_two_cards
from paigow.wagers.money import Cents, Vigorish
from tests.odds import brute_cards as brute
from tests.odds.card_ways import SMALL, at_random, best_high, best_low
from tests.odds.test_cards import plainly

TWO_FIVE_THREE = Tally(2, 5, 3, None, None, None, 0)


@pytest.fixture
def here(tmp_path: Path) -> Run:
    return Run(workers=1, directory=tmp_path)


def seen(row: int, dealer: HandStrengths, pushes: np.ndarray | None) -> tuple[int, int]:
    """Wins and losses of a hand whose player picks the best setting for each reply, reply by reply."""
    plain, way = brute.plain_deck(SMALL), plainly(dealer)
    beside = plain.rows[plain.masks & plain.class_masks[row] == 0]
    best = np.zeros(len(beside), dtype=np.int64)
    for number in np.flatnonzero(~plain.fouled[row]).tolist():
        halves = (plain.low[row, number] > way.low[beside]).astype(np.int64)
        best = np.maximum(best, halves + (plain.high[row, number] > way.high[beside]))
    if pushes is not None:
        best[pushes[beside]] = 1
    return int((best == 2).sum()), int((best == 0).sum())


@pytest.mark.parametrize("pushing", [False, True])
def test_a_player_who_sees_the_dealers_hand_fares_as_in_every_pair_dealt(pushing: bool, here: Run) -> None:
    plain_dealer = best_high(SMALL) if pushing else best_low(SMALL)
    pushes = np.random.default_rng(2).random(len(plain_dealer)) < 1 / 3 if pushing else None
    dealer = plain_dealer if pushes is None else with_pushes(plain_dealer, pushes)
    found = count_face_up(dealer, here)
    for row in range(len(dealer)):
        assert (found.win[row], found.lose[row]) == seen(row, plain_dealer, pushes)


def test_to_see_the_dealers_hand_is_never_worse(here: Run) -> None:
    """Any one setting wins no more replies than the best for each, and loses no fewer."""
    dealer = at_random(SMALL, 3)
    best, open_ = best_play(dealer, Role.PLAYER, here, (1, 1)).hands, count_face_up(dealer, here)
    assert (open_.win >= best.win).all()
    assert (open_.lose <= best.lose).all()
    assert (open_.win - open_.lose > best.win - best.lose).any()


def test_a_low_hand_pushes_by_its_higher_card_as_set() -> None:
    """King-high: a king with a deuce or a three. A pair of kings is not; the joker is an ace."""
    dealer = at_random(SMALL, 4)
    mask = low_no_pair(dealer, frozenset({13}))
    assert mask.any()
    for row, pushing in enumerate(mask.tolist()):
        low = rank_two_cards(
            [CARDS[dealer.hands.cards[row][place]] for place in SETTINGS[dealer.choice[row]]]
        )
        assert pushing == (low.name in ("king-two", "king-three"))


def test_commission_of_any_rate_is_taken_of_wins_or_of_every_wager() -> None:
    """Of ten deals two win, five push, three lose; 2% of wins, then 1% of every wager before the deal."""
    of_wins = main_odds(TWO_FIVE_THREE, Role.PLAYER, MainTerms(rate=Fraction(2, 100)))
    assert of_wins.value == (2 * Fraction(98, 100) - 3) / 10
    before = MainTerms(rate=Fraction(1, 100), prepaid=True)
    assert main_odds(TWO_FIVE_THREE, Role.PLAYER, before).value == Fraction(-1, 10) - Fraction(1, 100)
    assert before.merits() == (1, 1)
    assert before.words() == ("exactly 1% commission on every wager, before the deal",)


def test_rounding_is_of_the_rate() -> None:
    """3% of $7 is 21 cents; up to the next quarter that is 25 cents of 700."""
    terms = MainTerms(Vigorish.NEXT_QUARTER, Cents(700), rate=Fraction(3, 100))
    assert terms.net_of_a_win() == Fraction(675, 700)
    early = MainTerms(Vigorish.NEXT_QUARTER, Cents(700), rate=Fraction(3, 100), prepaid=True)
    assert (early.net_of_a_win(), early.net_of_a_push(), early.net_of_a_loss()) == (
        Fraction(675, 700),
        Fraction(-25, 700),
        Fraction(-725, 700),
    )


def game(tmp_path: Path, text: str) -> Subject:
    file = tmp_path / "mine.game"
    file.write_text(f'title = "Mine"\n{text}', encoding="utf-8")
    return subject_of(str(file))


def test_a_game_of_tiles_by_parameters_is_the_count_of_its_tally(tmp_path: Path) -> None:
    subject = game(tmp_path, 'way = "regulation"\nzero-rule = false\n[commission]\npercent = 0\n')
    way = load_way("regulation")
    plain = tile_tally(way, way, Role.PLAYER, zero_rule=False)
    counting = Counting(
        lambda hero, house, role, merits: tile_tally(hero, house, role, merits, zero_rule=False)
    )
    (wager,) = answer(Question(subject), counting).wagers
    assert wager.value == Fraction(plain.win - plain.lose, 736_281_000)
    assert wager.value > tile_tally(way, way, Role.PLAYER).value  # no commission, and zeros may win
    with_rule = tile_tally(way, way, Role.PLAYER)
    assert plain.win + plain.push > with_rule.win + with_rule.push


def fates_with_copies(row: int, dealer: HandStrengths) -> dict[int, tuple[int, int, int]]:
    """For each setting of a hand its wins, pushes, and losses, reply by reply; the hand wins equal halves."""
    plain, way = brute.plain_deck(SMALL), plainly(dealer)
    beside = plain.rows[plain.masks & plain.class_masks[row] == 0]
    found = {}
    for number in np.flatnonzero(~plain.fouled[row]).tolist():
        halves = (plain.low[row, number] >= way.low[beside]).astype(int)
        lose, push, win = np.bincount(
            halves + (plain.high[row, number] >= way.high[beside]), minlength=3
        ).tolist()
        found[number] = (win, push, lose)
    return found


def test_copies_to_the_player_count_as_every_pair_dealt(here: Run) -> None:
    player, dealer = at_random(SMALL, 7), best_low(SMALL)
    tally = count_relations(player, dealer, here).tally(Role.PLAYER, copies=Role.PLAYER)
    sums = np.zeros(3, dtype=np.int64)
    for row, weight in enumerate(player.hands.weights.tolist()):
        sums += weight * np.array(fates_with_copies(row, dealer)[int(player.choice[row])])
    assert (tally.win, tally.push, tally.lose) == tuple(sums.tolist())
    hand = [CARDS[card] for card in player.hands.cards[11]]
    found = best_settings(hand, dealer, Role.PLAYER, copies=Role.PLAYER)
    assert sorted((each.win, each.push, each.lose) for each in found) == sorted(
        fates_with_copies(11, dealer).values()
    )


def test_with_the_copies_a_player_of_tiles_is_in_the_banks_place() -> None:
    """Both hands set by one way, no zero rule: whoever wins the copies does equally well on either side."""
    way = load_way("regulation")
    as_player = tile_tally(way, way, Role.PLAYER, zero_rule=False, copies=Role.PLAYER)
    as_bank = tile_tally(way, way, Role.BANK, zero_rule=False)
    assert (as_player.win, as_player.push, as_player.lose) == (as_bank.win, as_bank.push, as_bank.lose)


def test_a_game_of_tiles_is_simulated_as_counted(tmp_path: Path) -> None:
    """Far from the plain game: copies to the player, no zero rule, 3% before the deal."""
    subject = game(
        tmp_path,
        'way = "regulation"\nzero-rule = false\ncopies = "player"\n'
        '[commission]\npercent = 3\ntaken = "before-the-deal"\n',
    )
    tally = partial(tile_tally, zero_rule=False, copies=Role.PLAYER)
    prepared = simulation_of(Question(subject), Counting(tally), 2)
    (main,) = prepared.judge(simulate(prepared.dealing, 200_000, seed=3))
    assert main.exact is not None
    assert not main.disagrees
    way = load_way("regulation")
    plain = tile_tally(way, way, Role.PLAYER)
    assert abs(float(main.exact.value) - float(plain.value)) > 0.005  # far enough apart to be distinguished


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('way = "nowhere"', "there is no house way 'nowhere'"),
        ('way = "foxwoods"\n[commission]\npercent = 101', "a commission can't be 101 percent"),
        ('way = "foxwoods"\n[pushes]\nnothing = ["one-high"]', "'one-high' is not a highest card"),
        ('way = "foxwoods"\nbanking = true\nface-up = true', "banking can't go with face-up"),
        ('way = "regulation"\nface-up = true', "exist only for cards"),
        ('way = "regulation"\nwheel = "lowest"', "wheel exists only for cards"),
        ('way = "foxwoods"\nzero-rule = true', "zero-rule exists only for tiles"),
        ('way = "foxwoods"\nface-up = true\ncopies = "player"', "copies to the player can't go with face-up"),
        ('way = "foxwoods"\ncolor = "red"', "a game has no 'color'"),
        ('way = "foxwoods"\ncopeis = "player"', "no 'copeis' .*did you mean copies"),
        ('way = "foxwoods"\ncopies = "bank"', "copies can't be 'bank' .*one of dealer, player"),
        ('way = "foxwoods"\nwheel = "third"', "wheel can't be 'third' .*one of second"),
        ('way = "foxwoods"\n[commission]\nrate = 5', "no 'commission.rate'"),
        ('way = "regulation"\nseats = 8', "a table can't have 8 seats"),
        ('way = "foxwoods"\nseats = 7', "a table can't have 7 seats"),
        ('way = "foxwoods"\nseats = "six"', "seats can't be 'six' .*a whole number"),
        ("seats = 6", "'way' is missing"),
        ("way = foxwoods", "Invalid"),
    ],
)
def test_what_a_game_file_cannot_say_is_told(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        game(tmp_path, text)


def test_a_game_file_that_is_not_there_is_told() -> None:
    with pytest.raises(BadInput, match=r"'gone\.game' can't be read"):
        load_game("gone.game")


def test_well_known_games_are_settings() -> None:
    assert built_in_games() == ("face-up", "nine-high-push", "queen-high-push")
    pushes = {name: subject_of(name).rules.pushes for name in built_in_games()}
    assert pushes == {
        "face-up": DealerPushes(nothing=frozenset({14})),
        "nine-high-push": DealerPushes(low=frozenset({9})),
        "queen-high-push": DealerPushes(nothing=frozenset({12})),
    }
    assert all(subject_of(name).methods == (Vigorish.NONE,) for name in built_in_games())
    assert not any(subject_of(name).banking for name in built_in_games())


def test_open_hands_are_counted_and_not_simulated() -> None:
    question = Question(subject_of("face-up"))
    assert str(question.hero) == "best play"
    with pytest.raises(BadInput, match=r"are not simulated \(face-up\); paigow odds computes them exactly"):
        simulation_of(question, Counting(lambda *_: TWO_FIVE_THREE), 1)


PUBLISHED = (0.273726, 0.427453, 0.298822)
"""Win, push and lose of the nine-high push: Wizard of Odds, "Commission Free Pai Gow Poker" (2013), by Trump
Plaza's way."""


@pytest.mark.prove
def test_the_nine_high_push_comes_out_as_published() -> None:
    subject = subject_of("nine-high-push")
    counting = CardCounting(Wheel.SECOND, Run(), subject.rules.pushes)
    tally = counting.tally(subject.way, subject.way, Role.PLAYER)
    assert tally.total == CARD_DEALS
    shares = [count / CARD_DEALS for count in (tally.win, tally.push, tally.lose)]
    assert shares == pytest.approx(PUBLISHED, abs=0.00003)


@pytest.mark.prove
@pytest.mark.parametrize("name", ["nine-high-push", "queen-high-push"])
def test_games_that_push_are_simulated_as_counted(name: str) -> None:
    question = Question(subject_of(name))
    cards = CardCounting(Wheel.SECOND, Run(), question.subject.rules.pushes)
    prepared = simulation_of(question, Counting(cards.tally), 1)
    (main,) = prepared.judge(simulate(prepared.dealing, 4_000_000, seed=1))
    assert not main.disagrees
