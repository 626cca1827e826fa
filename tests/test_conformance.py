"""The conformance page is complete and correct."""

from __future__ import annotations

import re

from tests.collected import TestsByRule
from tests.conformance import COMMAND, PAGE, ROW, page, short, untrue

BOOKS = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")


def test_the_page_is_true_and_complete(by_rule: TestsByRule) -> None:
    problems = list(untrue(PAGE.read_text(encoding="utf-8"), by_rule))
    assert problems == [], f"write it again: {COMMAND}"


def test_it_has_all_707_paragraphs() -> None:
    parts = re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    books = [part for part in parts if part.partition("\n")[0] in BOOKS]
    assert len(books) == 4
    assert sum(len(ROW.findall(book)) for book in books) == 707


def test_what_is_untrue_is_found() -> None:
    by_rule = {"commission-tiles 1:Bank": ["tests/a.py::test_b[c]", "tests/a.py::test_b[d]"]}
    sound = page(by_rule)
    assert "| `a:test_b` |" in sound
    assert "1:Bank: a:test_b does not show it" in list(untrue(sound, {}))
    assert "1:Copy hand: no test is named" in list(untrue(sound, by_rule))
    assert list(untrue(sound.replace("half and half", "in thirds"), by_rule)) == [
        "paragraphs, gists, kinds or places are not those of the rule books"
    ]


def test_a_transcript_is_named_by_its_file() -> None:
    node = "tests/table/test_plays.py::test_the_transcript_comes_true[wrong-total]"
    assert short(node) == "plays/wrong-total.play"
