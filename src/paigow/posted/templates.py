"""Loads the posted sentences: sections of lines, a book's own lines, a wager's own, another language's.

English is complete, in `en`. A book's `posted.toml` and a wager's file add lines, or replace those of the
same key; another language's folder replaces words only, key by key. Filling the blanks is in `figures`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeVar

import msgspec

from paigow.books.book import RuleBook
from paigow.books.registry import folder_of
from paigow.books.tables import read_toml, where_of
from paigow.faults import BadInput, suggestion
from paigow.prose import Words, blanks
from paigow.wagers.registry import wagers

ENGLISH: Final = "en"
_HERE: Final[Traversable] = files("paigow.posted")
_PLAIN: Final = ("title", "heading", "posted", "pays")
"""What a wager's `texts.toml` says; a wager with no more to say needs no `posted.toml`."""
_SHAPES: Final = ("text", "item", "step", "then", "phrase", "grid", "gallery")
_WORDS: Final = frozenset(
    [*_SHAPES, *"title lead head row rows picture pays posted heading names wins".split()]
)
"""What a translation can change; everything else is the rule itself."""
T = TypeVar("T")


class PostedLine(msgspec.Struct, frozen=True, dict=True, kw_only=True, forbid_unknown_fields=True):
    """One sentence or table as written in the file: its words, its condition, and its source.

    It has one shape: a `text`, an `item` of a list, a `step` of a numbered list, what `then` follows in the
    same text, a `phrase` of the list that `of` names, a `grid` or a `gallery` with its caption. The first
    citation governs it: a book without that topic doesn't post the line. `each` repeats it.
    """

    key: str = ""
    when: str = ""
    cite: str | tuple[str, ...] = ()
    each: str | tuple[str, ...] = ""
    after: str = ""
    apart: bool = False
    text: Words | None = None
    item: Words | None = None
    step: Words | None = None
    then: Words | None = None
    phrase: Words | None = None
    grid: Words | None = None
    gallery: Words | None = None
    of: str = ""
    lead: str = ""
    label: str = ""
    head: tuple[str, ...] = ()
    row: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    drawn: tuple[int, ...] = ()
    figures: frozenset[int] = frozenset()
    picture: Mapping[str, Words] = {}

    @cached_property
    def shape(self) -> str:
        return next(shape for shape in _SHAPES if getattr(self, shape) is not None)

    @cached_property
    def words(self) -> Words:
        words: Words = getattr(self, self.shape)
        return words

    @cached_property
    def cites(self) -> tuple[str, ...]:
        return (self.cite,) if isinstance(self.cite, str) else self.cite


class WagerText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A wager's own texts: what it pays in a word, the sections it brings, its own lines.

    `names` renames lines of its pay table; `wins` is what a roll must show.
    """

    title: str = ""
    sections: tuple[str, ...] = ("wager",)
    heading: str = ""
    pays: Words = "by its table"
    posted: str = ""
    wins: str = ""
    names: Mapping[str, str] = {}
    lines: Mapping[str, Mapping[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class SectionText:
    title: str
    when: str
    lines: tuple[PostedLine, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PostedTexts:
    """All sentences of one language; `words` and `cites` are the book's own."""

    language: str
    order: tuple[str, ...]
    sections: Mapping[str, SectionText]
    wagers: Mapping[str, WagerText]
    conditions: Mapping[str, str]
    frame: Mapping[str, Words]
    """The texts around the sections, and the small words of lists."""
    words: Mapping[str, str] = field(default_factory=dict)
    cites: Mapping[str, str] = field(default_factory=dict)

    def small(self, name: str) -> str:
        """A small word that has no conditions."""
        word = self.frame[name]
        assert isinstance(word, str), name
        return word


@cache
def load_texts(language: str = ENGLISH, folder: Traversable = _HERE) -> PostedTexts:
    """The sentences of a language; English fills in whatever its folder lacks."""
    raw = _read_folder(_HERE / ENGLISH)
    if language != ENGLISH:
        if not (folder / language).is_dir():
            raise BadInput(f"posted rules are not written in {language!r}", where=str(folder))
        raw = _translated(raw, _read_folder(folder / language), language)
    page, main = raw.pop("page.toml"), raw.pop("main.toml")
    by_kind, shared = _of_wagers(language)
    sections = _joined([*raw.values(), shared])
    return PostedTexts(
        language=language,
        order=tuple(page["sections"]),
        sections={key: _section(key, raw_) for key, raw_ in sections.items()},
        wagers={kind: _converted(raw_, WagerText, kind) for kind, raw_ in {**main, **by_kind}.items()},
        conditions=page["conditions"],
        frame=page["frame"],
    )


def _of_wagers(language: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Each installed wager's texts by kind, and the sections that wagers share, from their own folders."""
    found: dict[str, Any] = {}
    sections: dict[str, Any] = {}
    for kind, wager in wagers().items():
        own = _own(files(wager.package), language)
        sections |= own.get("section", {})
        said = {**wager.texts[ENGLISH], **wager.texts.get(language, {})}
        plain = {name: said[name] for name in _PLAIN if name in said}
        found[kind] = {**plain, **own.get(kind, {})}
    return found, sections


def _own(folder: Traversable, language: str) -> dict[str, Any]:
    """The `posted.toml` of a book or a wager, with the words of a `posted.zh-Hans.toml` beside it."""
    file, other = folder / "posted.toml", folder / f"posted.{language}.toml"
    own = dict(read_toml(file)) if file.is_file() else {}
    return _translated(own, read_toml(other), where_of(other)) if other.is_file() else own


@cache
def with_book(texts: PostedTexts, book: RuleBook) -> PostedTexts:
    """The sentences plus those in a book's own `posted.toml`, `posted.zh-Hans.toml`, and the like."""
    own = _own(folder_of(book.name), texts.language)
    words, cites = own.pop("words", {}), own.pop("cites", {})
    sections, order = dict(texts.sections), list(texts.order)
    for key, raw in own.items():
        where = f"{book.name}, {key}"
        if key in sections:
            sections[key] = with_lines(sections[key], read_lines(raw, where))
        elif "title" in raw and raw.get("after") in order:
            sections[key] = _section(key, raw)
            order.insert(order.index(raw["after"]) + 1, key)
        else:
            allowed = f"choose one of {', '.join(order)}, or give a title and the section it comes after"
            raise BadInput(f"posted rules have no section {key!r}", where=book.name, allowed=allowed)
    return replace(texts, order=tuple(order), sections=sections, words=words, cites=cites)


def _joined(tables: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {key: value for table in tables for key, value in table.items()}


def _read_folder(folder: Traversable) -> dict[str, Mapping[str, Any]]:
    """The parsed tables of every file, by its path in the folder."""
    found: dict[str, Mapping[str, Any]] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.is_dir():
            found |= {f"{file.name}/{name}": table for name, table in _read_folder(file).items()}
        elif file.name.endswith(".toml"):
            found[file.name] = read_toml(file)
    return found


def _translated(english: Mapping[str, Any], other: Mapping[str, Any], where: str) -> dict[str, Any]:
    """English with another language's words where it has them; only words can differ."""
    merged = dict(english)
    for key, value in other.items():
        if key not in english:
            allowed = suggestion(key, english)
            raise BadInput(f"English has no {key!r}", where=where, allowed=allowed)
        if key in _WORDS:
            merged[key] = _same_blanks(english[key], value, f"{where}, {key}")
        elif key in ("frame", "words"):
            merged[key] = {**english[key], **value}
        elif isinstance(value, Mapping):
            merged[key] = _translated(english[key], value, f"{where}, {key}")
        else:
            raise BadInput(f"{key!r} is not words", where=where, allowed="a translation can only have words")
    return merged


def _same_blanks(english: object, other: object, where: str) -> object:
    """Words of another language. They can omit a blank, but not use one that English lacks."""
    unknown = sorted({*blanks(other)} - {*blanks(english)})
    if unknown:
        known = ", ".join(sorted({*blanks(english)})) or "no blanks"
        raise BadInput(f"English has no blank {unknown[0]!r}", where=where, allowed=known)
    return other


def _section(key: str, raw: Mapping[str, Any]) -> SectionText:
    return SectionText(raw["title"], raw.get("when", ""), read_lines(raw, key))


def read_lines(raw: Mapping[str, Any], where: str) -> tuple[PostedLine, ...]:
    """The lines of a section by key."""
    return tuple(_line(key, row, f"{where}.{key}") for key, row in raw.items() if isinstance(row, Mapping))


def _line(key: str, raw: object, where: str) -> PostedLine:
    line = _converted({"key": key, **raw} if isinstance(raw, dict) else raw, PostedLine, where)
    shapes = [shape for shape in _SHAPES if getattr(line, shape) is not None]
    if len(shapes) != 1:
        raise BadInput(f"the line has {shapes or 'nothing to say'}", where=where, allowed=", ".join(_SHAPES))
    return line


def _converted(raw: object, type_: type[T], where: str) -> T:
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as wrong:
        raise BadInput(f"{wrong}", where=f"posted rules, {where}") from wrong


def with_lines(section: SectionText, lines: Iterable[PostedLine], before: str = "") -> SectionText:
    """A section with lines added: in place of the same key, after the line they name, or last.

    With `before`, they go before that line unless they name one to follow.
    """
    found = list(section.lines)
    for line in lines:
        keys = [each.key for each in found]
        if line.key in keys:
            found[keys.index(line.key)] = line
        elif line.after in keys:
            found.insert(keys.index(line.after) + 1, line)
        elif line.after:
            raise BadInput(
                f"{line.key!r} can't come after {line.after!r}", allowed=f"choose one of {', '.join(keys)}"
            )
        else:
            found.insert(keys.index(before) if before else len(found), line)
    return replace(section, lines=tuple(found))
