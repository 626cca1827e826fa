"""Runs mutants in parallel, each in a process forked from this one."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from typing import Final

from tests.mutants.catalog import Mutant
from tests.mutants.judging import Verdict, files_for, judge

__all__ = ["Judged", "judged"]

LONGEST_SECONDS: Final = 180.0
LIBRARIES: Final = (
    "_pytest.assertion.rewrite",
    "hypothesis.strategies",
    "hypothesis.stateful",
    "lark",
    "msgspec",
    "numba",
    "numpy",
)
"""What most tests import, imported once before the processes are forked."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A mutant with its verdict."""

    mutant: Mutant
    verdict: Verdict
    seconds: float
    output: str

    @property
    def missing(self) -> list[str]:
        """The paragraphs without a failing test."""
        return [id_ for id_ in self.mutant.breaks if id_ not in self.verdict.failed]

    @property
    def problem(self) -> str:
        """What is wrong, or an empty string if the mutant is killed, or survives as explained."""
        if self.verdict.broken:
            return f"broken: {self.verdict.broken}"
        if self.mutant.equivalent:
            found = "; ".join(f"{test} fails for {id_}" for id_, test in self.verdict.failed.items())
            return f"called equivalent, but {found}" if found else ""
        if self.missing:
            return f"survives: no test that carries {', '.join(self.missing)} fails"
        return ""


@dataclass(slots=True)
class _Running:
    mutant: Mutant
    process: ForkProcess
    answer: Connection
    log: Path
    since: float


def judged(
    mutants: Iterable[Mutant], by_rule: Mapping[str, list[str]], folder: Path, jobs: int = 2
) -> Iterator[Judged]:
    """Run mutants, `jobs` at a time, and yield each verdict as it arrives. `folder` takes their output."""
    assert "paigow" not in sys.modules, "a process that has imported paigow cannot run mutants"
    for library in LIBRARIES:
        importlib.import_module(library)
    waiting, running = iter(enumerate(mutants)), list[_Running]()
    while True:
        while len(running) < jobs and (following := next(waiting, None)):
            number, mutant = following
            running.append(_start(mutant, files_for(mutant.breaks, by_rule), folder / f"{number}.log"))
        if not running:
            return
        wait([each.process.sentinel for each in running], timeout=1.0)
        for each in [each for each in running if _is_over(each)]:
            running.remove(each)
            yield _ended(each)


def _start(mutant: Mutant, files: list[str], log: Path) -> _Running:
    ours, theirs = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("fork")
    process = context.Process(target=_work, args=(mutant, files, log, theirs))
    process.start()
    theirs.close()
    return _Running(mutant, process, ours, log, time.monotonic())


def _work(mutant: Mutant, files: list[str], log: Path, answer: Connection) -> None:
    os.setsid()
    with log.open("w", encoding="utf-8") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    answer.send(judge(mutant, files))


def _is_over(each: _Running) -> bool:
    return not each.process.is_alive() or time.monotonic() - each.since > LONGEST_SECONDS


def _ended(each: _Running) -> Judged:
    seconds = time.monotonic() - each.since
    output = each.log.read_text(encoding="utf-8") if each.log.exists() else ""
    if each.process.is_alive():
        os.killpg(each.process.pid or 0, signal.SIGKILL)
        each.process.join()
        verdict = Verdict(broken=f"it timed out after {LONGEST_SECONDS:.0f} seconds")
    else:
        each.process.join()
        verdict = _answered(each.answer)
    each.answer.close()
    return Judged(each.mutant, verdict, seconds, output)


def _answered(answer: Connection) -> Verdict:
    try:
        verdict: Verdict = answer.recv()
    except EOFError:
        return Verdict(broken="its process died")
    return verdict
