"""A background process for long work: one job at a time, with progress and cached results."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final

from paigow.server.background import work_quietly

LONGEST_QUEUE: Final = 32
"""Jobs in progress or queued; further ones are refused."""
MOST_KEPT: Final = 4096
"""Results kept in memory; the least recently used goes first."""
_PARTS: Final = 1_000_000

_log = logging.getLogger("paigow.worker")
_shared: Any = None
"""Set in the worker: the job's progress, in millionths."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An unfinished job: its progress, None while it waits for others."""

    progress: float | None


def tell(done: int, total: int) -> None:
    """Report a job's progress; called by jobs, in the worker. Without a worker it has no effect."""
    if _shared is not None:
        _shared.value = _PARTS * done // max(total, 1)


def _prepare(niceness: int, shared: Any) -> None:
    global _shared  # noqa: PLW0603 - the one place of a process that the parent reads
    work_quietly(niceness)
    _shared = shared


def _run(work: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    tell(0, 1)
    return work(*arguments)


class Worker:
    """Starts its process with the first job. The same question gets the cached answer."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None
        self._shared: Any = None
        self._asked: OrderedDict[tuple[Any, ...], asyncio.Future[Any]] = OrderedDict()
        self._kept: OrderedDict[tuple[Any, ...], Any] = OrderedDict()

    async def answer(self, seconds: float, work: Callable[..., Any], *arguments: Any) -> Any:
        """The result of `work` for the arguments, or `Pending` if it takes longer than that.

        Raises the work's BadInput, and `asyncio.QueueFull` if too many jobs are waiting.
        """
        key = (work.__name__, *arguments)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        future = self._asked.get(key) or self._ask(key, work, arguments)
        try:
            return await asyncio.wait_for(asyncio.shield(future), seconds)
        except TimeoutError:
            return Pending(self._progress(key))
        except (BrokenProcessPool, OSError):
            _log.warning("a worker was lost", exc_info=True)
            self._pool = None
            return Pending(None)

    def _progress(self, key: tuple[Any, ...]) -> float | None:
        """The first one queued is the one in progress."""
        if next(iter(self._asked), None) != key:
            return None
        return float(self._shared.value) / _PARTS

    def _ask(
        self, key: tuple[Any, ...], work: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> asyncio.Future[Any]:
        if len(self._asked) >= LONGEST_QUEUE:
            raise asyncio.QueueFull
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._shared = context.Value("i", 0, lock=False)
            self._pool = ProcessPoolExecutor(
                1, context, initializer=_prepare, initargs=(self._niceness, self._shared)
            )
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.run_in_executor(self._pool, _run, work, arguments)
        self._asked[key] = future
        future.add_done_callback(lambda done: self._finished(key, done))
        return future

    def _finished(self, key: tuple[Any, ...], done: asyncio.Future[Any]) -> None:
        del self._asked[key]
        # Retrieve the exception: the caller may be gone.
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
