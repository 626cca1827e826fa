"""One thread that writes: whatever commands are waiting, of all tables, go into one transaction together.

A command is acknowledged after its commit and never before. Under load groups grow by themselves.
"""

from __future__ import annotations

import asyncio
import threading
from queue import SimpleQueue

from paigow.store.appending import Outcome
from paigow.store.journal import Store
from paigow.store.records import Append

__all__ = ["Writer"]

LARGEST_GROUP = 512
_Job = tuple[Append, "asyncio.Future[Outcome]"]


class Writer:
    """The only writer of a process. Futures are completed on the loop that submitted them."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop) -> None:
        self._store = store
        self._loop = loop
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, append: Append) -> asyncio.Future[Outcome]:
        """Queue a batch; batches are written in the order in which they were submitted."""
        future: asyncio.Future[Outcome] = self._loop.create_future()
        self._queue.put((append, future))
        return future

    def close(self) -> None:
        """Write all that is queued and stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            group, last = self._gathered(job)
            self._write(group)
            if last:
                return

    def _gathered(self, first: _Job) -> tuple[list[_Job], bool]:
        group = [first]
        while len(group) < LARGEST_GROUP and not self._queue.empty():
            job = self._queue.get()
            if job is None:
                return group, True
            group.append(job)
        return group, False

    def _write(self, group: list[_Job]) -> None:
        try:
            outcomes: list[Outcome] | Exception = self._store.append([append for append, _ in group])
        except Exception as error:  # noqa: BLE001 - whoever waits for the group is told, whatever went wrong
            outcomes = error
        self._loop.call_soon_threadsafe(_complete, group, outcomes)


def _complete(group: list[_Job], outcomes: list[Outcome] | Exception) -> None:
    if isinstance(outcomes, Exception):
        for _, future in group:
            if not future.done():
                future.set_exception(outcomes)
        return
    for (_, future), outcome in zip(group, outcomes, strict=True):
        if not future.done():
            future.set_result(outcome)
