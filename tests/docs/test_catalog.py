"""The protocol's catalog page is what the types say, and its examples are valid."""

from __future__ import annotations

from tests.docs.catalog import EXAMPLES, PAGE, page
from tests.server.frames import faults_of


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.docs.catalog"


def test_its_own_examples_are_valid() -> None:
    for name, example in EXAMPLES.items():
        assert example["do"] == name
        assert faults_of("Command", example) == []
