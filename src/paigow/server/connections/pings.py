"""Pings to all connections of a server, on one timer. Not the handling of missing pongs."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Final, Protocol

TOGETHER: Final = 0.1
"""Pings due within this many seconds are sent together. A timer for each would wake the loop twice, which
costs an idle client more than the ping and its answer."""


class Pinged(Protocol):
    def ping(self) -> None: ...


class Pings:
    """Pings each connection periodically, until it is discarded."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._due: OrderedDict[Pinged, float] = OrderedDict()
        """Next due first: all have the same interval."""
        self._timer: asyncio.TimerHandle | None = None

    def add(self, connection: Pinged) -> None:
        self._due[connection] = time.monotonic() + self._seconds
        if self._timer is None:
            self._later(self._seconds)

    def discard(self, connection: Pinged) -> None:
        self._due.pop(connection, None)

    def _later(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(max(seconds, TOGETHER), self._ping_due)

    def _ping_due(self) -> None:
        self._timer, now = None, time.monotonic()
        while self._due and next(iter(self._due.values())) <= now:
            connection, _ = self._due.popitem(last=False)
            self._due[connection] = now + self._seconds
            connection.ping()
        if self._due:
            self._later(next(iter(self._due.values())) - now)
