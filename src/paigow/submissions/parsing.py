"""A submission's text as flat keys and raw values. Not whether the keys are known or the values allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Final

from paigow.submissions.findings import Finding

__all__ = ["FILE", "LONGEST_SUBMISSION", "flat_keys", "parse_submission"]

FILE: Final = "file"
"""The field that a finding names when it is about the text as a whole."""
LONGEST_SUBMISSION: Final = 200_000


def parse_submission(text: str) -> Mapping[str, object] | Finding:
    """The raw values of a submission by dotted key, fractions exact; or why it cannot be read at all."""
    if len(text) > LONGEST_SUBMISSION:
        return Finding(FILE, f"{len(text):,} characters are too long", f"at most {LONGEST_SUBMISSION:,}")
    try:
        tree = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as fault:
        return Finding(
            FILE, f"not a TOML file: {fault}", "lines such as chairs = 6 under headings such as [table]"
        )
    except (InvalidOperation, RecursionError, ValueError):
        return Finding(
            FILE, "a number or a nesting in it is beyond all measure", "plain numbers and sections"
        )
    return dict(flat_keys(tree))


def flat_keys(tree: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    """Each value under its dotted key; an empty section is a value, so that a misspelled one is seen."""
    for name, value in tree.items():
        key = f"{prefix}{name}"
        if isinstance(value, dict) and value:
            yield from flat_keys(value, f"{key}.")
        else:
            yield key, value
