"""Killed with SIGKILL at any step of packing or archiving, a floor has lost nothing and continues."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.rules import rule
from tests.store.killed_moving import BATCHES

ROOT = Path(__file__).parent.parent.parent
ROUNDS = sum(batch.finished is not None for batch in BATCHES)
KEPT = 2
"""The last two rounds of a table stay as they are (R140)."""


def _killed(address: str, directory: Path, every: int) -> Counter[str]:
    """Where the process was killed, and how often; each time everything is read as before."""
    command = [sys.executable, "-m", "tests.store.killed_moving", address, str(directory), str(every)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, *deaths, last = map(json.loads, done.stdout.splitlines())
    assert (first["packs"], first["archives"]) == (0, 0)
    for each in (first, *deaths, last):
        assert each["findings"] == [], each
        assert each["read"] == first["read"], each
    assert (last["packs"], last["archives"]) == (0, 1), "all packed rounds are archived, in one day's file"
    assert {each["packs"] for each in deaths} >= {0, ROUNDS - KEPT}
    assert [path.suffix for path in directory.iterdir()] == [".zip"], "nothing is left lying about"
    return Counter(each["step"] for each in deaths)


@rule("R140", "R141")
def test_a_sample_of_kills_while_rounds_are_moved_loses_nothing(address: str, tmp_path: Path) -> None:
    assert _killed(address, tmp_path / "kept", 9).total() > 5


@rule("R140", "R141")
@pytest.mark.prove
def test_a_kill_at_every_step_of_moving_rounds_loses_nothing(address: str, tmp_path: Path) -> None:
    deaths = _killed(address, tmp_path / "kept", 1)
    print(deaths.total(), dict(deaths))  # noqa: T201 - for those who run the proofs
    for step in ("statement insert", "before a commit", "after a commit", "before a file's name"):
        assert deaths[step] >= 1, deaths
    assert deaths["before a part of a file"] == ROUNDS - KEPT + 2, "the note, the list, and each round"
