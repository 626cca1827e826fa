"""Simulated rounds, seeded and in shards: the same seed gives the same numbers on any number of workers.

What a shard deals is in `rounds`; here shards are seeded, run, and summed, and an estimate is compared with
the exact value.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from hashlib import sha256
from itertools import islice
from math import inf, log, sqrt
from os import cpu_count
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.reports.wager_odds import fraction_json
from paigow.odds.wagers.main import MainTerms

SHARD_ROUNDS: Final = 1 << 18
MOST_ROUNDS: Final = 10**12
CONFIDENCE: Final = 0.95
AS_BANK: Final = "main as bank"
FALSE_ALARM: Final = 1 / 16_000
"""The maximum rate of false alarms for a correct simulation: once in 16,000."""

Sums = tuple[npt.NDArray[np.int64] | npt.NDArray[np.float64], ...]
ShardFunction = Callable[[npt.NDArray[np.uint64], int], Sums]


def stream(seed: int, shard: int, label: str) -> npt.NDArray[np.uint64]:
    """The generator's four words for one shard: a hash of seed, shard, and label."""
    digest = sha256(f"paigow/{label}/{seed}/{shard}".encode()).digest()
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64)


def shard_sizes(rounds: int) -> Iterator[int]:
    while rounds > 0:
        yield min(rounds, SHARD_ROUNDS)
        rounds -= SHARD_ROUNDS


def check_rounds(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"{rounds} rounds can't be simulated", allowed=f"choose 1 to {MOST_ROUNDS:,}")


@dataclass(frozen=True, slots=True)
class Dealing:
    """What a simulation deals: `deal` takes a generator's state and a number of rounds, and returns sums.

    The label keeps the streams of different games apart.
    """

    label: str
    deal: ShardFunction


def simulate(
    dealing: Dealing,
    rounds: int,
    seed: int,
    *,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Sums:
    """Run all shards on an executor, by default one thread per core, and sum their results.

    Sums are taken in shard order, so that not even the last bit of a float depends on the workers. `progress`
    is called with the number of rounds finished.
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
    """Keep few shards in flight: an endless run must not fill memory with futures."""
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
class Range:
    """The smallest and largest possible sample: the gain per unit staked in one round."""

    least: float
    most: float

    @classmethod
    def of(cls, gains: Iterable[float]) -> Range:
        values = [float(gain) for gain in gains]
        return cls(min(values), max(values))


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact value, and a bound on the variance of one sample if there is one.

    The mean over a round's seats never has a larger variance than one seat alone, however they correlate.
    """

    value: Fraction
    variance: float | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean gain of one unit staked, its confidence interval, and the exact value if it is known.

    >>> import paigow
    >>> main = paigow.simulate("commission-tiles", rounds=2_000, seed=1)[0]
    >>> low, high = main.interval
    >>> main.samples, low < main.mean < high, main.disagrees
    (2000, True, False)
    """

    wager: str
    samples: int
    mean: float
    variance: float
    """The textbook estimate from the samples."""
    within: Range
    exact: Exact | None = None

    @property
    def standard_error(self) -> float:
        return sqrt(self.variance / self.samples)

    @property
    def interval(self) -> tuple[float, float]:
        """A confidence interval of at least 95%."""
        return self.around(1 - CONFIDENCE)

    @property
    def disagrees(self) -> bool:
        """Whether the exact value is farther off than chance explains once in 16,000 runs."""
        if self.exact is None:
            return False
        low, high = self.around(FALSE_ALARM)
        return not low <= float(self.exact.value) <= high

    def around(self, risk: float) -> tuple[float, float]:
        """Bernstein's inequality, with the samples' variance and, halving the risk, with the known bound.

        It holds for every sample size and every distribution within the range, long shots that the sample
        missed included; a normal approximation does not. (Maurer and Pontil, "Empirical Bernstein bounds and
        sample variance penalization", 2009, theorem 4, taken on both sides.)
        """
        bound = None if self.exact is None else self.exact.variance
        share = risk if bound is None else risk / 2
        reach = self._reach_by_sample(share)
        if bound is not None:
            reach = min(reach, self._reach_by_bound(bound, share))
        return max(self.mean - reach, self.within.least), min(self.mean + reach, self.within.most)

    def _reach_by_sample(self, risk: float) -> float:
        if self.samples < 2:
            return inf
        nats, width = log(4 / risk), self.within.most - self.within.least
        return sqrt(2 * self.variance * nats / self.samples) + 7 * width * nats / (3 * (self.samples - 1))

    def _reach_by_bound(self, variance: float, risk: float) -> float:
        nats, width = log(2 / risk), self.within.most - self.within.least
        return sqrt(2 * variance * nats / self.samples) + width * nats / (3 * self.samples)

    def as_json(self) -> dict[str, object]:
        low, high = self.interval
        return {
            "wager": self.wager,
            "samples": self.samples,
            "mean": self.mean,
            "standard_error": self.standard_error,
            "interval": {"confidence": CONFIDENCE, "low": low, "high": high},
            "exact": None if self.exact is None else fraction_json(self.exact.value),
            "disagrees": self.disagrees,
        }


@dataclass(frozen=True, slots=True)
class Samples:
    """The number of independent samples, their sum, and the sum of their squares."""

    count: int
    total: float
    squares: float

    @classmethod
    def weighed(cls, values: Sequence[float], counts: Sequence[int]) -> Samples:
        """From how often each value occurred."""
        pairs = list(zip(values, counts, strict=True))
        return cls(sum(counts), sum(v * n for v, n in pairs), sum(v * v * n for v, n in pairs))


def estimate(wager: str, samples: Samples, within: Range, exact: Exact | None) -> Estimate:
    """The mean and the variance of independent samples, each within a range."""
    count = samples.count
    mean = samples.total / count
    variance = max(samples.squares / count - mean * mean, 0.0) * count / max(count - 1, 1)
    return Estimate(wager, count, mean, variance, within, exact)


def main_estimates(
    seats: int, results: npt.NDArray[np.generic], terms: MainTerms, exact: Mapping[str, Exact]
) -> tuple[Estimate, Estimate]:
    """The main wager from `results[triple, wins, losses]`, the numbers of rounds by the seats' results.

    As player it is the mean over the seats of a round; as bank the surplus less vigorish, per unit opposed.
    """
    cells = [cell for cell in np.ndindex(results.shape) if cell[1] + cell[2] <= seats]
    counts = [int(results[cell]) for cell in cells]
    win, back, loss = map(float, (terms.net_of_a_win(), terms.net_of_a_push(), terms.net_of_a_loss()))
    taken = [terms.triples and bool(triple) for triple, _, _ in cells]
    as_player = [
        -1.0 if gone else (won * win + lost * loss + (seats - won - lost) * back) / seats
        for gone, (_, won, lost) in zip(taken, cells, strict=True)
    ]
    as_bank = [
        0.0 if gone else min((lost - won) * win, float(lost - won)) / seats
        for gone, (_, won, lost) in zip(taken, cells, strict=True)
    ]
    return (
        estimate("main", Samples.weighed(as_player, counts), Range.of(as_player), exact.get("main")),
        estimate(AS_BANK, Samples.weighed(as_bank, counts), Range.of(as_bank), exact.get(AS_BANK)),
    )
