"""Long counts in shards: pure, named by their content, cached when done. Not what a shard counts.

A shard is a module-level function and arguments with all it needs, so that it runs in any process on any
machine. Its result is cached under a name made of the code's version, the function, and the shard's declared
dependencies: an interrupted run resumes where it stopped, and any number of workers gives the same integers.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    ProcessPoolExecutor,
    wait,
)
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from ctypes import c_double
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.sharedctypes import RawArray
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from urllib.parse import urlsplit

from paigow.faults import BadInput
from paigow.odds.runs.progress import Progress, ReportProgress, listening
from paigow.odds.runs.storage import (
    Arrays,
    cache_directory,
    code_version,
    load_arrays,
    require_room,
    save_arrays,
)

CLUSTER_SCHEME: Final = "dask"
MOST_WORKERS_BY_DEFAULT: Final = 4
"""Each takes up to 1.2 GB."""
_SECONDS_TO_REACH_A_CLUSTER: Final = 10


def default_workers() -> int:
    """One per core this process can use, within reason for the memory."""
    return min(len(os.sched_getaffinity(0)), MOST_WORKERS_BY_DEFAULT)


class _Processes(ProcessPoolExecutor):
    """Processes that this module has started."""


class _Process(SpawnProcess):
    """Without the user's main module.

    A spawned process runs it again, so a script without `if __name__ == "__main__"` would start its count
    once more in each. No shard needs it.
    """

    def start(self) -> None:
        with _STARTING:
            main = sys.modules["__main__"]
            sys.modules["__main__"] = ModuleType("__main__")
            try:
                super().start()
            finally:
                sys.modules["__main__"] = main


class _Spawn(SpawnContext):
    Process = _Process


_STARTING: Final = threading.Lock()
Shares = Any
"""How much of each shard is done, from 0 to 1: an array that all processes of this machine share."""


class _Common:
    """What a process was given at its start: arguments that all its shards share, and where they tell."""

    given: tuple[Any, ...] = ()
    shares: Shares = None


@contextmanager
def in_processes(workers: int, common: tuple[Any, ...] = (), shares: Shares = None) -> Iterator[Executor]:
    """Fresh processes that end with this one, at once if it is interrupted or killed.

    Each gets its shards' shared arguments at its start. They leave Ctrl-C to their parent, and watch a pipe
    that closes when it exits. Spawned, not forked: the parent may have threads.
    """
    context = _Spawn()
    theirs, ours = context.Pipe(duplex=False)
    pool = _Processes(workers, mp_context=context, initializer=_begin, initargs=(theirs, common, shares))
    try:
        yield pool
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        ours.close()
        theirs.close()


def _begin(parent: Connection, common: tuple[Any, ...], shares: Shares) -> None:
    _Common.given, _Common.shares = common, shares
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Connection) -> None:
    try:
        parent.recv()
    except (EOFError, OSError):
        os._exit(1)


def require_cluster(address: str) -> None:
    """Raise BadInput if no cluster could be reached, before preparing anything for it."""
    _scheduler_of(address)
    _client_class()


def _scheduler_of(address: str) -> str:
    """Where the scheduler of `dask://host:port` listens; raise BadInput."""
    parts = urlsplit(address)
    if parts.scheme != CLUSTER_SCHEME or not parts.hostname or parts.path.strip("/"):
        raise BadInput(
            f"{address!r} is not the address of a cluster",
            allowed=f"write it like {CLUSTER_SCHEME}://host:port",
        )
    return f"tcp://{parts.netloc}"


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """A running Dask cluster by its scheduler's address, `dask://host:port`; raise BadInput."""
    scheduler = _scheduler_of(address)
    client_of = _client_class()
    try:
        client = client_of(scheduler, timeout=_SECONDS_TO_REACH_A_CLUSTER, set_as_default=False)
    except (OSError, ValueError) as refusal:
        raise BadInput(
            f"no cluster responds at {address}", allowed="start a scheduler there, or leave out --on"
        ) from refusal
    with client:
        _require_workers(client, address, scheduler)
        yield client.get_executor(pure=False)


def _require_workers(client: Any, address: str, scheduler: str) -> None:
    """A scheduler without workers accepts work and never does it; raise BadInput."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_REACH_A_CLUSTER)
    except TimeoutError as nobody:
        raise BadInput(
            f"the cluster at {address} has no workers",
            allowed=f"start some: dask worker {scheduler} --nthreads 1",
        ) from nobody


def _client_class() -> Any:
    """Untyped, and optional."""
    try:
        from distributed import Client
    except ImportError as missing:
        raise BadInput(
            "dask.distributed is not installed", allowed="install it with pip install 'paigow[cluster]'"
        ) from missing
    return Client


MOST_BREAKS: Final = 3
"""After this many consecutive breakdowns without a finished shard, a run gives up."""
SECONDS_BETWEEN_REPORTS: Final = 2.0
"""A shard can take longer than this: meanwhile the caller is told that work continues."""


@dataclass(frozen=True, slots=True)
class Run:
    """Where and how to run. Nothing here changes a result.

    `workers` is the number of processes on this machine (1: this process only; None: one per core, at most
    four). `on` is a cluster, or pass your own `executor`. `fresh` ignores cached results, but caches new
    ones.
    """

    workers: int | None = None
    on: str | None = None
    executor: Executor | None = None
    directory: Path | None = None
    fresh: bool = False
    report: ReportProgress | None = None

    @property
    def kept_in(self) -> Path:
        return self.directory or cache_directory()


@dataclass(frozen=True, slots=True)
class Shard:
    """One piece of a task. `depends_on` names everything the result depends on besides the code.

    Its function is called with the task's shared arguments, followed by its own.
    """

    work: Callable[..., Arrays]
    arguments: tuple[Any, ...]
    depends_on: tuple[str, ...]
    size: int = 1

    def key(self, version: str) -> str:
        parts = (version, self.work.__module__, self.work.__qualname__, *self.depends_on)
        return sha256("\n".join(map(repr, parts)).encode()).hexdigest()[:32]


def run_shards(
    task: str,
    shards: Sequence[Shard],
    run: Run,
    *,
    unit: str = "shards",
    code: Sequence[str],
    shared: Callable[[], tuple[Any, ...]] = tuple,
) -> list[Arrays]:
    """The results of all shards in order. `code` names the packages whose source they depend on.

    `shared` returns the arguments they all take. It is called only if something is left to count, and a
    cluster gets them once. What a shard tells of its own progress is reported too, except from a cluster.
    """
    version = code_version(*code)
    files = [run.kept_in / f"{shard.key(version)}.npz" for shard in shards]
    results = {n: found for n, file in enumerate(files) if not run.fresh and (found := load_arrays(file))}
    total, kept = sum(shard.size for shard in shards), sum(shards[n].size for n in results)
    start, shares = time.monotonic(), RawArray(c_double, len(shards))
    report = run.report or (lambda _: None)
    report(Progress(task, unit, kept, total, kept, 0.0))

    def tell() -> None:
        sizes = (
            shard.size if n in results else int(shard.size * shares[n]) for n, shard in enumerate(shards)
        )
        report(Progress(task, unit, sum(sizes), total, kept, time.monotonic() - start))

    missing = {n: shard for n, shard in enumerate(shards) if n not in results}
    if missing:
        require_room(run.kept_in)
    with closing(_compute(missing, run, _Told(shares, tell), version, tuple(code), shared)) as finished:
        for each in finished:
            if each is not None:
                n, arrays = each
                save_arrays(files[n], arrays)
                results[n] = arrays
            tell()
    return [results[n] for n in range(len(shards))]


@dataclass(frozen=True, slots=True)
class _Told:
    """What shards tell of their progress, and what to do when one of this process has told more."""

    shares: Shares
    tell: Callable[[], None]

    def hear(self, n: int, share: float) -> None:
        self.shares[n] = share
        self.tell()


def _compute(
    missing: dict[int, Shard],
    run: Run,
    told: _Told,
    version: str,
    code: tuple[str, ...],
    shared: Callable[[], tuple[Any, ...]],
) -> Generator[tuple[int, Arrays] | None, None, None]:
    """Each missing shard as it is finished, None while waiting for one.

    Processes that die are replaced, and only their shards redone.
    """
    breaks = 0
    common = shared() if missing else ()
    while missing:
        left = len(missing)
        for n in missing:
            told.shares[n] = 0
        try:
            with _executor(run, left, common, told.shares) as executor:
                for each in _completed(executor, dict(missing), told, version, code, common):
                    if each is not None:
                        del missing[each[0]]
                    yield each
        except BrokenExecutor as breakdown:
            breaks = breaks + 1 if len(missing) == left else 0
            if breaks == MOST_BREAKS or run.executor is not None:
                raise BadInput(
                    "the counting processes keep crashing",
                    allowed="try fewer workers, as memory may be short; finished parts are saved",
                ) from breakdown


def _executor(
    run: Run, shards: int, common: tuple[Any, ...], shares: Shares
) -> AbstractContextManager[Executor | None]:
    """None means this process."""
    if run.executor is not None:
        return nullcontext(run.executor)
    if run.on is not None:
        return on_cluster(run.on)
    workers = min(default_workers() if run.workers is None else run.workers, shards)
    if workers < 1:
        raise BadInput(f"{run.workers} workers can't count", allowed="at least one is needed")
    return nullcontext() if workers == 1 else in_processes(workers, common, shares)


def _completed(
    executor: Executor | None,
    shards: dict[int, Shard],
    told: _Told,
    version: str,
    code: tuple[str, ...],
    common: tuple[Any, ...],
) -> Iterator[tuple[int, Arrays] | None]:
    if executor is None:
        for n, shard in shards.items():
            with listening(partial(told.hear, n)):
                arrays = _work(n, version, code, shard.work, shard.arguments, *common)
            yield n, arrays
        return
    there = (_Common,) if isinstance(executor, _Processes) else _sent(executor, common)
    futures = {
        executor.submit(_work, n, version, code, shard.work, shard.arguments, *there): n
        for n, shard in shards.items()
    }
    waiting = set(futures)
    try:
        while waiting:
            ended, waiting = wait(waiting, SECONDS_BETWEEN_REPORTS, FIRST_COMPLETED)
            if not ended:
                yield None
            for future in ended:
                yield futures[future], future.result()
    except CancelledError as loss:
        raise BadInput("the cluster disconnected", allowed="run again: finished parts are saved") from loss
    finally:
        for future in futures:
            future.cancel()


def _sent(executor: Executor, common: tuple[Any, ...]) -> tuple[Any, ...]:
    """The shared arguments, for each shard.

    A cluster gets them once: its workers pass them on to one another, and get them again if they lose them.
    """
    client = getattr(executor, "_client", None)
    return common if client is None else tuple(client.submit(_itself, each, pure=False) for each in common)


def _itself(argument: Any) -> Any:
    return argument


def _work(
    n: int,
    version: str,
    code: tuple[str, ...],
    work: Callable[..., Arrays],
    arguments: tuple[Any, ...],
    *common: Any,
) -> Arrays:
    """Runs in a worker, which must have the same code as the process that caches the result."""
    if code_version(*code) != version:
        raise BadInput(
            "a worker runs a different version of paigow or Python",
            allowed="install the same versions everywhere",
        )
    if common != (_Common,):
        return work(*common, *arguments)
    with listening(partial(_Common.shares.__setitem__, n)):
        return work(*_Common.given, *arguments)
