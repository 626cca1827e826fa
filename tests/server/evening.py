"""A scripted evening at a table: people answer one by one when asked, whatever happens to the server.

A command without an answer is retried under its id; each reconnection checks that nothing is lost.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from contextlib import closing
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from paigow.server.accounts.identity import Identity, Session
from paigow.store.journal import open_store
from paigow.store.people import SessionRecord, add_session
from tests.server.players import UNLIMITED, Player, socket_address

__all__ = ["Guest", "evening"]

Record = dict[str, Any]
KEY = bytes.fromhex("5a" * 32)
PATIENCE = 300.0
SIDES = {"tiles": ("dice-bonus", "triple"), "cards": ("progressive", "fortune")}
ORDER = (*"23456789", "10", *"JQKA")
GONE = (ConnectionError, WebSocketException)


def signed_in(store: str, person: str) -> str:
    """A session in the store; returns its token."""
    now = int(time.time())
    session = Session(person, now + 9999, secrets.token_hex(16))
    with closing(open_store(store)) as opened:
        add_session(opened.database, SessionRecord(session.id, person, now, session.until))
        return Identity(opened.database, KEY).token(session)


@dataclass(slots=True)
class Guest:
    """One person at one table, over many connections."""

    server: str
    store: str
    table: str
    name: str
    seat: int
    acknowledged: dict[str, int] = field(default_factory=dict)
    connections: int = 0
    events: list[str] = field(default_factory=list)
    _player: Player | None = None
    _token: str = ""
    _number: int = 0
    _hand: tuple[int, list[str]] = (0, [])

    @property
    def view(self) -> Record:
        assert self._player is not None
        return self._player.view

    @property
    def player(self) -> Player:
        assert self._player is not None
        return self._player

    @property
    def person(self) -> str:
        return f"{self.name}~aaaaa"

    async def connect(self) -> None:
        """Connect, retrying as needed; what was acknowledged is there, and the hand is the same."""
        player = await self._connected()
        if self._player is not None:
            self.events += [event["event"] for event in self._player.events]
            await self._player.socket.close()
        self._player = player
        self.connections += 1
        assert player.version >= max(self.acknowledged.values(), default=0), "acknowledged and lost"
        self._same_hand()

    async def _connected(self) -> Player:
        self._token = self._token or signed_in(self.store, self.person)
        headers = {"Authorization": f"Bearer {self._token}"}
        address = socket_address(self.server, self.table)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                player = Player(await connect(address, additional_headers=headers, **UNLIMITED))
                while player.version < 0:
                    await player.hear()
            except (*GONE, OSError):
                assert time.monotonic() < end, "the server does not come back"
                await asyncio.sleep(0.02)
            else:
                return player

    def _same_hand(self) -> None:
        held = [hand for hand in self.view["hands"] if hand["place"] == self.seat]
        if held and held[0]["pieces"] and held[0]["pieces"][0] is not None:
            number, pieces = self._hand
            if number == self.view["round"] and pieces:
                assert sorted(held[0]["pieces"]) == sorted(pieces), "another hand"
            self._hand = (self.view["round"], held[0]["pieces"])

    async def give(self, do: str, **fields: Any) -> Record:
        self._number += 1
        name = f"{self.name}-{self._number}"
        while True:
            try:
                answer = await self.player.give(do, name, **fields)
            except GONE:
                await self.connect()
                continue
            if answer["type"] == "ack":
                self.acknowledged[name] = answer["version"]
            return answer

    async def must(self, do: str, **fields: Any) -> None:
        answer = await self.give(do, **fields)
        assert answer["type"] == "ack", (self.view["step"], do, answer)

    async def hear(self) -> None:
        try:
            await self.player.hear()
            self._same_hand()
        except GONE:
            await self.connect()

    async def say(self, **message: Any) -> None:
        try:
            await self.player.say(**message)
        except GONE:
            await self.connect()

    async def until_version(self, version: int) -> None:
        while self.player.version < version:
            await self.hear()

    def happened(self, name: str) -> int:
        return [*self.events, *(event["event"] for event in self.player.events)].count(name)


async def evening(guests: list[Guest], rounds: int) -> None:
    """Play at one table. The first is there from the start, the others come while betting is open."""
    first = guests[0]
    await first.connect()
    while first.view["step"] != "idle":
        await first.hear()
    await first.must("buy-in", chips=400_000)
    while not first.player.may("sit"):
        await first.hear()
    await first.must("sit", position=first.seat)
    await _until_asked(first, 0)
    for guest in guests[1:]:
        await guest.connect()
        await guest.must("buy-in", chips=400_000)
        await guest.must("sit", position=guest.seat)
    while await _until_asked(first, rounds):
        who = next(guest for guest in guests if guest.person in first.player.awaited)
        await who.until_version(first.player.version)
        await _act(who, guests)
        await first.until_version(who.player.version)
    for guest in guests:
        await guest.player.socket.close()


async def _until_asked(first: Guest, rounds: int) -> bool:
    """Wait until somebody is asked; False once this many rounds are over and the last seed is revealed."""
    while True:
        view = first.view
        if rounds and view["round"] >= rounds and not view["staked"]:
            if view["chance"] is None or view["chance"]["round"] >= rounds:
                return False
        elif first.player.awaited:
            return True
        await first.hear()


async def _act(who: Guest, guests: list[Guest]) -> None:
    view = who.view
    match view["step"]:
        case "offer":
            # The first takes the bank in every second round.
            wanted = who is guests[0] and view["round"] % 2 == 1
            if not wanted or (await who.give("accept-bank"))["type"] != "ack":
                await who.must("pass-bank")
        case "bets":
            await _bet(who, guests)
        case "cut":
            await who.must("decline-cut" if who.table == "tiles" else "pass-cut")
        case "style":
            await who.must("choose-delivery", style=_layout(who)["banking"]["deliveries"][0])
        case "shake" | "player-shake":
            await who.must("shake-dice")
        case "setting":
            await _set(who, "set-hand", position=who.seat)
        case "bank-setting":
            await _set(who, "set-bank-hand")
        case "expose":
            await who.say(type="ready")
            await guests[0].hear()
        case step:
            raise AssertionError(f"{who.name} is asked at {step}")


async def _set(who: Guest, do: str, **fields: Any) -> None:
    """The first two pieces that are accepted, lowest cards first."""
    pieces: list[str] = who.player.hand(who.seat)["pieces"]
    if who.table == "cards":
        pieces = sorted(
            pieces, key=lambda card: (len(ORDER) if card == "Jo" else ORDER.index(card[:-1]), card)
        )
    for low in combinations(pieces, 2):
        if (await who.give(do, low=low, **fields))["type"] == "ack":
            return
    raise AssertionError(f"nothing will do of {pieces}")


async def _bet(who: Guest, guests: list[Guest]) -> None:
    """The main wager, plus others, as long as somebody else is still asked for theirs."""
    limits = _layout(who)["limits"]
    await who.must("place-wager", position=who.seat, chips=limits["main"][0])
    others = [guest.person for guest in guests if guest is not who]
    for kind in SIDES[who.table] if any(person in who.player.awaited for person in others) else ():
        await who.give("place-wager", position=who.seat, kind=kind, chips=limits[kind][0])


def _layout(who: Guest) -> Record:
    hello: Record = json.loads(who.player.frames[0])
    found: Record = hello["layout"]
    return found
