"""Servers and drivers as processes: started, queried, measured, stopped. Not what they are asked."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

__all__ = ["Driven", "driven", "floor_command", "tree_seconds"]

_ROOT: Final = Path(__file__).parents[2]
_SETTLED: Final = 0.05
"""CPU share of a server that only pings: with 2,000 clients it is a hundredth."""
_SETTLED_WITHIN: Final = 120


def floor_command(store: str, tables: int, *more: str) -> list[str]:
    """How our server is started."""
    module = "benchmarks.live.floor_process"
    return [sys.executable, "-m", module, "--store", store, "--tables", str(tables), *more]


def _started(command: Sequence[str], **options: Any) -> subprocess.Popen[str]:
    path = os.pathsep.join((str(_ROOT / "src"), str(_ROOT)))
    environment = {**os.environ, "PYTHONPATH": path, "PAIGOW_KEY": "5a" * 32}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=_ROOT, **options)


def _answer(stream: IO[str] | None) -> dict[str, Any]:
    """The next line that is a record; servers can print other things before it."""
    assert stream is not None
    for line in stream:
        if line.startswith("{"):
            found: dict[str, Any] = json.loads(line)
            return found
    raise AssertionError("the process ended without an answer")


def _thread_seconds(task: Path) -> float:
    """CPU time of a thread, to the nanosecond.

    `stat` counts in ticks of 10 ms: one tick more in a window of 200 commands is 50 us each.
    """
    return int((task / "schedstat").read_text(encoding="ascii").split()[0]) / 1e9


def _tree(process: int) -> list[int]:
    """A process and its children."""
    found = [process]
    for number in found:
        children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii")
        found += map(int, children.split())
    return found


def tree_seconds(process: int) -> float:
    """CPU time of a process with all its threads and its children."""
    return sum(
        _thread_seconds(task) for number in _tree(process) for task in Path(f"/proc/{number}/task").iterdir()
    )


class Driven:
    """A server and its driver."""

    def __init__(
        self, address: tuple[str, int], server: subprocess.Popen[str], driver: subprocess.Popen[str]
    ) -> None:
        self.address = address
        self._server = server
        self._driver = driver

    def ask(self, **order: Any) -> dict[str, Any]:
        """Have the driver do something and wait until it is done."""
        assert self._driver.stdin is not None
        self._driver.stdin.write(json.dumps(order) + "\n")
        self._driver.stdin.flush()
        return _answer(self._driver.stdout)

    def run(self, pattern: str, seconds: float, rate: float = 1000.0) -> dict[str, Any]:
        """Drive the server; the answer also has the server's CPU time."""
        before, loop = self.processor_seconds, self.loop_seconds
        result = self.ask(run=pattern, seconds=seconds, rate=rate)
        server, loop = self.processor_seconds - before, self.loop_seconds - loop
        return {**result, "server_seconds": server, "loop_seconds": loop}

    def settle(self) -> None:
        """Wait until the work left from opening the tables is done, above all searching for options."""
        for _ in range(_SETTLED_WITHIN):
            before = self.processor_seconds
            time.sleep(1.0)
            if self.processor_seconds - before < _SETTLED:
                return
        raise AssertionError("the server is still busy with what was opened")

    @property
    def processor_seconds(self) -> float:
        """For the server with all its threads and processes."""
        return tree_seconds(self._server.pid)

    @property
    def loop_seconds(self) -> float:
        """For the server's first thread, which runs its loop; a separate process writes."""
        return _thread_seconds(Path(f"/proc/{self._server.pid}/task/{self._server.pid}"))

    @property
    def kilobytes(self) -> int:
        """Memory of the server alone, with its child processes."""
        texts = (
            Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
            for number in _tree(self._server.pid)
        )
        return sum(
            int(found)
            for text in texts
            for found in re.findall(r"^Private_(?:Clean|Dirty):\s+(\d+) kB", text, re.MULTILINE)
        )


@contextmanager
def driven(command: Sequence[str], dialect: str = "paigow", named: str = "table") -> Iterator[Driven]:
    """A server with a connected driver, both stopped afterward; its tables have this name."""
    server = _started(command)
    driver: subprocess.Popen[str] | None = None
    try:
        found = _answer(server.stdout)
        host, _, port = found["address"].removeprefix("http://").rstrip("/").rpartition(":")
        driver = _started(
            [sys.executable, "-m", "benchmarks.live.driver", dialect, host, port, "--named", named],
            stdin=subprocess.PIPE,
        )
        yield Driven((host, int(port)), server, driver)
    finally:
        for process in (driver, server):
            if process is not None:
                process.kill()
                process.wait()
                for stream in (process.stdin, process.stdout):
                    if stream is not None:
                        stream.close()
