"""The command line next to a running floor: it grants, backs up, and audits, and play continues."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import httpx

from tests.server.players import Player, account, at_table, guest
from tests.server.running import Server, running

TABLE = "commission-tiles"


def _paigow(store: str, *words: str) -> None:
    command = [sys.executable, "-m", "paigow", *words, "--store", store]
    # An audit without the floor's key is a finding: sealed seeds can't be checked.
    environment = {**os.environ, "PAIGOW_KEY": "5a" * 32}
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, (words, done.stdout, done.stderr)


async def _beside(store: str, backup: Path) -> None:
    """All at the same time, as people at several terminals would."""
    everything = (("people", "grant", "Xia", "floor"), ("backup", str(backup)), ("audit",))
    await asyncio.gather(*(asyncio.to_thread(_paigow, store, *words) for words in everything))


async def _watch(player: Player, over: asyncio.Event) -> None:
    """Bots play fast, until everything else is over, plus one more round."""
    while not over.is_set():
        await player.hear()
        player.frames.clear()
    since = len(player.events)
    await player.until(lambda: any(event["event"] == "round-finished" for event in player.events[since:]))
    assert not any(event["event"] == "round-voided" for event in player.events)


async def _at_once(server: Server, store: str, backup: Path) -> None:
    token, over = (await guest(server.address, "Watcher"))["token"], asyncio.Event()
    async with at_table(server.address, TABLE, token) as player, asyncio.TaskGroup() as watching:
        watching.create_task(_watch(player, over))
        await _beside(store, backup)
        over.set()


def test_a_floor_is_looked_after_while_it_plays(tmp_path: Path) -> None:
    store, backup = f"sqlite:///{tmp_path / 'floor.db'}", tmp_path / "floor.backup"
    with running(tmp_path, "--pace", "0.02") as server:
        headers = {"Authorization": f"Bearer {account(server.address, store, 'Xia')}"}
        asyncio.run(_at_once(server, store, backup))
        whoami = httpx.get(f"{server.address}api/session", headers=headers, timeout=60).json()
        assert whoami["roles"] == ["floor", "player"], "granted while it plays, and in force at once"
        assert "Traceback" not in server.log, server.log
