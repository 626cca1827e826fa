"""Whole cents, how they are written and read, and the roundings by name. Knows of no wager."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, NewType

from paigow.faults import BadInput

Cents = NewType("Cents", int)
NOTHING: Final = Cents(0)
QUARTER: Final = Cents(25)
LARGEST: Final = Cents(10**14)
"""A trillion dollars: no table holds more, and every store keeps it exactly."""

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
        raise BadInput(f"{text.strip()} is too much", allowed=f"at most {money(LARGEST)}")
    return Cents(-amount if found["minus"] else amount)


def half_up_to_cent(cents: Fraction) -> Cents:
    """The nearest cent; half a cent counts as a whole one."""
    return Cents((2 * cents.numerator + cents.denominator) // (2 * cents.denominator))


def down_to_cent(cents: Fraction) -> Cents:
    """The whole cents; what is over stays where it was."""
    return Cents(cents.numerator // cents.denominator)


def up_to_quarter(cents: Fraction) -> Cents:
    """The next multiple of 25 cents; a multiple stays as it is."""
    return Cents(-(-cents.numerator // (cents.denominator * QUARTER)) * QUARTER)
