"""Which tests prove which rule, found by collecting the whole suite. The marks are in `rules`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

__all__ = ["BY_RULE", "TestsByRule", "collected_apart", "tests_by_rule"]

ROOT = Path(__file__).parent.parent
TestsByRule = dict[str, list[str]]
BY_RULE = pytest.StashKey[TestsByRule]()
"""Where a run that collects the whole suite caches what it found, so that nothing is collected twice."""


def tests_by_rule(items: Iterable[pytest.Item]) -> TestsByRule:
    tests: defaultdict[str, list[str]] = defaultdict(list)
    for item in items:
        for mark in item.iter_markers("rule"):
            for id_ in mark.args:
                tests[id_].append(item.nodeid)
    return dict(sorted(tests.items()))


@cache
def collected_apart() -> TestsByRule:
    """The same in a separate process, proofs included."""
    with TemporaryDirectory() as folder:
        report = Path(folder) / "rules.json"
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-m", "", "-p", "no:cacheprovider"]
        done = subprocess.run(
            [*command, "--rules-report", str(report), "tests"],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        assert report.exists(), done.stdout[-2000:] + done.stderr[-2000:]
        found: TestsByRule = json.loads(report.read_text(encoding="utf-8"))["rules"]
        return found
