"""Archived rounds leave the store and read, rebuild, and audit as before; a changed archive is found."""

from __future__ import annotations

import asyncio
import errno
import json
import shutil
import zipfile
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from unittest.mock import Mock

import httpx
import pytest
from fastapi import FastAPI
from msgspec.structs import replace

from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.server.http.common import describe_problems
from paigow.server.http.tables import rebuild_round
from paigow.server.keys import fingerprint, require_key
from paigow.store import archive_file
from paigow.store.archive_file import LIST, NOTE, parse_note, read_list
from paigow.store.archiving import DAY, archive_problems, archive_rounds, archives
from paigow.store.audit import audit
from paigow.store.checkpoints import Signer
from paigow.store.findings import AuditFinding
from paigow.store.journal import Store, open_store
from paigow.store.packing import KEPT_ROUNDS
from paigow.store.records import Repeated
from tests.rules import rule
from tests.store.evenings import KEY, SIGNER, appends, before_checkpoints, evening

Opened = Callable[[], Store]
_SIGNED, RULES, HAPPENED = evening(rounds=6)
RECORD = before_checkpoints(_SIGNED)
BATCHES = [replace(each, checkpoint=None, at=each.at * DAY // 120) for each in appends(HAPPENED)]
"""An evening stretched over several days."""
LATER = 10 * DAY


@pytest.fixture
def store(opened: Opened) -> Store:
    kept = opened()
    kept.add_table(RECORD)
    kept.append(BATCHES)
    return kept


def _audited(store: Store) -> list[AuditFinding]:
    return list(audit(store, lambda _record: RULES))


def _rounds(store: Store) -> list[object]:
    return [rebuild_round(store, each) for each in store.last_rounds("evening", 100)]


def _change(store: Store, sql: str, *parameters: object) -> None:
    with store.database.writing() as transaction:
        transaction.many(sql, [parameters])


@rule("R141")
def test_archived_rounds_are_listed_rebuilt_and_audited_as_before(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = (
        store.events("evening"),
        store.last_rounds("evening", 100),
        store.rounds_of("ben"),
        _rounds(store),
    )
    ended = [each.at // DAY for each in before[1][KEPT_ROUNDS:]]
    made = archive_rounds(store, SIGNER, tmp_path / "kept", 2 * DAY)
    assert [each.day for each in made] == ["1970-01-01", "1970-01-02"]
    assert [parse_note(each.note).rounds for each in made] == [ended.count(0), ended.count(1)]
    assert archives(store.database) == made
    [(size,)] = store.database.rows("SELECT sum(length(body)) FROM packs WHERE archived <> ''")
    assert size == 0
    after = (
        store.events("evening"),
        store.last_rounds("evening", 100),
        store.rounds_of("ben"),
        _rounds(store),
    )
    assert after == before
    assert store.kept_as("evening", BATCHES[5].command) == Repeated(BATCHES[5].after + 1, BATCHES[5].last)
    assert _audited(store) == []
    assert [list(archive_problems(Path(each.file))) for each in made] == [[], []]
    assert archive_rounds(store, SIGNER, tmp_path / "kept", 2 * DAY) == [], "done once"
    shutil.move(tmp_path / "kept", tmp_path / "elsewhere")
    [found] = _audited(store)
    assert (found.table, found.version) == ("evening", 1)
    assert f"the archive {made[0].file} is missing" in found.problem
    monkeypatch.setenv("PAIGOW_ARCHIVES", str(tmp_path / "elsewhere"))
    assert _audited(store) == []


@pytest.mark.parametrize("what", ["its directory", "the file"])
def test_an_archive_that_may_not_be_read_is_named(
    store: Store,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    what: str,
) -> None:
    """By an audit and in the log. The tests' user may be allowed everything, so the refusal is simulated."""
    made = archive_rounds(store, SIGNER, tmp_path / "kept", 2 * DAY)
    record = store.last_rounds("evening", 100)[-1]
    refused = PermissionError(errno.EACCES, "Permission denied")
    if what == "the file":
        monkeypatch.setattr(archive_file, "_opened", Mock(side_effect=refused))
    else:
        monkeypatch.setattr(Path, "is_file", Mock(side_effect=refused))
    named = f"there is no permission to read the archive {made[0].file}"
    [found] = _audited(store)
    assert named in found.problem
    app = FastAPI()
    describe_problems(app)
    app.get("/round")(lambda: rebuild_round(store, record).is_over)

    async def ask() -> httpx.Response:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://floor") as web:
            return await web.get("/round")

    answer = asyncio.run(ask())
    assert answer.status_code == 503
    assert "This round is in an archive that can't be read at the moment." in answer.text
    assert str(tmp_path) not in answer.text, "only the operator sees paths"
    assert [named in each.getMessage() for each in caplog.records if each.name == "paigow.http"] == [True]


@rule("R141")
def test_rounds_of_an_archived_day_that_are_packed_later_get_a_second_file(
    opened: Opened, tmp_path: Path
) -> None:
    store, batches = opened(), [replace(each, at=5) for each in BATCHES]
    store.add_table(RECORD)
    half = next(at for at, each in enumerate(batches, start=1) if each.finished and each.finished.round == 4)
    store.append(batches[:half])
    assert [each.day for each in archive_rounds(store, SIGNER, tmp_path, LATER)] == ["1970-01-01"]
    store.append(batches[half:])
    assert [each.day for each in archive_rounds(store, SIGNER, tmp_path, LATER)] == ["1970-01-01.2"]
    assert _audited(store) == []


@rule("R141")
def test_a_copy_of_a_floor_never_overwrites_the_floors_archives(opened: Opened, tmp_path: Path) -> None:
    """A copy restored to try something, for example: the file is all there is of the floor's rounds."""
    floor, copy = opened(), open_store(f"sqlite:///{tmp_path}/copy.db")
    for each in (floor, copy):
        each.add_table(RECORD)
    same_day = [replace(each, at=5) for each in BATCHES]
    half = next(at for at, each in enumerate(same_day, start=1) if each.finished and each.finished.round == 4)
    floor.append(same_day)
    copy.append(same_day[:half])
    (written,) = archive_rounds(floor, SIGNER, tmp_path, LATER)
    before = Path(written.file).read_bytes()
    with pytest.raises(BadInput, match="has rounds that this store doesn't have"):
        archive_rounds(copy, SIGNER, tmp_path, LATER)
    assert Path(written.file).read_bytes() == before
    assert archives(copy.database) == []
    assert _audited(floor) == _audited(copy) == []
    assert len(archive_rounds(copy, SIGNER, tmp_path / "copy", LATER)) == 1


def _rewritten(source: Path, target: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        for each in old.namelist():
            new.writestr(each, change(old.read(each)) if each == name else old.read(each))
    return target


@rule("R141")
def test_a_changed_archive_is_found_by_itself_and_by_an_audit(store: Store, tmp_path: Path) -> None:
    made = archive_rounds(store, SIGNER, tmp_path, LATER)
    path = Path(made[0].file)
    _, listed = read_list(path)
    pack = f"evening/{listed.rounds[-1].last}.pack"
    spoiled = _rewritten(path, tmp_path / "spoiled.zip", pack, lambda body: body[:-1] + bytes([body[-1] ^ 1]))
    assert [each.partition(": ")[0] for each in archive_problems(spoiled)] == [
        f"evening, round {listed.rounds[-1].round}"
    ]
    for name, change in (
        (LIST, lambda text: text.replace(b'"commands":', b'"commands":1', 1)),
        (LIST, lambda text: text.replace(b'"at":', b'"at":1', 1)),
        (NOTE, lambda text: text.replace(b"rounds ", b"rounds 1", 1)),
        (NOTE, lambda text: text.replace(b"day 1970", b"day 1971", 1)),
        (NOTE, lambda _: b"nothing"),
        (NOTE, lambda text: text[:-9] + bytes([text[-9] ^ 1]) + text[-8:]),
    ):
        other = _rewritten(path, tmp_path / "other.zip", name, change)
        assert run(["archive", "verify", str(other)]) in (1, 3), (name, change)
    whole = path.read_bytes()
    shutil.copyfile(spoiled, path)
    [found] = _audited(store)
    assert (found.table, found.version) == ("evening", listed.rounds[-1].first)
    path.write_bytes(whole[: len(whole) // 2])
    assert _audited(store)[0].table == "evening"
    path.write_bytes(whole)
    assert _audited(store) == []


@rule("R141")
def test_a_list_that_its_own_floor_signed_and_that_is_none_is_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    listed = b'{"format": 7}'
    digest = sha256(listed).hexdigest()
    said = f"paigow archive 1 | floor {SIGNER.floor} | day 1970-01-01 | rounds 0 | list {digest}"
    with zipfile.ZipFile(tmp_path / "forged.zip", "w") as archive:
        archive.writestr(NOTE, f"{said} | {b64encode(SIGNER.sign_text(said)).decode()}")
        archive.writestr(LIST, listed)
    assert run(["archive", "verify", str(tmp_path / "forged.zip")]) == 3
    assert "can't be read" in capsys.readouterr().err


@rule("R141")
def test_rounds_stay_in_the_store_if_their_file_was_not_written_as_it_should_be(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = zipfile.ZipFile.writestr

    def spoiling(archive: zipfile.ZipFile, name: str, body: bytes) -> None:
        write(archive, name, body[:-1] + bytes([body[-1] ^ 1]) if name.endswith(".pack") else body)

    with monkeypatch.context() as patch:
        patch.setattr(zipfile.ZipFile, "writestr", spoiling)
        with pytest.raises(BadInput, match="wasn't written correctly"):
            archive_rounds(store, SIGNER, tmp_path, LATER)
    assert archives(store.database) == []
    assert store.database.rows("SELECT 1 FROM packs WHERE archived <> '' OR length(body) = 0") == []
    assert len(archive_rounds(store, SIGNER, tmp_path, LATER)) > 1
    assert _audited(store) == []


@rule("R141")
def test_whatever_is_changed_in_what_a_store_knows_of_its_archives_is_found(
    store: Store, tmp_path: Path
) -> None:
    day = archive_rounds(store, SIGNER, tmp_path, LATER)[0].day
    for column in ("day", "file", "note"):
        [(kept,)] = store.database.rows(f"SELECT {column} FROM archives WHERE day = ?", day)  # noqa: S608 - our own names
        change = f"UPDATE archives SET {column} = ? WHERE {column} = ?"  # noqa: S608 - our own names
        other = kept[:-9] + "#" + kept[-8:]
        _change(store, change, other, kept)
        assert _audited(store) != [], column
        _change(store, change, kept, other)
    for column, other, kept in (("archived", "", day), ("archived", "never", day), ("body", b"x", b"")):
        key = other if column == "archived" else day
        _change(store, f"UPDATE packs SET {column} = ? WHERE archived = ?", other, day)  # noqa: S608 - our own names
        assert any(each.table == "evening" for each in _audited(store)), (column, other)
        _change(store, f"UPDATE packs SET {column} = ? WHERE archived = ?", kept, key)  # noqa: S608 - our own names
    assert _audited(store) == []


@rule("R141")
def test_the_commands_write_list_and_verify(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    address, kept = f"sqlite:///{tmp_path / 'floor.db'}", tmp_path / "kept"
    store = open_store(address)
    store.add_table(RECORD)
    store.append(BATCHES)
    store.close()
    monkeypatch.delenv("PAIGOW_KEY", raising=False)
    assert run(["archive", "write", str(kept), "--store", address]) == 3
    assert "The floor's key is not here" in capsys.readouterr().err
    monkeypatch.setenv("PAIGOW_KEY", KEY.hex())
    assert run(["archive", "write", str(kept), "--store", address, "--before", "soon"]) == 3
    capsys.readouterr()
    assert run(["archive", "list", "--store", address]) == 0
    assert "no rounds have been archived yet" in capsys.readouterr().out
    assert run(["archive", "write", str(kept), "--store", address, "--before", "1970-01-01"]) == 0
    assert "no rounds to archive from before 1970-01-01" in capsys.readouterr().out
    assert run(["archive", "write", str(kept), "--store", address, "--before", "1970-01-02", "--json"]) == 0
    [made] = json.loads(capsys.readouterr().out)["archives"]
    assert made["day"] == "1970-01-01"
    assert run(["archive", "list", "--store", address]) == 0
    assert "1970-01-01" in capsys.readouterr().out
    assert run(["archive", "verify", made["file"]]) == 0
    assert "nothing wrong" in capsys.readouterr().out
    assert run(["archive", "verify", made["file"], "--key", SIGNER.floor, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rounds"] == made["rounds"]
    assert run(["archive", "verify", made["file"], "--key", Signer(bytes(32)).floor]) == 1
    assert run(["archive", "verify", str(tmp_path / "floor.db")]) == 3
    assert run(["audit", "--store", address]) == 0
    assert "3 rounds read from archives" in capsys.readouterr().out


@rule("R141")
def test_nothing_is_archived_with_another_key_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Signed with a foreign key, an archive would be a finding in every later audit."""
    file = tmp_path / "floor.db"
    own = open_store(f"sqlite:///{file}")
    own.add_table(RECORD)
    own.append(BATCHES)
    require_key(own.database, KEY)
    own.close()
    words = ["archive", "write", str(tmp_path / "kept"), "--store", f"sqlite:///{file}"]
    monkeypatch.delenv("PAIGOW_KEY", raising=False)
    assert run(words) == 3
    assert "The floor's key is not here" in capsys.readouterr().err
    monkeypatch.setenv("PAIGOW_KEY", "11" * 32)
    assert run(words) == 3
    assert f"This floor needs the key {fingerprint(KEY)}" in capsys.readouterr().err
    assert not (tmp_path / "kept").exists()
    monkeypatch.setenv("PAIGOW_KEY", KEY.hex())
    assert run(words) == 0
