"""Text shared by tiles, cards, and settings: words with their columns, the slash of a setting."""

from __future__ import annotations

import re
from dataclasses import dataclass

from paigow.faults import BadInput, require_text

LONGEST = 400

Piece = str
"""A tile or a card in its notation: `6-6`, `As`."""
Pieces = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the input and the column, counted from 1, at which it starts."""

    text: str
    position: int

    @property
    def place(self) -> str:
        return f"at character {self.position}"


def words(text: str, offset: int = 0) -> list[Word]:
    """Split at spaces and commas. Text far too long to be a hand is rejected unread."""
    if len(require_text(text, "a hand")) > LONGEST:
        raise BadInput(f"{len(text)} characters are too many for a hand", allowed=f"write at most {LONGEST}")
    return [Word(found.group(), offset + found.start() + 1) for found in re.finditer(r"[^\s,]+", text)]


def counted(number: int, thing: str) -> str:
    """A count with its noun: `1 tile`, `9 cards`, `1,000 rounds`."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def times(number: int) -> str:
    """How often something appears: `twice`, `3 times`."""
    return "twice" if number == 2 else f"{number:,} times"


def there_are(number: int, thing: str) -> str:
    """The start of a sentence about a wrong count: `there is 1 tile`, `there are 9 cards`."""
    return f"there {'is' if number == 1 else 'are'} {counted(number, thing)}"


def halves(text: str) -> tuple[str, str]:
    """The two sides of a setting written `low / high`."""
    parts = require_text(text, "a setting").split("/")
    if len(parts) != 2:
        raise BadInput(
            f"{text.strip()!r} is not a setting",
            allowed="write the low hand, a slash, and the high hand: low / high",
        )
    return parts[0], parts[1]
