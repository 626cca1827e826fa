"""A server from start to stop: open store, key, and floor, run uvicorn, drain at the end."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import gc
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Final, TextIO
from urllib.parse import urlsplit

import uvicorn

from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.server.accounts.identity import Identity
from paigow.server.accounts.rate_limits import Limits
from paigow.server.background import Edges
from paigow.server.connections.lobby import Lobby, StoreWatch
from paigow.server.connections.socket import socket_protocol
from paigow.server.http.app import application, request_protocol
from paigow.server.keys import load_key, require_key
from paigow.server.tables.beacons import BeaconSource
from paigow.server.tables.catalog import NewTable
from paigow.server.tables.floor import Floor
from paigow.server.tables.group_commit import WriteProcess
from paigow.store.database import KEY, fact
from paigow.store.journal import floor_directory, open_store, sqlite_file
from paigow.store.sqlite import make_place, no_place

SEND_BUFFER: Final = 128 * 1024
LAST_GROUP: Final = 3.0
"""How long a server's writer process can outlive it, in seconds."""
COLLECT_EVERY: Final = 2_000
"""Allocations between garbage collections. Tables are made of records that the collector doesn't track.

With more, a collection takes milliseconds, during which every client waits.
"""
ARENA_MAX: Final = -8
"""`M_ARENA_MAX` in glibc's malloc.h."""
_log = logging.getLogger("paigow.lifecycle")


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """A server's start options."""

    host: str = "127.0.0.1"
    port: int = 0
    store: str | None = None
    limits: Limits = field(default_factory=Limits)
    drain_seconds: float = 120.0
    pace: float = 1.0
    """Multiplier for the usual pauses of dealer and bots."""
    counting: bool = True
    """Whether unknown edges are counted in the background."""
    beacon: str | None = None
    """The address of a public beacon to mix into every round."""
    plays_alone: bool = False
    """Whether bots play at public tables when nobody is there."""
    reads_only: bool = False
    """Whether the server is read-only: tables are shown to spectators, and nothing is written."""
    without_demonstration: bool = False
    """Whether the demonstration tables of earlier starts count as closed."""
    play_at: str | None = None
    """Where a read-only server sends people who want to play."""

    @property
    def only_shown(self) -> str | None:
        """The message for somebody who wants to act at a read-only table."""
        if not self.reads_only:
            return None
        return f"This server only shows tables. Play at {self.play_at or 'the main address of the floor'}."

    @property
    def directory(self) -> Path:
        """Where the key and computed odds are."""
        return floor_directory(self.store)


def _acquire(lock: TextIO) -> bool:
    """Take the lock. The writer process of a server that was killed finishes first.

    Windows has no `fcntl`, so there is no lock: run only one server per file.
    """
    try:
        from fcntl import LOCK_EX, LOCK_NB, flock
    except ModuleNotFoundError:
        return True
    end = time.monotonic() + LAST_GROUP
    while True:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except OSError:
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        else:
            return True


def _is_held(lock: TextIO) -> bool:
    """Whether a server holds the lock. If not, something else may answer at its last address."""
    try:
        from fcntl import LOCK_NB, LOCK_SH, flock
    except ModuleNotFoundError:
        return True
    try:
        flock(lock, LOCK_SH | LOCK_NB)
    except OSError:
        return True
    return False


def _lock_file(store: str | None) -> Path | None:
    """The file a SQLite floor's server locks, and writes its address to."""
    file = sqlite_file(store)
    return None if file is None else floor_directory(store) / f"{file.name}.lock"


def running_floor(store: str | None = None) -> str | None:
    """The address of the server running on a SQLite file, if one does and answers."""
    path = _lock_file(store)
    if path is None or not path.exists():
        return None
    with path.open(encoding="utf-8") as lock:
        if not _is_held(lock):
            return None
        address = lock.read().strip()
    try:
        parts = urlsplit(address)
        socket.create_connection((parts.hostname or "", parts.port or 0), timeout=1).close()
    except (OSError, ValueError):
        return None
    return address


@contextmanager
def _exclusive(options: ServerOptions) -> Iterator[TextIO | None]:
    """One server owns a SQLite file; several can share a PostgreSQL database."""
    path = _lock_file(options.store)
    if path is None:
        yield None
        return
    file = sqlite_file(options.store)
    assert file is not None, "only a SQLite floor has a lock file"
    make_place(file)
    try:
        lock = path.open("a", encoding="utf-8")
    except OSError as fault:
        raise no_place(file, fault) from None
    with lock:
        if not _acquire(lock):
            raise BadInput(
                "another server is already using this store",
                where=str(path.with_suffix("")),
                allowed="stop it, or share a PostgreSQL store",
            )
        lock.truncate(0)
        yield lock


class _Server(uvicorn.Server):
    """Finishes the rounds in play on the first stop signal; on the second, it stops at once."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby, drain_seconds: float) -> None:
        super().__init__(config)
        self._lobby = lobby
        self._drain_seconds = drain_seconds
        self._draining: asyncio.Task[None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if self._draining is None:
            self._begin_to_drain()
        else:
            super().handle_exit(sig, frame)

    def stop_with(self, lifeline: int) -> None:
        """Stop when the other end of a pipe closes: on request of the parent process, or when it dies."""
        asyncio.get_running_loop().add_reader(lifeline, self._let_go, lifeline)

    def _let_go(self, lifeline: int) -> None:
        asyncio.get_running_loop().remove_reader(lifeline)
        if self._draining is None:
            self._begin_to_drain()

    def _begin_to_drain(self) -> None:
        self._draining = asyncio.get_running_loop().create_task(self._drain())

    async def _drain(self) -> None:
        _log.info("closing: rounds are in play at %s", counted(len(self._lobby.floor.live), "table"))
        await self._lobby.floor.drain(self._drain_seconds)
        self._lobby.floor.feed.close()
        self._lobby.disconnect_all()
        self.should_exit = True


def listen(options: ServerOptions) -> socket.socket:
    """A listening socket."""
    try:
        family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
        listening = socket.create_server((options.host, options.port), family=family, backlog=2048)
    except OSError as error:
        place = f"{options.host}:{options.port}"
        if error.errno == errno.EADDRINUSE:
            raise BadInput(
                f"{place} is already in use",
                allowed="stop what uses it, or choose another --port",
            ) from None
        # Looking up a name fails with a negative number, for which the operating system has no words.
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else "there is no such host" if number else error
        raise BadInput(
            f"the address {place} can't be used: {why}", allowed="choose another --host or --port"
        ) from None
    # Connections inherit it: what a client doesn't read must not pile up in the kernel either.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    return listening


def _tune_garbage_collector() -> None:
    """What is loaded by now stays, so exempt it from collection, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_EVERY, 50, 100)


def _share_one_heap() -> None:
    """Let all threads share one heap: glibc gives each its own, and each one holds on to free memory."""
    if sys.platform == "linux" and (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)):
        mallopt(ARENA_MAX, 1)


def url_of(listening: socket.socket) -> str:
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


async def serve(
    options: ServerOptions,
    tables: Iterable[NewTable],
    announce: Callable[[str], None],
    process: WriteProcess | None,
    sockets: list[socket.socket] | None = None,
    lifeline: int | None = None,
) -> None:
    """Open the floor, serve it until a stop signal, and close it. Without a writer process, threads write.

    `sockets` are already open ones; `lifeline` is the end of a pipe that stops the server.
    """
    _share_one_heap()
    beacon = None if options.beacon is None else BeaconSource(options.beacon)
    store = open_store(options.store, reads_only=options.reads_only)
    try:
        key = load_key(options.directory / "floor.key", fact(store.database, KEY))
    except BaseException:
        store.close()
        raise
    alone = options.plays_alone and not options.reads_only
    floor = Floor(
        store,
        key,
        options.pace,
        process,
        beacon,
        plays_alone=alone,
        only_shown=options.only_shown,
        without_demonstration=options.without_demonstration,
    )
    try:
        require_key(floor.store.database, key)
        floor.open()
        for table in tables:
            floor.add(table)
        edges = Edges(options.directory / "edges", counting=options.counting and not options.reads_only)
        lobby = Lobby(floor, Identity(floor.store.database, key), edges, options.limits)
        config = uvicorn.Config(
            application(lobby),
            http=request_protocol(options.limits.request_seconds),
            ws=socket_protocol(lobby),
            lifespan="off",
            loop="none",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        listening = sockets or [listen(options)]
        store_watch = StoreWatch(lobby)
        _tune_garbage_collector()
        server = _Server(config, lobby, options.drain_seconds)
        if lifeline is not None:
            server.stop_with(lifeline)
        announce(url_of(listening[-1]))
        _log.info("open at %s with %s", url_of(listening[-1]), counted(len(floor.rooms), "table"))
        try:
            await server.serve(sockets=listening)
        finally:
            await store_watch.stop()
            lobby.coach.stop()
            lobby.hand_worker.stop()
            lobby.way_worker.stop()
            await edges.stop()
    finally:
        await floor.close()
        _log.info("closed")


def _new_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fast event loop if it is available, else Python's own."""
    try:
        import uvloop
    except ModuleNotFoundError:
        return None
    return uvloop.new_event_loop


def run(
    options: ServerOptions,
    tables: Iterable[NewTable],
    announce: Callable[[str], None],
    *,
    sockets: list[socket.socket] | None = None,
    lifeline: int | None = None,
) -> None:
    """Run a server until it is told to stop."""
    if options.reads_only and sqlite_file(options.store) is not None:
        raise BadInput(
            "this floor can't be shown by a second server: one server owns a SQLite file",
            allowed="use --store postgresql://USER@HOST/DATABASE",
        )
    os.umask(0o077)
    with _exclusive(options) as lock:

        def announce_and_note(address: str) -> None:
            if lock is not None:
                lock.write(address)
                lock.flush()
            announce(address)

        writes = hasattr(os, "fork") and not options.reads_only
        process = WriteProcess(options.store) if writes else None
        with asyncio.Runner(loop_factory=_new_loop()) as runner:
            runner.run(serve(options, tables, announce_and_note, process, sockets, lifeline))
