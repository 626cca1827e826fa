"""uvicorn's HTTP protocol with a time limit for the head of a request. Not for bodies: `api` limits them."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

__all__ = ["request_protocol"]

_TOO_LATE: Final = (
    b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 32\r\nConnection: close\r\n\r\nThe request did not come in time"
)


class _Timed(H11Protocol):
    """Closes a connection whose request does not arrive, byte by byte or not at all."""

    seconds: float
    _deadline: asyncio.TimerHandle | None = None
    _begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arm()

    def data_received(self, data: bytes) -> None:
        self._begun = True
        super().data_received(data)
        # Between two requests uvicorn's own limit for idle connections applies, until the next byte comes.
        if self.conn.their_state is not h11.IDLE:
            self._disarm()
        elif self._deadline is None and self.timeout_keep_alive_task is None:
            self._arm()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._disarm()
        super().handle_websocket_upgrade(event)

    def _arm(self) -> None:
        self._deadline = self.loop.call_later(self.seconds, self._late)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _late(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            if self._begun:
                self.transport.write(_TOO_LATE)
            self.transport.close()


def request_protocol(seconds: float) -> type[Any]:
    """The class that uvicorn makes one of for each connection."""
    return type("Timed", (_Timed,), {"seconds": seconds})
