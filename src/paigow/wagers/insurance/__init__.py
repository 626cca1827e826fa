"""Pai Gow Insurance, which pays when seven cards make nothing at all, however they are set (R24)."""

from __future__ import annotations

from typing import Final

from paigow.material.game import Game
from paigow.ranks.lines import Line, NothingHigh, nothing_high
from paigow.wagers.wager import Kind, LineWager

WAGER: Final = LineWager(
    kind=Kind("insurance"),
    game=Game.CARDS,
    package=__name__,
    lines=tuple(NothingHigh),
    line=nothing_high,
    numbers=lambda hands: hands.nothing_high,
    best_with=lambda line: NothingHigh.NINE_HIGH if line is Line.NOTHING else None,
)
