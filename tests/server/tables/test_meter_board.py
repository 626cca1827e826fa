"""Shared meters are sent to every viewer of a table that shares them, no matter which table feeds them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from paigow.store.journal import Store
from tests.rules import rule
from tests.server.players import Player, account, act, at_table, guest, own_table
from tests.server.running import Server, running
from tests.table.tables import submission_with

CHIP = 1_00
STARTS = {"mega": 10_000_00, "major": 1_000_00, "minor": 500_00}


@pytest.fixture
def servers(address: str, tmp_path: Path) -> Iterator[list[Server]]:
    """The same two tables with shared meters, served by one process, or on PostgreSQL by two."""
    files = [tmp_path / f"{name}.toml" for name in ("feeds", "looks")]
    for number, file in enumerate(files, start=7):
        file.write_text(submission_with("maryland-poker-full", f'table.number = "{number}"').text)
    tables = [option for file in files for option in ("--table", str(file))]
    with ExitStack() as stack:
        processes = 1 if address.startswith("sqlite") else 2
        options = (address, "--no-demonstration", "--pace", "0", *tables)
        yield [stack.enter_context(running(*options)) for _ in range(processes)]


async def _names(server: Server) -> dict[str, str]:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
        found = (await web.get("/api/lobby")).json()["tables"]
    return {str(each["id"]).partition("-")[0]: str(each["id"]) for each in found}


async def _bet_on_the_progressive(player: Player) -> None:
    """Bet, and say that there is more to come, so that betting isn't closed in between."""
    await player.sit(1)
    while player.view["step"] != "bets":
        await act(player, 1, 2500)
    await player.say(type="ready", on=False)
    while not [wager for wager in player.view["wagers"] if wager["person"] == player.me]:
        await act(player, 1, 2500)
    await player.until(
        lambda: [option for option in player.may("place-wager") if option["command"]["kind"] == "progressive"]
    )
    await player.must("place-wager", position=1, kind="progressive", chips=CHIP)
    await player.say(type="ready")


async def _until_the_same(one: Player, other: Player) -> None:
    """Read both until they show the same amounts: bots can feed the meters while somebody arrives."""

    def same() -> bool:
        return one.meters == other.meters

    reading = [asyncio.create_task(each.until(same)) for each in (one, other)]
    await asyncio.wait(reading, return_when=asyncio.FIRST_COMPLETED)
    for each in reading:
        each.cancel()
    await asyncio.gather(*reading, return_exceptions=True)
    assert same(), (one.meters, other.meters)


@rule("R74")
def test_who_looks_at_a_table_is_told_what_another_has_fed(
    servers: list[Server], address: str, opened: Callable[[], Store]
) -> None:
    """The viewer is the dealer of their own table, and doesn't deal."""
    dora = account(servers[-1].address, address, "Dora", "dealer")

    async def play() -> dict[str, int]:
        one, other = servers[0].address, servers[-1].address
        tables = await _names(servers[0])
        anna = await guest(one, "Anna")
        async with (
            at_table(one, tables["feeds"], anna["token"]) as player,
            at_table(other, tables["looks"], dora, "dealer") as watcher,
        ):
            await _until_the_same(player, watcher)
            before = dict(watcher.meters)
            assert before.keys() == STARTS.keys()
            assert all(before[name] >= cents for name, cents in STARTS.items())
            await _bet_on_the_progressive(player)
            collected = asyncio.create_task(player.until_event("progressive-collected"))
            await watcher.until(lambda: watcher.meters != before)
            await collected
            await _until_the_same(player, watcher)
            assert all(watcher.meters[name] >= cents for name, cents in before.items())
            assert not [event for event in watcher.events if event["event"] == "progressive-collected"]
        # A late viewer gets them at once.
        async with at_table(other, tables["looks"], dora, "dealer") as late:
            assert all(late.meters[name] >= cents for name, cents in watcher.meters.items())
            return late.meters

    meters = asyncio.run(play())
    for server in servers:
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log
    store = opened()
    kept = dict(STARTS)
    for name, cents in store.balances().items():
        if name.startswith("floor/meter/"):
            kept[name.rpartition("/")[2].partition("#")[0]] += cents
    assert all(kept[name] >= cents for name, cents in meters.items()), "fed on until the server stopped"


def test_a_private_table_shares_its_meters_with_no_other(floor: Server) -> None:
    async def look() -> None:
        someone = await guest(floor.address)
        table = await own_table(floor.address, someone["token"], "maryland-poker-full")
        async with at_table(floor.address, table, someone["token"]) as player:
            assert player.meters == STARTS

    asyncio.run(look())


def test_a_table_without_shared_meters_tells_of_none(floor: Server) -> None:
    async def look() -> None:
        someone = await guest(floor.address)
        async with at_table(floor.address, "commission-tiles", someone["token"]) as player:
            assert player.meters == {}

    asyncio.run(look())
