"""Simulated rounds, seeded and in shards: the same seed gives the same numbers on any number of workers.

What a shard deals is in `rounds_tiles` and `rounds_cards`; here shards are seeded, run and summed, and an
estimate is set beside the exact value.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import islice
from math import sqrt
from os import cpu_count
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput

__all__ = [
    "MOST_ROUNDS",
    "SHARD_ROUNDS",
    "STANDARD_ERRORS_ALLOWED",
    "Dealing",
    "Estimate",
    "Exact",
    "Sums",
    "estimate",
    "simulate",
    "stream",
]

SHARD_ROUNDS: Final = 1 << 18
MOST_ROUNDS: Final = 10**12
STANDARD_ERRORS_ALLOWED: Final = 4
"""Chance alone goes farther once in about 16,000 times."""

Sums = tuple[npt.NDArray[np.int64] | npt.NDArray[np.float64], ...]
Shard = Callable[[npt.NDArray[np.uint64], int], Sums]


def stream(seed: int, shard: int, label: str) -> npt.NDArray[np.uint64]:
    """The generator's four words for one shard: a hash of seed, shard and label."""
    digest = sha256(f"paigow/{label}/{seed}/{shard}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


def shard_sizes(rounds: int) -> Iterator[int]:
    while rounds > 0:
        yield min(rounds, SHARD_ROUNDS)
        rounds -= SHARD_ROUNDS


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds", allowed=f"from 1 to {MOST_ROUNDS:,}")


@dataclass(frozen=True, slots=True)
class Dealing:
    """What a simulation deals: `deal` takes a generator's state and a number of rounds, and gives sums.

    The label keeps the streams of different games apart.
    """

    label: str
    deal: Shard


def simulate(
    dealing: Dealing,
    rounds: int,
    seed: int,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Sums:
    """Run all shards on an executor, by default one thread for each core, and add up what they give.

    Sums are taken in the order of the shards, so that not even the last bit of a float depends on workers.
    `progress` is told how many rounds were finished.
    """
    check_rounds(rounds)
    shards = (
        (partial(dealing.deal, stream(seed, number, dealing.label), size), size)
        for number, size in enumerate(shard_sizes(rounds))
    )
    if executor is not None:
        return _summed(shards, executor, workers or 1, progress)
    threads = workers or cpu_count() or 1
    with ThreadPoolExecutor(threads) as pool:
        return _summed(shards, pool, threads, progress)


def _summed(
    shards: Iterator[tuple[Callable[[], Sums], int]],
    executor: Executor,
    workers: int,
    progress: Callable[[int], None] | None,
) -> Sums:
    """Keep few shards in flight: an endless run must not fill the memory with futures."""
    waiting: deque[tuple[int, Future[Sums]]] = deque()
    total: Sums | None = None
    try:
        while True:
            for shard, size in islice(shards, 2 * workers - len(waiting)):
                waiting.append((size, executor.submit(shard)))
            if not waiting:
                assert total is not None
                return total
            size, future = waiting.popleft()
            total = _added(total, future.result())
            if progress is not None:
                progress(size)
    finally:
        for _, future in waiting:
            future.cancel()


def _added(total: Sums | None, more: Sums) -> Sums:
    return more if total is None else tuple(a + b for a, b in zip(total, more, strict=True))


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean gain of one unit staked, its standard error, and the exact value if it is known."""

    wager: str
    samples: int
    mean: float
    standard_error: float
    exact: Fraction | None

    @property
    def errors_off(self) -> float | None:
        """By how many standard errors the mean misses the exact value."""
        if self.exact is None:
            return None
        if self.standard_error == 0:
            return 0.0 if self.mean == float(self.exact) else float("inf")
        return (self.mean - float(self.exact)) / self.standard_error

    @property
    def disagrees(self) -> bool:
        return self.errors_off is not None and abs(self.errors_off) > STANDARD_ERRORS_ALLOWED

    def as_json(self) -> dict[str, object]:
        return {
            "wager": self.wager,
            "samples": self.samples,
            "mean": self.mean,
            "standard_error": self.standard_error,
            "exact": None if self.exact is None else float(self.exact),
            "standard_errors_off": self.errors_off,
            "disagrees": self.disagrees,
        }


@dataclass(frozen=True, slots=True)
class Exact:
    """A value known exactly, and the least deviation that a sample of it has.

    A line that comes once in a million hands is missing from most samples, whose spread then says too little.
    """

    value: Fraction
    deviation: float = 0.0


def estimate(wager: str, samples: int, total: float, squares: float, exact: Exact | None) -> Estimate:
    """The mean and its standard error from the sum and the sum of squares of independent samples."""
    mean = total / samples
    variance = max(squares / samples - mean * mean, 0.0) * samples / max(samples - 1, 1)
    if exact is None:
        return Estimate(wager, samples, mean, sqrt(variance / samples), None)
    deviation = max(sqrt(variance), exact.deviation)
    return Estimate(wager, samples, mean, deviation / sqrt(samples), exact.value)


def weighed(values: Sequence[float], counts: Sequence[int]) -> tuple[int, float, float]:
    """How many samples, their sum and their squares, from how often each value occurred."""
    pairs = list(zip(values, counts, strict=True))
    return sum(counts), sum(v * n for v, n in pairs), sum(v * v * n for v, n in pairs)
