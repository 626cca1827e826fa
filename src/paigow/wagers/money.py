"""Whole cents: notation and rounding, the house's five percent (R11), the result of one wager.

Who pays vigorish and when, whose wager it was, and who paid it are handled elsewhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final, NewType

from paigow.faults import BadInput

Cents = NewType("Cents", int)
NOTHING: Final = Cents(0)
QUARTER: Final = Cents(25)
LARGEST: Final = Cents(10**14)
"""A trillion dollars: no table holds more, and every store represents it exactly."""

_WRITTEN: Final = re.compile(
    r"(?P<minus>-?)\$?(?P<dollars>[0-9]{1,3}(,[0-9]{3})+|[0-9]+)(\.(?P<cents>[0-9]{2}))?"
)


def dollars(amount: int) -> Cents:
    return Cents(amount * 100)


def money(cents: Cents) -> str:
    """Write an amount, always to the cent.

    >>> money(Cents(1_234_050))
    '$12,340.50'
    """
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}.{rest:02}"


def parse_money(text: str) -> Cents:
    """Read an amount: `$12.50`, `12.50`, `12`, `$1,000`.

    >>> parse_money("$1,000")
    100000
    """
    found = _WRITTEN.fullmatch(text.strip()) if len(text) <= 40 else None
    if found is None:
        raise BadInput(
            f"{text.strip()[:40]!r} is not an amount of money",
            allowed="write it like $12.50, 12.50 or $1,000",
        )
    amount = int(found["dollars"].replace(",", "")) * 100 + int(found["cents"] or 0)
    if amount > LARGEST:
        raise BadInput(f"{text.strip()} is too much", allowed=f"give at most {money(LARGEST)}")
    return Cents(-amount if found["minus"] else amount)


def half_up_to_cent(cents: Fraction) -> Cents:
    """The nearest cent; half a cent rounds up."""
    return Cents((2 * cents.numerator + cents.denominator) // (2 * cents.denominator))


def down_to_cent(cents: Fraction) -> Cents:
    """The whole cents; the fraction stays where it was."""
    return Cents(cents.numerator // cents.denominator)


def up_to_quarter(cents: Fraction) -> Cents:
    """The next multiple of 25 cents; a multiple stays unchanged."""
    return Cents(-(-cents.numerator // (cents.denominator * QUARTER)) * QUARTER)


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


def vigorish_on(won: Cents, method: Vigorish, rate: Fraction = RATE) -> Cents:
    """The vigorish on an amount won. On zero it is zero, even with a minimum charge.

    >>> [vigorish_on(Cents(510), method) for method in Vigorish]
    [26, 50, 26, 0]
    """
    assert won >= 0, won
    if won == 0:
        return NOTHING
    exact = won * rate
    match method:
        case Vigorish.TO_THE_CENT:
            return half_up_to_cent(exact)
        case Vigorish.NEXT_QUARTER:
            return up_to_quarter(exact)
        case Vigorish.LEAST_QUARTER:
            return max(half_up_to_cent(exact), QUARTER)
        case Vigorish.NONE:
            return NOTHING


@dataclass(frozen=True, slots=True)
class Settlement:
    """A settled wager. `won` is paid in addition to the stake; zero means that the stake is lost.

    `line` names the line of the pay table that was paid.
    """

    stake: Cents
    won: Cents
    line: str = ""

    @property
    def wins(self) -> bool:
        return self.won > 0

    @property
    def net(self) -> Cents:
        """The player's gain; a loss is negative."""
        return self.won if self.wins else Cents(-self.stake)


def won(stake: Cents, amount: Cents, line: str) -> Settlement:
    assert stake >= 0 and amount > 0, (stake, amount)
    return Settlement(stake, amount, line)


def lost(stake: Cents) -> Settlement:
    assert stake >= 0, stake
    return Settlement(stake, NOTHING)
