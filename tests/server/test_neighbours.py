"""Two servers on one PostgreSQL floor, and what happens when one of them, or the database, is killed."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from itertools import count

import httpx
import psycopg
import pytest

from paigow.cli.store import _rules
from paigow.store.audit import audit
from paigow.store.opening import open_store
from tests.server.players import ENDS, Player, act, at_table, guest, play_round
from tests.server.running import Server, running
from tests.store.servers import PostgresServer, postgres_server

TABLE = "commission-tiles"
_numbers = count()


@pytest.fixture
def shared(postgres: PostgresServer) -> str:
    """The address of an empty database."""
    name = f"shared{next(_numbers)}"
    with psycopg.connect(postgres.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return postgres.url.replace("/postgres?", f"/{name}?")


@pytest.fixture
def two(shared: str) -> Iterator[tuple[Server, Server]]:
    with running(shared, "--pace", "0") as one, running(shared, "--pace", "0") as other:
        yield one, other


def _audit(store: str) -> list[object]:
    opened = open_store(store)
    try:
        return list(audit(opened, _rules))
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
    """Commands for one table rain on both servers at the same time."""

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
            while player.view["step"] != "setting":
                await act(player, player.view["round"] + 1, 2500)
            pieces = player.hand(1)["pieces"]
        two[0].kill()
        async with at_table(servers[1], TABLE, someone["token"]) as player:
            if player.view["step"] == "setting":
                assert player.hand(1)["pieces"] == pieces
            await play_round(player)

    asyncio.run(play())
    two[1].stop()
    assert _audit(shared) == []


def test_the_database_killed_under_load_loses_nothing_that_was_acknowledged() -> None:
    with postgres_server() as database, running(database.url, "--pace", "0") as server:

        async def play() -> None:
            someone = await guest(server.address, "Anna")
            async with at_table(server.address, TABLE, someone["token"]) as player:
                kept = [(await player.must("buy-in", chips=100))["version"] for _ in range(20)]
                giving = asyncio.create_task(player.give("buy-in", "during", chips=100))
                await asyncio.to_thread(database.stop, signal.SIGKILL)
                await asyncio.sleep(0.5)
                await asyncio.to_thread(database.start)
                kept.append((await giving)["version"])
                again = await player.give("buy-in", "during", chips=100)
                assert again["repeated"]
                assert again["version"] == kept[-1]
                kept += [(await player.must("buy-in", chips=100))["version"] for _ in range(5)]
                assert len(set(kept)) == 26
                assert player.view["balances"][f"rack/{player.me}"] == 2600
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
                # A connection that broke is only noticed when it is used.
                while (await web.get("/readyz")).status_code != 200:
                    pass

        asyncio.run(play())
        server.stop()
        assert _audit(database.url) == []
