"""What is known when asking what is due: the table, the time, whether those asked have let it run out."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paigow.submissions.rules import Rules
from paigow.table.refusals import ASKED, TIME_UP, has_asked
from paigow.table.sides.progressive import SharedMeters
from paigow.table.state import Table

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


class DueContext(Struct, frozen=True):
    """All that decides what is due."""

    rules: Rules
    table: Table
    now: int | None = None
    """The time in seconds; without it a simulated clock tells it (R88)."""
    late: bool = False
    """Whether those who are asked have let the time run out (R61)."""
    meters: SharedMeters | None = None
    """What meters show that are shared with other tables; unknown ones are taken to have just started."""

    def reason(self, person: str | None) -> str | None:
        """Why the dealer does now what a person is asked to do (R85); None while the person has time.

        For one who has left no reason is given: the table knows it.
        """
        if person is None or person in self.table.leaving:
            return ""
        if has_asked(self.table, person):
            return ASKED
        return TIME_UP if self.late else None

    @property
    def time(self) -> int:
        """The time now, never before what the table was told last."""
        return simulated_time(self.table) if self.now is None else max(self.table.clock, self.now)
