"""Disks and databases that fail under a running server: what it said stays true, and it goes on by itself."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from paigow.cli.store import _rules
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.server.histories import Call, check, contend
from tests.server.running import Server, arguments

TABLE = "commission-tiles"
NAMES = ("Anna", "Bo", "Cora")


@asynccontextmanager
async def crowd(servers: Callable[[], str], calls: list[Call]) -> AsyncIterator[None]:
    """People who contend for seats meanwhile."""
    going = True
    people = [asyncio.create_task(contend(servers, TABLE, name, lambda: going, calls)) for name in NAMES]
    try:
        yield
    finally:
        going = False
        await asyncio.gather(*people)


async def more(calls: list[Call], count: int, *kinds: str) -> None:
    """Wait until so many more calls were answered in one of these ways."""

    def now() -> int:
        return sum(call.kind in kinds and bool(call.answer) for call in calls)

    until = now() + count
    async with asyncio.timeout(60):
        while now() < until:  # noqa: ASYNC110 - what is awaited is said by a server
            await asyncio.sleep(0.02)


def prove(address: str, calls: list[Call]) -> Counter[str]:
    with closing(open_store(address)) as store:
        assert list(audit(store, _rules)) == []
        rules = next(_rules(record) for record in store.tables() if record.id == TABLE)
        counts = check(store, TABLE, rules, calls)
    assert counts["ack"] > 50, counts
    assert counts["refusal"] > 5, counts
    return counts


def on_faulty_disk(address: str, control: Path) -> Server:
    return Server([str(control), *arguments(address, "--pace", "0")], ("-m", "tests.store.faulty_disk"))


FAULTS = ("short", "fsync", "full", "io")


def test_whatever_the_disk_does_nothing_said_is_taken_back(tmp_path: Path) -> None:
    address, control = f"sqlite:///{tmp_path / 'floor.db'}", tmp_path / "disk"
    control.write_text("")
    server, calls = on_faulty_disk(address, control), list[Call]()

    async def play() -> None:
        async with crowd(lambda: server.address, calls):
            for fault in FAULTS:
                await more(calls, 12, "ack")
                # At first now and then, so that many a group is kept at the second try.
                control.write_text(f"{fault} 40")
                await more(calls, 5, "ack", "refusal", "unknown")
                control.write_text(f"{fault} 100")
                await more(calls, 2, "unknown")
                control.write_text("")
            await more(calls, 12, "ack")

    try:
        asyncio.run(play())
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.kill()
    prove(address, calls)
