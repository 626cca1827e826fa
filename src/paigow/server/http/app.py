"""The HTTP application: routes, health and metrics, the headers of every response, and request limits.

The limits are on the time for the head to arrive, the time for the body, and the body's size.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from importlib import import_module
from typing import Any, Final

import h11
from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from paigow import __version__
from paigow.server.connections.lobby import Lobby
from paigow.server.http.common import (
    NO_PAGE,
    PAGES,
    LobbyOf,
    describe_problems,
    problem,
    problems,
    require_play,
    require_same_origin,
)
from paigow.server.http.models import Health
from paigow.server.http.pages import HEADERS, page_or_file
from paigow.server.monitoring import metrics_text

router = APIRouter(tags=["floor"])
TOPICS: Final = (
    "analysis",
    "asyncapi",
    "checkpoints",
    "floor",
    "consents",
    "incidents",
    "lessons",
    "people",
    "practice",
    "reports",
    "school",
    "tables",
    "training",
    "workshop",
)
"""Modules in this package, each with the routes of its topic."""
LONGEST_BODY: Final = 64 * 1024
"""Ten times what any request needs."""
LONGEST_DRAINED: Final = 1024 * 1024
"""A client cut off while sending may never read the answer, so up to this much is read and dropped first."""
_TOO_LATE: Final = (
    b"HTTP/1.1 408 Request Timeout\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 32\r\nConnection: close\r\n\r\nThe request did not come in time"
)


@router.get("/healthz", responses=problems())
async def healthz() -> Health:
    """Whether the process responds."""
    return Health(ok=True)


@router.get("/readyz", responses={503: {"model": Health, "description": "Not ready."}})
async def readyz(lobby: LobbyOf, response: Response) -> Health:
    """Whether the server can take traffic: the store accepts writes, and the floor isn't closing."""
    why = await lobby.readiness.why_not()
    if why is not None:
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    return Health(ok=why is None, why=why)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(lobby: LobbyOf) -> Response:
    """Metrics for Prometheus."""
    text = metrics_text(lobby.metrics, lobby.floor)
    return PlainTextResponse(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)


def application(lobby: Lobby) -> FastAPI:
    """The application for one floor."""
    app = FastAPI(
        title="paigow",
        version=__version__,
        description="A floor of pai gow tables. Play goes over a WebSocket: see docs/protocol.md.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.state.lobby = lobby
    describe_problems(app)
    app.include_router(router)
    for topic in TOPICS:
        app.include_router(import_module(f"paigow.server.http.{topic}").router)

    app.add_middleware(BodyLimit, lobby=lobby)

    @app.middleware("http")
    async def _with_headers(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        answer = require_same_origin(request) or require_play(request) or await call_next(request)
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.url.path.startswith("/api/"):
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer

    app.add_middleware(_HeadAsGet)

    @app.get(PAGES, include_in_schema=False)
    async def _page(request: Request, path: str) -> Response:
        found = None if path.startswith(("api/", "ws/")) else page_or_file(request)
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, NO_PAGE)
        return found

    return app


class _HeadAsGet:
    """Answers HEAD like GET; the HTTP server drops the body."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope
        await self.app(asked, receive, send)


class _Timed(H11Protocol):
    """uvicorn's protocol, closing a connection whose request head doesn't arrive in time."""

    seconds: float
    _deadline: asyncio.TimerHandle | None = None
    _begun = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._arm()

    def data_received(self, data: bytes) -> None:
        self._begun = True
        super().data_received(data)
        # Between two requests, uvicorn's own idle timeout applies until the next byte comes.
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
    """The class that uvicorn instantiates for each connection."""
    return type("Timed", (_Timed,), {"seconds": seconds})


class BodyLimit:
    """Rejects a body that is too long or too late, and one whose length is stated in two ways."""

    def __init__(self, app: ASGIApp, lobby: Lobby) -> None:
        self.app = app
        self._lobby = lobby

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await self._whole_body(scope, receive)
        except HTTPException as fault:
            answer = problem(fault.status_code, fault.detail)
            # The rest of the body would be taken for the next request.
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send)
            return
        replayed = False

        async def replay() -> Message:
            nonlocal replayed
            if replayed:
                return await receive()
            replayed = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, replay, send)

    async def _whole_body(self, scope: Scope, receive: Receive) -> bytes:
        names = {name.lower() for name, _ in scope["headers"]}
        if names >= {b"content-length", b"transfer-encoding"}:
            raise HTTPException(HTTPStatus.BAD_REQUEST, "The request states its length in two ways.")
        try:
            async with asyncio.timeout(self._lobby.limits.request_seconds):
                body = await _read_body(receive)
        except TimeoutError:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive.") from None
        if body is None:
            raise HTTPException(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                f"The request is too large. At most {LONGEST_BODY:,} bytes are read.",
            )
        return body


async def _read_body(receive: Receive) -> bytes | None:
    """The body of a request, or None if it is too long."""
    pieces, length, more = [], 0, True
    while more and length < LONGEST_DRAINED:
        message = await receive()
        piece = message.get("body", b"")
        length += len(piece)
        if length <= LONGEST_BODY:
            pieces.append(piece)
        more = message.get("more_body", False)
    return b"".join(pieces) if length <= LONGEST_BODY else None
