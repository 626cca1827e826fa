"""What shared meters show, told to everyone who looks at a table that shares them. Not how they are kept.

Every process takes up the events of all tables of its floor, its own and those that others run: any of them
that feeds a meter or takes from it is a reason to read it again.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from paigow.server.tables.floor_accounts import Meters, shared_name
from paigow.table.sides.progressive import ProgressiveCollected, ProgressiveSettled

if TYPE_CHECKING:
    from paigow.server.tables.host import Happened
    from paigow.server.tables.room import Room
    from paigow.table.sides.shared_meters import SharedMeters

__all__ = ["MeterBoard"]

PAUSE: Final = 1.0
"""Meters that are fed without end are read and told so often, in seconds."""
_MOVES: Final = (ProgressiveCollected, ProgressiveSettled)
_log = logging.getLogger("paigow.metering")


class MeterBoard:
    """The meters of a floor, by name, and the rooms that show them."""

    def __init__(self, meters: Meters) -> None:
        self._meters = meters
        self._rooms: dict[str, list[Room]] = {}
        self._busy: set[str] = set()
        """Being read, or read a moment ago."""
        self._moved: set[str] = set()
        """Fed or paid since they were last read."""
        self._closed = False

    def watch(self, room: Room) -> None:
        """Show a room its meters from now on; nothing to do where it shares none."""
        name = shared_name(room.host.rules, room.alone)
        if name is None:
            return
        rooms = self._rooms.setdefault(name, [])
        if rooms:
            room.audience.meters = rooms[0].audience.meters
        else:
            try:
                self._show([room], self._meters.shown(room.host.rules, room.alone))
            except Exception as error:  # noqa: BLE001 - a database has many ways to be away
                _log.warning("meters %s cannot be read: %s", name, type(error).__name__)
        rooms.append(room)
        room.host.watchers.append(lambda happened: self._notice(name, happened))

    def close(self) -> None:
        self._closed = True

    def _notice(self, name: str, happened: Happened) -> None:
        if any(isinstance(event, _MOVES) for event in happened.events):
            self._moved.add(name)
            if name not in self._busy:
                self._read(name)

    def _read(self, name: str) -> None:
        self._busy.add(name)
        self._moved.discard(name)
        room = self._rooms[name][0]
        loop = asyncio.get_running_loop()
        reading = loop.run_in_executor(None, self._meters.shown, room.host.rules, room.alone)
        reading.add_done_callback(lambda future: self._have_read(name, future))

    def _have_read(self, name: str, future: asyncio.Future[SharedMeters | None]) -> None:
        if self._closed or future.cancelled():
            return
        if (error := future.exception()) is not None:
            _log.warning("meters %s cannot be read: %s", name, type(error).__name__)
            self._moved.add(name)
        else:
            self._show(self._rooms[name], future.result())
        asyncio.get_running_loop().call_later(PAUSE, self._again, name)

    def _again(self, name: str) -> None:
        self._busy.discard(name)
        if name in self._moved and not self._closed:
            self._read(name)

    def _show(self, rooms: list[Room], shown: SharedMeters | None) -> None:
        for room in rooms if shown is not None else ():
            assert shown is not None
            room.audience.show_meters(shown.readings)
