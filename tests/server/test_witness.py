"""A floor, a witness who saves its checkpoints, and an operator who restores an older store."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest

from paigow.cli.application import run
from paigow.store.checkpoints import parse_note
from paigow.store.journal import open_store
from paigow.store.packing import KEPT_ROUNDS
from paigow.store.testimony import parse_testimony
from tests.cli.json_rules import breaches
from tests.rules import rule
from tests.server.players import ENDS, at_table, guest, play_round
from tests.server.running import KEY, ROOT, Server, running
from tests.store.evenings import SIGNER, appends, evening

TABLE = "commission-tiles"


@contextmanager
def witnessing(server: Server, kept: Path) -> Iterator[Callable[[int], None]]:
    """`paigow witness` as a separate process, and a function that waits until it has seen a round end."""
    command = [
        sys.executable,
        "-m",
        "paigow",
        "witness",
        server.address,
        "--table",
        TABLE,
        "--out",
        str(kept),
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        printed = process.stdout

        def until(text: str) -> None:
            while text not in (line := printed.readline()):
                assert line, "the witness ended"

        until("Following")
        yield lambda number: until(f"round {number}, round over")
        process.terminate()


async def _play(server: Server) -> None:
    """Play one round, until its seed is published."""
    someone = await guest(server.address)
    async with at_table(server.address, TABLE, someone["token"]) as player:
        await player.sit(1)
        begun = len(player.events)
        await play_round(player)
        over = next(at for at, each in enumerate(player.events) if at >= begun and each["event"] in ENDS)
        names = ("seed-revealed", "seed-published")
        await player.until(lambda: any(each["event"] in names for each in player.events[over - 3 :]))
        told = [json.loads(frame) for frame in player.frames]
        notes = [frame["note"] for frame in told if frame["type"] == "checkpoint"]
        assert notes, "whoever looks at a table is told its checkpoints"
        assert all(parse_note(note).is_signed for note in notes)
        frames = [
            frame if json.loads(frame)["type"] in ("update", "checkpoint") else "" for frame in player.frames
        ]
        bets = max(at for at, frame in enumerate(frames) if "words fixed" in frame)
        closed = next(at for at, frame in enumerate(frames) if at > bets and "words closed" in frame)
        drawn = next(at for at, frame in enumerate(frames) if at > bets and '"order-fixed"' in frame)
        assert closed < drawn, "the closed list is signed and told before anything is drawn"
        await player.give("leave")


def _last_round(server: Server, to: Path) -> int:
    """The newest round whose seed is published: bots may have moved on."""
    with httpx.Client(base_url=server.address, timeout=60) as web:
        for listed in web.get(f"/api/tables/{TABLE}/rounds").json()["rounds"]:
            file = web.get(f"/api/tables/{TABLE}/rounds/{listed['round']}/file")
            if file.status_code == HTTPStatus.OK:
                to.write_text(file.text, encoding="utf-8")
                return int(listed["round"])
    raise AssertionError("no round is finished")


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    (tmp_path / "floor").mkdir()
    return tmp_path


def _floor(directory: Path) -> Path:
    return directory / "floor"


def _require_two_signed(told: str) -> None:
    """Two signed notes of one floor about one table: each over its chain up to there."""
    both = [parse_note(line.strip()) for line in told.splitlines() if line.startswith("  paigow checkpoint")]
    assert both[0].is_signed
    assert both[1].is_signed
    assert (both[0].floor, both[0].table) == (both[1].floor, both[1].table)
    assert both[0].version <= both[1].version, "both are signed over the chain at the first one's version"


def _archived_round(server: Server, directory: Path, number: int) -> str:
    """Play on until a round isn't one of the last two, which stay; archive it; its file from the archive."""
    store = f"sqlite:///{_floor(directory) / 'floor.db'}"
    while _last_round(server, directory / "newest") < number + KEPT_ROUNDS:
        asyncio.run(_play(server))
    words = ["archive", "write", str(directory / "archives"), "--before", "2100-01-01", "--store", store]
    assert run(words) == 0
    with closing(open_store(store)) as opened:
        sql = "SELECT archived FROM packs WHERE table_id = ? AND round = ?"
        [(day,)] = opened.database.rows(sql, TABLE, number)
    assert day
    return httpx.get(f"{server.address}api/tables/{TABLE}/rounds/{number}/file", timeout=60).text


QUICK = ("--pace", "0", "--no-count-edges")


@rule("R100")
def test_a_rewritten_history_contradicts_what_the_floor_signed(
    directory: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, true, forged = (str(directory / name) for name in ("kept", "true.rounds", "forged.rounds"))
    with running(_floor(directory), *QUICK) as server:
        asyncio.run(_play(server))
        server.stop()
    shutil.copytree(_floor(directory), directory / "older")
    with running(_floor(directory), *QUICK) as server:
        with witnessing(server, Path(kept)) as until_seen:
            asyncio.run(_play(server))
            number = _last_round(server, Path(true))
            until_seen(number)
        before = httpx.get(f"{server.address}api/tables/{TABLE}/checkpoints").text
        server.stop()
    with running(_floor(directory), *QUICK) as server:
        again = httpx.get(f"{server.address}api/tables/{TABLE}/checkpoints").text
        assert again.startswith(before), "a restarted floor serves the same checkpoints"
        server.stop()

    assert run(["verify", true, "--witness", kept]) == 0
    told = capsys.readouterr().out
    assert f"checkpoints  checked   round {number} ends in the one seen at 20" in told
    assert f"its seed before its bets, right after round {number - 1}\n" in told

    shutil.rmtree(_floor(directory))
    shutil.copytree(directory / "older", _floor(directory))
    with running(_floor(directory), *QUICK) as server:
        asyncio.run(_play(server))
        while _last_round(server, Path(forged)) < number:
            asyncio.run(_play(server))
        assert run(["verify", forged]) == 0, "by itself the other history is sound"
        capsys.readouterr()
        assert run(["verify", forged, "--witness", kept]) == 1
        told = capsys.readouterr().out
        assert "the floor contradicts itself:" in told
        _require_two_signed(told)
        monkeypatch.setenv("PAIGOW_KEY", KEY.hex())
        Path(forged).write_text(_archived_round(server, directory, number), encoding="utf-8")
        assert run(["verify", forged, "--witness", kept]) == 1, "it is no truer in an archive"
        assert "the floor contradicts itself:" in capsys.readouterr().out
        assert run(["witness", server.address, "--table", TABLE, "--out", kept, "--once"]) == 1
        assert "no longer has this checkpoint" in capsys.readouterr().out
        server.stop()
    assert run(["verify", true, "--witness", kept]) == 1, "both histories are kept now, signed with one key"


@rule("R100")
def test_a_witness_that_came_late_does_not_prove_the_order(
    directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept, file = str(directory / "kept"), str(directory / "late.rounds")
    with running(_floor(directory), *QUICK) as server:
        asyncio.run(_play(server))
        asyncio.run(_play(server))
        _last_round(server, Path(file))
        assert run(["witness", server.address, "--table", TABLE, "--out", kept, "--once", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["findings"] == []
        assert run(["witness", server.address, "--out", kept, "--once", "--key", "00" * 32]) == 3
        key = httpx.get(f"{server.address}api/floor").json()["key"]
        server.stop()
    seen = parse_testimony(Path(kept).read_text(encoding="utf-8"))
    assert {each.note.floor for each in seen} == {key}
    capsys.readouterr()
    assert run(["verify", file, "--witness", kept]) == 1
    told = capsys.readouterr().out
    assert "before its bets" in told
    assert told.endswith("rules and money sound, checkpoints NOT checked\n")
    Path(kept).write_text("", encoding="utf-8")
    assert run(["verify", file, "--witness", kept]) == 1, "nothing was kept, so nothing is proved"


class _FalseFloor(BaseHTTPRequestHandler):
    """Signs nothing new, whatever it is asked; or isn't a floor at all."""

    about = b""
    line = b""

    def do_GET(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.end_headers()
        self.wfile.write(self.about if self.path == "/api/floor" else self.line)

    def log_message(self, *_arguments: object) -> None: ...


@contextmanager
def _false_floor(about: bytes, line: bytes = b"") -> Iterator[str]:
    answers = type("Answers", (_FalseFloor,), {"about": about, "line": line})
    with ThreadingHTTPServer(("127.0.0.1", 0), answers) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@rule("R100")
@pytest.mark.parametrize("about", [b"<html>", b"[]", b'{"key": "00", "tables": []}', b"\xff"])
def test_a_witness_of_what_is_no_floor_is_told_so(
    about: bytes, directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with _false_floor(about) as address:
        assert run(["witness", address, "--out", str(directory / "kept"), "--once"]) == 3
    assert "is not a floor that signs checkpoints" in capsys.readouterr().err


@rule("R100")
@pytest.mark.parametrize("signed", [True, False])
def test_a_floor_that_tells_the_same_again_holds_no_witness(
    signed: bool, directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asked for what follows a checkpoint, it sends that one again, or a line that it didn't sign."""
    note = next(each.checkpoint for each in appends(evening(rounds=1)[2]) if each.checkpoint)
    line = note if signed else note.replace("evening", "morning")
    about = json.dumps({"key": SIGNER.floor, "tables": ["evening"]}).encode()
    kept = directory / "kept"
    with _false_floor(about, line.encode()) as address:
        assert run(["witness", address, "--out", str(kept), "--once", "--json"]) == 1
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert breaches(found, "witness") == []
    assert "nothing of its answer follows version" in found["findings"][-1]["problem"]
    assert "nothing of its answer follows version" in printed.err
    assert len(kept.read_text(encoding="utf-8").splitlines()) == signed
