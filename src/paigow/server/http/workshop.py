"""Routes for the workshop: house ways parsed, proven, priced, and compared while somebody writes them."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from paigow.books.registry import usual_book
from paigow.houseways import built_in_ways
from paigow.houseways.grammar import LARGEST
from paigow.houseways.library import built_in_text, load_built_in
from paigow.server import workshop
from paigow.server.http.analysis import Answer, NamedWay, answered
from paigow.server.http.common import LobbyOf, problems

router = APIRouter(prefix="/api/workshop", tags=["study"])
WayText = Annotated[str, Field(max_length=LARGEST)]


class WayDraft(BaseModel):
    """The text of a house way."""

    model_config = ConfigDict(extra="forbid")
    text: WayText


class Compared(WayDraft):
    """A way to compare with a built-in one."""

    other: Annotated[str, Field(max_length=64)]


class BuiltInWay(NamedWay):
    """A built-in way to start from, and the default book of its game."""

    game: str
    book: str
    text: str


@router.get("/ways", responses=problems())
async def ways() -> list[BuiltInWay]:
    """Every built-in house way with its text."""

    def found() -> list[BuiltInWay]:
        loaded = ((each, load_built_in(each.name)) for each in built_in_ways())
        return [
            BuiltInWay(
                name=each.name,
                title=way.title,
                game=way.game.value,
                book=usual_book(way.game),
                text=built_in_text(each.name),
            )
            for each, way in loaded
        ]

    return await asyncio.to_thread(found)


@router.post("/read", responses=problems(403))
async def read(draft: WayDraft) -> dict[str, Any]:
    """The card of a way as it will be printed, or the errors in its text, with their places."""
    return await asyncio.to_thread(workshop.read, draft.text)


@router.post("/check", responses=problems(400, 403))
async def check(draft: WayDraft, lobby: LobbyOf) -> Answer:
    """Prove a way over every hand: all answered, no fouls, every rule used, no conflicts in a level."""
    return await answered(lobby.way_worker, workshop.check, draft.text)


@router.post("/cost", responses=problems(400, 403))
async def cost(draft: WayDraft, lobby: LobbyOf) -> Answer:
    """The exact edge of a way against itself, best play against it, and what each rule costs."""
    return await answered(lobby.way_worker, workshop.cost, draft.text)


@router.post("/difference", responses=problems(400, 403))
async def difference(compared: Compared, lobby: LobbyOf) -> Answer:
    """The hands that a way and a built-in one set differently."""
    return await answered(lobby.way_worker, workshop.difference, compared.text, compared.other)
