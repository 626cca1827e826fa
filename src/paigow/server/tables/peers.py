"""Other processes on the same PostgreSQL floor: who runs which table, what they wrote, who is with them.

The process that holds a table's advisory lock runs the table; a process that dies releases it. Announcements
are only wake-ups: missed changes are found by version.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable
from hashlib import sha256
from typing import Final

import psycopg

from paigow.server.tables.room import Room
from paigow.store.postgres import CHANNEL, PATIENCE, PostgresDatabase

PRESENCE: Final = "paigow_presence"
SYNCHRONIZE_EVERY: Final = 2.0
"""How often locks are asked for, versions compared and presence told, in seconds."""
FORGOTTEN_AFTER: Final = 7.0
_log = logging.getLogger("paigow.peers")


def _lock_of(table: str) -> int:
    """The number of a table's advisory lock: 63 bits of its name's hash."""
    return int.from_bytes(sha256(f"paigow/{table}".encode()).digest()[:8], "big") >> 1


class PeerProcesses:
    """This process among others."""

    def __init__(
        self, database: PostgresDatabase, rooms: dict[str, Room], new_tables: Callable[[], None]
    ) -> None:
        self._database = database
        self._rooms = rooms
        self._new_tables = new_tables
        self._me = secrets.token_hex(4)
        self._held: set[str] = set()
        self._presence: dict[tuple[str, str, str], float] = {}
        """By table, actor and process, when it was last told that the actor is connected there."""
        self._task: asyncio.Task[None] | None = None

    def holds(self, table: str) -> bool:
        return table in self._held

    def connected_elsewhere(self, table: str, person: str) -> bool:
        now = time.monotonic()
        return any(
            (where, who) == (table, person) and now - told < FORGOTTEN_AFTER
            for (where, who, _), told in self._presence.items()
        )

    def broadcast(self, table: str, person: str, word: str) -> None:
        """Pass on what a person said. If it is lost the others only wait a little longer."""
        note = json.dumps({"process": self._me, "table": table, "people": [person], "word": word})
        loop = asyncio.get_running_loop()
        loop.run_in_executor(None, self._database.rows, "SELECT pg_notify(?, ?)", PRESENCE, note)

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        """Be connected; if the database goes away, so do the locks, until it is back."""
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    self._database.url, autocommit=True, connect_timeout=int(PATIENCE)
                )
                async with connection:
                    await self._listen(connection)
            except (psycopg.Error, OSError) as error:
                _log.warning("not connected to the floor's database: %s", type(error).__name__)
            finally:
                self._held.clear()
            await asyncio.sleep(SYNCHRONIZE_EVERY / 4)

    async def _listen(self, connection: psycopg.AsyncConnection) -> None:
        for channel in (CHANNEL, PRESENCE):
            await connection.execute(f"LISTEN {channel}".encode())
        while True:
            with self._database.answering(connection):
                await self._synchronize(connection)
            async for note in connection.notifies(timeout=SYNCHRONIZE_EVERY):
                if note.channel == CHANNEL:
                    self._catch_up(note.payload)
                else:
                    self._received(note.payload)

    async def _synchronize(self, connection: psycopg.AsyncConnection) -> None:
        """Take locks that are free, catch up with what was missed, tell who is here."""
        for table in [name for name in self._rooms if name not in self._held]:
            cursor = await connection.execute("SELECT pg_try_advisory_lock(%s)", (_lock_of(table),))
            row = await cursor.fetchone()
            if row is not None and row[0]:
                self._held.add(table)
                self._look(table)
        cursor = await connection.execute("SELECT version, table_id FROM heads")
        for version, table in await cursor.fetchall():
            self._catch_up(f"{version} {table}")
        for name, room in self._rooms.items():
            people = list(room.audience.viewers)
            if people:
                note = json.dumps({"process": self._me, "table": name, "people": people})
                await connection.execute("SELECT pg_notify(%s, %s)", (PRESENCE, note))

    def _catch_up(self, payload: str) -> None:
        version, _, table = payload.partition(" ")
        room = self._rooms.get(table)
        if room is None:
            self._new_tables()
        elif int(version) > room.host.committed.version:
            room.host.catch_up()

    def _received(self, payload: str) -> None:
        note = json.loads(payload)
        if note["process"] != self._me:
            now = time.monotonic()
            for person in note["people"]:
                self._presence[note["table"], person, note["process"]] = now
                if "word" in note and note["table"] in self._rooms:
                    self._rooms[note["table"]].receive_signal(person, note["word"])

    def _look(self, table: str) -> None:
        self._rooms[table].dealer.proceed()
