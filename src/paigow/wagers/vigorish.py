"""The house's five percent of what a main wager wins, by each method that a book allows (R11).

Whom it is taken from, and when, is not decided here.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Final

from paigow.wagers.money import NOTHING, QUARTER, Cents, half_up_to_cent, up_to_quarter

RATE: Final = Fraction(5, 100)
"""commission-tiles 7(k), colorado-tiles 30-2608(11), maryland-poker 13.A, rock-island-poker 3."""


class Vigorish(Enum):
    """How the five percent becomes whole cents."""

    TO_THE_CENT = "to-the-cent"
    NEXT_QUARTER = "up-to-25-cents"
    LEAST_QUARTER = "at-least-25-cents"
    NONE = "none"

    def __str__(self) -> str:
        return self.value


def vigorish_on(won: Cents, method: Vigorish) -> Cents:
    """What is due on an amount won. Nothing won, nothing due, whatever the least charge.

    >>> [vigorish_on(Cents(510), method) for method in Vigorish]
    [26, 50, 26, 0]
    """
    assert won >= 0, won
    if won == 0:
        return NOTHING
    exact = won * RATE
    match method:
        case Vigorish.TO_THE_CENT:
            return half_up_to_cent(exact)
        case Vigorish.NEXT_QUARTER:
            return up_to_quarter(exact)
        case Vigorish.LEAST_QUARTER:
            return max(half_up_to_cent(exact), QUARTER)
        case Vigorish.NONE:
            return NOTHING
