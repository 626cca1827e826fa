"""A fifth rule book from a separate package: no commission, and a push on queen-high nothing."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from math import comb
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.plugins.conftest import Run
from tests.server.running import running

BOOKS = [
    "commission-tiles",
    "colorado-tiles",
    "rock-island-poker",
    "maryland-poker",
    "aces-poker",
    "harbor-poker",
]
PLAYED = """
import paigow
file = paigow.play_rounds("harbor-poker-full", ["house-way"], rounds=40, seed="5")
text = paigow.print_rounds(file)
assert paigow.verify(paigow.parse_rounds(text)) == (), paigow.verify(file)
print(text)
"""


def test_it_is_listed_after_our_books_and_breaks_none(paigow: Run) -> None:
    listed = json.loads(paigow("books", "--json"))
    assert [book["name"] for book in listed["books"]] == BOOKS
    for book in BOOKS:
        assert "is in order" in paigow("submission", "check", f"{book}-full")


def test_each_of_its_paragraphs_is_shown(paigow: Run) -> None:
    assert "highest is a queen" in paigow("book", "harbor-poker", "8")
    assert len(json.loads(paigow("book", "harbor-poker", "--json"))["paragraphs"]) == 25


def test_a_dealers_queen_high_hand_of_nothing_pushes_by_its_paragraph(paigow: Run) -> None:
    found = json.loads(
        paigow(
            "compare",
            "Ah Kh / 9s 9h 6c 5d 2s",
            "Js 10h / Qd 8c 7s 4h 3d",
            "--book",
            "harbor-poker",
            "--json",
        )
    )
    assert (found["low"], found["high"], found["outcome"]) == ("win", "win", "push")
    assert found["why"][-1] == {
        "decides": "outcome",
        "reason": "the dealer's hand of nothing pushes",
        "paragraphs": ["harbor-poker 8"],
    }


def test_bots_play_it_and_the_rounds_verify(python: Run) -> None:
    """40 rounds: each main wager against a queen-high hand of nothing pushes, and no win pays vigorish."""
    text = python("-c", PLAYED)
    pushed = re.findall(r"> wagers-pushed .*half=dealer.*\n +by (.*)\n +money (.*)\n", text)
    assert pushed
    for cites, money in pushed:
        assert cites == "8, 19, R86"
        back, spot = re.findall(r"[+-]([0-9.]+)", money)
        assert back == spot
    paid = re.findall(r"> winner-paid .*\n +by (.*)\n +money (.*)\n", text)
    assert len(paid) > 5
    for cites, money in paid:
        assert cites == "13, 3, 17"
        assert sum(float(each) for each in re.findall(r"[+-][0-9.]+", money)) == 0


def test_its_rules_are_posted(paigow: Run) -> None:
    posted = " ".join(paigow("submission", "rules", "harbor-poker").split())
    assert "No vigorish is taken. [3]" in posted
    assert "queen-high, main wagers push" in posted
    assert "triple" not in posted


def test_a_dealer_has_a_script(paigow: Run) -> None:
    script = paigow("script", "harbor-poker-full")
    assert "No more bets" in script
    assert "take the vigorish" not in script


def test_two_books_are_compared(paigow: Run) -> None:
    found = json.loads(
        paigow("submission", "compare", "harbor-poker", "rock-island-poker", "--no-edges", "--json")
    )
    changed = {each["field"]: (each["one"], each["other"]) for each in found["differences"]}
    assert changed["rulebook"] == ("harbor-poker", "rock-island-poker")
    assert changed["vigorish.method"][0].startswith("none")


def test_it_is_served(installed: Path, tmp_path: Path) -> None:
    with running(tmp_path, packages=[installed]) as server:

        def get(path: str) -> str:
            with urlopen(f"{server.address}{path}") as answer:  # noqa: S310 our own address
                return str(answer.read().decode())

        assert [book["name"] for book in json.loads(get("api/books"))] == BOOKS
        assert "harbor-poker" in get("api/lobby")
        assert "main wagers push" in " ".join(get("api/tables/harbor-poker/rules").split())
        assert "Harbor poker" in get("texts/en.json")
        assert len(json.loads(get("api/books/harbor-poker/paragraphs"))) == 25


@pytest.mark.prove
def test_its_exact_odds_are_counted(paigow: Run) -> None:
    """Every deal of two hands: C(53, 7) * C(46, 7). Without commission a win gains what a loss costs."""
    found = json.loads(paigow("odds", "harbor-poker", "--json"))
    assert "the main wager pushes when the dealer has nothing, queen-high (8)" in found["assumes"]
    main = found["wagers"][0]
    counts = main["counts"]
    assert main["total"] == comb(53, 7) * comb(46, 7) == sum(counts[each] for each in ("win", "push", "lose"))
    value = Fraction(main["value"]["numerator"], main["value"]["denominator"])
    assert value == Fraction(counts["win"] - counts["lose"], main["total"])
