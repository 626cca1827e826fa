"""One thread that writes: whatever commands are waiting, of all tables, go into one transaction together.

A command is acknowledged after its commit and never before. Under load groups grow by themselves. If the
database goes away the group is written again when it is back: command ids make that harmless. If it is there
and a group fails all the same, one command in it is at fault: it is set apart, the others are written.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from typing import Final

from paigow.store.appending import Outcome
from paigow.store.journal import Store
from paigow.store.records import Append, Appended, Late, Repeated

__all__ = ["Answer", "Lost", "Spoiled", "Writer"]

LARGEST_GROUP: Final = 512
PATIENCE: Final = 30.0
"""How long a group is tried again, in seconds, before those who wait are told."""
BETWEEN_TRIES: Final = 0.25
FAILURES: Final = 3
"""After so many failures of a store that answers, commands are written one by one: one is at fault."""

_log = logging.getLogger("paigow.writer")


class Lost:
    """The store could not be reached in time: whether the command was kept is not known."""


class Spoiled:
    """The store is there, and does not take this command: it is not kept."""


Answer = Outcome | Lost | Spoiled
Done = Callable[[Answer], None]
_Job = tuple[Append | Late, Done]


class Writer:
    """The only writer of a process. Answers are given on the event loop, in the order of submission."""

    def __init__(self, store: Store, loop: asyncio.AbstractEventLoop, patience: float = PATIENCE) -> None:
        self.groups = 0
        self.commands = 0
        self._store = store
        self._loop = loop
        self._patience = patience
        self._closing = False
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def submit(self, append: Append | Late, done: Done) -> None:
        """Queue a batch; batches are written in the order in which they were submitted."""
        self._queue.put((append, done))

    @property
    def waiting(self) -> int:
        return self._queue.qsize()

    def close(self) -> None:
        """Write all that is queued and stop."""
        self._closing = True
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            group, last = self._gathered(job)
            answers = self._written([append for append, _ in group])
            self._loop.call_soon_threadsafe(_tell, group, answers)
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

    def _answers(self) -> bool:
        """Whether the store is there, so that it must be the group itself that cannot be written."""
        try:
            self._store.database.rows("SELECT 1")
        except Exception:  # noqa: BLE001 - a database has many ways to be away
            return False
        return True

    def _written(self, batches: list[Append | Late]) -> list[Answer]:
        give_up = time.monotonic() + self._patience
        again, failures = False, 0
        while True:
            try:
                outcomes = self._store.append(batches)
            except Exception:  # noqa: BLE001 - a database has many ways to be away
                _log.exception("a group of %d commands was not written", len(batches))
                failures += self._answers()
                if failures == FAILURES:
                    return [self._alone(batch) for batch in batches]
                if self._closing or time.monotonic() > give_up:
                    return [Lost()] * len(batches)
                time.sleep(BETWEEN_TRIES)
                again = True
                continue
            self.groups += 1
            self.commands += len(batches)
            return [
                _kept_after_all(batch, outcome) if again else outcome
                for batch, outcome in zip(batches, outcomes, strict=True)
            ]

    def _alone(self, batch: Append | Late) -> Answer:
        """One command of a group that could not be written."""
        try:
            outcome = self._store.append([batch])[0]
        except Exception:  # noqa: BLE001 - a database has many ways to be away
            there = self._answers()
            _log.exception("table %s: a command was not written", batch.table)
            return Spoiled() if there else Lost()
        self.groups += 1
        self.commands += 1
        return _kept_after_all(batch, outcome)


def _kept_after_all(batch: Append | Late, outcome: Outcome) -> Outcome:
    """A group that failed may have been committed all the same: then it is found at its own versions."""
    if isinstance(batch, Append) and outcome == Repeated(batch.after + 1, batch.last):
        return Appended(batch.last)
    return outcome


def _tell(group: list[_Job], answers: list[Answer]) -> None:
    for (append, done), answer in zip(group, answers, strict=True):
        try:
            done(answer)
        except Exception:  # noqa: BLE001 - the others of the group are to be answered all the same
            _log.exception("table %s: a command was written and not told", append.table)
