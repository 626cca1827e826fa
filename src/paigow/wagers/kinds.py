"""Every kind of wager that the four books know, by one name each. Who may make them is not said here."""

from __future__ import annotations

from enum import Enum
from typing import Final

__all__ = ["DICE_WAGERS", "OPTIONAL_POKER_WAGERS", "WagerKind"]


class WagerKind(Enum):
    """What a stake is on. The order within a game is the order of settling (R17, R40)."""

    MAIN = "main"
    MATCH = "match"
    ODD = "odd"
    EVEN = "even"
    DOUBLE = "double"
    TRIPLE = "triple"
    DICE_BONUS = "dice-bonus"
    PAIR_FORTUNES = "pair-fortunes"
    FORTUNE = "fortune"
    EMPERORS = "emperors"
    INSURANCE = "insurance"
    PROGRESSIVE = "progressive"

    @property
    def title(self) -> str:
        """The name that people read."""
        return _TITLES.get(self.value, self.value)

    def __str__(self) -> str:
        return self.value


_TITLES: Final = {
    "dice-bonus": "dice bonus",
    "pair-fortunes": "Pair Fortunes",
    "fortune": "Fortune Bonus",
    "emperors": "Emperor's Treasure",
    "insurance": "Pai Gow Insurance",
}


DICE_WAGERS: Final = (WagerKind.MATCH, WagerKind.ODD, WagerKind.EVEN, WagerKind.DOUBLE, WagerKind.TRIPLE)
"""Dragon's Eye wagers that one roll decides, unlike the dice bonus (colorado-tiles 30-2606(4))."""
OPTIONAL_POKER_WAGERS: Final = (
    WagerKind.FORTUNE,
    WagerKind.EMPERORS,
    WagerKind.INSURANCE,
    WagerKind.PROGRESSIVE,
)
"""maryland-poker 7.E, in settling order."""
