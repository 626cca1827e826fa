"""Pair Fortunes: which line four tiles make, and what it pays (R16). When it may be made is not said here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Final

from paigow.material.tiles import FACES, Tile
from paigow.wagers.money import Cents
from paigow.wagers.paytables import load_paytables
from paigow.wagers.settlement import Settlement
from paigow.wagers.standard import settle_line

__all__ = ["PAIR_FORTUNES", "PairLine", "pair_line", "settle_pair_fortunes"]


class PairLine(Enum):
    """The lines of the tables, strongest first, and what is below them all."""

    GEE_JOON_AND_HEAVEN = "Gee Joon and heaven pairs"
    TWO_PAIR = "two pair"
    GEE_JOON = "Gee Joon pair"
    MIXED_PAIR = "mixed pair"
    IDENTICAL_PAIR = "identical pair"
    NOTHING = "nothing"

    def __str__(self) -> str:
        return self.value


PAIR_FORTUNES: Final = load_paytables("pair_fortunes", PairLine)
_LOSES: Final = "colorado-tiles 30-2699.01(3)"
_SUPREME, _HEAVEN = "GJ", "H2"
_MIXED_KINDS: Final = {face.kind for face in FACES if face.copies == 1}


def pair_line(tiles: Sequence[Tile]) -> PairLine:
    """The highest line that four tiles make, however they are set; wongs and gongs are no pairs (R16).

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


def settle_pair_fortunes(stake: Cents, line: PairLine, table_id: str) -> Settlement:
    return settle_line(stake, line, PAIR_FORTUNES[table_id], loses=_LOSES)
