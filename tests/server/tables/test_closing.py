"""Tables closed, reopened, and replaced from the command line, beside a running server and without one."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from paigow.cli.application import run
from tests.server.players import at_table, guest, play_round, until_asked_to_set
from tests.server.running import KEY, Server, running

TABLE = "commission-tiles"
PATIENCE = 60.0
AFTER = {"seed-published", "left", "cashed-out"}
"""What happens at a closed table when its last round is over."""


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIGOW_KEY", KEY.hex())


@pytest.fixture
def paigow(capsys: pytest.CaptureFixture[str]) -> Callable[..., dict[str, Any]]:
    """Run a command in this process; its JSON."""

    def command(*words: str, code: int = 0) -> dict[str, Any]:
        assert run([*words, "--json"]) == code
        told: dict[str, Any] = json.loads(capsys.readouterr().out)
        return told

    return command


Paigow = Callable[..., dict[str, Any]]


def _own(directory: Path, most: int) -> str:
    """A submission that isn't a draft; `most` is the main wager's maximum in dollars."""
    from paigow.submissions.checking import find_submission

    text = find_submission("colorado-tiles-plain").text
    file = directory / "ours.toml"
    file.write_text(text.replace("main.maximum = 100\n", f"main.maximum = {most}\n"))
    assert f"main.maximum = {most}\n" in file.read_text(), "the example has this line"
    return str(file)


def _lobby(server: Server) -> list[str]:
    found = httpx.get(f"{server.address}api/lobby", timeout=PATIENCE).json()
    return [each["id"] for each in found["tables"]]


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)


def _states(paigow: Paigow, store: str) -> dict[str, str]:
    return {each["table"]: each["state"] for each in paigow("tables", "list", "--store", store)["tables"]}


async def _closed_in_play(server: Server, close: Callable[[], object]) -> int:
    """Close a table while a player's hand is dealt; returns the round's number."""
    token = (await guest(server.address))["token"]
    async with at_table(server.address, TABLE, token) as player:
        await player.sit(1)
        await until_asked_to_set(player)
        number = int(player.view["round"])
        await asyncio.to_thread(close)
        _until(lambda: TABLE not in _lobby(server))
        await play_round(player)
        await player.until(lambda: not any(player.view["chairs"]))
        await player.until(lambda: not player.view["balances"].get(f"rack/{player.me}"))
        for refused in (await player.give("sit", position=1), await player.give("buy-in", chips=100)):
            assert refused["sentence"] == "This table is closed. Pick another one in the lobby.", refused
        names = [event["event"] for event in player.events]
        after = set(names[len(names) - names[::-1].index("round-finished") :])
        assert after <= AFTER, "everybody leaves, and no other round begins"
        return number


def _played(server: Server, number: int) -> None:
    """The closed table's last round can still be replayed."""
    found = httpx.get(f"{server.address}api/tables/{TABLE}/rounds/{number}", timeout=PATIENCE)
    assert found.status_code == 200, found.text


def test_a_closed_table_finishes_its_round_and_everybody_leaves(tmp_path: Path, paigow: Paigow) -> None:
    store = f"sqlite:///{tmp_path / 'floor.db'}"
    with running(tmp_path, "--pace", "0") as server:
        number = asyncio.run(
            _closed_in_play(server, lambda: paigow("tables", "close", TABLE, "--store", store))
        )
        _played(server, number)
        assert _states(paigow, store)[TABLE] == "closed"
        paigow("tables", "open", TABLE, "--store", store)
        _until(lambda: TABLE in _lobby(server))
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log
    assert paigow("audit", "--store", store)["ok"]


def test_a_changed_submission_replaces_a_table_and_the_old_rounds_stay(
    tmp_path: Path, paigow: Paigow
) -> None:
    store = f"sqlite:///{tmp_path / 'floor.db'}"
    with running(tmp_path, "--pace", "0", "--no-demonstration", "--table", _own(tmp_path, 500)) as server:
        [old] = _lobby(server)
        told = paigow("tables", "replace", old, _own(tmp_path, 400), "--store", store)
        new = told["successor"]
        assert (told["table"], told["state"], new != old) == (old, "closed", True)
        _until(lambda: _lobby(server) == [new])
        limits = httpx.get(f"{server.address}api/tables/{new}", timeout=PATIENCE).json()["limits"]
        assert limits["main"][1] == 400_00
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log
    [first, second] = paigow("tables", "list", "--store", store)["tables"]
    assert (first["table"], first["state"], first["successor"]) == (old, "closed", new)
    assert (second["table"], second["state"], second["successor"]) == (new, "opened", None)
    assert paigow("audit", "--store", store)["ok"]


def test_a_table_is_closed_without_a_server_and_its_round_finished_at_the_next_start(
    tmp_path: Path, paigow: Paigow
) -> None:
    store = f"sqlite:///{tmp_path / 'floor.db'}"
    number = asyncio.run(_killed_in_play(tmp_path))
    paigow("tables", "close", TABLE, "--store", store)
    with running(tmp_path, "--pace", "0") as server:
        assert TABLE not in _lobby(server)
        web = httpx.Client(base_url=server.address, timeout=PATIENCE)
        _until(lambda: web.get(f"api/tables/{TABLE}/rounds/{number}").status_code == 200)
        _until(lambda: not any(seat["person"] for seat in web.get(f"api/tables/{TABLE}").json()["seats"]))
        web.close()
        assert server.stop() == 0
    assert paigow("audit", "--store", store)["ok"]


async def _killed_in_play(directory: Path) -> int:
    with running(directory, "--pace", "0") as server:
        token = (await guest(server.address))["token"]
        async with at_table(server.address, TABLE, token) as player:
            await player.sit(1)
            await until_asked_to_set(player)
            server.kill()
            return int(player.view["round"])


def test_demonstration_tables_of_an_earlier_start_stay_closed_while_they_are_not_wanted(
    tmp_path: Path,
) -> None:
    with running(tmp_path, "--pace", "0") as server:
        assert TABLE in _lobby(server)
    with running(tmp_path, "--pace", "0", "--no-demonstration", "--table", _own(tmp_path, 500)) as server:
        [own] = _lobby(server)
    with running(tmp_path, "--pace", "0") as server:
        assert {TABLE, own} <= set(_lobby(server)), "this time they are wanted"


def test_two_servers_of_a_floor_close_a_table(shared: str, paigow: Paigow) -> None:
    with running(shared, "--pace", "0") as one, running(shared, "--pace", "0") as other:
        closed = asyncio.run(
            _closed_in_play(one, lambda: paigow("tables", "close", TABLE, "--store", shared))
        )
        _until(lambda: TABLE not in _lobby(other))
        _played(other, closed)
        assert one.stop() == 0
        assert other.stop() == 0
    assert paigow("audit", "--store", shared)["ok"]


def test_a_started_server_says_that_an_earlier_version_of_its_file_is_open(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0", "--no-demonstration", "--table", _own(tmp_path, 500)) as server:
        [old] = _lobby(server)
    with running(tmp_path, "--pace", "0", "--no-demonstration", "--table", _own(tmp_path, 400)) as server:
        assert len(_lobby(server)) == 2
        assert f"{old} is still open beside it: paigow tables close {old} closes it" in server.log


def test_what_cannot_be_done_to_a_table_is_a_sentence(
    tmp_path: Path, paigow: Paigow, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path, "--pace", "0") as server:
        assert TABLE in _lobby(server)
    store = ("--store", f"sqlite:///{tmp_path / 'floor.db'}")
    fault = paigow("tables", "close", "commission-tile", *store, code=3)
    assert (fault["problem"], fault["allowed"]) == (
        "there is no table 'commission-tile'",
        "did you mean commission-tiles?",
    )
    fault = paigow("tables", "open", TABLE, *store, code=3)
    assert fault["problem"] == "the table commission-tiles is open already"
    draft = tmp_path / "draft.toml"
    assert run(["submission", "new", "colorado-tiles"]) == 0
    draft.write_text(capsys.readouterr().out)
    assert "to fill in" in paigow("tables", "add", str(draft), *store, code=3)["problem"]
    added = paigow("tables", "add", _own(tmp_path, 400), *store)
    again = paigow("tables", "add", _own(tmp_path, 400), *store, code=3)
    assert again["problem"] == f"{added['table']} is the table with this submission, and it is open"
