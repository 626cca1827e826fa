"""Sessions that end on request, and roles that are gone the moment they are revoked."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from paigow.server.accounts.identity import guest_name, is_guest
from paigow.store.journal import open_store
from paigow.store.people import revoke_role
from tests.server.players import Player, account, at_table, guest
from tests.server.running import Server, running

TABLE = "commission-tiles"
ENDED = 4401
REVOKED = 4403
Opened = tuple[Server, str]


@pytest.fixture(params=["sqlite", "postgresql"], scope="module")
def floor_with_store(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Opened]:
    """A server and the address of its store, for the command line."""
    if request.param == "sqlite":
        address = f"sqlite:///{tmp_path_factory.mktemp('sessions') / 'floor.db'}"
    else:
        address = request.getfixturevalue("postgres").url
    with running(address, "--pace", "0") as server:
        yield server, address


def people(store: str, *words: str, code: int = 0) -> Any:
    command = [sys.executable, "-m", "paigow", "people", *words, "--store", store, "--json"]
    ran = subprocess.run(command, check=False, capture_output=True)
    assert ran.returncode == code, ran.stderr
    return json.loads(ran.stdout)


def test_a_forgotten_password_is_reset_and_old_sessions_end(floor_with_store: Opened) -> None:
    server, store = floor_with_store
    old = account(server.address, store, "Kim")
    told = people(store, "reset-password", "Kim")
    assert (told["person"], told["ended"], len(told["password"])) == ("Kim", 1, 23)
    end = time.monotonic() + 10
    while _who(server, old) != 401:
        assert time.monotonic() < end, "the session still works"
        time.sleep(0.1)
    with httpx.Client(base_url=server.address, timeout=60) as web:
        for password, status in (("a long password", 401), (told["password"], 200)):
            login = web.post("/api/login", json={"name": "Kim", "password": password})
            assert login.status_code == status, login.text


def test_a_password_can_be_read_and_a_weak_one_or_a_guest_is_refused(floor_with_store: Opened) -> None:
    server, store = floor_with_store
    account(server.address, store, "Lou")

    def ask(name: str, password: str) -> tuple[int, Any]:
        command = [sys.executable, "-m", "paigow", "people", "reset-password", name, "--ask"]
        command += ["--store", store, "--json"]
        ran = subprocess.run(command, check=False, capture_output=True, input=password + "\n", text=True)
        return ran.returncode, json.loads(ran.stdout)

    code, told = ask("Lou", "password12")
    assert (code, told["where"]) == (3, "password")
    code, told = ask("Lov", "correct horse battery staple")
    assert (code, told["allowed"]) == (3, "did you mean Lou?")
    code, told = ask("Lou", "correct horse battery staple")
    assert (code, told["password"]) == (0, None), "who typed it knows it"
    with httpx.Client(base_url=server.address, timeout=60) as web:
        login = {"name": "Lou", "password": "correct horse battery staple"}
        assert web.post("/api/login", json=login).status_code == 200


def _who(server: Server, token: str) -> int:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.get(f"{server.address}api/session", headers=headers, timeout=60).status_code


async def _closing_code(player: Player, seconds: float) -> int:
    """Listen until the server closes."""
    with pytest.raises(ConnectionClosed) as closed:
        await player.until(lambda: False, seconds)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_a_revoked_dealer_can_give_no_other_command(floor_with_store: Opened) -> None:
    server, store = floor_with_store
    token = account(server.address, store, "Dora", "dealer")

    async def deal() -> None:
        async with at_table(server.address, TABLE, token, "dealer") as dealer:
            # Refused by the rules, not by the handshake: the connection is good.
            assert (await dealer.give("finish-round"))["type"] == "refusal"
            # As the command line does, which takes longer to end than the server to notice.
            with closing(open_store(store)) as opened:
                revoke_role(opened.database, "Dora", "dealer")
            heard = len(dealer.answers)
            # Half a second later it would be closed without a command.
            with suppress(ConnectionClosed):
                await dealer.say(type="command", id="after", command={"do": "receive-tiles"})
            assert await _closing_code(dealer, 5) == REVOKED
            assert len(dealer.answers) == heard, "the command was judged"
        with pytest.raises(InvalidStatus, match="403"):
            async with at_table(server.address, TABLE, token, "dealer"):
                pass

    asyncio.run(deal())


def test_a_revoked_dealer_who_only_watches_is_disconnected_within_two_seconds(
    floor_with_store: Opened,
) -> None:
    server, store = floor_with_store
    token = account(server.address, store, "Dirk", "dealer")

    async def watch() -> None:
        async with at_table(server.address, TABLE, token, "dealer") as dealer:
            await asyncio.to_thread(people, store, "revoke", "Dirk", "dealer")
            start = time.monotonic()
            assert await _closing_code(dealer, 5) == REVOKED
            assert time.monotonic() - start < 2

    asyncio.run(watch())


def test_signing_out_ends_the_session_everywhere(floor_with_store: Opened) -> None:
    """A token that was copied before is worthless afterward, and open connections are closed."""
    server, _ = floor_with_store

    async def leave() -> None:
        someone = await guest(server.address)
        token = someone["token"]
        async with at_table(server.address, TABLE, token) as player:
            async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
                gone = await web.delete("/api/session", headers={"Authorization": f"Bearer {token}"})
            assert gone.status_code == 204
            assert await _closing_code(player, 5) == ENDED
        assert _who(server, token) == 401
        with pytest.raises(InvalidStatus, match="401"):
            async with at_table(server.address, TABLE, token):
                pass

    asyncio.run(leave())


def test_one_session_of_an_account_ends_and_the_other_goes_on(floor_with_store: Opened) -> None:
    server, store = floor_with_store
    first = account(server.address, store, "Lena")
    credentials = {"name": "Lena", "password": "a long password"}
    second = httpx.post(f"{server.address}api/login", json=credentials, timeout=60).json()["token"]
    httpx.delete(f"{server.address}api/session", headers={"Authorization": f"Bearer {first}"}, timeout=60)
    assert (_who(server, first), _who(server, second)) == (401, 200)


def test_sessions_are_listed_and_ended_from_the_command_line(floor_with_store: Opened) -> None:
    server, store = floor_with_store
    token = account(server.address, store, "Mona")

    async def play() -> None:
        async with at_table(server.address, TABLE, token) as player:
            listed = people(store, "sessions", "Mona")["sessions"]
            assert [each["person"] for each in listed] == ["Mona"]
            assert listed[0]["id"] not in token
            assert token not in json.dumps(listed)
            ended = await asyncio.to_thread(people, store, "sign-out", "Mona")
            assert ended["ended"] == 1
            start = time.monotonic()
            assert await _closing_code(player, 5) == ENDED
            assert time.monotonic() - start < 2
        assert _who(server, token) == 401
        assert people(store, "sessions", "Mona")["sessions"] == []

    asyncio.run(play())


def test_a_guests_name_alone_signs_nobody_out(floor_with_store: Opened) -> None:
    """Several guests can share a name, so signing out takes the full id; the refusal lists the ids."""
    server, store = floor_with_store
    tokens = [asyncio.run(guest(server.address, "Nora"))["token"] for _ in range(2)]
    listed = [each["person"] for each in people(store, "sessions", "Nora")["sessions"]]
    assert len(listed) == 2
    assert all(is_guest(person) and person.startswith("Nora~") for person in listed)
    fault = people(store, "sign-out", "Nora", code=3)
    assert fault["problem"] == "'Nora' is only a guest's name"
    assert fault["allowed"] == f"give the full id: {' or '.join(sorted(listed))}"
    assert [_who(server, token) for token in tokens] == [200, 200]
    assert people(store, "sign-out", listed[0])["ended"] == 1
    # A session found open is believed for up to a second.
    deadline = time.monotonic() + 30
    while sorted(_who(server, token) for token in tokens) != [200, 401]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    fault = people(store, "sign-out", "Nobody", code=3)
    assert fault["problem"] == "'Nobody' has no open session"
    assert fault["allowed"].startswith("run paigow people sessions --store ")
    fault = people(store, "sign-out", listed[1], "--session", "zz", code=3)
    assert fault["problem"] == f"{listed[1]!r} has no open session with this id"


def test_a_session_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    with running(tmp_path, "--no-demonstration") as server:
        token = asyncio.run(guest(server.address))["token"]
    with running(tmp_path, "--no-demonstration") as server:
        assert _who(server, token) == 200


def test_a_guests_id_cannot_be_guessed_and_is_no_other_guests() -> None:
    ids = [guest_name("Anna") for _ in range(20_000)]
    assert len({*ids}) == len(ids)
    # 13 characters of an alphabet of 31 are 64 bits: 31^13 = 2.4e19.
    assert {len(each.partition("~")[2]) for each in ids} == {13}
    assert all(map(is_guest, ids))
    assert is_guest("Anna~k7f3q"), "as guests were named before"
