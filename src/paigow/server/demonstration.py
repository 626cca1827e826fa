"""The tables that are always there: one for each rule book, everything on, bots in some seats."""

from __future__ import annotations

from collections.abc import Iterator

from paigow.rulebooks.books import BOOK_NAMES
from paigow.rulebooks.files import find_submission, load_submission
from paigow.server.floor import NewTable
from paigow.server.settings import TableSettings

__all__ = ["demonstration_tables"]

BOTS = 3


def demonstration_tables() -> Iterator[NewTable]:
    """A table for each rule book, played by its example with everything on."""
    for book in BOOK_NAMES:
        example = f"{book}-full"
        submission = load_submission(example)
        title = f"{submission.table.operator.value} {submission.table.number.value}"
        settings = TableSettings(title=title, bots=BOTS)
        yield NewTable(book, find_submission(example).text, settings)
