"""Files that commands write: never over another one unasked. Not what is in them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from paigow.faults import BadInput

STDOUT = "-"

ForceFlag = Annotated[bool, typer.Option("--force", help="Replace a file that already exists.")]


def require_new(force: bool, *files: Path | None) -> None:
    """Refuse before any work what would overwrite a file; a device or a pipe is written to."""
    for file in files:
        if not force and file is not None and str(file) != STDOUT and file.is_file():
            raise BadInput(f"{file} already exists", allowed="name a new file, or add --force to replace it")


def write_file(file: Path, text: str, where: str) -> None:
    """Write text through a name, whatever it names; raise BadInput with the option that gave it."""
    if str(file) == STDOUT:
        sys.stdout.write(text)
        return
    try:
        with file.open("w", encoding="utf-8", newline="") as out:
            out.write(text)
    except OSError as fault:
        raise unwritable(file, fault, where) from None


def unwritable(file: Path, fault: OSError, where: str) -> BadInput:
    """What to say of a file that the system lets nobody write."""
    return BadInput(
        f"{str(file)!r} cannot be written: {fault.strerror or fault}",
        where=where,
        allowed="choose a path you can write to",
    )
