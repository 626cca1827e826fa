"""Where each book writes what decides between two settings. What decides is worked out in `ranks.reasons`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from paigow.books.book import BOOK_NAMES
from paigow.books.cited import ids_of, qualified
from paigow.books.tables import HERE, read_rows
from paigow.ranks.reasons import Reason

__all__ = ["has_paragraphs", "paragraphs_of"]


def paragraphs_of(book: str, reasons: Iterable[Reason]) -> tuple[str, ...]:
    """The paragraphs and rulings behind some reasons, each once; a reason of the other game is a bug.

    >>> paragraphs_of("commission-tiles", [Reason.VALUE, Reason.ZERO])
    ('commission-tiles 2(d)', 'R2')
    """
    cites = _table()[book]
    return tuple(dict.fromkeys(id_ for reason in reasons for id_ in ids_of(cites[reason])))


def has_paragraphs(book: str, reason: Reason) -> bool:
    """Whether a reason is one of this book's game."""
    return reason in _table()[book]


@cache
def _table() -> Mapping[str, Mapping[Reason, str]]:
    rows = read_rows(HERE / "deciding.tsv", "reason", *BOOK_NAMES)
    by_reason = {Reason[row["reason"].upper().replace(" ", "_")]: row for row in rows}
    assert list(by_reason) == list(Reason), "deciding.tsv has a row for every reason, in their order"
    return {
        book: {reason: qualified(book, row[book]) for reason, row in by_reason.items() if row[book] != "-"}
        for book in BOOK_NAMES
    }
