"""A table in a server's memory: commands decided, kept, and only then told to those who watch.

The journal is the truth. What is decided runs ahead of it by the commands still being written; if one of
those cannot be kept, because another process was faster, the table is read again and they are decided anew.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from paigow.server.loading import Loaded, load_table, read_on
from paigow.server.writer import Answer, Writer
from paigow.store.journal import Store
from paigow.store.records import (
    Append,
    Appended,
    Conflict,
    Overdrawn,
    Posting,
    Repeated,
    Snapshot,
    TableRecord,
    link,
)
from paigow.table.acts import Command, Event
from paigow.table.engine import decide, evolve
from paigow.table.refusals import Reason, Refused
from paigow.table.rules import TableRules
from paigow.table.said.codec import encode
from paigow.table.state import Table

__all__ = ["Acknowledged", "Happened", "TableHost", "Unavailable"]

SNAPSHOT_EVERY: Final = 2_000
TRIES: Final = 8
REMEMBERED: Final = 256

FloorPostings = Callable[[str, Command, tuple[Event, ...]], tuple[tuple[str, int], ...]]


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A command is kept; `repeated` if it had been before."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The store cannot be reached: the command may be given again with the same id."""


Result = Acknowledged | Refused | Unavailable
Done = Callable[[Result], None]


@dataclass(frozen=True, slots=True)
class Happened:
    """Events that were kept together, the table before and after them, and the command if it was ours."""

    before: Table
    table: Table
    events: tuple[Event, ...]
    command: Command | None


@dataclass(slots=True)
class _Pending:
    command: Command
    id: str
    done: list[Done]
    tries: int = 0
    epoch: int = 0
    before: Table = field(default_factory=Table)
    after: Table = field(default_factory=Table)
    chain: bytes = b""
    events: tuple[Event, ...] = ()


class TableHost:
    """One table of the floor in this process. All of it runs on one event loop."""

    def __init__(
        self, record: TableRecord, rules: TableRules, store: Store, writer: Writer, floor: FloorPostings
    ) -> None:
        self.record = record
        self.rules = rules
        self.watchers: list[Callable[[Happened], None]] = []
        self._store = store
        self._writer = writer
        self._floor = floor
        loaded = load_table(store, record.id)
        self.kept = self.table = loaded.table
        self._kept_chain = self._chain = loaded.chain
        self.round_so_far = loaded.so_far
        self._decided_so_far = loaded.so_far.sums()
        self._snapshot = loaded.snapshot
        self._epoch = 0
        self._in_flight: dict[str, _Pending] = {}
        self._answered: OrderedDict[str, int] = OrderedDict()

    @property
    def settled(self) -> bool:
        """Whether all that was decided is kept."""
        return not self._in_flight

    def give(self, command: Command, command_id: str, done: Done) -> None:
        """Decide a command and keep what follows. Whoever watches is told, then `done` is called."""
        if (version := self._answered.get(command_id)) is not None:
            done(Acknowledged(version, repeated=True))
        elif (pending := self._in_flight.get(command_id)) is not None:
            pending.done.append(done)
        else:
            self._decide(_Pending(command, command_id, [done]))

    async def given(self, command: Command, command_id: str) -> Acknowledged:
        """The same, to be waited for; raises Refused, and TimeoutError if the store is away."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.give(command, command_id, future.set_result)
        match await future:
            case Acknowledged() as acknowledged:
                return acknowledged
            case Refused() as refusal:
                raise refusal
            case _:
                raise TimeoutError("the store cannot be reached")

    def _decide(self, pending: _Pending) -> None:
        try:
            events = decide(self.rules, self.table, pending.command)
        except Refused as refusal:
            _answer(pending, refusal)
            return
        pending.before, pending.events, pending.epoch = self.table, events, self._epoch
        append = self._batch(pending)
        self.table, self._chain = pending.after, pending.chain
        self._in_flight[pending.id] = pending
        self._writer.submit(append, lambda answer: self._written(pending, answer))

    def _batch(self, pending: _Pending) -> Append:
        table, chain = self.table, self._chain
        bodies, postings = [], []
        self._decided_so_far.ended = None
        for event in pending.events:
            body = encode(event)
            table = evolve(table, event)
            chain = link(chain, self.record.id, table.version, body)
            bodies.append(body)
            postings += [Posting(table.version, each.account, each.cents) for each in event.postings]
            self._decided_so_far.take(table, event)
        pending.after, pending.chain = table, chain
        return Append(
            table=self.record.id,
            after=self.table.version,
            command=pending.id,
            at=int(time.time() * 1000),
            events=tuple(bodies),
            postings=tuple(postings),
            floor=self._floor(self.record.id, pending.command, pending.events),
            body=encode(pending.command),
            finished=self._decided_so_far.ended,
            follows=self._chain,
        )

    def _written(self, pending: _Pending, answer: Answer) -> None:
        del self._in_flight[pending.id]
        match answer:
            case Appended(version):
                self._keep(pending)
                self._remember(pending.id, version)
                _answer(pending, Acknowledged(version))
            case Repeated(_, last):
                self._fall_back(pending, read=True)
                self._remember(pending.id, last)
                _answer(pending, Acknowledged(last, repeated=True))
            case Overdrawn(account):
                self._fall_back(pending, read=False)
                sentence = f"the {account.replace('/', ' of ')} does not hold so much"
                _answer(pending, Refused(Reason.NOT_ENOUGH, sentence, ()))
            case Conflict() if pending.tries < TRIES:
                self._fall_back(pending, read=True)
                pending.tries += 1
                self._decide(pending)
            case _:
                self._fall_back(pending, read=False)
                _answer(pending, Unavailable())

    def _keep(self, pending: _Pending) -> None:
        self._kept_chain = pending.chain
        for event in pending.events:
            self.round_so_far.take(pending.after, event)
        self._tell(Happened(pending.before, pending.after, pending.events, pending.command))

    def _remember(self, command_id: str, version: int) -> None:
        self._answered[command_id] = version
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    def _tell(self, happened: Happened) -> None:
        self.kept = happened.table
        for watcher in tuple(self.watchers):
            watcher(happened)
        if self.kept.version - self._snapshot >= SNAPSHOT_EVERY:
            self._snapshot = self.kept.version
            snapshot = Snapshot(self.kept.version, encode(self.kept))
            loop = asyncio.get_running_loop()
            loop.run_in_executor(None, self._store.save_snapshot, self.record.id, snapshot)

    def _fall_back(self, pending: _Pending, *, read: bool) -> None:
        """Take the table as it is kept; what was decided on something else will be decided anew."""
        if pending.epoch == self._epoch:
            self._epoch += 1
            if read:
                self._read_on()
            self._decide_on_kept()

    def _decide_on_kept(self) -> None:
        self.table, self._chain = self.kept, self._kept_chain
        self._decided_so_far = self.round_so_far.sums()

    def _read_on(self) -> None:
        loaded = Loaded(self.kept, self._kept_chain, self.round_so_far, self._snapshot)
        for before, event in read_on(self._store, self.record.id, loaded):
            self._kept_chain = loaded.chain
            self._tell(Happened(before, loaded.table, (event,), None))

    def catch_up(self) -> None:
        """Take up what another process has written, if nothing of our own is on its way."""
        if self.settled:
            self._read_on()
            self._decide_on_kept()


def _answer(pending: _Pending, result: Result) -> None:
    for done in pending.done:
        done(result)
