"""The route by which a colleague signs a large correction at the supervisor's console (R111)."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from pydantic import BaseModel, ConfigDict, Field

from paigow.server.accounts.consents import Consent
from paigow.server.http.common import CurrentSession, LobbyOf, RolesOf, RoomOf, problems
from paigow.server.http.models import Credentials
from paigow.table.acts import DEALER, FLOOR

router = APIRouter(prefix="/api/tables", tags=["tables"])
LARGEST = 2**53


class Signature(Credentials):
    """A colleague's account and password, and the correction that is signed."""

    model_config = ConfigDict(extra="forbid")
    person: Annotated[str, Field(min_length=1, max_length=64)]
    position: Annotated[int, Field(ge=1, le=6)]
    kind: Annotated[str, Field(min_length=1, max_length=40)]
    handed: Annotated[int, Field(ge=-LARGEST, le=LARGEST)]


class Signed(BaseModel):
    """To send along with the correction, as `consent`, within five minutes."""

    consent: str


@router.post("/{table}/signature", responses=problems(400, 401, 403, 404))
async def sign(
    given: Signature, room: RoomOf, session: CurrentSession, roles: RolesOf, request: Request, lobby: LobbyOf
) -> Signed:
    """Sign a correction as its second person, with your own password. You stay signed out."""
    if FLOOR not in roles and room.settings.owner != session.person:
        raise HTTPException(HTTPStatus.FORBIDDEN, "Only the floor corrects payments.")
    if given.name == session.person:
        raise HTTPException(HTTPStatus.BAD_REQUEST, "Another dealer or supervisor has to sign too.")
    address = request.client.host if request.client else ""
    if not lobby.login_limiter.take(address, given.name):
        raise HTTPException(HTTPStatus.TOO_MANY_REQUESTS, "Too many attempts. Try again shortly.")
    if not await asyncio.to_thread(lobby.identity.is_password, given.name, given.password):
        raise HTTPException(HTTPStatus.UNAUTHORIZED, "Wrong name or password.")
    lobby.login_limiter.trust(address, given.name)
    if (await asyncio.to_thread(lobby.identity.roles, given.name)).isdisjoint((DEALER, FLOOR)):
        raise HTTPException(HTTPStatus.FORBIDDEN, f"{given.name} has neither the dealer nor the floor role.")
    consent = Consent(
        signer=given.name,
        asked_by=session.person,
        table=room.host.record.id,
        round=room.host.table.round,
        person=given.person,
        position=given.position,
        kind=given.kind,
        handed=given.handed,
    )
    return Signed(consent=lobby.consents.token(consent))
