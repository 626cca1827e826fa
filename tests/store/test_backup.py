"""A backup taken while the store is in use is a consistent snapshot, in either kind of database."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.store.audit import audit
from paigow.store.backup import TABLES, back_up, restore
from paigow.store.journal import Store, open_store
from paigow.store.people import Person, add_person, find_person
from paigow.store.records import Append, TableRecord
from paigow.store.training import keep_training
from paigow.submissions.rules import Rules
from tests.store.evenings import KEY, appends, evening, keep

Opened = Callable[[], Store]


def _all(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with store.database.reading() as snapshot:
        return {name: sorted(snapshot.each(f"SELECT * FROM {name}"), key=repr) for name in TABLES}  # noqa: S608 - our own names


def test_what_was_backed_up_is_restored_to_the_last_row_and_passes_an_audit(
    opened: Opened, tmp_path: Path
) -> None:
    record, rules, happened = evening(rounds=1)
    store = opened()
    keep(store, record, appends(happened))
    add_person(store.database, Person("anna", "hash", ("player", "floor"), 5))
    rows = back_up(store, tmp_path / "floor.backup")
    other = open_store(f"sqlite:///{tmp_path / 'restored.db'}")
    assert restore(tmp_path / "floor.backup", other) == rows
    assert _all(other) == _all(store)
    assert find_person(other.database, "anna") == Person("anna", "hash", ("player", "floor"), 5)
    assert list(audit(other, lambda _record: rules)) == []
    other.close()


def test_a_backup_taken_under_load_is_of_one_moment(opened: Opened, tmp_path: Path) -> None:
    store = opened()
    store.add_table(TableRecord("busy", "", b"", 0))
    stop = threading.Event()

    def write() -> None:
        version = 0
        while not stop.is_set():
            store.append([Append("busy", version, str(version), 0, (b"x" * 50, b"y"))])
            version += 2

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while store.head("busy").version < 40:
            pass
        back_up(store, tmp_path / "busy.backup")
    finally:
        stop.set()
        writer.join()
    other = open_store(f"sqlite:///{tmp_path / 'restored.db'}")
    restore(tmp_path / "busy.backup", other)
    head = other.head("busy")
    assert head.version >= 40
    assert head.version % 2 == 0
    entries = other.events("busy")
    assert [entry.version for entry in entries] == list(range(1, head.version + 1))
    assert entries[-1].chain == head.chain
    other.close()


def _no_rules(_record: TableRecord) -> Rules:
    raise BadInput("there are none")


def test_a_backup_of_an_older_schema_is_brought_forward(opened: Opened, tmp_path: Path) -> None:
    """A head of schema 1 had neither its own genesis nor the version up to which its chain has no times."""
    store = opened()
    store.add_table(TableRecord("one", "", b"", 0))
    keep_training(store.database, "anna", "{}", 5)
    file = tmp_path / "one.backup"
    back_up(store, file)
    first, *lines = map(json.loads, gzip.decompress(file.read_bytes()).decode().splitlines())
    older = [
        line[:4] if line[:1] in (["heads"], ["training"]) else line
        for line in lines
        if isinstance(line, list)
    ]
    told = [{**first, "schema": 1}, *older, lines[-1]]
    file.write_bytes(gzip.compress("".join(json.dumps(line) + "\n" for line in told).encode()))
    other = open_store(f"sqlite:///{tmp_path / 'restored.db'}")
    restore(file, other)
    assert other.database.rows("SELECT genesis, undated FROM heads") == [(None, 0)]
    assert [each for each in audit(other, _no_rules) if "training" in each.problem] == []
    other.close()


def test_a_store_that_is_not_empty_is_left_alone(opened: Opened, tmp_path: Path) -> None:
    store = opened()
    store.add_table(TableRecord("one", "", b"", 0))
    back_up(store, tmp_path / "one.backup")
    with pytest.raises(BadInput, match="not empty"):
        restore(tmp_path / "one.backup", store)


@pytest.mark.parametrize(
    "damage",
    ["cut", "not gzip", "a line", "another file", "a byte", "the middle", "no end", "another checksum"],
)
def test_a_damaged_backup_restores_nothing(
    opened: Opened, tmp_path: Path, capsys: pytest.CaptureFixture[str], damage: str
) -> None:
    store = opened()
    store.add_table(TableRecord("one", "", b"", 0))
    # Bytes that compress badly: flipped, one of them changes a value and not the compressed stream's form.
    events = tuple(sha256(b"%d" % number).digest() for number in range(500))
    store.append([Append("one", 0, "a", 0, events)])
    file = tmp_path / "one.backup"
    back_up(store, file)
    whole = file.read_bytes()
    lines = gzip.decompress(whole).decode().splitlines(keepends=True)
    damaged = {
        "cut": gzip.compress("".join(lines[:-5]).encode()),
        "not gzip": b"hello",
        "a line": gzip.compress("".join([*lines[:9], "{nonsense\n", *lines[9:]]).encode()),
        "another file": gzip.compress(b'{"format": "something else"}\n'),
        "a byte": _flipped(whole, 100),
        "the middle": _flipped(whole, len(whole) // 2),
        "no end": whole[:-10],
        "another checksum": _flipped(whole, len(whole) - 8),
    }
    file.write_bytes(damaged[damage])
    new = f"sqlite:///{tmp_path / 'restored.db'}"
    assert run(["restore", str(file), "--store", new]) == 3
    said = " ".join(capsys.readouterr().err.split())
    if damage == "not gzip":
        assert said == f"paigow: {file} is not a backup. Give a backup that paigow backup wrote."
    elif damage not in ("cut", "another file"):
        assert f"The backup {file} is damaged" in said
        assert "Nothing was restored: use another backup" in said
    if damage not in ("cut", "another file", "a line"):
        assert not (tmp_path / "restored.db").exists()
    other = open_store(new)
    with pytest.raises(BadInput):
        restore(file, other)
    assert other.tables() == []
    other.close()


def _flipped(content: bytes, place: int) -> bytes:
    return content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :]


def test_an_evening_moves_between_the_stores_with_one_command(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    (tmp_path / "floor.key").write_bytes(KEY)
    (tmp_path / "floor.key").chmod(0o600)
    record, _, happened = evening(rounds=1)
    source = open_store(f"sqlite:///{tmp_path / 'old.db'}")
    keep(source, record, appends(happened))
    rows = _all(source)
    source.close()
    assert run(["move", "--from", f"sqlite:///{tmp_path / 'old.db'}", "--to", address, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["findings"]) == (True, [])
    moved = open_store(address)
    assert _all(moved) == rows
    moved.close()
