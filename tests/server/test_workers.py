"""`paigow serve --workers N`: several servers on one floor, one of them killed, all of them stopped."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from paigow.cli.store import rules_of
from paigow.server.connections.lobby import ENDED
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.server.players import Player, account, at_table, guest, own_table, play_round
from tests.server.running import Server, running

WORKERS = 2


def _children(process: int) -> list[int]:
    return [*map(int, Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split())]


async def _buy_in_through(server: Server, table: str, token: str) -> dict[str, int]:
    """Buy chips while all workers are killed; returns what was acknowledged, with its version."""
    kept: dict[str, int] = {}
    killed = False
    while len(kept) < 24:
        try:
            async with at_table(server.address, table, token) as player:
                await _buy_in(player, kept, 8)
                if not killed:
                    killed = True
                    for worker in _children(server.process.pid):
                        os.kill(worker, signal.SIGKILL)
        except (OSError, WebSocketException):
            assert killed, "nothing else cuts a connection"
    return kept


async def _buy_in(player: Player, kept: dict[str, int], more: int) -> None:
    for _ in range(more):
        name = f"chips-{len(kept)}"
        answer = await player.give("buy-in", name, chips=100)
        if answer["type"] == "ack":
            kept[name] = answer["version"]


def test_workers_share_a_floor_and_one_that_is_killed_is_started_again(shared: str) -> None:
    async def play(server: Server, addresses: list[str]) -> tuple[str, str, dict[str, int]]:
        anna, bo = await guest(addresses[0], "Anna"), await guest(addresses[1], "Bo")
        table = await own_table(server.address, anna["token"])
        async with (
            at_table(addresses[0], table, anna["token"]) as one,
            at_table(addresses[1], table, bo["token"]) as other,
        ):
            await one.sit(1)
            await other.sit(2)
            await asyncio.gather(play_round(one), play_round(other))
        return table, one.me, await _buy_in_through(server, table, anna["token"])

    with running(shared, "--pace", "0", "--workers", str(WORKERS)) as server:
        first = {*_children(server.process.pid)}
        assert len(first) == WORKERS
        table, person, kept = asyncio.run(play(server, server.told["workers"]))
        assert server.process.poll() is None
        while len(_children(server.process.pid)) < WORKERS:
            time.sleep(0.05)
        assert not first & {*_children(server.process.pid)}, "both were killed, and both are new"
        for address in (server.address, *server.told["workers"]):
            assert httpx.get(f"{address}healthz", timeout=60).status_code == 200
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log
        assert server.log.count("is restarting") == WORKERS
    store = open_store(shared)
    found = {command.id: command.last for command in store.commands(table)}
    assert {f"{person}/{name}": version for name, version in kept.items()}.items() <= found.items()
    assert list(audit(store, rules_of)) == []
    store.close()


def test_a_password_is_tried_no_more_often_at_several_workers(shared: str) -> None:
    """Ten attempts at once are allowed for an account, not ten at each worker."""
    with running(shared, "--pace", "0", "--workers", str(WORKERS)) as server:
        account(server.address, shared, "Anna")
        statuses = Counter[int]()
        for number in range(12):
            for address in server.told["workers"]:
                guess = {"name": "Anna", "password": f"wrong guess {number}"}
                statuses[httpx.post(f"{address}api/login", json=guess, timeout=60).status_code] += 1
        assert server.stop() == 0
    # An attempt can arrive before the other worker has heard of the last one.
    assert set(statuses) == {401, 429}, statuses
    assert 10 <= statuses[401] < 15, statuses


def test_signing_out_at_one_worker_ends_what_is_connected_to_another(shared: str) -> None:
    async def play(here: str, there: str) -> None:
        anna = await guest(here, "Anna")
        table = await own_table(here, anna["token"])
        headers = {"Authorization": f"Bearer {anna['token']}"}
        async with at_table(there, table, anna["token"]) as player:
            await player.sit(1)
            async with httpx.AsyncClient(headers=headers, timeout=60) as web:
                assert (await web.delete(f"{here}api/session")).status_code == 204
                with pytest.raises(ConnectionClosed) as closed:
                    await player.until(lambda: False)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == ENDED
                for address in (here, there):
                    assert (await web.get(f"{address}api/session")).status_code == 401
        with pytest.raises(InvalidStatus):
            async with at_table(there, table, anna["token"]):
                pass

    with running(shared, "--pace", "0", "--workers", str(WORKERS)) as server:
        asyncio.run(play(*server.told["workers"]))
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log


def test_a_text_that_the_store_cannot_take_is_no_failure_of_the_server(shared: str) -> None:
    """PostgreSQL rejects NUL characters, in the name of an account or of a table."""
    with running(shared, "--pace", "0", "--workers", str(WORKERS)) as server:
        address = server.told["workers"][0]
        guess = {"name": "a\0b", "password": "wrong guess"}
        answers = [
            httpx.post(f"{address}api/login", json=guess, timeout=60),
            httpx.get(f"{address}api/tables/a%00b/rounds", timeout=60),
        ]
        assert [each.status_code for each in answers] == [400, 404], [each.text for each in answers]
        assert server.stop() == 0
        assert '"error"' not in server.log, server.log


def _serve(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "paigow", "serve", "--port", "0", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)


def test_workers_on_sqlite_are_refused_with_a_sentence(tmp_path: Path) -> None:
    done = _serve("--workers", "2", "--store", f"sqlite:///{tmp_path / 'floor.db'}")
    assert done.returncode == 3
    assert "2 workers can't share a SQLite file" in done.stderr
    assert "--store postgresql://" in done.stderr


def test_a_store_that_cannot_be_reached_is_said_once(tmp_path: Path) -> None:
    done = _serve("--workers", "2", "--json", "--store", f"postgresql://paigow@/none?host={tmp_path}")
    assert done.returncode == 3
    assert "can't be reached" in done.stdout + done.stderr
    assert '"address":' not in done.stdout
