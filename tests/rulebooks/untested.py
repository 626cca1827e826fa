"""The shrinking list of kept paragraphs that no test names yet; as a module it takes out those that have one.

`python -m tests.rulebooks.untested` never adds a line: what falls out of the tests is a failure, not a wait.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from paigow.rulebooks import Kind, books
from tests.collected import collected_apart

__all__ = ["kept", "listed_lines"]

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


def shrink() -> None:
    """Take out the lines that have a test by now."""
    shown = collected_apart()
    lines = FILE.read_text(encoding="utf-8").splitlines()
    FILE.write_text("\n".join(line for line in lines if line not in shown) + "\n", encoding="utf-8")


if __name__ == "__main__":
    shrink()
