"""WebSocket connections on uvicorn's transport: who may connect, what they may send, when they are dropped.

Frames are written as they are to the transport: what many viewers see alike is encoded and framed once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections import deque
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import uvicorn
from msgspec import Raw

from paigow.server.accounts.identity import Identity, Session
from paigow.server.accounts.names import is_guest
from paigow.server.accounts.rate_limits import AddressLimiter, Bucket, LoginLimiter
from paigow.server.coaching import Coach
from paigow.server.connections.client import Client
from paigow.server.connections.framing import Fault, FrameReader, Opcode, close_frame, frame, text_frame
from paigow.server.connections.handshake import (
    LONGEST_HEAD,
    Request,
    Turned,
    accepted,
    parse_request,
    same_origin,
    token_of,
    trusts,
    turned_away,
)
from paigow.server.connections.protocol import PROTOCOL, Hello, encode, fault
from paigow.server.edges import Edges
from paigow.server.limits import Limits
from paigow.server.monitoring import Metrics
from paigow.server.readiness import Readiness
from paigow.server.tables.floor import Floor

__all__ = ["Lobby", "socket_protocol"]

_PATH: Final = re.compile(r"/ws/tables/([a-z0-9-]{1,64})")
_ROLES: Final = ("player", "dealer", "floor")
POLICY: Final = 1008
RESTARTING: Final = 1012
TRY_AGAIN: Final = 1013
ENDED: Final = 4401
REVOKED: Final = 4403
MOST_UNCHECKED: Final = 200
"""So many messages of somebody in a role wait until the store has said that the role is still theirs."""
BETWEEN_CHECKS: Final = 0.25
LINGER: Final = 2.0
"""How long a closed connection is kept for what the other side still sends, in seconds."""
_log = logging.getLogger("paigow.sockets")


@dataclass(frozen=True, slots=True)
class Visit:
    """Who has come to which table, in which role, by which session."""

    table: str
    person: str
    role: str
    session: str
    granted: bool
    """Whether the role is theirs by right: a guest plays, an owner deals. Other roles can be revoked."""


class Lobby:
    """What every connection of a server shares."""

    def __init__(self, floor: Floor, identity: Identity, edges: Edges, limits: Limits) -> None:
        self.floor = floor
        self.identity = identity
        self.edges = edges
        self.limits = limits
        self.metrics = Metrics()
        self.coach = Coach()
        self.readiness = Readiness(floor)
        self.door = AddressLimiter(limits.door_rate, limits.door_burst)
        self.locks = AddressLimiter(limits.door_rate / 10, limits.door_burst / 10)
        self.logins = LoginLimiter(self.locks)
        self.open: set[Socket] = set()
        self.by_person: dict[str, int] = {}
        self._outbox: list[tuple[Socket, bytes]] = []

    def post(self, socket: Socket, frames: bytes) -> None:
        """Have frames sent when all that is ready to be told has been told.

        One after the other they cost less: whoever reads them is woken once and finds them all.
        """
        if not self._outbox:
            asyncio.get_running_loop().call_soon(self.send_all)
        self._outbox.append((socket, frames))

    def send_all(self) -> None:
        """Send what has been posted."""
        outbox, self._outbox = self._outbox, []
        for socket, frames in outbox:
            socket.send(frames)

    async def admit(self, request: Request, scheme: str) -> Visit:
        """Who enters which table in which role, over `http` or `https`. Raises Turned."""
        found = _PATH.fullmatch(request.path)
        room = self.floor.rooms.get(found[1]) if found else None
        if found is None or room is None:
            raise Turned(HTTPStatus.NOT_FOUND, "there is no such table")
        if not same_origin(request.headers, self.limits.origins, scheme):
            raise Turned(HTTPStatus.FORBIDDEN, "another site's page may not connect")
        if request.query.get("protocol", str(PROTOCOL)) != str(PROTOCOL):
            raise Turned(HTTPStatus.BAD_REQUEST, f"protocol {PROTOCOL} is spoken here")
        if self.floor.draining:
            raise Turned(HTTPStatus.SERVICE_UNAVAILABLE, "the floor is closing")
        role = request.query.get("as", "player")
        if role not in _ROLES:
            raise Turned(HTTPStatus.BAD_REQUEST, f"one comes as {', '.join(_ROLES)}")
        session = await self._session(request)
        if session is None:
            raise Turned(HTTPStatus.UNAUTHORIZED, "a session is needed: POST /api/session gives one")
        person = session.person
        granted = is_guest(person) if role == "player" else room.settings.owner == person
        visit = Visit(found[1], person, role, session.id, granted=granted)
        if not await self.allows(visit):
            raise Turned(HTTPStatus.FORBIDDEN, f"{role} is a role that has to be granted")
        if self.by_person.get(person, 0) >= self.limits.connections:
            raise Turned(HTTPStatus.TOO_MANY_REQUESTS, "too many connections for one person")
        return visit

    async def _session(self, request: Request) -> Session | None:
        """The session behind a request; one that is not known yet is looked up in the store."""
        token = token_of(request.headers)
        session = self.identity.signed(token)
        if session is None or self.identity.is_known(session):
            return session
        try:
            return await asyncio.to_thread(self.identity.session, token)
        except Exception as error:
            _log.warning("a session cannot be looked up: %s", type(error).__name__)
            raise Turned(HTTPStatus.SERVICE_UNAVAILABLE, "the store cannot be reached: try again") from error

    async def allows(self, visit: Visit) -> bool:
        """Whether somebody has, at this moment, the role in which they came."""
        if visit.granted:
            return True
        try:
            roles = await asyncio.to_thread(self.identity.roles, visit.person)
        except Exception as error:
            _log.warning("roles cannot be looked up: %s", type(error).__name__)
            raise Turned(HTTPStatus.SERVICE_UNAVAILABLE, "the store cannot be reached: try again") from error
        return visit.role in roles

    def disconnect_ended(self, ended: AbstractSet[str]) -> None:
        """Close the connections of sessions that have ended."""
        for socket in tuple(self.open):
            if socket.visit is not None and socket.visit.session in ended:
                socket.close(ENDED, "your session has ended: sign in again")

    def disconnect_revoked(self, roles: Mapping[str, AbstractSet[str]]) -> None:
        """Close the connections of people, of those in `roles`, who have lost the role in which they came."""
        for socket in tuple(self.open):
            visit = socket.visit
            if visit is None or visit.granted or visit.person not in roles:
                continue
            if visit.role not in roles[visit.person]:
                socket.close(REVOKED, f"you no longer have the {visit.role} role")

    def shut(self) -> None:
        """Say goodbye to everyone: the server is restarting."""
        for socket in tuple(self.open):
            socket.close(RESTARTING, "the server is restarting")


class Socket(asyncio.Protocol):
    """One connection. uvicorn hands over the transport together with the request's head."""

    __slots__ = (
        "_admission",
        "_bucket",
        "_checking",
        "_client",
        "_closing",
        "_head",
        "_lobby",
        "_loop",
        "_number",
        "_ponged",
        "_reader",
        "_timer",
        "_transport",
        "_unchecked",
        "visit",
    )

    trusted_proxies: list[str] | str

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._loop = asyncio.get_running_loop()
        self._head: bytes | None = b""
        self._client: Client | None = None
        self._transport: asyncio.Transport | None = None
        self._reader = FrameReader(lobby.limits.message_bytes)
        self._bucket = Bucket(lobby.limits.rate, lobby.limits.burst)
        self._number = -1
        self._timer: asyncio.TimerHandle | None = None
        self._ponged = True
        self._closing = False
        self.visit: Visit | None = None
        self._admission: asyncio.Task[None] | None = None
        self._unchecked: deque[bytes] = deque()
        self._checking: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport) or hasattr(transport, "write")
        self._transport = transport  # type: ignore[assignment]
        self._number = transport.get_extra_info("socket").fileno()

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        client, self._client = self._client, None
        if client is not None:
            self._lobby.open.discard(self)
            self._lobby.metrics.closed += 1
            _count(self._lobby.by_person, client.person, -1)
            client.leave()

    def eof_received(self) -> bool:
        return False

    def shutdown(self) -> None:
        """uvicorn's word when the server stops."""
        self.close(RESTARTING, "the server is restarting")

    def data_received(self, data: bytes) -> None:
        if self._closing:
            return
        if self._head is not None:
            self._opened(data)
            return
        try:
            for opcode, payload in self._reader.feed(data):
                if self._transport is None or self._closing:
                    return
                self._hear(opcode, payload)
        except Fault as wrong:
            self.close(wrong.code, wrong.sentence)
        except Exception:  # noqa: BLE001 - one client's trouble is not another's
            _log.exception("a message could not be handled")
            self.close(1011, "something went wrong here")

    def _opened(self, data: bytes) -> None:
        """Take up the request's head; once it is whole, see whether it may come in."""
        self._head = (self._head or b"") + data
        if len(self._head) > LONGEST_HEAD:
            self._turn_away(Turned(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too long a head"))
        elif self._admission is None and b"\r\n\r\n" in self._head:
            self._admission = self._loop.create_task(self._admit())

    async def _admit(self) -> None:
        """Answer the request; what came after it is read then."""
        try:
            request = parse_request((self._head or b"").partition(b"\r\n\r\n")[0])
            answer = accepted(request)
            visit = await self._lobby.admit(request, self._scheme(request))
        except Turned as turned:
            self._turn_away(turned)
            return
        if self._transport is None or self._closing:
            return
        _, _, rest = (self._head or b"").partition(b"\r\n\r\n")
        self._head = None
        self._write(answer)
        self._enter(visit)
        if rest:
            self.data_received(rest)

    def _scheme(self, request: Request) -> str:
        """How the client has connected: to us, or to a proxy whose word we take."""
        assert self._transport is not None
        peer = self._transport.get_extra_info("peername")
        told = request.headers.get("x-forwarded-proto", "")
        if told and trusts(self.trusted_proxies, peer[0] if peer else ""):
            return "https" if told.strip().lower() in ("https", "wss") else "http"
        return "https" if self._transport.get_extra_info("sslcontext") else "http"

    def _turn_away(self, turned: Turned) -> None:
        self._lobby.metrics.turned_away += 1
        _log.debug("turned away with %d: %s", turned.status, turned.sentence)
        if self._transport is not None:
            self._transport.write(turned_away(turned))
            self._transport.close()

    def _enter(self, visit: Visit) -> None:
        lobby, table, person, role = self._lobby, visit.table, visit.person, visit.role
        self.visit = visit
        room = lobby.floor.rooms[table]
        self._client = client = Client(room, person, role, lobby.floor.wallets.held, self._write)
        lobby.open.add(self)
        lobby.metrics.opened += 1
        _log.debug("%s is at table %s as %s", person, table, role)
        _count(lobby.by_person, person, 1)
        layout: Raw = room.audience.layout
        hello = Hello(PROTOCOL, table, client.actor, role, int(time.time() * 1000), layout)
        self._write(text_frame(encode(hello)))
        client.enter()
        self._timer = self._loop.call_later(lobby.limits.ping_seconds, self._ping)

    def _hear(self, opcode: int, payload: bytes) -> None:
        client = self._client
        if opcode == Opcode.TEXT and client is not None:
            self._lobby.metrics.messages += 1
            if not self._bucket.take():
                self._too_fast()
            elif client.role == "player":
                client.hear(payload)
            else:
                self._hear_staff(payload)
        elif opcode == Opcode.CLOSE:
            self.close(1000, "")
        elif opcode == Opcode.PONG and not self._ponged:
            self._ponged = True
        elif not self._bucket.take():
            self._too_fast()
        elif opcode == Opcode.PING:
            self._write(frame(Opcode.PONG, payload))

    def _hear_staff(self, payload: bytes) -> None:
        """Each message of a dealer or floor is taken only after their role was looked up, in its order."""
        self._unchecked.append(payload)
        if len(self._unchecked) > MOST_UNCHECKED:
            self.close(TRY_AGAIN, "the store cannot be reached: try again later")
        elif self._checking is None:
            self._checking = self._loop.create_task(self._hear_checked())

    async def _hear_checked(self) -> None:
        visit = self.visit
        assert visit is not None
        while self._unchecked and not self._closing:
            waiting = len(self._unchecked)
            try:
                allowed = await self._lobby.allows(visit)
            except Turned:
                # Nothing could be kept meanwhile either.
                await asyncio.sleep(BETWEEN_CHECKS)
                continue
            if not allowed:
                self.close(REVOKED, f"you no longer have the {visit.role} role")
                break
            for _ in range(waiting):
                if self._client is not None and not self._closing:
                    self._client.hear(self._unchecked.popleft())
        self._checking = None

    def _too_fast(self) -> None:
        """One message too many is refused; who does not slow down is dropped."""
        self._lobby.metrics.limited += 1
        if self._bucket.patience():
            told = fault("too-fast", f"at most {self._lobby.limits.rate:g} messages a second")
            self._write(text_frame(told))
        else:
            self.close(POLICY, "too many messages")

    def _ping(self) -> None:
        """Find out whether anyone is still there."""
        if not self._ponged:
            self.abort()
            return
        self._ponged = False
        self._write(frame(Opcode.PING, b""))
        self._timer = self._loop.call_later(self._lobby.limits.ping_seconds, self._ping)

    def _write(self, frames: bytes) -> None:
        if self._transport is not None and not self._closing:
            self._lobby.metrics.frames += 1
            self._lobby.post(self, frames)

    def send(self, frames: bytes) -> None:
        """Write to the transport; a reader that does not keep up is dropped, since it can resync."""
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        if not transport.get_write_buffer_size():
            # At once, where the transport would wait for the end of the loop's turn.
            try:
                sent = os.write(self._number, frames)
            except OSError:
                sent = 0
            if sent == len(frames):
                return
            frames = frames[sent:]
        transport.write(frames)
        if transport.get_write_buffer_size() > self._lobby.limits.unread_bytes:
            self._lobby.metrics.dropped += 1
            _log.info("a client that did not read was dropped")
            self.abort()

    def close(self, code: int, sentence: str) -> None:
        """Say why, and wait a moment for the other side to close: what it still sends would undo the word."""
        transport = self._transport
        if transport is None or self._closing or transport.is_closing():
            return
        self._closing = True
        self._lobby.send_all()
        _log.debug("closed with %d: %s", code, sentence)
        if self._head is None:
            transport.write(close_frame(code, sentence))
        transport.write_eof()
        self._loop.call_later(LINGER, self.abort)

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def _count(counts: dict[str, int], name: str, change: int) -> None:
    counts[name] = counts.get(name, 0) + change
    if not counts[name]:
        del counts[name]


def socket_protocol(lobby: Lobby) -> type[Any]:
    """The class that uvicorn makes one of for each WebSocket request."""

    class Bound(Socket):
        __slots__ = ("trusted_proxies",)

        def __init__(self, config: uvicorn.Config, server_state: object, app_state: object) -> None:  # noqa: ARG002 - uvicorn's words
            super().__init__(lobby)
            self.trusted_proxies = config.forwarded_allow_ips

    return Bound
