"""Tables to put up: those that are always there, one for each rule book, and those of an operator's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from paigow.books.registry import book_names
from paigow.server.settings import TableSettings
from paigow.server.tables.floor import NewTable
from paigow.submissions.files import find_submission, load_submission, require_filled_in
from paigow.submissions.submission import Submission

__all__ = ["demonstration_names", "demonstration_tables", "table_of"]

BOTS = 3


def demonstration_names() -> tuple[str, ...]:
    """The submissions of the tables that are always there, in the order of the rule books."""
    return tuple(f"{book}-full" for book in book_names())


def demonstration_tables() -> Iterator[NewTable]:
    """A table for each rule book, played by its example with everything on."""
    for book, example in zip(book_names(), demonstration_names(), strict=True):
        yield NewTable(book, find_submission(example).text, _settings(load_submission(example)))


def table_of(source: str) -> NewTable:
    """A table by a submission, found by its file or example name; no draft. Another text is another table."""
    submission = load_submission(source)
    require_filled_in(submission, source)
    stem = re.sub(r"[^a-z0-9]+", "-", Path(source).stem.lower()).strip("-") or "table"
    return NewTable(f"{stem}-{submission.digest[:6]}", submission.text, _settings(submission))


def _settings(submission: Submission) -> TableSettings:
    title = f"{submission.table.operator.value} {submission.table.number.value}"
    return TableSettings(title=title, bots=BOTS)
