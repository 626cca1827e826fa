"""Which paragraphs and rulings say what, by topic and book. Not what they say: that is in `paragraphs`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Final

from paigow.books.cited import SEPARATOR
from paigow.books.tables import HERE

__all__ = ["citations"]

FILES: Final = ("citations.tsv", "citations_cards.tsv")
"""Topics of both games, and those of cards alone."""


@cache
def citations() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """By book and topic, the paragraphs and rulings without the book's name; none where a file has a dash."""
    by_book: dict[str, dict[str, tuple[str, ...]]] = {}
    for file in FILES:
        text = (HERE / file).read_text(encoding="utf-8")
        rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
        books = rows[0][1:]
        for topic, *cells in rows[1:]:
            for book, cell in zip(books, cells, strict=True):
                topics = by_book.setdefault(book, {})
                assert topic not in topics, topic
                topics[topic] = () if cell == "-" else tuple(cell.split(SEPARATOR))
    return by_book
