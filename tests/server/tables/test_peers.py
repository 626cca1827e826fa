"""Two servers on one PostgreSQL floor, and what happens when one of them, or the database, is killed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import AsyncExitStack

import httpx
import pytest

from paigow.books.registry import book_names
from paigow.cli.store import rules_of
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.server.players import ENDS, Player, at_table, guest, play_round, until_asked_to_set
from tests.server.running import Server, running
from tests.store.servers import PostgresServer, postgres_server

TABLE = "commission-tiles"


@pytest.fixture
def two(shared: str) -> Iterator[tuple[Server, Server]]:
    with running(shared, "--pace", "0") as one, running(shared, "--pace", "0") as other:
        yield one, other


def _audit(store: str) -> list[object]:
    opened = open_store(store)
    try:
        return list(audit(opened, rules_of))
    finally:
        opened.close()


async def _rounds(player: Player, rounds: int) -> None:
    for _ in range(rounds):
        await play_round(player)


def test_players_of_two_servers_play_at_one_table(two: tuple[Server, Server], shared: str) -> None:
    async def play() -> None:
        servers = [server.address for server in two]
        people = [await guest(server, name) for server, name in zip(servers, ("Anna", "Bo"), strict=True)]
        async with (
            at_table(servers[0], TABLE, people[0]["token"]) as one,
            at_table(servers[1], TABLE, people[1]["token"]) as other,
        ):
            await one.sit(1)
            await other.sit(6)
            await one.until(lambda: other.me in one.view["chairs"])
            await asyncio.gather(_rounds(one, 3), _rounds(other, 3))
            ended = [sum(event["event"] in ENDS for event in player.events) for player in (one, other)]
            assert min(ended) >= 3

    asyncio.run(play())
    for server in two:
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log
    assert _audit(shared) == []


def test_both_claiming_one_table_at_once_never_write_one_version_twice(
    two: tuple[Server, Server], shared: str
) -> None:
    """Commands for one table arrive at both servers at the same time."""

    async def play() -> list[int]:
        servers = [server.address for server in two]
        someone = await guest(servers[0], "Anna")
        async with (
            at_table(servers[0], TABLE, someone["token"]) as one,
            at_table(servers[1], TABLE, someone["token"]) as other,
        ):

            async def rain(player: Player, name: str) -> list[int]:
                answers = [await player.give("buy-in", f"{name}-{number}", chips=100) for number in range(30)]
                assert all(answer["type"] == "ack" for answer in answers)
                return [answer["version"] for answer in answers]

            # People without a seat are limited to one command per second.
            await one.sit(1)
            versions = [*await rain(one, "warm")]
            for found in await asyncio.gather(rain(one, "one"), rain(other, "other")):
                versions += found
            return versions

    versions = asyncio.run(play())
    assert len(versions) == 90
    assert len(set(versions)) == 90
    for server in two:
        server.stop()
    assert _audit(shared) == []


def test_when_a_server_is_killed_the_other_goes_on_with_the_round(
    two: tuple[Server, Server], shared: str
) -> None:
    async def play() -> None:
        servers = [server.address for server in two]
        someone = await guest(servers[0], "Anna")
        async with at_table(servers[0], TABLE, someone["token"]) as player:
            await player.sit(1)
            await until_asked_to_set(player)
            pieces = player.hand(1)["pieces"]
        two[0].kill()
        async with at_table(servers[1], TABLE, someone["token"]) as player:
            if player.view["step"] == "setting":
                assert player.hand(1)["pieces"] == pieces
            await play_round(player)

    asyncio.run(play())
    two[1].stop()
    assert _audit(shared) == []


class Rain:
    """Somebody who buys in again and again, and retries what wasn't answered."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.kept: dict[str, int] = {}
        self.stopping = False

    async def fall(self) -> None:
        while not self.stopping:
            name = f"rain-{len(self.kept)}"
            answer = await self.player.give("buy-in", name, chips=100)
            if answer["type"] == "ack":
                self.kept[name] = answer["version"]
            else:
                assert answer["code"] == "unavailable", answer

    async def until(self, more: int) -> None:
        wanted = len(self.kept) + more
        while len(self.kept) < wanted:  # noqa: ASYNC110 - several are waited for
            await asyncio.sleep(0.02)

    async def again(self) -> None:
        """Everything acknowledged gets the same answer again."""
        for name, version in self.kept.items():
            answer = await self.player.give("buy-in", name, chips=100)
            assert (answer["version"], answer["repeated"]) == (version, True)


async def _rain_through(database: PostgresServer, rains: list[Rain]) -> None:
    """The database is killed twice under load."""
    falling = [asyncio.create_task(rain.fall()) for rain in rains]
    for _ in range(2):
        await asyncio.gather(*(rain.until(8) for rain in rains))
        await asyncio.to_thread(database.stop, signal.SIGKILL)
        await asyncio.sleep(0.5)
        await asyncio.to_thread(database.start)
    await asyncio.gather(*(rain.until(8) for rain in rains))
    for rain in rains:
        rain.stopping = True
    await asyncio.gather(*falling)
    for rain in rains:
        await rain.again()


def test_the_database_killed_under_load_loses_nothing_that_was_acknowledged() -> None:
    with postgres_server() as database, running(database.url) as server:

        async def play() -> list[tuple[str, str, int]]:
            async with AsyncExitStack() as stack:
                rains = []
                for number, table in enumerate(book_names() * 2):
                    token = (await guest(server.address, f"P{number}"))["token"]
                    player = await stack.enter_async_context(at_table(server.address, table, token))
                    await player.sit(1 + number // len(book_names()))
                    rains.append((table, Rain(player)))
                await _rain_through(database, [rain for _, rain in rains])
                async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
                    # A broken connection is noticed only when it is used.
                    while (await web.get("/readyz")).status_code != 200:
                        pass
                return [
                    (table, f"{rain.player.me}/{name}", version)
                    for table, rain in rains
                    for name, version in rain.kept.items()
                ]

        acknowledged = asyncio.run(play())
        server.kill()
        store = open_store(database.url)
        kept = [
            (table, command.id, command.last) for table in book_names() for command in store.commands(table)
        ]
        store.close()
        assert len(acknowledged) >= 8 * 24
        assert all(kept.count(each) == 1 for each in acknowledged)
        assert _audit(database.url) == []
