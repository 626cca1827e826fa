"""Other processes on the same PostgreSQL floor: who runs which table, who follows it, who is there.

The process that holds a table's advisory lock runs the table; a process that dies releases it. Tables move to
where their clients are: a process without clients at a table gives it up to one that has some. The others
follow a table only while they have viewers for it, and say so. Commits are announced only for tables that
another process follows or runs. Announcements are only wake-ups; missed ones are found by version. They are
sent after the commit: one inside it would block all others that announce, until it is on disk.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from hashlib import sha256
from typing import Any, Final

import psycopg

from paigow.server.accounts.rate_limits import LoginNews
from paigow.server.tables.floor_accounts import MOST_SHARES
from paigow.server.tables.room import Room
from paigow.store.postgres import PATIENCE, PostgresDatabase

CHANNEL: Final = "paigow"
"""The channel for versions and names of tables that others follow."""
PRESENCE: Final = "paigow_presence"
"""The channel on which a process says which tables it follows and who is there."""
SYNCHRONIZE_EVERY: Final = 2.0
"""How often locks are requested, versions compared, and presence announced, in seconds."""
FORGOTTEN_AFTER: Final = 7.0
LONGEST_NOTE: Final = 6_000
"""PostgreSQL rejects a note of 8,000 bytes; of a crowd, only the players are announced."""
SHARES: Final = 7_240_708
"""Combined with a share number: the advisory lock of the process that moves that share's accounts."""
_NOTIFY: Final = "SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note"
_TAKE: Final = (
    "SELECT name FROM unnest(%s::text[], %s::bigint[]) AS wanted (name, number) "
    "WHERE pg_try_advisory_lock(number) LIMIT %s"
)
_RELEASE: Final = "SELECT pg_advisory_unlock(number) FROM unnest(%s::bigint[]) AS number"
_PROCESSES: Final = (
    "SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database "
    "WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2 AND datname = current_database()"
)
_HEADS: Final = "SELECT table_id, version FROM heads WHERE table_id = ANY(%s)"
_log = logging.getLogger("paigow.peers")


def _lock_of(table: str) -> int:
    """The number of a table's advisory lock: 63 bits of its name's hash."""
    return int.from_bytes(sha256(f"paigow/{table}".encode()).digest()[:8], "big") >> 1


class PeerProcesses:
    """This process among others. With `reads_only` it follows tables and never runs one."""

    def __init__(
        self,
        database: PostgresDatabase,
        rooms: Mapping[str, Room],
        new_tables: Callable[[], None],
        *,
        reads_only: bool = False,
    ) -> None:
        self.share = 0
        """Which shares of the floor's accounts this process moves, so that it never waits for another one.

        Two processes with the same number only wait for each other: it affects nothing but speed.
        """
        self.also_followed: Callable[[], Iterable[str]] = tuple
        """Tables that somebody elsewhere asks about: witnesses, and visitors to the lobby."""
        self.synchronized: Callable[[], None] = lambda: None
        """Called after each comparison with the others."""
        self.login_heard: LoginNews = lambda _address, _account, _right: None
        """Called with another process's report of a login."""
        self.tables = 0
        """How many tables there were at the last count."""
        self._database = database
        self._rooms = rooms
        self._new_tables = new_tables
        self._reads_only = reads_only
        self._me = secrets.token_hex(4)
        self._held: set[str] = set()
        self._followers: dict[str, dict[str, tuple[float, bool]]] = {}
        """By table and process, when it last said that it follows, and whether it could run the table."""
        self._presence: dict[tuple[str, str], dict[str, float]] = {}
        """By table, actor, and process, when the actor was last reported as connected there."""
        self._notes: dict[str, int] = {}
        """Versions to announce."""
        self._told: set[str] = set()
        """Tables that the others know are followed here."""
        self._sending: asyncio.Future[object] | None = None
        self._hurried = False
        self._task: asyncio.Task[None] | None = None

    def holds(self, table: str) -> bool:
        return table in self._held

    def connected_elsewhere(self, table: str, person: str) -> bool:
        told = self._presence.get((table, person))
        return told is not None and max(told.values()) > time.monotonic() - FORGOTTEN_AFTER

    def _followed_elsewhere(self, table: str, *, to_run: bool = False) -> bool:
        since = time.monotonic() - FORGOTTEN_AFTER
        followers = self._followers.get(table, {}).values()
        return any(told > since and (runs or not to_run) for told, runs in followers)

    def broadcast(self, table: str, person: str, word: str) -> None:
        """Pass on what a person said. If it is lost, the others only wait a little longer."""
        note = {"process": self._me, "tables": {table: [person]}, "runs": not self._reads_only, "word": word}
        self._send(PRESENCE, [json.dumps(note)])

    def tell_login(self, address: str, account: str, right: bool) -> None:
        """Report a password attempt, or that it was right, to the others."""
        note = {"process": self._me, "tables": {}, "login": [address, account, right]}
        self._send(PRESENCE, [json.dumps(note)])

    def committed(self, ends: Mapping[str, int]) -> None:
        """Announce what this process wrote to tables that another one follows or runs."""
        for table, version in ends.items():
            if table not in self._held or self._followed_elsewhere(table):
                self._notes[table] = version
        self._announce()

    def entered(self, table: str) -> None:
        """Somebody has come to a table: announce it at once, unless the others know or needn't."""
        if table not in self._held and table not in self._told:
            self._told.add(table)
            self._send(PRESENCE, self._presence_notes([table]))

    def _announce(self) -> None:
        """One statement at a time; whatever arrives meanwhile goes with the next."""
        if self._notes and self._sending is None:
            notes = [f"{version} {table}" for table, version in self._notes.items()]
            self._notes.clear()
            self._sending = self._send(CHANNEL, notes)
            self._sending.add_done_callback(self._announced)

    def _announced(self, _sent: asyncio.Future[object]) -> None:
        self._sending = None
        self._announce()

    def _send(self, channel: str, notes: Sequence[str]) -> asyncio.Future[object]:
        def send() -> None:
            try:
                self._database.rows(_NOTIFY.replace("%s", "?"), channel, list(notes))
            except Exception as error:  # noqa: BLE001 - what is missed is found by version
                _log.warning("couldn't notify other processes: %s", type(error).__name__)

        return asyncio.get_running_loop().run_in_executor(None, send)

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def refresh(self, names: Iterable[str]) -> None:
        """Catch up with tables that aren't followed here, for somebody who asks about them.

        While the database is away, they are shown as last known.
        """
        asked = [name for name in names if name not in self._held and not self._rooms[name].audience.viewers]
        if not asked:
            return
        try:
            heads = await asyncio.to_thread(self._database.rows, _HEADS.replace("%s", "?"), asked)
        except Exception as error:  # noqa: BLE001 - a database has many ways to be away
            _log.warning("can't update tables: %s", type(error).__name__)
            return
        behind = [name for name, version in heads if version > self._rooms[name].host.committed.version]
        await asyncio.gather(*(self._rooms[name].host.caught_up() for name in behind))

    async def _run(self) -> None:
        """Stay connected; if the database goes away, so do the locks, until it is back."""
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
        if not self._reads_only:
            await self._take_share(connection)
        for channel in (CHANNEL, PRESENCE):
            await connection.execute(f"LISTEN {channel}".encode())
        while True:
            with self._database.answering(connection):
                await self._synchronize(connection)
            async with aclosing(connection.notifies(timeout=SYNCHRONIZE_EVERY)) as notes:
                async for note in notes:
                    if note.channel == CHANNEL:
                        version, _, table = note.payload.partition(" ")
                        self._catch_up(table, int(version))
                    else:
                        self._received(json.loads(note.payload))
                    if self._hurried:
                        break

    async def _take_share(self, connection: psycopg.AsyncConnection) -> None:
        """The lowest number that no other process has."""
        for number in range(MOST_SHARES):
            cursor = await connection.execute("SELECT pg_try_advisory_lock(%s, %s)", (SHARES, number))
            if await cursor.fetchone() == (True,):
                self.share = number
                return
        self.share = secrets.randbelow(MOST_SHARES)

    async def _synchronize(self, connection: psycopg.AsyncConnection) -> None:
        """Divide the tables, catch up with what was missed, announce who is here."""
        self._hurried = False
        await self._divide(connection)
        cursor = await connection.execute("SELECT count(*) FROM tables")
        self.tables, before = (await cursor.fetchone() or (0,))[0], self.tables
        if self.tables != before:
            self._new_tables()
        followed = {name for name, room in self._rooms.items() if room.audience.viewers}
        asked = self._held | followed | {name for name in self.also_followed() if name in self._rooms}
        cursor = await connection.execute(_HEADS, (list(asked),))
        for table, version in await cursor.fetchall():
            self._catch_up(table, version)
        self._told = followed - self._held
        await connection.execute(_NOTIFY, (PRESENCE, self._presence_notes(followed)))
        self._forget()
        self.synchronized()

    async def _divide(self, connection: psycopg.AsyncConnection) -> None:
        """Release tables whose clients are elsewhere, and any beyond an even share; take free ones."""
        if self._reads_only:
            return
        cursor = await connection.execute(_PROCESSES, (SHARES,))
        (processes,) = await cursor.fetchone() or (1,)
        even = -(-len(self._rooms) // max(1, processes))
        quiet = [name for name in self._held if not self._rooms[name].audience.viewers]
        wanted = [name for name in quiet if self._followed_elsewhere(name, to_run=True)]
        spare = max(0, len(self._held) - len(wanted) - even)
        given = {*wanted, *[name for name in sorted(quiet) if name not in wanted][:spare]}
        if given:
            await connection.execute(_RELEASE, ([_lock_of(name) for name in given],))
            self._held -= given
            await connection.execute(_NOTIFY, (PRESENCE, [json.dumps({"process": self._me, "free": True})]))
        others = [name for name in self._rooms if name not in self._held and name not in given]
        busy = [name for name in others if self._rooms[name].audience.viewers]
        await self._take(connection, busy, len(busy))
        rest = [
            name for name in others if name not in busy and not self._followed_elsewhere(name, to_run=True)
        ]
        await self._take(connection, rest, even - len(self._held))

    async def _take(self, connection: psycopg.AsyncConnection, names: Sequence[str], most: int) -> None:
        if names and most > 0:
            cursor = await connection.execute(_TAKE, (list(names), [*map(_lock_of, names)], most))
            for (name,) in await cursor.fetchall():
                self._held.add(name)
                self._rooms[name].take_over()

    def _presence_notes(self, tables: Iterable[str]) -> list[str]:
        """The tables followed here and their players, in notes that are short enough."""
        told, size = list[dict[str, list[str]]](), LONGEST_NOTE
        for name in tables:
            people = self._rooms[name].present()
            more = len(json.dumps(people)) + len(name) + 6
            if size + more > LONGEST_NOTE:
                told.append({})
                size = 0
            told[-1][name] = people
            size += more
        return [
            json.dumps({"process": self._me, "tables": each, "runs": not self._reads_only}) for each in told
        ]

    def _catch_up(self, table: str, version: int) -> None:
        room = self._rooms.get(table)
        if room is not None and version > room.host.committed.version:
            room.host.catch_up(may_skip=not room.audience.viewers)

    def _received(self, note: Mapping[str, Any]) -> None:
        if note["process"] == self._me:
            return
        if "free" in note:
            self._hurried = True
            return
        if "login" in note:
            self.login_heard(*note["login"])
        now, process = time.monotonic(), note["process"]
        for table, people in self._known(note["tables"]):
            followers = self._followers.setdefault(table, {})
            if process not in followers:
                self._noticed(table)
            followers[process] = (now, note["runs"])
            for person in people:
                self._presence.setdefault((table, person), {})[process] = now
                if "word" in note:
                    self._rooms[table].receive_signal(person, note["word"])

    def _known(self, tables: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
        return ((table, people) for table, people in tables.items() if table in self._rooms)

    def _noticed(self, table: str) -> None:
        """Another process has started to follow: it may have missed what was written until now."""
        if table in self._held:
            self._notes[table] = self._rooms[table].host.committed.version
            self._announce()
            self._hurried = self._hurried or not self._rooms[table].audience.viewers

    def _forget(self) -> None:
        """Forget followers and people not reported for a long time; they would accumulate."""
        since = time.monotonic() - FORGOTTEN_AFTER
        for table, followers in [*self._followers.items()]:
            left = {process: told for process, told in followers.items() if told[0] > since}
            self._followers[table] = left
            if not left:
                del self._followers[table]
        for key, told in [*self._presence.items()]:
            if max(told.values()) <= since:
                del self._presence[key]
