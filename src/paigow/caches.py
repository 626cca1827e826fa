"""Where the loops that Numba compiles are kept, for a user who can't write beside the program."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "NUMBA_CACHE_DIR"
"""Read by Numba when it is first imported."""


def choose_place_for_compiled_code(package: Path) -> None:
    """Name a directory to Numba where it can't write beside the package: in the user's cache.

    Without one that stays, a private one takes its place until the process ends: others could otherwise
    leave code there for it to run.
    """
    if VARIABLE in os.environ or _writable(package / "ranks" / "__pycache__"):
        return
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("HOME", "") + "/.cache"
    place = Path(base) / "paigow" / "compiled"
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
