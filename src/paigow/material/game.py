"""Which of the two games: with tiles or with cards. A rule book, a house way and a wager each say theirs."""

from __future__ import annotations

from enum import Enum


class Named(Enum):
    """A choice whose `repr` is the name to write in a program: `Game.TILES`.

    There is one object of each, so it hashes as such: an enumeration's own hash is slow.
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
