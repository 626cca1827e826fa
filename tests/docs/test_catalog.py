"""The protocol's catalog page matches the types, and its examples are valid."""

from __future__ import annotations

from tests.docs.catalog import EXAMPLES, PAGE, fields, page, reachable
from tests.server.frames import faults_of


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.docs.catalog"


def test_its_own_examples_are_valid() -> None:
    for name, example in EXAMPLES.items():
        assert example["do"] == name
        assert faults_of("Command", example) == []


def test_every_field_of_the_view_and_of_an_option_is_explained() -> None:
    names = ("View", *reachable("View", {}), "LegalOption", "Free", "Sum")
    silent = [(name, field) for name in names for field, _, note in fields(name) if not note]
    assert silent == []


def test_a_word_that_two_records_use_has_the_meaning_of_its_record() -> None:
    """Who shook is a person; the view's dice are another field with the same name."""
    notes = {name: {field: note for field, _, note in fields(name)} for name in ("DragonsEyeState", "View")}
    assert "paid as the shaker" in notes["DragonsEyeState"]["shaker"]
    assert "the dice" in notes["View"]["shaker"]
