"""The user's cache directories: counts, house ways, and compiled loops. Not what is cached there."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
"""Numba reads it when it is first imported."""


def user_cache(part: str) -> Path:
    """`$XDG_CACHE_HOME/paigow/PART`, or `~/.cache/paigow/PART`; RuntimeError without a home directory."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "paigow" / part


def choose_place_for_compiled_code(package: Path) -> None:
    """Point Numba at the user's cache if it can't write next to the package.

    Without one that stays, a private one takes its place until the process ends: others could otherwise
    leave code there for it to run.
    """
    if VARIABLE in os.environ or _writable(package / "ranks" / "__pycache__"):
        return
    try:
        place = user_cache("compiled")
    except RuntimeError:
        place = Path()
    if place.is_absolute() and _writable(place):
        os.environ[VARIABLE] = str(place)
    elif (private := _private_directory()) is not None:
        os.environ[VARIABLE] = private


def _writable(directory: Path) -> bool:
    """Whether a directory is writable or can be created."""
    nearest = next(each for each in (directory, *directory.parents) if each.exists())
    return nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)


def _private_directory() -> str | None:
    import atexit
    import shutil
    import tempfile

    try:
        place = tempfile.mkdtemp(prefix="paigow-compiled-")
    except OSError:
        return None
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place
