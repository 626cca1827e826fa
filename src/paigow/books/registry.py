"""Finds rule books, built-in or from other packages, by entry point, with their texts and pay tables.

A book is a package with a `book.toml`, declared in the entry point group `paigow.books`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from paigow.books.cited import cites_of
from paigow.books.converting import converted
from paigow.books.layers import Layered
from paigow.books.sections import About, read_about
from paigow.books.tables import read_text, read_toml, where_of
from paigow.faults import BadInput, suggestion
from paigow.material.game import Game
from paigow.wagers.paytables import Paytable, parse_paytables
from paigow.wagers.registry import line_wager, line_wagers

if TYPE_CHECKING:
    from paigow.books.book import RuleBook

GROUP: Final = "paigow.books"
_LAST: Final = 1_000
_Points = Mapping[str, set[str]]
"""The entry points' values by name: a name with several is a clash."""
_RULING: Final = re.compile(r"R\d+")


def book_names() -> tuple[str, ...]:
    """Every rule book: tiles before cards, then by each book's `order`, then by name."""
    return tuple(_shelf().folders)


def usual_book(game: Game) -> str:
    """The default book of a game: the one marked as default, else the first."""
    of_game = [about for about in _shelf().abouts if about.game is game]
    return next((about.name for about in of_game if about.usual), of_game[0].name)


def broken_books() -> Mapping[str, BadInput]:
    """The installed rule books that were rejected, by name, and what is wrong with each."""
    return _shelf().broken


def folder_of(book: str) -> Traversable:
    """The folder with a book's files. An unknown name is a bug."""
    return _shelf().folders[book]


def known_name(name: str) -> str:
    """A book's canonical name: `colorado_tiles` is `colorado-tiles`; raise BadInput."""
    wanted = name.strip().lower().replace("_", "-")
    if wanted in _shelf().broken:
        raise _shelf().broken[wanted]
    if wanted not in _shelf().folders:
        raise BadInput(f"there is no rule book {name!r}", allowed=suggestion(wanted, book_names()))
    return wanted


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The valid books in listing order, and what is wrong with the others."""

    folders: Mapping[str, Traversable]
    abouts: tuple[About, ...]
    broken: Mapping[str, BadInput]


@cache
def _shelf() -> _Shelf:
    """Every installed book. Cached, since scanning a large environment takes 100 ms."""
    points: dict[str, set[str]] = {}
    for point in entry_points(group=GROUP):
        points.setdefault(point.name, set()).add(point.value)
    if not points:
        raise BadInput(
            "no rule books are installed, not even the built-in ones", allowed="install paigow again"
        )
    found, broken = {}, {}
    for name in points:
        try:
            found[name] = _sound(name, points)
        except BadInput as wrong:
            broken[name] = wrong
    ordered = sorted(found, key=lambda name: _rank(found[name][1]))
    folders = MappingProxyType({name: found[name][0] for name in ordered})
    return _Shelf(folders, tuple(found[name][1] for name in ordered), MappingProxyType(broken))


def _sound(name: str, points: _Points) -> tuple[Traversable, About]:
    """A book's folder and metadata. Another package's book is validated in full; raise BadInput."""
    folder = _whole_folder(name, points)
    about = read_about(folder)
    if about.name != name:
        problem = f"the entry point {name!r} leads to a book that calls itself {about.name!r}"
        raise BadInput(problem, allowed="use the same name for both")
    if not _value(name, points).startswith(f"{GROUP}."):
        _require_whole(folder)
    return folder, about


def _value(name: str, points: _Points) -> str:
    values = sorted(points[name])
    if len(values) > 1:
        raise BadInput(
            f"two rule books are called {name!r}: {' and '.join(values)}", allowed="uninstall one of them"
        )
    return values[0]


def _whole_folder(name: str, points: _Points, above: tuple[str, ...] = ()) -> Traversable:
    """A book's folder, over the folder of the book it is based on, if it names one."""
    folder = _folder(name, _value(name, points))
    file = folder / "book.toml"
    base = read_toml(file).get("based-on", "")
    if not base:
        return folder
    others = [each for each in points if each != name]
    if base not in others:
        hint = suggestion(str(base), others)
        raise BadInput(f"there is no rule book {base!r} to be based on", where=where_of(file), allowed=hint)
    if base in above:
        problem = f"{name} and {base} are based on each other"
        raise BadInput(problem, where=where_of(file), allowed="leave out 'based-on' in one of them")
    return Layered(folder, _whole_folder(base, points, (*above, name)))


def submission_text(book: str, kind: str) -> str:
    """A book's built-in submission, `plain` or `full`.

    A based book without one uses the other's under its own name; the full one offers its own wagers too.
    """
    return _submission_text(folder_of(book), kind)


FULL: Final = "full"
_RULEBOOK: Final = re.compile(r'^rulebook = ".*"$', re.MULTILINE)


def _submission_text(folder: Traversable, kind: str) -> str:
    file = f"{kind}.toml"
    if not isinstance(folder, Layered) or (folder.own / file).is_file():
        return read_text(folder / file)
    about, own = read_about(folder), read_toml(folder.own / "book.toml").get("wagers", {})
    text = _RULEBOOK.sub(f'rulebook = "{about.name}"', _submission_text(folder.base, kind))
    offered = [about.wagers[each].as_offered(each) for each in own if f"[{each}]" not in text]
    return "\n".join([text, *offered]) if kind == FULL else text


def _require_whole(folder: Traversable) -> None:
    """Reject a book that would break the list of books."""
    from paigow.books.book import read_book

    try:
        book = read_book(folder)
        _require_own_paragraphs(book, where_of(folder))
        _require_pay_tables(book, folder)
        _texts(folder)
    except (LookupError, TypeError, ValueError) as wrong:
        if isinstance(wrong, BadInput):
            raise
        where = where_of(folder)
        raise BadInput(f"this is not a rule book: {type(wrong).__name__}, {wrong}", where=where) from wrong


def _require_pay_tables(book: RuleBook, folder: Traversable) -> None:
    """Reject invalid pay tables, the book's own or those of a wager it allows."""
    for kind in {offered.kind for offered in book.tables} & line_wagers().keys():
        if not _own_tables(folder, book.name, kind, kind):
            _ = line_wager(kind).tables
        if not _own_tables(folder, book.name, kind, f"{kind}_envy"):
            _ = line_wager(kind).envy_tables


def _require_own_paragraphs(book: RuleBook, where: str) -> None:
    """Reject a citation of a paragraph the book doesn't have: readers couldn't look it up."""
    cited = chain(
        ((f"the option {name}", option.cites) for name, option in book.options.items()),
        ((f"the pay table {each.kind} {each.id}".strip(), each.cites) for each in book.tables),
        ((f"the count {name!r}", count.cites) for name, count in book.counts.items()),
        ((f"the equipment {item.name!r}", item.cites) for item in book.equipment),
        ((f"the term {term.word!r}", cites_of(term.paragraph)) for term in book.terms),
        ((f"the topic {topic!r}", cites) for topic, cites in book.topics.items()),
        ((f"the reason {reason.name.lower()}", cites) for reason, cites in book.deciding.items()),
    )
    for what, cites in cited:
        for id_ in cites:
            if id_ not in book.paragraphs and not _RULING.fullmatch(id_):
                hint = suggestion(id_, book.paragraphs, "paragraphs.tsv lists them")
                raise BadInput(
                    f"{what} cites {id_!r}, which {book.name} doesn't have", where=where, allowed=hint
                )


def _folder(name: str, value: str) -> Traversable:
    try:
        return files(value)
    except ImportError as missing:
        raise BadInput(
            f"can't load the rule book {name!r}: {missing}",
            where=f"{value}, an entry point of {GROUP}",
            allowed="install or remove its package",
        ) from missing


def _rank(about: About) -> tuple[int, int, str]:
    return list(Game).index(about.game), about.order or _LAST, about.name


Tables = Mapping[str, Paytable[Any]]


@cache
def pay_tables(book: str | None, kind: str) -> Tables:
    """By id: from `paytables/<kind>.tsv` in the book's folder if that file exists, else the wager's."""
    return (book and _own(book, kind, kind)) or line_wager(kind).tables


@cache
def envy_tables(book: str | None, kind: str) -> Tables:
    """What others' hands pay, by pay table: from `paytables/<kind>_envy.tsv`, or the wager's."""
    return (book and _own(book, kind, f"{kind}_envy")) or line_wager(kind).envy_tables


def _own(book: str, kind: str, name: str) -> Tables | None:
    return _own_tables(folder_of(book), book, kind, name)


def _own_tables(folder: Traversable, book: str, kind: str, name: str) -> Tables | None:
    file = folder / "paytables" / f"{name}.tsv"
    if not file.is_file():
        return None
    return parse_paytables(file.read_text(encoding="utf-8"), f"{book} {name}", line_wager(kind).lines)


class BookWords(Struct, frozen=True, forbid_unknown_fields=True):
    """The words of one language."""

    name: str
    offers: str


class BookTexts(Struct, frozen=True, forbid_unknown_fields=True):
    """A book's `texts.toml`. The cover is drawn from pieces: which piece, its position, its height."""

    cover: tuple[tuple[str, int, int, int], ...]
    languages: Mapping[str, BookWords]

    def words(self, language: str) -> BookWords:
        """The words of a language; English if the book has no translation."""
        return self.languages.get(language, self.languages["en"])


@cache
def texts_of(book: str) -> BookTexts:
    return _texts(folder_of(book))


def _texts(folder: Traversable) -> BookTexts:
    file = folder / "texts.toml"
    texts = converted(read_toml(file), BookTexts, where_of(file))
    if "en" not in texts.languages:
        allowed = "add [languages.en] with its name and what it offers"
        raise BadInput("the book has no English name", where=where_of(file), allowed=allowed)
    return texts
