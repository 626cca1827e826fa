"""Whether people may be sent to this server: it is not closing, and its store takes what is written to it."""

from __future__ import annotations

import asyncio
import time
from typing import Final

from paigow.server.tables.floor import Floor

__all__ = ["Readiness"]

FRESH: Final = 0.4
"""For so long an answer holds, in seconds: asking more often costs the disk nothing."""
PATIENCE: Final = 0.8


class Readiness:
    """Asks the store at most every `FRESH` seconds, however often it is asked itself."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._probe: asyncio.Task[bool] | None = None
        self._since = 0.0

    async def why_not(self) -> str | None:
        """Why not, in a few words; None if it is ready."""
        if self._floor.draining:
            return "closing"
        now = time.monotonic()
        if self._probe is None or (self._probe.done() and now - self._since > FRESH):
            self._since = now
            self._probe = asyncio.get_running_loop().create_task(self._writable())
        # What hangs is not asked again until it has come back.
        await asyncio.wait((self._probe,), timeout=PATIENCE)
        # A busy store may keep the probe waiting, while commands are kept all the time.
        kept = now - self._floor.writer.kept_at < PATIENCE
        writable = self._probe.result() if self._probe.done() else kept
        return None if writable else "the store takes no writes"

    async def _writable(self) -> bool:
        try:
            await asyncio.to_thread(self._floor.store.database.probe)
        except Exception:  # noqa: BLE001 - whatever the database says, the answer is the same
            return False
        return True
