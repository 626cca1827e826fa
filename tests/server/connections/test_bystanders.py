"""Guests who only watch: whatever they ask, the table keeps its pace, and nobody else is notified."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from paigow.server.accounts.identity import guest_name
from paigow.server.connections.client import Client
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.submissions.checking import find_submission
from paigow.table.records.roundfile import parse_rounds
from paigow.table.records.verifying import verify_rounds
from tests.server.players import at_table, guest, own_table, play_round, until_asked_to_set
from tests.server.running import Server, running
from tests.server.unruly import payloads_of
from tests.server.worlds import World, world

Record = dict[str, Any]
MINUTES = 5
MESSAGES: dict[str, Record] = {
    "nothing": {},
    "ready": {"type": "ready", "on": True},
    "unready": {"type": "ready", "on": False},
    "sit-out": {"type": "sit-out", "on": True},
    "rules": {"type": "command", "command": {"do": "ask-for-rules"}},
    "chips": {"type": "command", "command": {"do": "buy-in", "chips": 100}},
    "words": {"type": "command", "command": {"do": "commit-word", "commitment": "ab" * 32}},
    "options": {"type": "options"},
}


async def _evening(made: World, message: Record) -> int:
    """Bots play, and a guest says something every quarter of a second: how many rounds are played."""
    text = find_submission("commission-tiles-full").text
    made.floor.add(NewTable("one", text, TableSettings(pace=1.0, bots=3)))
    room = made.floor.rooms["one"]
    held = made.floor.wallets.held
    watcher = Client(room, guest_name("Willa"), "player", held, lambda _frames: None)
    mallory = Client(room, guest_name("Mallory"), "player", held, lambda _frames: None)
    watcher.enter()
    mallory.enter()
    number = 0
    while made.clock.now < MINUTES * 60:
        await asyncio.sleep(0.25)
        if message:
            number += 1
            mallory.receive(msgspec.json.encode({**message, "id": f"m{number}"}))
    return room.host.committed.round


def _rounds(message: str, directory: Path) -> int:
    played: list[int] = []
    with world("bystander", directory) as made:

        async def live() -> None:
            played.append(await _evening(made, MESSAGES[message]))

        made.live(live)
    return played[0]


@pytest.mark.parametrize("message", [name for name in MESSAGES if name != "nothing"])
def test_no_request_of_a_bystander_holds_up_a_table(tmp_path: Path, message: str) -> None:
    (tmp_path / "quiet").mkdir()
    (tmp_path / "loud").mkdir()
    quiet, loud = _rounds("nothing", tmp_path / "quiet"), _rounds(message, tmp_path / "loud")
    assert quiet >= 5, "enough to compare"
    assert loud >= quiet - 1, f"{loud} rounds instead of {quiet}"


GUESTS = 400


def test_what_many_bystanders_do_is_not_resent_to_all(tmp_path: Path) -> None:
    """Guests buy chips and try to add words: each update has what is new, not everything.

    Each of them buys once, so nobody alone is too fast: the table's own limit is 40 and then one per second.
    """
    sizes: list[int] = []
    refused: list[Record] = []
    slowed: list[Record] = []
    with world("crowd", tmp_path) as made:

        async def live() -> None:
            text = find_submission("commission-tiles-full").text
            made.floor.add(NewTable("one", text, TableSettings(pace=1.0, bots=3)))
            room, held = made.floor.rooms["one"], made.floor.wallets.held
            watcher = Client(
                room, guest_name("Willa"), "player", held, lambda frames: sizes.append(len(frames))
            )
            watcher.enter()
            sizes.clear()

            def hear(frames: bytes) -> None:
                refused.extend(each for each in payloads_of(frames) if each["type"] == "refusal")
                slowed.extend(each for each in payloads_of(frames) if each.get("code") == "too-fast")

            began = made.clock.now
            for number in range(GUESTS):
                mallory = Client(room, guest_name("Mallory"), "player", held, hear)
                mallory.enter()
                for command in (
                    {"do": "buy-in", "chips": 100},
                    {"do": "commit-word", "commitment": "ab" * 32},
                ):
                    message = {"type": "command", "id": f"{number}/{command['do']}", "command": command}
                    mallory.receive(msgspec.json.encode(message))
                await asyncio.sleep(0.25)
            bought = sum("Mallory" in account for account in room.host.committed.balances)
            assert GUESTS / 5 < bought <= 41 + made.clock.now - began
            assert len(slowed) > GUESTS / 2
            assert not any("Mallory" in each.person for each in room.host.committed.drawing.words)

        made.live(live)
    assert len(sizes) > GUESTS / 5
    # An event of a table is some hundred bytes, and several are sent at once; 400 accounts alone are 13,000.
    assert max(sizes) < 5_000, max(sizes)
    assert {each["reason"] for each in refused} <= {"not-seated"}


def test_who_comes_asks_and_goes_leaves_no_event(tmp_path: Path) -> None:
    """Nothing about it changes the game: no event, no new version, nothing in the journal."""
    with world("presence", tmp_path) as made:

        async def live() -> None:
            text = find_submission("commission-tiles-full").text
            made.floor.add(NewTable("one", text, TableSettings(clock=False)))
            room, held = made.floor.rooms["one"], made.floor.wallets.held
            await asyncio.sleep(60)
            before = room.host.committed
            for number in range(50):
                client = Client(room, guest_name("Mallory"), "player", held, lambda _frames: None)
                client.enter()
                for message in ("ready", "sit-out", "rules", "options", "words"):
                    client.receive(msgspec.json.encode({**MESSAGES[message], "id": f"{number}/{message}"}))
                await asyncio.sleep(1)
                client.leave()
            await asyncio.sleep(60)
            assert room.host.committed is before

        made.live(live)


def test_who_asks_for_rules_or_help_is_answered_and_nothing_is_kept(floor: Server) -> None:
    async def play() -> None:
        someone = await guest(floor.address)
        table = await own_table(floor.address, someone["token"], kind="practice")
        stranger = await guest(floor.address, "Stranger")
        async with (
            at_table(floor.address, table, someone["token"]) as player,
            at_table(floor.address, table, stranger["token"]) as bystander,
        ):
            await player.sit(1)
            await until_asked_to_set(player)
            await bystander.until(lambda: bystander.version == player.version)
            version, heard = player.version, len(bystander.events)
            answer = await player.give("ask-help", position=player.seat)
            assert (answer["type"], answer["version"]) == ("ack", version), "no event"
            told = [event for event in player.events if event["event"] == "house-way-told"]
            assert sorted((*told[-1]["low"], *told[-1]["high"])) == sorted(player.hand(player.seat)["pieces"])
            answer = await bystander.give("ask-for-rules")
            assert (answer["type"], answer["version"]) == ("ack", version)
            assert [event["event"] for event in bystander.events[heard:]] == ["rules-handed"]
            refused = await bystander.give("ask-help", position=player.seat)
            assert (refused["type"], refused["reason"]) == ("refusal", "not-eligible")
            assert (await bystander.give("ask-for-rules"))["version"] == version
            await play_round(player)

    asyncio.run(play())


@pytest.fixture
def quick(tmp_path: Path) -> Iterator[Server]:
    """A server that accepts as many messages as are sent."""
    with running(tmp_path, "--pace", "0", "--rate", "2000") as server:
        yield server


def test_a_round_of_any_length_has_a_complete_file(quick: Server) -> None:
    """Somebody buys chips again and again: more than 2,000 commands in one round."""

    async def play() -> str:
        someone = await guest(quick.address)
        table = await own_table(quick.address, someone["token"], kind="practice", bots=1)
        async with at_table(quick.address, table, someone["token"]) as player:
            await player.sit(1)
            await until_asked_to_set(player)
            for number in range(2_100):
                await player.say(type="command", id=f"b{number}", command={"do": "buy-in", "chips": 100})
            await player.until(lambda: "b2099" in player.answers)
            accepted = sum(answer["type"] == "ack" for answer in player.answers.values())
            assert accepted > 2_000, accepted
            await play_round(player)
            await player.until_event("seed-published")
            return table

    table = asyncio.run(asyncio.wait_for(play(), 300))
    with httpx.Client(base_url=quick.address, timeout=120) as web:
        number = web.get(f"/api/tables/{table}/rounds").json()["rounds"][0]["round"]
        page = web.get(f"/api/tables/{table}/rounds/{number}").json()
        assert page["seed"]
        text = web.get(f"/api/tables/{table}/rounds/{number}/file").text
    assert verify_rounds(parse_rounds(text)) == ()
    assert json.dumps(page).count('"buy-in"') > 2_000
