"""Routes about the server itself: health, readiness, metrics, and the odds that were counted for a table."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, HTTPException, Response
from fastapi.responses import PlainTextResponse

from paigow.server.http.common import LobbyOf, RoomOf, problems
from paigow.server.http.models import Health
from paigow.server.monitoring import metrics_text

__all__ = ["router"]

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
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/api/tables/{table}/odds", responses=problems(404, 503))
async def odds(room: RoomOf, lobby: LobbyOf) -> dict[str, Any]:
    """The exact edge of every wager of the table, as `paigow odds --json` gives it."""
    report = lobby.edges.report(room.submission)
    if report is None:
        raise HTTPException(
            HTTPStatus.SERVICE_UNAVAILABLE, "the odds are still being counted", headers={"Retry-After": "20"}
        )
    return report
