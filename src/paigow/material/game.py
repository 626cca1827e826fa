"""The two games: tiles and cards. Rule books, house ways, and wagers each name theirs."""

from __future__ import annotations

from enum import Enum


class Named(Enum):
    """An enumeration whose `repr` is the name you write in code: `Game.TILES`.

    Each member is a single object and hashes by identity: an enumeration's own hash is slow.
    """

    __hash__ = object.__hash__

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
