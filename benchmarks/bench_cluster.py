"""How long each shard of the card odds takes, and the speedup with many equal workers.

A worker's preparation is opening what all shards share; the requesting machine's is done once. The time for a
fresh worker to load Python and the compiled loops isn't included: a cluster's workers stay.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeVar

from benchmarks.cluster_shards import MANY, finished
from benchmarks.report import Report
from paigow.houseways import load_way
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import PIECES, best_play
from paigow.odds.counting.card_relations import Parcel, opened, pairing_sums, pairings, ranges
from paigow.odds.counting.strengths import HandStrengths, way_strengths
from paigow.odds.runs.progress import Progress
from paigow.odds.runs.shards import Run

__all__ = ["run"]

DEALER: Final = "foxwoods"
PLAYER: Final = "trump-plaza"
GAIN_WANTED: Final = 40
Result = TypeVar("Result")


class Enough(Exception):
    """One shard was timed."""


class Watch:
    """Measures the CPU time of the first shard."""

    def __init__(self) -> None:
        self._since = 0.0
        self.seconds = self.share = 0.0

    def __call__(self, progress: Progress) -> None:
        now = time.process_time()
        if progress.done:
            self.seconds, self.share = now - self._since, progress.done / progress.total
            raise Enough
        self._since = now


def run(report: Report) -> None:
    """Every shard of way against way; for best play the first, which takes minutes, only with --long."""
    dealer, player = (way_strengths(load_way(name)) for name in (DEALER, PLAYER))
    _way_against_way(report, player, dealer)
    if not report.long:
        report.say("a shard of best play is timed with --long")
        return
    watch = Watch()
    with TemporaryDirectory() as folder, suppress(Enough):
        best_play(dealer, Role.PLAYER, Run(workers=1, directory=Path(folder), fresh=True, report=watch))
    report.measured("best play, first shard", watch.seconds, "s")
    report.measured("best play, first shard of all", watch.share, "")


def _way_against_way(report: Report, player: HandStrengths, dealer: HandStrengths) -> None:
    for pair in pairings(player, dealer):
        # Compiled, or loaded: an empty range.
        pairing_sums(pair, 0, 0)
    pairs, asking = _timed(lambda: pairings(player, dealer))
    parcels, packing = _timed(lambda: [Parcel.of(pair) for pair in pairs])
    opened.cache_clear()
    there, preparation = _timed(lambda: [opened(parcel) for parcel in parcels])
    shards = []
    for pair in there:
        for start, stop, _ in ranges(pair, PIECES[pair.by]):
            shards.append(_timed(partial(pairing_sums, pair, start, stop))[1])
    megabytes = sum(len(parcel.content) for parcel in parcels) / 1e6
    report.measured("way against way, shards", len(shards), "")
    report.measured("way against way, all shards", sum(shards), "s")
    report.measured("way against way, longest shard", max(shards), "s")
    report.measured("way against way, preparation of each worker", preparation, "s")
    report.measured("way against way, sent to each worker", megabytes, "MB")
    report.measured("way against way, preparation by whoever asks", asking + packing, "s")
    alone, together = (finished(shards, workers, preparation) for workers in (1, MANY[-1]))
    report.compared(
        f"way against way, {MANY[-1]} equal workers",
        3600 / together,
        "an hour",
        "one worker",
        3600 / alone,
        GAIN_WANTED,
    )
    for workers in MANY:
        report.measured(f"way against way, {workers} workers", finished(shards, workers, preparation), "s")


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """The result of the work, and its CPU time."""
    start = time.process_time()
    found = work()
    return found, time.process_time() - start
