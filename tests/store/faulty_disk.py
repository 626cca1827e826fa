"""A disk that fails on demand, under SQLite: short writes, failing fsync, no space, I/O errors.

It is a layer over SQLite's own file access, and the default in the process that sets it up. What fails is
read from a file, so that another process can change it while this one runs: a word, and a percentage. `python
-m tests.store.faulty_disk FILE …` is `paigow …` on such a disk.
"""

# ruff: noqa: N802 - the methods have SQLite's names

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any, Final

import apsw

__all__ = ["FaultyDisk"]

UNDER: Final = "unix"


class FaultyDisk(apsw.VFS):
    """Files of this process, for its lifetime."""

    def __init__(self, control: Path, seed: str = "disk") -> None:
        self._control = control
        self._random = Random(seed)
        self.failed = 0
        super().__init__("faulty", UNDER, makedefault=True)

    def xOpen(self, name: Any, flags: Any) -> apsw.VFSFile:
        return _File(self, name, flags)

    def fails(self, *kinds: str) -> str | None:
        """Which of these faults happens now, if any."""
        said = self._control.read_text("ascii").split() if self._control.exists() else []
        if len(said) != 2 or said[0] not in kinds or self._random.randrange(100) >= int(said[1]):
            return None
        self.failed += 1
        return said[0]


class _File(apsw.VFSFile):
    def __init__(self, disk: FaultyDisk, name: Any, flags: Any) -> None:
        self._disk = disk
        super().__init__(UNDER, name, flags)

    def xWrite(self, data: Any, offset: int) -> None:
        match self._disk.fails("short", "full", "io"):
            case "short":
                # This much is on the disk, and can't be taken back.
                super().xWrite(bytes(data)[: len(data) // 2], offset)
                raise apsw.IOError("short write")
            case "full":
                raise apsw.FullError("no space")
            case "io":
                raise apsw.IOError("write")
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:
        if self._disk.fails("fsync", "io"):
            raise apsw.IOError("fsync")
        super().xSync(flags)

    def xTruncate(self, newsize: int) -> None:
        if self._disk.fails("truncate", "io"):
            raise apsw.IOError("truncate")
        super().xTruncate(newsize)

    def xRead(self, amount: int, offset: int) -> bytes:
        if self._disk.fails("io"):
            raise apsw.IOError("read")
        return super().xRead(amount, offset)


if __name__ == "__main__":
    from paigow.cli import main

    # Servers under test are started with --json first; next comes the file that controls the disk.
    flag, control, *rest = sys.argv[1:]
    _disk = FaultyDisk(Path(control))
    sys.argv[1:] = ["serve", flag, *rest]
    main()
