"""The shrinking list of kept paragraphs that no test names yet; as a module it takes out those that have one.

`python -m tests.rulebooks.untested` never adds a line: what falls out of the tests is a failure, not a wait.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from paigow.rulebooks import Kind, books

__all__ = ["kept", "listed_lines", "shown_by_tests"]

ROOT: Final = Path(__file__).parent.parent.parent
FILE: Final = Path(__file__).parent / "untested.txt"


def listed_lines(file: Path = FILE) -> list[str]:
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def kept() -> Iterator[str]:
    """The paragraphs that the program enforces or performs, as tests name them."""
    for book in books():
        for paragraph in book.paragraphs.values():
            if paragraph.kind in {Kind.ENFORCED, Kind.PERFORMED}:
                yield f"{book.name} {paragraph.id}"


@cache
def shown_by_tests() -> frozenset[str]:
    """Every id that some test of the project names, collected as the test run collects them."""
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
        return frozenset(json.loads(report.read_text(encoding="utf-8"))["rules"])


def shrink() -> None:
    """Take out the lines that have a test by now."""
    shown = shown_by_tests()
    lines = FILE.read_text(encoding="utf-8").splitlines()
    FILE.write_text("\n".join(line for line in lines if line not in shown) + "\n", encoding="utf-8")


if __name__ == "__main__":
    shrink()
