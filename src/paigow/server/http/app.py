"""The HTTP application: its routes, what every answer carries, and how failures are told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from fastapi import FastAPI, HTTPException, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from paigow import __version__
from paigow.server import api_floor
from paigow.server.connections.socket import Lobby
from paigow.server.http import people as api_people
from paigow.server.http import practice as api_practice
from paigow.server.http import tables as api_tables
from paigow.server.http.common import describe_problems, problem, require_same_origin
from paigow.server.http.pages import HEADERS, page_or_file

__all__ = ["application"]

LONGEST_BODY: Final = 64 * 1024
"""No request of ours is a tenth as long; what is longer is not kept."""
LONGEST_HEARD_OUT: Final = 1024 * 1024


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
    for topic in (api_floor, api_people, api_practice, api_tables):
        app.include_router(topic.router)

    app.add_middleware(_ShortBodies, lobby=lobby)

    @app.middleware("http")
    async def _every_answer(
        request: Request, call_next: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        answer = require_same_origin(request) or await call_next(request)
        for name, value in HEADERS.items():
            answer.headers.setdefault(name, value)
        if request.url.path.startswith("/api/"):
            answer.headers.setdefault("Cache-Control", "no-store")
        return answer

    app.add_middleware(_HeadAsGet)

    @app.get("/{path:path}", include_in_schema=False)
    async def _page(request: Request, path: str) -> Response:
        found = None if path.startswith(("api/", "ws/")) else page_or_file(request)
        if found is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "there is no such page")
        return found

    return app


class _HeadAsGet:
    """Whoever asks for the head alone gets that of the whole answer; the HTTP server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope
        await self.app(asked, receive, send)


class _ShortBodies:
    """Refuses a body longer than any request needs, one that does not come, and one of two lengths."""

    def __init__(self, app: ASGIApp, lobby: Lobby) -> None:
        self.app = app
        self._lobby = lobby

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await self._body(scope, receive)
        except HTTPException as fault:
            answer = problem(fault.status_code, fault.detail)
            # What is left of the body would be taken for the next request.
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send)
            return
        told = False

        async def again() -> Message:
            nonlocal told
            if told:
                return await receive()
            told = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, again, send)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        names = {name.lower() for name, _ in scope["headers"]}
        if names >= {b"content-length", b"transfer-encoding"}:
            raise HTTPException(HTTPStatus.BAD_REQUEST, "the length of the request is told in two ways")
        try:
            async with asyncio.timeout(self._lobby.limits.request_seconds):
                body = await _body(receive)
        except TimeoutError:
            raise HTTPException(HTTPStatus.REQUEST_TIMEOUT, "the request did not come in time") from None
        if body is None:
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the request is too long")
        return body


async def _body(receive: Receive) -> bytes | None:
    """The body of a request, or None if it is too long."""
    pieces, length, more = [], 0, True
    # Who is cut off in the middle of sending may never read the answer, so some more is heard.
    while more and length < LONGEST_HEARD_OUT:
        message = await receive()
        piece = message.get("body", b"")
        length += len(piece)
        if length <= LONGEST_BODY:
            pieces.append(piece)
        more = message.get("more_body", False)
    return b"".join(pieces) if length <= LONGEST_BODY else None
