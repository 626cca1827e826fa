"""Playing at a table over real sockets: what everyone sees, does, and is sent."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from tests.rules import rule
from tests.server.frames import require_documented
from tests.server.players import Player, act, at_table, follow_due, guest, own_table, play_round
from tests.server.running import Server

STAKE = 2500


@asynccontextmanager
async def seated(floor: Server, *positions: int) -> AsyncIterator[list[Player]]:
    """Guests at these positions of a table without bots; the first of them owns it."""
    async with AsyncExitStack() as stack:
        players: list[Player] = []
        table = ""
        for position in positions:
            someone = await guest(floor.address, f"P{position}")
            table = table or await own_table(floor.address, someone["token"])
            player = await stack.enter_async_context(at_table(floor.address, table, someone["token"]))
            await player.sit(position)
            players.append(player)
        yield players


async def bet_and_wait(players: list[Player]) -> None:
    """Everyone bets and the hands are dealt."""

    async def one(player: Player) -> None:
        while player.view["step"] != "setting":
            await act(player, player.view["round"] + 1, STAKE)

    await asyncio.gather(*map(one, players))


@pytest.mark.parametrize(
    "table", ["commission-tiles", "colorado-tiles", "rock-island-poker", "maryland-poker"]
)
def test_whoever_walks_in_plays_among_bots_at_each_demonstration_table(floor: Server, table: str) -> None:
    async def play() -> None:
        someone = await guest(floor.address, "Anna")
        async with at_table(floor.address, table, someone["token"]) as player:
            await player.sit(1)
            for _ in range(2):
                await play_round(player)
            finished = [event for event in player.events if event["event"] == "round-finished"]
            assert len(finished) >= 2
            bots = [chair for chair in player.view["chairs"] if chair and chair != player.me]
            assert bots
            assert player.faults == []
            require_documented(player.frames)

    asyncio.run(play())


@rule("R60")
def test_two_players_see_each_other_and_neither_sees_the_others_hand(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 2, 5) as players:
            await bet_and_wait(players)
            for player, other in (players, players[::-1]):
                assert player.view["chairs"][other.seat - 1] == other.me
                assert len([piece for piece in player.hand(player.seat)["pieces"] if piece]) == 4
                assert player.hand(other.seat)["pieces"] == [None] * 4
                assert player.hand(0)["pieces"] == [None] * 4
            first, second = players
            low = first.hand(2)["pieces"][:2]
            await first.must("set-hand", position=2, low=low)
            await second.until(lambda: second.hand(2)["status"] == "set")
            assert second.hand(2)["low"] is None
            set_event = next(event for event in second.events if event["event"] == "hand-set")
            assert set_event["low"] is None
            assert set_event["place"] == 2
            await asyncio.gather(*map(play_round, players))
            exposed = [event for event in second.events if event["event"] == "hand-exposed"]
            assert [event["position"] for event in exposed] == [2, 5]

    asyncio.run(play())


def test_a_spectator_sees_the_table_and_no_hand(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 1) as (player,):
            someone = await guest(floor.address, "Watcher")
            table = _table_of(player)
            async with at_table(floor.address, table, someone["token"]) as watcher:
                await bet_and_wait([player])
                await watcher.until_step("setting")
                assert all(piece is None for hand in watcher.view["hands"] for piece in hand["pieces"])
                assert not watcher.may("set-hand")
                answer = await watcher.give("set-hand", position=1, low=["6-6", "4-5"])
                assert (answer["type"], answer["reason"]) == ("refusal", "not-eligible")

    asyncio.run(play())


def _table_of(player: Player) -> str:
    assert player.socket.request is not None
    return player.socket.request.path.split("/")[3].partition("?")[0]


def test_a_refusal_tells_reason_sentence_and_paragraph_and_changes_nothing(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 1) as (player,):
            await player.until_step("bets")
            before = player.version
            answer = await player.give("place-wager", position=1, chips=1)
            assert answer["type"] == "refusal"
            assert answer["reason"] == "below-minimum"
            assert "$25" in answer["sentence"]
            assert answer["cites"]
            assert player.version == before

    asyncio.run(play())


def test_players_ask_for_their_options_where_only_amounts_changed(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 1, 2) as (one, other):
            await one.until_step("bets")
            await one.must("place-wager", position=1, chips=STAKE)
            await one.until(lambda: one.options_version == one.version and one.may("take-back-wager"))
            assert '"ask"' not in "".join(one.frames)
            heard = len(one.frames)
            for more in (1, 2, 2, 0, 3):
                await one.must("place-wager", position=1, chips=STAKE + 100 * more)
            # A snapshot is written in order: if options had been sent, they would have come before it.
            await one.say(type="resync")
            await one.until(lambda: one.frames[-1].startswith('{"type":"snapshot"'))
            frames = [json.loads(frame) for frame in one.frames[heard:]]
            assert [each["type"] for each in frames] == ["update", "ack"] * 5 + ["snapshot"]
            assert all(each["ask"] for each in frames if each["type"] == "update")
            await one.must("place-wager", position=1, chips=STAKE)
            await one.say(type="options")
            await one.until(lambda: one.options_version == one.version)
            bounds = next(each for each in one.may("place-wager") if each["command"]["position"] == 1)
            assert [each["field"] for each in bounds["free"]] == ["chips"]
            require_documented(one.frames)
            # A new wager changes everybody's options: nobody has to ask.
            await other.until(lambda: other.version >= one.version)
            await other.must("place-wager", position=2, chips=STAKE)
            await one.until(lambda: one.version >= other.version)
            assert not json.loads(next(f for f in reversed(one.frames) if '"update"' in f)).get("ask")

    asyncio.run(play())


def test_a_command_given_twice_is_done_once_and_acknowledged_twice(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 1) as (player,):
            before = player.view["balances"][f"rack/{player.me}"]
            first = await player.give("buy-in", "same", chips=5000)
            again = await player.give("buy-in", "same", chips=5000)
            assert (again["version"], again["repeated"]) == (first["version"], True)
            await player.until(lambda: player.version >= first["version"])
            assert player.view["balances"][f"rack/{player.me}"] == before + 5000

    asyncio.run(play())


def test_what_arrives_after_its_time_is_not_done(floor: Server) -> None:
    """A stalled connection delivers late, and somebody may have taken it back or bet again since."""

    async def play() -> None:
        async with seated(floor, 1) as (player,):
            before = player.view["balances"][f"rack/{player.me}"]
            now = int(time.time() * 1000)
            bought = {"do": "buy-in", "chips": 5000}
            await player.say(type="ready", until=now - 1)
            await player.say(type="command", id="late", command=bought, until=now - 1)
            await player.until(lambda: "late" in player.answers)
            assert (player.answers["late"]["type"], player.answers["late"]["code"]) == ("fault", "late")
            # The same command in time, and late again: it was done once, and both are acknowledged.
            for until in (now + 600_000, now - 1):
                player.answers.clear()
                await player.say(type="command", id="late", command=bought, until=until)
                await player.until(lambda: "late" in player.answers)
                assert player.answers["late"]["type"] == "ack"
            assert player.view["balances"][f"rack/{player.me}"] == before + 5000
            require_documented(player.frames)

    asyncio.run(play())


def test_who_comes_back_in_the_middle_of_setting_sees_the_same_hand_and_goes_on(floor: Server) -> None:
    async def play() -> None:
        someone = await guest(floor.address)
        table = await own_table(floor.address, someone["token"], kind="practice")
        async with at_table(floor.address, table, someone["token"]) as player:
            await player.sit(3)
            await bet_and_wait([player])
            pieces, version = player.hand(3)["pieces"], player.version
        async with at_table(floor.address, table, someone["token"]) as player:
            assert player.version >= version
            assert player.view["step"] == "setting"
            assert player.hand(3)["pieces"] == pieces
            await play_round(player)

    asyncio.run(play())


@rule("R61")
def test_an_absent_players_hand_is_set_the_house_way_and_marked(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 1) as (player,):
            table, someone = _table_of(player), await guest(floor.address, "Gone")
            async with at_table(floor.address, table, someone["token"]) as gone:
                await gone.sit(4)
                await bet_and_wait([player, gone])
                absent = gone.me
            await player.until(lambda: absent in player.away)
            await player.must("set-hand", position=1, low=player.hand(1)["pieces"][:2])
            await player.until(lambda: player.hand(4)["status"] == "set")
            assert player.hand(4)["set_by"] == "house-way"
            await play_round(player)

    asyncio.run(play())


def test_a_client_that_says_it_lost_track_gets_everything_again(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 1) as (player,):
            await player.until_step("bets")
            view = dict(player.view)
            player.view, player.version = {}, -1
            await player.say(type="resync")
            await player.until(lambda: player.version >= 0)
            assert player.view["chairs"] == view["chairs"]

    asyncio.run(play())


def test_chance_is_not_the_clients_to_say(floor: Server) -> None:
    """The owner of a school table deals: the order and dice it sends are ignored."""

    async def play() -> None:
        someone = await guest(floor.address, "Deirdre")
        table = await own_table(floor.address, someone["token"], kind="school", bots=2)
        async with at_table(floor.address, table, someone["token"], "dealer") as dealer:
            assert dealer.me == "dealer"
            await follow_due(dealer, "bets")
            assert dealer.view["stock"] == [4] * 8
            for ours in ("publish-commitment", "close-words", "fix-order", "publish-seed", "mix-beacon"):
                assert (await dealer.give(ours))["reason"] == "not-yours"
            await _deal_until(dealer, "shake")
            await dealer.until(lambda: bool(dealer.may("shake-dice")))
            await dealer.must("shake-dice", dice=[6, 6, 6], shakes=3)
            await dealer.must("lift-lid")
            shown = next(event for event in dealer.events if event["event"] == "lid-lifted")
            assert dealer.view["shaker"]["dice"] == shown["dice"]
            await dealer.must("announce-total", total=sum(shown["dice"]))

    asyncio.run(play())


async def _deal_until(dealer: Player, step: str) -> None:
    """As dealer, do what each step needs. Nobody is the floor here, so it acts automatically."""
    while dealer.view["step"] != step:
        act = DEALER_ACTS.get(dealer.view["step"])
        ready = dealer.may(act) if act and not dealer.awaited else []
        if ready:
            answer = await dealer.give(act or "")
            assert answer["type"] == "ack" or answer["reason"] in ("pending", "wrong-step"), answer
        else:
            await dealer.hear()


DEALER_ACTS = {
    "closed": "receive-tiles",
    "inspect": "inspect-tiles",
    "display": "display-pairs",
    "idle": "begin-play",
    "shuffle": "wash-tiles",
    "stack": "stack-tiles",
    "bets": "call-no-more-bets",
}


def test_money_goes_between_wallet_and_table_and_is_never_more_than_there_is(floor: Server) -> None:
    async def play() -> None:
        someone = await guest(floor.address)
        table = await own_table(floor.address, someone["token"], kind="practice")
        async with at_table(floor.address, table, someone["token"]) as player:
            wallet = int(someone["wallet"])
            assert player.wallet == wallet
            await player.must("buy-in", chips=100_000)
            answer = await player.give("buy-in", chips=wallet)
            assert (answer["type"], answer["reason"]) == ("refusal", "not-enough"), "it is not empty yet"
            await player.must("buy-in", chips=wallet - 100_000)
            answer = await player.give("buy-in", chips=wallet)
            assert answer["type"] == "ack", "an empty wallet is filled with play chips"
            answer = await player.give("buy-in", chips=10**9)
            assert (answer["type"], answer["reason"]) == ("refusal", "not-enough")
            await player.must("cash-out")
            assert f"rack/{player.me}" not in player.view["balances"]

    asyncio.run(play())


def test_no_betting_time_is_given_to_who_sits_out(floor: Server) -> None:
    async def play() -> None:
        async with seated(floor, 1, 2) as (player, other):
            await other.say(type="sit-out", on=True)
            await player.until(lambda: player.view["step"] == "bets" and player.awaited == [player.me])
            await player.must("place-wager", position=1, chips=STAKE)
            await player.until_step("setting")

    asyncio.run(play())
