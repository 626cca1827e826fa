"""Which of the two games: with tiles or with cards. A rule book, a house way and a wager each say theirs."""

from __future__ import annotations

from enum import Enum


class Named(Enum):
    """A choice whose `repr` is the name to write in a program: `Game.TILES`."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"


class Game(Named):
    """As submissions, round files and the network write it."""

    TILES = "tiles"
    CARDS = "cards"
