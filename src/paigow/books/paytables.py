"""The pay tables that a book offers for a wager: its own, or the wager's. Not the choice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from paigow.books.registry import folder_of
from paigow.wagers.paytables import Paytable, parse_paytables
from paigow.wagers.registry import line_wager

Tables = Mapping[str, Paytable[Any]]


@cache
def pay_tables(book: str, kind: str) -> Tables:
    """By id: from `paytables/<kind>.tsv` in the book's folder if there is such a file, else the wager's."""
    return _own(book, kind, kind) or line_wager(kind).tables


@cache
def envy_tables(book: str, kind: str) -> Tables:
    """What others' hands pay, by pay table: from `paytables/<kind>_envy.tsv`, or the wager's."""
    return _own(book, kind, f"{kind}_envy") or line_wager(kind).envy_tables


def _own(book: str, kind: str, name: str) -> Tables | None:
    file = folder_of(book) / "paytables" / f"{name}.tsv"
    if not file.is_file():
        return None
    return parse_paytables(file.read_text(encoding="utf-8"), f"{book} {name}", line_wager(kind).lines)
