"""Studies from the command line: what they print, and what is rejected."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from paigow.cli.application import run
from paigow.houseways import load_way
from paigow.odds.counting import Role
from paigow.odds.counting.tile_ways import tile_tally


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


def test_seen_cards_are_asked_of_another_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["seen", "foxwoods"]) == 3
    assert "paigow best HAND --seen CARDS" in capsys.readouterr().err


def test_the_bank_is_exact_for_few_and_sampled_for_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bank", "traditional", "--opponents", "3", "--rounds", "200000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    one, two, three = found["rows"]
    way = load_way("traditional")
    assert Fraction(one["value"]["numerator"], one["value"]["denominator"]) == (
        tile_tally(way, way, Role.BANK).value
    )
    # Vigorish is on what is over: it takes least where most opponents cancel each other.
    assert (
        one["edge"]
        > two["edge"]
        > three["edge"]
        > -found["gross"]["numerator"] / found["gross"]["denominator"]
    )
    assert one["set_otherwise"] == 0
    assert one["best_edge"] < one["edge"]
    assert three["interval"]["low"] < three["edge"] < three["interval"]["high"]
