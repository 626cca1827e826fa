"""A table in Markdown."""

from __future__ import annotations

from collections.abc import Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Its lines, with figures to the right of the first column."""
    marks = ["---", *["---:"] * (len(head) - 1)]
    return ["", *(f"| {' | '.join(row)} |" for row in (head, marks, *rows)), ""]
