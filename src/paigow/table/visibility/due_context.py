"""What is known when asking what is due: the table, the time, whether those asked ran out of time."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from paigow.submissions.rules import Rules
from paigow.table.refusals import ASKED, TIME_UP, has_asked
from paigow.table.sides.progressive import SharedMeters
from paigow.table.state import Table

OPENED: Final = 12 * 3600
"""Noon of a fictitious day, in seconds: small enough that nobody takes it for a date."""
SECONDS_AN_EVENT: Final = 3
"""A round of six players makes 45 to 60 events: at three seconds each, 20 to 27 rounds an hour."""


def simulated_time(table: Table) -> int:
    """The simulated time at a table. It follows from the events so far, and never runs backward.

    >>> simulated_time(Table())
    43200
    """
    return max(table.clock, OPENED + SECONDS_AN_EVENT * table.version)


class DueContext(Struct, frozen=True):
    """Everything that decides what is due."""

    rules: Rules
    table: Table
    now: int | None = None
    """The time in seconds; by default, that of a simulated clock (R88)."""
    late: bool = False
    """Whether those who are asked have run out of time (R61)."""
    meters: SharedMeters | None = None
    """The amounts of meters shared with other tables; unknown ones are assumed to be at their start."""

    def reason(self, person: str | None) -> str | None:
        """Why the dealer now acts for a person who is asked (R85); None while the person has time.

        For a person who has left, no reason is given: the table knows it.
        """
        if person is None or person in self.table.leaving:
            return ""
        if has_asked(self.table, person):
            return ASKED
        return TIME_UP if self.late else None

    @property
    def time(self) -> int:
        """The time now, never before the table's last recorded time."""
        return simulated_time(self.table) if self.now is None else max(self.table.clock, self.now)
