"""Checkpoints SQLite's write-ahead log into the file, in parallel with the writer.

By default SQLite does this within the commit that makes the log too long, and every command of that group
waits some milliseconds for it. Here a thread with its own connection copies what is there while the writer
goes on. Little is written meanwhile, and the writer copies that within its next commit. Only then does the
log restart from its beginning.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from threading import Thread
from typing import Final

import apsw

from paigow.faults import BadInput

CHECKPOINT_PAGES: Final = 8_000
"""How long the write-ahead log grows before a checkpoint: one command alone writes several pages."""
OVERDUE_PAGES: Final = 4 * CHECKPOINT_PAGES
"""At this length the log isn't left to the thread: a disk that can't keep up must slow the writer down."""


class LogKeeper:
    """Keeps the log of one file short. The writer connection's commits call `committed`."""

    def __init__(self, connect: Callable[[], apsw.Connection]) -> None:
        self._connect = connect
        self._thread: Thread | None = None

    def watch(self, writer: apsw.Connection) -> None:
        """Called after every commit of the writer; replaces SQLite's automatic checkpoints."""
        writer.set_wal_hook(self._committed)

    def _committed(self, writer: apsw.Connection, _name: str, pages: int) -> int:
        done = self._thread is not None and not self._thread.is_alive()
        if done:
            self._thread = None
        if pages >= (CHECKPOINT_PAGES if done else OVERDUE_PAGES):
            _carry_over(writer)
        elif pages >= CHECKPOINT_PAGES and self._thread is None:
            self._thread = Thread(target=self._carry_over_aside, name="wal", daemon=True)
            self._thread.start()
        return apsw.SQLITE_OK

    def _carry_over_aside(self) -> None:
        with suppress(BadInput), closing(self._connect()) as connection:
            _carry_over(connection)

    def close(self) -> None:
        if self._thread is not None:
            self._thread.join()


def _carry_over(connection: apsw.Connection) -> None:
    """A log that can't be checkpointed now stays as it is and loses nothing: the next commit tries again."""
    with suppress(apsw.Error):
        connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
