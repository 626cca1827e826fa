"""What a store refuses: an older program's writes, a second name, chips for a wallet that has some."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from paigow.faults import BadInput
from paigow.store import postgres, schema, sqlite
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, Appended, Fill, Overdrawn, TableRecord

Opened = Callable[[], Store]


def _append(number: int) -> Append:
    return Append("one", number, f"c{number}", 0, (b"x",))


def test_an_older_program_that_runs_already_writes_no_more_once_a_newer_has_migrated(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = opened()
    older.add_table(TableRecord("one", "", b"", 0))
    assert older.append([_append(0)]) == [Appended(1)]
    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, ("CREATE TABLE notes (id TEXT)",)))
        for module in (sqlite, postgres):
            patch.setattr(module, "VERSION", schema.VERSION + 1)
        newer = opened()
        assert newer.append([_append(1)]) == [Appended(2)]
    with pytest.raises(BadInput, match="newer version"):
        older.append([_append(2)])
    assert older.head("one").version == 2


def test_a_store_with_two_names_is_not_opened(tmp_path: Path) -> None:
    """Its write-ahead log is found by name: under another name, the last writes are missing."""
    path = tmp_path / "floor.db"
    store = open_store(f"sqlite:///{path}")
    store.add_table(TableRecord("one", "", b"", 0))
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "floor.db"
    os.link(path, link)
    for name in (link, path):
        with pytest.raises(BadInput, match="hard link"):
            open_store(f"sqlite:///{name}")
    link.unlink()
    open_store(f"sqlite:///{path}").close()
    store.close()


@pytest.mark.parametrize(
    ("held", "wanted", "kept"),
    [
        # Filled with 5,000 when empty, as far as that goes.
        (0, 3_000, True),
        (0, 5_000, True),
        (0, 5_001, False),
        # With a cent left, nothing is filled: that is all there is.
        (1, 1, True),
        (1, 2, False),
        (4_999, 5_000, False),
    ],
)
def test_a_wallet_is_filled_only_when_it_is_empty(opened: Opened, held: int, wanted: int, kept: bool) -> None:
    store = opened()
    store.add_table(TableRecord("one", "", b"", 0))
    if held:
        store.append([Append("one", 0, "a", 0, (b"x",), floor=(("house", -held), ("wallet/anna", held)))])
    after = store.head("one").version
    moves = (("wallet/anna", -wanted), ("floor/one", wanted))
    fill = Fill("wallet/anna", "house", 5_000)
    outcome = store.append([Append("one", after, "b", 0, (b"x",), floor=moves, fill=fill)])
    assert outcome == ([Appended(after + 1)] if kept else [Overdrawn("wallet/anna")])
