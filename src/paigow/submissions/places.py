"""Finds the line of a field in a submission's text. Not what the field says."""

from __future__ import annotations

import re
from typing import Final

_HEADING: Final = re.compile(r"\s*\[\s*([^\[\]]+?)\s*\]\s*(?:#.*)?$")
_KEY: Final = re.compile(r"\s*((?:[\w-]+|\"[^\"]*\"|'[^']*')(?:\s*\.\s*(?:[\w-]+|\"[^\"]*\"|'[^']*'))*)\s*=")


def line_of(text: str, field: str) -> int | None:
    """The line, counted from 1, that sets a field; if it is missing, its section's heading, or None."""
    section, heading = "", None
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _HEADING.match(line):
            section = _plain(found[1])
            if field == section or field.startswith(f"{section}."):
                heading = number
        elif (found := _KEY.match(line)) and not line.lstrip().startswith("#"):
            name = _plain(found[1])
            if field == (f"{section}.{name}" if section else name):
                return number
    return heading


def _plain(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split("."))
