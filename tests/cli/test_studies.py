"""Studies from the command line: what they print, and what is rejected."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from paigow.cli.application import run
from paigow.houseways import load_way
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.simulation.sampling import Estimate, Range


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
    monkeypatch.setattr("paigow.odds.counting.strengths.dealer_strengths", lambda *_: None)
    monkeypatch.setattr("paigow.odds.simulation.seen_cards.gain_of_seeing", lambda *_, **__: sampled)
    assert run(["seen", "foxwoods", "--json"]) == 0
    by_way, seen = json.loads(capsys.readouterr().out)["rows"]
    assert (by_way["exact"], by_way["edge"]) == (True, 0.2625)
    assert (seen["seen"], seen["exact"], seen["hands"]) == ("5 other hands", False, 1_000_000)
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
    assert one["set_otherwise"] == 0
    assert one["best_edge"] < one["edge"]
    assert three["interval"]["low"] < three["edge"] < three["interval"]["high"]
