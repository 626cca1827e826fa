"""A table in a server's memory: commands decided, kept, and only then told to those who watch.

The journal is the truth. What is decided runs ahead of it by the commands still being written; if one of
those cannot be kept, because another process was faster, it is decided anew where nobody is faster, and the
commands after it wait for that.
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

from paigow.server.keeping import FloorPostings, Informed, LateDecision, Redraw, laid_out
from paigow.server.tables.group_commit import Writer
from paigow.server.tables.replica import Course, Read, load_table, read_after
from paigow.server.writing import Answer, Spoiled
from paigow.store.journal import Store
from paigow.store.records import (
    Appended,
    Conflict,
    Declined,
    Late,
    Overdrawn,
    Repeated,
    Snapshot,
    TableRecord,
)
from paigow.store.results import RoundSoFar
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.engine import decide
from paigow.table.records.codec import encode
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Table

__all__ = ["OWN", "Acknowledged", "Failed", "Happened", "TableHost", "Unavailable"]

SNAPSHOT_EVERY: Final = 2_000
REMEMBERED: Final = 256
OWN: Final = ("auto/", "sweep/")
"""How ids begin that the server makes itself, each of them once."""

_NO_TABLE: Final = Table()

_log = logging.getLogger("paigow.hosting")


class Acknowledged(Struct, frozen=True, gc=False):
    """A command is kept; `repeated` if it had been before."""

    version: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Unavailable:
    """The store cannot be reached: the command may be given again with the same id."""


@dataclass(frozen=True, slots=True)
class Failed:
    """Something went wrong here with this very command: it is not kept, and would fail again."""


Result = Acknowledged | Refused | Unavailable | Failed
Done = Callable[[Result], None]


class Happened(Struct, frozen=True):
    """The events of a command that were kept together, and the table before and after them."""

    before: Table
    table: Table
    events: tuple[Event, ...]
    command: Command


class _Pending(Struct):
    number: int
    command: Command
    id: str
    done: list[Done]
    drawn_at: int
    """The version at which its chance was drawn."""
    epoch: int = 0
    before: Table = _NO_TABLE
    tables: Sequence[Table] = ()
    chain: bytes = b""
    events: tuple[Event, ...] = ()
    doubts: list[tuple[_Pending, Refused]] = []
    """What was refused with this one decided but not kept: if it cannot be kept, it is decided anew."""


class TableHost:
    """One table of the floor in this process. All of it runs on one event loop."""

    def __init__(
        self, record: TableRecord, rules: Rules, store: Store, writer: Writer, floor: FloorPostings
    ) -> None:
        self.record = record
        self.rules = rules
        self.watchers: list[Callable[[Happened], None]] = []
        self.redraw: Redraw = lambda _table, command: command
        """Draws anew for a command that is decided at another version than it was made for."""
        self.informed: Informed = lambda command: command
        """Tells a command what the floor knows at the moment when it is decided."""
        self._store = store
        self._writer = writer
        self._floor = floor
        self._kept = load_table(store, record.id)
        self._ahead = self._kept.ahead()
        self._epoch = 0
        self._numbers = itertools.count()
        self._in_flight: dict[str, _Pending] = {}
        self._late: _Pending | None = None
        self._waiting: list[_Pending] = []
        """For the late one, in the order in which they were given."""
        self._answered: OrderedDict[str, int] = OrderedDict()
        self._reading = False
        self._asked: list[Callable[[], None]] = []

    @property
    def kept(self) -> Table:
        """The table as the journal has it."""
        return self._kept.table

    @property
    def table(self) -> Table:
        """The table as far as it is decided."""
        return self._ahead.table

    @property
    def round_so_far(self) -> RoundSoFar:
        return self._kept.so_far

    @property
    def settled(self) -> bool:
        """Whether all that was decided is kept."""
        return not self._in_flight

    @property
    def contended(self) -> bool:
        """Whether another process was faster: nothing is decided until it is known how the table stands."""
        return self._late is not None

    def give(self, command: Command, command_id: str, done: Done) -> None:
        """Decide a command and keep what follows. Whoever watches is told, then `done` is called."""
        if (version := self._answered.get(command_id)) is not None:
            done(Acknowledged(version, repeated=True))
        elif (pending := self._known(command_id)) is not None:
            pending.done.append(done)
        else:
            number = next(self._numbers)
            self._take(_Pending(number, command, command_id, [done], self.table.version))

    def _known(self, command_id: str) -> _Pending | None:
        if (pending := self._in_flight.get(command_id)) is not None:
            return pending
        return next((each for each in self._waiting if each.id == command_id), None)

    async def given(self, command: Command, command_id: str) -> Acknowledged:
        """The same, to be waited for; raises Refused, and TimeoutError if the store is away."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self.give(command, command_id, future.set_result)
        match await future:
            case Acknowledged() as acknowledged:
                return acknowledged
            case Refused() as refusal:
                raise refusal
            case Failed():
                raise RuntimeError("the command cannot be carried out")
            case _:
                raise TimeoutError("the store cannot be reached")

    def _take(self, pending: _Pending) -> None:
        if self._late is None:
            self._decide(pending)
        else:
            insort(self._waiting, pending, key=lambda each: each.number)

    def _decide(self, pending: _Pending) -> None:
        table = self._ahead.table
        try:
            if pending.drawn_at != table.version:
                pending.command = self.redraw(table, pending.command)
                pending.drawn_at = table.version
            pending.command = self.informed(pending.command)
            events = decide(self.rules, table, pending.command)
            append, pending.tables = laid_out(
                self.record.id, self._ahead, pending.command, pending.id, events, self._floor
            )
        except Refused as refusal:
            self._refused(pending, refusal)
            return
        except Exception:  # noqa: BLE001 - one command's trouble is not the table's
            _log.exception("table %s: %s failed", self.record.id, type(pending.command).__name__)
            self._ahead = self._decided()
            _answer(pending, Failed())
            return
        pending.before, pending.events, pending.epoch = table, events, self._epoch
        pending.chain = self._ahead.chain
        self._in_flight[pending.id] = pending
        self._writer.submit(append, partial(self._written, pending))

    def _decided(self) -> Course:
        """The table as far as it is decided, put together anew."""
        course = self._kept.ahead()
        for pending in self._in_flight.values():
            if pending.epoch == self._epoch:
                for event in pending.events:
                    course.take(event, pending.chain)
        return course

    def _refused(self, pending: _Pending, refusal: Refused) -> None:
        if self._in_flight:
            next(reversed(self._in_flight.values())).doubts.append((pending, refusal))
        else:
            self._refuse(pending, refusal)

    def _refuse(self, pending: _Pending, refusal: Refused) -> None:
        if pending.id.startswith(OWN):
            _answer(pending, refusal)
        else:
            self._look_up(pending, refusal)

    def _look_up(self, pending: _Pending, refusal: Refused) -> None:
        """Whoever repeats a command that was kept is told so, though it would be refused now."""

        def found(future: asyncio.Future[tuple[Repeated | None, int]]) -> None:
            kept, head = (None, 0) if future.exception() else future.result()
            if kept is not None:
                self._follow(partial(self._acknowledge, pending, kept.last, repeated=True))
            elif head > self.kept.version:
                self._decide_late(pending)
            else:
                _answer(pending, refusal)

        def look() -> tuple[Repeated | None, int]:
            name = self.record.id
            head = self._store.head(name).version if self._store.shared else 0
            return self._store.kept_as(name, pending.id), head

        asyncio.get_running_loop().run_in_executor(None, look).add_done_callback(found)

    def _written(self, pending: _Pending, answer: Answer) -> None:
        del self._in_flight[pending.id]
        match answer:
            case Appended(version):
                self._keep(pending, version)
            case Repeated(_, last):
                self._fall_back(pending)
                self._follow(partial(self._acknowledge, pending, last, repeated=True))
            case Overdrawn(account):
                self._fall_back(pending)
                _answer(pending, _not_enough(account))
            case Conflict():
                self._fall_back(pending)
                self._decide_late(pending)
            case Spoiled():
                self._fall_back(pending)
                _answer(pending, Failed())
            case _:
                self._fall_back(pending)
                _answer(pending, Unavailable())
        if not pending.doubts:
            return
        doubts, pending.doubts = pending.doubts, []
        for doubted, refusal in doubts:
            if isinstance(answer, Appended):
                self._refuse(doubted, refusal)
            else:
                self._take(doubted)

    def _decide_late(self, pending: _Pending) -> None:
        """Have a command decided where nobody else can write to the table any more."""
        if self._late is not None:
            self._take(pending)
            return
        self._late = self._in_flight[pending.id] = pending
        decision = LateDecision(
            self.record.id,
            self.rules,
            self._kept.ahead(),
            pending.command,
            pending.id,
            self._floor,
            self.redraw,
            self.informed,
        )
        late = Late(self.record.id, pending.id, self.kept.version, decision.decide)
        self._writer.submit(late, partial(self._written_late, pending, decision))

    def _written_late(self, pending: _Pending, decision: LateDecision, answer: Answer) -> None:
        """Whatever came of it, first take up what others have kept."""
        match answer:
            case Appended(version):
                self._follow(partial(self._late_over, pending, Acknowledged(version)))
            case Repeated(_, last):
                self._follow(partial(self._late_over, pending, Acknowledged(last, repeated=True)))
            case Declined() if decision.refusal is not None:
                self._follow(partial(self._late_over, pending, decision.refusal))
            case Overdrawn(account):
                self._follow(partial(self._late_over, pending, _not_enough(account)))
            case Conflict():
                del self._in_flight[pending.id]
                self._late = None
                self._decide_late(pending)
            case Declined() | Spoiled():
                self._late_over(pending, Failed())
            case _:
                self._late_over(pending, Unavailable())

    def _late_over(self, pending: _Pending, result: Result) -> None:
        del self._in_flight[pending.id]
        self._late = None
        self._epoch += 1
        self._ahead = self._kept.ahead()
        if isinstance(result, Acknowledged):
            self._remember(pending.id, result.version)
        _answer(pending, result)
        waiting, self._waiting = self._waiting, []
        for each in (*(doubted for doubted, _ in pending.doubts), *waiting):
            self._take(each)

    def _keep(self, pending: _Pending, version: int) -> None:
        """If another process has kept the very event decided before this one, there is more to read."""
        kept = self._kept
        if pending.before.version != kept.table.version:
            self._follow(partial(self._acknowledge, pending, version, repeated=False))
            return
        for table, event in zip(pending.tables, pending.events, strict=True):
            kept.so_far.take(table, event)
        kept.table, kept.chain = pending.tables[-1], pending.chain
        self._tell(Happened(pending.before, kept.table, pending.events, pending.command))
        self._acknowledge(pending, version, repeated=False)

    def _acknowledge(self, pending: _Pending, version: int, *, repeated: bool) -> None:
        self._remember(pending.id, version)
        _answer(pending, Acknowledged(version, repeated))

    def _remember(self, command_id: str, version: int) -> None:
        self._answered[command_id] = version
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)

    def _tell(self, happened: Happened) -> None:
        for watcher in tuple(self.watchers):
            watcher(happened)
        if self.kept.version - self._kept.snapshot >= SNAPSHOT_EVERY:
            self._kept.snapshot = self.kept.version
            snapshot = Snapshot(self.kept.version, encode(self.kept))
            loop = asyncio.get_running_loop()
            loop.run_in_executor(None, self._store.save_snapshot, self.record.id, snapshot)

    def _fall_back(self, pending: _Pending) -> None:
        """Take the table as it is kept; what was decided on something else will be decided anew."""
        if pending.epoch == self._epoch:
            self._epoch += 1
            self._ahead = self._kept.ahead()

    def catch_up(self) -> None:
        """Take up what another process has written, if nothing of our own is on its way."""
        if self.settled:
            self._follow(lambda: None)

    def _follow(self, then: Callable[[], None]) -> None:
        """Read on in the journal, then go on; what cannot be read now will be with the next word of it."""
        self._asked.append(then)
        if not self._reading:
            self._read()

    def _read(self) -> None:
        self._reading = True
        asked, self._asked = self._asked, []

        def have_read(future: asyncio.Future[list[Read]]) -> None:
            self._reading = False
            if (error := future.exception()) is not None:
                _log.warning("table %s cannot be read on: %s", self.record.id, type(error).__name__)
            else:
                self._take_up(future.result())
            for then in asked:
                then()
            if self._asked and not self._reading:
                self._read()

        reading = partial(read_after, self._store, self.record.id, self.kept.version)
        asyncio.get_running_loop().run_in_executor(None, reading).add_done_callback(have_read)

    def _take_up(self, found: list[Read]) -> None:
        for read in found:
            if read.last > self.kept.version:
                before = self.kept
                for event, chain in read.events:
                    self._kept.take(event, chain)
                self._tell(Happened(before, self.kept, tuple(e for e, _ in read.events), read.command))
        if self.settled:
            self._ahead = self._kept.ahead()


def _not_enough(account: str) -> Refused:
    return Refused(Reason.NOT_ENOUGH, f"the {account.replace('/', ' of ')} does not hold so much", ())


def _answer(pending: _Pending, result: Result) -> None:
    for done in pending.done:
        done(result)
