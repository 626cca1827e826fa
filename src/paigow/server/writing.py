"""Groups of batches written to the store: here, or by a process of its own beside the server.

Python runs one thread at a time, and a thread that writes would wait for the event loop at every statement,
and the loop for it. A process waits for neither. It is forked while the server has no threads yet, writes
one group after the other, and ends when the server closes the connection between them, or dies.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NoReturn

import msgspec
from msgspec import Struct

from paigow.server.background import work_quietly
from paigow.store.appending import Outcome
from paigow.store.database import StoreUnavailable
from paigow.store.journal import Store
from paigow.store.opening import open_store
from paigow.store.records import Append, Appended, Late, Repeated

__all__ = ["Answer", "Lost", "Spoiled", "WritingProcess", "written"]

PATIENCE: Final = 30.0
"""How long a group is tried again, in seconds, before those who wait are told."""
BETWEEN_TRIES: Final = 0.25
FAILURES: Final = 3
"""After so many failures of a store that is there, commands are written one by one: one is at fault."""
_SIZE: Final = 4
"""Bytes that tell how long a message between the processes is."""

_log = logging.getLogger("paigow.writing")


class Lost(Struct, frozen=True, tag=True, array_like=True):
    """The store could not be reached in time: whether the command was kept is not known."""


class Spoiled(Struct, frozen=True, tag=True, array_like=True):
    """The store is there, and does not take this command: it is not kept."""


Answer = Outcome | Lost | Spoiled


def written(
    store: Store, batches: Sequence[Append | Late], closing: Callable[[], bool], *, again: bool = False
) -> list[Answer]:
    """Keep a group. If the database goes away it is written again when it is back: ids make that harmless.

    `again` if somebody else was to write it, and nobody knows what came of it.
    """
    start = time.monotonic()
    give_up = start + PATIENCE
    failures = 0
    while True:
        try:
            outcomes = store.append(batches)
        except StoreUnavailable as away:
            _log.warning(
                "a group of %d commands was not written: %s", len(batches), away.where or away.problem
            )
            give_up = min(give_up, start + away.patience)
            if closing() or time.monotonic() > give_up:
                return [Lost()] * len(batches)
            time.sleep(BETWEEN_TRIES)
            again = True
        except Exception:  # noqa: BLE001 - a database has many ways to be away
            _log.exception("a group of %d commands was not written", len(batches))
            failures += _is_there(store)
            if failures == FAILURES:
                return [_alone(store, batch) for batch in batches]
            if closing() or time.monotonic() > give_up:
                return [Lost()] * len(batches)
            time.sleep(BETWEEN_TRIES)
            again = True
        else:
            if not again:
                return list[Answer](outcomes)
            return [_kept_after_all(batch, outcome) for batch, outcome in zip(batches, outcomes, strict=True)]


def _is_there(store: Store) -> bool:
    """Whether the store can be written to, so that it must be the group itself that cannot be."""
    try:
        with store.database.writing():
            pass
    except Exception:  # noqa: BLE001 - a database has many ways to be away
        return False
    return True


def _alone(store: Store, batch: Append | Late) -> Answer:
    """One command of a group that could not be written."""
    try:
        outcome = store.append([batch])[0]
    except Exception:  # noqa: BLE001 - a database has many ways to be away
        there = _is_there(store)
        _log.exception("table %s: a command was not written", batch.table)
        return Spoiled() if there else Lost()
    return _kept_after_all(batch, outcome)


def _kept_after_all(batch: Append | Late, outcome: Outcome) -> Outcome:
    """A group that failed may have been committed all the same: then it is found at its own versions."""
    if isinstance(batch, Append) and outcome == Repeated(batch.after + 1, batch.last):
        return Appended(batch.last)
    return outcome


class WritingProcess:
    """The process as the server sees it: it is given a group and answers when that is kept."""

    def __init__(self, address: str | None) -> None:
        self._socket, theirs = socket.socketpair()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._decoder = msgspec.msgpack.Decoder(list[Answer])
        self.pid = os.fork()
        if self.pid == 0:
            self._socket.close()
            _work(theirs, address)
        theirs.close()

    async def written(self, batches: Sequence[Append]) -> list[Answer]:
        """Have a group kept; raises ConnectionError if the process is no more."""
        if self._streams is None:
            self._streams = await asyncio.open_unix_connection(sock=self._socket)
        reader, writer = self._streams
        message = msgspec.msgpack.encode(batches)
        writer.write(len(message).to_bytes(_SIZE, "big") + message)
        try:
            size = int.from_bytes(await reader.readexactly(_SIZE), "big")
            return self._decoder.decode(await reader.readexactly(size))
        except asyncio.IncompleteReadError:
            raise ConnectionError("the writing process has ended") from None

    def hurry(self) -> None:
        """The server is closing: a store that is away is no longer waited for."""
        os.kill(self.pid, signal.SIGTERM)

    async def close(self) -> None:
        """Have it end, if it has not; nothing may be on its way."""
        if self._streams is not None:
            self._streams[1].close()
        self._socket.close()
        await asyncio.to_thread(os.waitpid, self.pid, 0)


def _work(connection: socket.socket, address: str | None) -> NoReturn:
    """All that the new process does."""
    status = 1
    try:
        work_quietly(0)
        # A server that was killed may leave an answer unread: then the connection is reset, not closed.
        with suppress(ConnectionError):
            _write_all(connection, address)
        status = 0
    except Exception:  # noqa: BLE001 - the server goes on without it
        _log.exception("the writing process failed")
    finally:
        os._exit(status)


def _write_all(connection: socket.socket, address: str | None) -> None:
    closing = False

    def close(*_: object) -> None:
        nonlocal closing
        closing = True

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, close)
    decoder = msgspec.msgpack.Decoder(list[Append])
    store: Store | None = None
    with connection.makefile("rb") as incoming:
        while head := incoming.read(_SIZE):
            batches = decoder.decode(incoming.read(int.from_bytes(head, "big")))
            store = store or open_store(address)
            answers = msgspec.msgpack.encode(written(store, batches, lambda: closing))
            connection.sendall(len(answers).to_bytes(_SIZE, "big") + answers)
    if store is not None:
        store.close()
