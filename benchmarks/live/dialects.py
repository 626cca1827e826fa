"""Connecting to and driving a table in two protocols: ours and boardgame.io's over Socket.IO.

The pattern is the same in both: a player at a table of six changes a wager, and all six are notified.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable, Generator
from typing import Any, Final, Protocol, TypeVar

from benchmarks.live.links import Link, Poll

__all__ = ["SEATS", "BoardgameIo", "Dialect", "Opening", "Paigow", "Told", "dialect"]

SEATS: Final = 6
LEAST: Final = 2500
_STEP: Final = 100
Address = tuple[str, int]
Result = TypeVar("Result")
Opening = Generator[None, None, Result]


class Told(Protocol):
    """What a dialect reports to the driver."""

    def updated(self, link: Link, version: int) -> None:
        """A client has seen the table up to a version."""
        ...

    def kept(self, link: Link, version: int) -> None:
        """A client's command is done, as this version."""
        ...

    def watched(self, link: Link, payload: bytes) -> None:
        """A spectator received something."""
        ...


class Dialect(Protocol):
    """One protocol, for any number of tables."""

    def open(self, table: int, seats: int, poll: Poll) -> Opening[list[Link]]:
        """Clients at a table where wagers can be changed forever; yields while it waits for answers."""
        ...

    def watch(self, table: int, poll: Poll, token: str | None = None) -> Opening[list[Link]]:
        """One more spectator: a guest, or by an existing session."""
        ...

    def command(self, link: Link, number: int) -> bytes:
        """The client's next command."""
        ...


def _asking(address: Address) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
    connection = http.client.HTTPConnection(*address)

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status < 300, (path, answer.status, text)
        found: dict[str, Any] = json.loads(text)
        return found

    return post


def _until(condition: Callable[[], object]) -> Opening[None]:
    while not condition():
        yield


class Paigow:
    """The floor's own protocol. Players say that they haven't finished betting, so betting stays open."""

    def __init__(self, address: Address, told: Told, named: str) -> None:
        self._address = address
        self._told = told
        self._named = named
        self._post = _asking(address)
        self._answers: dict[str, bytes] = {}
        self._views: dict[Link, dict[str, Any]] = {}

    def open(self, table: int, seats: int, poll: Poll) -> Opening[list[Link]]:
        links: list[Link] = []
        while len(links) < seats:
            links.append((yield from self._enter(table, poll)))
        for seat, link in enumerate(links, start=1):
            link.table, link.seat = table, seat
            yield from self._do(link, do="buy-in", chips=LEAST * 40)
        yield from _until(lambda: self._view(links[0])["step"] in ("idle", "offer", "bets"))
        for link in links:
            yield from self._do(link, do="sit", position=link.seat)
        yield from self._to_betting(links)
        for link in links:
            link.say(b'{"type":"ready","on":false}')
            yield from self._do(link, do="place-wager", position=link.seat, chips=LEAST)
        for link in links:
            link.version = int(self._view(link)["version"])
            del self._views[link]
            link.hear = self._hear
        return links

    def _to_betting(self, links: list[Link]) -> Opening[None]:
        """Nobody takes the bank."""
        while self._view(links[0])["step"] != "bets":
            offer = self._view(links[0])["offer"]
            asked = offer["person"] if offer and offer["pending"] else None
            for link in links:
                if self._view(link)["me"] == asked:
                    yield from self._do(link, may_fail=True, do="pass-bank")
            yield

    def watch(self, table: int, poll: Poll, token: str | None = None) -> Opening[list[Link]]:
        link = yield from self._enter(table, poll, token)
        del self._views[link]
        link.hear = self._told.watched
        return [link]

    def _view(self, link: Link) -> dict[str, Any]:
        return self._views[link]

    def _enter(self, table: int, poll: Poll, spectator: str | None = None) -> Opening[Link]:
        token = spectator or self._post("/api/session", {"name": "Load"})["token"]
        role = "player" if spectator is None else "observer"
        path = f"/ws/tables/{self._named}-{table}?protocol=2&as={role}"
        link = Link(self._address, path, f"Authorization: Bearer {token}\r\n", self._hear_all)
        poll.add(link)
        yield from _until(lambda: link in self._views)
        return link

    def _do(self, link: Link, *, may_fail: bool = False, **command: Any) -> Opening[None]:
        link.held += 1
        name = f"{link.seat}-{link.held}-{id(link)}"
        link.say(json.dumps({"type": "command", "id": name, "command": command}).encode())
        yield from _until(lambda: name in self._answers)
        answer = self._answers.pop(name)
        assert may_fail or answer.startswith(b'{"type":"ack"'), (command, answer)

    def _hear_all(self, link: Link, payload: bytes) -> None:
        """Before the load starts, a client tracks the table."""
        message = json.loads(payload)
        match message["type"]:
            case "snapshot":
                self._views[link] = {**message["view"], "me": message["me"]}
            case "update":
                self._views[link] |= message["view"]
            case "ack" | "refusal" | "fault":
                self._answers[message["id"]] = payload

    def _hear(self, link: Link, payload: bytes) -> None:
        if payload.startswith(b'{"type":"update"'):
            start = payload.index(b'"version":') + 10
            self._told.updated(link, int(payload[start : payload.index(b",", start)]))
        elif payload.startswith(b'{"type":"ack"'):
            start = payload.index(b'"version":') + 10
            self._told.kept(link, int(payload[start:-1]))
        else:
            assert payload.startswith(b'{"type":"options"'), payload

    def command(self, link: Link, number: int) -> bytes:
        chips = LEAST + _STEP * (number % 7)
        return b'{"type":"command","id":"%d","command":{"do":"place-wager","position":%d,"chips":%d}}' % (
            number,
            link.seat,
            chips,
        )


class BoardgameIo:
    """Socket.IO's text protocol, as in boardgame.io's own client."""

    def __init__(self, address: Address, told: Told) -> None:
        self._address = address
        self._told = told
        self._post = _asking(address)
        self._ready: set[Link] = set()
        self._matches: dict[int, str] = {}

    def open(self, table: int, seats: int, poll: Poll) -> Opening[list[Link]]:
        match = self._post("/games/floor/create", {"numPlayers": SEATS})["matchID"]
        self._matches[table] = match
        links = []
        for seat in range(seats):
            join = {"playerID": str(seat), "playerName": f"Load {seat}"}
            link = Link(self._address, "/socket.io/?EIO=4&transport=websocket", "", self._hear)
            link.credentials = self._post(f"/games/floor/{match}/join", join)["playerCredentials"]
            link.table, link.seat = table, seat
            poll.add(link)
            yield from _until(lambda link=link: link in self._ready)  # type: ignore[misc]
            links.append(link)
        return links

    def watch(self, table: int, poll: Poll, token: str | None = None) -> Opening[list[Link]]:
        raise NotImplementedError("nobody only looks on at the peer's tables")

    def _hear(self, link: Link, payload: bytes) -> None:
        if payload.startswith(b'42/floor,["update"'):
            self._update(link, payload)
        elif payload == b"2":
            link.say(b"3")
        elif payload.startswith(b"0"):
            link.say(b"40/floor,")
        elif payload.startswith(b"40/floor,"):
            sync = ["sync", self._matches[link.table], str(link.seat), link.credentials, SEATS]
            link.say(b"42/floor," + json.dumps(sync).encode())
        elif payload.startswith(b'42/floor,["sync"'):
            self._ready.add(link)

    def _update(self, link: Link, payload: bytes) -> None:
        start = payload.index(b'"_stateID":') + 11
        version = int(payload[start : payload.index(b"}", start)])
        self._told.updated(link, version)
        mover = payload.rindex(b'"playerID":"') + 12
        if payload[mover] - 48 == link.seat:
            self._told.kept(link, version)

    def command(self, link: Link, number: int) -> bytes:
        chips = LEAST + _STEP * (number % 7)
        return (
            b'42/floor,["update",{"type":"MAKE_MOVE","payload":{"type":"wager","args":[%d],"playerID":"%d",'
            b'"credentials":"%b"}},%d,"%b","%d"]'
            % (
                chips,
                link.seat,
                link.credentials.encode(),
                link.version,
                self._matches[link.table].encode(),
                link.seat,
            )
        )


def dialect(name: str, address: Address, told: Told, named: str) -> Dialect:
    """The dialect of a server; its tables have this name, and numbers."""
    return Paigow(address, told, named) if name == "paigow" else BoardgameIo(address, told)
