"""Sends viewers their options when there is time: the search is slow, and events come first.

After a change every actor's options are searched again, within a fixed share of the loop's time, which is
smaller while events wait. Actors the table waits for come first. If only the amounts of wagers changed, only
staff are notified, and players ask if they need to know.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from paigow.server.tables.room import Room
from paigow.table.acts import STAFF
from paigow.table.visibility.legal import LegalOption, legal_in_steps

SLICE: Final = 0.0005
"""How long a slice can hold the loop, in seconds."""
SHARE: Final = 0.2
"""The largest share of the loop's time for searching."""
BUSY_SHARE: Final = 0.02
"""The same while the loop is busy."""
BUSY: Final = 0.7
"""The load above which the loop counts as busy."""


class _Search:
    """One actor's options at a table, searched incrementally: others are served in between."""

    def __init__(self, room: Room, actor: str) -> None:
        self.of = room, actor
        self.overtaken = False
        self._audience = room.audience
        self._table = room.host.committed
        self._steps = legal_in_steps(room.host.rules, self._table, actor)
        self._found: list[LegalOption] = []

    def step(self) -> bool:
        """Search a little further; whether there is more to do."""
        step = next(self._steps, None)
        if step is None:
            self.overtaken = not self._audience.offer(self.of[1], self._table, self._found)
            return False
        self._found += step
        return True


class OptionsQueue:
    """One queue, for all rooms, of actors whose options may have changed."""

    def __init__(self) -> None:
        self._queue: dict[tuple[Room, str], None] = {}
        self._search: _Search | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._rested = (0.0, 0.0)
        """When the last slice ended, on the clock and in the loop's CPU time."""

    def watch(self, room: Room) -> None:
        room.audience.on_change.append(lambda: self._changed(room))

    def _changed(self, room: Room) -> None:
        audience = room.audience
        for actor in STAFF if audience.only_amounts else audience.viewers:
            if actor in audience.viewers:
                self._queue[room, actor] = None
        if self._timer is None and self._queue:
            self._later(0.0)

    def _later(self, pause: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(pause, self._work)

    def _work(self) -> None:
        start = time.perf_counter()
        rested, worked = self._rested
        busy = time.thread_time() - worked > BUSY * (start - rested)
        share = BUSY_SHARE if busy else SHARE
        while time.perf_counter() - start < SLICE and self._step():
            pass
        self._timer = None
        end = time.perf_counter()
        self._rested = (end, time.thread_time())
        if self._queue or self._search:
            self._later((end - start) * (1 - share) / share)

    def _step(self) -> bool:
        """Search a little further for the first in the queue; whether there is one."""
        if self._search is None:
            if not self._queue:
                return False
            room, actor = self._first()
            del self._queue[room, actor]
            self._search = _Search(room, actor)
        if not self._search.step():
            if self._search.overtaken:
                self._queue[self._search.of] = None
            self._search = None
        return True

    def _first(self) -> tuple[Room, str]:
        room, actor = next(iter(self._queue))
        for person in room.decision_timer.asked(room.host.committed):
            if (room, person) in self._queue:
                return room, person
        return room, actor

    def stop(self) -> None:
        self._queue.clear()
        self._search = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
