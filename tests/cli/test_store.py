"""Maintaining a floor's store from the command line: missing things are reported, new files are private."""

from __future__ import annotations

import errno
import hmac
import json
import os
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.server.keys import fingerprint, load_key, require_key
from paigow.server.tables.seeds import SeedVault
from paigow.store.journal import open_store
from paigow.store.records import TableRecord
from paigow.submissions.checking import find_submission

KEY = b"\x5a" * 32


@pytest.fixture(autouse=True)
def _umask_of_the_tests() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def floor(tmp_path: Path) -> Path:
    open_store(f"sqlite:///{tmp_path / 'floor.db'}").close()
    return tmp_path


@pytest.mark.parametrize(
    "command", ["audit", "backup friday.backup", "people list", "people grant anna dealer"], ids=str
)
def test_a_store_that_is_not_there_is_not_made(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*command.split(), "--store", "sqlite:///nowhere.db"]) == 3
    assert "There is no store at nowhere.db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("change", ["grant", "revoke"])
def test_an_unknown_account_repeats_the_store_in_the_command_to_run(
    change: str, floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = f"sqlite:///{floor / 'floor.db'}"
    assert run(["people", change, "maria", "dealer", "--store", store]) == 3
    said = capsys.readouterr().err
    assert f"There is no account 'maria'. Run paigow people list --store {store} to see the names." in said


@pytest.mark.parametrize("command", ["audit", "backup friday.backup", "people list"], ids=str)
def test_what_is_no_address_of_a_store_is_bad_input(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*command.split(), "--store", "mysql://floor"]) == 3
    assert "'mysql://floor' is not the address of a store. Write sqlite:///" in capsys.readouterr().err


def test_a_backup_and_what_is_restored_from_it_are_for_their_owner_alone(floor: Path) -> None:
    backup, copy = floor / "friday.backup", floor / "copy.db"
    assert run(["backup", str(backup), "--store", f"sqlite:///{floor / 'floor.db'}"]) == 0
    assert run(["restore", str(backup), "--store", f"sqlite:///{copy}"]) == 0
    assert [stat.S_IMODE(file.stat().st_mode) for file in (backup, copy)] == [0o600, 0o600]


def test_a_backup_that_is_not_there_makes_no_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["restore", str(tmp_path / "no.backup"), "--store", f"sqlite:///{tmp_path / 'new.db'}"]) == 3
    assert "There is no file" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_audit_opens_the_sealed_seeds_if_the_key_is_there(
    floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address, key = f"sqlite:///{floor / 'floor.db'}", bytes(range(32))
    store = open_store(address)
    store.add_table(TableRecord("one", find_submission("colorado-tiles-full").text, b"{}", 0))
    SeedVault(store.database, key).seal("one", 1)
    monkeypatch.delenv("PAIGOW_KEY", raising=False)
    assert run(["audit", "--store", address]) == 1
    assert "The sealed seeds were not checked" in " ".join(capsys.readouterr().out.split())
    monkeypatch.setenv("PAIGOW_KEY", key.hex())
    assert run(["audit", "--store", address]) == 0
    assert "sealed seeds" not in capsys.readouterr().out
    with store.database.writing() as transaction:
        transaction.rows("UPDATE seeds SET sealed = ?", b"x" * 60)
    store.close()
    assert run(["audit", "--store", address]) == 1
    assert "was changed" in " ".join(capsys.readouterr().out.split())


def test_an_audit_asks_for_the_key_where_checkpoints_are_signed(
    floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Neither a record of the key nor a sealed seed says that there is one: the signed lines do."""
    address = f"sqlite:///{floor / 'floor.db'}"
    monkeypatch.delenv("PAIGOW_KEY", raising=False)
    with closing(open_store(address)) as store, store.database.writing() as transaction:
        transaction.rows("INSERT INTO checkpoints VALUES (?, ?, ?)", "one", 1, "a signed line")
    assert run(["audit", "--store", address]) == 1
    assert "put the key of the floor it came from at" in " ".join(capsys.readouterr().out.split())


def test_a_restore_says_which_key_it_needs(
    floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PAIGOW_KEY", raising=False)
    key, new = bytes(range(32)), floor / "elsewhere"
    with closing(open_store(f"sqlite:///{floor / 'floor.db'}")) as store:
        require_key(store.database, key)
    backup = floor / "friday.backup"
    assert run(["backup", str(backup), "--store", f"sqlite:///{floor / 'floor.db'}"]) == 0
    capsys.readouterr()
    assert run(["restore", str(backup), "--store", f"sqlite:///{new / 'floor.db'}"]) == 0
    told = hmac.new(key, b"paigow/fingerprint", "sha256").hexdigest()[:16]
    said = "".join(capsys.readouterr().out.split())
    assert f"putthekey{told}at{new / 'floor.key'},orinPAIGOW_KEY" in said
    with closing(open_store(f"sqlite:///{new / 'floor.db'}")) as store:
        with pytest.raises(BadInput, match=f"this floor needs the key {told}"):
            require_key(store.database, bytes(32))
        require_key(store.database, key)


def test_a_floor_moves_to_another_store_with_its_key_and_passes_its_audit(
    floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = f"sqlite:///{floor / 'floor.db'}", f"sqlite:///{floor / 'new' / 'moved.db'}"
    submission = find_submission("commission-tiles-plain").text
    with closing(open_store(source)) as store:
        store.add_table(TableRecord("one", submission, b"", 0))
    (floor / "floor.key").write_bytes(bytes(range(32)))
    (floor / "floor.key").chmod(0o600)
    assert run(["move", "--from", source, "--to", target, "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert (said["ok"], said["findings"], said["key_copied"]) == (True, [], True)
    assert (floor / "new" / "floor.key").read_bytes() == bytes(range(32))
    with closing(open_store(target)) as store:
        assert [table.id for table in store.tables()] == ["one"]
    capsys.readouterr()
    assert run(["move", "--from", source, "--to", target]) == 3, "a store that is not empty is left alone"
    assert "is not empty (--to). Move the floor into a new store" in capsys.readouterr().err
    assert run(["move", "--from", source, "--to", source]) == 3
    elsewhere = floor / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "floor.key").write_bytes(bytes(32))
    assert run(["move", "--from", source, "--to", f"sqlite:///{elsewhere / 'moved.db'}"]) == 3
    assert (
        "is the key of another floor. To use this floor's key instead, set PAIGOW_KEY=$(od "
        in capsys.readouterr().err
    )
    assert [file.name for file in elsewhere.iterdir()] == ["floor.key"], "nothing is copied before"


@pytest.mark.parametrize(
    "command", ["audit --store {}", "archive write out --store {}", "move --from {} --to sqlite:///x.db"]
)
def test_a_file_of_another_user_is_one_sentence(
    command: str, floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened = Path.open

    def refuse(path: Path, *arguments: Any, **named: Any) -> Any:
        if path.name in ("floor.key", "floor.db.lock"):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, *arguments, **named)

    for name in ("floor.key", "floor.db.lock"):
        (floor / name).touch(0o600)
    monkeypatch.delenv("PAIGOW_KEY", raising=False)
    monkeypatch.setattr(Path, "open", refuse)
    assert run([*command.format(f"sqlite:///{floor / 'floor.db'}").split(), "--json"]) == 3
    said = json.loads(capsys.readouterr().out)
    assert said["problem"].endswith("can't be opened: permission denied")
    assert str(floor) in said["problem"]


@pytest.mark.parametrize(
    "command",
    [
        "backup {file} --store {store}",
        "audit --store {store} --since {file}",
        "archive write {file} --store {store}",
    ],
)
def test_a_path_that_nothing_can_be_written_to_is_one_sentence(
    command: str, floor: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (floor / "file").touch()
    (floor / "floor.key").write_bytes(bytes(32))
    (floor / "floor.key").chmod(0o600)
    written = command.format(file=floor / "file" / "out", store=f"sqlite:///{floor / 'floor.db'}").split()
    assert run([*written, "--json"]) == 3
    said = json.loads(capsys.readouterr().out)
    assert said["problem"] == f"{floor / 'file' / 'out'} can't be opened: not a directory"
    assert said["allowed"] == "check the path"


def test_a_start_without_its_database_writes_no_key(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    surroundings = {name: value for name, value in os.environ.items() if name != "PAIGOW_KEY"}
    done = subprocess.run(
        [sys.executable, "-m", "paigow", "serve", "--store", f"postgresql://127.0.0.1:{port}/floor"],
        env={**surroundings, "XDG_DATA_HOME": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3
    assert "can't be reached" in done.stderr
    assert not list(tmp_path.rglob("floor.key"))


def test_a_key_given_raw_is_told_how_to_write_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PAIGOW_KEY", "k" * 32)
    with pytest.raises(BadInput, match=r"od -An -vtx1 floor\.key \| tr -d"):
        load_key(tmp_path / "floor.key")


@pytest.mark.parametrize("command", ["audit", "serve --port 0", "people list"], ids=str)
def test_a_directory_is_called_one(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*command.split(), "--store", f"sqlite:///{tmp_path}"]) == (1 if command == "audit" else 3)
    said = "".join("".join(capsys.readouterr()).split())
    assert f"{tmp_path}isadirectory" in said
    assert f"{tmp_path / 'floor.db'}" in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["sqlite:////proc/floor.db", "sqlite:////dev/null/floor.db"])
def test_where_no_store_can_be_is_one_sentence(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", "0", "--store", address]) == 3
    said = capsys.readouterr().err
    assert said.startswith(f"paigow: There can be no store at {address.removeprefix('sqlite:///')}: ")
    assert said.count("\n") == 1


def test_a_host_that_is_not_found_is_named(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'floor.db'}"
    serve = ["serve", "--host", "no-such-host.invalid", "--port", "0", "--store", store, "--no-demonstration"]
    done = subprocess.run(
        [sys.executable, "-m", "paigow", *serve], check=False, capture_output=True, text=True
    )
    assert done.returncode == 3
    assert "The address no-such-host.invalid:0 can't be used: there is no such host." in done.stderr


def test_a_database_of_another_program_is_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "payroll.db"
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE staff (name TEXT)")
        other.commit()
    before = file.read_bytes()
    for command in (["people", "list"], ["tables", "list"]):
        assert run([*command, "--store", f"sqlite:///{file}"]) == 3
        assert f"{file} is the database of another program." in " ".join(capsys.readouterr().err.split())
    assert file.read_bytes() == before


def test_archives_are_written_to_a_directory(floor: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"sqlite:///{floor / 'floor.db'}"
    assert run(["archive", "write", str(floor / "floor.db"), "--store", address]) == 3
    assert "floor.db is a file. Name a directory for the archives." in capsys.readouterr().err


@pytest.mark.parametrize("command", ["audit", "serve --port 0", "people list"], ids=str)
def test_a_read_only_file_system_is_called_one(
    command: str, floor: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _path: SimpleNamespace(f_flag=os.ST_RDONLY | os.ST_NOSUID))
    before = sorted(floor.iterdir())
    address = f"sqlite:///{floor / 'floor.db'}"
    assert run([*command.split(), "--store", address]) == (1 if command == "audit" else 3)
    said = "".join("".join(capsys.readouterr()).split())
    assert f"{floor / 'floor.db'}isonaread-onlyfilesystem" in said
    assert "opythestore,withits-walfileandfloor.key" in said
    assert sorted(floor.iterdir()) == before


@pytest.fixture
def keyed(floor: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A floor that has used a key, which isn't beside it."""
    monkeypatch.delenv("PAIGOW_KEY", raising=False)
    with closing(open_store(f"sqlite:///{floor / 'floor.db'}")) as store:
        require_key(store.database, KEY)
        vault = SeedVault(store.database, KEY)
        store.add_table(TableRecord("one", find_submission("commission-tiles").text, b"", 0))
        for number in range(3):
            vault.seal("one", number)
    return floor


def test_a_server_makes_no_key_for_a_floor_that_has_one(keyed: Path) -> None:
    address = f"sqlite:///{keyed / 'floor.db'}"
    done = subprocess.run(
        [sys.executable, "-m", "paigow", "serve", "--port", "0", "--store", address],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 3
    said = done.stderr
    assert f"This floor needs the key {fingerprint(KEY)}, and there is no {keyed / 'floor.key'}" in said
    assert "backups don't contain it" in said
    assert not (keyed / "floor.key").exists()


def test_an_audit_with_another_key_says_only_that(
    keyed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = keyed / "floor.key"
    path.write_bytes(other := b"k" * 32)
    path.chmod(0o600)
    audit = ["audit", "--store", f"sqlite:///{keyed / 'floor.db'}"]
    needs = f"This floor needs the key {fingerprint(KEY)}; the key in"
    assert run(audit) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{needs} floor.key is {fingerprint(other)}. Copy floor.key from")
    assert told.count("\n") == 1
    monkeypatch.setenv("PAIGOW_KEY", other.hex())
    assert run(audit) == 1
    told = capsys.readouterr().out
    assert told.startswith(f"{needs} PAIGOW_KEY is {fingerprint(other)}. Set PAIGOW_KEY to")
    assert told.count("\n") == 1
    assert run([*audit, "--json"]) == 1
    assert len(json.loads(capsys.readouterr().out)["findings"]) == 1


def test_a_file_that_is_no_key_says_where_to_get_it(keyed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = keyed / "floor.key"
    path.write_bytes(b"short")
    path.chmod(0o600)
    assert run(["audit", "--store", f"sqlite:///{keyed / 'floor.db'}"]) == 3
    said = capsys.readouterr().err
    assert "is not a key file: a key has 32 bytes" in said
    assert "from where you keep it; backups don't contain it" in said


def test_a_database_that_cannot_be_reached_is_one_sentence_without_the_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    for command in (["people", "list"], ["audit"]):
        assert run([*command, "--store", f"postgresql://anna:secret@127.0.0.1:{port}/floor"]) == 3
        said = capsys.readouterr().err
        assert said.count("\n") == 1
        assert "can't be reached" in said
        assert "secret" not in said
