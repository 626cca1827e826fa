"""What a draft still has to fill in: a template's words where only the operator knows what to say (R82).

Not whether a choice was made at all: see `checking`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from paigow.books.book import RuleBook
from paigow.books.cited import together
from paigow.submissions.findings import Finding
from paigow.submissions.values import shown

_TEMPLATE: Final = ("name of the house", "write the reference here")
"""What a new submission says where it cannot know."""
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
"""Brackets around a word to be replaced, crosses, or no letter and no digit at all."""


def is_placeholder(text: str) -> bool:
    """Whether words only hold a place: the template's own, or what people write meanwhile.

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
    """A finding for each placeholder, in the order of the options; whether its option matters or not."""
    for option in book.options.values():
        value = values.get(option.name)
        if option.open and option.fill_in and isinstance(value, str) and is_placeholder(value):
            allowed, cite = option.says.rstrip("."), together(option.cite, "R82")
            yield Finding(option.name, f"to fill in: {shown(value)} is a placeholder", allowed, cite)
