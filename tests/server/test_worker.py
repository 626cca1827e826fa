"""The worker next to the server: progress while a job runs, few jobs waiting, results cached."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from types import SimpleNamespace
from typing import cast

import pytest

from paigow.faults import BadInput
from paigow.server import worker
from paigow.server.worker import LONGEST_QUEUE, Pending, Worker, tell


def _threaded(monkeypatch: pytest.MonkeyPatch) -> Worker:
    """A worker whose process is a thread here, so that a test can block it."""
    made = Worker(0)
    made._shared = SimpleNamespace(value=0)
    made._pool = cast("ProcessPoolExecutor", ThreadPoolExecutor(1))
    monkeypatch.setattr(worker, "_shared", made._shared)
    return made


def test_a_job_tells_how_far_it_is_and_its_result_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    reached, go_on, runs = threading.Event(), threading.Event(), list[int]()

    def job(number: int) -> int:
        runs.append(number)
        tell(1, 4)
        reached.set()
        go_on.wait()
        return 10 * number

    async def asks() -> None:
        made = _threaded(monkeypatch)
        assert isinstance(await made.answer(0, job, 1), Pending)
        await asyncio.to_thread(reached.wait)
        assert await made.answer(0, job, 1) == Pending(0.25)
        assert await made.answer(0, job, 2) == Pending(None), "it waits for the first"
        go_on.set()
        assert await made.answer(60, job, 2) == 20
        assert await made.answer(0, job, 1) == 10
        assert runs == [1, 2], "asked often, done once"
        made.stop()

    asyncio.run(asks())


def test_a_flood_of_jobs_is_refused_and_a_fault_reaches_whoever_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on = threading.Event()

    def job(number: int) -> int:
        go_on.wait()
        if number == 0:
            raise BadInput("nothing there")
        return number

    async def flood() -> None:
        made = _threaded(monkeypatch)
        for number in range(LONGEST_QUEUE):
            assert isinstance(await made.answer(0, job, number), Pending)
        with pytest.raises(asyncio.QueueFull):
            await made.answer(0, job, LONGEST_QUEUE)
        waiting = asyncio.create_task(made.answer(60, job, 0))
        await asyncio.sleep(0)
        go_on.set()
        with pytest.raises(BadInput, match="nothing there"):
            await waiting
        made.stop()

    asyncio.run(flood())


STARTS_LATE = """
import multiprocessing, types
from paigow.server.background import work_quietly
multiprocessing.parent_process = lambda: types.SimpleNamespace(is_alive=lambda: {alive})
work_quietly(0)
print("works", end="")
"""


@pytest.mark.parametrize("alive", [True, False])
def test_a_worker_that_starts_after_its_server_was_killed_ends(alive: bool) -> None:
    program = STARTS_LATE.format(alive=alive)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ended.stdout == ("works" if alive else "")
