"""The README's transcript is what the program prints."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent.parent / "README.md"


def transcript() -> list[tuple[str, list[str]]]:
    """Each command of the console block and the lines below it."""
    block = re.search(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert block is not None
    steps = re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]
    return [(step.splitlines()[0], step.rstrip().splitlines()[1:]) for step in steps]


@pytest.mark.parametrize(("command", "lines"), transcript())
def test_the_transcript_is_what_the_program_prints(command: str, lines: list[str]) -> None:
    program, *arguments = shlex.split(command)
    assert program == "paigow"
    done = subprocess.run(
        [sys.executable, "-m", "paigow", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert [line.rstrip() for line in done.stdout.rstrip().splitlines()] == lines
