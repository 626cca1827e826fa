"""A disk that is full: commands are told so, readiness says so, and when there is room again play goes on.

The server may write no file beyond its first page, as if the disk had no other; later the limit is lifted.
"""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from paigow.cli.store import _rules
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


async def _becomes(server: Server, status: int) -> float:
    """How long it takes until /readyz answers so, in seconds."""
    start = time.monotonic()
    while await _ready(server) != status:
        assert time.monotonic() - start < 20
        await asyncio.sleep(0.05)
    return time.monotonic() - start


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
                    assert await _becomes(server, 503) < 1
                    start = time.monotonic()
                    answer = await player.give("buy-in", "while-full", chips=100)
                    assert (answer["type"], answer["code"]) == ("fault", "unavailable"), answer
                    assert time.monotonic() - start < 5
                    async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
                        refused = await web.post("/api/session", json={})
                        assert refused.status_code == 503, refused.text
                        assert (await web.get(f"/api/tables/{table}")).status_code == 200, "reading goes on"
                assert await _becomes(server, 200) < 2
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
