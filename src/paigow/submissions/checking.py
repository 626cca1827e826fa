"""A submission by name or by its text: found, checked against its rule book, read into the record tables use.

All findings are reported together. The books' data says what is allowed; this module only traverses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

from paigow.books.book import RuleBook, load_book
from paigow.books.cited import together
from paigow.books.options import Option, holds
from paigow.books.registry import book_names, submission_text
from paigow.faults import BadInput, guess, require_text, suggestion
from paigow.material.game import Game
from paigow.ranks.poker import Wheel
from paigow.sources import folder_of
from paigow.submissions.combinations import combination_findings, relation_findings
from paigow.submissions.rules import Rules, make_rules
from paigow.submissions.values import (
    FILE,
    LONGEST_SUBMISSION,
    Finding,
    WrongValue,
    carrying,
    default_value,
    instruction,
    parse_submission,
    read_value,
    shown,
    take_carried,
)
from paigow.submissions.ways import EXCEPTIONS, ChosenWay, choose_way, exception_findings


@dataclass(frozen=True, slots=True, repr=False)
class Submission:
    """An operator's choices under one rule book. Two with the same text and house way are equal.

    `to_fill_in` lists what a draft still lacks (R82); it is empty in a complete submission.

    >>> ours = load_submission("commission-tiles-full")
    >>> ours.book.name, ours.game, ours.to_fill_in
    ('commission-tiles', Game.TILES, ())
    >>> print(ours)
    Jade Court, table PG-2: commission-tiles
    """

    text: str = field(compare=False, repr=False)
    rules: Rules = field(compare=False, repr=False)
    to_fill_in: tuple[Finding, ...] = field(compare=False, repr=False)
    digest: str = field(init=False)
    """A fingerprint of the text and the house way; records use it to name their submission."""

    def __post_init__(self) -> None:
        digest = sha256(f"{self.text}\n{self.rules.way.source}".encode()).hexdigest()
        object.__setattr__(self, "digest", digest)

    def __repr__(self) -> str:
        return f"check_submission({self.text!r})"

    def __str__(self) -> str:
        table = self.rules.table
        return f"{table.operator}, table {table.number}: {self.book.name}"

    @property
    def book(self) -> RuleBook:
        return self.rules.book

    @property
    def game(self) -> Game:
        return self.rules.book.game


BOOK_KEY: Final = "rulebook"
FILL_IN: Final = "to fill in"
"""How the finding for a draft's placeholder begins (R82)."""
MISSING: Final = "this is missing"
"""The finding for a required field that is empty."""
WAY_KEY: Final = "house-way.way"


def check_submission(text: str, *, folder: Path | None = None) -> Submission | tuple[Finding, ...]:
    """Check a submission's text. Returns the submission, or all findings in the order of the options.

    `folder` is where to look for a house way file. The submission's text then carries that file, so that it
    can be checked again anywhere. A draft doesn't pass (R82): see `read_submission`.

    >>> text = load_submission("colorado-tiles").text
    >>> check_submission(text).game, check_submission("")[0].field
    (Game.TILES, 'rulebook')
    """
    read = read_submission(text, folder=folder)
    return read.to_fill_in if isinstance(read, Submission) and read.to_fill_in else read


def read_submission(text: str, *, folder: Path | None = None) -> Submission | tuple[Finding, ...]:
    """Like `check_submission`, but it also accepts a draft, whose `to_fill_in` lists what is missing.

    You can try out a draft and verify its recorded rounds, but a floor doesn't serve it (R82).
    """
    raw = parse_submission(text)
    if isinstance(raw, Finding):
        return (raw,)
    raw, carried = take_carried(raw)
    book = _book(raw)
    if isinstance(book, Finding):
        return (book,)
    findings: list[Finding] = list(_unknown_keys(book, raw))
    values: dict[str, object] = {}
    for option in book.options.values():
        _read(book, option, raw, values, findings)
    for finding in tuple(_missing(book, raw, values)):
        findings.append(finding)
        del values[finding.field]
    findings += combination_findings(book, values)
    findings += relation_findings(book, values)
    way = _way(book, values, carried, folder, findings)
    noted = values.get(EXCEPTIONS)
    if way is not None and isinstance(noted, tuple):
        findings += exception_findings(book, way, noted)
    lacking = tuple(to_fill_in(book, values))
    if findings or way is None:
        return tuple(sorted((*findings, *lacking), key=lambda finding: _place(book, finding.field)))
    whole = text if carried else carrying(text, way.files)
    if len(whole) > LONGEST_SUBMISSION:
        allowed = f"at most {LONGEST_SUBMISSION:,} characters with the submission"
        return (Finding(WAY_KEY, f"the way has {len(whole) - len(text):,} characters", allowed),)
    return Submission(whole, make_rules(book, _effective(book, values), way), lacking)


def _book(raw: Mapping[str, object]) -> RuleBook | Finding:
    allowed = f"one of {', '.join(book_names())}"
    if BOOK_KEY not in raw:
        return Finding(BOOK_KEY, "the submission doesn't name its rule book", allowed)
    name = raw[BOOK_KEY]
    try:
        return (
            load_book(name)
            if isinstance(name, str)
            else Finding(BOOK_KEY, f"{shown(name)} is not a name", allowed)
        )
    except BadInput as fault:
        return Finding(BOOK_KEY, fault.problem, fault.allowed or allowed)


def _unknown_keys(book: RuleBook, raw: Mapping[str, object]) -> Iterator[Finding]:
    given = [name for name, option in book.options.items() if option.given]
    sections = dict.fromkeys(name.rpartition(".")[0] for name in given)
    for key in raw:
        option = book.options.get(key)
        if key == BOOK_KEY or (option is not None and option.given) or (key in sections and raw[key] == {}):
            continue
        if option is not None:
            where, allowed = book.written(option.cites), f"leave the line out; {_others(book, key)}"
            yield Finding(key, f"{book.name} has no such choice", allowed, where)
        elif key in sections:
            yield Finding(key, f"{shown(raw[key])} isn't a section", f"lines under the heading [{key}]")
        else:
            hint = suggestion(key, [*given, *sections], f"paigow book {book.name} lists what you can choose")
            longer = _with_part_left_out(key, given)
            yield Finding(key[:80], "there is no option with this name", guess(longer) if longer else hint)


def _with_part_left_out(key: str, given: Sequence[str]) -> str | None:
    """The first option that begins and ends like this key: `limits.main.minimum` for `limits.minimum`."""
    first, _, last = key.partition(".")
    alike = (name for name in given if name.startswith(f"{first}.") and name.endswith(f".{last}"))
    return next((name for name in alike if name != key), None) if last else None


def _others(book: RuleBook, name: str) -> str:
    """The book that has this option, for someone who used the wrong book's word."""
    knowing = [other for other in book_names() if other != book.name and load_book(other).options[name].open]
    return f"it belongs to {' and '.join(knowing)}"


def _read(
    book: RuleBook,
    option: Option,
    raw: Mapping[str, object],
    values: dict[str, object],
    findings: list[Finding],
) -> None:
    """Add the option's value to the values, or its finding to the findings."""
    if not option.given or option.name not in raw:
        values[option.name] = default_value(option)
        return
    try:
        values[option.name] = read_value(option, raw[option.name])
    except WrongValue as wrong:
        findings.append(Finding(option.name, wrong.problem, wrong.allowed, book.written(option.cites)))


def _matters(book: RuleBook, option: Option, values: Mapping[str, object]) -> bool:
    """Whether the choices that make an option meaningful were made."""
    return holds(option.when, values) and all(
        _matters(book, book.options[name], values) for name in option.when
    )


def _missing(book: RuleBook, raw: Mapping[str, object], values: Mapping[str, object]) -> Iterator[Finding]:
    """Required choices that are missing; an empty word or list counts as missing."""
    for option in book.options.values():
        if option.required is None or option.name not in values:
            continue
        if not _matters(book, option, values) or not holds(option.required, values):
            continue
        if option.name not in raw or values[option.name] in ("", ()):
            where = book.written(option.cites)
            yield Finding(option.name, MISSING, _what_to_say(option), where)


def _what_to_say(option: Option) -> str:
    words = f" ({', '.join(option.words)})" if option.words else ""
    return option.says.rstrip(".") + words


def _way(
    book: RuleBook,
    values: Mapping[str, object],
    carried: Mapping[str, str],
    folder: Path | None,
    findings: list[Finding],
) -> ChosenWay | None:
    name = values.get(WAY_KEY)
    if not isinstance(name, str) or not name:
        return None
    wheel = Wheel(values.get("ranking.wheel", Wheel.SECOND))
    chosen = choose_way(name, book.game, wheel, carried, folder)
    if isinstance(chosen, ChosenWay):
        return chosen
    cite = book.written(book.options[WAY_KEY].cites)
    findings += (Finding(WAY_KEY, each.problem, each.allowed, cite) for each in chosen)
    return None


def _effective(book: RuleBook, values: Mapping[str, object]) -> Mapping[str, object]:
    """The effective values: an option that doesn't matter falls back to its default."""
    return {
        name: values[name] if _matters(book, option, values) else default_value(option)
        for name, option in book.options.items()
    }


def _place(book: RuleBook, field: str) -> int:
    """The position of a field in the order of the options; fields that aren't options come first."""
    return list(book.options).index(field) if field in book.options else -1


_TEMPLATE: Final = ("name of the house", "write the reference here")
"""What a new submission contains where only the operator knows the value."""
_STOPGAPS: Final = frozenset(
    {
        *(
            "fixme",
            "n/a",
            "none",
            "nothing",
            "pending",
            "placeholder",
            "reference",
            "tba",
            "tbc",
            "tbd",
            "todo",
        ),
        *("house", "house name", "the house", "the reference", "to be determined", "to follow", "unknown"),
    }
)
_MARKED: Final = re.compile(r"<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\}|x{2,}|[\W_]*")
"""Brackets around a word to replace, crosses, or no letter or digit at all."""


def is_placeholder(text: str) -> bool:
    """Whether the words are a placeholder: the template's own, or what people write in the meantime.

    >>> [is_placeholder(text) for text in ("Write the reference here", "TBD.", "<house>", "JC-104")]
    [True, True, True, False]
    """
    words = " ".join(text.casefold().split())
    if not words:
        return False
    bare = words.strip(" .:!?")
    return (
        any(each in words for each in _TEMPLATE) or bare in _STOPGAPS or _MARKED.fullmatch(bare) is not None
    )


def to_fill_in(book: RuleBook, values: Mapping[str, object]) -> Iterator[Finding]:
    """A finding for each placeholder, in the order of the options, whether or not its option matters."""
    for option in book.options.values():
        value = values.get(option.name)
        if option.open and option.fill_in and isinstance(value, str) and is_placeholder(value):
            allowed, cite = option.says.rstrip("."), together(book.written(option.cites), "R82")
            yield Finding(option.name, f"{FILL_IN}: {shown(value)} is a placeholder", allowed, cite)


@dataclass(frozen=True, slots=True)
class Found:
    """A submission's text and the folder that contains the house way it names."""

    text: str
    folder: Path | None


def example_names() -> tuple[str, ...]:
    """The built-in submissions: for each book a plain one and one with everything on."""
    return tuple(f"{book}-{kind}" for book in book_names() for kind in ("plain", "full"))


def find_submission(source: str | Path) -> Found:
    """The text of a file, of a built-in submission, or of a rule book's plain one; raise BadInput."""
    source = str(source) if isinstance(source, Path) else source
    name = require_text(source, "a submission").strip().lower().replace("_", "-")
    if name in book_names():
        name = f"{name}-plain"
    if name in example_names():
        book, _, kind = name.rpartition("-")
        return Found(submission_text(book, kind), None)
    path = Path(source)
    try:
        # Editors on Windows begin a file with a byte order mark, which is no TOML.
        return Found(path.read_text(encoding="utf-8-sig"), folder_of(path))
    except (FileNotFoundError, IsADirectoryError):
        # The path of an empty name is the working directory.
        if source and path.is_dir():
            raise BadInput(f"{source!r} is a directory", allowed="give a submission file") from None
        if path.suffix == ".toml":
            raise BadInput(f"there is no file {source!r}", allowed="give a submission file") from None
        hint = suggestion(
            name, [*example_names(), *book_names()], f"name a file, or one of {', '.join(example_names())}"
        )
        raise BadInput(f"there is no submission {source!r}", allowed=hint) from None
    except UnicodeDecodeError:
        raise BadInput(f"{source} is not text", allowed="give a TOML file in UTF-8") from None
    except (OSError, ValueError) as fault:
        why = getattr(fault, "strerror", None) or fault
        raise BadInput(f"{source!r} can't be read: {why}", allowed="give a file you can read") from None


def check_source(source: str) -> Submission | tuple[Finding, ...]:
    """Check a submission by name."""
    found = find_submission(source)
    return check_submission(found.text, folder=found.folder)


def read_source(source: str) -> Submission | tuple[Finding, ...]:
    """Read a submission by name; it can be a draft."""
    found = find_submission(source)
    return read_submission(found.text, folder=found.folder)


def load_submission(source: str | Path) -> Submission:
    """A submission by the path of its file, or a built-in one by name, drafts included (R82).

    `BadInput` has the first finding.

    >>> load_submission("colorado-tiles-full").book.name
    'colorado-tiles'
    """
    found = find_submission(source)
    return require_submission(found.text, str(source), found.folder)


def require_submission(text: str, where: str, folder: Path | None = None) -> Submission:
    """The same for a text; `where` is its name in messages."""
    read = read_submission(text, folder=folder)
    if isinstance(read, Submission):
        return read
    first, *more = read
    field = "" if first.field == FILE else f"{first.field}: "
    raise BadInput(f"{field}{first.problem}{_more(more)}", where=where, allowed=instruction(first.allowed))


def require_filled_in(submission: Submission, where: str) -> None:
    """Reject a draft on a floor (R82); `where` is the submission's name in messages."""
    if submission.to_fill_in:
        first, *more = submission.to_fill_in
        raise BadInput(
            f"{where} is a draft, and a floor doesn't serve drafts. {first.field}: {first.problem}"
            f"{_more(more)}",
            allowed=f"paigow submission check {where} says what is missing",
        )


def _more(more: Sequence[Finding]) -> str:
    return f" (and {len(more)} more: paigow submission check lists all)" if more else ""
