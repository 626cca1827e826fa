"""Rounds derived from events: the current one, the list of finished ones, and an audit of derived rows.

Derived from a journal are the snapshot, the list of rounds, who played them, and the stored seeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import msgspec

from paigow.store.findings import AuditFinding
from paigow.store.journal import Store, rounds_of
from paigow.store.records import Finished, RoundRecord
from paigow.table.acts import Event
from paigow.table.deal.commitments import CommitmentPublished
from paigow.table.deal.first_seeds import SeedCommitted
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.records.codec import encode
from paigow.table.records.played import ENDS, sums
from paigow.table.state import Table

_ENDS: Final = frozenset(ENDS)
_COMMITS: Final = (SeedCommitted, CommitmentPublished)
_PEOPLE: Final = (
    "SELECT count(*) FROM round_people WHERE at = ? AND table_id = ? AND round = ? AND person IN ({})"
)
_SEED: Final = "SELECT 1 FROM seeds WHERE table_id = ? AND commitment = ?"


class _Edition(msgspec.Struct):
    """A table's initial settings."""

    edition: str | msgspec.UnsetType = msgspec.UNSET


def first_table(settings: bytes) -> Table:
    """A table before its first event, under its floor's edition at the time it was created."""
    return Table(edition=msgspec.json.decode(settings or b"{}", type=_Edition).edition)


class RoundSummary(msgspec.Struct, frozen=True):
    """A finished round's summary for lists; money in cents."""

    round: int
    voided: bool
    bank: str | None
    net: dict[str, int]
    opens: Table
    """The table before the round's first event, so that any round can be rebuilt without earlier ones."""


@dataclass(slots=True)
class RunningRound:
    """What has happened since the last round ended."""

    opens: Table = field(default_factory=Table)
    numbered: int = 0
    """The number of the last round that ended."""
    bank: str | None = None
    events: list[Event] = field(default_factory=list)
    people: tuple[str, ...] = ()
    ended: Finished | None = None

    def copy(self) -> RunningRound:
        """An independent copy."""
        return RunningRound(self.opens, self.numbered, self.bank, self.events.copy(), self.people)

    def add(self, table: Table, event: Event) -> None:
        """Add an event; `table` is the table after it, or after the last event of its command."""
        self.events.append(event)
        if table.staked and not self.people:
            self.people = tuple(dict.fromkeys(wager.person for wager in table.staked))
        if table.bank is not None:
            self.bank = table.bank.person
        if type(event) in _ENDS:
            self._end(table, voided=isinstance(event, RoundVoided))

    def _end(self, table: Table, *, voided: bool) -> None:
        people = tuple(dict.fromkeys((*self.people, *((self.bank,) if self.bank else ()))))
        if table.round > self.numbered:
            moved = sums(self.events)
            net = {person: moved.get(person, 0) for person in people}
            summary = RoundSummary(table.round, voided, self.bank, net, self.opens)
            first = self.opens.version + 1
            self.ended = Finished(table.round, first, people, msgspec.json.encode(summary))
            self.numbered = table.round
        self.people, self.bank, self.events, self.opens = (), None, [], table


class DerivedRows:
    """Snapshot, rounds, their players, and the seeds of one table, checked against what was played."""

    def __init__(self, store: Store, table: str, after: int, running: RunningRound, people: int) -> None:
        """Start after a version, with the round in progress there.

        `people` is how many entries the table has since then in the list of who played which round.
        """
        self._store = store
        self._table = table
        self._rounds = rounds_of(store, table, running.numbered)
        self._round = next(self._rounds, None)
        self._people = people
        snapshot = store.snapshot(table)
        self._snapshot = None if snapshot is None or 0 < snapshot.version <= after else snapshot
        self._running = running
        self._over: Finished | None = None
        self._missing: str | None = None
        self._foreign: str | None = None

    @property
    def opens(self) -> Table:
        """The table when its last round ended."""
        return self._running.opens

    @property
    def numbered(self) -> int:
        return self._running.numbered

    @property
    def people_left(self) -> int:
        """How many player entries haven't been matched to a round yet."""
        return self._people

    def resume(self, table: Table, numbered: int) -> None:
        """Continue after pruned rounds; `table` is the table at their end."""
        self._running = RunningRound(table, numbered)

    def follow(self, table: Table, event: Event) -> None:
        """Process an event; `table` is the table after it."""
        self._running.add(table, event)
        if isinstance(event, _COMMITS):
            if not self._store.database.rows(_SEED, self._table, event.commitment):
                self._missing = event.commitment
            if isinstance(event, CommitmentPublished) and event.table != self._table:
                self._foreign = event.table
        self._over, self._running.ended = self._running.ended or self._over, None

    def problems(self, table: Table, at: int) -> Iterator[AuditFinding]:
        """Called after each command, with the time it was stored."""
        snapshot, over = self._snapshot, self._over
        if self._missing is not None:
            yield AuditFinding(self._table, table.version, f"the seed of {self._missing[:12]}… isn't stored")
            self._missing = None
        if self._foreign is not None:
            problem = f"the seed is committed for {self._foreign}, but this is {self._table}"
            yield AuditFinding(self._table, table.version, problem)
            self._foreign = None
        if snapshot is not None and snapshot.version <= table.version:
            if snapshot.version != table.version or snapshot.body != encode(table):
                yield AuditFinding(
                    self._table, snapshot.version, "the snapshot differs from the table at that version"
                )
            self._snapshot = None
        if over is not None:
            self._over = None
            yield from self._finished(over, table.version, at)

    def _finished(self, over: Finished, version: int, at: int) -> Iterator[AuditFinding]:
        while self._round is not None and self._round.round < over.round:
            yield self._unplayed(self._round)
            self._round = next(self._rounds, None)
        record = RoundRecord(self._table, over.round, over.first, version, at, over.summary)
        listed = self._round == record
        if self._round is not None and self._round.round == over.round:
            self._round = next(self._rounds, None)
        there = self._listed(over, at)
        self._people -= there
        if not listed or there != len(over.people):
            yield AuditFinding(self._table, version, f"round {over.round} isn't listed as it was played")

    def _listed(self, over: Finished, at: int) -> int:
        """How many of a round's players are listed with it."""
        if not over.people:
            return 0
        sql = _PEOPLE.format(", ".join("?" * len(over.people)))
        [(there,)] = self._store.database.rows(sql, at, self._table, over.round, *over.people)
        return int(there)

    def _unplayed(self, record: RoundRecord) -> AuditFinding:
        return AuditFinding(self._table, record.last, f"round {record.round} is listed but wasn't played")

    def left(self) -> Iterator[AuditFinding]:
        """Rows about something that never happened."""
        while self._round is not None:
            yield self._unplayed(self._round)
            self._round = next(self._rounds, None)
        if self._people:
            yield AuditFinding(
                self._table, 0, f"{self._people} people are listed in rounds that they didn't play"
            )
        if self._snapshot is not None:
            yield AuditFinding(self._table, self._snapshot.version, "the snapshot is of a future version")
