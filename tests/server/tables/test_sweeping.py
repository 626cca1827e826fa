"""People who are away for long lose their seat; a table where everybody is present isn't checked again."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from paigow.server.tables import room as rooms
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.floor import Floor
from paigow.server.tables.room import Room
from paigow.store.journal import open_store
from paigow.submissions.checking import find_submission
from paigow.table.acts import Command
from paigow.table.house.seating import BuyIn, Sit
from paigow.table.state import Step
from tests.store.evenings import KEY


class Onlooker:
    """A connection that receives nothing."""

    def __init__(self, person: str) -> None:
        self.actor = self.person = person
        self.role = "player"

    def write(self, frames: bytes) -> None: ...


async def _done(room: Room, command: Command) -> None:
    over: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
    room.host.submit(command, f"{command.by}/{type(command).__name__}", over.set_result)
    await over


def test_a_table_is_swept_again_once_somebody_has_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "GONE_AFTER", 0.0)
    looked: list[int] = []

    async def sweep() -> None:
        floor = Floor(open_store(f"sqlite:///{tmp_path / 'floor.db'}"), KEY, 0.0)
        floor.open()
        submission = find_submission("commission-tiles-full").text
        room = floor.add(NewTable("table", submission, TableSettings()))
        ada = Onlooker("Ada")
        room.enter(ada, 10_000_000)
        while room.host.committed.step not in (Step.IDLE, Step.OFFER, Step.BETS):  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
        await _done(room, BuyIn(by="Ada", chips=100_000))
        await _done(room, Sit(by="Ada", position=1))
        monkeypatch.setattr(room, "_forget", lambda: looked.append(1))
        while not looked or room.host.committed is not room.host.table:
            room.sweep()
            await asyncio.sleep(0.01)
        room.sweep()
        quiet = len(looked)
        room.sweep()
        assert len(looked) == quiet, "a table that is as it was is looked at again"
        room.leave(ada)
        while {"Ada"} & {*room.host.committed.chairs} or "rack/Ada" in room.host.committed.balances:
            room.sweep()
            await asyncio.sleep(0.01)
        await floor.close()

    asyncio.run(asyncio.wait_for(sweep(), 60))
