"""Errors in what a person gave us. Not bugs (assertions) or the table's refusals."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from operator import index
from typing import Any

LONGEST_SHOWN = 40
"""A message repeats at most this many characters of a wrong value."""


class BadInput(ValueError):
    """Bad input of any kind: the problem, where it is, and what is allowed.

    >>> import paigow
    >>> try:
    ...     paigow.rank("6-6 4-5 2-2")
    ... except paigow.BadInput as fault:
    ...     print(fault.problem, fault.allowed, sep=": ")
    3 tiles can't be ranked: give two tiles, or two or five cards
    """

    def __init__(self, problem: str, *, where: str | None = None, allowed: str | None = None) -> None:
        self.problem = problem
        self.where = where
        self.allowed = allowed
        super().__init__(problem, where, allowed)

    def __reduce__(self) -> tuple[Callable[..., BadInput], tuple[str | None, ...]]:
        return _again, (self.problem, self.where, self.allowed)

    def __repr__(self) -> str:
        return f"BadInput({self.problem!r}, where={self.where!r}, allowed={self.allowed!r})"

    def __str__(self) -> str:
        place = f" ({self.where})" if self.where else ""
        remedy = f"; {self.allowed}" if self.allowed else ""
        return f"{self.problem}{place}{remedy}"

    @property
    def sentences(self) -> str:
        """The message as whole sentences.

        >>> print(BadInput("there is no tile 'Ten'", allowed="did you mean Teen?").sentences)
        There is no tile 'Ten'. Did you mean Teen?
        """
        place = f" ({self.where})" if self.where else ""
        told = sentence(f"{self.problem.removesuffix('.')}{place}")
        return f"{told} {sentence(self.allowed)}" if self.allowed else told


def _again(problem: str, where: str | None, allowed: str | None) -> BadInput:
    """Needed for pickling: a worker's fault must reach the process that shows it."""
    return BadInput(problem, where=where, allowed=allowed)


def require_text(value: object, what: str) -> str:
    """The value if it is text. Callers without a type checker can pass anything, so check."""
    if not isinstance(value, str):
        raise BadInput(f"{what} can't be {shown(value)}", allowed="give text")
    return value


def printable(value: object, what: str) -> str:
    """Text that can be written to a file, without the lone surrogates that some decoders leave."""
    text = require_text(value, what)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise BadInput(f"{what} has characters that can't be written", allowed="give text") from None
    return text


def whole_number(value: object) -> int | None:
    """The value as an `int` if it is a whole number of any type, such as NumPy's; else None."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def require_count(value: object, what: str, least: int = 0) -> int:
    """The value as an `int` if it is a whole number and large enough."""
    number = whole_number(value)
    if number is None:
        raise BadInput(f"{what} can't be {shown(value)}", allowed="give a whole number")
    if number < least:
        raise BadInput(f"{what} can't be {number}", allowed=f"give {least} or more")
    return number


def require_kind(value: object, kind: Any, what: str, allowed: str) -> None:
    """Raise BadInput unless the value is of this type or union."""
    if not isinstance(value, kind):
        raise BadInput(f"{what} can't be {shown(value)}", allowed=allowed)


def shown(value: object) -> str:
    """A value for a message: short and recognizable."""
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        text = repr(value)
        return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"
    name = type(value).__name__
    return f"an {name}" if name[0] in "aeiouAEIOU" else f"a {name}"


_ENDS = (".", "?", "!", "…")
_KEEPS_SMALL = re.compile(r"paigow\b|[a-z]+(?:://|[^a-z' ,:;])")
"""How code, paths, addresses, and the program's own name start: they never get a capital."""


def sentence(clause: str) -> str:
    """A clause as a sentence: capitalized, unless it starts with code, and ending in a period."""
    if not _KEEPS_SMALL.match(clause):
        clause = clause[:1].upper() + clause[1:]
    return clause if clause.endswith(_ENDS) else f"{clause}."


def suggestion(word: str, known: Iterable[str], otherwise: str | None = None) -> str:
    """The one wording for an unknown word: suggest a likely match, or list the choices."""
    names = tuple(known)
    if meant := nearest(word, names):
        return guess(meant)
    return otherwise or choices(names)


def choices(names: Iterable[str]) -> str:
    """The one wording for what can be chosen.

    >>> choices(["player", "bank"]), choices(["main"])
    ('choose one of player, bank', 'choose main')
    """
    known = tuple(names)
    return f"choose one of {', '.join(known)}" if len(known) > 1 else f"choose {known[0]}"


def guess(meant: str) -> str:
    """The suggestion as a question."""
    return f"did you mean {meant}?"


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The closest known word: nearly the same spelling, else the only one with this prefix, else similar."""
    by_folded = {name.casefold(): name for name in known}
    if almost := get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.85):
        return by_folded[almost[0]]
    begun = [name for folded, name in by_folded.items() if word and folded.startswith(word.casefold())]
    if len(begun) == 1:
        return begun[0]
    matches = get_close_matches(word.casefold(), by_folded, n=1, cutoff=0.6)
    return by_folded[matches[0]] if matches else None
