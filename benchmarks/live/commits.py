"""The cost of a commit on each store: of one command, of many together, of several processes in parallel.

In parallel each has its own tables, like processes on one floor; then all of them also feed one meter, each
through its own share, and through a single account, as it would be without shares.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from statistics import median
from typing import Final

import psycopg

from benchmarks.report import Report
from paigow.server.tables.floor_accounts import share_of
from paigow.server.tables.peers import CHANNEL
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, Appended, TableRecord
from tests.store.servers import postgres_server

__all__ = ["commit_seconds", "measure_commits"]

GROUPS: Final = (1, 50, 200)
PROCESSES: Final = 8
SECONDS: Final = 1.5
NOTES: Final = 5_000
_EVENT: Final = b"x" * 330
_COMMAND: Final = b"y" * 100
"""As long as those of a wager."""
_SHARED: Final = ("", " that share a meter", " that share an account")


class Tables:
    """One writer's tables, one command for each at a time."""

    def __init__(self, store: Store, name: str, number: int, moves: tuple[tuple[str, int], ...] = ()) -> None:
        self._store = store
        self._names = [f"{name}-{each}" for each in range(number)]
        self._versions = count()
        self._moves = moves
        for table in self._names:
            store.add_table(TableRecord(table, "", b"{}", 0))

    def commit(self) -> None:
        version = next(self._versions)
        batches = [
            Append(
                table,
                version,
                f"Load~abcde/{version}",
                0,
                (_EVENT,),
                floor=self._moves,
                body=_COMMAND,
            )
            for table in self._names
        ]
        outcomes = self._store.append(batches)
        assert all(isinstance(outcome, Appended) for outcome in outcomes), outcomes[0]


def measure_commits(report: Report) -> None:
    """Both stores with one writer, then PostgreSQL with several."""
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        for name, address in (("SQLite", f"sqlite:///{folder}/floor.db"), ("PostgreSQL", server.url)):
            store = open_store(address)
            for size in GROUPS:
                report.measured(f"{name}, a commit of {size}", 1000 * commit_seconds(store, size), "ms")
            store.close()
        for what in _SHARED:
            stores = [open_store(server.url) for _ in range(PROCESSES)]
            writers = [
                Tables(store, f"side-{_SHARED.index(what)}-{number}", 1, _moves(what, number))
                for number, store in enumerate(stores)
            ]
            rate = _side_by_side([each.commit for each in writers])
            report.measured(f"PostgreSQL, {PROCESSES} writers{what}: commits", rate, "a second")
            for store in stores:
                store.close()
        report.measured("PostgreSQL, a note heard: processor", 1e6 * _hearing(server.url), "us")
        rate = _announcing(server.url)
        report.measured(f"PostgreSQL, {PROCESSES} processes that announce: notes", rate, "a second")


def _moves(what: str, number: int) -> tuple[tuple[str, int], ...]:
    """What a writer feeds to a meter, if anything."""
    share = number + 1 if what == _SHARED[1] else 0
    return ((share_of("house", share), -5), (share_of("floor/meter", share), 5)) if what else ()


def commit_seconds(store: Store, size: int) -> float:
    """The usual time of a commit of this many commands."""
    return _seconds(Tables(store, f"group-{size}", size).commit)


def _hearing(address: str) -> float:
    """The CPU time to receive one notification, in seconds."""
    listener, speaker = (psycopg.connect(address, autocommit=True) for _ in range(2))
    with listener, speaker:
        listener.execute(f"LISTEN {CHANNEL}".encode())
        sql = "SELECT pg_notify(%s, number || ' some-table') FROM generate_series(1, %s) AS number"
        speaker.execute(sql.encode(), (CHANNEL, NOTES))
        start = time.process_time()
        heard = sum(1 for _ in listener.notifies(timeout=5, stop_after=NOTES))
        spent = time.process_time() - start
    assert heard >= NOTES
    return spent / heard


def _announcing(address: str) -> float:
    """Notifications per second when several processes announce in parallel, each in its own statement."""
    listener, *connections = [psycopg.connect(address, autocommit=True) for _ in range(PROCESSES + 1)]
    listener.execute(f"LISTEN {CHANNEL}".encode())

    def announce(connection: psycopg.Connection) -> None:
        connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, "123456 private-0123456789abcdef"))

    try:
        return _side_by_side([partial(announce, each) for each in connections])
    finally:
        for each in (listener, *connections):
            each.close()


def _seconds(work: Callable[[], None]) -> float:
    taken = []
    end = time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return median(taken)


def _side_by_side(writers: list[Callable[[], None]]) -> float:
    end = time.perf_counter() + SECONDS

    def write(work: Callable[[], None]) -> int:
        done = 0
        while time.perf_counter() < end:
            work()
            done += 1
        return done

    with ThreadPoolExecutor(len(writers)) as pool:
        return sum(pool.map(write, writers)) / SECONDS
