"""Which of the two games: with tiles or with cards. A rule book, a house way and a wager each say theirs."""

from __future__ import annotations

from enum import Enum


class Game(Enum):
    """As submissions, round files and the network write it."""

    TILES = "tiles"
    CARDS = "cards"
