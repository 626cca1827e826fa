"""The tile game solved from the command line: bounds, ways, hands, and what is rejected."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from paigow.cli.application import run
from paigow.houseways import load_way
from paigow.odds.counting import Role
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.reports.wager_odds import fraction_of
from tests.cli.json_rules import breaches


def test_the_value_lies_between_its_bounds_and_no_way_beats_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equilibrium", "--gap", "1", "--way", "traditional", "--hands", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert breaches(found, "equilibrium") == []
    lower, upper = (fraction_of(found[bound]) for bound in ("lower", "upper"))
    assert lower < upper < lower + Fraction(1, 100)
    ways = {each["way"]: each for each in found["ways"]}
    assert len(ways) == 12  # the built-in ways for tiles; traditional is one of them
    for way in ways.values():
        assert fraction_of(way["as_player"]) <= upper
        assert fraction_of(way["as_dealer"]) >= lower
    # Best play's value against a way is what `paigow odds --player best` counts.
    best = tile_tally(None, load_way("traditional"), Role.PLAYER).value
    assert fraction_of(ways["traditional"]["as_dealer"]) == best
    for side in ("player", "dealer"):
        costs = [fraction_of(each["cost"]) for each in found["losses"][side]]
        assert len(costs) == 3
        assert costs == sorted(costs, reverse=True)


@pytest.mark.parametrize("gap", ["0", "-1", "100"])
def test_a_gap_that_means_nothing_is_rejected(capsys: pytest.CaptureFixture[str], gap: str) -> None:
    assert run(["equilibrium", "--gap", gap]) == 3
    assert "above 0% and below 100%" in capsys.readouterr().err


def test_a_card_way_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["equilibrium", "--way", "foxwoods"]) == 3
    assert "Give a house way for tiles" in capsys.readouterr().err
