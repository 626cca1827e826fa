"""A person deals at a table with bots: what the console gets, and that nothing holds up the table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rules import rule
from tests.server.players import Player, at_table, follow_due, guest, own_table
from tests.server.running import Server, running

Record = dict[str, Any]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Bots think for longer than any press takes: pressing something meanwhile must not keep them from it."""
    address = f"sqlite:///{tmp_path_factory.mktemp('dealt') / 'floor.db'}"
    with running(address, "--pace", "3", "--rate", "100000") as server:
        yield server
        assert "Traceback" not in server.log, server.log


def _still_to_wager(dealer: Player) -> list[str]:
    done = {wager["person"] for wager in dealer.view["wagers"]}
    seated = [person for person in dealer.view["chairs"] if person]
    return [person for person in seated if person not in done] or ([] if len(seated) > 2 else ["a third"])


@rule("R59")
def test_bots_wager_while_the_dealer_changes_dice_over_and_over(server: Server) -> None:
    async def play() -> None:
        token = (await guest(server.address, "Dora"))["token"]
        table = await own_table(server.address, token, kind="school", bots=3)
        async with at_table(server.address, table, token, "dealer") as dealer:
            await follow_due(dealer, "bets")
            while _still_to_wager(dealer):
                await dealer.must("place-dice")
                # Fresh dice aren't a step of the round: what is due stays the same.
                assert (dealer.due["act"] or {}).get("do") != "place-dice"
            await dealer.until(lambda: dealer.due["act"])
            assert dealer.due["act"]["do"] == "call-no-more-bets"
            assert [line["say"] for line in dealer.due["lines"]] == ["No more bets."]

    asyncio.run(asyncio.wait_for(play(), 60))


@rule("maryland-poker 8.C(1)", "maryland-poker 8.C(2)")
def test_what_a_result_asks_for_stays_while_the_floor_and_players_act(server: Server) -> None:
    """The progressive is locked with "no more bets"; then the floor mixes the draw."""

    async def play() -> None:
        token = (await guest(server.address, "Dora"))["token"]
        table = await own_table(server.address, token, "maryland-poker-full", kind="school", bots=2)
        async with at_table(server.address, table, token, "dealer") as dealer:
            await follow_due(dealer, "bets")
            await dealer.until(lambda: (dealer.due["act"] or {}).get("do") == "call-no-more-bets")
            assert not any("Lock" in line["do"] for line in dealer.due["follow_up"])
            await dealer.must("call-no-more-bets")
            await dealer.until(lambda: dealer.due["version"] == dealer.version and dealer.due["act"])
            assert any(line["do"].startswith("Lock the progressive") for line in dealer.due["follow_up"])
            act = dealer.due["act"]
            await dealer.give(**{name: value for name, value in act.items() if name != "by"})
            await dealer.until(lambda: dealer.due["version"] == dealer.version)
            assert not any(line["do"].startswith("Lock") for line in dealer.due["follow_up"])

    asyncio.run(asyncio.wait_for(play(), 60))


def test_what_is_due_is_for_dealer_and_floor_and_not_for_observers(server: Server) -> None:
    """The step that is due may name tiles that nobody else can see."""

    async def play() -> None:
        token = (await guest(server.address, "Dora"))["token"]
        table = await own_table(server.address, token, kind="school", bots=2)
        async with (
            at_table(server.address, table, token, "dealer") as dealer,
            at_table(server.address, table, token, "observer") as observer,
        ):
            await follow_due(dealer, "bets")
            async with at_table(server.address, table, token, "floor") as supervisor:
                await supervisor.until(lambda: supervisor.due)
                await observer.until_step("bets")
                # The answer to nonsense comes after everything that was to be sent by then.
                await observer.say(type="nonsense")
                await observer.until(lambda: observer.faults)
                assert dealer.due
            assert [frame for frame in observer.frames if json.loads(frame)["type"] == "due"] == []

    asyncio.run(asyncio.wait_for(play(), 60))


@rule("R61", "R85")
def test_no_clock_stands_still_when_the_time_is_up_and_a_person_deals(server: Server) -> None:
    """The player sees no time left; the dealer sees that the player's time is up."""

    async def play() -> None:
        token = (await guest(server.address, "Dora"))["token"]
        table = await own_table(server.address, token, kind="private")
        async with (
            at_table(server.address, table, token, "dealer") as dealer,
            at_table(server.address, table, (await guest(server.address, "Anna"))["token"]) as anna,
        ):
            await asyncio.gather(anna.sit(1), follow_due(dealer, "bets"))
            await anna.must("place-wager", position=1, chips=2500)
            await anna.until(lambda: anna.left is not None)
            await anna.until(lambda: anna.left is None)
            await dealer.until(lambda: dealer.due["late"] and dealer.due["act"])
            assert dealer.due["act"]["do"] == "call-no-more-bets"
            assert anna.view["bets_open"]

    asyncio.run(asyncio.wait_for(play(), 60))
