"""A full disk: commands fail with a message, readiness fails, and play continues once there is room.

The server can't write any file beyond its first page, as if the disk had no more; later the limit is lifted.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from paigow.cli.store import _rules
from paigow.server.monitoring import FRESH, PROBE_SECONDS
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.server.players import at_table, guest, own_table, play_round
from tests.server.running import Server, running

PAGE = 4096
UNLIMITED = resource.RLIM_INFINITY


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    number = server.process.pid
    children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii").split()
    processes = [number, *map(int, children)]
    for each in processes:
        resource.prlimit(each, resource.RLIMIT_FSIZE, (PAGE, UNLIMITED))
    try:
        yield
    finally:
        for each in processes:
            resource.prlimit(each, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))


async def _ready(server: Server) -> int:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
        return (await web.get("/readyz")).status_code


async def _becomes(server: Server, status: int) -> None:
    """Wait until /readyz gives this answer."""
    for _ in range(1_000):
        if await _ready(server) == status:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"/readyz never answers {status}")


def test_readiness_is_never_older_than_a_second() -> None:
    """From the server's own timeouts: how old an answer can be, and how long it waits for a probe."""
    assert FRESH + PROBE_SECONDS <= 1


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0") as server:

        async def play() -> None:
            someone = await guest(server.address)
            table = await own_table(server.address, someone["token"], kind="practice", bots=1)
            async with at_table(server.address, table, someone["token"]) as player:
                await player.sit(1)
                await play_round(player)
                before = player.view["balances"][f"rack/{player.me}"]
                with full_disk(server):
                    await _becomes(server, 503)
                    answer = await player.give("buy-in", "while-full", chips=100)
                    assert (answer["type"], answer["code"]) == ("fault", "unavailable"), answer
                    async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
                        refused = await web.post("/api/session", json={})
                        assert refused.status_code == 503, refused.text
                        assert (await web.get(f"/api/tables/{table}")).status_code == 200, "reading goes on"
                await _becomes(server, 200)
                answer = await player.give("buy-in", "while-full", chips=100)
                assert answer["type"] == "ack", "given again under its id"
                assert "repeated" not in answer
                await play_round(player)
                assert player.view["balances"][f"rack/{player.me}"] != before

        asyncio.run(play())
        assert server.stop() == 0
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    assert list(audit(store, _rules)) == []
    store.close()
