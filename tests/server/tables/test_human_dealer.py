"""Whole rounds dealt over the network by people as dealer and floor, with the automatic dealer idle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from typing import Any

import httpx
import msgspec
import pytest

from paigow.store.journal import Store, open_store
from paigow.table.records.roundfile import parse_rounds
from paigow.table.records.verifying import verify_rounds
from paigow.table.state import DEALER_PLACE
from tests.rules import rule
from tests.server.players import ENDS, Player, account, act, at_table, guest
from tests.server.running import Server, running

Record = dict[str, Any]
TABLES = ("commission-tiles", "maryland-poker")
STAKE = 25_00
NAMES = {"dealer": "Dora", "floor": "Flo"}
DRAWS = ("wash-tiles", "shuffle-cards", "shake-dice", "generate-start")
NOT_THEIRS = ("publish-commitment", "close-words", "fix-order", "publish-seed")
"""Seeds are the floor's own, no matter who deals."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('human') / 'floor.db'}"


@pytest.fixture(scope="module")
def server(address: str) -> Iterator[Server]:
    with running(address, "--pace", "0") as server:
        yield server
        assert "Traceback" not in server.log, server.log


@pytest.fixture(scope="module")
def staff(server: Server, address: str) -> dict[str, str]:
    """Accounts by role, with their tokens."""
    return {role: account(server.address, address, NAMES[role], role) for role in NAMES}


@pytest.fixture
def store(server: Server, address: str) -> Iterator[Store]:
    """Watched by somebody who knows the procedure by heart, and never written to."""
    assert server.process.poll() is None
    opened = open_store(address)
    yield opened
    opened.close()


def _ended(player: Player) -> int:
    return sum(event["event"] in ENDS for event in player.events)


def _revealed_after(player: Player, end: str) -> bool:
    names = [event["event"] for event in player.events]
    return end in names and "seed-published" in names[names.index(end) :]


class Person:
    """A person in a role who does only what is due for that role."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.rests_at = ""
        """The step at which this person waits for somebody else, if any."""

    async def work(self, over: int) -> None:
        """Until this many rounds are over."""
        await self.work_until(lambda: _ended(self.player) >= over)

    async def work_until(self, done: Callable[[], bool]) -> None:
        player = self.player
        while not done():
            resting = player.view["step"] == self.rests_at
            due = None if resting else self._due()
            if due is None:
                await player.hear()
                continue
            answer = await player.give(**due)
            assert answer["type"] == "ack" or answer["reason"] in ("pending", "wrong-step"), (due, answer)

    def _due(self) -> Record | None:
        """What is due for this role, at exactly the table shown."""
        due = self.player.due
        if due.get("version") != self.player.version or (due["act"] or {}).get("by") != self.player.me:
            return None
        return {name: value for name, value in due["act"].items() if name != "by"}


async def _rounds(player: Player, dealer: Person, floor: Person) -> None:
    """A valid round; then a piece is exposed before the player looks, and after, then a dealer's."""
    await floor.player.must("fill-tray", chips=1000 * STAKE)
    await player.sit(1)
    working = asyncio.create_task(floor.work(1))
    while not _ended(player):
        await act(player, 1, STAKE)
    dealer.rests_at = "sweep"
    await working
    await _until(player, floor, "sweep")
    dealer.rests_at = ""
    await floor.player.must("report-exposed", place=1, index=0)
    exposed = await player.until_event("piece-exposed")
    assert (exposed["asks"], exposed["looked"]) == (True, False)
    seen = player.hand(1)["pieces"]
    assert seen == [exposed["piece"], *(None for _ in seen[1:])]
    await player.must("choose-after-exposure", position=1, play_on=False)
    await asyncio.gather(floor.work(2), player.until(lambda: _ended(player) == 2))
    await _until(player, floor, "setting")
    pieces = player.hand(1)["pieces"]
    await floor.player.must("report-exposed", place=1, index=1)
    await player.until(lambda: player.hand(1)["shown"] == [1])
    shown = [event for event in player.events if event["event"] == "piece-exposed"][-1]
    assert (shown["piece"], shown["asks"], shown["looked"]) == (pieces[1], False, True)
    assert player.hand(1)["pieces"] == pieces
    await floor.player.must("report-exposed", place=DEALER_PLACE, index=0)
    await player.until(lambda: _revealed_after(player, "round-voided"))


async def _sent_again(store: Store, table: str, came: int, dealer: Player) -> None:
    """The dealer's draw is acknowledged again, though nothing can be drawn at this step."""
    kept = [each for each in store.commands(table, came) if each.id.startswith("Dora/")]
    done = [(each, msgspec.json.decode(each.body)) for each in kept]
    drawn = [(each, said) for each, said in done if said["do"] in DRAWS]
    assert len(drawn) >= 3
    for each, said in drawn:
        again = await dealer.give(command_id=each.id.removeprefix("Dora/"), **said)
        assert (again["type"], again.get("version"), again.get("repeated")) == ("ack", each.last, True), again


async def _until(player: Player, floor: Person, step: str) -> None:
    number = _ended(player) + 1
    while player.view["step"] != step:
        await act(player, number, STAKE)
    await floor.player.until_step(step)


@rule("R55", "R60", "R61", "R78")
@pytest.mark.parametrize("table", TABLES)
def test_people_deal_whole_rounds_and_rule_accidents(
    server: Server, staff: dict[str, str], store: Store, table: str
) -> None:
    async def play() -> tuple[Player, int]:
        someone = await guest(server.address, "Anna")
        async with AsyncExitStack() as stack:
            people = [
                Person(await stack.enter_async_context(at_table(server.address, table, token, role)))
                for role, token in staff.items()
            ]
            player = await stack.enter_async_context(at_table(server.address, table, someone["token"]))
            came = player.version
            async with asyncio.timeout(120), asyncio.TaskGroup() as group:
                group.create_task(people[0].work(3))
                group.create_task(_rounds(player, *people))
            await _sent_again(store, table, came, people[0].player)
            return player, came

    player, came = asyncio.run(play())
    for command in store.commands(table, came):
        said = msgspec.json.decode(command.body)
        if said["by"] in NAMES and said["do"] not in NOT_THEIRS:
            assert command.id.startswith(f"{NAMES[said['by']]}/"), said
    voided = next(event for event in player.events if event["event"] == "hand-voided")
    assert ["rack/" + player.me, STAKE] in voided["postings"]
    for number in (1, 2, 3):
        text = httpx.get(f"{server.address}api/tables/{table}/rounds/{number}/file", timeout=60).text
        assert verify_rounds(parse_rounds(text)) == ()


def _sets(player: Player) -> list[str]:
    """Why each player's hand was set for them."""
    return [event["because"] for event in player.events if event["event"] == "hand-set" and event["because"]]


async def _dealt_to_setting(dealer: Person, player: Player) -> None:
    """The dealer works until the hand of the next round has to be set, and then stops."""
    coming = dealer.player.view["round"] + 1

    def there(seen: Player) -> bool:
        return bool(seen.view["step"] == "setting" and seen.view["round"] == coming)

    async def playing() -> None:
        while not there(player):
            await act(player, coming, STAKE)

    await asyncio.gather(dealer.work_until(lambda: there(dealer.player)), playing())


@rule("R61", "R85", "colorado-tiles 30-2608(2)")
def test_a_dealer_sets_a_players_hand_only_when_asked_or_when_the_time_is_up(
    server: Server, staff: dict[str, str]
) -> None:
    table = "colorado-tiles"

    async def play() -> None:
        someone = await guest(server.address, "Anna")
        async with at_table(server.address, table, staff["dealer"], "dealer") as deals:
            dealer = Person(deals)

            async def tried(because: str, command_id: str | None = None) -> str:
                answer = await deals.give("set-absent", command_id, position=1, because=because)
                return str(answer.get("reason", "again" if answer.get("repeated") else "done"))

            async with at_table(server.address, table, someone["token"]) as player:
                await player.sit(1)
                await _dealt_to_setting(dealer, player)
                # She is there, has time, and hasn't asked for anything.
                assert [await tried(why) for why in ("time-up", "", "asked")] == [
                    "not-eligible",
                    "not-eligible",
                    "nothing-there",
                ]
                await player.must("ask-dealer")
                await deals.until(lambda: (deals.due["act"] or {}).get("because") == "asked")
                assert await tried("asked") == "done"
                await player.until(lambda: _sets(player) == ["asked"])
                await _dealt_to_setting(dealer, player)
                assert await tried("time-up") == "not-eligible"
            # She has disconnected: the table waits a short grace period, and then her time is up.
            assert (deals.due["act"], deals.due["late"]) == (None, False)
            await deals.until(lambda: deals.due["late"])
            assert (deals.due["act"]["do"], deals.due["act"]["because"]) == ("set-absent", "time-up")
            assert await tried("time-up", "late") == "done"
            assert _sets(deals) == ["asked", "time-up"]
            # Nobody is late any more, and it was done anyway.
            assert await tried("time-up", "late") == "again"

    asyncio.run(asyncio.wait_for(play(), 120))


@rule("R110")
def test_after_a_handover_only_the_new_dealer_and_the_floor_act(
    server: Server, staff: dict[str, str], address: str
) -> None:
    dana = account(server.address, address, "Dana", "dealer")

    async def relieve() -> None:
        table = "rock-island-poker"
        async with AsyncExitStack() as stack:
            tokens = {"dealer": staff["dealer"], "floor": staff["floor"]}
            dora, flo = [
                await stack.enter_async_context(at_table(server.address, table, token, role))
                for role, token in tokens.items()
            ]
            new = await stack.enter_async_context(at_table(server.address, table, dana, "dealer"))
            unknown = await dora.give("relieve-dealer", dealer="Nemo")
            assert (unknown["reason"], unknown["cites"]) == ("not-eligible", ["R110"])
            await flo.must("relieve-dealer", dealer="Dana")
            await dora.until(lambda: dora.due["dealer"] == "Dana")
            refused = await dora.give("relieve-dealer", dealer="Dora")
            assert (refused["reason"], refused["cites"]) == ("not-yours", ["R110"])
            assert refused["sentence"].startswith("Dana deals here now.")
            await flo.must("fill-tray", chips=STAKE)
            handed = await new.give("relieve-dealer", "handed", dealer="Dora")
            assert (await new.give("relieve-dealer", dealer="Dana"))["reason"] == "not-yours"
            again = await new.give("relieve-dealer", "handed", dealer="Dora")
            assert (again["version"], again["repeated"]) == (handed["version"], True)
            await dora.must("relieve-dealer", dealer="Dana")

    asyncio.run(asyncio.wait_for(relieve(), 60))


@rule("R110")
def test_the_first_of_two_dealers_at_a_console_deals_until_leaving_it(
    server: Server, staff: dict[str, str], address: str
) -> None:
    """A house that names no dealers: who is refused is told a name; what everybody can read has none."""
    edna = account(server.address, address, "Edna", "dealer")
    table = "maryland-poker"

    def told(player: Player) -> list[tuple[str, str]]:
        found = [event for event in player.events if event["event"] == "dealer-relieved"]
        return [(event["name"], event["told"]) for event in found]

    async def press() -> list[tuple[str, str]]:
        async with AsyncExitStack() as stack:
            flo = await stack.enter_async_context(at_table(server.address, table, staff["floor"], "floor"))
            late = await stack.enter_async_context(at_table(server.address, table, edna, "dealer"))
            async with at_table(server.address, table, staff["dealer"], "dealer") as first:
                _, refused = await asyncio.gather(first.give("inspect-dice"), late.give("inspect-dice"))
                assert (refused["reason"], refused["cites"]) == ("not-yours", ["R110"])
                assert refused["sentence"] == (
                    "Dora deals here now. You can deal once Dora or the floor hands you the table, "
                    "or Dora leaves the console."
                )
                await late.until(lambda: late.due["dealer"] == "Dora")
            await late.until(lambda: late.due["dealer"] == "")
            assert (await late.give("inspect-dice")).get("reason") != "not-yours"
            await flo.until(lambda: len(told(flo)) >= 1)
            return told(flo)

    assert asyncio.run(asyncio.wait_for(press(), 60))[-1] == ("", "Another dealer takes over.")
    store = open_store(address)
    bodies = b"".join(each.body for each in store.commands(table, 0) if b"relieve-dealer" in each.body)
    store.close()
    assert b"another dealer" in bodies
    assert b"Edna" not in bodies
