"""A copy of the package with one file changed and all others linked."""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

__all__ = ["overlaid"]

CACHE = "__pycache__"


def overlaid(sources: Path, file: str, text: str, folder: Path) -> Path:
    """Make `folder`/paigow with this text for `file`, and return the folder to import from.

    Directories on the path to the file are real and hold links to their other entries; everything else is
    reached through those links. Compiled code of the unchanged files is linked too.
    """
    here, there = folder / sources.name, sources
    *ways, name = PurePosixPath(file).parts
    for step in (*ways, name):
        here.mkdir(parents=True)
        for entry in there.iterdir():
            if entry.name not in (step, CACHE):
                (here / entry.name).symlink_to(entry)
        _link_cache(there / CACHE, here / CACHE, PurePosixPath(step).stem)
        here, there = here / step, there / step
    here.write_text(text, encoding="utf-8")
    # Caches identify a source by size and time: the changed file must never pass for the original.
    os.utime(here, (0, 0))
    return folder


def _link_cache(old: Path, new: Path, changed: str) -> None:
    if not old.is_dir():
        return
    new.mkdir()
    for entry in old.iterdir():
        if entry.name.partition(".")[0] != changed:
            (new / entry.name).symlink_to(entry)
