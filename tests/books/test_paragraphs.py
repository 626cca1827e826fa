"""Every paragraph of the four regulations is listed, and a test names each that the program must enforce."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from paigow.books.book import ParagraphKind, books, load_book
from paigow.books.registry import book_names
from paigow.faults import BadInput
from tests.collected import TestsByRule

IDS = Path(__file__).parent / "paragraph_ids.txt"


def ids() -> list[tuple[str, str]]:
    """The ids of all paragraphs, as counted in the regulations."""
    lines = IDS.read_text(encoding="utf-8").splitlines()
    listed = (line.partition("\t") for line in lines if line and not line.startswith("#"))
    return [(book, id_) for book, _, id_ in listed]


def kept() -> Iterator[str]:
    """The paragraphs that the program enforces or performs, as tests name them."""
    for book in books():
        for paragraph in book.paragraphs.values():
            if paragraph.kind in {ParagraphKind.ENFORCED, ParagraphKind.PERFORMED}:
                yield f"{book.name} {paragraph.id}"


def test_there_are_707_paragraphs() -> None:
    assert len(ids()) == len(set(ids())) == 707
    assert {book for book, _ in ids()} == set(book_names())


@pytest.mark.parametrize("name", book_names())
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
    with pytest.raises(BadInput, match=r"did you mean 30-2609\(7\)"):
        book.paragraph("30-2609(7)(z)")


def test_every_kept_paragraph_has_a_test(by_rule: TestsByRule) -> None:
    missing = [id_ for id_ in kept() if id_ not in by_rule]
    assert missing == [], "name them with @rule in a test"
