"""A whole seat: margins against each wager's own odds, and evenings against every run of rounds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace as changed
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.material.tiles import Tile
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CARD_DEALS, CardCounting, HandCounts
from paigow.odds.counting.decks import FULL, replies_to_one
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.runs.shards import Run
from paigow.odds.seats import envy_round, seat_round
from paigow.odds.simulation import envy
from paigow.odds.subject import subject_of
from paigow.odds.wagers.lines import envy_per_other, line_odds
from paigow.odds.wagers.progressive import progressive_odds
from paigow.odds.wagers.seat import SeatRound, bankroll_for, evening, play_on
from paigow.ranks.classes import tile_hand_classes
from paigow.wagers.money import Cents, Vigorish, dollars
from paigow.wagers.paytables import Meter
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import LineWager
from tests.rules import rule

TEN, FIVE = dollars(10), dollars(5)


def tile_seat(player: str | None = "regulation") -> SeatRound:
    subject = subject_of("colorado-tiles")
    return seat_round(subject, {"main": TEN, "pair-fortunes": FIVE}, subject.way if player else None)


def test_each_wager_by_itself_is_what_its_own_odds_say() -> None:
    seat = tile_seat()
    subject = subject_of("colorado-tiles")
    tally = tile_tally(subject.way, subject.way, Role.PLAYER)
    assert seat.total == tally.total
    assert seat.mean(0) == TEN * tally.value
    wager = wager_of("pair-fortunes")
    assert isinstance(wager, LineWager)
    odds = line_odds(wager, "1")
    assert seat.mean(1) == FIVE * odds.value
    assert seat.covariance(1, 1) == FIVE**2 * odds.variance
    assert seat.variance == seat.covariance(0, 0) + 2 * seat.covariance(0, 1) + seat.covariance(1, 1)
    assert seat.covariance(0, 1) == seat.covariance(1, 0) > 0


def test_best_play_gains_more_on_the_main_wager_and_the_same_beside_it() -> None:
    usual, best = tile_seat(), tile_seat(None)
    assert best.mean(0) == TEN * tile_tally(None, subject_of("colorado-tiles").way, Role.PLAYER).value
    assert best.mean(1) == usual.mean(1)


def test_hands_without_a_pair_lose_the_wager_on_pairs_however_the_main_wager_fares() -> None:
    """29,120 of 35,960 hands have no pair, each with 20,475 replies."""
    without = sum(weight for tiles, weight in tile_hand_classes() if not has_pair(tiles))
    assert without == 29_120
    seat = tile_seat()
    lost = sum(count for (_, side), count in seat.counts.items() if side == -FIVE)
    assert lost == without * 20_475


@rule("R15", "colorado-tiles 30-2606(4)")
@pytest.mark.parametrize("position", [1, 2])
def test_wagers_on_one_roll_share_its_dice_and_nothing_with_the_hand(position: int) -> None:
    """The dice are counted separately here: the first names the position, triples lose odd."""
    bets = {"main": TEN, "pair-fortunes": FIVE, "odd": FIVE, "match": FIVE}
    subject = subject_of("colorado-tiles")
    seat = seat_round(subject, bets, subject.way, position=position)
    throws = list(product(range(1, 7), repeat=3))
    odd = [1 if dice[0] % 2 and len(set(dice)) > 1 else -1 for dice in throws]
    match = [dice.count(position) or -1 for dice in throws]
    assert seat.names == ("main", "pair-fortunes 1", "odd", "match")
    assert seat.total == 216 * tile_seat().total
    assert [seat.mean(n) for n in (0, 1)] == [tile_seat().mean(n) for n in (0, 1)]
    assert [seat.mean(n) / FIVE for n in (2, 3)] == [Fraction(sum(each), 216) for each in (odd, match)]
    together = Fraction(sum(a * b for a, b in zip(odd, match, strict=True)), 216)
    assert seat.covariance(2, 3) == FIVE**2 * (together - Fraction(sum(odd) * sum(match), 216**2))
    assert (seat.covariance(2, 3) > 0) is (position % 2 == 1)
    assert seat.covariance(0, 1) == tile_seat().covariance(0, 1)
    assert {seat.covariance(a, b) for a in (0, 1) for b in (2, 3)} == {0}


@rule("R14")
def test_a_triple_takes_the_main_wager_where_there_is_no_vigorish() -> None:
    """Six throws of 216 lose it whatever the hand is; pairs are paid all the same."""
    subject = subject_of("colorado-tiles")
    without = changed(subject, methods=(Vigorish.NONE,))
    seat = seat_round(without, {"main": TEN, "pair-fortunes": FIVE, "triple": FIVE}, subject.way)
    tally = tile_tally(subject.way, subject.way, Role.PLAYER)
    hand = Fraction(tally.win - tally.lose, tally.total)
    assert seat.mean(0) == TEN * (Fraction(210, 216) * hand - Fraction(6, 216))
    assert seat.mean(1) == tile_seat().mean(1)
    assert {nets[0] for nets in seat.counts if nets[2] > 0} == {-TEN}


def has_pair(tiles: Sequence[Tile]) -> bool:
    """Two of a kind are a pair, the two nines and such and the supreme pair among them."""
    return len({tile.kind for tile in tiles}) < len(tiles)


MADE_UP = SeatRound(("main",), {(-1000,): 5, (0,): 2, (950,): 4, (9500,): 1})


def runs_of(rounds: int) -> Counter[tuple[int, ...]]:
    """Every run of gains with its weight."""
    found: Counter[tuple[int, ...]] = Counter()
    for gains in product(MADE_UP.gains.items(), repeat=rounds):
        weight = 1
        for _, count in gains:
            weight *= count
        found[tuple(gain for gain, _ in gains)] += weight
    return found


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_an_evening_is_every_run_of_rounds(rounds: int) -> None:
    ends: Counter[int] = Counter()
    for gains, weight in runs_of(rounds).items():
        ends[(sum(gains) > 0) - (sum(gains) < 0)] += weight
    total = 12**rounds
    found = evening(MADE_UP, rounds)
    assert [found.behind, found.even, found.ahead] == pytest.approx(
        [float(Fraction(ends[n], total)) for n in (-1, 0, 1)], rel=1e-12
    )


def course_of(bankroll: int, goal: int | None, rounds: int) -> tuple[Fraction, Fraction]:
    """How likely ruin (less than a stake of 1000 left) and the goal are, run by run."""
    ruined = reached = 0
    for gains, weight in runs_of(rounds).items():
        money = bankroll
        for gain in gains:
            money += gain
            if money < 1000 or (goal is not None and money >= goal):
                break
        ruined += weight * (money < 1000)
        reached += weight * (goal is not None and money >= goal)
    return Fraction(ruined, 12**rounds), Fraction(reached, 12**rounds)


@rule("R126")
@pytest.mark.parametrize(("bankroll", "goal"), [(1000, None), (2000, None), (3000, 5000), (1500, 20000)])
def test_ruin_and_goals_are_met_as_often_as_in_every_run(bankroll: int, goal: int | None) -> None:
    ruined, reached = course_of(bankroll, goal, 5)
    found = play_on(MADE_UP, Cents(bankroll), None if goal is None else Cents(goal), 5)
    assert found.ruined == pytest.approx(float(ruined), rel=1e-12)
    assert found.reached == pytest.approx(float(reached), rel=1e-12)


def test_the_bankroll_for_a_risk_is_the_smallest_that_keeps_it() -> None:
    need = bankroll_for(MADE_UP, 5, 0.2)
    assert course_of(need, None, 5)[0] <= Fraction(1, 5) < course_of(need - 50, None, 5)[0]


def test_what_cannot_be_counted_together_is_rejected() -> None:
    subject = subject_of("colorado-tiles")
    with pytest.raises(BadInput, match="the main wager is missing"):
        seat_round(subject, {"pair-fortunes": FIVE}, subject.way)
    with pytest.raises(BadInput, match="lines of the player's own hand or on a single roll"):
        seat_round(subject, {"main": TEN, "dice-bonus": FIVE}, subject.way)
    with pytest.raises(BadInput, match="less than the goal"):
        play_on(MADE_UP, Cents(2000), Cents(1500), 3)


def test_the_command_tells_one_round_and_an_evening(capsys: pytest.CaptureFixture[str]) -> None:
    bets = ["--bet", "main=10", "--bet", "pair-fortunes=5"]
    assert run(["seat", "colorado-tiles", *bets, "--rounds", "20", "--bankroll", "100", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    seat = tile_seat()
    assert found["counts"] == {str(gain): count for gain, count in seat.gains.items()}
    night = found["evening"]
    assert night["behind"] + night["even"] + night["ahead"] == pytest.approx(1)
    assert found["course"]["ruined"] > 0
    assert run(["seat", "colorado-tiles", *bets, "--rounds", "20"]) == 0
    assert "Together" in capsys.readouterr().out
    assert run(["seat", "colorado-tiles", "--bet", "main"]) == 3
    assert run(["seat", "colorado-tiles", *bets, "--goal", "200"]) == 3


def test_a_seat_at_cards_has_the_odds_of_each_wager_and_their_covariance(tmp_path: Path) -> None:
    """Every class of hands has wins that depend on it alone, so that all sums can be checked.

    A hand's deals are all wins if its class has an even number, all losses otherwise: the joint counts then
    follow from the lines of the classes.
    """
    subject = subject_of("maryland-poker")
    way = subject.way
    counting = CardCounting(subject.wheel, Run(directory=tmp_path))
    hands = counting.dealer(way).hands
    even = np.arange(len(hands)) % 2 == 0
    replies = np.int32(replies_to_one(FULL))
    counts = HandCounts(FULL, np.where(even, replies, 0), np.where(even, 0, replies))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("paigow.odds.seats._card_counts", lambda *_: counts)
        seat = seat_round(subject, {"main": TEN, "fortune A": FIVE, "insurance": FIVE}, way, counting)
    assert seat.names == ("main", "fortune A", "insurance A")
    assert seat.total == CARD_DEALS
    for place, name, table in ((1, "fortune", "A"), (2, "insurance", "A")):
        wager = wager_of(name)
        assert isinstance(wager, LineWager)
        odds = line_odds(wager, table)
        assert seat.mean(place) == FIVE * odds.value
        assert seat.covariance(place, place) == FIVE**2 * odds.variance
    weights = hands.weights.astype(np.int64)
    won = Fraction(int(weights[even].sum()), int(weights.sum()))
    assert seat.mean(0) == TEN * (won * Fraction(19, 20) - (1 - won))
    # A hand that insurance pays makes nothing, so it never wins Fortune.
    assert seat.covariance(1, 2) < 0
    both = sum(count for (_, one, two), count in seat.counts.items() if one > 0 and two > 0)
    assert both == 0


def invented(tmp_path: Path) -> tuple[CardCounting, HandCounts]:
    """A counting at Maryland's cards in which every hand wins, pushes and loses a third of its deals."""
    counting = CardCounting(subject_of("maryland-poker").wheel, Run(directory=tmp_path))
    hands = len(counting.dealer(subject_of("maryland-poker").way))
    third = np.full(hands, replies_to_one(FULL) // 3, np.int32)
    return counting, HandCounts(FULL, third, third)


@rule("R26", "R39")
def test_a_progressive_joins_the_main_wager_with_its_meters(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    subject = subject_of("maryland-poker")
    counting, counts = invented(tmp_path)
    monkeypatch.setattr("paigow.odds.seats._card_counts", lambda *_: counts)
    bets = {"main": TEN, "progressive A": dollars(1), "fortune A": FIVE}
    meters = {Meter.SINGLE: dollars(250_000)}
    seat = seat_round(subject, bets, subject.way, counting, meters=meters)
    assert seat.names == ("main", "progressive A", "fortune A")
    odds = progressive_odds("A", dollars(1), meters)
    assert seat.mean(1) == 100 * odds.value
    assert seat.covariance(1, 1) == 100**2 * odds.variance
    # Both pay for rare hands, so they are correlated.
    assert seat.correlation(1, 2) > 0.1


@rule("R25", "R175")
def test_envy_joins_with_its_exact_mean_and_leaves_the_others_as_they_are(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    subject = subject_of("maryland-poker")
    counting, counts = invented(tmp_path)
    monkeypatch.setattr("paigow.odds.seats._card_counts", lambda *_: counts)
    monkeypatch.setattr("paigow.odds.simulation.envy.ROUNDS", 2_000)
    bets = {"main": TEN, "emperors B": FIVE}
    alone = seat_round(subject, bets, subject.way, counting)
    found = envy_round(subject, bets, subject.way, counting, 3, seed=3)
    assert found.seat.names == ("main", "emperors B", "envy")
    assert [found.seat.mean(n) for n in (0, 1)] == [alone.mean(n) for n in (0, 1)]
    assert found.seat.covariance(0, 1) == alone.covariance(0, 1)
    # Published: about 0.92% of five dollars for each other player (Wizard of Odds), here exactly.
    wager = wager_of("emperors")
    assert isinstance(wager, LineWager)
    assert found.mean == 3 * FIVE * envy_per_other(wager, wager.envy_tables["B"], FIVE)
    assert float(found.mean / (3 * FIVE)) == pytest.approx(0.0092, abs=0.00005)
    assert float(found.seat.mean(2)) == pytest.approx(float(found.mean), rel=0.01)
    low, high = found.correlation
    assert -1 <= low < high <= 1
    with pytest.raises(BadInput, match="no hand of another player pays"):
        envy_round(subject, {"main": TEN, "emperors B": dollars(4)}, subject.way, counting, 3)


def test_hands_around_a_given_one_share_no_card_with_it() -> None:
    chance = np.random.default_rng(5)
    held = np.array([[52, 51, 50, 49, 48, 1, 0], [30, 29, 28, 27, 9, 5, 2]], dtype=np.uint8)
    suited = envy._with_random_suits(held, chance)
    assert (suited[0] == 52).sum() == 1
    for row, mine in zip(suited, held, strict=True):
        assert sorted(card // 4 for card in row.tolist()) == sorted(card // 4 for card in mine.tolist())
        assert len({*row.tolist()}) == 7
    for row, rest in zip(suited, envy._rest(suited, chance), strict=True):
        assert sorted([*row.tolist(), *rest.tolist()]) == list(range(53))
