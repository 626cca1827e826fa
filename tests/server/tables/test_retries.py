"""A retried command: the same answer forever, and no refusal of what may have been done."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.host import Acknowledged, CommandResult, Unavailable
from paigow.store.database import StoreUnavailable
from paigow.store.journal import Store
from paigow.submissions.checking import find_submission
from paigow.table.acts import Command
from paigow.table.house.seating import BuyIn, Leave, Sit
from paigow.table.refusals import Reason, Refused
from tests.server.worlds import World, world

ANNA = "anna~1"


def _answers(made: World, *given: tuple[str, Command]) -> list[CommandResult]:
    """The results of commands with their ids, one after another, at a new table."""
    answers = list[CommandResult]()

    async def live() -> None:
        text = find_submission("commission-tiles-full").text
        room = made.floor.add(NewTable("one", text, TableSettings()))
        for name, command in given:
            room.host.submit(command, f"{ANNA}/{name}", answers.append)
            await asyncio.sleep(1)

    made.live(live)
    return answers


def test_nothing_is_refused_while_nobody_can_tell_whether_it_is_a_retry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(*_: object) -> None:
        raise StoreUnavailable("the disk is gone")

    monkeypatch.setattr(Store, "kept_as", unreadable)
    with world("unreadable", tmp_path) as made:
        assert _answers(made, ("1", Leave(by=ANNA))) == [Unavailable()]


def test_what_was_refused_with_good_reason_is_refused_again_and_what_was_done_is_not(tmp_path: Path) -> None:
    bought, seated = BuyIn(by=ANNA, chips=100_000), Sit(by=ANNA, position=1)
    with world("again", tmp_path) as made:
        first, sits, left, again, refused = _answers(
            made, ("1", bought), ("2", seated), ("3", Leave(by=ANNA)), ("2", seated), ("4", Leave(by=ANNA))
        )
    assert isinstance(sits, Acknowledged)
    assert isinstance(first, Acknowledged)
    assert isinstance(left, Acknowledged)
    assert again == Acknowledged(sits.version, repeated=True)
    assert isinstance(refused, Refused)
    assert refused.reason is not Reason.PENDING
