"""The studies of seats and tables in Python: equal to what the commands print."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import pytest

import paigow
from paigow import BadInput
from paigow.cli.application import run

Printed = Callable[..., Any]


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """What a command prints with `--json`."""

    def call(*words: str) -> Any:
        assert run([*words, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told.pop("schema").startswith("paigow/")
        return told

    return call


def _as_told(value: Any) -> Any:
    """A value as it is after JSON."""
    return json.loads(json.dumps(value))


def _fraction(told: dict[str, Any]) -> Fraction:
    return Fraction(int(told["numerator"]), int(told["denominator"]))


def test_seen_hands_are_worth_what_the_command_says(printed: Printed) -> None:
    rows = paigow.seen("traditional", [6])
    assert _as_told([row.as_json() for row in rows]) == printed("seen", "traditional", "--hands", "6")["rows"]
    # Your four tiles, then the dealer's four of the other 28.
    blind = rows[0]
    counts = (blind.win, blind.push, blind.lose)
    assert sum(count or 0 for count in counts) == comb(32, 4) * comb(28, 4)


def test_the_bank_has_the_edge_that_the_command_says(printed: Printed) -> None:
    words = ("bank", "traditional", "--opponents", "3", "--rounds", "1000", "--seed", "7")
    rows = paigow.bank("traditional", opponents=3, rounds=1000, seed=7)
    told = printed(*words)
    assert _as_told([row.as_json() for row in rows]) == told["rows"]
    assert {row.gross for row in rows} == {_fraction(told["gross"])}


def test_hands_are_rated_as_the_command_says(printed: Printed) -> None:
    told = printed("ratings", "traditional")["ratings"]
    rated = paigow.ratings("traditional")
    assert _as_told([each.as_json() for each in rated]) == told
    # No high hand ranks above Gee Joon, so it beats all but its own copies.
    assert rated[-1].beats == rated[-1].total - rated[-1].hands


def test_a_seat_comes_out_as_the_command_says(printed: Printed) -> None:
    words = ("--bet", "main=10", "--bet", "pair-fortunes=5", "--rounds", "30", "--bankroll", "200")
    told = printed("seat", "colorado-tiles", *words, "--goal", "300", "--risk", "2.5")
    found = paigow.seat(
        "colorado-tiles",
        {"main": 1000, "pair-fortunes": 500},
        rounds=30,
        bankroll=20_000,
        goal=30_000,
        risk=2.5,
    )
    assert list(found.round.names) == told["wagers"]
    assert {str(gain): count for gain, count in found.round.gains.items()} == {
        gain: int(count) for gain, count in told["counts"].items()
    }
    assert told["evening"] == {"rounds": 30, "behind": found.behind, "even": found.even, "ahead": found.ahead}
    assert told["bankroll"] == {"risk": 0.025, "bankroll_cents": found.bankroll}
    ends = {"ruined": found.ruined, "reached": found.reached, "playing": found.playing}
    assert told["course"] == {"bankroll_cents": 20_000, "goal_cents": 30_000, **ends}
    assert found.envy is told["envy"] is None


def test_odds_take_a_bet_meters_and_what_was_seen_like_the_command(printed: Printed) -> None:
    seen = "6-6 5-6 5-6 4-6"
    left = paigow.odds("commission-tiles", "main", role="player", seen=seen, dealer_shows="1-1")
    words = ["--wager", "main", "--as", "player", "--seen", seen, "--dealer-shows", "1-1"]
    assert _as_told(left.as_json()) == printed("odds", "commission-tiles", *words)
    # 27 tiles are left: three of them join the dealer's, four of the other 24 are yours.
    assert left.wagers[0].total == comb(27, 3) * comb(24, 4)

    fed = paigow.odds("maryland-poker", "progressive A", bet=500, meters={"meter": 40_000_000})
    words = ["--wager", "progressive A", "--bet", "5", "--meter", "meter=400000"]
    assert _as_told(fed.as_json()) == printed("odds", "maryland-poker", *words)
    assert fed.wagers[0].edge < paigow.odds("maryland-poker", "progressive A").wagers[0].edge


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: paigow.seen("traditional", [7]), "the number of seen hands can't be 7; give 0 to 6"),
        (lambda: paigow.seen("foxwoods", [6]), "give 0 to 5"),
        (lambda: paigow.bank("traditional", opponents=7), "opponents can't be 7; give 1 to 6"),
        (lambda: paigow.bank("foxwoods", exact=2), "3 hands of cards are too many to count"),
        (lambda: paigow.bank("traditional", bounds=True), "two opponents are counted exactly for tiles"),
        (lambda: paigow.seat("commission-tiles", {}), "the main wager is missing"),
        (lambda: paigow.seat("commission-tiles", {"main": 0}), "the stake of main can't be 0"),
        (lambda: paigow.seat("commission-tiles", {"main": 1000}, goal=10), "a goal needs a bankroll"),
        (lambda: paigow.seat("commission-tiles", {"main": 1000}, risk=0), "above 0% and below 100%"),
        (lambda: paigow.seat("commission-tiles", {"main": 1000}, others=1), "no envy bonus for tiles"),
        (lambda: paigow.odds("commission-tiles", bet=0), "a bet can't be 0"),
        (lambda: paigow.odds("maryland-poker", "progressive A", meters={"best": 1}), "'best' is not a meter"),
    ],
)
def test_what_a_study_cannot_do_is_told_in_words(call: Callable[[], object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        call()
