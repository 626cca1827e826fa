"""A read-only server: spectators see what is played elsewhere, and nothing is written there."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import psycopg
import pytest

from paigow.faults import BadInput
from paigow.server.lifecycle import ServerOptions, run
from paigow.store.journal import open_store
from paigow.store.records import TableRecord
from tests.server.players import Player, at_table, guest, own_table, play_round
from tests.server.running import Server, running

PLAY_AT = "https://floor.example.org/"
SENTENCE = f"This server only shows tables. Play at {PLAY_AT}."


@pytest.fixture
def servers(shared: str) -> Iterator[tuple[Server, Server]]:
    """One to play at, and one to watch."""
    with (
        running(shared, "--pace", "0") as one,
        running(shared, "--read-only", "--play-at", PLAY_AT) as other,
    ):
        yield one, other


async def _reach(spectator: Player, version: int) -> None:
    await spectator.until(lambda: spectator.version >= version)


def test_spectators_see_what_is_played_elsewhere_and_cannot_act(servers: tuple[Server, Server]) -> None:
    async def watch() -> None:
        here, there = (server.address for server in servers)
        anna, bo = await guest(here, "Anna"), await guest(here, "Bo")
        table = await own_table(here, anna["token"])
        async with (
            at_table(here, table, anna["token"]) as player,
            at_table(there, table, bo["token"], "observer") as spectator,
            at_table(there, table, bo["token"]) as mistaken,
            at_table(here, table, bo["token"], "observer") as nearby,
        ):
            await player.sit(1)
            await play_round(player)
            for each in (spectator, mistaken, nearby):
                await _reach(each, player.version)
                assert "round-finished" in [event["event"] for event in each.events]
            for each, why in (
                (spectator, SENTENCE),
                (mistaken, SENTENCE),
                (nearby, "You are watching. Connect as a player to play."),
            ):
                answer = await each.give("sit", "sits", position=2)
                assert (answer["type"], answer["code"], answer["sentence"]) == ("fault", "read-only", why)
        async with httpx.AsyncClient(base_url=there, timeout=60) as web:
            assert (await web.get("/readyz")).status_code == 200
            assert (await web.get("/api/lobby")).status_code == 200
            refused = await web.post("/api/session", json={"name": "Cleo"})
            assert (refused.status_code, refused.json()["problem"]) == (403, SENTENCE)

    asyncio.run(watch())
    for server in servers:
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log


def test_the_database_itself_refuses_what_a_reader_writes(shared: str) -> None:
    with pytest.raises(BadInput, match="start a server that may write first"):
        open_store(shared, reads_only=True)
    open_store(shared).close()
    store = open_store(shared, reads_only=True)
    with pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
        store.add_table(TableRecord("one", "", b"{}", 0))
    assert store.tables() == []
    store.close()


def test_a_sqlite_floor_cannot_be_shown_beside_its_server(tmp_path: Path) -> None:
    options = ServerOptions(store=f"sqlite:///{tmp_path / 'floor.db'}", reads_only=True)
    with pytest.raises(BadInput, match="one server owns a SQLite file"):
        run(options, (), lambda _address: None)
