"""A draft isn't valid, can be tried, and isn't served (R82)."""

from __future__ import annotations

from pathlib import Path

import pytest

from paigow.books.book import books, load_book
from paigow.books.registry import book_names
from paigow.faults import BadInput
from paigow.library.rounds import play_rounds, verify
from paigow.odds.subject import subject_of
from paigow.posted import posted_rules, rules_page, rules_text
from paigow.submissions.checking import (
    Submission,
    check_submission,
    example_names,
    is_placeholder,
    load_submission,
    read_submission,
    require_filled_in,
)
from paigow.submissions.writing import new_submission
from tests.books.making import findings_of, only, sound
from tests.rules import rule

TEMPLATE = ("Name of the house", "write the reference here")


@rule("R82")
@pytest.mark.parametrize(
    ("book", "lacking"),
    [
        ("commission-tiles", {"table.operator": "R31"}),
        (
            "colorado-tiles",
            {
                "table.operator": "colorado-tiles 30-2602, R31",
                "approvals.posting": "colorado-tiles 30-2602",
            },
        ),
        ("rock-island-poker", {"table.operator": "R31"}),
        (
            "maryland-poker",
            {
                "table.operator": "maryland-poker 2.B(1)",
                "approvals.layout": "maryland-poker 2.B",
                "approvals.drop-and-tip-boxes": "maryland-poker 2.E(1), maryland-poker 2.F",
                "approvals.shoe-location": "maryland-poker 8.A",
            },
        ),
    ],
)
def test_a_new_submission_has_a_finding_for_each_of_its_templates_words(
    book: str, lacking: dict[str, str]
) -> None:
    findings = check_submission(new_submission(load_book(book)))
    assert not isinstance(findings, Submission)
    found = {finding.field: finding.paragraph for finding in findings}
    assert found == {field: f"{cite}, R82" for field, cite in lacking.items()}
    assert all(finding.problem.startswith("to fill in: ") for finding in findings)


@rule("R82", "commission-tiles 1:Marker", "commission-tiles 8(h)", "commission-tiles 8(i)")
@pytest.mark.parametrize(
    ("field", "paragraph"),
    [
        ("approvals.markers", "commission-tiles 1:Marker"),
        ("approvals.dealer-wager", "commission-tiles 8(h)"),
        ("approvals.delivery-signal", "commission-tiles 8(i)"),
        ("banking.delivery-signal", "commission-tiles 8(i)"),
        ("table.operator", "R31"),
    ],
)
@pytest.mark.parametrize("words", [*TEMPLATE, "TBD", "todo.", "<reference>", "...", "xxx", "n/a"])
@pytest.mark.parametrize("example", ["commission-tiles-full", "commission-tiles-plain"])
def test_a_placeholder_is_a_finding_wherever_it_is_left(
    field: str, paragraph: str, words: str, example: str
) -> None:
    only(example, {field: words}, field, paragraph)
    only(example, {field: f"  {words.upper()} "}, field, "R82")


@rule("R82", "colorado-tiles 30-2602")
def test_each_placeholder_is_a_finding_of_its_own_beside_the_others() -> None:
    changes = {
        "table.operator": "Name of the house",
        "table.chairs": 7,
        "posting.place": "[where]",
        "approvals.posting": "write the reference here",
    }
    fields = [finding.field for finding in findings_of("colorado-tiles-plain", changes)]
    assert fields == ["table.operator", "table.chairs", "posting.place", "approvals.posting"]


@pytest.mark.parametrize("words", ["JC-104", "7", "X", "The Reference Room", "Nothing Doing Casino", "Todos"])
def test_what_says_something_is_no_placeholder(words: str) -> None:
    assert not is_placeholder(words)
    sound("colorado-tiles-full", {"table.operator": words, "approvals.posting": words})


def test_the_templates_words_are_placeholders() -> None:
    for book in books():
        for option in book.options.values():
            if option.name == "table.operator" or (option.section == "approvals" and option.default):
                assert option.fill_in
                assert option.default in TEMPLATE
                assert is_placeholder(str(option.default))


@rule("R82")
@pytest.mark.parametrize("name", example_names())
def test_the_submissions_that_come_with_the_program_are_no_drafts(name: str) -> None:
    submission = load_submission(name)
    assert submission.to_fill_in == ()
    require_filled_in(submission, name)
    own = [
        value for option, value in submission.rules.choices.items() if submission.book.options[option].fill_in
    ]
    assert not any(is_placeholder(str(words)) for words in own)


@rule("R82")
@pytest.mark.parametrize("book", book_names())
def test_a_draft_can_be_tried_and_verified_but_not_served(book: str, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(new_submission(load_book(book)), encoding="utf-8")
    draft = load_submission(str(file))
    assert draft.to_fill_in
    assert read_submission(draft.text) == draft
    assert subject_of(str(file)).name == str(file)
    assert verify(play_rounds(str(file), ["house-way"], rounds=1, seed="draft")) == ()
    with pytest.raises(BadInput, match="a floor doesn't serve drafts"):
        require_filled_in(draft, str(file))


@rule("R82")
def test_the_rules_of_a_draft_say_that_they_are_not_for_posting() -> None:
    draft = read_submission(new_submission(load_book("colorado-tiles")))
    assert isinstance(draft, Submission)
    document = posted_rules(draft)
    for text in (rules_text(document), rules_page(document)):
        assert "Draft of the house rules, not for posting" in text
        assert "Posted house rules" not in text
    assert "Posted house rules" in rules_text(posted_rules(load_submission("colorado-tiles")))
