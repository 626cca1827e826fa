"""Where shards run: in processes of this machine, on a Dask cluster. Not what they count."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, Final
from urllib.parse import urlsplit

from paigow.faults import BadInput

CLUSTER_SCHEME: Final = "dask"
MOST_WORKERS_BY_DEFAULT: Final = 4
"""Each takes up to 1.2 GB."""
_SECONDS_TO_REACH_A_CLUSTER: Final = 10


def default_workers() -> int:
    """One for each core this process may use, within reason for the memory."""
    return min(len(os.sched_getaffinity(0)), MOST_WORKERS_BY_DEFAULT)


@contextmanager
def in_processes(workers: int) -> Iterator[Executor]:
    """Fresh processes that end with this one, at once if it is interrupted or killed.

    They leave Ctrl-C to their parent, and watch a pipe that closes when it goes. Spawned, not forked: the
    parent may have threads.
    """
    context = multiprocessing.get_context("spawn")
    theirs, ours = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_watch, initargs=(theirs,))
    try:
        yield pool
    except BaseException:
        ours.close()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        ours.close()
        theirs.close()


def _watch(parent: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: Connection) -> None:
    try:
        parent.recv()
    except (EOFError, OSError):
        os._exit(1)


def require_cluster(address: str) -> None:
    """Raise BadInput where no cluster could be asked, before anything is made ready for it."""
    _scheduler_of(address)
    _client_class()


def _scheduler_of(address: str) -> str:
    """Where the scheduler of `dask://host:port` listens; raise BadInput."""
    parts = urlsplit(address)
    if parts.scheme != CLUSTER_SCHEME or not parts.hostname or parts.path.strip("/"):
        raise BadInput(f"{address!r} is no cluster", allowed=f"{CLUSTER_SCHEME}://host:port is wanted")
    return f"tcp://{parts.netloc}"


@contextmanager
def on_cluster(address: str) -> Iterator[Executor]:
    """A running Dask cluster by the address of its scheduler, `dask://host:port`; raise BadInput."""
    scheduler = _scheduler_of(address)
    client_of = _client_class()
    try:
        client = client_of(scheduler, timeout=_SECONDS_TO_REACH_A_CLUSTER, set_as_default=False)
    except (OSError, ValueError) as refusal:
        raise BadInput(
            f"no cluster answers at {address}", allowed="start a scheduler there, or leave --on out"
        ) from refusal
    with client:
        _require_workers(client, address, scheduler)
        yield client.get_executor(pure=False)


def _require_workers(client: Any, address: str, scheduler: str) -> None:
    """A scheduler alone takes work and never does it; raise BadInput."""
    try:
        client.wait_for_workers(1, timeout=_SECONDS_TO_REACH_A_CLUSTER)
    except TimeoutError as nobody:
        raise BadInput(
            f"the cluster at {address} has no workers",
            allowed=f"start some: dask worker {scheduler} --nthreads 1",
        ) from nobody


def _client_class() -> Any:
    """Untyped, and not installed with everything."""
    try:
        from distributed import Client
    except ImportError as missing:
        raise BadInput("dask.distributed is not installed", allowed="install paigow[cluster]") from missing
    return Client
