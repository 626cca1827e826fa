"""WebSocket connections of a load driver: plain sockets on one epoll, with minimal work per frame.

The driver shares the machine with the server it drives, so what it spends is taken from both.
"""

from __future__ import annotations

import select
import socket
from collections.abc import Callable
from typing import Final

__all__ = ["Link", "Poll", "masked"]

READ_BYTES: Final = 1 << 15
_TEXT: Final = 0x81
_CLOSE: Final = 0x88
_PING: Final = 0x89
_PONG: Final = 0x8A
_ZERO_MASK: Final = b"\x00\x00\x00\x00"

Hear = Callable[["Link", bytes], None]


def masked(payload: bytes, first: int = _TEXT) -> bytes:
    """A client's frame; the mask is zero, so that the payload stays unchanged."""
    size = len(payload)
    if size < 126:
        return bytes((first, 0x80 | size)) + _ZERO_MASK + payload
    assert size < 1 << 16, "commands are short"
    return bytes((first, 0x80 | 126)) + size.to_bytes(2, "big") + _ZERO_MASK + payload


class Link:
    """One connection after its handshake."""

    __slots__ = (
        "_buffer",
        "credentials",
        "hear",
        "held",
        "place",
        "seat",
        "sent",
        "socket",
        "table",
        "version",
    )

    def __init__(self, address: tuple[str, int], path: str, headers: str, hear: Hear) -> None:
        self.hear = hear
        self.version = 0
        self.sent = 0.0
        self.seat = self.table = self.place = 0
        self.credentials = ""
        self.held = 0
        """The client's own state between commands."""
        self.socket = socket.create_connection(address)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = "AAAAAAAAAAAAAAAAAAAAAA=="
        self.socket.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"{headers}\r\n".encode()
        )
        self._buffer = self._past_head()
        self.socket.setblocking(False)

    def _past_head(self) -> bytes:
        got = b""
        while b"\r\n\r\n" not in got:
            more = self.socket.recv(READ_BYTES)
            assert more, got
            got += more
        head, _, rest = got.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        return rest

    def say(self, payload: bytes) -> None:
        self.socket.sendall(masked(payload))

    def read(self) -> None:
        """Process every complete frame received."""
        try:
            data = self.socket.recv(READ_BYTES)
        except BlockingIOError:
            return
        assert data, "the server hung up"
        if self._buffer:
            data = self._buffer + data
        self._buffer = self._heard(data)

    def heard_already(self) -> None:
        """Process what came along with the handshake."""
        self._buffer = self._heard(self._buffer)

    def _heard(self, data: bytes) -> bytes:
        start, end = 0, len(data)
        while end - start >= 2:
            size, body = data[start + 1], start + 2
            if size == 126:
                body += 2
                size = int.from_bytes(data[start + 2 : body], "big")
            elif size == 127:
                body += 8
                size = int.from_bytes(data[start + 2 : body], "big")
            if body + size > end:
                break
            self._take(data[start], data[body : body + size])
            start = body + size
        return data[start:] if start < end else b""

    def _take(self, first: int, payload: bytes) -> None:
        if first == _TEXT:
            self.hear(self, payload)
        elif first == _PING:
            self.socket.sendall(masked(payload, _PONG))
        else:
            assert first != _CLOSE, payload


class Poll:
    """All links of a driver."""

    def __init__(self) -> None:
        self._epoll = select.epoll()
        self._links: dict[int, Link] = {}

    def add(self, link: Link) -> None:
        number = link.socket.fileno()
        self._links[number] = link
        self._epoll.register(number, select.EPOLLIN)
        link.heard_already()

    def once(self, seconds: float) -> None:
        """Wait at most this long for input, and process all of it."""
        for number, _ in self._epoll.poll(seconds):
            self._links[number].read()
