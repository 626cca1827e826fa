"""What people read of a rule book before they open it: its short name, what it offers, and its cover."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec
from msgspec import Struct

from paigow.books.registry import folder_of
from paigow.books.tables import read_text, where_of
from paigow.faults import BadInput


class BookWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language."""

    name: str
    offers: str


class BookTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """A book's `texts.toml`. The cover is drawn from pieces: what it is, where it lies, how tall it is."""

    cover: tuple[tuple[str, int, int, int], ...]
    languages: Mapping[str, BookWords]


@cache
def texts_of(book: str) -> BookTexts:
    file = folder_of(book) / "texts.toml"
    try:
        return msgspec.toml.decode(read_text(file), type=BookTexts)
    except msgspec.DecodeError as wrong:
        raise BadInput(f"these are no texts of a rule book: {wrong}", where=where_of(file)) from wrong
