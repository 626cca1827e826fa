"""A wager from the same package, decided by the dealer's hand: played, told, posted, checked, and counted."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from paigow import verify
from tests.plugins.conftest import Run

PLAYS = Path(__file__).parent / "plays"
PLAYED = """
import paigow
file = paigow.play_rounds("harbor-poker-full", ["bonus", "random", "bonus"], rounds=60, seed="side")
text = paigow.print_rounds(file)
assert paigow.verify(paigow.parse_rounds(text)) == (), paigow.verify(file)
print(text)
"""
TRANSCRIPT = """
import sys
from pathlib import Path
from tests.table.claims import unsupported
from tests.table.transcripts import read_transcript
claimed = unsupported(read_transcript(Path(sys.argv[1])))
assert not claimed, claimed
"""
CHECKED = """
import json, sys
from pathlib import Path
import paigow
found = paigow.check_submission(Path(sys.argv[1]).read_text())
print(json.dumps([each.field for each in found]))
"""
PAYS = {"nine-high": 100, "ten-high": 30, "jack-high": 15, "queen-high": 8, "king-high": 5, "ace-high": 3}
# From tests/counts/insurance.count, where they are computed.
HANDS = {
    "nine-high": 2 * 15_540,
    "ten-high": 16 * 15_540,
    "jack-high": 62 * 15_540,
    "queen-high": 175 * 15_540,
    "king-high": 411 * 15_540,
    "ace-high": 833 * 15_540 + 427 * 3_480,
}
DECK = comb(53, 7)
EDGE = Fraction(DECK - sum(HANDS.values()) - sum(PAYS[line] * HANDS[line] for line in PAYS), DECK)
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
NAMES = dict(zip(RANKS[7:], PAYS, strict=True))


@pytest.mark.parametrize("play", sorted(PLAYS.glob("*.play")), ids=lambda path: path.stem)
def test_the_transcript_comes_true(python: Run, play: Path) -> None:
    python("-c", TRANSCRIPT, str(play))


def _line(cards: list[str]) -> str:
    """Computed again: the highest of seven cards that make no pair, straight, or flush."""
    joker = "Jo" in cards
    ranks = ["A" if card == "Jo" else card[:-1] for card in cards]
    suits = [card[-1] for card in cards if card != "Jo"]
    if len(set(ranks)) < 7 or max(suits.count(suit) for suit in suits) + joker >= 5:
        return "a pair or better"
    places = {RANKS.index(rank) for rank in ranks if not (joker and rank == "A")}
    places |= {-1} if 12 in places else set()
    if any(len(places & {*range(low, low + 5)}) + joker >= 5 for low in range(-1, 9)):
        return "a pair or better"
    return NAMES[max(ranks, key=RANKS.index)]


def test_bots_play_it_and_the_rounds_verify(python: Run) -> None:
    """60 rounds of three: each wager is paid by the dealer's cards and the table, to the cent, or taken."""
    dealer: list[str] = []
    seen = set()
    for event in re.split(r"\n    > ", python("-c", PLAYED)):
        if dealt := re.match(r"cards-dealt hands=(\{.*?\})", event):
            dealer = json.loads(dealt[1])["0"]
        elif event.startswith("optional-settled"):
            line, won, stake = _settled(event)
            assert line == _line(dealer), dealer
            assert won == PAYS.get(line, 0) * stake
            cites = "9(c), R24, 9(d), 9(a)" if won else "9(c), R24, 9(e)"
            assert f"\n      by {cites}" in event
            seen.add(line)
    assert len(seen) >= 3
    assert {"ace-high", "a pair or better"} <= seen


def test_without_the_package_its_rounds_are_not_called_sound(python: Run, tmp_path: Path) -> None:
    file = tmp_path / "harbor.rounds"
    file.write_text(python("-c", PLAYED), encoding="utf-8")
    assert "there is no rule book 'harbor-poker'" in str(verify(file)[0])


def _settled(event: str) -> tuple[str, int, int]:
    """The line, what it won and the stake, in cents."""
    found = re.search(r'line="?(.*?)"? won=([0-9.]+)(?s:.*)dealers-nothing -([0-9.]+)', event)
    assert found, event
    won, stake = (round(100 * float(each)) for each in found.groups()[1:])
    return found[1], won, stake


def test_a_dealers_script_tells_of_it(paigow: Run) -> None:
    script = paigow("script", "harbor-poker-full")
    assert "an area for Dealer's Nothing at each position" in script
    assert "Settle Dealer's Nothing at position {position}: it wins if your own seven cards make" in script
    assert "Dealer's Nothing" not in paigow("script", "harbor-poker")


def test_its_pay_table_is_posted(paigow: Run) -> None:
    posted = " ".join(paigow("submission", "rules", "harbor-poker-full").split())
    table = (
        "Nine-high 100 to 1 Ten-high 30 to 1 Jack-high 15 to 1 Queen-high 8 to 1 King-high 5 to 1 Ace-high"
    )
    assert f"Table A [9(a)] The dealer's highest card Pays {table} 3 to 1" in posted
    assert "It wins when the dealer's seven cards make nothing at all" in posted
    assert "Dealer's Nothing $5.00 $50.00 by its table" in posted
    assert "Dealer's Nothing" not in paigow("submission", "rules", "harbor-poker-plain")


def test_what_a_hand_makes_is_shown(paigow: Run) -> None:
    cards = "Qd 10c 8s 7h 5c 4d 2s"
    shown = json.loads(paigow("show", cards, "--book", "harbor-poker", "--json"))
    assert shown["bonus"] == {"dealers-nothing": "queen-high"}
    assert "dealers-nothing" not in paigow("show", cards, "--book", "maryland-poker", "--json")


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('table = "A"', 'table = "C"', "dealers-nothing.table"),
        ("dealers-nothing.minimum = 5", "dealers-nothing.minimum = 60", "limits.dealers-nothing.minimum"),
        ("offered = true", 'offered = "yes"', "dealers-nothing.offered"),
        ("dealers-nothing.maximum = 50\n", "", "limits.dealers-nothing.maximum"),
    ],
    ids=["unknown table", "limits crossed", "no flag", "no limit"],
)
def test_a_bad_submission_is_told_by_its_field(
    python: Run, tmp_path: Path, old: str, new: str, field: str
) -> None:
    text = (Path(__file__).parent / "harbor" / "harbor" / "full.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    file = tmp_path / "bad.toml"
    file.write_text(text.replace(old, new), encoding="utf-8")
    found = python("-c", CHECKED, str(file))
    assert json.loads(found) == [field]


def test_its_exact_odds_are_those_of_an_independent_count(paigow: Run) -> None:
    """154,143,080 hands of seven cards; whose seat they are at makes no difference."""
    found = json.loads(paigow("odds", "harbor-poker-full", "--wager", "dealers-nothing", "--json"))
    (wager,) = found["wagers"]
    assert wager["total"] == DECK
    assert wager["counts"] == {**HANDS, "lose": DECK - sum(HANDS.values())}
    value = Fraction(wager["value"]["numerator"], wager["value"]["denominator"])
    assert value == -EDGE == Fraction(-52_573, 1_101_022)
    assert wager["assumes"][0] == "pay table A (harbor-poker 9(a))"


def test_simulated_rounds_agree_and_one_dealers_hand_decides_for_all_seats(paigow: Run) -> None:
    """The deviation of one wager, not of a mean of three: sqrt of (100**2 * 31,080 + ...) / 154,143,080."""
    found = json.loads(
        paigow("simulate", "harbor-poker-full", "--rounds", "200000", "--seats", "3", "--seed", "7", "--json")
    )
    assert [each["wager"] for each in found["wagers"]] == ["main", "dealers-nothing A"]  # 1: no player banks
    wager = found["wagers"][1]
    assert Fraction(wager["exact"]["numerator"], wager["exact"]["denominator"]) == -EDGE
    assert not wager["disagrees"]
    squares = sum(PAYS[line] ** 2 * HANDS[line] for line in PAYS) + DECK - sum(HANDS.values())
    deviation = (squares / DECK - float(EDGE) ** 2) ** 0.5
    assert wager["standard_error"] == pytest.approx(deviation / 200_000**0.5, rel=0.05)
