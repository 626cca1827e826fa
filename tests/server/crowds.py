"""The cost of a crowd that buys chips at a table and never sits down: bytes of frames and command time.

`python -m tests.server.crowds 1000` measures a table with three bots, without and with the crowd. Guests stay
connected, since those who leave are cashed out.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import msgspec

from paigow.server.accounts.identity import guest_name
from paigow.server.connections.client import Client
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.submissions.checking import find_submission
from tests.server.worlds import World, world

__all__ = ["Crowd"]

MINUTES = 5


class Crowd:
    """A table with bots, a watcher, and guests who buy in."""

    def __init__(self, made: World) -> None:
        text = find_submission("commission-tiles-full").text
        made.floor.add(NewTable("one", text, TableSettings(pace=1.0, bots=3)))
        self.room = made.floor.rooms["one"]
        self.sizes: list[int] = []
        """The size of each message to the watcher, in bytes."""
        self._held = made.floor.wallets.held
        self.client("Willa", lambda frames: self.sizes.append(len(frames)))
        self.sizes.clear()

    def client(self, name: str, write: object = lambda _frames: None) -> Client:
        client = Client(self.room, guest_name(name), "player", self._held, write)  # type: ignore[arg-type]
        client.enter()
        return client

    async def buy_in(self, guests: int) -> None:
        for number in range(guests):
            message = {"type": "command", "id": f"{number}", "command": {"do": "buy-in", "chips": 100}}
            self.client("Mallory").receive(msgspec.json.encode(message))
            # A table accepts one per second.
            await asyncio.sleep(1.0)

    async def measure(self) -> str:
        """What happens in some minutes of the table's own time."""
        self.sizes.clear()
        start, before = time.process_time(), self.room.host.committed
        await asyncio.sleep(60 * MINUTES)
        seconds, after = time.process_time() - start, self.room.host.committed
        versions, rounds = after.version - before.version, after.round - before.round
        return (
            f"{len(after.balances)} accounts: {rounds} rounds in {MINUTES} minutes, "
            f"{1e3 * seconds / versions:.2f} ms an event, frames of {max(self.sizes)} bytes at most"
        )


def _main(guests: int) -> None:
    with tempfile.TemporaryDirectory() as directory, world("crowd", Path(directory)) as made:

        async def live() -> None:
            crowd = Crowd(made)
            sys.stdout.write(f"without guests: {await crowd.measure()}\n")
            await crowd.buy_in(guests)
            sys.stdout.write(f"with {guests:,} guests: {await crowd.measure()}\n")

        made.live(live)


if __name__ == "__main__":
    _main(int(sys.argv[1]))
