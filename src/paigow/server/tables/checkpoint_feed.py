"""Publishes checkpoints to a table's viewers and to those who wait. Not signing and storing them.

A note is written in the transaction of its events and published when that is committed: before the events are
published, and before anything is decided on them. Notes of other processes on the same floor are read from
the store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final

from paigow.server.tables.replica import CommittedChange
from paigow.store.checkpoints import fixed, notes_of
from paigow.store.journal import Store

if TYPE_CHECKING:
    from paigow.server.tables.room import Room

PAGE: Final = 1_000
_log = logging.getLogger("paigow.checkpoints")


class CheckpointFeed:
    """The notes of all tables of a floor, as they come. Runs on one event loop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._arrivals: dict[str, asyncio.Event] = {}
        self._closed = False

    def watch(self, room: Room) -> None:
        """Send a table's viewers each of its checkpoints."""
        room.host.watchers.append(partial(self._notice, room))

    def _notice(self, room: Room, change: CommittedChange) -> None:
        if change.checkpoint is not None:
            self._tell(room, change.checkpoint)
        elif fixed(change.table, change.events) is not None:
            self._read_and_tell(room, change)

    def _tell(self, room: Room, note: str) -> None:
        room.audience.show_checkpoint(note)
        if (arrival := self._arrivals.pop(room.host.record.id, None)) is not None:
            arrival.set()

    def _read_and_tell(self, room: Room, change: CommittedChange) -> None:
        def have_read(future: asyncio.Future[list[tuple[int, str]]]) -> None:
            if (error := future.exception()) is not None:
                _log.warning("table %s: can't read checkpoints: %s", table, type(error).__name__)
                return
            for version, note in future.result():
                if version == change.table.version:
                    self._tell(room, note)

        table = room.host.record.id
        read = partial(notes_of, self._store.database, table, change.table.version - 1, 1)
        asyncio.get_running_loop().run_in_executor(None, read).add_done_callback(have_read)

    async def after(self, table: str, version: int, wait: float) -> list[str]:
        """A table's notes after a version; if there are none, wait up to this long for some."""
        found = await self._read(table, version)
        if found or self._closed or not wait:
            return found
        arrival = self._arrivals.setdefault(table, asyncio.Event())
        try:
            await asyncio.wait_for(arrival.wait(), wait)
        except TimeoutError:
            return []
        return await self._read(table, version)

    def awaited(self) -> Iterable[str]:
        """The tables whose next note somebody is waiting for."""
        return self._arrivals.keys()

    async def _read(self, table: str, version: int) -> list[str]:
        notes = await asyncio.to_thread(notes_of, self._store.database, table, version, PAGE)
        return [note for _, note in notes]

    def close(self) -> None:
        """Release everyone who waits."""
        self._closed = True
        for arrival in self._arrivals.values():
            arrival.set()
