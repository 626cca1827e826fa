"""A backup or an archive that its disk has no space for: told in a sentence, and no part of it is left.

The tests' own process can't write any file beyond a few bytes, as if the disk had no more.
"""

from __future__ import annotations

import errno
import os
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from paigow.faults import BadInput
from paigow.store.archiving import DAY, archive_rounds, archives
from paigow.store.backup import back_up
from paigow.store.journal import Store
from paigow.store.whole_file import whole_file
from tests.store.evenings import SIGNER, appends, evening, keep

Opened = Callable[[], Store]
LATER = 20_000 * DAY


@contextmanager
def _full_disk() -> Iterator[None]:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def _kept(opened: Opened) -> Store:
    store = opened()
    record, _, happened = evening(rounds=4)
    keep(store, record, appends(happened))
    return store


def test_a_backup_without_space_says_so_and_leaves_nothing(opened: Opened, tmp_path: Path) -> None:
    store, target = _kept(opened), tmp_path / "backups"
    target.mkdir()
    with _full_disk(), pytest.raises(BadInput, match=f"there is no space left in {target} for f.backup"):
        back_up(store, target / "f.backup")
    assert list(target.iterdir()) == []
    assert back_up(store, target / "f.backup") > 0


def test_an_archive_without_space_says_so_and_leaves_nothing(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, target = _kept(opened), tmp_path / "archives"

    def fails(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fails)
        with pytest.raises(BadInput, match=f"there is no space left in {target} for paigow-.*zip"):
            archive_rounds(store, SIGNER, target, LATER)
    assert list(target.iterdir()) == []
    assert archives(store.database) == []
    assert len(archive_rounds(store, SIGNER, target, LATER)) > 0


def test_another_failure_is_not_called_a_full_disk(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError), whole_file(tmp_path / "one") as part:
        part.parent.write_bytes(b"x")
    assert list(tmp_path.iterdir()) == []
