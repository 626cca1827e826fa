"""How long a table waits for silent players: as its submission says, for each question, and no longer.

It uses a simulated clock (`worlds`), so that a minute is exact to the second and takes no time.
"""

from __future__ import annotations

import asyncio
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from paigow.server.accounts.identity import guest_name
from paigow.server.connections.client import Client
from paigow.server.tables import seeds
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.timing import INSPECTION
from paigow.submissions.checking import find_submission
from paigow.table.deal.mixing import SALT_BYTES, word_commitment
from paigow.table.state import Step
from tests.rules import rule
from tests.server.unruly import payloads_of
from tests.server.worlds import World, world
from tests.table.tables import submission_with

Record = dict[str, Any]
TIMERS = {"betting": 31, "bank": 17, "cut": 13, "delivery": 11, "shake": 7, "setting": 61, "surrender": 5}
ASKED = {
    "bets": "betting",
    "offer": "bank",
    "cut": "cut",
    "style": "delivery",
    "shake": "shake",
    "player-shake": "shake",
    "setting": "setting",
    "bank-setting": "setting",
    "expose": "surrender",
}
WITHIN = 0.5
"""How long writing and publishing a command can take in that world, in seconds."""
PACE = 0.1
GRACE = 6.0
"""How long the table waits for a disconnected player."""
ALL = ("idle", "bets", "offer", "setting", "bank-setting", "expose")
QUESTIONS = {
    "commission-tiles": {*ALL, "cut", "style", "shake"},
    "colorado-tiles": {*ALL, "cut", "style", "player-shake"},
    "maryland-poker": {*ALL},
}


class Mute:
    """A person who is there, bets or takes the bank now and then, and is silent apart from that."""

    def __init__(self, made: World, table: str, name: str, position: int, **does: bool) -> None:
        self.person = guest_name(name)
        self.waited: list[tuple[str, float, float]] = []
        """At which step, how long, and what had been sent about it."""
        self.steps: list[str] = []
        self.counted_down: set[str] = set()
        """The steps seen, and those at which a countdown was sent."""
        self._clock = made.clock
        self._position = position
        self._looks = does.get("looks", False)
        self._takes_time = does.get("takes_time", False)
        self._plays_on = does.get("plays_on", False)
        self.asked_to_surrender: set[int] = set()
        self.played_on: set[int] = set()
        """The banked rounds in which this person declined, before any player's hand was due to be exposed."""
        self._view: Record = {}
        self._number = 0
        self._said: dict[str, Record] = {}
        self._times: dict[str, int] = {}
        self._asked: tuple[tuple[object, ...], str, float, float] | None = None
        room = made.floor.rooms[table]
        self._client = Client(room, self.person, "player", made.floor.wallets.held, self._write)

    def enter(self) -> None:
        self._client.enter()
        self._say("buy-in", chips=100_000)

    def leave(self) -> None:
        self._client.leave()

    def sit(self) -> bool:
        """Request the seat, unless it is taken."""
        if self.person in self._view["chairs"]:
            return True
        self._say("sit", position=self._position)
        return False

    def commit_word(self) -> None:
        """Commit to a word that is never opened."""
        chance = self._view["chance"]
        number = chance["round"] + 1
        self._say(
            "commit-word",
            commitment=word_commitment(chance["table"], number, self.person, "lark", b"0" * SALT_BYTES),
        )

    def _say(self, do: str, **fields: object) -> None:
        self._number += 1
        self._said[f"{self._number}"] = {"do": do, **fields}
        self._send(f"{self._number}")

    def _send(self, number: str) -> None:
        data = msgspec.json.encode({"type": "command", "id": number, "command": self._said[number]})
        asyncio.get_running_loop().call_soon(self._client.receive, data)

    def _write(self, frames: bytes) -> None:
        for message in payloads_of(frames):
            if message["type"] in ("snapshot", "update"):
                self._view.update(message["view"])
                self._look(message)
            elif message.get("code") == "unavailable":
                self._send(message["id"])

    def _look(self, message: Record) -> None:
        """A question begins, continues, or ends without an answer."""
        view, now = self._view, self._clock.now
        self.steps.append(view["step"])
        if message.get("left") is not None:
            self.counted_down.add(view["step"])
        early = view["step"] in ("dealer-setting", "expose-bank") and view["bank"] is not None
        if self._plays_on and early and view["round"] not in self.played_on:
            self.played_on.add(view["round"])
            asyncio.get_running_loop().call_soon(self._client.receive, b'{"type": "ready"}')
        question = None
        if self.person in message["awaited"]:
            question = (view["step"], view["round"], view["bank"], view["offer"])
        if self._asked is not None and question != self._asked[0]:
            _, step, since, told = self._asked
            self.waited.append((step, now - since, told))
            if step == "expose":
                self.asked_to_surrender.add(int(str(self._asked[0][1])))
            self._asked = None
        if question is not None and self._asked is None and not self._answers(view["step"]):
            self._asked = (question, view["step"], now, 0.0)
        if self._asked is not None and message.get("of"):
            self._asked = (*self._asked[:3], message["of"])

    def _answers(self, step: str) -> bool:
        """To keep the game going: one bets, the other every second time, and so gets to bank."""
        self._times[step] = self._times.get(step, 0) + 1
        first = self._position == 1
        if step == "idle" and self._looks:
            self._say("look-at-pieces")
            asyncio.get_running_loop().call_soon(self._client.receive, b'{"type": "ready"}')
        elif step == "idle" and self._takes_time:
            asyncio.get_running_loop().call_soon(self._client.receive, b'{"type": "ready", "on": false}')
        if step == "bets" and not (first and self._times[step] % 2):
            self._say("place-wager", position=self._position, chips=2500)
        elif step == "offer" and first and self._times[step] % 2 == 0:
            self._say("accept-bank")
        else:
            return False
        return True


@rule("R61")
@pytest.mark.parametrize("book", QUESTIONS)
def test_every_question_is_open_as_long_as_the_submission_says(tmp_path: Path, book: str) -> None:
    known = tomllib.loads(find_submission(f"{book}-full").text)["timers"]
    timers = {name: seconds for name, seconds in TIMERS.items() if name in known}
    changes = [f"timers.{name} = {seconds}" for name, seconds in timers.items()]
    table = f"{book}-mute"
    with world(f"timers/{book}", tmp_path) as made:

        async def evening() -> list[Mute]:
            text = submission_with(f"{book}-full", *changes).text
            made.floor.add(NewTable(table, text, TableSettings(pace=PACE)))
            people = [Mute(made, table, name, place) for place, name in ((1, "Anna"), (4, "Bo"))]
            for person in people:
                person.enter()
                while not person.sit():  # noqa: ASYNC110 - in this world it takes no time
                    await asyncio.sleep(1)
            while made.floor.rooms[table].host.committed.round < 12:
                await asyncio.sleep(10)
                assert made.clock.now < 10_000, made.floor.rooms[table].host.committed.step
            return people

        people: list[Mute] = []

        async def live() -> None:
            people.extend(await evening())

        made.live(live)
    waited = [each for person in people for each in person.waited]
    assert {step for step, _, _ in waited} >= QUESTIONS[book]
    for step, seconds, told in waited:
        expected = PACE * INSPECTION if step == "idle" else timers[ASKED[step]]
        assert told == pytest.approx(expected, abs=WITHIN), step
        assert seconds == pytest.approx(expected, abs=WITHIN), step


@rule("commission-tiles 4(c)", "colorado-tiles 30-2605(3)", "maryland-poker 4.C", "R62")
@pytest.mark.parametrize("book", QUESTIONS)
@pytest.mark.parametrize("looks", [False, True])
def test_the_first_player_can_look_at_the_pieces_before_they_are_made_ready(
    tmp_path: Path, book: str, looks: bool
) -> None:
    """The table waits for silence for as long as allowed; it doesn't wait for a player who has looked."""
    with world(f"looking/{book}/{looks}", tmp_path) as made:
        table = f"{book}-looking"
        people: list[Mute] = []

        async def live() -> None:
            made.floor.add(NewTable(table, submission_with(f"{book}-full").text, TableSettings(pace=1)))
            person = Mute(made, table, "Anna", 1, looks=looks)
            people.append(person)
            person.enter()
            # The table has been open for long when somebody comes: the time to inspect starts only then.
            await asyncio.sleep(500)
            while not person.sit():  # noqa: ASYNC110 - in this world it takes no time
                await asyncio.sleep(1)
            while not person.waited:
                await asyncio.sleep(1)
                assert made.clock.now < 1_000

        made.live(live)
    (step, seconds, told), *_ = people[0].waited
    assert step == "idle"
    assert told == pytest.approx(INSPECTION, abs=WITHIN)
    assert seconds == pytest.approx(0 if looks else INSPECTION, abs=WITHIN)


@pytest.mark.parametrize("book", QUESTIONS)
@pytest.mark.parametrize("does", ["looks", "takes_time", "nothing"])
def test_a_table_without_a_clock_counts_nothing_down(tmp_path: Path, book: str, does: str) -> None:
    """It waits for a hand however long, and for a look if the player asks for time; betting still closes.

    A player who says nothing at the inspection, such as a program that only bets and sets, holds nobody up.
    """
    with world(f"clockless/{book}/{does}", tmp_path) as made:
        table = f"{book}-clockless"
        people: list[Mute] = []

        async def live() -> None:
            text = submission_with(f"{book}-full").text
            made.floor.add(NewTable(table, text, TableSettings(pace=1, clock=False)))
            person = Mute(made, table, "Bo", 4, **{does: True})
            people.append(person)
            person.enter()
            await asyncio.sleep(60)
            while not person.sit():  # noqa: ASYNC110 - in this world it takes no time
                await asyncio.sleep(1)
            await asyncio.sleep(600)

        made.live(live)
    (person,) = people
    assert person.counted_down == set()
    assert person.steps[-1] == ("idle" if does == "takes_time" else "setting")
    assert ("bets" in person.steps) == (does != "takes_time")
    if does == "nothing":
        step, seconds, _ = person.waited[0]
        assert step == "idle"
        assert seconds == pytest.approx(INSPECTION, abs=WITHIN)


@rule("R54")
@pytest.mark.parametrize("book", QUESTIONS)
def test_a_player_who_plays_on_against_a_bank_is_not_asked_again_about_surrender(
    tmp_path: Path, book: str
) -> None:
    """A bank's hand is set two steps before the players' are exposed; surrender is possible from then on."""
    with world(f"playing-on/{book}", tmp_path) as made:
        table = f"{book}-playing-on"
        people: list[Mute] = []

        async def live() -> None:
            made.floor.add(NewTable(table, submission_with(f"{book}-full").text, TableSettings(pace=PACE)))
            people.append(Mute(made, table, "Anna", 1))
            people.append(Mute(made, table, "Bo", 4, plays_on=True))
            for person in people:
                person.enter()
                while not person.sit():  # noqa: ASYNC110 - in this world it takes no time
                    await asyncio.sleep(1)
            while made.floor.rooms[table].host.committed.round < 12:
                await asyncio.sleep(10)
                assert made.clock.now < 10_000

        made.live(live)
    _, bo = people
    assert bo.played_on
    assert not bo.played_on & bo.asked_to_surrender


@rule("R61", "R85")
def test_time_that_is_over_is_told_though_something_else_happens_in_that_instant(tmp_path: Path) -> None:
    """The automatic dealer checks the table after the deadline and before its own timer fires."""
    with world("over", tmp_path) as made:
        told: list[bool] = []

        def dealer_hears(frames: bytes) -> None:
            told.extend(message["late"] for message in payloads_of(frames) if message["type"] == "due")

        async def live() -> None:
            table = "over"
            text = submission_with("commission-tiles-plain").text
            made.floor.add(NewTable(table, text, TableSettings(pace=PACE)))
            room, person = made.floor.rooms[table], Mute(made, table, "Anna", 1)
            person.enter()
            while not person.sit() or room.host.committed.step is not Step.BETS:  # noqa: ASYNC110 - in this world it takes no time
                await asyncio.sleep(1)
            Client(room, "Dora", "dealer", made.floor.wallets.held, dealer_hears).enter()
            person.leave()
            await asyncio.sleep(0.1)
            assert told
            assert not any(told)
            made.clock.now += GRACE
            room.dealer.proceed()
            await asyncio.sleep(0.1)

        made.live(live)
        assert told[-1]


@rule("R97")
def test_words_are_closed_though_their_time_ends_between_two_looks_at_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop can fire its timers a moment early: the first check finds time left, the next one none."""
    with world("words", tmp_path) as made:

        async def live() -> None:
            text = submission_with("commission-tiles-plain").text
            made.floor.add(NewTable("words", text, TableSettings(pace=PACE)))
            room, person = made.floor.rooms["words"], Mute(made, "words", "Anna", 4)
            person.enter()
            while not person.sit() or not room.host.committed.bets_open:  # noqa: ASYNC110 - in this world it takes no time
                await asyncio.sleep(0.1)
            person.commit_word()
            while (timer := room.dealer._words_timer) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            chance = room.host.committed.drawing
            assert chance.unopened
            timer.cancel()
            made.clock.now = timer.when()
            looks = iter([made.clock.now - 1e-4])
            with monkeypatch.context() as patched:
                clock = SimpleNamespace(time=made.clock.time, monotonic=lambda: next(looks, made.clock.now))
                patched.setattr(seeds, "time", clock)
                room.dealer._words_over()
            await asyncio.sleep(1)
            assert room.host.committed.drawing.closed

        made.live(live)
