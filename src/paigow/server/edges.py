"""Exact edges of the tables' wagers, from what was counted before. Nothing is counted here.

Counting takes its time and much memory: it is done by `paigow odds` in a process of its own, and its answer
is kept in a file named after the submission. What the main wager costs at the tables that are always there
comes with the program, written by `tools/count-edges`; it is taken for exactly the same submission alone.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from paigow.server.background import work_quietly
from paigow.submissions.submission import Submission

__all__ = ["RECORD", "SCHEMA", "Edges", "counted_edges"]

_log = logging.getLogger("paigow.edges")
LOWEST_PRIORITY: Final = 19
RECORD: Final = "edges_counted.json"
SCHEMA: Final = "paigow/edges/1"


@cache
def counted_edges() -> Mapping[tuple[str, str], Fraction]:
    """What comes with the program: the house's share of the main wager by submission and by side."""
    text = files("paigow.server").joinpath(RECORD).read_text(encoding="utf-8")
    rows = json.loads(text)["edges"]
    return {
        (row["digest"], side): Fraction(row[side])
        for row in rows
        for side in ("player", "bank")
        if side in row
    }


class Edges:
    """Reports of `paigow odds` by submission, counted one after the other in the background."""

    def __init__(self, directory: Path, *, counting: bool = True) -> None:
        self._directory = directory
        self._counting = counting
        self._known: dict[str, dict[str, Any]] = {}
        self._task: asyncio.Task[None] | None = None
        self._wanted: asyncio.Queue[Submission] = asyncio.Queue()
        self._asked: set[str] = set()

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

    def main_edge(self, submission: Submission, side: str = "player") -> float | None:
        """The house's share of the main wager when all set the house way, of a player or of a bank."""
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
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            preexec_fn=lambda: work_quietly(LOWEST_PRIORITY),
        )  # fmt: skip
        try:
            output, _ = await process.communicate()
        except asyncio.CancelledError:
            process.kill()
            await process.wait()
            raise
        if process.returncode == 0:
            self._known[submission.digest] = json.loads(output)
            self._file(submission).write_bytes(output)
        else:
            _log.warning("the odds of a submission could not be counted (exit %s)", process.returncode)

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
