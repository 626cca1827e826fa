"""The interview that makes a submission: `paigow submission new` in a terminal."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, Final

from paigow.books.book import RuleBook
from paigow.books.options import Option, Type, holds
from paigow.faults import sentence
from paigow.ranks.poker import Wheel
from paigow.submissions.checking import is_placeholder
from paigow.submissions.values import WrongValue, default_value, read_value, remedy
from paigow.submissions.ways import ChosenWay, choose_way
from paigow.submissions.writing import raw_text, way_noted

Ask = Callable[[str], str]
Say = Callable[[str], None]
WORDS: Final = (Type.TEXT, Type.CHOICE, Type.WAY)
"""Types whose answers are taken as typed."""
ASKED: Final = (*WORDS, Type.FLAG, Type.WHOLE, Type.MONEY)
YES_OR_NO: Final = {"yes": True, "y": True, "no": False, "n": False}


def interview(book: RuleBook, way: ChosenWay | None, ask: Ask, say: Say, folder: Path) -> dict[str, object]:
    """Ask for every required choice. Enter keeps the suggestion, or leaves the field to fill in later.

    `folder` is where the submission will be, and so its house way's file.
    """
    chosen = {} if way is None else way_noted(book, way)
    values: dict[str, object] = {}
    for option in book.options.values():
        values[option.name] = default_value(option)
        if option.name in chosen or not _is_asked(option, values):
            continue
        raw = _answered(option, book, ask, say, folder)
        if raw is not None:
            chosen[option.name] = raw
            values[option.name] = read_value(option, raw)
            if option.type is Type.WAY:
                chosen |= way_noted(book, _way_in(folder, str(raw), book))
    return chosen


def _is_asked(option: Option, values: dict[str, object]) -> bool:
    """Whether only the operator can answer it, as far as earlier answers tell."""
    if not option.open or option.type not in ASKED or not holds(option.when, values):
        return False
    return option.fill_in or (option.required is not None and holds(option.required, values))


def _answered(option: Option, book: RuleBook, ask: Ask, say: Say, folder: Path) -> object | None:
    """The raw value a person typed; None for the suggestion, or for later."""
    for line in _question(option):
        say(line)
    while answer := ask(_prompt(option)).strip():
        raw: object = _raw(option, answer)
        try:
            read_value(option, raw)
            if option.type is Type.WAY:
                _way_in(folder, answer, book)
        except WrongValue as wrong:
            say(f"  {sentence(wrong.problem)} {sentence(remedy(wrong.allowed))}")
        else:
            return raw
    return None


def _way_in(folder: Path, name: str, book: RuleBook) -> ChosenWay:
    """A built-in way for the book's game, or a file in the submission's folder; raise WrongValue."""
    found = choose_way(name, book.game, Wheel.SECOND, {}, folder)
    if not isinstance(found, ChosenWay):
        raise WrongValue(found[0].problem, found[0].allowed)
    return found


def _question(option: Option) -> Iterator[str]:
    yield ""
    yield f"{option.says.rstrip('.')}. ({', '.join(option.cites)})"
    longest = max(map(len, option.words), default=0)
    for word, meaning in option.words.items():
        yield f"  {word.ljust(longest)}  {meaning}".rstrip()


def _prompt(option: Option) -> str:
    suggestion = raw_text(option.default).strip('"')
    if option.fill_in and is_placeholder(suggestion):
        suggestion = "fill in later"
    return f"{option.name} [{suggestion}]: "


def _raw(option: Option, answer: str) -> Any:
    """An answer as a TOML value: numbers and yes or no by their types, everything else as text."""
    if option.type in WORDS:
        return answer
    if option.type is Type.FLAG and answer.lower() in YES_OR_NO:
        return YES_OR_NO[answer.lower()]
    try:
        return tomllib.loads(f"answer = {answer.removeprefix('$')}", parse_float=Decimal)["answer"]
    except (tomllib.TOMLDecodeError, InvalidOperation, ValueError):
        return answer
