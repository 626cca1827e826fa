"""A floor where bots play when nobody is there: slowly, without growing, and ready for a newcomer.

It uses a simulated clock (`worlds`): hours pass in no time.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from paigow.server.accounts.identity import guest_name
from paigow.server.connections.client import Client
from paigow.server.tables import floor as floor_module
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.room import Room, in_suspense
from paigow.server.tables.timing import ALONE_PAUSE, AMONG_BOTS, FIRST_BETS, HURRY, Pace, Tempo
from paigow.store.audit import audit
from paigow.store.journal import open_store
from paigow.store.pruning import pruned_rounds
from paigow.submissions.checking import find_submission
from paigow.table.acts import FLOOR, STAFF
from paigow.table.bets.betting import PlaceWager
from paigow.table.house.seating import BuyIn, Sit
from paigow.table.state import DealtHand, Step, Table, Wager
from paigow.wagers.wager import MAIN
from tests.rules import rule
from tests.server.unruly import payloads_of
from tests.server.worlds import World, world
from tests.web.scenes import Evening, happenings

Record = dict[str, Any]
HOUR = 3600.0
BOOK = "commission-tiles"


def _opened(made: World) -> Room:
    settings = TableSettings(bots=3)
    return made.floor.add(NewTable(BOOK, find_submission(f"{BOOK}-full").text, settings))


async def _asked(room: Room, person: str, step: Step) -> None:
    """Wait until the table waits for somebody at a step."""
    while room.host.committed.step is not step or person not in room.status().awaited:  # noqa: ASYNC110 - in this world it takes no time
        await asyncio.sleep(0.1)


def _arrives(made: World, room: Room) -> tuple[str, int]:
    """Anna takes the first free seat, with chips."""
    anna = guest_name("Anna")
    Client(room, anna, "player", made.floor.wallets.held, lambda _frames: None).enter()
    free = room.host.table.chairs.index(None) + 1
    for number, command in enumerate((BuyIn(by=anna, chips=50_000), Sit(by=anna, position=free))):
        room.host.submit(command, f"{anna}/{number}", lambda _result: None)
    return anna, free


def test_a_closing_floor_does_not_wait_for_bots_to_take_their_time(tmp_path: Path) -> None:
    """Bots alone act every four seconds, so a round in play could last longer than a closing server waits."""
    with world("closing", tmp_path) as made:
        made.plays_alone = True

        async def live() -> None:
            room = _opened(made)
            while not room.is_live(room.host.table):  # noqa: ASYNC110 - in this world it takes no time
                await asyncio.sleep(1)
            began = asyncio.get_running_loop().time()
            await made.floor.drain(10 * ALONE_PAUSE)
            assert not room.is_live(room.host.table)
            assert asyncio.get_running_loop().time() - began < 5 * ALONE_PAUSE

        made.live(live)


@rule("R105")
def test_bots_play_on_and_what_nobody_played_is_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(floor_module, "PRUNED_AFTER", HOUR / 4)
    rules = []
    with world("living", tmp_path) as made:
        made.plays_alone = True

        async def live() -> None:
            room = _opened(made)
            rules.append(room.host.rules)
            await asyncio.sleep(1.1 * HOUR)
            # An action every four seconds: a round takes minutes, and an hour has some twenty of them.
            assert 10 < room.host.committed.round < HOUR / ALONE_PAUSE / 20

        made.live(live)
        store = open_store(made.address)
        assert pruned_rounds(store.database) > 5
        kept = [each.round for each in store.last_rounds(BOOK, 100)]
        assert len(kept) < 30
        assert list(audit(store, lambda _record: rules[0])) == []
        store.close()


def test_without_that_a_table_waits_for_people(tmp_path: Path) -> None:
    with world("still", tmp_path) as made:

        async def live() -> None:
            room = _opened(made)
            await asyncio.sleep(HOUR)
            assert room.host.committed.round == 0

        made.live(live)


def test_a_newcomer_among_bots_gets_the_next_bets_soon_and_time_for_them(tmp_path: Path) -> None:
    with world("newcomer", tmp_path) as made:
        made.plays_alone = True

        async def live() -> None:
            room = _opened(made)
            await asyncio.sleep(HOUR / 6)
            anna, free = _arrives(made, room)
            came = made.clock.now
            await _asked(room, anna, Step.BETS)
            assert made.clock.now - came < 20
            await asyncio.sleep(FIRST_BETS / 2)
            assert room.host.committed.step is Step.BETS
            room.decision_timer.unready(anna)
            placed = PlaceWager(by=anna, position=free, chips=2_500)
            room.host.submit(placed, f"{anna}/bet", lambda _result: None)
            # The first chip doesn't end the time for the others.
            await asyncio.sleep(FIRST_BETS / 4)
            assert room.host.committed.step is Step.BETS
            room.decision_timer.ready(anna)
            room.dealer.proceed()
            bet = made.clock.now
            await _asked(room, anna, Step.SETTING)
            assert made.clock.now - bet < 20
            assert not room.first_bets_of(anna)

        made.live(live)


@rule("R128")
def test_bots_wait_a_minute_between_rounds_for_the_only_person_among_them(tmp_path: Path) -> None:
    """The submission gives 30 seconds for bets."""
    with world("reading", tmp_path) as made:
        made.plays_alone = True

        async def live() -> None:
            room = _opened(made)
            await asyncio.sleep(HOUR / 6)
            anna, free = _arrives(made, room)
            await _asked(room, anna, Step.BETS)
            placed = PlaceWager(by=anna, position=free, chips=2_500)
            room.host.submit(placed, f"{anna}/bet", lambda _result: None)
            room.decision_timer.ready(anna)
            room.dealer.proceed()
            await _asked(room, anna, Step.SETTING)
            await _asked(room, anna, Step.BETS)
            assert room.decision_timer.of == AMONG_BOTS

        made.live(live)


FULL = {
    1: ("Ana", "dice"),
    2: ("Ben", "house-way"),
    3: ("Cho", "banker"),
    5: ("Eva", "bonus"),
    6: ("Fay", "house-way"),
}


@pytest.mark.parametrize(
    "example",
    ["commission-tiles-full", "colorado-tiles-full", "rock-island-poker-full", "maryland-poker-full"],
)
@pytest.mark.parametrize("policy", ["house-way", "banker"])
def test_with_a_hand_nobody_waits_eight_seconds_a_round(example: str, policy: str) -> None:
    """Five bots, side bets, and every bot sets after me; my own actions take no time."""
    pace, waits = Pace(), Counter[int]()
    for before, command, _, _ in happenings(
        Evening(example, {**FULL, 4: ("Anna", policy)}, "Anna", rounds=8)
    ):
        if command.by != "Anna" and not before.bets_open and "Anna" in in_suspense(before):
            staff = command.by in STAFF
            waits[before.round] += round(1000 * (pace.before(command) if staff else pace.before_bot(command)))
    assert len(waits) > 5
    # The rest is for the server and the network.
    assert 2_000 < max(waits.values()) < 7_000


def test_the_clock_of_the_first_bets_does_not_jump_and_done_ends_them(tmp_path: Path) -> None:
    with world("first-bets", tmp_path) as made:
        made.plays_alone = True

        async def live() -> None:
            room = _opened(made)
            await asyncio.sleep(HOUR / 6)
            anna, free = _arrives(made, room)
            await _asked(room, anna, Step.BETS)
            before = room.decision_timer.until
            room.signal(anna, "unready")
            room.host.submit(
                PlaceWager(by=anna, position=free, chips=2_500), f"{anna}/bet", lambda _result: None
            )
            await asyncio.sleep(10)
            assert room.host.committed.step is Step.BETS
            assert room.decision_timer.until == before
            room.signal(anna, "ready")
            await asyncio.sleep(1)
            assert not room.host.committed.bets_open

        made.live(live)


def test_who_comes_to_the_console_is_not_asked_what_an_earlier_round_asked_for(tmp_path: Path) -> None:
    with world("console", tmp_path) as made:
        made.plays_alone = True
        told: list[Record] = []

        def console(room: Room) -> Client:
            told.clear()

            def hear(frames: bytes) -> None:
                told.extend(each for each in payloads_of(frames) if each["type"] == "due")

            client = Client(room, "Flo", FLOOR, made.floor.wallets.held, hear)
            client.enter()
            return client

        async def live() -> None:
            room = _opened(made)
            await asyncio.sleep(HOUR / 6)
            supervisor = console(room)
            while not (told and told[-1]["follow_up"]):  # noqa: ASYNC110 - in this world it takes no time
                await asyncio.sleep(0.1)
            asked, number = told[-1]["follow_up"], room.host.committed.round
            supervisor.leave()
            console(room).leave()
            assert told[-1]["follow_up"] == asked, "nobody has gone on yet"
            while room.host.committed.round == number:  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.1)
            console(room)
            assert not [line for line in told[-1]["follow_up"] if line in asked]

        made.live(live)


def test_seated_players_say_a_few_phrases_that_no_journal_keeps(tmp_path: Path) -> None:
    with world("remarks", tmp_path) as made:

        async def live() -> None:
            room = _opened(made)
            anna, bo = guest_name("Anna"), guest_name("Bo")
            heard: list[Record] = []
            clients = {
                person: Client(
                    room,
                    person,
                    "player",
                    made.floor.wallets.held,
                    lambda frames: heard.extend(payloads_of(frames)),
                )
                for person in (anna, bo)
            }
            for client in clients.values():
                client.enter()
            await asyncio.sleep(10)
            room.host.submit(Sit(by=anna, position=1), "sit", lambda _result: None)
            await asyncio.sleep(1)
            version = room.host.committed.version
            heard.clear()
            clients[bo].receive(b'{"type": "remark", "phrase": "hello"}')
            for _ in range(5):
                clients[anna].receive(b'{"type": "remark", "phrase": "luck"}')
            clients[anna].receive(b'{"type": "remark", "phrase": "anything else"}')
            await asyncio.sleep(0.01)
            said = [each for each in heard if each["type"] == "remarked"]
            # Three at once, sent to both; a bystander is ignored.
            assert [(each["person"], each["phrase"]) for each in said] == [(anna, "luck")] * 6
            codes = [each["code"] for each in heard if each["type"] == "fault"]
            assert codes == ["too-fast", "too-fast", "bad-message"]
            assert room.host.committed.version == version

        made.live(live)


def test_pauses_follow_who_looks() -> None:
    pace = Pace(factor=0.0)
    assert pace.at_tempo(0.0, Tempo.ALONE) == ALONE_PAUSE
    assert pace.at_tempo(1.0, Tempo.HURRIED) == HURRY
    assert pace.at_tempo(1.0, Tempo.USUAL) == 1.0


def test_a_compared_hand_that_pushes_holds_nobody_up() -> None:
    wagers = (
        Wager(person="anna", position=1, kind=MAIN, chips=5),
        Wager(person="bo", position=2, kind=MAIN, chips=5),
    )
    hands = {1: DealtHand(1, (), outcome="push"), 2: DealtHand(2, (), outcome="win")}
    assert in_suspense(Table(wagers=wagers, hands=hands)) == {"bo"}
    assert in_suspense(Table(wagers=wagers)) == {"anna", "bo"}
