"""The write-ahead log of a floor in one file: checkpointed in parallel with the writer, then restarted."""

from __future__ import annotations

from pathlib import Path
from threading import current_thread

import apsw
import pytest

from paigow.store import wal
from paigow.store.journal import open_store
from paigow.store.records import Append, Appended, TableRecord

PAGE = 4096
GROUPS = 400


def test_a_log_stays_short_while_much_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """400 groups of 6 KB are over 600 pages of the file, and more of the log: it would grow past 2 MB."""
    monkeypatch.setattr(wal, "CHECKPOINT_PAGES", 50)
    monkeypatch.setattr(wal, "OVERDUE_PAGES", 200)
    # As long as SQLite's own, which must be disabled to keep the log short.
    monkeypatch.setattr("paigow.store.sqlite.CHECKPOINT_PAGES", 8_000)
    carry_over, threads = wal._carry_over, []

    def noted(connection: apsw.Connection) -> None:
        threads.append(current_thread().name)
        carry_over(connection)

    monkeypatch.setattr(wal, "_carry_over", noted)
    path = tmp_path / "floor.db"
    store = open_store(f"sqlite:///{path}")
    store.add_table(TableRecord("one", "", b"", 0))
    for number in range(GROUPS):
        assert store.append([Append("one", number, str(number), 0, (b"x" * 6000,))]) == [Appended(number + 1)]
    assert path.stat().st_size > GROUPS * 6000 / 2
    # Each of the log's frames is a page and 24 bytes; a group can still be written past the last bound.
    assert (tmp_path / "floor.db-wal").stat().st_size < (200 + 50) * (PAGE + 24)
    assert threads.count("wal") > 1, "beside the writer"
    assert store.head("one").version == GROUPS
    store.close()
    again = open_store(f"sqlite:///{path}")
    assert len(again.events("one", 0)) == GROUPS
    again.close()
