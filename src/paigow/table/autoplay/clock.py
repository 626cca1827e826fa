"""The simulated clock of a table that plays by itself: the same rounds take the same time (R88)."""

from __future__ import annotations

from typing import Final

from paigow.table.state import Table

__all__ = ["OPENED", "SECONDS_AN_EVENT", "simulated_time"]

OPENED: Final = 12 * 3600
"""Noon of a day that never was, in seconds: small enough that nobody takes it for a date."""
SECONDS_AN_EVENT: Final = 3
"""A round of six players makes 45 to 60 events: with three seconds for each, 20 to 27 rounds an hour."""


def simulated_time(table: Table) -> int:
    """The time at this moment of the table. It follows from the events so far, and never runs backwards.

    >>> simulated_time(Table())
    43200
    """
    return max(table.clock, OPENED + SECONDS_AN_EVENT * table.version)
