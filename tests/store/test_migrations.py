"""An older store is brought forward when it is opened, whole or not at all; a newer one is left alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paigow.faults import BadInput
from paigow.store import postgres, schema, sqlite
from paigow.store.audit import audit
from paigow.store.journal import Store
from tests.store.evenings import appends, evening, keep

Opened = Callable[[], Store]
RECORD, RULES, HAPPENED = evening(rounds=1)
NEXT = (
    "CREATE TABLE notes (table_id TEXT PRIMARY KEY REFERENCES tables(id), body {BYTES}, size {BIG} NOT NULL)",
    "INSERT INTO notes SELECT id, settings, 7 FROM tables",
    "ALTER TABLE people ADD COLUMN seen_at {BIG} NOT NULL DEFAULT 0",
)


def _forward(patch: pytest.MonkeyPatch, *migration: str) -> None:
    """The program as it will be once there is another migration."""
    patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, migration))
    for module in (sqlite, postgres):
        patch.setattr(module, "VERSION", schema.VERSION + 1)


def test_an_older_store_is_brought_forward_with_everything_in_it(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened()
    keep(store, RECORD, appends(HAPPENED))
    head = store.head("evening")
    with monkeypatch.context() as patch:
        _forward(patch, *NEXT)
        for _ in range(2):
            later = opened()
            assert later.head("evening") == head
            assert list(audit(later, lambda _record: RULES)) == []
            assert later.database.rows("SELECT table_id, size FROM notes") == [("evening", 7)], "done once"
    with pytest.raises(BadInput, match="newer version"):
        opened()


def test_a_migration_that_fails_leaves_the_store_as_it_was(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(opened(), RECORD, appends(HAPPENED))
    with monkeypatch.context() as patch:
        _forward(patch, *NEXT, "INSERT INTO no_such_table VALUES (1)")
        with pytest.raises(Exception, match="no_such_table"):
            opened()
    store = opened()
    assert list(audit(store, lambda _record: RULES)) == []
    with pytest.raises(Exception, match="notes"):
        store.database.rows("SELECT * FROM notes")
