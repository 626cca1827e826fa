"""The example programs run as they are, and say what their first line promises."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.running import running

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SAYS = {
    "analyze_a_hand": "of 20,475",
    "write_a_way": "35,960 hands, every one answered: True",
    "analyze_rounds": "of wagers; exactly 39.57%",
    "check_a_submission": "table.chairs: 7 is out of bounds; a whole number from 1 to 6 (maryland-poker 2.A",
    "play_your_own": "20 rounds played, 0 problems found",
}

FEWER = {"analyze_rounds": ("60",)}
"""Arguments that make an example quicker."""


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, str(EXAMPLES / f"{name}.py"), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_is_a_test_for_every_example() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == {*SAYS, "talk_to_the_server"}


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs_and_says_what_it_promises(name: str) -> None:
    assert SAYS[name] in run(name, *FEWER.get(name, ()))


def test_the_bot_plays_an_evening_on_a_server(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0") as server:
        told = run("talk_to_the_server", server.address, "4").splitlines()
    assert told.count("Anna buys chips.") == 1
    # Round by round she bets, or gets the bank offered; the first round may have started without her.
    assert sum(line.startswith("Anna bets") for line in told) >= 3
    assert told.count("The round is over.") >= 4
