"""Notices sessions ended and roles revoked elsewhere: on the command line, or by another process.

Commands of dealers and floor supervisors are checked one by one besides; this is for all who only watch.
"""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from paigow.server.connections.socket import Lobby
from paigow.store.sessions import ended_since, forget_expired

__all__ = ["Revoking"]

EVERY: Final = 0.5
"""How often the store is asked, in seconds."""
SLACK: Final = 60
"""In seconds. Clocks of several machines differ, so what ended a while ago is looked at again."""
FORGET_EVERY: Final = 3600.0
_log = logging.getLogger("paigow.revoking")


class Revoking:
    """Looks at the store as long as a server runs."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._database = lobby.floor.store.database
        self._since = int(time.time()) - SLACK
        self._forget_at = time.monotonic()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - a database has many ways to be away
                _log.warning("the store was not asked who may stay: %s", type(error).__name__)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """Close what has ended since the last look."""
        now = int(time.time())
        visits = [socket.visit for socket in self._lobby.open]
        people = sorted({visit.person for visit in visits if visit is not None and not visit.granted})
        ended = await asyncio.to_thread(ended_since, self._database, self._since)
        self._lobby.identity.forget(ended)
        self._lobby.disconnect_ended(ended)
        roles = await asyncio.to_thread(self._lobby.identity.roles_of, people) if people else {}
        self._lobby.disconnect_revoked(roles)
        self._since = now - SLACK
        if time.monotonic() >= self._forget_at:
            self._forget_at = time.monotonic() + FORGET_EVERY
            await asyncio.to_thread(forget_expired, self._database, now)
