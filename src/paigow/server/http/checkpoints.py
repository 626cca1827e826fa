"""Routes for witnesses: the floor's public key, and each table's signed checkpoints, with long polling."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import PlainTextResponse

from paigow.server.http.common import LobbyOf, RoomOf, problems
from paigow.server.http.models import FloorPage

router = APIRouter(prefix="/api", tags=["checkpoints"])
LONGEST_WAIT = 25.0


@router.get("/floor", responses=problems())
async def floor_page(lobby: LobbyOf) -> FloorPage:
    """The key that checkpoints are signed with, and the tables that are open to everyone."""
    tables = [room.host.record.id for room in lobby.floor.listed()]
    return FloorPage(key=lobby.floor.signer.floor, tables=tables)


@router.get("/tables/{table}/checkpoints", response_class=PlainTextResponse, responses=problems(404))
async def checkpoints(
    room: RoomOf,
    lobby: LobbyOf,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT)] = 0,
) -> Response:
    """Up to 1,000 checkpoints after a version, one per line; if there are none, wait for some."""
    notes = await lobby.floor.feed.after(room.host.record.id, after, wait)
    return PlainTextResponse("".join(f"{note}\n" for note in notes))
