"""A table read from its journal: from the newest snapshot on, with the round that is running."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from paigow.server.results import RoundSoFar, Summary
from paigow.store.journal import Store
from paigow.store.records import GENESIS
from paigow.table.acts import Event
from paigow.table.engine import evolve
from paigow.table.said.codec import decode_event, decode_table
from paigow.table.state import Table

__all__ = ["Loaded", "load_table", "read_on"]


@dataclass(slots=True)
class Loaded:
    """A table, the end of the chain of its events, the round so far, and the version of its snapshot."""

    table: Table
    chain: bytes
    so_far: RoundSoFar
    snapshot: int = 0


def load_table(store: Store, name: str) -> Loaded:
    """A table as its journal has it now: read on from the last finished round, or else from a snapshot."""
    loaded = _start(store, name)
    for _ in read_on(store, name, loaded):
        pass
    return loaded


def _start(store: Store, name: str) -> Loaded:
    if rounds := store.last_rounds(name, 1):
        opens = msgspec.json.decode(rounds[0].summary, type=Summary).opens
        return Loaded(opens, _chain_at(store, name, opens), RoundSoFar(opens, rounds[0].round - 1))
    if (snapshot := store.snapshot(name)) is not None:
        table = decode_table(snapshot.body)
        return Loaded(table, _chain_at(store, name, table), RoundSoFar(table), snapshot.version)
    return Loaded(Table(), GENESIS, RoundSoFar())


def _chain_at(store: Store, name: str, table: Table) -> bytes:
    entries = store.events(name, table.version - 1, 1) if table.version else ()
    return entries[0].chain if entries else GENESIS


def read_on(store: Store, name: str, loaded: Loaded) -> Iterator[tuple[Table, Event]]:
    """Read what follows, event by event; gives the table before each and the event."""
    while entries := store.events(name, after=loaded.table.version):
        for entry in entries:
            before, event = loaded.table, decode_event(entry.body)
            loaded.table, loaded.chain = evolve(before, event), entry.chain
            loaded.so_far.take(loaded.table, event)
            yield before, event
