"""The work of the tests' shards. A separate module, so that workers can import it."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np

from paigow.faults import BadInput
from paigow.odds.runs.progress import tell_share
from paigow.odds.runs.storage import Arrays


def square(number: int, calls: str = "") -> Arrays:
    """A square, and a note of who requested it."""
    if calls:
        (Path(calls) / f"{number}-{time.monotonic_ns()}").write_text(str(os.getpid()), encoding="utf-8")
    return {"square": np.array([number * number], dtype=np.int64)}


def fail_once(number: int, folder: str) -> Arrays:
    """Be interrupted the first time."""
    mark = Path(folder) / f"failed-{number}"
    if number == 3 and not mark.exists():
        mark.touch()
        raise KeyboardInterrupt
    return square(number, folder)


def die_once(work: Any, arguments: tuple[Any, ...], mark: str) -> Arrays:
    """Kill the process that works on this the first time; then do the work."""
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        result: Arrays = work(*arguments)
        return result
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def die_once_sharing(common: Any, work: Any, arguments: tuple[Any, ...], mark: str) -> Arrays:
    """The same with an argument that all shards share."""
    return die_once(work, (common, *arguments), mark)


def die(_: int) -> Arrays:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def refuse(_: int) -> Arrays:
    raise BadInput("no such thing", where="shard", allowed="another")


def sleep(folder: str, number: int, seconds: float) -> Arrays:
    """Say which process sleeps, then sleep."""
    (Path(folder) / f"asleep-{number}").write_text(str(os.getpid()), encoding="utf-8")
    time.sleep(seconds)
    return square(number)


def tell_a_half_and_wait(number: int, folder: str) -> Arrays:
    """Tell that half is done, and finish once that was heard."""
    tell_share(0.5)
    end = time.monotonic() + 60
    while not (Path(folder) / "heard").exists():
        assert time.monotonic() < end
        time.sleep(0.01)
    return square(number)
