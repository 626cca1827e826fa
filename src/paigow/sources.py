"""Texts given by file name or on standard input. Not how they are read.

The command line saves standard input to a temporary file, so that everything below it reads files only.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

STDIN_PREFIX: Final = "paigow-stdin-"
"""How the name of the temporary file begins."""


def folder_of(file: Path) -> Path:
    """The folder that names inside a file are relative to; for standard input, the working directory."""
    return Path() if file.name.startswith(STDIN_PREFIX) else file.parent
