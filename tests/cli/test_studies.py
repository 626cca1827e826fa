"""Studies from the command line: what they print, and what is rejected."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from paigow.cli.application import run
from paigow.houseways import load_way
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.counting.two_opponents import TwoOpponents
from paigow.odds.simulation.bank import BankEstimate
from paigow.odds.simulation.envy import EnvyRound
from paigow.odds.simulation.sampling import Estimate, Range
from paigow.odds.wagers.seat import SeatRound
from tests.cli.json_rules import breaches


def test_seen_tiles_stand_beside_nothing_seen(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["seen", "traditional", "--hands", "6", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [row["others"] for row in rows] == [0, None, 6]
    blind = tile_tally(None, load_way("traditional"), Role.PLAYER)
    assert (rows[0]["win"], rows[0]["lose"]) == (blind.win, blind.lose)
    for row in rows:
        assert row["win"] + row["push"] + row["lose"] == row["total"]
        worth = Fraction(row["worth"]["numerator"], row["worth"]["denominator"])
        assert float(worth) == pytest.approx(rows[0]["edge"] - row["edge"])
    assert run(["seen", "traditional", "--hands", "6"]) == 0
    assert "the opponent's hand" in capsys.readouterr().out


def test_seen_cards_take_the_sampled_gain_off_the_exact_edge(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A way that wins 1 deal in 4 and loses 2 has an edge of 2/4 - 0.95/4 = 26.25%; seeing gains 10."""
    counted = Tally(1, 1, 2, None, None, None, 0)
    sampled = Estimate("main", 1_000_000, 0.1, 0.01, Range(0.0, 1.95))
    monkeypatch.setattr(CardCounting, "tally", lambda *_: counted)
    monkeypatch.setattr("paigow.odds.seen_study.dealer_strengths", lambda *_: None)
    monkeypatch.setattr("paigow.odds.seen_study.gain_of_seeing", lambda *_, **__: sampled)
    assert run(["seen", "foxwoods", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert breaches(found, "seen") == []
    by_way, seen = found["rows"]
    assert (by_way["sampled"], by_way["edge"]) == (False, 0.2625)
    assert (seen["seen"], seen["sampled"], seen["hands"]) == ("5 other hands", True, 1_000_000)
    assert seen["edge"] == pytest.approx(0.1625)
    assert seen["interval"]["low"] < 0.1625 < seen["interval"]["high"]
    assert run(["seen", "foxwoods"]) == 0
    assert "16.2500%" in capsys.readouterr().out


def test_the_bank_is_exact_for_few_and_sampled_for_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bank", "traditional", "--opponents", "3", "--rounds", "200000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    one, two, three = found["rows"]
    way = load_way("traditional")
    assert Fraction(one["value"]["numerator"], one["value"]["denominator"]) == (
        tile_tally(way, way, Role.BANK).value
    )
    # Vigorish is on the surplus: it takes least when most opponents cancel each other out.
    assert (
        one["edge"]
        > two["edge"]
        > three["edge"]
        > -found["gross"]["numerator"] / found["gross"]["denominator"]
    )
    assert one["set_differently"] == 0
    assert one["best_edge"] < one["edge"]
    assert three["interval"]["low"] < three["edge"] < three["interval"]["high"]


def test_proven_bounds_of_two_card_opponents_stand_below_the_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A gain between -0.01 and 0.02 of each unit is an edge between -2% and 1%."""
    counted = Tally(2, 1, 1, None, None, None, 0)
    sampled = BankEstimate(2, Fraction(1, 4), Estimate("over", 1_000_000, 0.25, 0.01, Range(0.0, 1.0)))
    monkeypatch.setattr(CardCounting, "tally", lambda *_: counted)
    monkeypatch.setattr(CardCounting, "strengths", lambda *_: None)
    monkeypatch.setattr("paigow.odds.bank_study.dealer_strengths", lambda *_: None)
    monkeypatch.setattr("paigow.odds.bank_study.card_bank", lambda *_: sampled)
    proven = TwoOpponents(Fraction(1, 4), -0.01, 0.02)
    monkeypatch.setattr("paigow.odds.bank_study.two_card_opponents", lambda *_: proven)
    asked = ["bank", "foxwoods", "--opponents", "2", "--bounds"]
    assert run([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert breaches(found, "bank") == []
    one, two = found["rows"]
    assert one["proven"] is None
    assert two["proven"] == {"low": -0.02, "high": 0.01}
    assert run(asked) == 0
    assert "proven to be between -2.0000% and 1.0000%" in " ".join(capsys.readouterr().out.split())


def test_bounds_are_refused_where_there_is_nothing_to_bound(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bank", "traditional", "--bounds"]) == 3
    assert "counted exactly for tiles" in capsys.readouterr().err
    assert run(["bank", "foxwoods", "--opponents", "1", "--bounds"]) == 3
    assert "2 opponents or more" in capsys.readouterr().err


def test_more_than_one_opponent_of_cards_is_not_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """The option used to be dropped without a word, and two were sampled."""
    assert run(["bank", "foxwoods", "--exact", "2"]) == 3
    assert "3 hands of cards are too many to count (--exact)" in capsys.readouterr().err


def test_a_seat_at_cards_is_told_what_envy_brings(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both wagers of a seat whose rounds are given; envy brings 30 of 1,000 cents."""
    asked: dict[str, object] = {}

    def given(*found: Any, **_: object) -> EnvyRound:
        _, asked["bets"], _, _, asked["others"] = found
        seat = SeatRound(("main", "envy"), {(1_000, 0): 40, (-1_000, 0): 50, (0, 300): 10})
        return EnvyRound(seat, Fraction(30), 20_000, (-0.1, 0.2))

    monkeypatch.setattr("paigow.odds.seats.envy_round", given)
    command = ["seat", "maryland-poker", "--bet", "main=10", "--bet", "emperors B=5", "--others", "3"]
    assert run([*command, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert asked["bets"] == {"main": 1_000, "emperors B": 500}
    assert asked["others"] == told["envy"]["others"] == 3
    assert told["envy"]["correlation_with_main"] == {"confidence": 0.95, "low": -0.1, "high": 0.2}
    assert told["wagers"] == ["main", "envy"]
    assert run(command) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Envy of 3 others brings $0.30 a round, counted." in printed
    assert "between -0.1000 and +0.2000 (95% confidence)" in printed
    assert run(["seat", "colorado-tiles", "--bet", "main=10", "--others", "3"]) == 3
    assert "no envy bonus for tiles" in capsys.readouterr().err
