"""WebSocket connections on uvicorn's transport: who may connect, what they may send, when they are dropped.

Frames are written as they are to the transport: what many viewers see alike is encoded and framed once.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from http import HTTPStatus
from typing import Any, Final

import uvicorn
from msgspec import Raw

from paigow.server.accounts.rate_limits import Bucket
from paigow.server.connections.client import Client
from paigow.server.connections.framing import Fault, FrameReader, Opcode, close_frame, frame, text_frame
from paigow.server.connections.handshake import (
    LONGEST_HEAD,
    Rejected,
    Request,
    accepted,
    parse_request,
    rejection,
    trusts,
)
from paigow.server.connections.lobby import RESTARTING, REVOKED, Lobby, Visit
from paigow.server.connections.protocol import PROTOCOL, Hello, encode, fault

POLICY: Final = 1008
TRY_AGAIN: Final = 1013
MOST_UNCHECKED: Final = 200
"""So many messages of somebody in a role wait until the store has said that the role is still theirs."""
BETWEEN_CHECKS: Final = 0.25
LINGER: Final = 2.0
"""How long a closed connection is kept for what the other side still sends, in seconds."""
_log = logging.getLogger("paigow.socket")


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
            self._reject(Rejected(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too long a head"))
        elif self._admission is None and b"\r\n\r\n" in self._head:
            self._admission = self._loop.create_task(self._admit())

    async def _admit(self) -> None:
        """Answer the request; what came after it is read then."""
        try:
            request = parse_request((self._head or b"").partition(b"\r\n\r\n")[0])
            answer = accepted(request)
            visit = await self._lobby.admit(request, self._scheme(request))
        except Rejected as rejected:
            self._reject(rejected)
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

    def _reject(self, rejected: Rejected) -> None:
        self._lobby.metrics.rejected += 1
        _log.debug("rejected with %d: %s", rejected.status, rejected.sentence)
        if self._transport is not None:
            self._transport.write(rejection(rejected))
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
            except Rejected:
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
        """A message over the rate is refused; a client that doesn't slow down is disconnected."""
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
