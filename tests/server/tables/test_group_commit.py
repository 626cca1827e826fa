"""A server's writer process, killed at work: the server recovers by itself and loses nothing."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from paigow.cli.store import rules_of
from paigow.server.monitoring import Timings
from paigow.server.tables import group_commit
from paigow.store.audit import audit
from paigow.store.journal import open_store
from paigow.store.records import Append, TableRecord
from tests.server.players import Player, at_table, guest
from tests.server.running import Server, running

TABLE = "commission-tiles"
EACH = 18
"""Together fewer than a table accepts at once from people without a seat."""


def _writing_process(server: Server) -> int:
    number = server.process.pid
    children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii").split()
    [found] = [int(child) for child in children]
    return found


async def _buys(player: Player) -> AsyncIterator[int]:
    """Many small purchases, one after another: the versions they were stored as."""
    for _ in range(EACH):
        yield (await player.must("buy-in", chips=100))["version"]


async def _all_of(player: Player) -> list[int]:
    return [version async for version in _buys(player)]


async def _all_of_and_kill(player: Player, victim: int) -> list[int]:
    kept = []
    async for version in _buys(player):
        kept.append(version)
        if len(kept) == EACH // 3:
            os.kill(victim, signal.SIGKILL)
    return kept


def test_the_writing_process_is_killed_and_the_server_goes_on(address: str) -> None:
    with running(address, "--no-count-edges") as server:

        async def play() -> list[int]:
            people = [(await guest(server.address, name))["token"] for name in ("Anna", "Bob")]
            async with (
                at_table(server.address, TABLE, people[0]) as anna,
                at_table(server.address, TABLE, people[1]) as bob,
            ):
                both = await asyncio.gather(_all_of(anna), _all_of_and_kill(bob, _writing_process(server)))
                last = max(map(max, both))
                for player in (anna, bob):
                    while player.version < last:
                        await player.hear()
                    assert player.view["balances"][f"rack/{player.me}"] == EACH * 100
            return [version for kept in both for version in kept]

        kept = asyncio.run(play())
        assert len(set(kept)) == 2 * EACH, "each was kept once"
        assert server.stop() == 0
        assert "the server itself writes from now on" in server.log
    store = open_store(address)
    assert list(audit(store, rules_of)) == []
    store.close()


def test_a_server_that_dies_with_an_answer_unread_leaves_no_failure_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Closed with something unread, a connection is reset: for the writer process, that means the end."""
    store = open_store(address := f"sqlite:///{tmp_path / 'floor.db'}")
    store.add_table(TableRecord("one", "", b"", 0))
    ours, theirs = socket.socketpair()
    message = msgspec.msgpack.encode([Append("one", 0, "a", 0, (b"x",))])
    ours.sendall(len(message).to_bytes(4, "big") + message)

    def die() -> None:
        select.select([ours], [], [])
        ours.close()

    monkeypatch.setattr(os, "_exit", sys.exit)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr(group_commit, "work_quietly", lambda _: None)
    dying = threading.Thread(target=die)
    dying.start()
    with pytest.raises(SystemExit) as ended:
        group_commit._run_process(theirs, address)
    dying.join()
    theirs.close()
    assert ended.value.code == 0
    assert not caplog.records
    assert store.head("one").version == 1
    store.close()


@pytest.mark.parametrize(("between", "groups"), [(0.001, 2), (0.1, 4), (0.00001, 4)])
def test_commands_are_gathered_where_others_can_be_expected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, between: float, groups: int
) -> None:
    """One per millisecond: the first waits for the second. At lower or higher rates, none waits."""
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    store.add_table(TableRecord("one", "", b"", 0))
    monkeypatch.setattr(group_commit, "GATHERED", 2)
    monkeypatch.setattr(group_commit, "BUSY", 2.0)
    if groups == 2:
        # The second command ends the wait, not the clock.
        monkeypatch.setattr(group_commit, "GATHER_SECONDS", 60.0)

    async def write() -> None:
        writer = group_commit.Writer(store, Timings())
        answers: asyncio.Queue[object] = asyncio.Queue()
        for number in range(4):
            writer._between, writer._last_came = between, time.monotonic() - between
            writer.submit(Append("one", number, str(number), 0, (b"x",)), answers.put_nowait)
            if groups == 4:
                await answers.get()
            elif number % 2:
                await answers.get()
                await answers.get()
            else:
                await asyncio.sleep(0)
        assert writer.groups == groups
        await writer.close()

    asyncio.run(write())
    store.close()
