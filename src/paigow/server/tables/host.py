"""A table in a server's memory: commands decided, committed, and only then published to watchers.

The journal is the source of truth. Decisions run ahead of it by the commands still being written, so a table
doesn't wait for the disk between two commands. If a command can't be committed because another process was
faster, it is decided again within the store's transaction, and the commands after it wait for that.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from bisect import insort
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from msgspec import Struct

from paigow.server.tables.group_commit import Answer, Writer, WriteRejected
from paigow.server.tables.replica import (
    CommittedChange,
    CommittedCommand,
    DeferredDecision,
    Enrich,
    JournalReader,
    Redraw,
    Replica,
    SharedMovesOf,
    Sign,
    load_replica,
    prepare_append,
)
from paigow.store.journal import Store
from paigow.store.records import (
    Appended,
    Conflict,
    Declined,
    DeferredAppend,
    Overdrawn,
    Repeated,
    StoredSnapshot,
    TableRecord,
)
from paigow.store.rounds import RunningRound
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.engine import decide
from paigow.table.records.codec import encode
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Table

SNAPSHOT_EVERY: Final = 2_000
REMEMBERED: Final = 256
FAR_BEHIND: Final = 200
"""If this many events are missing, an unwatched table is reloaded from its last round: a few full rounds."""
OWN: Final = ("auto/", "sweep/")
"""The prefix of ids the server generates, each used once: nobody retries them."""

_NO_TABLE: Final = Table()

_log = logging.getLogger("paigow.host")


class Acknowledged(Struct, frozen=True, gc=False):
    """A command is committed; `repeated` if it had been before."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The store can't be reached: the client can retry the command with the same id."""


@dataclass(frozen=True, slots=True)
class Failed:
    """An error in this very command: it isn't committed, and would fail again."""


_NEVER: Final = -1
"""The version at which a command's randomness was drawn, if it hasn't been drawn."""
CommandResult = Acknowledged | Refused | Unavailable | Failed
Done = Callable[[CommandResult], None]


class _Pending(Struct):
    number: int
    command: Command
    id: str
    done: list[Done]
    drawn_at: int
    """The version at which its randomness was drawn."""
    epoch: int = 0
    before: Table = _NO_TABLE
    tables: Sequence[Table] = ()
    chain: bytes = b""
    checkpoint: str | None = None
    events: tuple[Event, ...] = ()
    refused_after: list[tuple[_Pending, Refused]] = []
    """Commands refused on top of this one before it was committed. If it fails, they are decided again."""


class TableHost:
    """One table of the floor in this process. Everything runs on one event loop, so it needs no locks."""

    def __init__(
        self,
        record: TableRecord,
        rules: Rules,
        store: Store,
        writer: Writer,
        shared_moves: SharedMovesOf,
    ) -> None:
        self.record = record
        self.rules = rules
        self.timings = writer.timings
        self.watchers: list[Callable[[CommittedChange], None]] = []
        self.redraw: Redraw = lambda _table, command: command
        self.enrich: Enrich = lambda command: command
        self.sign: Sign = lambda *_: None
        self.keeps_snapshots = True
        self._store = store
        self._writer = writer
        self._shared_moves = shared_moves
        self._committed_replica = load_replica(store, record.id)
        self._ahead = self._committed_replica.copy()
        self._epoch = 0
        """Incremented when decisions ahead of the journal are dropped; older epochs are then ignored."""
        self._numbers = itertools.count()
        self._in_flight: dict[str, _Pending] = {}
        self._deferred: _Pending | None = None
        self._waiting: list[_Pending] = []
        """Waiting for the deferred command, in the order submitted."""
        self._answered: OrderedDict[str, int] = OrderedDict()
        self._journal = JournalReader(store, record.id, lambda: self.committed.version, self._apply)

    @property
    def committed(self) -> Table:
        """The committed table."""
        return self._committed_replica.table

    @property
    def table(self) -> Table:
        """The table including decisions not yet committed."""
        return self._ahead.table

    @property
    def running_round(self) -> RunningRound:
        return self._committed_replica.running

    @property
    def settled(self) -> bool:
        """Whether everything decided is committed."""
        return not self._in_flight

    @property
    def contended(self) -> bool:
        """Whether another process was faster: nothing is decided until the table's state is known."""
        return self._deferred is not None

    def submit(self, command: Command, command_id: str, done: Done, *, drawn: bool = True) -> None:
        """Decide a command and commit its events. Watchers are notified first, then `done` is called.

        Unless `drawn`, the command's randomness is drawn when it is decided.
        """
        if not self._joined(command_id, done):
            version = self.table.version if drawn else _NEVER
            self._take(_Pending(next(self._numbers), command, command_id, [done], version))

    def refuse(self, command: Command, command_id: str, refusal: Refused, done: Done) -> None:
        """Refuse a command without deciding it. A retry of a committed one is acknowledged."""
        if not self._joined(command_id, done):
            pending = _Pending(next(self._numbers), command, command_id, [done], _NEVER)
            self._refuse_unless_committed(pending, refusal, final=True)

    def is_known(self, command_id: str) -> bool:
        """Whether a command with this id was answered recently, or is in flight."""
        return command_id in self._answered or self._pending(command_id) is not None

    def _joined(self, command_id: str, done: Done) -> bool:
        """Whether a command was submitted before: a retry gets the same answer."""
        if (version := self._answered.get(command_id)) is not None:
            done(Acknowledged(version, repeated=True))
            return True
        if (pending := self._pending(command_id)) is not None:
            pending.done.append(done)
            return True
        return False

    def _pending(self, command_id: str) -> _Pending | None:
        if (pending := self._in_flight.get(command_id)) is not None:
            return pending
        return next((each for each in self._waiting if each.id == command_id), None)

    def _take(self, pending: _Pending) -> None:
        if self._deferred is None:
            self._decide(pending)
        else:
            insort(self._waiting, pending, key=lambda each: each.number)

    def _decide(self, pending: _Pending) -> None:
        table = self._ahead.table
        try:
            if pending.drawn_at != table.version:
                pending.command = self.redraw(table, pending.command)
                pending.drawn_at = table.version
            pending.command = self.enrich(pending.command)
            events = decide(self.rules, table, pending.command)
            append, pending.tables = prepare_append(
                self.record.id,
                self._ahead,
                pending.command,
                pending.id,
                events,
                self._shared_moves,
                self.sign,
            )
        except Refused as refusal:
            self._refused(pending, refusal)
            return
        except Exception:  # noqa: BLE001 - one command's trouble is not the table's
            _log.exception("table %s: %s failed", self.record.id, type(pending.command).__name__)
            self._ahead = self._rebuild_ahead()
            _answer(pending, Failed())
            return
        pending.before, pending.events, pending.epoch = table, events, self._epoch
        pending.chain, pending.checkpoint = self._ahead.chain, append.checkpoint
        self._in_flight[pending.id] = pending
        self._writer.submit(append, partial(self._written, pending))

    def _rebuild_ahead(self) -> Replica:
        """The replica with all decisions, rebuilt: a failed command may have left it half advanced."""
        replica = self._committed_replica.copy()
        for pending in self._in_flight.values():
            if pending.epoch == self._epoch:
                for event in pending.events:
                    replica.advance(event, pending.chain)
        return replica

    def _refused(self, pending: _Pending, refusal: Refused) -> None:
        if self._in_flight:
            next(reversed(self._in_flight.values())).refused_after.append((pending, refusal))
        else:
            self._refuse(pending, refusal)

    def _refuse(self, pending: _Pending, refusal: Refused) -> None:
        if pending.id.startswith(OWN):
            _answer(pending, refusal)
        else:
            self._refuse_unless_committed(pending, refusal)

    def _refuse_unless_committed(self, pending: _Pending, refusal: Refused, *, final: bool = False) -> None:
        """A retry of a committed command is acknowledged, though it would be refused now.

        Unless the refusal is final, it is decided again if another process has moved on.
        """

        def found(future: asyncio.Future[tuple[Repeated | None, int]]) -> None:
            if future.exception() is not None:
                # It is unknown whether this is a retry, so refusing it could be wrong.
                _answer(pending, Unavailable())
                return
            repeated, head = future.result()
            if repeated is not None:
                self._journal.read_then(partial(self._acknowledge, pending, repeated.last, repeated=True))
            elif head > self.committed.version and not final:
                self._defer(pending)
            else:
                _answer(pending, refusal)

        def look() -> tuple[Repeated | None, int]:
            head = self._store.head(self.record.id).version if self._store.shared else 0
            return self._store.kept_as(self.record.id, pending.id), head

        asyncio.get_running_loop().run_in_executor(None, look).add_done_callback(found)

    def _written(self, pending: _Pending, answer: Answer) -> None:
        del self._in_flight[pending.id]
        if isinstance(answer, Appended):
            self._committed(pending, answer.version)
        else:
            self._roll_back(pending)
            self._not_appended(pending, answer)
        refused, pending.refused_after = pending.refused_after, []
        for other, refusal in refused:
            if isinstance(answer, Appended):
                self._refuse(other, refusal)
            else:
                self._take(other)

    def _not_appended(self, pending: _Pending, answer: Answer) -> None:
        match answer:
            case Repeated(_, last):
                self._journal.read_then(partial(self._acknowledge, pending, last, repeated=True))
            case Overdrawn(account):
                _answer(pending, _not_enough(account))
            case Conflict():
                self._defer(pending)
            case WriteRejected():
                _answer(pending, Failed())
            case _:
                _answer(pending, Unavailable())

    def _defer(self, pending: _Pending) -> None:
        """Defer a command: it is decided while nobody else can write to the table."""
        if self._deferred is not None:
            self._take(pending)
            return
        self._deferred = self._in_flight[pending.id] = pending
        decision = DeferredDecision(
            self.record.id,
            self.rules,
            self._committed_replica.copy(),
            pending.command,
            pending.id,
            self._shared_moves,
            self.redraw,
            self.enrich,
            self.sign,
        )
        append = DeferredAppend(self.record.id, pending.id, self.committed.version, decision.decide)
        self._writer.submit(append, partial(self._deferred_written, pending, decision))

    def _deferred_written(self, pending: _Pending, decision: DeferredDecision, answer: Answer) -> None:
        """First read what others have committed, whether or not this command was committed."""
        result: CommandResult
        match answer:
            case Appended(version):
                result = Acknowledged(version)
            case Repeated(_, last):
                result = Acknowledged(last, repeated=True)
            case Declined() if decision.refusal is not None:
                result = decision.refusal
            case Overdrawn(account):
                result = _not_enough(account)
            case Conflict():
                del self._in_flight[pending.id]
                self._deferred = None
                self._defer(pending)
                return
            case Declined() | WriteRejected():
                self._finish_deferred(pending, Failed())
                return
            case _:
                self._finish_deferred(pending, Unavailable())
                return
        self._journal.read_then(partial(self._finish_deferred, pending, result))

    def _finish_deferred(self, pending: _Pending, result: CommandResult) -> None:
        del self._in_flight[pending.id]
        self._deferred = None
        self._drop_ahead()
        if isinstance(result, Acknowledged):
            self._remember(pending.id, result.version)
        _answer(pending, result)
        waiting, self._waiting = self._waiting, []
        for each in (*(other for other, _ in pending.refused_after), *waiting):
            self._take(each)

    def _committed(self, pending: _Pending, version: int) -> None:
        kept = self._committed_replica
        if pending.before.version != kept.table.version:
            # Another process committed the very event decided before this one: there is more to read.
            self._journal.read_then(partial(self._acknowledge, pending, version, repeated=False))
            return
        for table, event in zip(pending.tables, pending.events, strict=True):
            kept.running.add(table, event)
        kept.table, kept.chain = pending.tables[-1], pending.chain
        change = CommittedChange(
            pending.before, kept.table, pending.events, pending.command, pending.checkpoint
        )
        self._publish(change)
        self._acknowledge(pending, version, repeated=False)

    def _acknowledge(self, pending: _Pending, version: int, *, repeated: bool) -> None:
        self._remember(pending.id, version)
        _answer(pending, Acknowledged(version, repeated))

    def _remember(self, command_id: str, version: int) -> None:
        self._answered[command_id] = version
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    def _publish(self, change: CommittedChange) -> None:
        for watcher in tuple(self.watchers):
            try:
                watcher(change)
            except Exception:  # noqa: BLE001 - it is committed: the others and its sender are told all the same
                _log.exception("table %s: a watcher failed", self.record.id)
        behind = self.committed.version - self._committed_replica.snapshot
        if self.keeps_snapshots and behind >= SNAPSHOT_EVERY:
            self._committed_replica.snapshot = self.committed.version
            snapshot = StoredSnapshot(self.committed.version, encode(self.committed))
            loop = asyncio.get_running_loop()
            loop.run_in_executor(None, self._store.save_snapshot, self.record.id, snapshot)

    def _roll_back(self, pending: _Pending) -> None:
        """Return to the committed table; what was decided on another basis will be decided again."""
        if pending.epoch == self._epoch:
            self._drop_ahead()

    def _drop_ahead(self) -> None:
        self._epoch += 1
        self._ahead = self._committed_replica.copy()

    def catch_up(self, then: Callable[[], None] = lambda: None, *, may_skip: bool = False) -> None:
        """Read what another process has written, unless something of our own is in flight; then continue.

        Without viewers, a table that is far behind can be reloaded from its last round.
        """
        if not self.settled:
            then()
        elif may_skip:
            self._skip_ahead(then)
        else:
            self._journal.read_then(then)

    async def caught_up(self) -> None:
        """Wait until an unwatched table has caught up with its journal."""
        read: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.catch_up(lambda: None if read.done() else read.set_result(None), may_skip=True)
        await read

    def _skip_ahead(self, then: Callable[[], None]) -> None:
        def found(future: asyncio.Future[Replica | None]) -> None:
            replica = None if future.exception() else future.result()
            if replica is not None and self.settled and replica.table.version > self.committed.version:
                self._committed_replica = replica
                self._drop_ahead()
            self._journal.read_then(then)

        version = self.committed.version
        asyncio.get_running_loop().run_in_executor(None, self._far_ahead, version).add_done_callback(found)

    def _far_ahead(self, version: int) -> Replica | None:
        """The table as it is now, if too much is missing to follow it event by event."""
        far = self._store.head(self.record.id).version - version > FAR_BEHIND
        return load_replica(self._store, self.record.id) if far else None

    def _apply(self, committed: Sequence[CommittedCommand]) -> None:
        for each in committed:
            if each.last > self.committed.version:
                before = self.committed
                for event, chain in each.events:
                    self._committed_replica.advance(event, chain)
                events = tuple(event for event, _ in each.events)
                self._publish(CommittedChange(before, self.committed, events, each.command))
        if self.settled:
            self._ahead = self._committed_replica.copy()


def _not_enough(account: str) -> Refused:
    return Refused(Reason.NOT_ENOUGH, f"The {account.replace('/', ' of ')} doesn't have that much.", ())


def _answer(pending: _Pending, result: CommandResult) -> None:
    for done in pending.done:
        done(result)
