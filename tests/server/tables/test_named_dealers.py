"""A house that names its dealers: the table, the round's page, its file, and the log say who dealt (R110)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest

from paigow.store.journal import open_store
from paigow.table.house.handover import AUTOMATIC
from paigow.table.records.roundfile import parse_rounds
from paigow.table.records.verifying import verify_rounds
from tests.rules import rule
from tests.server.players import ENDS, Player, account, act, at_table, guest
from tests.server.running import Server, running
from tests.table.tables import submission_with

STAKE = 25_00


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'floor.db'}"


@pytest.fixture
def server(address: str, tmp_path: Path) -> Iterator[Server]:
    file = tmp_path / "named.toml"
    named = submission_with("commission-tiles-plain", "records.dealer-named = true")
    file.write_text(named.text, encoding="utf-8")
    with running(address, "--pace", "0", "--table", str(file)) as server:
        yield server
        assert "Traceback" not in server.log, server.log


async def _deal(dealer: Player, player: Player, rounds: int) -> None:
    """The dealer does what is due until this many rounds are over; the player answers."""

    async def dealing() -> None:
        while _over(dealer) < rounds:
            due = dealer.due
            acts = due.get("act") or {}
            if due.get("version") != dealer.version or acts.get("by") != "dealer":
                await dealer.hear()
                continue
            await dealer.give(**{name: value for name, value in acts.items() if name != "by"})

    async def playing() -> None:
        while _over(player) < rounds:
            await act(player, rounds, STAKE)

    await asyncio.gather(dealing(), playing())


def _over(player: Player) -> int:
    return sum(event["event"] in ENDS for event in player.events)


def _taken_over(player: Player) -> list[tuple[str, str]]:
    found = [event for event in player.events if event["event"] == "dealer-relieved"]
    return [(event["relieved"], event["name"]) for event in found]


@rule("R110")
def test_whoever_begins_to_deal_is_named_and_so_is_the_automatic_dealer(server: Server, address: str) -> None:
    dora, dana, flo = (
        account(server.address, address, name, role)
        for name, role in (("Dora", "dealer"), ("Dana", "dealer"), ("Flo", "floor"))
    )
    store = open_store(address)
    (table,) = (each.id for each in store.tables() if "dealer-named = true" in each.submission)
    store.close()

    async def play() -> list[tuple[str, str]]:
        someone = await guest(server.address, "Anna")
        async with AsyncExitStack() as stack:
            player = await stack.enter_async_context(at_table(server.address, table, someone["token"]))
            async with at_table(server.address, table, dora, "dealer") as deals:
                await player.sit(1)
                await _deal(deals, player, 1)
                # While she is at the console nobody else can deal.
                async with at_table(server.address, table, dana, "dealer") as other:
                    refused = await other.give("place-dice")
                    assert (refused["reason"], refused["cites"]) == ("not-yours", ["R110"])
                    assert refused["sentence"].startswith("Dora deals here now.")
            # She left without a handover: the program continues to deal, and says so.
            while _over(player) < 2:
                await act(player, 2, STAKE)
            return _taken_over(player)

    assert asyncio.run(asyncio.wait_for(play(), 120)) == [("", "Dora"), ("Dora", AUTOMATIC)]
    pages = f"{server.address}api/tables/{table}/rounds"
    first, second = (httpx.get(f"{pages}/{number}", timeout=60).json() for number in (1, 2))
    assert (first["dealt_by"], second["dealt_by"]) == ("Dora", AUTOMATIC)
    by_dora = [each["person"] for each in first["acts"] if each["command"]["by"] == "dealer"]
    assert "Dora" in by_dora
    # Seeds are the floor's own, and the program deals the second round.
    assert {each["person"] for each in second["acts"]} == {""}
    file = httpx.get(f"{pages}/1/file", timeout=60).text
    assert "puts Dora at the table as dealer" in file
    assert verify_rounds(parse_rounds(file)) == ()
    _logged(server, flo, table)


def _logged(server: Server, token: str, table: str) -> None:
    """The floor's log names the sender of a command, or is empty if the program sent it."""
    cookies = {"paigow_session": token}
    with httpx.Client(base_url=f"{server.address}api/floor/", cookies=cookies, timeout=60) as web:
        found = web.get("log", params={"table": table, "kind": "handover"}).json()["entries"]
        text = web.get("log.csv", params={"kind": "handover"}).text
    assert [(each["fields"]["name"], each["who"]) for each in found] == [(AUTOMATIC, ""), ("Dora", "Dora")]
    assert text.splitlines()[0].split(",")[5] == "who"
