"""Disks and databases that fail under a running server: what it said stays true, and it recovers."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from itertools import count
from pathlib import Path
from random import Random

import httpx
import psycopg
import pytest

from paigow.cli.store import rules_of
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.server.histories import Call, check, contend
from tests.server.running import Server, arguments, running
from tests.store.proxies import Proxy, proxy_to
from tests.store.servers import PostgresServer, postgres_server

TABLE = "commission-tiles"
NAMES = ("Anna", "Bo", "Cora")
IMPATIENT = ("-m", "tests.server.impatient")
_numbers = count()


@asynccontextmanager
async def crowd(servers: Callable[[], str], calls: list[Call]) -> AsyncIterator[None]:
    """People who compete for seats meanwhile."""
    going = True
    people = [asyncio.create_task(contend(servers, TABLE, name, lambda: going, calls)) for name in NAMES]
    try:
        yield
    finally:
        going = False
        await asyncio.gather(*people)


async def more(calls: list[Call], count: int, *kinds: str) -> None:
    """Wait until this many more calls were answered in one of these ways."""

    def now() -> int:
        return sum(call.kind in kinds and bool(call.answer) for call in calls)

    until = now() + count
    async with asyncio.timeout(60):
        while now() < until:  # noqa: ASYNC110 - what is awaited is said by a server
            await asyncio.sleep(0.02)


def prove(address: str, calls: list[Call]) -> Counter[str]:
    with closing(open_store(address)) as store:
        assert list(audit(store, rules_of)) == []
        rules = next(rules_of(record) for record in store.tables() if record.id == TABLE)
        counts = check(store, TABLE, rules, calls)
    assert counts["ack"] > 30, counts
    assert counts["refusal"], counts
    return counts


def on_faulty_disk(address: str, control: Path) -> Server:
    return Server([str(control), *arguments(address, "--pace", "0")], ("-m", "tests.store.faulty_disk"))


FAULTS = ("short", "fsync", "full", "io")
LIVES = 20


def test_whatever_the_disk_does_nothing_said_is_taken_back(tmp_path: Path) -> None:
    address, control = f"sqlite:///{tmp_path / 'floor.db'}", tmp_path / "disk"
    control.write_text("")
    server, calls = on_faulty_disk(address, control), list[Call]()

    async def play() -> None:
        async with crowd(lambda: server.address, calls):
            for fault in FAULTS:
                await more(calls, 12, "ack")
                # Now and then at first, so that many groups are committed at the second attempt.
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


@pytest.mark.prove
def test_whatever_the_disk_does_and_however_often_the_power_fails_nothing_said_is_taken_back(
    tmp_path: Path,
) -> None:
    address, control = f"sqlite:///{tmp_path / 'floor.db'}", tmp_path / "disk"
    random, calls = Random("power"), list[Call]()
    control.write_text("")
    servers = [on_faulty_disk(address, control)]

    async def play() -> None:
        async with crowd(lambda: servers[-1].address, calls):
            for _ in range(LIVES):
                await more(calls, 10, "ack")
                control.write_text(f"{random.choice(FAULTS)} {random.choice((20, 50, 100))}")
                await more(calls, 2, "ack", "refusal", "unknown")
                await asyncio.to_thread(servers[-1].kill)
                control.write_text("")
                servers.append(await asyncio.to_thread(on_faulty_disk, address, control))
            await more(calls, 10, "ack")

    try:
        asyncio.run(play())
        assert servers[-1].stop() == 0
    finally:
        if servers[-1].process.poll() is None:
            servers[-1].kill()
    prove(address, calls)


@pytest.fixture
def behind(postgres: PostgresServer) -> Iterator[tuple[Proxy, str, str]]:
    """A proxy, the address of an empty floor through it, and the address it leads to."""
    name = f"behind{next(_numbers)}"
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    with proxy_to(postgres.socket) as proxy:
        direct = postgres.url.replace("/postgres?", f"/{name}?")
        yield proxy, f"postgresql://paigow@127.0.0.1:{proxy.port}/{name}", direct


async def readiness(server: Server, status: int) -> None:
    """Wait until /readyz gives this answer."""
    async with asyncio.timeout(60), httpx.AsyncClient(base_url=server.address, timeout=60) as web:
        while (await web.get("/readyz")).status_code != status:  # noqa: ASYNC110 - a server says it
            await asyncio.sleep(0.05)


def test_a_database_that_is_cut_off_or_held_up_loses_nothing(behind: tuple[Proxy, str, str]) -> None:
    """A stalled database doesn't answer or fail: people get an error anyway."""
    proxy, address, direct = behind
    calls: list[Call] = []
    with running(address, "--pace", "0", program=IMPATIENT) as server:

        async def play() -> None:
            async with crowd(lambda: server.address, calls):
                for fail in (proxy.cut, proxy.hold):
                    await more(calls, 15, "ack")
                    fail()
                    await readiness(server, 503)
                    await more(calls, 2, "unknown")
                    proxy.mend()
                    await readiness(server, 200)
                await more(calls, 15, "ack")

        asyncio.run(play())
        assert server.stop() == 0
    prove(direct, calls)


def test_a_database_that_fails_over_to_its_standby_loses_nothing() -> None:
    """The standby acknowledges commits too, so what was said is there when it takes over."""
    calls: list[Call] = []
    with postgres_server() as primary, postgres_server(primary) as standby:
        primary.acknowledge_with(standby)
        with proxy_to(primary.socket) as proxy:
            address = f"postgresql://paigow@127.0.0.1:{proxy.port}/postgres"
            with running(address, "--pace", "0") as server:

                async def play() -> None:
                    async with crowd(lambda: server.address, calls):
                        await more(calls, 25, "ack")
                        primary.stop(signal.SIGKILL)
                        proxy.cut()
                        await asyncio.to_thread(standby.promote)
                        proxy.mend(standby.socket)
                        await more(calls, 25, "ack")

                asyncio.run(play())
                assert server.stop() == 0
        prove(standby.url, calls)


def test_a_database_that_is_killed_and_recovers_loses_nothing() -> None:
    calls: list[Call] = []
    with postgres_server() as database, running(database.url, "--pace", "0") as server:

        async def play() -> None:
            async with crowd(lambda: server.address, calls):
                for _ in range(2):
                    await more(calls, 20, "ack")
                    database.stop(signal.SIGKILL)
                    await readiness(server, 503)
                    await asyncio.to_thread(database.start)
                await more(calls, 20, "ack")

        asyncio.run(play())
        assert server.stop() == 0
        prove(database.url, calls)
