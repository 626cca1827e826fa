"""Exact card odds on this machine: time against its target, and memory. No other project counts these."""

from __future__ import annotations

import multiprocessing
import os
import re
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchmarks.report import Report, best_seconds
from paigow.houseways import load_way
from paigow.material.cards import parse_cards
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import best_play, count_relations
from paigow.odds.counting.decks import CountedDeck
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.strengths import deck_hands, hand_strengths, way_strengths
from paigow.odds.runs.shards import Run
from paigow.ranks.batch import setting_strengths

DEALER, PLAYER = "foxwoods", "trump-plaza"
HAND = "As Kd Jo 10h 9c 9d 2s"
BEST_PLAY = "best play of all hands, as player and as bank"
COMMAND = "`paigow best` of one hand"
SECONDS_WANTED = {"way against way": 25, BEST_PLAY: 110, "best setting of one hand": 1, COMMAND: 1}
GIGABYTES_WANTED = 3
_TINY = CountedDeck((2, 3, 4, 5))


def run(report: Report) -> None:
    """Measure way against way, best play, and one hand, each with only the ways cached."""
    dealer, player = (way_strengths(load_way(name)) for name in (DEALER, PLAYER))
    with TemporaryDirectory() as folder:
        fresh = Run(directory=Path(folder), fresh=True)
        _compile(Run(workers=1, directory=Path(folder)))
        with peak_memory() as gigabytes:
            for what, work in (
                ("way against way", lambda: count_relations(player, dealer, fresh)),
                (BEST_PLAY, lambda: best_play(dealer, Role.PLAYER, fresh)),
            ):
                _timed(report, what, work, repeats=1)
        report.measured(f"cards, memory of all processes ({GIGABYTES_WANTED} wanted)", max(gigabytes), "GB")
    cards = parse_cards(HAND)
    _timed(report, "best setting of one hand", lambda: best_settings(cards, dealer, Role.PLAYER), repeats=3)
    command = [sys.executable, "-m", "paigow", "best", HAND, "--dealer", DEALER]
    _timed(report, COMMAND, lambda: subprocess.run(command, check=True, capture_output=True), repeats=3)


def _compile(here: Run) -> None:
    """A deck so small that only compiling takes time."""
    fouled = setting_strengths(deck_hands(_TINY).cards).fouled
    way = hand_strengths(np.argmin(fouled, axis=1), deck=_TINY)
    count_relations(way, way, here)
    best_play(way, Role.PLAYER, here)


def _timed(report: Report, what: str, work: Callable[[], object], repeats: int) -> None:
    """Wall time against the target; CPU time of all processors, whoever else uses them."""
    before = _processor_seconds()
    seconds, wanted = best_seconds(work, repeats), SECONDS_WANTED[what]
    spent = (_processor_seconds() - before) / repeats
    report.measured(f"cards, {what}", seconds, "s")
    report.measured(f"cards, {what}, processors", spent, "s")
    report.compared(f"cards, {what}", 3600 / seconds, "an hour", "wanted", 3600 / wanted, target_ratio=1)


def _processor_seconds() -> float:
    """Of this process and its finished children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@contextmanager
def peak_memory() -> Iterator[list[float]]:
    """Samples, in gigabytes, of the memory of this process and its children; shared pages count once."""
    samples = [0.0]
    finished = threading.Event()

    def sample() -> None:
        while not finished.wait(0.2):
            processes = [
                os.getpid(),
                *(child.pid for child in multiprocessing.active_children() if child.pid),
            ]
            samples.append(sum(map(_held, processes)) / 1e6)

    watching = threading.Thread(target=sample, daemon=True)
    watching.start()
    try:
        yield samples
    finally:
        finished.set()
        watching.join()


def _held(process: int) -> int:
    """Kilobytes, with each shared page divided among those who share it."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return 0
    found = re.search(r"^Pss:\s+(\d+) kB", text, flags=re.MULTILINE)
    return int(found[1]) if found else 0
