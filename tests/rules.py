"""The mark that links a test to the paragraphs and rulings it proves. The report is in conftest."""

from __future__ import annotations

import csv
import re
from functools import cache
from pathlib import Path

import pytest

__all__ = ["BOOKS", "rule", "unknown_rules"]

BOOKS = Path(__file__).parent.parent / "src" / "paigow" / "books"
RULING = re.compile(r"R[1-9][0-9]*")
PARAGRAPH = re.compile(r"(?P<book>[a-z]+(?:-[a-z]+)+) (?P<paragraph>\S(?:.*\S)?)")


def rule(*ids: str) -> pytest.MarkDecorator:
    """Mark a test with what it proves: `"commission-tiles 7(d)(2)"` for a paragraph, `"R11"` for a ruling."""
    if not ids:
        raise ValueError("rule() names at least one paragraph or ruling")
    for id_ in ids:
        if not (RULING.fullmatch(id_) or PARAGRAPH.fullmatch(id_)):
            raise ValueError(f'{id_!r} is neither "<book> <paragraph>" nor "R<number>"')
    return pytest.mark.rule(*ids)


def unknown_rules(ids: set[str]) -> list[str]:
    """The ids that name a paragraph no rule book has."""
    return sorted(
        id_ for id_ in ids if (found := PARAGRAPH.fullmatch(id_)) and not _is_known(**found.groupdict())
    )


def _is_known(book: str, paragraph: str) -> bool:
    return paragraph in _paragraphs(book)


@cache
def _paragraphs(book: str) -> frozenset[str]:
    file = BOOKS / book.replace("-", "_") / "paragraphs.tsv"
    if not file.exists():
        return frozenset()
    with file.open(encoding="utf-8", newline="") as lines:
        return frozenset(row["id"] for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
