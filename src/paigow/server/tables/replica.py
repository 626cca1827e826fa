"""A table read from its journal: from the newest snapshot on, with the round that is running."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import msgspec

from paigow.store.journal import Store
from paigow.store.records import Entry
from paigow.store.results import RoundSoFar, Summary
from paigow.table.acts import Command, Event
from paigow.table.engine import evolve
from paigow.table.records.codec import decode_command, decode_event, decode_table
from paigow.table.state import Table

__all__ = ["Course", "Read", "load_table", "read_after"]


@dataclass(slots=True)
class Course:
    """How far a table has come: its state, the end of the chain of its events, the round so far."""

    table: Table
    chain: bytes
    so_far: RoundSoFar
    snapshot: int = 0
    """The version of the newest snapshot that is kept."""

    def ahead(self) -> Course:
        """A copy that goes on by itself."""
        return Course(self.table, self.chain, self.so_far.ahead(), self.snapshot)

    def take(self, event: Event, chain: bytes) -> None:
        self.table, self.chain = evolve(self.table, event), chain
        self.so_far.take(self.table, event)

    def read_on(self, entries: Iterable[Entry]) -> None:
        """Take up entries of the journal that follow."""
        for entry in entries:
            self.take(decode_event(entry.body), entry.chain)


@dataclass(frozen=True, slots=True)
class Read:
    """A command that another process has kept, with its events, each with its link of the chain."""

    last: int
    command: Command
    events: tuple[tuple[Event, bytes], ...]


def load_table(store: Store, name: str) -> Course:
    """A table as its journal has it now: read on from the last finished round, or else from a snapshot."""
    course = _start(store, name)
    while entries := store.events(name, course.table.version):
        course.read_on(entries)
    return course


def _start(store: Store, name: str) -> Course:
    snapshot = store.snapshot(name)
    if rounds := store.last_rounds(name, 1):
        opens = msgspec.json.decode(rounds[0].summary, type=Summary).opens
        so_far = RoundSoFar(opens, rounds[0].round - 1)
        return Course(opens, _chain_at(store, name, opens), so_far, snapshot.version if snapshot else 0)
    if snapshot is not None:
        table = decode_table(snapshot.body)
        return Course(table, _chain_at(store, name, table), RoundSoFar(table), snapshot.version)
    return Course(Table(), store.genesis(name), RoundSoFar())


def _chain_at(store: Store, name: str, table: Table) -> bytes:
    entries = store.events(name, table.version - 1, 1) if table.version else ()
    return entries[0].chain if entries else store.genesis(name)


def read_after(store: Store, name: str, version: int) -> list[Read]:
    """The commands kept after a version, with their events. Waits for the store."""
    return list(_read_after(store, name, version))


def _read_after(store: Store, name: str, version: int) -> Iterator[Read]:
    commands = store.commands(name, version)
    if not commands:
        return
    entries = iter(store.events(name, version, commands[-1].last - version))
    for command in commands:
        found = [next(entries) for _ in range(command.first, command.last + 1)]
        events = tuple((decode_event(entry.body), entry.chain) for entry in found)
        yield Read(command.last, decode_command(command.body), events)
