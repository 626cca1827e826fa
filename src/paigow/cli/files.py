"""Files that commands write. Never overwrites a file unasked."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from paigow.faults import BadInput

STDOUT = "-"

ForceFlag = Annotated[bool, typer.Option("--force", help="Replace a file that already exists.")]


def require_new(force: bool, *files: Path | None) -> None:
    """Refuse, before any work, to overwrite a file. Devices and pipes are written to."""
    for file in files:
        if not force and file is not None and str(file) != STDOUT and file.is_file():
            raise BadInput(
                f"{str(file)!r} already exists", allowed="name a new file, or add --force to replace it"
            )


def write_file(file: Path, text: str, where: str) -> None:
    """Write text to a path of any kind; raise BadInput with the option that named it."""
    if str(file) == STDOUT:
        sys.stdout.write(text)
        return
    try:
        with file.open("w", encoding="utf-8", newline="") as out:
            out.write(text)
    except OSError as fault:
        raise unwritable(file, fault, where) from None


def unwritable(file: Path, fault: OSError, where: str) -> BadInput:
    """The message for a file that can't be written."""
    return BadInput(
        f"{str(file)!r} can't be written: {fault.strerror or fault}",
        where=where,
        allowed="choose a path you can write to",
    )
