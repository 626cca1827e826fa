"""Opening and closing tables, on both kinds of store: the history, its audit, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from paigow.faults import BadInput
from paigow.store.backup import back_up, restore
from paigow.store.database import LAST_TABLE_CHANGE, fact
from paigow.store.findings import audit_floor
from paigow.store.journal import Store, open_store
from paigow.store.records import TableRecord
from paigow.store.table_changes import (
    TableChange,
    add_opened,
    close_table,
    closed_tables,
    open_table,
    replace_table,
    table_changes,
)

Opened = Callable[[], Store]
OLD = TableRecord("ours-111111", "old", b"{}", 1)
NEW = TableRecord("ours-222222", "new", b"{}", 2)


def _problems(store: Store) -> list[str]:
    return [f"{each.table}: {each.problem}" for each in audit_floor(store)]


def test_a_table_is_closed_and_opened_again(opened: Opened) -> None:
    store = opened()
    store.add_table(OLD)
    before = fact(store.database, LAST_TABLE_CHANGE)
    closed = close_table(store.database, OLD.id, 5)
    assert closed == TableChange(OLD.id, 1, 5, "closed")
    assert dict(closed_tables(opened().database)) == {OLD.id: closed}
    assert fact(store.database, LAST_TABLE_CHANGE) != before, "servers look at this alone"
    opened_again = open_table(store.database, OLD.id, 6)
    assert opened_again == TableChange(OLD.id, 2, 6, "opened")
    assert not closed_tables(opened().database)
    assert table_changes(opened().database) == [closed, opened_again]
    assert _problems(store) == []


def test_a_replaced_table_names_its_successor(opened: Opened) -> None:
    store = opened()
    add_opened(store, OLD, 3)
    replace_table(store, OLD.id, NEW, 4)
    assert [each.id for each in opened().tables()] == [OLD.id, NEW.id]
    assert table_changes(store.database) == [
        TableChange(OLD.id, 1, 3, "opened"),
        TableChange(OLD.id, 2, 4, "closed", NEW.id),
        TableChange(NEW.id, 1, 4, "opened"),
    ]
    assert _problems(store) == []


def test_a_replacement_that_fails_leaves_everything(opened: Opened) -> None:
    store = opened()
    add_opened(store, OLD, 3)
    close_table(store.database, OLD.id, 4)
    with pytest.raises(BadInput, match="closed already"):
        replace_table(store, OLD.id, NEW, 5)
    assert [each.id for each in opened().tables()] == [OLD.id]
    assert _problems(store) == []


def test_what_cannot_be_is_a_sentence(opened: Opened) -> None:
    store = opened()
    add_opened(store, OLD, 3)
    database = store.database
    with pytest.raises(BadInput, match="open already"):
        open_table(database, OLD.id, 4)
    with pytest.raises(BadInput, match=r"no table 'ours-111112'; did you mean ours-111111\?"):
        close_table(database, "ours-111112", 4)
    with pytest.raises(BadInput, match="the table with this submission, and it is open"):
        add_opened(store, OLD, 4)
    close_table(database, OLD.id, 4)
    with pytest.raises(BadInput, match="closed; run paigow tables open ours-111111"):
        add_opened(store, OLD, 5)
    assert len(table_changes(database)) == 2


@pytest.mark.parametrize(
    ("deed", "found"),
    [
        ("UPDATE table_changes SET deed = 'opened' WHERE number = 2", "was changed"),
        ("UPDATE table_changes SET at = at + 1 WHERE number = 2", "was changed"),
        ("DELETE FROM table_changes WHERE number = 2", "aren't those that were written"),
        ("DELETE FROM table_changes", "aren't those that were written"),
        ("DELETE FROM facts", "aren't those that were written"),
        ("DELETE FROM tables WHERE id = 'ours-222222'", "was replaced by ours-222222, which is missing"),
    ],
)
def test_an_audit_finds_a_changed_history(opened: Opened, deed: str, found: str) -> None:
    store = opened()
    add_opened(store, OLD, 3)
    replace_table(store, OLD.id, NEW, 4)
    with store.database.writing() as transaction:
        if "FROM tables" in deed:
            transaction.rows("DELETE FROM heads WHERE table_id = 'ours-222222'")
        transaction.rows(deed)
    assert any(found in each for each in _problems(store)), _problems(store)


def test_a_backup_has_the_history(opened: Opened, tmp_path: Path) -> None:
    store = opened()
    add_opened(store, OLD, 3)
    replace_table(store, OLD.id, NEW, 4)
    back_up(store, tmp_path / "floor.backup")
    copy = open_store(f"sqlite:///{tmp_path / 'copy.db'}")
    restore(tmp_path / "floor.backup", copy)
    assert table_changes(copy.database) == table_changes(store.database)
    assert _problems(copy) == []
    copy.close()
