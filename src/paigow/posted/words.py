"""Turns of phrase that posted rules share: names of wagers, lists in words, a paragraph's gist."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from paigow.books.book import RuleBook
from paigow.books.cited import SEPARATOR, qualified
from paigow.posted.document import Items, Text
from paigow.wagers.kinds import WagerKind

__all__ = ["first_upper", "gist", "gists", "listed", "seconds", "wager_name"]

_RULINGS: Final = re.compile(r" \((R[0-9]+(?:, R[0-9]+)*)\)")


def gist(book: RuleBook, id_: str) -> Text:
    """What a paragraph means, its rulings moved from the words into the citation."""
    words = book.paragraphs[id_].gist
    rulings = [ruling for found in _RULINGS.findall(words) for ruling in found.split(SEPARATOR)]
    return Text(_RULINGS.sub("", words), SEPARATOR.join([qualified(book.name, id_), *rulings]))


def gists(book: RuleBook, *ids: str) -> Items:
    return Items(tuple(gist(book, id_) for id_ in ids))


def listed(words: Iterable[str], joining: str = "and") -> str:
    """Words as a sentence lists them.

    >>> listed(["odd", "even", "match"])
    'odd, even and match'
    """
    items: Sequence[str] = list(words)
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {joining} {items[-1]}"


def first_upper(words: str) -> str:
    """A sentence's first letter large, the others as they are."""
    return words[:1].upper() + words[1:]


def seconds(number: int) -> str:
    return f"{number} second{'' if number == 1 else 's'}"


def wager_name(kind: WagerKind) -> str:
    """A wager as the layout names it."""
    return "Pai Gow wager (the main wager)" if kind is WagerKind.MAIN else first_upper(kind.title)
