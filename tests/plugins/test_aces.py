"""A book based on Maryland's, from a separate package: all of Maryland's rules and one more wager."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import comb

import pytest

from tests.plugins.conftest import Run

PAYS = {5: 500, 4: 100, 3: 15, 2: 5}
DECK = comb(53, 7)
# Four aces and the joker among 53 cards: k of the five, the other cards from the 48 below an ace.
HANDS = {aces: comb(5, aces) * comb(48, 7 - aces) for aces in PAYS}
EDGE = Fraction(DECK - sum(HANDS.values()) - sum(PAYS[aces] * HANDS[aces] for aces in PAYS), DECK)
NAMES = {5: "five aces", 4: "four aces", 3: "three aces", 2: "two aces"}
SETTLED = r'optional-settled .*position=(\d) kind=many-aces line="?(.*?)"? won=([0-9.]+)'
PLAYED = """
import paigow
file = paigow.play_rounds("aces-poker-full", ["bonus", "banker", "bonus"], rounds=60, seed="aces")
text = paigow.print_rounds(file)
assert paigow.verify(paigow.parse_rounds(text)) == ()
print(text)
"""


def test_it_has_marylands_paragraphs_and_its_own(paigow: Run) -> None:
    """427 are Maryland's: tests/books/paragraph_ids.txt."""
    own = json.loads(paigow("book", "aces-poker", "--json"))
    assert own["based_on"] == "maryland-poker"
    ids = [each["id"] for each in own["paragraphs"]]
    assert len(ids) == 427 + 3
    assert ids[-3:] == ["A1", "A2", "A3"]


def test_its_built_in_submissions_are_marylands_under_its_name(paigow: Run) -> None:
    for name in ("aces-poker-plain", "aces-poker-full"):
        assert "is in order" in paigow("submission", "check", name)
    posted = " ".join(paigow("submission", "rules", "aces-poker-full").split())
    assert "Many Aces $5.00 $100.00" in posted
    assert "It wins when your seven cards have two aces or more." in posted
    assert "two aces or more" not in paigow("submission", "rules", "aces-poker-plain")


def test_marylands_own_book_does_not_have_the_wager(paigow: Run) -> None:
    assert "Many Aces" not in paigow("submission", "rules", "maryland-poker-full")


def test_bots_bet_on_it_and_the_rounds_verify(python: Run) -> None:
    """60 rounds of three: each wager is paid by the aces of its own hand and the pay table, or taken."""
    dealt: dict[str, list[str]] = {}
    seen = set()
    for event in re.split(r"\n    > ", python("-c", PLAYED)):
        if cards := re.match(r"cards-dealt hands=(\{.*?\})", event):
            dealt = json.loads(cards[1])
        told = re.match(SETTLED, event)
        if told is None:
            continue
        aces = sum(card == "Jo" or card.startswith("A") for card in dealt[told[1]])
        assert told[2] == NAMES.get(aces, "fewer"), event
        assert Fraction(told[3]) == PAYS.get(aces, 0) * 5
        assert re.search(r"\n      by .*, A3", event)
        seen.add(aces)
    assert {0, 1, 2} <= seen


@pytest.mark.prove
def test_its_exact_odds_are_counted(paigow: Run) -> None:
    found = json.loads(paigow("odds", "aces-poker-full", "--wager", "many-aces", "--json"))
    (odds,) = found["wagers"]
    assert odds["total"] == DECK
    assert {name: odds["counts"][name] for name in NAMES.values()} == {
        NAMES[aces]: hands for aces, hands in HANDS.items()
    }
    assert Fraction(odds["value"]["numerator"], odds["value"]["denominator"]) == -EDGE
