"""Several servers on one PostgreSQL floor: started together, restarted when one dies, stopped together.

All of them accept connections on one port, and each one on its own port, for a proxy that sends the clients
of a table to one server. This process opens the ports and keeps them open, so if a server dies, new clients
wait for the next one instead of finding a closed port. It does nothing else.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from io import FileIO
from types import FrameType
from typing import Final, NoReturn

from paigow.faults import BadInput
from paigow.server.lifecycle import ServerOptions, listen, run, url_of
from paigow.server.tables.catalog import NewTable
from paigow.store.journal import sqlite_file

RESTARTED_AFTER: Final = 1.0
"""Seconds until a dead server is restarted: one that can't run must not keep the machine busy."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
_log = logging.getLogger("paigow.workers")


def run_workers(
    options: ServerOptions,
    workers: int,
    tables: Iterable[NewTable],
    announce: Callable[[str, list[str]], None],
) -> None:
    """Run this many servers until the first stop signal; on the second, they stop at once."""
    if sqlite_file(options.store) is not None:
        raise BadInput(
            f"{workers} workers can't share a SQLite file: one server owns it",
            allowed="use --store postgresql://USER@HOST/DATABASE, or --workers 1",
        )
    if not hasattr(os, "fork"):
        raise BadInput("this system can't start workers", allowed="use --workers 1, or Linux or macOS")
    os.umask(0o077)
    everyone = listen(options)
    first = everyone.getsockname()[1] + 1 if options.port else 0
    own = [listen(replace(options, port=first and first + number)) for number in range(workers)]
    family = _Workers(options, tuple(tables), everyone, own)
    family.start()
    announce(url_of(everyone), [url_of(each) for each in own])
    family.wait()


class _Workers:
    """The servers by number; a restarted server has the same number, and so the same port."""

    def __init__(
        self,
        options: ServerOptions,
        tables: tuple[NewTable, ...],
        everyone: socket.socket,
        own: list[socket.socket],
    ) -> None:
        self._options = options
        self._tables = tables
        self._everyone = everyone
        self._own = own
        self._running: dict[int, int] = {}
        """Numbers by process id."""
        self._stopping = False
        self._told, self._lifeline = os.pipe()
        """Servers finish their rounds when the other end is closed, also if this process is killed.

        A signal could arrive twice, from here and from a signal to the whole process group, and the second
        one stops a server at once.
        """

    def start(self) -> None:
        """Start all of them; the first one creates the key, schema, and tables if they don't exist."""
        for each in _SIGNALS:
            signal.signal(each, self._stop)
        try:
            _await_ready([self._fork(0)])
            _await_ready([self._fork(number) for number in range(1, len(self._own))])
        except BadInput:
            self._stop(signal.SIGTERM, None)
            self.wait()
            raise

    def _stop(self, _signal: int, _frame: FrameType | None) -> None:
        if self._stopping:
            for process in self._running:
                with suppress(ProcessLookupError):
                    os.kill(process, signal.SIGTERM)
        else:
            self._stopping = True
            os.close(self._lifeline)

    def wait(self) -> None:
        """Wait until all have stopped."""
        while self._running:
            process, status = os.wait()
            number = self._running.pop(process, None)
            if number is None or self._stopping:
                continue
            code = os.waitstatus_to_exitcode(status)
            _log.error("worker %d (process %d) exited with %d and is restarting", number, process, code)
            time.sleep(RESTARTED_AFTER)
            if not self._stopping:
                os.close(self._fork(number))

    def _fork(self, number: int) -> int:
        """Start a server; returns the end of a pipe that says when it is ready, or why it can't be."""
        ready, tells = os.pipe()
        # Both processes would handle a signal that arrives in between.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        process = os.fork()
        if process == 0:
            os.close(ready)
            self._work(number, tells)
        self._running[process] = number
        os.close(tells)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        return ready

    def _work(self, number: int, tells: int) -> NoReturn:
        """The new process's main function."""
        status = 1
        if not self._stopping:
            os.close(self._lifeline)
        # Ctrl-C goes to a terminal's whole process group: only the parent should handle it.
        os.setpgid(0, 0)
        for each in _SIGNALS:
            signal.signal(each, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)

        # Wait until it is closed here: this process's writer inherits it too, so end of file isn't enough.
        with os.fdopen(tells, "wb", buffering=0) as parent:
            try:
                sockets = [self._everyone, self._own[number]]
                ready = partial(_tell, parent, "")
                run(self._options, self._tables, ready, sockets=sockets, lifeline=self._told)
                status = 0
            except BadInput as fault:
                _log.error("worker %d can't run: %s", number, fault)
                _tell(parent, fault.sentences)
            except Exception:  # noqa: BLE001 - it is started again
                _log.exception("worker %d failed", number)
                _tell(parent, "A worker failed. Its log says why.")
            finally:
                logging.shutdown()
                os._exit(status)


def _tell(parent: FileIO, sentence: str, _address: str = "") -> None:
    """Report once that a server is ready, with an empty sentence, or why it isn't."""
    if not parent.closed:
        with suppress(OSError):
            parent.write(f"{sentence}\n".encode())
        parent.close()


def _await_ready(pipes: list[int]) -> None:
    """Wait until each server is ready; raises BadInput with what one of them reports instead."""
    told = list[str]()
    for pipe in pipes:
        with os.fdopen(pipe, encoding="utf-8") as reader:
            told.append(reader.readline() or "A worker ended before it was ready. Its log says why.")
    for sentence in filter(None, map(str.strip, told)):
        raise BadInput(sentence)
