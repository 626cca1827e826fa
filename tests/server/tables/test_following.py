"""Tables go to the process that has their clients; others follow them only while they have viewers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing

import httpx
import psycopg
import pytest
from prometheus_client.parser import text_string_to_metric_families

from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.floor import Floor
from paigow.server.tables.peers import CHANNEL, LONGEST_NOTE, PeerProcesses
from paigow.store.database import StoreUnavailable
from paigow.store.journal import open_store
from paigow.submissions.checking import find_submission
from tests.server.players import Player, at_table, guest, own_table, play_round
from tests.server.running import Server, running
from tests.store.servers import PostgresServer

BYTES_OF_A_NOTE = 8_000
"""The size PostgreSQL rejects: "in the default configuration it must be shorter than 8000 bytes"."""


@pytest.fixture
def two(shared: str) -> Iterator[tuple[Server, Server]]:
    with running(shared, "--pace", "0") as one, running(shared, "--pace", "0") as other:
        yield one, other


async def _runs(server: Server) -> int:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
        text = (await web.get("/metrics")).text
    families = text_string_to_metric_families(text)
    (found,) = (
        sample.value for each in families for sample in each.samples if sample.name == "paigow_tables_run"
    )
    return int(found)


async def _reach(watcher: Player, version: int) -> None:
    await watcher.until(lambda: watcher.version >= version)


class Notes:
    """What is announced on the floor's database."""

    def __init__(self, address: str) -> None:
        self._connection = psycopg.connect(address, autocommit=True)
        self._connection.execute(f"LISTEN {CHANNEL}".encode())

    def close(self) -> None:
        self._connection.close()

    def heard(self) -> list[str]:
        """The tables announced since the last call."""
        self._connection.execute("SELECT 1")
        return [note.payload.partition(" ")[2] for note in self._connection.notifies(timeout=0)]


def test_a_table_is_run_where_its_clients_are_and_announced_only_if_another_process_follows_it(
    two: tuple[Server, Server], shared: str
) -> None:
    async def play() -> None:
        here, there = (server.address for server in two)
        # An even share of the tables for each, before anybody comes.
        while 0 in [await _runs(server) for server in two]:
            pass
        assert sum([await _runs(server) for server in two]) == 4
        anna, bo = await guest(here, "Anna"), await guest(there, "Bo")
        # Added by one process, and found by the other at once.
        tables = [await own_table(here, anna["token"]), await own_table(there, anna["token"])]
        for table in tables:
            async with at_table(here, table, anna["token"]) as player:
                await player.sit(1)
                await play_round(player)
                notes.heard()
                await play_round(player)
                assert table not in notes.heard(), "nobody else follows it"
                async with at_table(there, table, bo["token"]) as watcher:
                    # What was written before the other process followed is there too.
                    await _reach(watcher, player.version)
                    await play_round(player)
                    await _reach(watcher, player.version)
                    assert table in notes.heard()

    with closing(Notes(shared)) as notes:
        asyncio.run(play())
    for server in two:
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log


def test_tables_are_shown_as_they_were_while_the_database_is_away(shared: str) -> None:
    class _Away:
        def rows(self, *_asked: object) -> list[object]:
            raise StoreUnavailable("the database can't be reached")

    async def look() -> int:
        floor = Floor(open_store(shared), bytes(32))
        room = floor.add(NewTable("one", find_submission("commission-tiles-full").text, TableSettings()))
        peers = PeerProcesses(_Away(), floor.rooms, lambda: None)  # type: ignore[arg-type]
        await peers.refresh(floor.rooms)
        version = room.host.committed.version
        await floor.close()
        return version

    assert asyncio.run(look()) == 0


def test_a_crowd_fits_into_short_notes_and_only_those_who_play_are_named(postgres: PostgresServer) -> None:
    class _Crowded:
        def present(self) -> list[str]:
            return ["dealer", *(f"Anna Lovelace {number}~abcdef" for number in range(9))]

    rooms = {f"private-{number:016x}": _Crowded() for number in range(200)}

    async def told() -> list[str]:
        floor = Floor(open_store(postgres.url), bytes(32))
        peers = PeerProcesses(floor.store.database, rooms, lambda: None)  # type: ignore[arg-type]
        await floor.close()
        return peers._presence_notes(rooms)

    notes = asyncio.run(told())
    assert len(notes) > 1
    assert max(map(len, notes)) < BYTES_OF_A_NOTE > LONGEST_NOTE
    assert [name for note in notes for name in json.loads(note)["tables"]] == [*rooms]
