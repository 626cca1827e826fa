"""Background processes for heavy work: exact values for practice, and the edges of tables.

They run at a low priority, end with the server, and are optional: what isn't ready in time is left out.
`paigow odds` counts edges, and its result is stored in a file named after the submission. The main wager's
edge at the demonstration tables ships with the program, written by `tools/count-edges`; it is valid for
exactly the same submission only.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import logging
import multiprocessing
import os
import re
import signal
import sys
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from paigow.faults import BadInput
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.hands import CardSetting, TileSetting
from paigow.material.notation import Pieces
from paigow.material.tiles import parse_tiles
from paigow.submissions.checking import Submission, load_submission

if TYPE_CHECKING:
    from paigow.odds.counting import Tally
    from paigow.odds.counting.one_hand import SettingOdds

_PR_SET_PDEATHSIG: Final = 1
"""Of prctl(2): the signal that a process gets when its parent dies."""
EDGES_NICENESS: Final = 19
COACH_NICENESS: Final = 10
VALUES_SECONDS: Final = 4.0
"""How long a practicing player waits for exact values, in seconds."""
LONGEST_QUEUE: Final = 16
"""Hands in progress or queued; more couldn't be answered in time."""
_DONE: Final = re.compile(rb": (\d+)% after ")
RECORD: Final = "edges_counted.json"
SCHEMA: Final = "paigow/edges/1"
Shares = tuple[float, float, float]
SettingValues = list[tuple[Pieces, float, Shares]]

_log = logging.getLogger("paigow.background")


def work_quietly(niceness: int) -> None:
    """Called in the new process: lower its priority, and die with a server that is killed."""
    os.nice(niceness)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # If the server was killed while this process started, the signal never comes.
    server = multiprocessing.parent_process()
    if server is not None and not server.is_alive():
        os._exit(0)


@cache
def counted_edges() -> Mapping[tuple[str, str], Fraction]:
    """Shipped with the program: the house's edge on the main wager by submission and side."""
    text = files("paigow.server").joinpath(RECORD).read_text(encoding="utf-8")
    rows = json.loads(text)["edges"]
    return {
        (row["digest"], side): Fraction(row[side])
        for row in rows
        for side in ("player", "bank")
        if side in row
    }


def counted_tally(submission: Submission) -> Tally | None:
    """All deals of the main wager, player's side, if a shipped count has the same way; cards."""
    return _counted_tallies().get(_what_decides(submission))


@cache
def _counted_tallies() -> Mapping[tuple[object, ...], Tally]:
    from paigow.odds.counting import Tally

    text = files("paigow.server").joinpath(RECORD).read_text(encoding="utf-8")
    rows = [row for row in json.loads(text)["edges"] if "tally" in row]
    return {
        _what_decides(load_submission(row["example"])): Tally(**row["tally"], zero_lows=0) for row in rows
    }


def _what_decides(submission: Submission) -> tuple[object, ...]:
    """What all deals of the main wager depend on when both sides set the house way."""
    rules = submission.rules
    return submission.game.value, rules.way.source, rules.ranking.wheel, rules.book.main.push is None


class Edges:
    """`paigow odds` reports by submission, counted one after another in the background."""

    def __init__(self, directory: Path, *, counting: bool = True) -> None:
        self._directory = directory
        self._counting = counting
        self._known: dict[str, dict[str, Any]] = {}
        self._task: asyncio.Task[None] | None = None
        self._wanted: asyncio.Queue[Submission] = asyncio.Queue()
        self._asked: set[str] = set()
        self._progress: dict[str, float] = {}

    def report(self, submission: Submission) -> dict[str, Any] | None:
        """The whole report, or None while it is being counted."""
        digest = submission.digest
        if digest not in self._known:
            kept = self._file(submission)
            if kept.exists():
                self._known[digest] = json.loads(kept.read_text(encoding="utf-8"))
            else:
                self._want(submission)
        return self._known.get(digest)

    def progress(self, submission: Submission) -> float | None:
        """The progress of a submission's count; None while it waits, or if counting is off."""
        return self._progress.get(submission.digest)

    @property
    def counts(self) -> bool:
        """Whether unknown edges are counted at all."""
        return self._counting

    def main_edge(self, submission: Submission, side: str = "player") -> float | None:
        """The house's edge on the main wager when everyone sets the house way, against a player or a bank."""
        counted = counted_edges().get((submission.digest, side))
        if counted is not None:
            return float(counted)
        wagers = (self.report(submission) or {}).get("wagers", ())
        found = (each for each in wagers if each["wager"].startswith("main") and each["as"] == side)
        first = next(found, None)
        return None if first is None else float(first["edge"])

    def _file(self, submission: Submission) -> Path:
        return self._directory / f"{submission.digest}.json"

    def _want(self, submission: Submission) -> None:
        if self._counting and submission.digest not in self._asked:
            self._asked.add(submission.digest)
            self._wanted.put_nowait(submission)
            if self._task is None:
                self._task = asyncio.get_running_loop().create_task(self._count_all())

    async def _count_all(self) -> None:
        while True:
            submission = await self._wanted.get()
            await self._count(submission)

    async def _count(self, submission: Submission) -> None:
        self._directory.mkdir(parents=True, exist_ok=True)
        source = self._directory / f"{submission.digest}.toml"
        source.write_text(submission.text, encoding="utf-8")
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "paigow", "odds", str(source), "--json",
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
            preexec_fn=lambda: work_quietly(EDGES_NICENESS),
        )  # fmt: skip
        try:
            output, _ = await asyncio.gather(_output(process), self._follow(process, submission.digest))
            await process.wait()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        if process.returncode == 0:
            self._known[submission.digest] = json.loads(output)
            self._file(submission).write_bytes(output)
        else:
            _log.warning("couldn't count the odds of a submission (exit %s)", process.returncode)

    async def _follow(self, process: asyncio.subprocess.Process, digest: str) -> None:
        """Remember the last progress the count reported: `counting: 12% after 30 s`."""
        assert process.stderr is not None
        self._progress[digest] = 0.0
        async for line in process.stderr:
            if found := _DONE.search(line):
                self._progress[digest] = int(found[1]) / 100
        del self._progress[digest]

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


async def _output(process: asyncio.subprocess.Process) -> bytes:
    assert process.stdout is not None
    return await process.stdout.read()


def practice_submission(book: str) -> Submission:
    """The submission that practice uses: the book's full example."""
    return load_submission(f"{book}-full")


def exact_values(book: str, pieces: Pieces) -> SettingValues:
    """Every setting of a hand by its low hand, best first: its exact value, and its share of each outcome.

    Runs in the worker.
    """
    from paigow.odds.counting import Role
    from paigow.odds.counting.one_hand import card_hand_odds, tile_hand_odds
    from paigow.odds.subject import subject_of_submission

    submission = practice_submission(book)
    subject = subject_of_submission(book, submission)
    way, text = subject.way, " ".join(pieces)
    net = subject.main_terms(subject.methods[0]).net_of_a_win()
    if submission.game.value == Game.TILES.value:
        odds = tile_hand_odds(parse_tiles(text, count=4), way, Role.PLAYER, net)
    else:
        push = subject.rules.pushes
        odds = card_hand_odds(parse_cards(text, count=7), way, Role.PLAYER, subject.wheel, push, net)
    return [(_low(each.setting), float(each.value), _shares(each)) for each in odds.settings]


def _shares(each: SettingOdds) -> Shares:
    return each.win / each.total, each.push / each.total, each.lose / each.total


def _low(setting: TileSetting | CardSetting) -> Pieces:
    return tuple(map(str, setting.low))


class Coach:
    """Owns the worker that computes exact values; it starts with the first question."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._asked: dict[tuple[str, Pieces], asyncio.Future[SettingValues]] = {}

    async def values(self, book: str, pieces: Pieces) -> SettingValues | None:
        """Exact values, or None if they aren't ready in time; a later call may find them."""
        future = self._asked.get((book, pieces)) or self._ask(book, pieces)
        if future is None:
            return None
        try:
            return await asyncio.wait_for(asyncio.shield(future), VALUES_SECONDS)
        except TimeoutError:
            return None
        except (BrokenProcessPool, BadInput, OSError):
            _log.warning("couldn't compute exact values", exc_info=True)
            self._pool = None
            return None

    def _ask(self, book: str, pieces: Pieces) -> asyncio.Future[SettingValues] | None:
        """Queue a hand, unless too many are waiting."""
        if len(self._asked) >= LONGEST_QUEUE:
            return None
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=work_quietly, initargs=(COACH_NICENESS,))
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._pool, exact_values, book, pieces)
        self._asked[book, pieces] = future

        def over(done: asyncio.Future[SettingValues]) -> None:
            del self._asked[book, pieces]
            if not done.cancelled():
                done.exception()  # Retrieve the exception: the client that asked may be gone.

        future.add_done_callback(over)
        return future

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
