"""A parallel audit finds the same as a single process, and its memory doesn't grow with the rounds."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import apsw
import pytest

from paigow.cli import auditing
from paigow.cli.auditing import findings_of
from paigow.cli.store import rules_of
from paigow.store import journal
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.store.floors import make_floor


def test_tables_are_audited_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "floor.db"
    address, events = f"sqlite:///{path}", make_floor(path, 12, 4, packed=True)
    monkeypatch.setattr(auditing, "WORTH_PROCESSES", 0)
    assert findings_of(address, None, rules_of, processes=2) == []
    database = apsw.Connection(str(path))
    database.execute(
        "UPDATE journal SET at = at + 1 WHERE table_id = 'evening-2' AND version = ?", (events // 3,)
    )
    database.execute("UPDATE balances SET cents = cents + 1 WHERE account = 'house'")
    database.close()
    alone = findings_of(address, None, rules_of)
    assert {(each.table, each.version) for each in alone} == {("evening-2", events // 3), ("floor", 0)}
    assert sorted(findings_of(address, None, rules_of, processes=2), key=str) == sorted(alone, key=str)


def _peak(path: Path, rounds: int) -> int:
    """The peak memory of an audit of one table with full pages, in bytes."""
    make_floor(path, rounds, rounds)
    store = open_store(f"sqlite:///{path}")
    assert list(audit(store, rules_of)) == []
    tracemalloc.start()
    try:
        assert list(audit(store, rules_of)) == []
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        store.close()


def test_the_memory_of_an_audit_does_not_grow_with_the_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "STREAMED", 100)
    few, many = _peak(tmp_path / "few.db", 12), _peak(tmp_path / "many.db", 48)
    assert many < 1.5 * few, (few, many)
