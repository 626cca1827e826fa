"""A second signature for a correction: whose names the server accepts, and that it counts once (R111)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from paigow.store.journal import open_store
from tests.rules import rule
from tests.server.players import WORDS, Player, account, at_table, guest, play_round
from tests.server.running import Server, running
from tests.table.tables import submission_with

Record = dict[str, Any]
CHIPS = 25_00
SIGNED = "records.second-signature = true\nrecords.second-signature-above = 10\ntimers.betting = 120"
RESULTS: Mapping[str, Callable[[Record], int]] = {
    "winner-paid": lambda event: event["won"] - event["vigorish"],
    "wagers-pushed": lambda _event: 0,
    "wagers-lost": lambda _event: -CHIPS,
}
"""What the main bet of a round was due, by the event that settles it."""
OWN_NAME = "Sign with your own account, Flo, and the account of another dealer or supervisor."


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'floor.db'}"


@pytest.fixture
def server(address: str, tmp_path: Path) -> Iterator[Server]:
    file = tmp_path / "signed.toml"
    file.write_text(submission_with("commission-tiles-plain", SIGNED).text, encoding="utf-8")
    with running(address, "--pace", "0", "--no-demonstration", "--table", str(file)) as server:
        yield server
        assert "Traceback" not in server.log, server.log


@rule("R111")
def test_a_second_signature_is_that_of_another_account_and_counts_once(server: Server, address: str) -> None:
    flo, _, _ = (
        account(server.address, address, name, *roles)
        for name, *roles in (("Flo", "floor"), ("Dora", "dealer"), ("Pia",))
    )
    account(server.address, address, "Dana", "floor")
    store = open_store(address)
    (table,) = (each.id for each in store.tables())
    store.close()

    async def play() -> None:
        someone = await guest(server.address, "Anna")
        async with at_table(server.address, table, someone["token"]) as player:
            await player.sit(1)
            await play_round(player)
            # She stays and doesn't bet: a round can be corrected until the next bets close.
            async with at_table(server.address, table, flo, "floor") as supervisor:
                consents = [""]

                async def correct(name: str, *signed: str) -> tuple[str, str]:
                    answer = await _correct(supervisor, player.me, name, signed, consents[-1])
                    return answer["type"], answer.get("sentence", "")

                # An unknown name, a player's, and one of two others': the sentence says which it is.
                for number, (names, stranger) in enumerate(
                    ((("Flo", "Nobody"), "Nobody"), (("Flo", "Pia"), "Pia"), (("Dora", "Dean"), "Dean"))
                ):
                    sentence = f"{stranger} has no account with the dealer or floor role."
                    assert await correct(f"forged-{number}", *names) == ("refusal", sentence)
                assert await correct("without", "Dora") == ("refusal", OWN_NAME)
                for number, alone in enumerate((("Flo", "Flo"), ("Flo",), ())):
                    kind, sentence = await correct(f"alone-{number}", *alone)
                    assert (kind, "needs two signatures" in sentence) == ("refusal", True), sentence
                # Naming her isn't enough: she signs herself, for this payment, and with her own password.
                unsigned = (
                    "refusal",
                    "Dora hasn't signed this correction. Dora has to enter their own password.",
                )
                assert await correct("named", "Flo", "Dora") == unsigned
                for other, handed in (("Dora", -90_00), ("Dana", -100_00)):
                    consents.append(_consent(server, table, flo, other, player.me, handed))
                    assert await correct(f"signed-{other}-{handed}", "Flo", "Dora") == unsigned
                consents.append(consents[-1][:-8] + "AAAAAAA=")
                assert await correct("changed", "Flo", "Dora") == unsigned
                consents.append(_consent(server, table, flo, "Dora", player.me, -100_00))
                assert await correct("signed", "Flo", "Dora") == ("ack", "")
                assert await correct("signed", "Flo", "Dora") == ("ack", "")
                kind, sentence = await correct("again", "Flo", "Dora")
                assert (kind, "was corrected already" in sentence) == ("refusal", True), sentence
                (corrected,) = (each for each in supervisor.events if each["event"] == "payment-corrected")
                assert corrected["signed"] == ["Flo", "Dora"]

    asyncio.run(asyncio.wait_for(play(), 120))


def _consent(server: Server, table: str, token: str, name: str, person: str, handed: int) -> str:
    """What a colleague gets for signing at the console of the account with this token."""
    signed = _sign(server, table, token, name=name, person=person, handed=handed)
    assert signed.status_code == 200, signed.text
    return str(signed.json()["consent"])


def _sign(server: Server, table: str, token: str, **said: object) -> httpx.Response:
    body = {"password": WORDS, "person": "Anna", "position": 1, "kind": "main", "handed": 0, **said}
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.post(f"{server.address}api/tables/{table}/signature", json=body, headers=headers, timeout=60)


@rule("R111")
def test_nobody_signs_for_somebody_else_or_without_a_role(server: Server, address: str) -> None:
    flo, dora, _ = (
        account(server.address, address, name, *roles)
        for name, *roles in (("Flo", "floor"), ("Dora", "dealer"), ("Pia",))
    )
    store = open_store(address)
    (table,) = (each.id for each in store.tables())
    store.close()
    tried = {
        "own": _sign(server, table, flo, name="Flo"),
        "password": _sign(server, table, flo, name="Dora", password=WORDS[1:]),
        "player": _sign(server, table, flo, name="Pia"),
        "dealer": _sign(server, table, dora, name="Flo"),
    }
    assert {why: answer.status_code for why, answer in tried.items()} == {
        "own": 400,
        "password": 401,
        "player": 403,
        "dealer": 403,
    }


@rule("R111")
def test_a_name_that_nobody_signed_for_is_not_stored(server: Server, address: str) -> None:
    """A small correction needs no second signature, and names nobody who didn't sign."""
    flo = account(server.address, address, "Flo", "floor")
    account(server.address, address, "Dora", "dealer")
    store = open_store(address)
    (table,) = (each.id for each in store.tables())

    async def play() -> None:
        someone = await guest(server.address, "Anna")
        async with at_table(server.address, table, someone["token"]) as player:
            await player.sit(1)
            await play_round(player)
            async with at_table(server.address, table, flo, "floor") as supervisor:
                [told] = [
                    each for each in player.events if each["event"] in RESULTS and each["position"] == 1
                ]
                due = RESULTS[told["event"]](told)
                answer = await _correct(supervisor, player.me, "small", ("Flo", "Dora"), "", due - 5_00)
                assert answer["type"] == "ack", answer

    asyncio.run(asyncio.wait_for(play(), 60))
    [body] = [each.body for each in store.commands(table, 0) if b"correct-payment" in each.body]
    store.close()
    assert b"Dora" not in body


async def _correct(
    supervisor: Player,
    person: str,
    name: str,
    signed: tuple[str, ...],
    consent: str,
    handed: int = -100_00,
) -> dict[str, str]:
    """By default, a hundred were taken in error: more than the ten that one person can correct alone."""
    more = {"signed": list(signed), "consent": consent} if signed else {}
    return await supervisor.give(
        "correct-payment",
        name,
        person=person,
        position=1,
        kind="main",
        handed=handed,
        why="taken by mistake",
        **more,
    )
