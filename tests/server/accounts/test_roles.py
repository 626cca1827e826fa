"""People in their roles over the wire: a dealer and a floor who run a table, an auditor who reads it."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from paigow.books.registry import book_names
from paigow.store.journal import open_store
from paigow.store.people import find_person
from paigow.submissions.checking import find_submission
from paigow.table.records.roundfile import parse_rounds
from paigow.table.records.verifying import verify_rounds
from tests.rules import rule
from tests.server.players import Player, act, at_table, guest, play_round
from tests.server.running import Server, running

WORDS = "a long password"
TABLE = "commission-tiles"
DEALER_ACTS = (
    "receive-tiles",
    "inspect-tiles",
    "display-pairs",
    "begin-play",
    "offer-bank",
    "wash-tiles",
    "stack-tiles",
    "call-no-more-bets",
    "shake-dice",
    "lift-lid",
    "announce-total",
)
FLOOR_ACTS = ("check-equipment", "place-dice", "inspect-dice", "verify-inspection")
Record = dict[str, Any]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("roles")


@pytest.fixture(scope="module")
def server(store: Path) -> Iterator[Server]:
    """A server with another table whose seeds are for auditors only."""
    own = store / "secret.toml"
    text = find_submission("commission-tiles-full").text
    own.write_text(text.replace('reveal = "everyone"', 'reveal = "auditors"'))
    assert "auditors" in own.read_text()
    with running(store, "--pace", "0", "--table", str(own)) as running_server:
        yield running_server
        assert "Traceback" not in running_server.log, running_server.log


def _account(server: Server, store: Path, name: str, *roles: str) -> str:
    """An account with roles granted from the command line; returns its token."""
    with httpx.Client(base_url=server.address, timeout=60) as web:
        token = str(web.post("/api/accounts", json={"name": name, "password": WORDS}).json()["token"])
    for role in roles:
        address = f"sqlite:///{store / 'floor.db'}"
        command = [sys.executable, "-m", "paigow", "people", "grant", name, role, "--store", address]
        subprocess.run(command, check=True, capture_output=True)
    return token


async def _work(staff: Player, acts: tuple[str, ...]) -> None:
    """In a role, do what the table needs next, until the hands are about to be dealt."""
    while staff.view["step"] != "deal":
        wanted = next((option for name in acts for option in staff.may(name)), None)
        if wanted is None or staff.awaited:
            await staff.hear()
            continue
        command: Record = {name: value for name, value in wanted["command"].items() if name != "by"}
        if command["do"] == "announce-total":
            command["total"] = sum(staff.view["shaker"]["dice"])
        staff.options = []
        await staff.give(**command)
        if not staff.options:
            await staff.say(type="options")
            await staff.until(lambda: staff.options)


def test_a_dealer_and_a_floor_run_a_table_until_the_automatic_dealer_relieves_them(
    server: Server, store: Path
) -> None:
    dealer_token = _account(server, store, "Dora", "dealer")
    floor_token = _account(server, store, "Flo", "floor")

    async def play() -> None:
        someone = await guest(server.address, "Anna")
        async with AsyncExitStack() as staff:
            # The staff first: if somebody watches a table and nobody deals, the program deals it.
            dealer = await staff.enter_async_context(at_table(server.address, TABLE, dealer_token, "dealer"))
            floor = await staff.enter_async_context(at_table(server.address, TABLE, floor_token, "floor"))
            assert (dealer.me, floor.me) == ("dealer", "floor")
            async with at_table(server.address, TABLE, someone["token"]) as player:
                working = asyncio.gather(_work(dealer, DEALER_ACTS), _work(floor, FLOOR_ACTS))
                await player.sit(1)
                while player.view["step"] != "deal":
                    await act(player, player.view["round"] + 1, 2500)
                await working
                by_hand = [event["event"] for event in dealer.events]
                assert {"tiles-washed", "no-more-bets", "dice-shaken", "total-announced"} <= {*by_hand}
                await staff.aclose()
                await play_round(player)

    asyncio.run(asyncio.wait_for(play(), 120))


@rule("R60")
def test_where_only_auditors_are_shown_seeds_players_never_get_one(server: Server, store: Path) -> None:
    auditor = {"Authorization": f"Bearer {_account(server, store, 'Otto', 'auditor')}"}
    dealer = {"Authorization": f"Bearer {_account(server, store, 'Dirk', 'dealer')}"}

    async def play() -> str:
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
            tables = (await web.get("/api/lobby")).json()["tables"]
        table = next(str(each["id"]) for each in tables if each["id"] not in book_names())
        someone = await guest(server.address, "Anna")
        async with at_table(server.address, table, someone["token"]) as player:
            await player.sit(1)
            await play_round(player)
            await player.until_event("seed-published")
            shown = [event["seed"] for event in player.events if event["event"] == "seed-published"]
            assert set(shown) == {""}
        return table

    table = asyncio.run(play())
    with httpx.Client(base_url=server.address, timeout=60) as web:
        for path in (f"/api/tables/{table}/rounds/1", f"/api/tables/{table}/rounds/1/file"):
            assert web.get(path).status_code == 403
            assert web.get(path, headers=dealer).status_code == 403
            assert web.get(path, headers=auditor).status_code == 200
        assert len(web.get(f"/api/tables/{table}/rounds/1", headers=auditor).json()["seed"]) == 64
        text = web.get(f"/api/tables/{table}/rounds/1/file", headers=auditor).text
    assert verify_rounds(parse_rounds(text)) == ()


def test_logs_hold_no_secret(server: Server) -> None:
    """No password, token, seed, or hash of one, whatever happened before."""
    assert WORDS not in server.log
    assert "argon2" not in server.log
    assert "Bearer" not in server.log


def test_of_a_password_only_its_hash_is_kept(server: Server, store: Path) -> None:
    _account(server, store, "Bea")
    with closing(open_store(f"sqlite:///{store / 'floor.db'}")) as kept:
        bea = find_person(kept.database, "Bea")
    assert bea is not None
    assert bea.password is not None
    assert bea.password.startswith("$argon2id$")


def test_an_account_is_given_chips_to_play_with_like_a_guest(server: Server, store: Path) -> None:
    token = _account(server, store, "Ada")

    async def buy() -> None:
        async with at_table(server.address, TABLE, token) as player:
            assert player.wallet == 5_000_00
            await player.must("buy-in", chips=200_00)
            await player.say(type="resync")
            await player.until(lambda: player.wallet == 4_800_00)
            assert player.view["balances"]["rack/Ada"] == 200_00

    asyncio.run(buy())
