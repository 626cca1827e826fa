"""What a store keeps: batches of events with their money, a chain of hashes over them, tables, snapshots.

A store does not read events: they are bytes with a version. Versions of a table are dense, from 1, one
for each event.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

GENESIS: Final = bytes(32)
"""What the first event of a table is chained to that was made before schema 2."""


class Posting(Struct, frozen=True, gc=False, array_like=True):
    """So many cents more, or less, in an account, with the event that moved them."""

    version: int
    account: str
    cents: int


class Finished(Struct, frozen=True, gc=False, array_like=True):
    """A round that is over: its number, its first event, who played, and what to list it by."""

    round: int
    first: int
    people: tuple[str, ...]
    summary: bytes = b"{}"


class RoundRecord(Struct, frozen=True):
    """A finished round as it is found again: where its events are, when it ended."""

    table: str
    round: int
    first: int
    last: int
    at: int
    summary: bytes


class CommandRecord(Struct, frozen=True):
    """A command as kept, and the events that followed from it."""

    id: str
    first: int
    last: int
    body: bytes


class Fill(Struct, frozen=True, array_like=True):
    """So many cents for a shared account out of another, if it is empty when something is taken from it."""

    account: str
    source: str
    cents: int


class Append(Struct, frozen=True, gc=False, array_like=True):
    """All events of one command, to follow directly on a version. All of it is kept, or none.

    `body` is the command itself, to be judged again; `postings` are the table's own; `floor` moves
    accounts that tables share, wallets and shared meters; `finished` is the round that ends with it.
    Whether `fill` is needed is seen when it is written, since others may move the same account.
    `expects` are shared accounts that must hold so much: what the command was decided on besides its table.
    `follows` is the link of the chain that it was decided on, for who decides ahead of what is kept: if the
    one before could not be kept, a version alone might fit what another has written there. `links` are
    those of its own events, for who has worked them out already.
    """

    table: str
    after: int
    command: str
    at: int
    events: tuple[bytes, ...]
    postings: tuple[Posting, ...] = ()
    floor: tuple[tuple[str, int], ...] = ()
    body: bytes = b""
    finished: Finished | None = None
    follows: bytes | None = None
    fill: Fill | None = None
    expects: tuple[tuple[str, int], ...] = ()
    links: tuple[bytes, ...] = ()

    def __post_init__(self) -> None:
        assert self.events, "a command that did nothing is not kept"
        assert sum([posting.cents for posting in self.postings]) == 0, self.postings
        assert sum([cents for _, cents in self.floor]) == 0, self.floor

    @property
    def last(self) -> int:
        return self.after + len(self.events)


class DeferredAppend(Struct, frozen=True):
    """A command of a contended table, to be decided when nobody else can write to it any more.

    `decide` gets what was kept after the version `after`, in the middle of the transaction; it must not
    fail, and gives None if nothing follows from the command.
    """

    table: str
    command: str
    after: int
    decide: Callable[[Sequence[Entry]], Append | None]


class Appended(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """The batch is safely kept; its last event has this version."""

    version: int


class Repeated(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """The command was kept before, as the events from `first` to `last`: nothing was added."""

    first: int
    last: int


class Conflict(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """Somebody else was there first: the table's version is this."""

    version: int


class Declined(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """Nothing followed from a late command, as the table stood then: nothing was added."""

    version: int


class Overdrawn(Struct, frozen=True, gc=False, tag=True, array_like=True):
    """A shared account does not hold so much: nothing was added."""

    account: str


class Entry(Struct, frozen=True, gc=False):
    """One event as kept, chained to the one before it."""

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


class Snapshot(Struct, frozen=True):
    """A table's state at a version, so that a long journal need not be read from its beginning."""

    version: int
    body: bytes


def genesis(record: TableRecord) -> bytes:
    """What the first event of a table is chained to: all that its play rests on."""
    submission, settings = sha256(record.submission.encode()).digest(), sha256(record.settings).digest()
    told = b"%b\x00%d\x00%b%b" % (record.id.encode(), record.created_at, submission, settings)
    return sha256(told).digest()


def link(previous: bytes, table: str, version: int, at: int, body: bytes) -> bytes:
    """The hash that ties an event to all before it: a changed byte anywhere breaks every later link."""
    return sha256(b"%b\x00%b\x00%d\x00%d\x00%b" % (previous, table.encode(), version, at, body)).digest()
