"""Exceptions to the regulation's own rules for the dealer: detected, noted, and checked (R83)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

from paigow.books.book import load_book
from paigow.faults import BadInput
from paigow.houseways import HouseWay, load_way
from paigow.houseways.setting import Decision, decide
from paigow.material.hands import TileSetting
from paigow.posted import posted_rules, rules_text
from paigow.ranks.classes import tile_hand_classes
from paigow.ranks.tiles import rank_two_tiles
from paigow.submissions.checking import Submission, check_submission
from paigow.submissions.ways import departures
from paigow.submissions.writing import new_submission
from tests.books.making import findings_of, sound
from tests.rules import rule

TILE_BOOKS = [
    pytest.param("commission-tiles", "commission-tiles 7(e)", marks=rule("commission-tiles 7(e)", "R83")),
    pytest.param(
        "colorado-tiles", "colorado-tiles 30-2608(5)", marks=rule("colorado-tiles 30-2608(5)", "R83")
    ),
]
# The regulation's rules, except that the last keeps the best low hand instead of the best tile with the
# worst.
LAST_CHANGED = """
way "Ours"
game tiles
1  when a pair of GJ                                 play the pair kept
2  when some setting with a gong or better high      play a gong or better high
3  when some setting with high 7 or better           play high 7 or better
4  otherwise                                         play the best low
finally the best high, then the best low
"""
# The regulation's rules under other numbers: no hand is set differently.
SAME = """
way "Ours"
game tiles
1  when a pair of GJ                                 play the pair kept
2  when some setting with a gong or better high      play a gong or better high
5  when some setting with high 7 or better           play high 7 or better
9  otherwise                                         play the best tile beside the worst
finally the best high, then the best low
"""


def traditional(notes: object) -> dict[str, object]:
    return {"house-way.way": "traditional", "house-way.exceptions": notes}


def strengths(decided: Decision) -> tuple[int, int]:
    setting = cast("TileSetting", decided.setting)
    return rank_two_tiles(setting.high).strength, rank_two_tiles(setting.low).strength


def differing(way: HouseWay, other: HouseWay) -> tuple[str, ...]:
    """The slow way: set each of the 3,620 hands by both ways and note whose rule applied if they differ."""
    found = set()
    for hand, _ in tile_hand_classes():
        mine, theirs = decide(way, hand), decide(other, hand)
        if strengths(mine) != strengths(theirs):
            found.add(mine.rule.label)
    return tuple(str(label) for label in sorted(found))


@rule("R83")
@pytest.mark.parametrize("name", ["traditional", "wizard-basic"])
def test_the_rules_that_depart_are_those_that_set_some_hand_differently(name: str) -> None:
    assert len(tile_hand_classes()) == 3_620
    way = load_way(name)
    found = departures(load_book("commission-tiles"), way)
    assert tuple(each.rule for each in found) == differing(way, load_way("regulation"))
    assert all(each.hands > 0 and each.overrides for each in found)


@pytest.mark.parametrize(("book", "paragraph"), TILE_BOOKS)
@pytest.mark.parametrize(
    ("notes", "problems"),
    [
        ("x", ["not in the way traditional", "not noted"]),
        ([], ["not noted"]),
        (["3a"], ["not noted"]),
        (
            ["1", "3a", "3b", "3c", "3d", "3e", "3f", "5", "8", "12", "14"],
            ["rule 1 is noted but never departs"],
        ),
        (["3a", "3b", "3c", "3d", "3e", "3f", "5", "8", "12", "14", "15"], ["not in the way traditional"]),
        ("Some pairs are split.", ["not in the way traditional", "not noted"]),
    ],
)
def test_notes_that_are_not_right_are_findings(
    book: str, paragraph: str, notes: object, problems: Sequence[str]
) -> None:
    findings = findings_of(f"{book}-plain", traditional(notes))
    assert len(findings) == len(problems)
    for finding, problem in zip(findings, problems, strict=True):
        assert finding.field == "house-way.exceptions"
        assert problem in finding.problem
        assert paragraph in finding.paragraph.split(", ")
        assert "R83" in finding.paragraph.split(", ")
        assert finding.allowed.startswith('exceptions = ["3a", "3b"')


@pytest.mark.parametrize(("book", "paragraph"), TILE_BOOKS)
def test_notes_are_written_by_hand_in_any_of_three_forms(book: str, paragraph: str) -> None:
    assert paragraph
    right = ["3a", "3b", "3c", "3d", "3e", "3f", "5", "8", "12", "14"]
    mixed = [int(each) if each.isdigit() else each for each in reversed(right)]
    for notes in (right, mixed, ", ".join(right)):
        submission = sound(f"{book}-plain", traditional(notes))
        assert set(submission.rules.house_way.exceptions) == set(right)
    (finding,) = findings_of(f"{book}-plain", traditional([*right, "3a"]))
    assert "twice" in finding.problem


@pytest.mark.parametrize(("book", "paragraph"), TILE_BOOKS)
def test_only_a_rule_that_sets_a_hand_differently_is_noted(book: str, paragraph: str, tmp_path: Path) -> None:
    file = tmp_path / "ours.way"
    file.write_text(LAST_CHANGED, encoding="utf-8")
    noted = sound(f"{book}-plain", {"house-way.way": "ours.way", "house-way.exceptions": ["4"]}, tmp_path)
    text = " ".join(rules_text(posted_rules(noted)).split())
    last = {"commission-tiles": "7(d)(4)", "colorado-tiles": "30-2608(4)(d)"}[book]
    assert f"Rule 4 departs from {last}." in text
    assert text.count("departs from") == 1
    file.write_text(SAME, encoding="utf-8")
    sound(f"{book}-plain", {"house-way.way": "ours.way", "house-way.exceptions": []}, tmp_path)
    findings = findings_of(
        f"{book}-plain", {"house-way.way": "ours.way", "house-way.exceptions": ["9"]}, tmp_path
    )
    assert [(finding.field, finding.allowed) for finding in findings] == [
        ("house-way.exceptions", "exceptions = []")
    ]
    assert paragraph in findings[0].paragraph


@rule("R83")
@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
@pytest.mark.parametrize("way", ["regulation", "traditional", "taj-mahal"])
def test_a_new_submission_has_its_exceptions_written_into_it(book: str, way: str) -> None:
    text = new_submission(load_book(book), way)
    findings = check_submission(text)
    assert not isinstance(findings, Submission)
    assert {finding.problem.partition(":")[0] for finding in findings} == {"to fill in"}
    assert f'way = "{way}"' in text


@rule("R83")
def test_a_new_submission_takes_a_way_from_a_file_and_refuses_what_is_none(tmp_path: Path) -> None:
    file = tmp_path / "ours.way"
    file.write_text(LAST_CHANGED, encoding="utf-8")
    text = new_submission(load_book("colorado-tiles"), str(file))
    assert 'way = "ours.way"' in text
    assert 'exceptions = ["4"]' in text
    with pytest.raises(BadInput, match=r"no house way .* for cards"):
        new_submission(load_book("maryland-poker"), "traditional")


@rule("R83")
def test_the_card_books_have_no_rules_of_their_own_to_depart_from() -> None:
    for book in ("maryland-poker", "rock-island-poker"):
        assert departures(load_book(book), load_way("foxwoods")) == ()
        assert "exceptions" not in new_submission(load_book(book))
