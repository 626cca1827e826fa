"""Servers to test against: `paigow serve` in a separate process, on its own port."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["KEY", "Server", "running"]

START = ("-m", "paigow", "serve")
ROOT = Path(__file__).parents[2]
KEY = b"\x5a" * 32
"""Servers that share a floor share its key."""


class Server:
    """One process, its address, and what it wrote to its log."""

    def __init__(
        self, arguments: Sequence[str], program: Sequence[str] = START, packages: Sequence[Path] = ()
    ) -> None:
        command = [sys.executable, *program, "--json", *arguments]
        path = os.pathsep.join(map(str, (*packages, ROOT / "src", ROOT)))
        environment = {**os.environ, "PYTHONPATH": path, "PAIGOW_KEY": KEY.hex()}
        self._log: list[str] = []
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        line = self.process.stdout.readline()
        if "address" not in line:
            rest = self.process.stdout.read()
            self._over(10)
            raise AssertionError(f"the server did not start: {line}{rest}{self.log}")
        self.told: dict[str, Any] = json.loads(line)
        self.address: str = self.told["address"]

    @property
    def log(self) -> str:
        return "".join(self._log)

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self._log.append(line)

    def kill(self) -> None:
        """Simulate a power failure, as far as this process is concerned."""
        self.process.send_signal(signal.SIGKILL)
        self._over(10)

    def stop(self, seconds: float = 150) -> int:
        """Ask it to stop, and wait until it has."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self._over(seconds)

    def _over(self, seconds: float) -> int:
        code = self.process.wait(seconds)
        self._reader.join(5)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
        return code


def arguments(store: str, *more: str) -> list[str]:
    return ["--port", "0", "--store", store, "--no-count-edges", "--no-idle-play", "--log", "warning", *more]


@contextmanager
def running(
    store: str | Path, *more: str, program: Sequence[str] = START, packages: Sequence[Path] = ()
) -> Iterator[Server]:
    """A server on a store: an address, or a directory in which a SQLite file is made.

    `packages` are folders with more rule books and wagers, installed there for a test.
    """
    address = f"sqlite:///{store / 'floor.db'}" if isinstance(store, Path) else store
    server = Server(arguments(address, *more), program, packages)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()
