"""Every paragraph of the four regulations is on record, and a test names each that the program must keep."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from paigow.faults import BadInput
from paigow.rulebooks import BOOK_NAMES, books, load_book
from tests.collected import TestsByRule
from tests.rulebooks.untested import kept, listed_lines

IDS = Path(__file__).parent / "paragraph_ids.txt"


def ids() -> list[tuple[str, str]]:
    """The ids of all paragraphs, as they were counted in the regulations."""
    return [(book, id_) for book, _, id_ in (line.partition("\t") for line in listed_lines(IDS))]


def test_there_are_707_paragraphs() -> None:
    assert len(ids()) == len(set(ids())) == 707
    assert {book for book, _ in ids()} == set(BOOK_NAMES)


@pytest.mark.parametrize("name", BOOK_NAMES)
def test_every_paragraph_is_on_record_in_its_order(name: str) -> None:
    assert list(load_book(name).paragraphs) == [id_ for book, id_ in ids() if book == name]


def test_every_gist_is_one_line_of_words_and_every_place_a_module() -> None:
    for book in books():
        for paragraph in book.paragraphs.values():
            assert 8 < len(paragraph.gist) < 300, paragraph
            assert find_spec(f"paigow.{paragraph.where}") is not None, paragraph


def test_a_paragraph_is_found_with_and_without_its_book() -> None:
    book = load_book("colorado-tiles")
    assert book.paragraph("30-2609(7)(c)") is book.paragraph("colorado-tiles 30-2609(7)(c)")
    with pytest.raises(BadInput, match=r"perhaps 30-2609\(7\)"):
        book.paragraph("30-2609(7)(z)")


def test_every_kept_paragraph_has_a_test_or_waits_for_one(by_rule: TestsByRule) -> None:
    waiting = set(listed_lines())
    missing = [id_ for id_ in kept() if id_ not in by_rule and id_ not in waiting]
    assert missing == [], "name them with @rule in a test"


def test_no_paragraph_waits_that_has_a_test(by_rule: TestsByRule) -> None:
    waiting = listed_lines()
    assert len(waiting) == len(set(waiting))
    assert set(waiting) <= set(kept()), "only kept paragraphs can wait"
    done = [id_ for id_ in waiting if id_ in by_rule]
    assert done == [], "these have a test now; `python -m tests.rulebooks.untested` takes them out"
