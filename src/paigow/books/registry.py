"""Finding rule books, ours and other packages', by their entry points; the texts and pay tables they bring.

A book is a package with a `book.toml`, named by an entry point of the group `paigow.books`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec import Struct

from paigow.books.sections import About, read_about
from paigow.books.tables import read_text, where_of
from paigow.faults import BadInput, nearest
from paigow.material.game import Game
from paigow.wagers.paytables import Paytable, parse_paytables
from paigow.wagers.registry import line_wager

GROUP: Final = "paigow.books"
_LAST: Final = 1_000


def book_names() -> tuple[str, ...]:
    """Every rule book: tiles before cards, then as each book's `order` says, then by name."""
    return tuple(_folders())


def folder_of(book: str) -> Traversable:
    """The folder with a book's files; the name of no book is a bug."""
    return _folders()[book]


def known_name(name: str) -> str:
    """A book's name as it is written: `colorado_tiles` is `colorado-tiles`; raise BadInput."""
    wanted = name.strip().lower().replace("_", "-")
    if wanted not in _folders():
        meant, known = nearest(wanted, book_names()), ", ".join(book_names())
        raise BadInput(
            f"no rule book is called {name!r}", allowed=f"perhaps {meant}; {known}" if meant else known
        )
    return wanted


@cache
def _folders() -> Mapping[str, Traversable]:
    """By name, in the order of listing. Looked for once: a scan of a large environment takes 100 ms."""
    found: dict[str, tuple[EntryPoint, Traversable]] = {}
    for point in entry_points(group=GROUP):
        if point.name in found and found[point.name][0].value != point.value:
            both = f"{found[point.name][0].value} and {point.value}"
            raise BadInput(
                f"two rule books are called {point.name!r}: {both}", allowed="uninstall one of them"
            )
        found[point.name] = point, _folder(point)
    if not found:
        raise BadInput("no rule book is installed, not even paigow's own", allowed="install paigow again")
    about = {name: read_about(folder) for name, (_, folder) in found.items()}
    ordered = sorted(found, key=lambda name: _rank(name, about[name]))
    return MappingProxyType({name: found[name][1] for name in ordered})


def _folder(point: EntryPoint) -> Traversable:
    try:
        return files(point.value)
    except ImportError as missing:
        raise BadInput(
            f"the rule book {point.name!r} cannot be loaded: {missing}",
            where=f"{point.value}, an entry point of {GROUP}",
            allowed="install or remove its package",
        ) from missing


def _rank(name: str, about: About) -> tuple[int, int, str]:
    if about.name != name:
        problem = f"the entry point {name!r} leads to a book that calls itself {about.name!r}"
        raise BadInput(problem, allowed="give both one name")
    return list(Game).index(about.game), about.order or _LAST, name


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
