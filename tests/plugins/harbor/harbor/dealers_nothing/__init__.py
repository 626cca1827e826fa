"""Dealer's Nothing: pays by the highest card when the dealer's seven cards make nothing at all (R24)."""

from __future__ import annotations

from typing import Final

from paigow.material.game import Game
from paigow.ranks.lines import NothingHigh, nothing_high
from paigow.wagers.wager import Kind, LineWager, Whose

__all__ = ["WAGER"]

WAGER: Final = LineWager(
    kind=Kind("dealers-nothing"),
    game=Game.CARDS,
    package=__name__,
    lines=tuple(NothingHigh),
    line=nothing_high,
    numbers=lambda hands: hands.nothing_high,
    whose=Whose.DEALER,
)
