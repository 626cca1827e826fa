"""The two games: tiles and cards. Rule books, house ways, and wagers each name theirs."""

from __future__ import annotations

from enum import Enum
from operator import attrgetter
from typing import TYPE_CHECKING


class Named(Enum):
    """An enumeration whose `repr` is the name you write in code: `Game.TILES`.

    Each member is a single object and hashes by identity. An enumeration's own hash and `value` are slow
    Python functions, and a round at a table reads them hundreds of times.
    """

    __hash__ = object.__hash__
    if not TYPE_CHECKING:
        value = property(attrgetter("_value_"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Game(Named):
    """Pai gow tiles or pai gow poker, spelled as in submissions, round files, and messages.

    >>> import paigow
    >>> paigow.load_way("foxwoods").game is Game.CARDS, Game("tiles")
    (True, Game.TILES)
    """

    TILES = "tiles"
    CARDS = "cards"
