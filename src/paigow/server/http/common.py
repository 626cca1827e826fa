"""Shared by all routes: the floor, the session and the table of a request, and error responses."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.responses import Response

from paigow.faults import BadInput, sentence
from paigow.server.accounts.identity import Session, token_of
from paigow.server.connections.lobby import Lobby, same_origin
from paigow.server.http.models import RequestProblem
from paigow.server.http.wrong_fields import wrong_field
from paigow.server.tables.room import Room
from paigow.store.archive_file import ArchiveUnavailable
from paigow.store.database import StoreUnavailable

_log = logging.getLogger("paigow.http")

_NAMES: Final = {
    400: "The request can't be carried out.",
    401: "Start a session or sign in first.",
    403: "You are not allowed to do this.",
    404: "Not found.",
    409: "Not possible in the present state.",
    422: "The request can't be read.",
    429: "Too many requests.",
    503: "The store or an archive can't be read, or an answer isn't ready yet.",
}
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
PAGES: Final = "/{path:path}"
"""The route of every page; it is tried last and matches any path."""
NO_PAGE: Final = "There is no such page."


def problems(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The failures a route documents. Any route can get a bad request, hit a rate limit, or need a store."""
    content = {"application/json": {"schema": RequestProblem.model_json_schema()}}
    return {
        code: {"description": _NAMES[code], "content": content} for code in sorted({422, 429, 503, *codes})
    }


def problem(status: int, said: str, where: str | None = None, allowed: str | None = None) -> JSONResponse:
    allowed = allowed and sentence(allowed)
    return JSONResponse(
        RequestProblem(problem=sentence(said), where=where, allowed=allowed).model_dump(), status
    )


def _names_nothing(request: Request) -> bool:
    """Whether a request for the API matched no route of it, only the one for pages."""
    return request.url.path.startswith("/api/") and getattr(request.scope.get("route"), "path", "") == PAGES


def _lobby(request: Request) -> Lobby:
    lobby: Lobby = request.app.state.lobby
    return lobby


LobbyOf = Annotated[Lobby, Depends(_lobby)]


def _session(request: Request, lobby: LobbyOf) -> Session:
    session = lobby.identity.session(token_of(dict(request.headers)))
    if session is None:
        raise HTTPException(HTTPStatus.UNAUTHORIZED, "Sign in first: POST /api/session gives you a session.")
    return session


CurrentSession = Annotated[Session, Depends(_session)]


def _roles(request: Request, lobby: LobbyOf) -> frozenset[str]:
    session = lobby.identity.session(token_of(dict(request.headers)))
    return frozenset() if session is None else lobby.identity.roles(session.person)


RolesOf = Annotated[frozenset[str], Depends(_roles)]
"""The requester's roles; none without a session."""


async def _room(table: str, lobby: LobbyOf) -> Room:
    room = await lobby.floor.find(table)
    if room is None:
        raise HTTPException(HTTPStatus.NOT_FOUND, f"there is no table {table[:64]!r}")
    return room


RoomOf = Annotated[Room, Depends(_room)]


def require_same_origin(request: Request) -> Response | None:
    """A page of another site can't read or change anything."""
    if request.method in _SAFE:
        return None
    lobby: Lobby = request.app.state.lobby
    if same_origin(dict(request.headers), lobby.limits.origins, request.url.scheme):
        return None
    return problem(HTTPStatus.FORBIDDEN, "A page of another site can't do this.")


def require_play(request: Request) -> Response | None:
    """A read-only server doesn't change anything."""
    lobby: Lobby = request.app.state.lobby
    why = lobby.floor.only_shown
    if why is None or request.method in _SAFE:
        return None
    return problem(HTTPStatus.FORBIDDEN, why)


def describe_problems(app: FastAPI) -> None:
    """Answer every failure with a `RequestProblem`, without internal details."""

    @app.exception_handler(BadInput)
    async def _bad_input(_request: Request, fault: BadInput) -> Response:
        return problem(HTTPStatus.BAD_REQUEST, fault.problem, fault.where, fault.allowed)

    @app.exception_handler(StoreUnavailable)
    async def _unavailable(_request: Request, _fault: StoreUnavailable) -> Response:
        answer = problem(HTTPStatus.SERVICE_UNAVAILABLE, "The store can't be reached. Try again shortly.")
        answer.headers["Retry-After"] = "2"
        return answer

    @app.exception_handler(ArchiveUnavailable)
    async def _archived(_request: Request, fault: ArchiveUnavailable) -> Response:
        _log.error("%s", fault)
        words = "This round is in an archive that can't be read at the moment"
        return problem(HTTPStatus.SERVICE_UNAVAILABLE, words, allowed="ask the operator to make it readable")

    @app.exception_handler(StarletteHTTPException)
    async def _refused(request: Request, fault: StarletteHTTPException) -> Response:
        headers = fault.headers or {}
        if fault.status_code == HTTPStatus.METHOD_NOT_ALLOWED and _names_nothing(request):
            return problem(HTTPStatus.NOT_FOUND, NO_PAGE)
        if fault.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            words, allowed = f"{request.method} isn't possible here", f"use {headers.get('Allow', 'GET')}"
            answer = problem(fault.status_code, words, allowed=allowed)
        else:
            answer = problem(fault.status_code, str(fault.detail))
        answer.headers.update(headers)
        return answer

    @app.exception_handler(RequestValidationError)
    async def _not_read(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        words, allowed = wrong_field(first, request.scope["route"])
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, words, where, allowed)

    @app.exception_handler(Exception)
    async def _broken(_request: Request, _fault: Exception) -> Response:
        return problem(HTTPStatus.INTERNAL_SERVER_ERROR, "Something went wrong on the server.")
