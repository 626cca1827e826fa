"""A deterministic world: time, threads, secrets, and the speed of the disk are simulated.

The server's own parts run on a loop whose clock jumps to the next thing due. One number determines everything
that happens, so that every failure is reproducible.
"""

from __future__ import annotations

import asyncio
import selectors
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import paigow.server.http.app  # noqa: F401 - so that every module of the server is there to be given our clock
from paigow.server.monitoring import Timings
from paigow.server.tables import floor as floor_module
from paigow.server.tables.floor import Floor
from paigow.server.tables.group_commit import Answer, WriteUnconfirmed
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, DeferredAppend

__all__ = ["World", "world"]

START = 1_700_000_000.0
KEY = bytes(range(32))


class Clock:
    """Replaces the module `time`."""

    def __init__(self) -> None:
        self.now = 0.0
        self._unlike = 0

    def monotonic(self) -> float:
        return self.now

    def perf_counter(self) -> float:
        return self.now

    def time(self) -> float:
        return START + self.now

    def time_ns(self) -> int:
        self._unlike += 1
        return int(self.time() * 1e9) + self._unlike


class Secrets:
    """Replaces the module `secrets`."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self.choice = random.choice

    def token_bytes(self, size: int) -> bytes:
        return self._random.randbytes(size)

    def token_hex(self, size: int) -> str:
        return self._random.randbytes(size).hex()


class _Jumping(selectors.DefaultSelector):
    """Never waits: the clock jumps instead."""

    clock: Clock

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is not None and timeout > 0:
            self.clock.now += timeout
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self, clock: Clock, random: Random) -> None:
        selector = _Jumping()
        selector.clock = clock
        self._clock = clock
        self._random = random
        super().__init__(selector)

    def time(self) -> float:
        return self._clock.now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:  # type: ignore[override]  # noqa: ARG002 - asyncio's names
        """Like another thread: some time later, but always at the same time."""
        future = self.create_future()

        def run() -> None:
            try:
                future.set_result(func(*args))
            except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to whoever waits
                future.set_exception(error)

        self.call_later(self._random.random() * 0.02, run)
        return future


class World:
    """One number's world. A `life` of it ends like a server that loses power: whatever waits is lost."""

    def __init__(self, seed: str, directory: Path) -> None:
        self.random = Random(seed)
        self.clock = Clock()
        self.secrets = Secrets(Random(f"{seed}/secrets"))
        self.address = f"sqlite:///{directory / 'floor.db'}"
        self.floor: Floor
        self.plays_alone = False

    def live(self, life: Callable[[], Any]) -> None:
        """Open the floor on what the last life stored, and run until `life` is over."""
        loop = _Loop(self.clock, self.random)
        asyncio.set_event_loop(loop)
        wrong: list[BaseException] = []
        failed: asyncio.Future[None] = loop.create_future()

        def fail(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            wrong.append(context.get("exception") or AssertionError(context["message"]))
            if not failed.done():
                failed.set_result(None)

        loop.set_exception_handler(fail)
        store = open_store(self.address)
        store.database._writer.execute("PRAGMA synchronous = OFF")  # type: ignore[attr-defined]  # power is ours

        async def run() -> None:
            self.floor = Floor(store, KEY, plays_alone=self.plays_alone)
            self.floor.open()
            living = asyncio.ensure_future(life())
            failed.add_done_callback(lambda _: living.cancel())
            try:
                await living
            finally:
                if wrong:
                    raise wrong[0]

        try:
            loop.run_until_complete(run())
        finally:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            asyncio.set_event_loop(None)
            loop.close()
            store.close()


class _Writer:
    """Replaces the writer: groups are written after a while; now and then the store is away."""

    random: Random

    def __init__(self, store: Store, timings: Timings, _process: None) -> None:
        self.timings = timings
        self.groups = 0
        self.commands = 0
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._jobs: list[tuple[Append | DeferredAppend, Callable[[Answer], None]]] = []

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    def submit(self, append: Append | DeferredAppend, done: Callable[[Answer], None]) -> None:
        self._jobs.append((append, done))
        if len(self._jobs) == 1:
            self._loop.call_later(self.random.random() * 0.02, self._write)

    def _write(self) -> None:
        jobs, self._jobs = self._jobs, []
        away = self.random.random()
        kept = self._store.append([append for append, _ in jobs]) if away > 0.002 else []
        answers: list[Answer] = [*kept] if away > 0.004 else [WriteUnconfirmed()] * len(jobs)
        self._loop.call_later(self.random.random() * 0.01, self._tell, jobs, answers)

    def _tell(
        self, jobs: list[tuple[Append | DeferredAppend, Callable[[Answer], None]]], answers: list[Answer]
    ) -> None:
        for (_, done), answer in zip(jobs, answers, strict=True):
            done(answer)

    async def close(self) -> None:
        if self._jobs:
            self._write()


class _NoOptions:
    """Options are sent on request; finding them for everyone after every event takes too long."""

    def watch(self, _room: object) -> None: ...

    def stop(self) -> None: ...


@contextmanager
def world(seed: str, directory: Path) -> Iterator[World]:
    """The world of a seed, in which the server's modules have no other time and no other secrets."""
    made = World(seed, directory)
    with pytest.MonkeyPatch.context() as patch:
        for name, module in list(sys.modules.items()):
            if name.startswith("paigow.server.") and isinstance(module, ModuleType):
                if hasattr(module, "time"):
                    patch.setattr(module, "time", made.clock)
                if hasattr(module, "secrets"):
                    patch.setattr(module, "secrets", made.secrets)
        patch.setattr(_Writer, "random", Random(f"{seed}/writer"), raising=False)
        patch.setattr(floor_module, "Writer", _Writer)
        patch.setattr(floor_module, "OptionsQueue", _NoOptions)
        yield made
