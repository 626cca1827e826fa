"""Pair Fortunes: which line four tiles make, and what it pays (R16). Not when it can be bet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Final

from paigow.material.game import Game
from paigow.material.tiles import FACES, Tile
from paigow.wagers.wager import Kind, LineWager, Settled


class PairLine(Enum):
    """The lines of the tables, strongest first, and the losing line below them."""

    GEE_JOON_AND_HEAVEN = "Gee Joon and heaven pairs"
    TWO_PAIR = "two pair"
    GEE_JOON = "Gee Joon pair"
    MIXED_PAIR = "mixed pair"
    IDENTICAL_PAIR = "identical pair"
    NOTHING = "nothing"

    def __str__(self) -> str:
        return self.value


_SUPREME, _HEAVEN = "GJ", "H2"
_MIXED_KINDS: Final = {face.kind for face in FACES if face.copies == 1}


def pair_line(tiles: Sequence[Tile]) -> PairLine:
    """The highest line four tiles make, however they are set; wongs and gongs aren't pairs (R16).

    >>> from paigow.material import parse_tiles
    >>> str(pair_line(parse_tiles("2-4 1-2 6-6 6-6")))
    'Gee Joon and heaven pairs'
    """
    pairs = {kind for kind, held in Counter(tile.kind for tile in tiles).items() if held == 2}
    if pairs == {_SUPREME, _HEAVEN}:
        return PairLine.GEE_JOON_AND_HEAVEN
    if len(pairs) == 2:
        return PairLine.TWO_PAIR
    if not pairs:
        return PairLine.NOTHING
    if _SUPREME in pairs:
        return PairLine.GEE_JOON
    return PairLine.MIXED_PAIR if pairs <= _MIXED_KINDS else PairLine.IDENTICAL_PAIR


WAGER: Final = LineWager(
    kind=Kind("pair-fortunes"),
    game=Game.TILES,
    package=__name__,
    lines=tuple(PairLine),
    line=pair_line,
    settled=Settled.WITH_HAND,
    limited=False,
)
