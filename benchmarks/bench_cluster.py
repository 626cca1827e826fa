"""What one shard of the card odds takes in one process: from it follows what a cluster would gain.

Timed only when asked for, since one process counts for minutes. `scaling` puts the shards on many workers.
"""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.report import Report
from paigow.houseways import load_way
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import best_play, count_relations
from paigow.odds.counting.strengths import way_strengths
from paigow.odds.runs.shards import Progress, Run

__all__ = ["run"]

DEALER: Final = "foxwoods"
PLAYER: Final = "trump-plaza"


class Enough(Exception):
    """One shard was timed."""


class Watch:
    """Takes the processor's time of the first shard."""

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
    """The first shard of way against way and of best play, and what part of the work it is."""
    if not report.long:
        report.say("the shards of the card odds are timed with --long")
        return
    dealer, player = (way_strengths(load_way(name)) for name in (DEALER, PLAYER))
    with TemporaryDirectory() as folder:
        for what, count in (
            ("way against way", lambda run: count_relations(player, dealer, run)),
            ("best play", lambda run: best_play(dealer, Role.PLAYER, run)),
        ):
            watch = Watch()
            with suppress(Enough):
                count(Run(workers=1, directory=Path(folder), fresh=True, report=watch))
            report.measured(f"{what}, first shard", watch.seconds, "s")
            report.measured(f"{what}, first shard of all", watch.share, "")
