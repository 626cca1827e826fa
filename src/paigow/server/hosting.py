"""A table in a server's memory: commands decided, kept, and only then told to those who watch.

The journal is the truth. What is decided runs ahead of it by the commands still being written; if one of
those cannot be kept, because another process was faster, the table is read again and they are decided anew.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from paigow.server.writer import Writer
from paigow.store.journal import Store
from paigow.store.records import Append, Appended, Overdrawn, Posting, Repeated, Snapshot, TableRecord
from paigow.table.acts import Command, Event
from paigow.table.codec import decode_event, decode_table, encode
from paigow.table.engine import decide, evolve
from paigow.table.refusals import Reason, Refused
from paigow.table.rules import TableRules
from paigow.table.state import Table

__all__ = ["Acknowledged", "Happened", "TableHost", "load_table"]

SNAPSHOT_EVERY = 2_000
TRIES = 5

FloorPostings = Callable[[str, Command, tuple[Event, ...]], tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command is kept; `repeated` if it had been before."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Happened:
    """Events that were kept together, and the table after them."""

    table: Table
    events: tuple[Event, ...]
    by: str


def load_table(store: Store, record: TableRecord) -> Table:
    """A table as its journal has it: from the newest snapshot on."""
    snapshot = store.snapshot(record.id)
    table = decode_table(snapshot.body) if snapshot else Table()
    while entries := store.events(record.id, after=table.version):
        for entry in entries:
            table = evolve(table, decode_event(entry.body))
    return table


class TableHost:
    """One table of the floor in this process. All of it runs on one event loop."""

    def __init__(
        self, record: TableRecord, rules: TableRules, store: Store, writer: Writer, floor: FloorPostings
    ) -> None:
        self.record = record
        self.rules = rules
        self.table = load_table(store, record)
        self.kept = self.table
        self._store = store
        self._writer = writer
        self._floor = floor
        self._snapshot = self.table.version
        self.watchers: list[Callable[[Happened], None]] = []

    async def give(self, command: Command, command_id: str) -> Acknowledged:
        """Decide a command, keep what follows, tell everyone. Raises Refused."""
        for _ in range(TRIES):
            events = decide(self.rules, self.table, command)
            append = self._batch(command, command_id, events)
            for event in events:
                self.table = evolve(self.table, event)
            after = self.table
            outcome = await self._writer.submit(append)
            match outcome:
                case Appended(version):
                    self._tell(Happened(after, events, command.by))
                    return Acknowledged(version)
                case Repeated(_, last):
                    self._reload()
                    return Acknowledged(last, repeated=True)
                case Overdrawn(account):
                    self._reload()
                    raise Refused(Reason.NOT_ENOUGH, f"{account} does not hold so much", ())
                case _:
                    self._reload()
        raise Refused(Reason.PENDING, "the table is changing too fast elsewhere: try again", ())

    def _batch(self, command: Command, command_id: str, events: tuple[Event, ...]) -> Append:
        first = self.table.version + 1
        postings = tuple(
            Posting(version, posting.account, posting.cents)
            for version, event in enumerate(events, start=first)
            for posting in event.postings
        )
        return Append(
            self.record.id,
            self.table.version,
            command_id,
            int(time.time() * 1000),
            tuple(encode(event) for event in events),
            postings,
            self._floor(self.record.id, command, events),
        )

    def _tell(self, happened: Happened) -> None:
        self.kept = happened.table
        for watcher in tuple(self.watchers):
            watcher(happened)
        if self.kept.version - self._snapshot >= SNAPSHOT_EVERY:
            self._snapshot = self.kept.version
            body = encode(self.kept)
            snapshot = Snapshot(self.kept.version, body)
            asyncio.get_running_loop().run_in_executor(
                None, self._store.save_snapshot, self.record.id, snapshot
            )

    def _reload(self) -> None:
        """Read on from the journal what others have written, or drop what could not be kept."""
        before = self.kept
        table = before
        while entries := self._store.events(self.record.id, after=table.version):
            for entry in entries:
                event = decode_event(entry.body)
                table = evolve(table, event)
                self._tell(Happened(table, (event,), "elsewhere"))
        self.table = self.kept

    def catch_up(self) -> None:
        """Take up what another process has written, if nothing of our own is on its way."""
        if self.table is self.kept:
            self._reload()
