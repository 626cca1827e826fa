"""What a store holds: batches of events with their money, a hash chain over them, tables, snapshots.

To a store, events are bytes with a version. A table's versions are consecutive from 1, one per event. An
`AppendGroup` checks batches and builds the rows of one transaction, the same for every database. The store
reads heads, command ids, and balances for it, and nobody else can write until it is committed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from paigow.store.database import Row

GENESIS: Final = bytes(32)
"""The initial link of tables created before schema 2."""
OWING: Final = ("house", "floor/")
"""Accounts, or prefixes of their names, that can go below zero: the house's own counterparts."""


class Finished(Struct, frozen=True, gc=False, array_like=True):
    """A finished round: its number, its first event, who played, and its summary for lists."""

    round: int
    first: int
    people: tuple[str, ...]
    summary: bytes = b"{}"


class RoundRecord(Struct, frozen=True):
    """A finished round as read back: where its events are, and when it ended."""

    table: str
    round: int
    first: int
    last: int
    at: int
    summary: bytes


class CommandRecord(Struct, frozen=True):
    """A stored command and its events."""

    id: str
    first: int
    last: int
    body: bytes
    digest: bytes
    """A checksum of the body, so that an audit detects changes."""


class Fill(Struct, frozen=True, array_like=True):
    """Cents to move to a shared account from another one, if it is empty when a command takes from it."""

    account: str
    source: str
    cents: int


class Append(Struct, frozen=True, gc=False, array_like=True):
    """All events of one command, to be appended directly after a version. All or nothing is stored.

    `body` is the command itself, for re-judging. `floor` moves accounts that tables share, such as wallets
    and shared meters; other postings are in the events. `finished` is the round that ends with it. Whether
    `fill` is needed is decided at write time, since others can move the same account. `expects` lists
    balances of shared accounts that the command was decided on, besides its table. `follows` is the chain's
    link it was decided on, for callers that decide ahead of what is stored: if the previous batch couldn't be
    stored, the version alone might match what another writer stored there. `links` are those of its own
    events, if already computed. `checkpoint` is the signed note of its end.
    """

    table: str
    after: int
    command: str
    at: int
    events: tuple[bytes, ...]
    floor: tuple[tuple[str, int], ...] = ()
    body: bytes = b""
    finished: Finished | None = None
    follows: bytes | None = None
    fill: Fill | None = None
    expects: tuple[tuple[str, int], ...] = ()
    links: tuple[bytes, ...] = ()
    checkpoint: str | None = None

    def __post_init__(self) -> None:
        assert self.events, "a command that did nothing is not kept"
        assert sum([cents for _, cents in self.floor]) == 0, self.floor

    @property
    def last(self) -> int:
        return self.after + len(self.events)


class DeferredAppend(Struct, frozen=True):
    """A command for a contended table, decided when nobody else can write to it any more.

    `decide` gets what was stored after version `after`, inside the transaction. It must not fail, and returns
    None if the command has no effect.
    """

    table: str
    command: str
    after: int
    decide: Callable[[Sequence[Entry]], Append | None]


class Appended(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """The batch is durably stored; its last event has this version."""

    version: int


class Repeated(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """The command was stored before, as the events from `first` to `last`; nothing was added."""

    first: int
    last: int


class Conflict(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """Another writer was first: the table's version is now this one."""

    version: int


class Declined(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """A deferred command had no effect on the table's state at that time; nothing was added."""

    version: int


class Overdrawn(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """A shared account has insufficient funds; nothing was added."""

    account: str


class Entry(Struct, frozen=True, gc=False):
    """One stored event, chained to the one before it."""

    version: int
    command: str
    at: int
    body: bytes
    chain: bytes


class Head(Struct, frozen=True, gc=False):
    """Where a table's journal ends."""

    version: int
    chain: bytes


class TableRecord(Struct, frozen=True):
    """A table of the floor: its name, the text of its submission, and what the server keeps about it."""

    id: str
    submission: str
    settings: bytes
    created_at: int


class StoredSnapshot(Struct, frozen=True):
    """A table's state at a version, so that a long journal needn't be read from its start."""

    version: int
    body: bytes


def genesis(record: TableRecord) -> bytes:
    """A table's initial link: a hash of everything its play depends on."""
    submission, settings = sha256(record.submission.encode()).digest(), sha256(record.settings).digest()
    told = b"%b\x00%d\x00%b%b" % (record.id.encode(), record.created_at, submission, settings)
    return sha256(told).digest()


def link(previous: bytes, table: str, version: int, at: int, body: bytes) -> bytes:
    """The hash that ties an event to all before it: a changed byte anywhere breaks every later link."""
    return sha256(b"%b\x00%b\x00%d\x00%d\x00%b" % (previous, table.encode(), version, at, body)).digest()


AppendOutcome = Appended | Repeated | Conflict | Declined | Overdrawn
Moves = tuple[tuple[str, int], ...]


def accounts_of(batches: Sequence[Append]) -> set[str]:
    """The shared accounts that some batches would move or depend on."""
    found: set[str] = set()
    for batch in batches:
        if batch.floor or batch.expects:
            found.update([account for account, _ in (*batch.floor, *batch.expects)])
        if batch.fill is not None:
            found.update((batch.fill.account, batch.fill.source))
    return found


class AppendGroup:
    """One group of batches, checked one after another as if each had its own transaction."""

    def __init__(
        self, heads: dict[str, Head], commands: dict[tuple[str, str], Repeated], balances: dict[str, int]
    ) -> None:
        self._heads = heads
        self._commands = commands
        self._balances = balances
        self._kept: list[tuple[Append, Moves]] = []
        self._journal: list[Row] = []
        self._touched: set[str] = set()

    def judge(self, batch: Append) -> AppendOutcome:
        """Decide the result of a batch and, if it can be stored, add it."""
        key = (batch.table, batch.command)
        if key in self._commands:
            return self._commands[key]
        head = self._heads[batch.table]
        if head.version != batch.after or batch.follows not in (None, head.chain):
            return Conflict(head.version)
        for account, cents in batch.expects:
            if self._balances.get(account, 0) != cents:
                return Conflict(head.version)
        moves = self._moves(batch)
        if moves and (short := self._moved(moves)) is not None:
            return Overdrawn(short)
        last = batch.last
        self._commands[key] = Repeated(batch.after + 1, last)
        self._chain(batch, head, last)
        self._kept.append((batch, moves))
        return Appended(last)

    def _moved(self, moves: Moves) -> str | None:
        """Move shared accounts; if one of them has insufficient funds, return it."""
        after = {account: self._balances.get(account, 0) for account, _ in moves}
        for account, cents in moves:
            after[account] += cents
        for account, cents in after.items():
            if cents < 0 and not account.startswith(OWING):
                return account
        self._balances.update(after)
        self._touched.update(after)
        return None

    def _moves(self, batch: Append) -> Moves:
        fill = batch.fill
        if fill is None:
            return batch.floor
        held = self._balances.get(fill.account, 0)
        moved = sum(cents for account, cents in batch.floor if account == fill.account)
        if held or moved >= 0:
            return batch.floor
        return ((fill.source, -fill.cents), (fill.account, fill.cents), *batch.floor)

    def _chain(self, batch: Append, head: Head, last: int) -> None:
        table, command, at = batch.table, batch.command, batch.at
        links = batch.links if batch.follows is not None else ()
        chain = head.chain
        for number, body in enumerate(batch.events):
            version = batch.after + 1 + number
            chain = links[number] if links else link(chain, table, version, at, body)
            self._journal.append((table, version, command, at, body, chain))
        self._heads[table] = Head(last, chain)

    def rows(self) -> Mapping[str, Sequence[Row]]:
        """Rows to insert, by table of the database."""
        kept = [each for each, _ in self._kept]
        commands = [
            (each.table, each.command, each.after + 1, each.last, each.body, sha256(each.body).digest())
            for each in kept
        ]
        floor = [
            (each.table, each.last, line, account, cents)
            for each, moves in self._kept
            for line, (account, cents) in enumerate(moves)
        ]
        rounds, people = self._finished()
        return {
            "journal": self._journal,
            "commands": commands,
            "floor_postings": floor,
            "rounds": rounds,
            "round_people": people,
            "checkpoints": [(each.table, each.last, each.checkpoint) for each in kept if each.checkpoint],
        }

    def _finished(self) -> tuple[list[Row], list[Row]]:
        rounds: list[Row] = []
        people: list[Row] = []
        for each, _ in self._kept:
            if (over := each.finished) is not None:
                rounds.append((each.table, over.round, over.first, each.last, each.at, over.summary))
                people.extend((person, each.table, over.round, each.at) for person in over.people)
        return rounds, people

    def moved(self) -> list[Row]:
        """The new balances of the shared accounts that changed."""
        return [(self._balances[account], account) for account in sorted(self._touched)]

    def ends(self) -> list[tuple[int, bytes, str]]:
        """Each table's new head."""
        tables = {each.table for each, _ in self._kept}
        return [(self._heads[table].version, self._heads[table].chain, table) for table in sorted(tables)]
