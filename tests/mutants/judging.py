"""One mutant in a separate process: the changed program runs the tests that carry its paragraphs.

The process is forked from one that has imported pytest and other libraries, but nothing of paigow.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from tests.mutants.catalog import SOURCES, Mutant, applied
from tests.mutants.overlay import overlaid

__all__ = ["SLOW", "Verdict", "files_for", "judge"]

ROOT: Final = Path(__file__).parent.parent.parent
SLOW: Final = ("web", "server", "store", "docs", "odds", "cli", "mutants")
"""Folders skipped if a paragraph or ruling has a test elsewhere: no browser, server, or long count."""
LAST: Final = ("test_laws.py", "test_card_laws.py")
"""Random walks take longest: they run only for paragraphs that no other test has killed."""


@dataclass(slots=True)
class Verdict:
    """The test that failed for each paragraph, or why the mutant couldn't be judged."""

    failed: dict[str, str] = field(default_factory=dict)
    broken: str = ""
    """It doesn't import, can't play a round, or breaks the collection of tests: failures prove nothing."""
    ran: int = 0


def files_for(paragraphs: Collection[str], by_rule: Mapping[str, list[str]]) -> list[str]:
    """The test files with tests that carry one of the paragraphs; in slow folders only if necessary."""
    files = sorted({node.partition("::")[0] for id_ in paragraphs for node in by_rule.get(id_, ())})
    return [file for file in files if file.split("/")[1] not in SLOW] or files


class Watcher:
    """Runs only tests that carry one of the paragraphs, and stops once each paragraph has a failure."""

    def __init__(self, paragraphs: Collection[str]) -> None:
        self.wanted = frozenset(paragraphs)
        self.verdict = Verdict()

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Hypothesis neither shrinks nor stores what it finds: a failure is all that is needed."""
        from hypothesis import Phase, settings

        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", deadline=None, database=None, derandomize=True, phases=phases)
        settings.load_profile("mutants")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if self._carried(item)]
        # A test that starts servers takes as long as all others together.
        items.sort(key=lambda item: (item.path.name in LAST, "server" in item.path.parts))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.verdict.broken = f"{report.nodeid} cannot be collected: {_last_line(report.longreprtext)}"

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip a test whose paragraphs all have a failure already."""
        if not self._carried(item) - set(self.verdict.failed):
            pytest.skip("its paragraphs have a failure already")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Any:
        outcome = yield
        report: pytest.TestReport = outcome.get_result()
        if report.when == "call":
            self.verdict.ran += 1
            if report.failed:
                for id_ in self._carried(item):
                    self.verdict.failed.setdefault(id_, item.nodeid)
                if set(self.verdict.failed) == self.wanted:
                    item.session.shouldstop = "every paragraph has a failure"

    def _carried(self, item: pytest.Item) -> frozenset[str]:
        return self.wanted & {id_ for mark in item.iter_markers("rule") for id_ in mark.args}


def judge(mutant: Mutant, files: list[str]) -> Verdict:
    """Import the changed program in this process and run the tests."""
    assert "paigow" not in sys.modules, "paigow is imported already"
    with TemporaryDirectory(prefix="paigow-mutant-") as folder:
        path = overlaid(SOURCES, mutant.file, applied(mutant), Path(folder))
        os.environ["PYTHONPATH"] = str(path)
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(path / "hypothesis")
        sys.path.insert(0, str(path))
        sys.dont_write_bytecode = True
        _keep_no_machine_code()
        if problem := _smoke(mutant):
            return Verdict(broken=problem)
        watcher = Watcher(mutant.breaks)
        plugins = ("cacheprovider", "xdist", "schemathesis", "playwright", "anyio")
        options = [word for name in plugins for word in ("-p", f"no:{name}")]
        pytest.main(["--rootdir", str(ROOT), "-q", "--assert=plain", *options, *files], plugins=[watcher])
        return watcher.verdict


def _smoke(mutant: Mutant) -> str:
    from tests.mutants.smoke import loads, plays

    try:
        loads()
        if not mutant.stalls:
            plays()
    except Exception as fault:  # noqa: BLE001 - any error means that the mutant breaks more than its rule
        traceback.print_exc()
        return f"no ordinary round can be played: {type(fault).__name__}: {fault}"
    return ""


def _keep_no_machine_code() -> None:
    """Machine code compiled here may hold a changed rule: it must not reach the shared Numba cache."""
    from numba.core.caching import IndexDataCacheFile

    IndexDataCacheFile.save = lambda *_: None


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2]
