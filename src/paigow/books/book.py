"""The four regulations as data: options, counts, pay tables, paragraphs. Not how they are played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from paigow.books.choices import Game
from paigow.books.citations import citations
from paigow.books.cited import SEPARATOR, Cited, qualified
from paigow.books.options import Option, read_options
from paigow.books.paragraphs import Paragraph, read_paragraphs
from paigow.books.tables import folder_of, read_rows, read_toml
from paigow.faults import BadInput, nearest
from paigow.wagers.kinds import WagerKind

__all__ = ["BOOK_NAMES", "OfferedTable", "RuleBook", "books", "load_book"]

BOOK_NAMES: Final = ("commission-tiles", "colorado-tiles", "rock-island-poker", "maryland-poker")


@dataclass(frozen=True, slots=True)
class OfferedTable:
    """A pay table that a book offers; the id is empty where there is but one."""

    kind: WagerKind
    id: str
    cite: str
    envy_cite: str


@dataclass(frozen=True, slots=True)
class RuleBook:
    """A regulation. Two are the same if their names are."""

    name: str
    title: str = field(compare=False)
    game: Game = field(compare=False)
    options: Mapping[str, Option] = field(compare=False, repr=False)
    counts: Mapping[str, Cited[int]] = field(compare=False, repr=False)
    tables: tuple[OfferedTable, ...] = field(compare=False, repr=False)
    paragraphs: Mapping[str, Paragraph] = field(compare=False, repr=False)

    @property
    def topics(self) -> Mapping[str, tuple[str, ...]]:
        """The paragraphs and rulings of each topic, as `citations.tsv` has them."""
        return citations()[self.name]

    def cite(self, topic: str) -> str:
        """Where the book writes of a topic; nothing if it has no such step. An unknown topic is a bug."""
        return qualified(self.name, SEPARATOR.join(self.topics[topic]))

    def paragraph(self, id_: str) -> Paragraph:
        """A paragraph by its id, with or without the book's name; raise BadInput."""
        found = self.paragraphs.get(id_.strip().removeprefix(f"{self.name} "))
        if found is None:
            meant = nearest(id_, self.paragraphs)
            raise BadInput(
                f"{self.name} has no paragraph {id_!r}",
                allowed=f"perhaps {meant}" if meant else f"paigow book {self.name} lists them",
            )
        return found

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return load_book, (self.name,)


def books() -> tuple[RuleBook, ...]:
    """All rule books, the tile games first."""
    return tuple(load_book(name) for name in BOOK_NAMES)


def load_book(name: str) -> RuleBook:
    """A rule book by name: `colorado-tiles`, or as its folder writes it, `colorado_tiles`; raise BadInput.

    >>> load_book("colorado_tiles").name
    'colorado-tiles'
    """
    wanted = name.strip().lower().replace("_", "-")
    if wanted not in BOOK_NAMES:
        meant = nearest(wanted, BOOK_NAMES)
        known = ", ".join(BOOK_NAMES)
        raise BadInput(
            f"no rule book is called {name!r}", allowed=f"perhaps {meant}; {known}" if meant else known
        )
    return _load(wanted)


@cache
def _load(name: str) -> RuleBook:
    about = read_toml(folder_of(name) / "book.toml")
    return RuleBook(
        name=name,
        title=about["title"],
        game=Game(about["game"]),
        options=read_options(name, about["silent"]),
        counts=_counts(name),
        tables=_tables(name),
        paragraphs=read_paragraphs(name),
    )


def _counts(name: str) -> Mapping[str, Cited[int]]:
    rows = read_rows(folder_of(name) / "counts.tsv", "name", "value", "cite")
    return {row["name"]: Cited(int(row["value"]), qualified(name, row["cite"])) for row in rows}


def _tables(name: str) -> tuple[OfferedTable, ...]:
    file = folder_of(name) / "paytables.tsv"
    rows = read_rows(file, "wager", "table", "cite", "envy") if file.is_file() else []
    return tuple(
        OfferedTable(
            WagerKind(row["wager"]),
            row["table"],
            qualified(name, row["cite"]),
            qualified(name, row["envy"]) if row["envy"] else "",
        )
        for row in rows
    )
