"""Group commit: all waiting commands, of every table, go to the store in one transaction.

A command is acknowledged after its commit and never before. Under load, groups grow naturally. Below that,
commands in quick succession are gathered for a moment: a commit costs as much as four of them.

A separate process writes. Because of the GIL, a writer thread would wait for the event loop at every
statement, and the loop for it. The process is forked while the server has no threads yet, writes one group
after another, and ends when the server closes the connection between them, or dies.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NoReturn

import msgspec
from msgspec import Struct

from paigow.server.background import work_quietly
from paigow.server.monitoring import Timings
from paigow.store.database import StoreUnavailable
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, Appended, AppendOutcome, DeferredAppend, Repeated

LARGEST_GROUP: Final = 512
ANSWERED_AT_ONCE: Final = 16
"""Fewer cost more turns of the event loop; with more, clients wait until the others' answers are encoded."""
GATHER_SECONDS: Final = 0.0015
"""How long the first command of a group waits for others, if the rate is high enough to expect one."""
GATHERED: Final = 4
"""At this many, the group doesn't wait: more of them cost little less together."""
CROWDED_SECONDS: Final = 0.0005
"""If commands come closer together than this, groups grow naturally."""
BUSY: Final = 0.8
"""The same at this load of the event loop: waiting then costs a seventh of the rate."""
RETRY_SECONDS: Final = 30.0
"""How long a group is retried, in seconds, before waiting callers get the error."""
BETWEEN_TRIES: Final = 0.25
FAILURES: Final = 3
"""After this many failures of a reachable store, commands are written one by one: one of them is at fault."""
_SIZE: Final = 4
"""The length prefix of a message between the processes, in bytes."""
_FAILED: Final = b"!"
"""How a message begins if a try to write the group failed; the answer, a msgpack array, comes later."""

_log = logging.getLogger("paigow.group_commit")


class WriteUnconfirmed(Struct, frozen=True, tag=True, array_like=True):
    """The store couldn't be reached in time: the command may or may not have been committed."""


class WriteRejected(Struct, frozen=True, tag=True, array_like=True):
    """The store is available but rejects this command: it isn't committed."""


Answer = AppendOutcome | WriteUnconfirmed | WriteRejected
WriteDone = Callable[[Answer], None]
TryFailed = Callable[[str], None]
"""Called at every failed try to write a group, with the reason; the group is tried again."""
_WriteJob = tuple[Append | DeferredAppend, WriteDone]


class Writer:
    """The only writer of a server, on its event loop.

    Commands of one table are answered together, in the order they were submitted. A server thread writes if
    there is no writer process. It also writes deferred commands: their functions can't be sent to a process.
    """

    def __init__(self, store: Store, timings: Timings, process: WriteProcess | None = None) -> None:
        self.groups = 0
        self.commands = 0
        self.kept_at = 0.0
        """When a group was last committed, on the monotonic clock."""
        self.retries = False
        """Whether a group failed and is being retried."""
        self.timings = timings
        self.on_committed: Callable[[Mapping[str, int]], None] = lambda _ends: None
        """Called with the tables that were written to, each with its version."""
        self._store = store
        self._process = process
        if process is not None:
            process.on_failed = self._failed
        self._outage = False
        """Whether no group has been committed since one failed: logged when it begins and when it ends."""
        self._loop = asyncio.get_running_loop()
        self._closing = False
        self._queue: deque[_WriteJob] = deque()
        self._arrived = asyncio.Event()
        self._gathering: asyncio.TimerHandle | None = None
        self._between = 1.0
        """The interval between commands, in seconds: a moving average."""
        self._last_came = 0.0
        self._rested = (0.0, 0.0)
        """When the loop's load was last measured, and its CPU time then."""
        self._answered: deque[tuple[_WriteJob, Answer]] = deque()
        self._task = self._loop.create_task(self._run())

    def submit(self, append: Append | DeferredAppend, done: WriteDone) -> None:
        """Queue a batch; batches are written in the order submitted."""
        self._queue.append((append, done))
        now = time.monotonic()
        self._between += (min(now - self._last_came, 1.0) - self._between) / 16
        self._last_came = now
        if self._gathering is None or len(self._queue) >= GATHERED:
            self._arrived.set()

    @property
    def waiting(self) -> int:
        """Batches not written yet."""
        return len(self._queue)

    async def close(self) -> None:
        """Write everything queued, then stop."""
        self._closing = True
        self._arrived.set()
        if self._process is not None:
            self._process.hurry()
        await self._task
        if self._process is not None:
            await self._process.close()

    def _failed(self, why: str) -> None:
        self.retries = True
        if not self._outage:
            _log.warning("commands can't be written: %s", why)
        self._outage = True

    def _kept(self, answers: Sequence[Answer]) -> None:
        self.kept_at = time.monotonic()
        # A group of repeated or outdated commands needs no space.
        if not any(isinstance(answer, Appended) for answer in answers):
            return
        if self._outage:
            _log.warning("commands are written again")
        self._outage = False

    async def _run(self) -> None:
        while self._queue or not self._closing:
            if not self._queue:
                self._arrived.clear()
                await self._arrived.wait()
                continue
            if self._is_worth_gathering():
                await self._gather()
            group = self._next()
            began = time.perf_counter()
            answers = await self._write([batch for batch, _ in group])
            self.timings.commit.observe(time.perf_counter() - began)
            self.retries = False
            if not any(isinstance(answer, WriteUnconfirmed) for answer in answers):
                self._kept(answers)
            self.groups += 1
            self.commands += len(group)
            answered = sorted(zip(group, answers, strict=True), key=_table_of)
            self.on_committed(
                {job[0].table: answer.version for job, answer in answered if isinstance(answer, Appended)}
            )
            self._answer(answered)

    def _is_worth_gathering(self) -> bool:
        """Whether another command is expected in a moment, and the loop has time to wait for it."""
        expected = CROWDED_SECONDS < self._between < GATHER_SECONDS
        return expected and len(self._queue) < GATHERED and not self._closing and not self._is_busy()

    def _is_busy(self) -> bool:
        """Measured only when it matters, because reading a thread's CPU time is a system call.

        Measuring for every group took a twenty-fifth of a saturated loop.
        """
        (taken, worked), self._rested = self._rested, (time.monotonic(), time.thread_time())
        return self._rested[1] - worked > BUSY * (self._rested[0] - taken)

    async def _gather(self) -> None:
        """Wait until a few commands have arrived, or the moment is over."""
        self._arrived.clear()
        self._gathering = self._loop.call_later(GATHER_SECONDS, self._arrived.set)
        await self._arrived.wait()
        self._gathering.cancel()
        self._gathering = None

    def _next(self) -> list[_WriteJob]:
        """Everything queued; a deferred command goes alone, as it takes longer."""
        group = [self._queue.popleft()]
        while self._queue and len(group) < LARGEST_GROUP and not isinstance(group[0][0], DeferredAppend):
            if isinstance(self._queue[0][0], DeferredAppend):
                break
            group.append(self._queue.popleft())
        return group

    async def _write(self, batches: list[Append | DeferredAppend]) -> list[Answer]:
        appends = [batch for batch in batches if isinstance(batch, Append)]
        retry = False
        if (process := self._process) is not None and appends:
            try:
                return await process.write_group(appends)
            except ConnectionError:
                _log.exception("the writer process has exited: the server itself writes from now on")
                self._process, retry = None, True
                await process.close()
        return await asyncio.to_thread(
            write_group, self._store, batches, lambda: self._closing, self._failed, retry=retry
        )

    def _answer(self, answered: list[tuple[_WriteJob, Answer]]) -> None:
        idle = not self._answered
        self._answered += answered
        if idle:
            self._answer_some()

    def _answer_some(self) -> None:
        """Answer a few at a time: their messages are on the way while the others' are still being encoded."""
        for _ in range(min(ANSWERED_AT_ONCE, len(self._answered))):
            (batch, done), answer = self._answered[0]
            try:
                done(answer)
            except Exception:  # noqa: BLE001 - the others of the group are to be answered all the same
                _log.exception("table %s: a command was committed and not announced", batch.table)
            self._answered.popleft()
        if self._answered:
            self._loop.call_soon(self._answer_some)


def _table_of(answered: tuple[_WriteJob, Answer]) -> str:
    return answered[0][0].table


def write_group(
    store: Store,
    batches: Sequence[Append | DeferredAppend],
    closing: Callable[[], bool],
    on_failed: TryFailed,
    *,
    retry: bool = False,
) -> list[Answer]:
    """Commit a group. If the database goes away, the group is retried: command ids make that idempotent.

    `retry` if another process tried to write it, with an unknown result.
    """
    start = time.monotonic()
    give_up = start + RETRY_SECONDS
    failures = 0
    while True:
        try:
            outcomes = store.append(batches)
        except StoreUnavailable as away:
            on_failed(f"{away.problem} ({away.where})" if away.where else away.problem)
            give_up = min(give_up, start + away.patience)
            if closing() or time.monotonic() > give_up:
                return [WriteUnconfirmed()] * len(batches)
            time.sleep(BETWEEN_TRIES)
            retry = True
        except Exception:  # noqa: BLE001 - a database has many ways to be away
            _log.exception("couldn't write a group of %d commands", len(batches))
            failures += _is_writable(store)
            if failures == FAILURES:
                return [_write_alone(store, batch) for batch in batches]
            if closing() or time.monotonic() > give_up:
                return [WriteUnconfirmed()] * len(batches)
            time.sleep(BETWEEN_TRIES)
            retry = True
        else:
            if not retry:
                return list[Answer](outcomes)
            return [
                _committed_after_all(batch, outcome) for batch, outcome in zip(batches, outcomes, strict=True)
            ]


def _is_writable(store: Store) -> bool:
    """Whether the store accepts writes, so that the group itself must be at fault."""
    try:
        with store.database.writing():
            pass
    except Exception:  # noqa: BLE001 - a database has many ways to be away
        return False
    return True


def _write_alone(store: Store, batch: Append | DeferredAppend) -> Answer:
    """One command of a group that couldn't be written."""
    try:
        outcome = store.append([batch])[0]
    except Exception:  # noqa: BLE001 - a database has many ways to be away
        there = _is_writable(store)
        _log.exception("table %s: couldn't write a command", batch.table)
        return WriteRejected() if there else WriteUnconfirmed()
    return _committed_after_all(batch, outcome)


def _committed_after_all(batch: Append | DeferredAppend, outcome: AppendOutcome) -> AppendOutcome:
    """A group that failed may have been committed anyway: then it is found at its own versions."""
    if isinstance(batch, Append) and outcome == Repeated(batch.after + 1, batch.last):
        return Appended(batch.last)
    return outcome


class _Pipe(asyncio.Protocol):
    """The server's end of the connection to the process: one answer at a time, without a stream's tasks."""

    def __init__(self, on_failed: TryFailed) -> None:
        self._on_failed = on_failed
        self.answer: asyncio.Future[bytes] | None = None
        self._received = bytearray()
        self._lost = False

    def expect(self, loop: asyncio.AbstractEventLoop) -> asyncio.Future[bytes]:
        """The next answer, once it is complete."""
        self.answer = loop.create_future()
        if self._lost:
            self.connection_lost(None)
        return self.answer

    def data_received(self, data: bytes) -> None:
        received = self._received
        received += data
        while len(received) >= _SIZE:
            end = _SIZE + int.from_bytes(received[:_SIZE], "big")
            if len(received) < end:
                break
            message = bytes(received[_SIZE:end])
            del received[:end]
            if message.startswith(_FAILED):
                self._on_failed(message.removeprefix(_FAILED).decode())
            elif self.answer is not None and not self.answer.done():
                self.answer.set_result(message)

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - asyncio's signature
        self._lost = True
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(ConnectionError("the write process has ended"))


class WriteProcess:
    """The writer process as the server sees it: it receives a group and answers once it is committed."""

    def __init__(self, address: str | None) -> None:
        self._socket, theirs = socket.socketpair()
        self._pipe: tuple[asyncio.Transport, _Pipe] | None = None
        self._decoder = msgspec.msgpack.Decoder(list[Answer])
        self.on_failed: TryFailed = lambda _why: None
        self.pid = os.fork()
        if self.pid == 0:
            self._socket.close()
            _run_process(theirs, address)
        theirs.close()

    async def write_group(self, batches: Sequence[Append]) -> list[Answer]:
        """Commit a group; raises ConnectionError if the process has ended."""
        loop = asyncio.get_running_loop()
        if self._pipe is None:
            self._pipe = await loop.create_unix_connection(lambda: _Pipe(self.on_failed), sock=self._socket)
        transport, pipe = self._pipe
        message = msgspec.msgpack.encode(batches)
        answer = pipe.expect(loop)
        transport.write(len(message).to_bytes(_SIZE, "big") + message)
        return self._decoder.decode(await answer)

    def hurry(self) -> None:
        """The server is closing: stop waiting for an unreachable store."""
        os.kill(self.pid, signal.SIGTERM)

    async def close(self) -> None:
        """End the process, if it hasn't ended; nothing can be in flight."""
        if self._pipe is not None:
            self._pipe[0].close()
        self._socket.close()
        await asyncio.to_thread(os.waitpid, self.pid, 0)


def _run_process(connection: socket.socket, address: str | None) -> NoReturn:
    """The new process's main function."""
    status = 1
    try:
        work_quietly(0)
        # A killed server can leave an answer unread: then the connection is reset, not closed.
        with suppress(ConnectionError):
            _write_groups(connection, address)
        status = 0
    except Exception:  # noqa: BLE001 - the server goes on without it
        _log.exception("the writer process failed")
    finally:
        os._exit(status)


def _write_groups(connection: socket.socket, address: str | None) -> None:
    closing = False

    def close(*_: object) -> None:
        nonlocal closing
        closing = True

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, close)
    decoder = msgspec.msgpack.Decoder(list[Append])

    def send(message: bytes) -> None:
        connection.sendall(len(message).to_bytes(_SIZE, "big") + message)

    def failed(why: str) -> None:
        send(_FAILED + why.encode())

    store: Store | None = None
    with connection.makefile("rb") as incoming:
        while head := incoming.read(_SIZE):
            batches = decoder.decode(incoming.read(int.from_bytes(head, "big")))
            store = store or open_store(address)
            send(msgspec.msgpack.encode(write_group(store, batches, lambda: closing, failed)))
    if store is not None:
        store.close()
