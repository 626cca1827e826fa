"""A server told to stop while people play finishes their rounds; demonstration tables play on."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paigow.books.registry import book_names
from paigow.server.http.tables import round_listed
from paigow.server.lifecycle import running_floor
from paigow.store.journal import open_store
from tests.server.players import Player, act, at_table, guest, own_table, until_asked_to_set
from tests.server.running import Server, running


async def _finish(player: Player) -> int:
    """Play on until the server says goodbye; returns the closing code."""
    with suppress(ConnectionClosed):
        while True:
            await act(player, 0, 0)
    # Something may follow the goodbye: what was sent before it is still to be read.
    while True:
        try:
            await player.hear()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


async def _drain(server: Server) -> str:
    someone, late = await guest(server.address), await guest(server.address, "Late")
    table = await own_table(server.address, someone["token"], kind="practice", bots=2)
    async with at_table(server.address, table, someone["token"]) as player:
        await player.sit(1)
        await until_asked_to_set(player)
        seen = len(player.events)
        server.process.send_signal(signal.SIGTERM)
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
            # On a busy machine the store may not answer in time either.
            while (await web.get("/readyz")).json()["why"] != "closing":
                pass
            assert (await web.get("/healthz")).status_code == 200, "it is closing, not broken"
            assert (await web.get("/readyz")).status_code == 503
        with pytest.raises(InvalidStatus) as turned:
            async with at_table(server.address, table, late["token"]):
                pass
        assert turned.value.response.status_code == 503
        assert await _finish(player) == 1012
        names = [event["event"] for event in player.events[seen:]]
        assert "round-finished" in names
        assert "round-voided" not in names
        assert "seed-published" in names[names.index("round-finished") :], "nothing is left sealed"
    return table


def test_rounds_in_play_are_finished_and_nothing_is_voided(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0") as server:
        table = asyncio.run(_drain(server))
        assert server.process.wait(60) == 0
        server.stop()
        assert "Traceback" not in server.log
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    rounds = [round_listed(record) for record in store.last_rounds(table)]
    assert rounds
    assert not any(each.voided for each in rounds)
    store.close()


def test_the_demonstration_tables_of_all_books_play_by_themselves(floor: Server) -> None:
    """Somebody watches, and the automatic dealer and the bots play one round after another."""

    async def watch(table: str) -> None:
        someone = await guest(floor.address, "Watcher")
        async with at_table(floor.address, table, someone["token"]) as watcher:
            for _ in range(3):
                await watcher.until_event("round-finished", 60)
            await watcher.until_event("seed-published", 60)
            assert not any(event["event"] == "round-voided" for event in watcher.events)

    async def watch_all() -> None:
        await asyncio.gather(*map(watch, book_names()))

    asyncio.run(watch_all())


def test_a_second_paigow_opens_the_page_of_the_floor_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a browser that records what it is asked to show."""
    shown = tmp_path / "shown"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> {shown}\n')
    browser.chmod(0o700)
    for name, value in (("XDG_DATA_HOME", tmp_path), ("DISPLAY", ":99"), ("BROWSER", browser)):
        monkeypatch.setenv(name, str(value))
    store = f"sqlite:///{tmp_path / 'paigow' / 'floor.db'}"
    with running(store, "--no-demonstration") as server:
        second = [sys.executable, "-m", "paigow"]
        done = subprocess.run(second, capture_output=True, text=True, timeout=60, check=True)
        assert done.stdout == f"The floor is already open at {server.address}\n"
        assert shown.read_text().split() == [server.address]
        assert running_floor() == server.address
        server.kill()
        assert running_floor() is None, "a server that was killed leaves its address behind"


def test_another_program_at_the_last_address_is_no_floor(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"http://127.0.0.1:{other.getsockname()[1]}/"
        (tmp_path / "floor.db.lock").write_text(address, encoding="utf-8")
        assert running_floor(f"sqlite:///{tmp_path / 'floor.db'}") is None
