"""Exact edges of the tables' wagers, from what was counted before. Nothing is counted here.

Counting takes its time and much memory: it is done by `paigow odds` in a process of its own, and its answer
is kept in a file named after the submission.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from pathlib import Path
from typing import Any, Final

from paigow.rulebooks.submission import Submission
from paigow.server.processes import work_quietly

__all__ = ["Edges"]

_log = logging.getLogger("paigow.edges")
LOWEST_PRIORITY: Final = 19


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

    def main_edge(self, submission: Submission) -> float | None:
        """The house's share of the main wager when all set the house way."""
        report = self.report(submission)
        mains = (wager for wager in (report or {}).get("wagers", ()) if wager["wager"].startswith("main"))
        first = next(mains, None)
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
