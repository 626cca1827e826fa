"""WebSocket connections on uvicorn's transport: what a client can send, and when it is disconnected.

`websockets` implements the protocol without I/O: handshake, parsing, pongs, and closing. Messages to clients
bypass it: a server's frames aren't masked, so a message for many viewers is encoded and framed once.
Extensions aren't offered: with compression, every connection would need its own frames.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from typing import Any, Final

import uvicorn
from msgspec import Raw
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, Event
from websockets.server import ServerProtocol

from paigow.server.accounts.rate_limits import TokenBucket
from paigow.server.connections.client import Client
from paigow.server.connections.lobby import REVOKED, UNCHECKED, Lobby, Rejected, Visit
from paigow.server.connections.protocol import PROTOCOL, Hello, encode, fault, text_frame

READ_AT_ONCE: Final = 2048
"""Bytes parsed between two checks of the rate limit. The smallest frame takes 6 bytes and 3 microseconds, so
a single read of 256 KiB full of them would hold up every table for a tenth of a second."""
MOST_UNCHECKED: Final = 200
"""This many messages of a person in a role can wait for the store to confirm the role."""
BETWEEN_CHECKS: Final = 0.25
LINGER: Final = 2.0
"""How long a closed connection stays to drain what the other side still sends, in seconds."""
_PING: Final = Frame(Opcode.PING, b"").serialize(mask=False)
_log = logging.getLogger("paigow.socket")


class Socket(asyncio.Protocol):
    """One connection. uvicorn hands over the transport together with the request head."""

    __slots__ = (
        "_admission",
        "_bucket",
        "_checking",
        "_client",
        "_closing",
        "_lobby",
        "_loop",
        "_parts",
        "_ponged",
        "_transport",
        "_unchecked",
        "_websocket",
        "visit",
    )

    trusted_proxies: list[str] | str

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._loop = asyncio.get_running_loop()
        self._client: Client | None = None
        self._transport: asyncio.Transport | None = None
        self._websocket = ServerProtocol(max_size=lobby.limits.message_bytes)
        self._parts: list[bytes] = []
        """The frames received so far of a fragmented message."""
        self._bucket = TokenBucket(lobby.limits.message_rate, lobby.limits.message_burst)
        self._ponged = True
        self._closing = False
        self.visit: Visit | None = None
        self._admission: asyncio.Task[None] | None = None
        self._unchecked: deque[bytes] = deque()
        self._checking: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        # Break reference cycles between the protocol, its parser, and errors, so that the connection is freed
        # now. The garbage collector would free it, and thousands of others, much later.
        self._websocket.parser.close()
        self._websocket.parser_exc = self._websocket.handshake_exc = None
        client, self._client = self._client, None
        if client is not None:
            assert self.visit is not None
            self._lobby.closed(self, self.visit)
            client.leave()

    def data_received(self, data: bytes) -> None:
        try:
            for start in range(0, len(data), READ_AT_ONCE):
                self._websocket.receive_data(data[start : start + READ_AT_ONCE])
                for event in self._websocket.events_received():
                    if self._transport is not None and not self._closing:
                        self._handle(event)
                self._send_own()
        except Exception:  # noqa: BLE001 - one client's trouble is not another's
            _log.exception("couldn't handle a message")
            self.close(CloseCode.INTERNAL_ERROR, "something went wrong here")

    def _handle(self, event: Event) -> None:
        match event:
            case Frame(Opcode.TEXT | Opcode.CONT):
                self._receive_part(bytes(event.data), final=event.fin)
            case Frame(Opcode.PONG) if not self._ponged:
                self._ponged = True
            case Frame(Opcode.BINARY):
                self.close(CloseCode.UNSUPPORTED_DATA, "messages are text")
            case Frame(Opcode.PING | Opcode.PONG) if not self._bucket.take():
                self._too_fast()
            case Request():
                assert self._transport is not None
                self._transport.pause_reading()
                self._admission = self._loop.create_task(self._admit(event))
            case _:
                pass  # The protocol has answered pings and closing frames itself.

    async def _admit(self, request: Request) -> None:
        """Answer the request. Reading is paused until then."""
        visit = None
        response = self._websocket.accept(request)
        if response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            headers = {name.lower(): value for name, value in request.headers.raw_items()}
            try:
                visit = await self._lobby.admit(request.path, headers, self._scheme(headers))
            except Rejected as rejected:
                response = self._websocket.reject(rejected.status, rejected.sentence)
        if self._transport is None or self._closing:
            return
        self._websocket.send_response(response)
        self._send_own()
        if visit is not None:
            self._enter(visit)
        else:
            self._lobby.metrics.rejected += 1
            _log.debug("rejected with %d: %s", response.status_code, bytes(response.body).decode())
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _scheme(self, headers: dict[str, str]) -> str:
        """The client's scheme: on its connection to us, or as reported by a trusted proxy."""
        assert self._transport is not None
        peer = self._transport.get_extra_info("peername")
        told = headers.get("x-forwarded-proto", "")
        if told and _trusts(self.trusted_proxies, peer[0] if peer else ""):
            return "https" if told.strip().lower() in ("https", "wss") else "http"
        return "https" if self._transport.get_extra_info("sslcontext") else "http"

    def _enter(self, visit: Visit) -> None:
        lobby, table, person, role = self._lobby, visit.table, visit.person, visit.role
        self.visit = visit
        room = lobby.floor.rooms[table]
        self._client = client = Client(room, person, role, lobby.floor.wallets.held, self._write)
        client.consents = lobby.consents
        lobby.opened(self, visit)
        _log.debug("%s is at table %s as %s", person, table, role)
        layout: Raw = room.audience.layout
        hello = Hello(PROTOCOL, table, client.actor, role, int(time.time() * 1000), layout)
        self._write(text_frame(encode(hello)))
        client.enter()

    def _receive_part(self, part: bytes, *, final: bool) -> None:
        """Take a frame of a message. Fragments count as messages, or else endless fragments would be free."""
        self._parts.append(part)
        allowed = self._bucket.take()
        if not allowed:
            self._too_fast()
        if final:
            message = b"".join(self._parts)
            self._parts.clear()
            self._lobby.metrics.messages += 1
            if allowed:
                self._receive_message(message)

    def _receive_message(self, message: bytes) -> None:
        client = self._client
        try:
            message.decode()
        except UnicodeDecodeError:
            self.close(CloseCode.INVALID_DATA, "text is UTF-8")
            return
        if client is not None and client.role in UNCHECKED:
            client.receive(message)
        elif client is not None:
            self._receive_staff_message(message)

    def _receive_staff_message(self, payload: bytes) -> None:
        """A message of a dealer or floor is handled only after their role was looked up, in order."""
        self._unchecked.append(payload)
        if len(self._unchecked) > MOST_UNCHECKED:
            self.close(CloseCode.TRY_AGAIN_LATER, "the store can't be reached: try again later")
        elif self._checking is None:
            self._checking = self._loop.create_task(self._receive_checked())

    async def _receive_checked(self) -> None:
        visit = self.visit
        assert visit is not None
        while self._unchecked and not self._closing:
            waiting = len(self._unchecked)
            try:
                allowed = await self._lobby.allows(visit)
                staff = await self._lobby.staff()
            except Rejected:
                # Nothing can be committed while the store is away.
                await asyncio.sleep(BETWEEN_CHECKS)
                continue
            if not allowed:
                self.close(REVOKED, f"you no longer have the {visit.role} role")
                break
            for _ in range(waiting):
                if self._client is not None and not self._closing:
                    self._client.staff = staff
                    self._client.receive(self._unchecked.popleft())
        self._checking = None

    def _too_fast(self) -> None:
        """A message over the rate limit is refused; a client that doesn't slow down is disconnected."""
        self._lobby.metrics.limited += 1
        if self._bucket.tolerates_excess():
            told = fault(
                "too-fast", f"You can send at most {self._lobby.limits.message_rate:g} messages per second."
            )
            self._write(text_frame(told))
        else:
            self.close(CloseCode.POLICY_VIOLATION, "too many messages")

    def ping(self) -> None:
        """Check that the client is still there."""
        transport = self._transport
        if transport is None or self._closing or transport.is_closing():
            return
        if self._ponged:
            self._ponged = False
            transport.write(_PING)
        else:
            self.abort()

    def _write(self, frames: bytes) -> None:
        """Send whole frames; a client that can't keep up is disconnected, since it can resync."""
        transport = self._transport
        if transport is None or self._closing or transport.is_closing():
            return
        self._lobby.metrics.frames += 1
        transport.write(frames)
        if transport.get_write_buffer_size() > self._lobby.limits.unread_bytes:
            self._lobby.metrics.dropped += 1
            _log.info("disconnected a client that didn't read")
            self.abort()

    def _send_own(self) -> None:
        """Send the protocol's own bytes: the handshake, pings and pongs, the closing frame."""
        for data in self._websocket.data_to_send():
            if self._transport is None or self._closing or self._transport.is_closing():
                return
            if data != SEND_EOF:
                self._transport.write(data)
            else:
                self._closing = True
                self._transport.write_eof()
                self._loop.call_later(LINGER, self.abort)

    def close(self, code: int, sentence: str) -> None:
        """Send the reason, and wait a moment for the other side to close; what it still sends isn't read."""
        if not self._closing:
            _log.debug("closed with %d: %s", code, sentence)
            self._websocket.fail(code, sentence)
            self._send_own()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()


def _trusts(proxies: list[str] | str, address: str) -> bool:
    """Whether an address is a trusted proxy: addresses, networks, or `*`, comma-separated or as a list."""
    named = proxies.split(",") if isinstance(proxies, str) else proxies
    for each in (name.strip() for name in named):
        try:
            if each == "*" or ip_address(address) in ip_network(each, strict=False):
                return True
        except ValueError:
            if each and each == address:
                return True
    return False


def socket_protocol(lobby: Lobby) -> type[Any]:
    """The class that uvicorn instantiates for each WebSocket request."""

    class Bound(Socket):
        __slots__ = ("trusted_proxies",)

        def __init__(self, config: uvicorn.Config, server_state: object, app_state: object) -> None:  # noqa: ARG002 - uvicorn's words
            super().__init__(lobby)
            self.trusted_proxies = config.forwarded_allow_ips

    return Bound
