"""An in-memory copy of a table: loaded from its journal, advanced by events, possibly ahead of the journal.

A command decided on a replica is prepared here for the store: at once or, for a contended table, within the
store's transaction. Two processes that both decide ahead could livelock, so a command that lost the race once
is decided while the store holds the table's lock.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import msgspec
from msgspec import Struct

from paigow.store.journal import Store
from paigow.store.records import Append, Entry, Fill, link
from paigow.store.rounds import RoundSummary, RunningRound, first_table
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.engine import decide, evolve
from paigow.table.records.codec import decode_command, decode_event, decode_table, encode
from paigow.table.refusals import Refused
from paigow.table.state import Table

_log = logging.getLogger("paigow.replica")

AccountMoves = tuple[tuple[str, int], ...]
"""Accounts, each with the cents it gains or loses."""


class SharedMoves(NamedTuple):
    """What a command moves between shared accounts.

    `fill` tops up an account if it is empty; `expects` are balances that must not have changed.
    """

    moves: AccountMoves = ()
    fill: Fill | None = None
    expects: AccountMoves = ()


SharedMovesOf = Callable[[str, Command, tuple[Event, ...]], SharedMoves]
"""What a table's command moves between shared accounts."""
Enrich = Callable[[Command], Command]
"""Adds to a command what only the floor knows: the readings of shared meters."""
Sign = Callable[[str, Table, bytes, int, Sequence[Event]], str | None]
"""Signs the end of a table's chain at a time, if its events commit to something."""
Redraw = Callable[[Table, Command], Command]
"""Draws a command's randomness again, for this table's version."""


@dataclass(slots=True)
class Replica:
    """A table's state, the end of its hash chain, and the round so far."""

    table: Table
    chain: bytes
    running: RunningRound
    snapshot: int = 0
    """The version of the newest snapshot in the store."""

    def copy(self) -> Replica:
        """An independent copy."""
        return Replica(self.table, self.chain, self.running.copy(), self.snapshot)

    def advance(self, event: Event, chain: bytes) -> None:
        self.table, self.chain = evolve(self.table, event), chain
        self.running.add(self.table, event)

    def advance_by(self, entries: Iterable[Entry]) -> None:
        """Advance by the journal's next entries."""
        for entry in entries:
            self.advance(decode_event(entry.body), entry.chain)


def load_replica(store: Store, name: str) -> Replica:
    """A table as its journal has it now, read from the last finished round, or else from a snapshot."""
    replica = _starting_point(store, name)
    while entries := store.events(name, replica.table.version):
        replica.advance_by(entries)
    return replica


def _starting_point(store: Store, name: str) -> Replica:
    snapshot = store.snapshot(name)
    if rounds := store.last_rounds(name, 1):
        opens = msgspec.json.decode(rounds[0].summary, type=RoundSummary).opens
        running = RunningRound(opens, rounds[0].round - 1)
        return Replica(
            opens, store.chain_at(name, opens.version), running, snapshot.version if snapshot else 0
        )
    if snapshot is not None:
        table = decode_table(snapshot.body)
        return Replica(table, store.chain_at(name, table.version), RunningRound(table), snapshot.version)
    opens = first_table(store.settings(name))
    return Replica(opens, store.genesis(name), RunningRound(opens))


def prepare_append(
    name: str,
    replica: Replica,
    command: Command,
    command_id: str,
    events: tuple[Event, ...],
    shared_moves: SharedMovesOf,
    sign: Sign,
) -> tuple[Append, list[Table]]:
    """What the store should append for a command, and the table after each event; advances the replica."""
    after, follows, at = replica.table.version, replica.chain, int(time.time() * 1000)
    bodies, links, tables = [], [], []
    replica.running.ended = None
    for version, event in enumerate(events, start=after + 1):
        body = encode(event)
        chain = link(replica.chain, name, version, at, body)
        replica.advance(event, chain)
        tables.append(replica.table)
        bodies.append(body)
        links.append(chain)
    moves, fill, expects = shared_moves(name, command, events)
    append = Append(
        table=name,
        after=after,
        command=command_id,
        at=at,
        events=tuple(bodies),
        floor=moves,
        body=encode(command),
        finished=replica.running.ended,
        follows=follows,
        fill=fill,
        expects=expects,
        links=tuple(links),
        checkpoint=sign(name, replica.table, replica.chain, at, events),
    )
    return append, tables


@dataclass(slots=True)
class DeferredDecision:
    """One command decided within the store's transaction, in a server thread."""

    name: str
    rules: Rules
    replica: Replica
    """The table's last known state. A separate copy, because the event loop continues."""
    command: Command
    id: str
    shared_moves: SharedMovesOf
    redraw: Redraw
    enrich: Enrich
    sign: Sign
    refusal: Refused | None = None
    """Why it had no effect; None if deciding itself failed."""

    def decide(self, entries: Sequence[Entry]) -> Append | None:
        """Decide on everything committed. Starts over if called again after a failed transaction."""
        self.refusal = None
        replica = self.replica.copy()
        try:
            replica.advance_by(entries)
            command = self.enrich(self.redraw(replica.table, self.command))
            events = decide(self.rules, replica.table, command)
            return prepare_append(self.name, replica, command, self.id, events, self.shared_moves, self.sign)[
                0
            ]
        except Refused as refusal:
            self.refusal = refusal
        except Exception:  # noqa: BLE001 - commands of other tables in the transaction must not fail with it
            _log.exception("table %s: couldn't decide a deferred command", self.name)
        return None


class CommittedChange(Struct, frozen=True):
    """The committed events of one command, and the table before and after them."""

    before: Table
    table: Table
    events: tuple[Event, ...]
    command: Command
    checkpoint: str | None = None
    """The note signed and stored with them, if this process did it."""


class CommittedCommand(NamedTuple):
    """A command that another process committed, with its events and their chain links."""

    last: int
    command: Command
    events: tuple[tuple[Event, bytes], ...]


class JournalReader:
    """Reads what others have committed to one table, one read at a time, off the event loop.

    Requests during a read wait for the next one: they can be about newer commits.
    """

    def __init__(
        self,
        store: Store,
        name: str,
        version: Callable[[], int],
        apply: Callable[[Sequence[CommittedCommand]], None],
    ) -> None:
        self._store = store
        self._name = name
        self._version = version
        self._apply = apply
        self._reading = False
        self._waiting: list[Callable[[], None]] = []

    def read_then(self, then: Callable[[], None]) -> None:
        """Apply what was committed, then continue. Anything unreadable now is found by the next read."""
        self._waiting.append(then)
        if not self._reading:
            self._read()

    def _read(self) -> None:
        self._reading = True
        waiting, self._waiting = self._waiting, []

        def have_read(future: asyncio.Future[list[CommittedCommand]]) -> None:
            self._reading = False
            if (error := future.exception()) is not None:
                _log.warning("can't read the journal of table %s: %s", self._name, type(error).__name__)
            else:
                self._continue(partial(self._apply, future.result()))
            for then in waiting:
                self._continue(then)
            if self._waiting and not self._reading:
                self._read()

        reading = partial(_committed_after, self._store, self._name, self._version())
        try:
            future = asyncio.get_running_loop().run_in_executor(None, reading)
        except RuntimeError:
            return  # The server is closing: the last read ended after its threads did.
        future.add_done_callback(have_read)

    def _continue(self, then: Callable[[], None]) -> None:
        """Even if this fails, the other waiters continue; their table would stop otherwise."""
        try:
            then()
        except Exception:  # noqa: BLE001 - see above
            _log.exception("table %s: couldn't apply what was read", self._name)


def _committed_after(store: Store, name: str, version: int) -> list[CommittedCommand]:
    return list(_each_after(store, name, version))


def _each_after(store: Store, name: str, version: int) -> Iterator[CommittedCommand]:
    commands = store.commands(name, version)
    if not commands:
        return
    entries = iter(store.events(name, version, commands[-1].last - version))
    for command in commands:
        found = [next(entries) for _ in range(command.first, command.last + 1)]
        events = tuple((decode_event(entry.body), entry.chain) for entry in found)
        yield CommittedCommand(command.last, decode_command(command.body), events)
