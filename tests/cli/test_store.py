"""Looking after a floor's store from the command line: what is not there is said, what is made is private."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from paigow.cli.application import run
from paigow.server.tables.seeds import SeedVault
from paigow.store.journal import open_store
from paigow.store.records import TableRecord
from paigow.submissions.checking import find_submission


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
    assert "there is no store at nowhere.db" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_backup_and_what_is_restored_from_it_are_for_their_owner_alone(floor: Path) -> None:
    backup, copy = floor / "friday.backup", floor / "copy.db"
    assert run(["backup", str(backup), "--store", f"sqlite:///{floor / 'floor.db'}"]) == 0
    assert run(["restore", str(backup), "--store", f"sqlite:///{copy}"]) == 0
    assert [stat.S_IMODE(file.stat().st_mode) for file in (backup, copy)] == [0o600, 0o600]


def test_a_backup_that_is_not_there_makes_no_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["restore", str(tmp_path / "no.backup"), "--store", f"sqlite:///{tmp_path / 'new.db'}"]) == 3
    assert "there is no file" in capsys.readouterr().err
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
    assert "not the sealed seeds" in " ".join(capsys.readouterr().out.split())
    monkeypatch.setenv("PAIGOW_KEY", key.hex())
    assert run(["audit", "--store", address]) == 0
    assert "not the sealed seeds" not in capsys.readouterr().out
    with store.database.writing() as transaction:
        transaction.rows("UPDATE seeds SET sealed = ?", b"x" * 60)
    store.close()
    assert run(["audit", "--store", address]) == 1
    assert "was changed" in " ".join(capsys.readouterr().out.split())
