"""The checker's findings about the text itself: unreadable text, unknown names, the order of findings."""

from __future__ import annotations

import pytest

from paigow.submissions.checking import check_submission
from tests.books.making import findings_of, sound


def test_findings_are_given_all_at_once_in_the_order_of_the_options() -> None:
    findings = findings_of(
        "maryland-poker-full",
        {
            "timers.betting": 1,
            "table.chairs": 9,
            "dealing.method": "hand",
            "fortune.table": "E",
            "progressive.starts": [1, 2, 3],
            "house-way.way": "nobody's",
        },
    )
    fields = list(dict.fromkeys(finding.field for finding in findings))
    assert fields == [
        "table.chairs",
        "house-way.way",
        "cards.change-hours",
        "starting.method",
        "fortune.table",
        "progressive.starts",
        "timers.betting",
    ]


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("table.chair", "table.chairs"),
        ("limits.main.minimun", "limits.main.minimum"),
        ("banking.delivery", "banking.deliveries"),
        ("vigorish.methods", "vigorish.method"),
        ("Table.Chairs", "table.chairs"),
    ],
)
def test_an_unknown_key_is_told_the_nearest_name(key: str, meant: str) -> None:
    (finding,) = findings_of("commission-tiles-plain", {key: 1})
    assert finding.field == key
    assert meant in finding.allowed


def test_a_limit_that_names_no_wager_is_taken_for_the_main_wagers() -> None:
    for limit in ("minimum", "maximum"):
        (finding,) = findings_of("colorado-tiles-full", {f"limits.{limit}": 1})
        assert finding.allowed == f"did you mean limits.main.{limit}?"


def test_a_choice_of_another_book_is_told_where_it_belongs() -> None:
    (finding,) = findings_of("commission-tiles-plain", {"dragons-eye.deal-from": "button"})
    assert "colorado-tiles" in finding.allowed
    (finding,) = findings_of("rock-island-poker-plain", {"banking.deliveries": ["jung-quat"]})
    assert finding.paragraph == "R42"


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "rulebook"),
        ("rulebook = 5", "rulebook"),
        ('rulebook = "colorado"', "rulebook"),
        ("rulebook = ", "file"),
        ("x" * 200_001, "file"),
        (f"rulebook = {'[' * 3000}{']' * 3000}", "file"),
        (f"rulebook = {'9' * 5000}", "file"),
        ("rulebook = 1e99999999999999999999", "file"),
    ],
)
def test_what_cannot_be_read_is_one_finding(text: str, field: str) -> None:
    findings = check_submission(text)
    assert isinstance(findings, tuple)
    assert [finding.field for finding in findings] == [field]


def test_the_book_may_be_spelled_as_its_folder() -> None:
    assert sound("commission-tiles-plain", {"rulebook": "commission_tiles"}).book.name == "commission-tiles"


def test_a_section_that_is_no_section_and_a_value_that_is_one() -> None:
    (finding,) = findings_of("commission-tiles-plain", {"fairness": 3})
    assert finding.field == "fairness"
    (finding,) = findings_of("commission-tiles-plain", {"table.chairs": {}})
    assert finding.field == "table.chairs"
