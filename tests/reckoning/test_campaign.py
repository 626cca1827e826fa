"""The engine's money and the reckoner's agree after every round, in a sample and in the whole campaign."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from tests.reckoning.campaign import run
from tests.reckoning.coverage import missing, table_of
from tests.reckoning.variations import VARIATIONS

SAMPLE_SEED, SAMPLE_COMMANDS = 7, 300
CAMPAIGN_SEEDS, CAMPAIGN_COMMANDS = range(100, 104), 3_500
"""15 variations, 4 seeds, 3,500 commands: 210,000."""
MAY_SEE_THE_ENGINE = {
    "playing.py",
    "accidents.py",
    "fortune.py",
    "variations.py",
    "comparing.py",
    "coverage.py",
    "sabotage.py",
}
"""What plays and compares. The rest of the folder is the reckoner, and imports nothing from the program."""


def test_the_reckoner_imports_nothing_of_the_program() -> None:
    for path in Path(__file__).parent.glob("*.py"):
        if path.name in MAY_SEE_THE_ENGINE or path.name.startswith("test_"):
            continue
        tree = ast.parse(path.read_text())
        named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        named += [each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names]
        assert not [name for name in named if name.split(".")[0] == "paigow"], path.name


def test_money_is_as_reckoned_after_every_round_of_a_sample() -> None:
    report = run([SAMPLE_SEED], SAMPLE_COMMANDS)
    assert set(report.rounds) == {"commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker"}
    assert report.rounds.total() > len(VARIATIONS)


@pytest.mark.prove
def test_money_is_as_reckoned_after_every_round_of_the_campaign(capsys: pytest.CaptureFixture[str]) -> None:
    def told(line: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    report = run(CAMPAIGN_SEEDS, CAMPAIGN_COMMANDS, told=told)
    told(table_of(report.counts))
    told(report.figures())
    assert report.commands.total() >= 200_000
    assert not missing(report.counts)
