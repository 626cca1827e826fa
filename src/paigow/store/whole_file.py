"""Write a file completely or not at all, and say so if its disk is full."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from paigow.faults import BadInput

_FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""No space, a quota used up, and a file as large as the disk or the process allows."""


@contextmanager
def whole_file(target: Path) -> Iterator[Path]:
    """A file to write beside the target. It takes the target's name at the end, or is removed on failure."""
    part = target.with_name(target.name + ".part")
    try:
        yield part
        part.replace(target)
    except BaseException as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename == str(part):
            error.filename = str(target)
        if isinstance(error, OSError) and error.errno in _FULL:
            raise BadInput(
                f"there is no space left in {target.absolute().parent} for {target.name}",
                allowed="free some space, or name another place",
            ) from error
        raise
