"""What two submissions choose differently, and which paragraphs that affects."""

from __future__ import annotations

import pytest

from paigow.submissions.checking import example_names, load_submission
from paigow.submissions.writing import differences
from tests.books.making import sound
from tests.rules import rule


@pytest.mark.parametrize("name", example_names())
def test_a_submission_differs_in_nothing_from_itself(name: str) -> None:
    assert differences(load_submission(name), load_submission(name)) == ()


@rule("maryland-poker 13.B")
def test_a_difference_names_both_answers_and_its_paragraphs() -> None:
    one, other = sound("maryland-poker-full"), sound("maryland-poker-full", {"fortune.table": "D"})
    (difference,) = differences(one, other)
    assert (difference.field, difference.one, difference.other) == ("fortune.table", "B", "D")
    assert difference.cite == "maryland-poker 13.B"
    assert "maryland-poker 13.B(1)" in difference.paragraphs
    assert "maryland-poker 13.B(8)" in difference.paragraphs
    assert "maryland-poker 13.C(1)" not in difference.paragraphs


@rule("commission-tiles 8(a)")
def test_banking_touches_all_of_section_eight() -> None:
    found = differences(load_submission("commission-tiles-plain"), load_submission("commission-tiles-full"))
    bank = next(each for each in found if each.field == "banking.bank")
    for letter in "abcdefghijklmnopqr":
        assert f"commission-tiles 8({letter})" in bank.paragraphs


def test_what_does_not_matter_is_no_difference() -> None:
    plain = sound("colorado-tiles-plain")
    assert differences(plain, sound("colorado-tiles-plain", {"dragons-eye.deal-from": "count"})) == ()
    assert differences(plain, sound("colorado-tiles-plain", {"limits.match.minimum": 3})) == ()


def test_two_books_differ_first_of_all_in_the_book() -> None:
    found = differences(load_submission("commission-tiles-full"), load_submission("maryland-poker-full"))
    assert (found[0].field, found[0].one, found[0].other) == (
        "rulebook",
        "commission-tiles",
        "maryland-poker",
    )
    deliveries = next(each for each in found if each.field == "banking.deliveries")
    assert deliveries.other == "none"
    fortune = next(each for each in found if each.field == "fortune.table")
    assert fortune.one is None
