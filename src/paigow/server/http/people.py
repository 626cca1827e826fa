"""Routes for people: sessions, accounts, and the rounds somebody played."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response

from paigow.server.accounts.identity import (
    COOKIE,
    SESSION_SECONDS,
    Session,
    display_name,
    is_guest,
    token_of,
)
from paigow.server.connections.lobby import Lobby
from paigow.server.http.common import CurrentSession, LobbyOf, RolesOf, problems
from paigow.server.http.models import Credentials, NewSession, RoundsPage, SessionCreated, Whoami
from paigow.server.http.tables import round_listed
from paigow.table.acts import DEALER, FLOOR

router = APIRouter(prefix="/api", tags=["people"])


def _whoami(lobby: Lobby, person: str) -> Whoami:
    return Whoami(
        person=person,
        name=display_name(person),
        guest=is_guest(person),
        roles=sorted(lobby.identity.roles(person)),
        wallet=lobby.floor.wallets.held(person) or 0,
    )


async def _answer(lobby: Lobby, session: Session, request: Request, response: Response) -> SessionCreated:
    token = lobby.identity.token(session)
    secure = request.url.scheme == "https"
    response.set_cookie(
        COOKIE, token, SESSION_SECONDS, httponly=True, samesite="lax", secure=secure, path="/"
    )
    who = await asyncio.to_thread(_whoami, lobby, session.person)
    return SessionCreated(**who.model_dump(), token=token, until=session.until)


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


def _require(allowed: bool) -> None:
    if not allowed:
        raise HTTPException(HTTPStatus.TOO_MANY_REQUESTS, "Too many attempts. Try again shortly.")


@router.post("/session", responses=problems(400, 403))
async def create_session(
    new: NewSession, request: Request, response: Response, lobby: LobbyOf
) -> SessionCreated:
    """Start a session for a guest."""
    _require(lobby.guest_limiter.take(_address(request)))
    session = await asyncio.to_thread(lobby.identity.guest, new.name)
    return await _answer(lobby, session, request, response)


@router.get("/session", responses=problems(401))
async def who_am_i(session: CurrentSession, lobby: LobbyOf) -> Whoami:
    """Who the session belongs to, and the wallet's balance."""
    return await asyncio.to_thread(_whoami, lobby, session.person)


@router.delete("/session", status_code=204, responses=problems(403))
async def end_session(request: Request, response: Response, lobby: LobbyOf) -> None:
    """Sign out: the session ends, its token stops working, its connections are closed."""
    response.delete_cookie(COOKIE, path="/")
    session = lobby.identity.signed(token_of(dict(request.headers)))
    if session is not None:
        await asyncio.to_thread(lobby.identity.end, session)
        lobby.disconnect_ended({session.id})


@router.post("/accounts", status_code=201, responses=problems(400, 403))
async def register(new: Credentials, request: Request, response: Response, lobby: LobbyOf) -> SessionCreated:
    """Open an account and log in."""
    _require(lobby.account_limiter.take(_address(request)))
    session = await asyncio.to_thread(lobby.identity.register, new.name, new.password)
    lobby.login_limiter.trust(_address(request), session.person)
    return await _answer(lobby, session, request, response)


@router.post("/login", responses=problems(401, 403))
async def login(given: Credentials, request: Request, response: Response, lobby: LobbyOf) -> SessionCreated:
    """Log in to an account."""
    address = _address(request)
    _require(lobby.login_limiter.take(address, given.name))
    session = await asyncio.to_thread(lobby.identity.login, given.name, given.password)
    if session is None:
        raise HTTPException(HTTPStatus.UNAUTHORIZED, "Wrong name or password.")
    lobby.login_limiter.trust(address, given.name)
    return await _answer(lobby, session, request, response)


@router.get("/history", responses=problems(401))
async def history(
    session: CurrentSession,
    lobby: LobbyOf,
    before: Annotated[
        int | None, Query(ge=0, le=2**53, description="Only rounds that ended earlier.")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> RoundsPage:
    """The rounds you played, newest first."""
    found = await asyncio.to_thread(lobby.floor.store.rounds_of, session.person, limit, before)
    return RoundsPage(rounds=[round_listed(record) for record in found])


@router.get("/dealers", responses=problems(403))
async def dealers(roles: RolesOf, lobby: LobbyOf) -> list[str]:
    """Who can be handed a table: the accounts with the dealer role, by name (R110)."""
    if roles.isdisjoint((DEALER, FLOOR)):
        raise HTTPException(HTTPStatus.FORBIDDEN, "Only dealers and floor supervisors can see who deals.")
    return sorted((await asyncio.to_thread(lobby.identity.holders_of, (DEALER,)))[DEALER])
