"""Whatever commands are waiting, of all tables, goes to the store together in one transaction.

A command is acknowledged after its commit and never before. Under load groups grow by themselves. How a group
is written, and what happens if it cannot be, is `writing`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Final

from paigow.server.writing import Answer, Lost, WritingProcess, written
from paigow.store.journal import Store
from paigow.store.records import Append, Late

__all__ = ["Writer"]

LARGEST_GROUP: Final = 512
TOLD_AT_ONCE: Final = 16
"""Fewer make more turns of the loop; with more the clients wait for one another's words."""

Done = Callable[[Answer], None]
_Job = tuple[Append | Late, Done]

_log = logging.getLogger("paigow.writer")


class Writer:
    """The only writer of a server, on its event loop.

    Those of one table are answered together, in the order in which they were submitted. Without a process
    that writes, and for what has to be decided within the transaction, a thread of the server does it.
    """

    def __init__(self, store: Store, process: WritingProcess | None = None) -> None:
        self.groups = 0
        self.commands = 0
        self.kept_at = 0.0
        """When a group was last kept, on the monotonic clock."""
        self._store = store
        self._process = process
        self._loop = asyncio.get_running_loop()
        self._closing = False
        self._queue: deque[_Job] = deque()
        self._came = asyncio.Event()
        self._answered: deque[tuple[_Job, Answer]] = deque()
        self._task = self._loop.create_task(self._run())

    def submit(self, append: Append | Late, done: Done) -> None:
        """Queue a batch; batches are written in the order in which they were submitted."""
        self._queue.append((append, done))
        self._came.set()

    @property
    def waiting(self) -> int:
        """Batches that are not written yet."""
        return len(self._queue)

    async def close(self) -> None:
        """Write all that is queued and stop."""
        self._closing = True
        self._came.set()
        if self._process is not None:
            self._process.hurry()
        await self._task
        if self._process is not None:
            await self._process.close()

    async def _run(self) -> None:
        while self._queue or not self._closing:
            if not self._queue:
                self._came.clear()
                await self._came.wait()
                continue
            group = self._next()
            answers = await self._written([batch for batch, _ in group])
            if not any(isinstance(answer, Lost) for answer in answers):
                self.kept_at = time.monotonic()
            self.groups += 1
            self.commands += len(group)
            self._answer(sorted(zip(group, answers, strict=True), key=_table_of))

    def _next(self) -> list[_Job]:
        """All that is there; what is decided within the transaction goes alone."""
        group = [self._queue.popleft()]
        while self._queue and len(group) < LARGEST_GROUP and not isinstance(group[0][0], Late):
            if isinstance(self._queue[0][0], Late):
                break
            group.append(self._queue.popleft())
        return group

    async def _written(self, batches: list[Append | Late]) -> list[Answer]:
        appends = [batch for batch in batches if isinstance(batch, Append)]
        again = False
        if (process := self._process) is not None and appends:
            try:
                return await process.written(appends)
            except ConnectionError:
                _log.exception("the writing process has ended: from now on the server itself writes")
                self._process, again = None, True
                await process.close()
        return await asyncio.to_thread(written, self._store, batches, lambda: self._closing, again=again)

    def _answer(self, answered: list[tuple[_Job, Answer]]) -> None:
        idle = not self._answered
        self._answered += answered
        if idle:
            self._tell()

    def _tell(self) -> None:
        """Tell a few at a time, so that their words are on the way while the others' are still made."""
        for _ in range(min(TOLD_AT_ONCE, len(self._answered))):
            (batch, done), answer = self._answered[0]
            try:
                done(answer)
            except Exception:  # noqa: BLE001 - the others of the group are to be answered all the same
                _log.exception("table %s: a command was written and not told", batch.table)
            self._answered.popleft()
        if self._answered:
            self._loop.call_soon(self._tell)


def _table_of(answered: tuple[_Job, Answer]) -> str:
    return answered[0][0].table
