"""Clients for tests: they keep their view of the table by the protocol, and nothing else."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from paigow.table.deal.mixing import word_commitment

__all__ = [
    "UNLIMITED",
    "Player",
    "account",
    "act",
    "at_table",
    "follow_due",
    "guest",
    "own_table",
    "play_round",
    "put_over",
    "socket_address",
    "until_asked_to_set",
]

Record = dict[str, Any]
PATIENCE = 60.0
UNTIL_NOT_TOO_FAST = 0.1
"""Seconds after which a server accepts more messages from a client that sent too many."""
WORDS = "a long password"
UNLIMITED: dict[str, Any] = {"max_size": None, "max_queue": None}
"""With a full queue, a closing client would wait ten seconds for a goodbye that it doesn't read."""


def put_over(view: Record, frame: Record) -> None:
    """Merge the changed accounts of an update into a view."""
    for account, cents in (frame.get("balances") or {}).items():
        if cents is None:
            del view["balances"][account]
        else:
            view["balances"][account] = cents


def socket_address(server: str, table: str, role: str = "player") -> str:
    return f"{server.replace('http', 'ws', 1)}ws/tables/{table}?protocol=2&as={role}"


async def guest(server: str, name: str = "Anna") -> Record:
    """Create a guest; returns the whole response with `person` and `token`."""
    async with httpx.AsyncClient(base_url=server, timeout=PATIENCE) as web:
        answer = await web.post("/api/session", json={"name": name})
        assert answer.status_code == 200, answer.text
        found: Record = answer.json()
        return found


def account(server: str, store: str, name: str, *roles: str) -> str:
    """An account with roles granted from the command line; returns its token."""
    with httpx.Client(base_url=server, timeout=PATIENCE) as web:
        made = web.post("/api/accounts", json={"name": name, "password": WORDS})
        assert made.status_code == 201, made.text
    for role in roles:
        command = [sys.executable, "-m", "paigow", "people", "grant", name, role, "--store", store]
        subprocess.run(command, check=True, capture_output=True)
    return str(made.json()["token"])


SALT = bytes(range(16))


@dataclass(slots=True)
class Player:
    """One connection. `view` is built from snapshot and updates; every frame is recorded as it came."""

    socket: ClientConnection
    me: str = ""
    version: int = -1
    view: Record = field(default_factory=dict)
    options: list[Record] = field(default_factory=list)
    options_version: int = -1
    awaited: list[str] = field(default_factory=list)
    left: float | None = None
    away: list[str] = field(default_factory=list)
    events: list[Record] = field(default_factory=list)
    answers: dict[str, Record] = field(default_factory=dict)
    faults: list[Record] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    wallet: int | None = None
    meters: Record = field(default_factory=dict)
    due: Record = field(default_factory=dict)
    word: str | None = None
    """The word that this player has committed to, opened as soon as bets are closed."""
    _number: int = 0
    _waited_for: dict[str, int] = field(default_factory=dict)

    async def commit_word(self, word: str) -> None:
        """Mix a word into this round; its random bytes are always the same here."""
        chance = self.view["chance"]
        commitment = word_commitment(chance["table"], chance["round"] + 1, self.me, word, SALT)
        await self.must("commit-word", commitment=commitment)
        self.word = word

    async def _open_word(self) -> None:
        chance = self.view.get("chance") or {}
        if self.word is not None and chance.get("listed") and not chance["closed"]:
            opens = {"do": "open-word", "word": self.word, "salt": SALT.hex()}
            await self.say(type="command", id=f"{id(self):x}-word-{self.version}", command=opens)
            self.word = None

    async def hear(self) -> Record:
        """Take the next frame."""
        text = await asyncio.wait_for(self.socket.recv(), PATIENCE)
        assert isinstance(text, str)
        self.frames.append(text)
        frame: Record = json.loads(text)
        getattr(self, f"_{frame['type']}")(frame)
        await self._open_word()
        return frame

    def _hello(self, frame: Record) -> None:
        assert frame["protocol"] == 2
        self.me = frame["me"]

    def _snapshot(self, frame: Record) -> None:
        self.version, self.view = frame["version"], frame["view"]
        self.options, self.options_version = frame["options"], frame["version"]
        self.awaited, self.left, self.away = frame["awaited"], frame["left"], frame["away"]
        self.wallet, self.meters = frame["wallet"], frame["meters"]

    def _update(self, frame: Record) -> None:
        assert frame["after"] == self.version, "a gap"
        self.version = frame["version"]
        self.view.update(frame["view"])
        put_over(self.view, frame)
        assert self.view["version"] == self.version
        self.events += frame["events"]
        self.awaited, self.left = frame["awaited"], frame.get("left")
        self.away = frame.get("away", self.away)

    def _meters(self, frame: Record) -> None:
        self.meters = frame["meters"]

    def _options(self, frame: Record) -> None:
        self.options, self.options_version = frame["options"], frame["version"]

    def _checkpoint(self, frame: Record) -> None:
        """What the floor signs is for witnesses: it doesn't change the view of the table."""

    def _due(self, frame: Record) -> None:
        assert frame["version"] == self.version
        self.due = frame

    def _ack(self, frame: Record) -> None:
        self.answers[frame["id"]] = frame

    def _refusal(self, frame: Record) -> None:
        self.answers[frame["id"]] = frame

    def _fault(self, frame: Record) -> None:
        if frame["id"] is None:
            self.faults.append(frame)
        else:
            self.answers[frame["id"]] = frame

    async def say(self, **message: Any) -> None:
        await self.socket.send(json.dumps(message))

    async def give(self, do: str, command_id: str | None = None, **fields: Any) -> Record:
        """Send a command and wait for its answer; if it was over the rate limit, send it again."""
        self._number += 1
        name = command_id or f"{id(self):x}-{self._number}"
        message = {"type": "command", "id": name, "command": {"do": do, **fields}}
        await self.say(**message)
        async with asyncio.timeout(PATIENCE):
            while name not in self.answers:
                heard = await self.hear()
                if heard.get("code") == "too-fast" and heard["id"] is None:
                    await asyncio.sleep(UNTIL_NOT_TOO_FAST)
                    await self.say(**message)
        return self.answers.pop(name)

    async def must(self, do: str, **fields: Any) -> Record:
        """Send a command that has to be accepted."""
        answer = await self.give(do, **fields)
        assert answer["type"] == "ack", answer
        return answer

    async def until(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Read frames until something is true."""
        async with asyncio.timeout(seconds):
            while not condition():
                await self.hear()

    async def until_step(self, *steps: str, seconds: float = PATIENCE) -> None:
        await self.until(lambda: self.view["step"] in steps, seconds)

    async def until_event(self, name: str, seconds: float = PATIENCE) -> Record:
        """The next event of a name after the last one waited for; it may have arrived already."""
        start = self._waited_for.get(name, 0)

        def found() -> int | None:
            named = (place for place, each in enumerate(self.events[start:], start) if each["event"] == name)
            return next(named, None)

        await self.until(lambda: found() is not None, seconds)
        place = found()
        assert place is not None
        self._waited_for[name] = place + 1
        return self.events[place]

    def may(self, do: str) -> list[Record]:
        """The options of a kind."""
        return [option for option in self.options if option["command"]["do"] == do]

    def hand(self, place: int) -> Record:
        found: Record = next(hand for hand in self.view["hands"] if hand["place"] == place)
        return found

    @property
    def seat(self) -> int:
        return int(self.view["chairs"].index(self.me)) + 1

    async def sit(self, position: int, chips: int = 100_000) -> None:
        """Take a seat as soon as the table is open."""
        await self.must("buy-in", chips=chips)
        await self.until(lambda: self.may("sit"))
        await self.must("sit", position=position)


@asynccontextmanager
async def at_table(
    server: str, table: str, token: str, role: str = "player", **options: Any
) -> AsyncIterator[Player]:
    """A client that has received hello and its snapshot."""
    headers = {"Authorization": f"Bearer {token}"}
    address = socket_address(server, table, role)
    async with connect(address, additional_headers=headers, **UNLIMITED, **options) as socket:
        player = Player(socket)
        await player.until(lambda: player.version >= 0)
        yield player


async def own_table(
    server: str, token: str, submission: str = "commission-tiles-full", kind: str = "private", bots: int = 0
) -> str:
    """A new table; returns its name."""
    body = {"submission": submission, "kind": kind, "bots": bots}
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server, headers=headers, timeout=PATIENCE) as web:
        answer = await web.post("/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def play_round(player: Player, chips: int = 2500) -> None:
    """Play on until the current round, or else the next one, is over: a small bet, any setting."""
    number = player.view["round"] + (0 if player.view["staked"] else 1)
    seen = len(player.events)
    while not any(event["event"] in ENDS for event in player.events[seen:]):
        await act(player, number, chips)


async def follow_due(dealer: Player, step: str) -> None:
    """As dealer, do only what is due until the table is at a step."""
    while dealer.view["step"] != step:
        act = dealer.due.get("act")
        if act and act["by"] == "dealer" and dealer.due["version"] == dealer.version:
            await dealer.give(**{name: value for name, value in act.items() if name != "by"})
        else:
            await dealer.hear()


async def until_asked_to_set(player: Player, chips: int = 2500) -> None:
    """Bet, and play on to the player's own hand. Bots may be in a round of theirs when somebody sits down."""
    while player.view["step"] != "setting" or player.me not in player.awaited:
        await act(player, player.view["round"] + 1, chips)


ENDS = ("round-finished", "round-voided")


async def act(player: Player, number: int, chips: int) -> None:
    """Do what this player is asked now, or read frames."""
    step, me = player.view["step"], player.me in player.awaited
    match step:
        case "offer" if me:
            await player.give("pass-bank")
        case "bets" if me and player.view["round"] < number:
            await player.give("place-wager", position=player.seat, chips=chips)
        case "cut" if me:
            await player.give("pass-cut")
        case "shake" | "player-shake" if me:
            await player.give("shake-dice")
        case "setting" if me:
            pieces = player.hand(player.seat)["pieces"]
            answer = await player.give("set-hand", position=player.seat, low=pieces[:2])
            if answer["type"] == "refusal":
                await player.give("set-hand", position=player.seat, low=pieces[:2], confirmed=True)
        case "expose" if me:
            await player.say(type="ready")
            await player.hear()
        case _:
            await player.hear()
