"""Sentences kept as data: when each is used and what fills its blanks. Not the sentences themselves.

A condition is written `cards, not bank or tiles`: a comma means "and" and binds tighter than "or". The caller
knows what a single name means.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from paigow.faults import BadInput

Words = str | Mapping[str, str]
"""A sentence, or one for each of several conditions: the first that holds is used."""
OTHERWISE: Final = "otherwise"
_BLANK: Final = re.compile(r"\{([^{}]+)\}")


def holds(when: str, is_so: Callable[[str], bool]) -> bool:
    """Whether a condition holds; an empty one always does.

    >>> holds("a, not b or c", lambda name: name in "ab")
    False
    >>> holds("a, not b or c", lambda name: name in "ac")
    True
    """
    return any(all(is_so(name) is not negated for negated, name in names) for names in _alternatives(when))


@cache
def _alternatives(when: str) -> tuple[tuple[tuple[bool, str], ...], ...]:
    """The names of each alternative, and whether each one is negated."""
    return tuple(tuple(_names(each)) for each in when.split(" or "))


def _names(alternative: str) -> Iterator[tuple[bool, str]]:
    for part in alternative.split(", ") if alternative else ():
        name = part.removeprefix("not ")
        yield name != part, name


def chosen(words: Words, is_so: Callable[[str], bool]) -> str:
    """The sentence to use, with its blanks still open."""
    if isinstance(words, str):
        return words
    for when, text in words.items():
        if when == OTHERWISE or holds(when, is_so):
            return text
    raise BadInput(f"none of these conditions holds: {'; '.join(words)}", allowed=f"add {OTHERWISE!r}")


def filled(text: str, word: Callable[[str], str | None]) -> str:
    """The text with its blanks filled; a blank without words stays open.

    >>> filled("{a} and {b}", {"a": "one"}.get)
    'one and {b}'
    """

    def fill(blank: re.Match[str]) -> str:
        found = word(blank[1])
        return blank[0] if found is None else found

    return _BLANK.sub(fill, text) if "{" in text else text


def blanks(words: object) -> Iterator[str]:
    """The names of the blanks in words, whether a sentence, one for each condition, or a list of them."""
    match words:
        case str():
            yield from _BLANK.findall(words)
        case Mapping():
            for each in words.values():
                yield from blanks(each)
        case list() | tuple():
            for each in words:
                yield from blanks(each)


def first_upper(words: str) -> str:
    """A sentence with its first letter capitalized and the rest unchanged."""
    return words[:1].upper() + words[1:]
