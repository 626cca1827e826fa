"""Two processes write to one SQLite file: neither waits for long, however rarely the other pauses."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from paigow.faults import BadInput
from paigow.store import sqlite
from paigow.store.journal import open_store
from paigow.store.people import Person, add_person, find_person, grant_role, revoke_role
from paigow.store.records import Append, TableRecord

NEVER_PAUSES = """
import sys
from paigow.store.journal import open_store
from paigow.store.records import Append
store, version = open_store(sys.argv[1]), 0
while True:
    store.append([Append("busy", version, str(version), 0, (b"x" * 50,))])
    version += 1
    if version == 10:
        print("at work", flush=True)
"""


@contextmanager
def _at_work(address: str) -> Iterator[None]:
    command = [sys.executable, "-c", NEVER_PAUSES, address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "at work\n"
            yield
            assert process.poll() is None, "it has gone on writing"
        finally:
            process.kill()


def test_a_role_is_granted_while_another_process_writes_without_a_pause(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'floor.db'}"
    store = open_store(address)
    store.add_table(TableRecord("busy", "", b"", 0))
    add_person(store.database, Person("anna", None, ("player",), 0))
    store.close()
    with _at_work(address):
        before = _head(address)
        for _ in range(10):
            beside = open_store(address)
            grant_role(beside.database, "anna", "floor")
            revoke_role(beside.database, "anna", "player")
            found = find_person(beside.database, "anna")
            assert found is not None
            assert found.roles == ("floor",)
            beside.close()
        assert _head(address) > before


def _head(address: str) -> int:
    store = open_store(address)
    try:
        return store.head("busy").version
    finally:
        store.close()


def test_who_only_looks_needs_no_turn_to_write(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'floor.db'}"
    store = open_store(address)
    store.add_table(TableRecord("held", "", b"", 0))
    with store.database.writing():
        assert [record.id for record in _tables(address)] == ["held"]
    store.close()


def _tables(address: str) -> list[TableRecord]:
    beside = open_store(address)
    try:
        return beside.tables()
    finally:
        beside.close()


def test_a_file_that_somebody_holds_for_good_is_named_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "floor.db"
    store = open_store(f"sqlite:///{path}")
    store.add_table(TableRecord("held", "", b"", 0))
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    with pytest.raises(BadInput, match="somebody else has been writing"):
        store.append([Append("held", 0, "a", 0, (b"x",))])
    other.execute("ROLLBACK")
    store.append([Append("held", 0, "a", 0, (b"x",))])
    assert store.head("held").version == 1
    other.close()
    store.close()
