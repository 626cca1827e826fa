"""Rows that follow from a journal (snapshot, rounds, who played, seeds), compared with what was played."""

from __future__ import annotations

from collections.abc import Iterator

from paigow.store.findings import Finding
from paigow.store.journal import Store
from paigow.store.records import Finished, RoundRecord
from paigow.store.running_round import RunningRound
from paigow.store.streams import rounds_of
from paigow.table.acts import Event
from paigow.table.deal.sealing import SeedCommitted
from paigow.table.records.codec import encode
from paigow.table.state import Table

_PERSON = "SELECT 1 FROM round_people WHERE person = ? AND at = ? AND table_id = ? AND round = ?"
_SEED = "SELECT 1 FROM seeds WHERE table_id = ? AND commitment = ?"


class DerivedRows:
    """Snapshot, rounds, their people and the seeds of one table."""

    def __init__(self, store: Store, table: str, people: int) -> None:
        """`people` is how many entries the table has in the list of who played which round."""
        self._store = store
        self._table = table
        self._rounds = rounds_of(store, table)
        self._round = next(self._rounds, None)
        self._people = people
        self._snapshot = store.snapshot(table)
        self._running = RunningRound()
        self._over: Finished | None = None
        self._missing: str | None = None

    def follow(self, table: Table, event: Event) -> None:
        """Take up an event; `table` is the table after it."""
        self._running.add(table, event)
        if isinstance(event, SeedCommitted) and not self._store.database.rows(
            _SEED, self._table, event.commitment
        ):
            self._missing = event.commitment
        self._over, self._running.ended = self._running.ended or self._over, None

    def problems(self, table: Table, at: int) -> Iterator[Finding]:
        """After a command, which was kept at a time."""
        snapshot, over = self._snapshot, self._over
        if self._missing is not None:
            yield Finding(self._table, table.version, f"the seed of {self._missing[:12]}… is not kept")
            self._missing = None
        if snapshot is not None and snapshot.version <= table.version:
            if snapshot.version != table.version or snapshot.body != encode(table):
                yield Finding(self._table, snapshot.version, "the snapshot is not the table at that version")
            self._snapshot = None
        if over is not None:
            self._over = None
            yield from self._finished(over, table.version, at)

    def _finished(self, over: Finished, version: int, at: int) -> Iterator[Finding]:
        while self._round is not None and self._round.round < over.round:
            yield self._unplayed(self._round)
            self._round = next(self._rounds, None)
        record = RoundRecord(self._table, over.round, over.first, version, at, over.summary)
        listed = self._round == record
        if self._round is not None and self._round.round == over.round:
            self._round = next(self._rounds, None)
        rows = self._store.database.rows
        there = [bool(rows(_PERSON, person, at, self._table, over.round)) for person in over.people]
        self._people -= sum(there)
        if not listed or not all(there):
            yield Finding(self._table, version, f"round {over.round} is not listed as it was played")

    def _unplayed(self, record: RoundRecord) -> Finding:
        return Finding(self._table, record.last, f"round {record.round} is listed and was not played")

    def left(self) -> Iterator[Finding]:
        """What is kept of something that never was."""
        while self._round is not None:
            yield self._unplayed(self._round)
            self._round = next(self._rounds, None)
        if self._people:
            yield Finding(
                self._table, 0, f"{self._people} people are listed in rounds that they did not play"
            )
        if self._snapshot is not None:
            yield Finding(self._table, self._snapshot.version, "the snapshot is of a version to come")
