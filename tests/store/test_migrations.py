"""An older store is migrated when it is opened, completely or not at all; a newer one is left alone."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import pytest
from msgspec.structs import replace

from paigow.faults import BadInput
from paigow.store import postgres, schema, sqlite
from paigow.store.audit import audit
from paigow.store.digests import DIGESTED
from paigow.store.journal import Store
from paigow.store.lessons import Assignment, Mark, assign, keep_mark
from paigow.store.people import people
from paigow.store.training import keep_training
from tests.rules import rule
from tests.store.evenings import appends, before_checkpoints, evening, keep

Opened = Callable[[], Store]
RECORD, RULES, HAPPENED = evening(rounds=1)
NEXT = (
    "CREATE TABLE notes (table_id TEXT PRIMARY KEY REFERENCES tables(id), body {BYTES}, size {BIG} NOT NULL)",
    "INSERT INTO notes SELECT id, settings, 7 FROM tables",
    "ALTER TABLE people ADD COLUMN seen_at {BIG} NOT NULL DEFAULT 0",
)


def _undated(store: Store) -> None:
    """The store as left by a program that knew only schema 1: no time in the chain, no genesis."""
    chain = bytes(32)
    with store.database.writing() as transaction:
        for entry in store.events("evening"):
            told = chain + b"\0evening\0" + str(entry.version).encode() + b"\0"
            chain = sha256(told + entry.body).digest()
            transaction.rows("UPDATE journal SET chain = ? WHERE version = ?", chain, entry.version)
        transaction.rows("UPDATE heads SET chain = ?", chain)
        for column in ("genesis", "undated"):
            transaction.rows(f"ALTER TABLE heads DROP COLUMN {column}")
        for name in (
            "sessions",
            "looks",
            "facts",
            "checkpoints",
            "marks",
            "assignments",
            "pruned",
            "training",
            "packs",
            "packed_commands",
            "archives",
            "table_changes",
        ):
            transaction.rows(f"DROP TABLE {name}")
        words = schema._SQLITE if isinstance(store.database, sqlite.SqliteDatabase) else schema._POSTGRES
        [postings] = [each for each in schema.MIGRATIONS[0] if "TABLE postings" in each]
        transaction.rows(postings.format(**words))
        for name in ("people", "commands"):
            transaction.rows(f"ALTER TABLE {name} DROP COLUMN digest")
        if isinstance(store.database, sqlite.SqliteDatabase):
            transaction.rows("PRAGMA user_version = 1")
        else:
            transaction.rows("UPDATE schema_version SET version = 1")


def test_a_chain_from_before_the_time_was_in_it_goes_on_with_the_time(opened: Opened) -> None:
    batches = [replace(batch, checkpoint=None) for batch in appends(HAPPENED)]
    store = opened()
    keep(store, before_checkpoints(RECORD), batches[:20])
    _undated(store)
    later = opened()
    for batch in batches[20:]:
        later.append([batch])
    assert list(audit(later, lambda _record: RULES)) == []
    old, new = batches[19].last, batches[20].last
    for version, found in ((old, []), (new, [new])):
        with later.database.writing() as transaction:
            transaction.rows("UPDATE journal SET at = at + 1 WHERE version = ?", version)
        assert [each.version for each in audit(later, lambda _record: RULES)] == found


@rule("R106")
def test_what_people_learned_before_there_were_checksums_gets_them(opened: Opened) -> None:
    store = opened()
    keep_mark(store.database, Mark("anna", "task", 5, "commission-tiles", "payouts", right=True))
    assign(store.database, [Assignment("anna", "commission-tiles", "payouts", "ben", 5)], "anna")
    keep_training(store.database, "anna", "{}", 5)
    with store.database.writing() as transaction:
        for name in DIGESTED:
            transaction.rows(f"ALTER TABLE {name} DROP COLUMN digest")
        transaction.rows("DROP TABLE table_changes")
        sqlite_sql, postgres_sql = "PRAGMA user_version = 11", "UPDATE schema_version SET version = 11"
        transaction.rows(sqlite_sql if isinstance(store.database, sqlite.SqliteDatabase) else postgres_sql)
    later = opened()
    assert list(audit(later, lambda _record: RULES)) == []
    with later.database.writing() as transaction:
        for name in DIGESTED:
            transaction.rows(f"UPDATE {name} SET at = at + 1")  # noqa: S608 - our own names
    problems = [each.problem for each in audit(later, lambda _record: RULES)]
    assert problems == [f"a row of {name} was changed: 'anna'" for name in DIGESTED]


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


def test_accounts_of_an_older_store_get_their_looks_and_the_oldest_of_two_keeps_its_own(
    opened: Opened,
) -> None:
    store = opened()
    _undated(store)
    with store.database.writing() as transaction:
        rows = [("Ivan", "a hash", "player", 1), ("lvan", "a hash", "player", 2)]
        transaction.many("INSERT INTO people VALUES (?, ?, ?, ?)", rows)
    later = opened()
    assert [each.name for each in people(later.database)] == ["Ivan", "lvan"], "nobody is sent away"
    assert list(audit(later, lambda _record: RULES)) == []
    assert ("=lvan", "Ivan") in later.database.rows("SELECT look, person FROM looks")
