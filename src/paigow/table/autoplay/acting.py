"""What the automatic dealer goes by: the table, the time, a source of chance. Not what it does."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from paigow.submissions.rules import Rules
from paigow.table.sides.shared_meters import SharedMeters
from paigow.table.state import Pieces, Table


class Draws(Protocol):
    """Where chance comes from: `chance.Chance`, or a test that has decided what falls."""

    def order(self, rules: Rules, table: Table) -> Pieces: ...

    def dice(self, table: Table) -> tuple[int, int, int]: ...

    def number(self, table: Table, name: str, first: int, last: int) -> int: ...

    def whim(self, table: Table, label: str, first: int, last: int) -> int:
        """What a player chooses by, which is no draw of the round."""
        ...


class DealerContext(Struct, frozen=True):
    """What is known when asking what is due (`due_context.DueContext`), and a source of chance."""

    rules: Rules
    table: Table
    chance: Draws
    now: int | None = None
    late: bool = False
    meters: SharedMeters | None = None
