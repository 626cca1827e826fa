"""Telling viewers what they may do, when there is time: it takes long to find out, and happenings come first.

After a change every actor's options are found anew, those waited for first, in a fixed share of the loop: a
small one while happenings wait.
"""

from __future__ import annotations

import asyncio
import time
from typing import Final

from paigow.server.room import Room

__all__ = ["Offering"]

SLICE: Final = 0.004
"""How long the loop is kept at once, in seconds."""
SHARE: Final = 0.2
"""The largest share of the loop's time that goes into it."""
BUSY_SHARE: Final = 0.04
"""The same while the loop is behind with its work."""
BEHIND: Final = 0.005
"""How late a timer goes off, in seconds, when the loop is behind."""


class Offering:
    """One queue of actors, of all rooms, whose options may have changed."""

    def __init__(self, share: float = SHARE) -> None:
        self._share = share
        self._queue: dict[tuple[Room, str], None] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    def watch(self, room: Room) -> None:
        room.audience.on_change.append(lambda: self._changed(room))

    def _changed(self, room: Room) -> None:
        for actor in room.audience.viewers:
            self._queue[room, actor] = None
        if self._timer is None and self._queue:
            self._later(0.0)

    def _later(self, pause: float) -> None:
        self._due = time.perf_counter() + pause
        self._timer = asyncio.get_running_loop().call_later(pause, self._work)

    def _work(self) -> None:
        start = time.perf_counter()
        share = BUSY_SHARE if start - self._due > BEHIND else self._share
        while self._queue and time.perf_counter() - start < SLICE:
            room, actor = self._first()
            del self._queue[room, actor]
            room.audience.offer(actor)
        self._timer = None
        if self._queue:
            spent = time.perf_counter() - start
            self._later(spent * (1 - share) / share)

    def _first(self) -> tuple[Room, str]:
        room, actor = next(iter(self._queue))
        for person in room.patience.asked(room.host.kept):
            if (room, person) in self._queue:
                return room, person
        return room, actor

    def stop(self) -> None:
        self._queue.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
