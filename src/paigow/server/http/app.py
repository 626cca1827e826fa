"""The HTTP application: its routes, health and metrics, and the headers that every response carries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus

from fastapi import APIRouter, FastAPI, HTTPException, Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from starlette.types import ASGIApp, Receive, Scope, Send

from paigow import __version__
from paigow.server.connections.lobby import Lobby
from paigow.server.http import people, practice, tables
from paigow.server.http.common import LobbyOf, describe_problems, problems, require_same_origin
from paigow.server.http.models import Health
from paigow.server.http.pages import HEADERS, page_or_file
from paigow.server.http.request_limits import BodyLimit
from paigow.server.monitoring import metrics_text

router = APIRouter(tags=["floor"])


@router.get("/healthz", responses=problems())
async def healthz() -> Health:
    """Whether the process answers."""
    return Health(ok=True)


@router.get("/readyz", responses={503: {"model": Health, "description": "Not ready."}})
async def readyz(lobby: LobbyOf, response: Response) -> Health:
    """Whether people may be sent here: the store takes writes, and the floor is not closing."""
    why = await lobby.readiness.why_not()
    if why is not None:
        response.status_code = HTTPStatus.SERVICE_UNAVAILABLE
    return Health(ok=why is None, why=why)


@router.get("/metrics", response_class=PlainTextResponse)
async def metrics(lobby: LobbyOf) -> Response:
    """Figures for Prometheus."""
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
    for topic in (router, people.router, practice.router, tables.router):
        app.include_router(topic)

    app.add_middleware(BodyLimit, lobby=lobby)

    @app.middleware("http")
    async def _with_headers(
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
    """Answers HEAD like GET; the HTTP server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope
        await self.app(asked, receive, send)
