"""Where a user's caches are: of counts, of house ways, and of compiled loops. Not what is kept in them."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
"""Read by Numba when it is first imported."""


def user_cache(part: str) -> Path:
    """`$XDG_CACHE_HOME/paigow/PART`, or `~/.cache/paigow/PART`; RuntimeError if there is no home."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "paigow" / part


def choose_place_for_compiled_code(package: Path) -> None:
    """Name a directory to Numba where it can't write beside the package: in the user's cache.

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
    """Whether a directory can be written to, or made."""
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
