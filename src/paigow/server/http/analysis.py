"""Routes for study: analysis of any hand. Long work returns its progress, and the client asks again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Query
from pydantic import BaseModel

from paigow.server import analysis, explorer
from paigow.server.http.common import LobbyOf, RoomOf, problems
from paigow.server.http.practice import Book
from paigow.server.http.tables import meters_shown
from paigow.server.worker import Pending, Worker
from paigow.wagers.wager import MAIN

router = APIRouter(prefix="/api", tags=["study"])
WAIT_SECONDS = 4.0
"""How long to wait for a result before answering with its progress."""


class Answer(BaseModel):
    """A result, or the progress of the work on it: from 0 to 1, null while it waits for other work."""

    ready: bool
    progress: float | None = None
    result: dict[str, Any] | None = None


class NamedWay(BaseModel):
    """A house way: its name and its title."""

    name: str
    title: str


class AnalysisOptions(BaseModel):
    """The choices when a hand is analyzed under a book."""

    book: str
    game: str
    roles: list[str]
    dealer: str
    wheel: str
    wheels: list[str]
    ways: list[NamedWay]


async def answered(
    worker: Worker, work: Callable[..., Any], *arguments: Any, seconds: float = WAIT_SECONDS
) -> Answer:
    """A worker's result, now or later."""
    try:
        found = await worker.answer(seconds, work, *arguments)
    except asyncio.QueueFull:
        sentence = "Too many questions are waiting. Try again shortly."
        raise HTTPException(HTTPStatus.TOO_MANY_REQUESTS, sentence, headers={"Retry-After": "5"}) from None
    if isinstance(found, Pending):
        return Answer(ready=False, progress=found.progress)
    return Answer(ready=True, result=found)


@router.get("/analysis/options", responses=problems())
async def analysis_options() -> list[AnalysisOptions]:
    """The choices under each rule book."""
    found = await asyncio.to_thread(analysis.options)
    return [AnalysisOptions.model_validate(each) for each in found]


def _position(
    book: Book,
    hand: Annotated[str, Query(min_length=1, max_length=200, examples=["6-6 2-2 4-5 2-6"])],
    role: Literal["player", "bank", "co-bank"] = "player",
    dealer: Annotated[str | None, Query(max_length=64)] = None,
    wheel: Literal["second", "lowest"] | None = None,
    seen: Annotated[str, Query(max_length=200)] = "",
) -> analysis.Position:
    return analysis.Position(hand, book, role, dealer, wheel, seen)


PositionOf = Annotated[analysis.Position, Depends(_position)]


@router.get("/analysis", responses=problems(400))
async def analyzed(lobby: LobbyOf, position: PositionOf) -> Answer:
    """Every setting of a hand with its exact value, best first, and what each built-in house way does."""
    return await answered(lobby.hand_worker, analysis.analyze, position)


@router.get("/analysis/dealers", responses=problems(400))
async def analyzed_against_each(lobby: LobbyOf, position: PositionOf) -> Answer:
    """The best setting of a hand if the other side set by another way, the most favorable first.

    Each way is a separate job, so another question waits for one of them, not for all.
    """
    clock = asyncio.get_running_loop().time
    until = clock() + WAIT_SECONDS
    listed = await answered(lobby.hand_worker, analysis.dealers, position)
    if listed.result is None:
        return listed
    ways = listed.result["ways"]
    found: list[dict[str, Any]] = []
    for way in ways:
        left = max(0.0, until - clock())
        answer = await answered(lobby.hand_worker, analysis.against, position, way, seconds=left)
        if answer.result is None:
            return Answer(ready=False, progress=len(found) / len(ways))
        found.append(answer.result)
    return Answer(ready=True, result={"dealers": sorted(found, key=lambda each: -each["value"])})


@router.get("/tables/{table}/analysis", responses=problems(400, 404))
async def analyzed_at_a_table(
    room: RoomOf,
    lobby: LobbyOf,
    hand: Annotated[str, Query(min_length=1, max_length=200, examples=["6-6 2-2 4-5 2-6"])],
    role: Literal["player", "bank", "co-bank"] = "player",
) -> Answer:
    """Every setting of a hand under the table's own submission, against its house way."""
    return await answered(lobby.hand_worker, analysis.at_table, room.submission.text, hand, role)


class TableOdds(BaseModel):
    """A table whose odds can be explored; tables with the same submission are listed once."""

    table: str
    title: str
    operator: str
    number: str
    book: str
    game: str


@router.get("/odds", responses=problems())
async def odds_tables(lobby: LobbyOf) -> list[TableOdds]:
    """The submissions on the floor, each by its first table."""
    found: dict[str, TableOdds] = {}
    for room in lobby.floor.listed():
        rules = room.host.rules
        found.setdefault(
            room.submission.digest,
            TableOdds(
                table=room.host.record.id,
                title=room.settings.title or rules.table.operator,
                operator=rules.table.operator,
                number=rules.table.number,
                book=rules.book.name,
                game="tiles" if rules.is_tiles else "cards",
            ),
        )
    return list(found.values())


@router.get("/odds/{table}", responses=problems(404))
async def explored(room: RoomOf, lobby: LobbyOf) -> Answer:
    """Every wager of a table with its lines, the current meters, and vigorish by stake.

    While the main wager is being counted, `counting` is its progress: null before it starts. The field is
    absent if nothing is being counted.
    """
    shown = meters_shown(room, lobby)
    answer = await answered(lobby.way_worker, explorer.explore, room.submission.text, tuple(shown.items()))
    if answer.result is None:
        return answer
    result = {**answer.result, "meters": shown}
    if not result["main"]:
        report = lobby.edges.report(room.submission)
        main = [each for each in (report or {}).get("wagers", ()) if each["kind"] == MAIN]
        result["wagers"] = [*main, *result["wagers"]]
        result["main"] = bool(main)
        if lobby.edges.counts and not main:
            result["counting"] = lobby.edges.progress(room.submission)
    return Answer(ready=True, result=result)
