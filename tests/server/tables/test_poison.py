"""A command that crashes engine or store is isolated: its sender gets an error, others are unaffected.

Also the logs of such an evening, which report every failure without any secret.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from paigow.cli.store import rules_of
from paigow.server.tables.seeds import SeedVault
from paigow.store.audit import audit
from paigow.store.journal import Store, open_store
from paigow.store.people import people
from paigow.table.game import ALL_CARDS, ALL_TILES
from tests.rules import rule
from tests.server.players import (
    WORDS,
    Player,
    account,
    at_table,
    guest,
    own_table,
    play_round,
    until_asked_to_set,
)
from tests.server.poisoned import IN_ENGINE, IN_STORE, WHEN_PREPARED
from tests.server.running import Server, running

Record = dict[str, Any]
POISON = {"engine": IN_ENGINE, "after": WHEN_PREPARED, "store": IN_STORE}
GOOD = 100_00
KEY = bytes.fromhex("5a" * 32)
SAID = "a password that is wrong"


@pytest.fixture
def server(address: str) -> Iterator[Server]:
    with running(address, "--pace", "0", "--log", "debug", program=("-m", "tests.server.poisoned")) as server:
        yield server


async def _buy(player: Player, name: str, *sums: int) -> list[Record]:
    """Buy in repeatedly."""
    return [await player.give("buy-in", f"{name}-{number}", chips=chips) for number, chips in enumerate(sums)]


async def _poison(name: str, poisoner: Player, others: list[Player]) -> list[Record]:
    """Somebody poisons while others play on: returns the answers to all good commands."""
    chips = POISON[name]
    mine, *theirs = await asyncio.gather(
        _buy(poisoner, name, GOOD, chips, GOOD), *(_buy(other, name, *[GOOD] * 6) for other in others)
    )
    first, bad, last = mine
    assert (bad["type"], bad["code"]) == ("fault", "failed"), bad
    again = await poisoner.give("buy-in", f"{name}-1", chips=chips)
    assert (again["type"], again["code"]) == ("fault", "failed"), "it is not taken for one that was kept"
    return [first, last, *(answer for each in theirs for answer in each)]


def test_a_poisoned_command_is_set_apart_and_all_others_are_kept(server: Server, address: str) -> None:
    async def play() -> tuple[str, str]:
        people = [await guest(server.address, name) for name in ("Mallory", "Neighbour", "Stranger")]
        table = await own_table(server.address, people[0]["token"], kind="practice", bots=1)
        other = await own_table(server.address, people[2]["token"], kind="practice", bots=1)
        async with (
            at_table(server.address, table, people[0]["token"]) as mallory,
            at_table(server.address, table, people[1]["token"]) as neighbour,
            at_table(server.address, other, people[2]["token"]) as stranger,
        ):
            for name in POISON:
                answers = await _poison(name, mallory, [neighbour, stranger])
                assert [answer["type"] for answer in answers] == ["ack"] * len(answers), answers
            for player in (mallory, stranger):
                await player.sit(1)
                await play_round(player)
        return table, other

    tables = asyncio.run(play())
    assert server.stop() == 0
    store = open_store(address)
    kept = [command for table in tables for command in store.commands(table)]
    bought = [
        json.loads(command.body)["chips"] for command in kept if command.id.partition("/")[2][:-2] in POISON
    ]
    assert sorted(bought) == [GOOD] * len(POISON) * (2 + 6 + 6)
    assert list(audit(store, rules_of)) == []
    store.close()
    failures = [json.loads(line)["error"] for line in server.log.splitlines() if '"error"' in line]
    assert {"RuntimeError", "ValueError", "OSError"} <= {*failures}


def _secrets(store: Store) -> Iterator[str]:
    """Every seed of the floor, in all common encodings of bytes, and every password's hash."""
    vault = SeedVault(store.database, KEY)
    for table, commitment in store.database.rows("SELECT table_id, commitment FROM seeds"):
        seed = vault.open(table, commitment)
        yield from (seed.hex(), base64.b64encode(seed).decode()[:-1], repr(seed)[2:-1])
    yield from (str(person.password) for person in people(store.database))


def _pieces() -> re.Pattern[str]:
    """A piece as in data, in quotes, or two in sequence."""
    piece = "(?:" + "|".join(sorted({*ALL_TILES, *ALL_CARDS}, key=len, reverse=True)) + ")"
    return re.compile(rf"""['"]{piece}\\?['"]|\b{piece}[ ,]+{piece}\b""")


@rule("R60")
def test_the_logs_of_an_evening_hold_none_of_its_secrets(server: Server, address: str) -> None:
    """At the most verbose level, with failures at a table where hands are hidden."""
    tokens = [account(server.address, address, "Inga")]
    with httpx.Client(base_url=server.address, timeout=60) as web:
        assert web.post("/api/login", json={"name": "Inga", "password": SAID}).status_code == 401
        assert web.get("/api/session", headers={"Authorization": f"Bearer {tokens[0]}x"}).status_code == 401

    async def play(submission: str) -> None:
        someone = await guest(server.address, "Anna")
        tokens.append(someone["token"])
        table = await own_table(server.address, someone["token"], submission, kind="practice", bots=3)
        async with at_table(server.address, table, someone["token"]) as player:
            await player.sit(1)
            await play_round(player)
            await until_asked_to_set(player)
            for name in POISON:
                await _poison(name, player, [])

    for submission in ("commission-tiles-full", "maryland-poker-full"):
        asyncio.run(play(submission))
    server.kill()
    assert "is at table" in server.log, "much is told at this level"
    assert server.log.count("Traceback") >= 2 * 2 * len(POISON)
    store = open_store(address)
    secrets = [*_secrets(store), *tokens, *(token.partition(".")[2] for token in tokens), WORDS, SAID]
    store.close()
    assert len(secrets) > 3 * 4 + 5, "a round was played, and another begun, at each table"
    assert [secret for secret in secrets if secret in server.log] == []
    assert _pieces().findall(server.log) == []
    assert _pieces().search("Hand(pieces=('6-6', '4-5'))"), "it would be found"
