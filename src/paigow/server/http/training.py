"""Routes of the trainers: what a book's tables pay, where a total starts, an account's progress."""

from __future__ import annotations

import asyncio
import time
from functools import cache
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, HTTPException
from pydantic import BaseModel, ConfigDict, Field

from paigow.houseways.plain import plain_rules
from paigow.server.accounts.identity import is_guest
from paigow.server.background import practice_submission
from paigow.server.http.common import CurrentSession, LobbyOf, problems
from paigow.server.http.practice import Book
from paigow.store.training import find_training, keep_training
from paigow.table.deal.dice import counted_place, from_button
from paigow.table.state import Table

router = APIRouter(prefix="/api/training", tags=["learning"])
DICE = range(3, 19)
"""The totals of three dice."""
Key = Annotated[str, Field(min_length=3, max_length=80, pattern=r"^[\w:|, .&'/-]+$")]
Count = Annotated[int, Field(ge=0, le=10**6)]
Moment = Annotated[int, Field(ge=0, le=2**53)]


class TrainedPayLine(BaseModel):
    """What one line of a wager's table pays here."""

    wager: str
    table: str
    line: str
    pays: str


class RuleLine(BaseModel):
    """A rule of the house way."""

    number: str
    told: dict[str, str]
    """The rule as a plain sentence, by language."""


class TrainingFacts(BaseModel):
    """The facts to drill about a book's table with everything on."""

    book: str
    game: str
    way: str
    starts: dict[int, int]
    """The place each total of three dice leads to, counted from the dealer; none with a button."""
    pays: list[TrainedPayLine]
    rules: list[RuleLine]


class Remembered(BaseModel):
    """How well one fact is known, and when it comes up again."""

    model_config = ConfigDict(extra="forbid")
    box: Annotated[int, Field(ge=0, le=20)]
    due: Moment
    asked: Count
    right: Count


class TrainingSession(BaseModel):
    """A trainer session: how many questions, how many right, and the total cost of settings."""

    model_config = ConfigDict(extra="forbid")
    at: Moment
    drill: Annotated[str, Field(pattern=r"^[a-z]{1,16}$")]
    book: Annotated[str, Field(max_length=64)] | None = None
    """The rule book that was trained; sessions of earlier versions have none."""
    asked: Count
    right: Count
    cost: Annotated[float, Field(ge=0, le=10**6)]
    house: Annotated[float, Field(ge=0, le=10**6)]


class TrainingProgress(BaseModel):
    """A trainer's complete record: bounded, so that an account stays small."""

    model_config = ConfigDict(extra="forbid")
    cards: Annotated[dict[Key, Remembered], Field(max_length=600)]
    sessions: Annotated[list[TrainingSession], Field(max_length=60)]


@cache
def _facts(book: str) -> TrainingFacts:
    submission = practice_submission(book)
    rules = submission.rules
    return TrainingFacts(
        book=book,
        game="tiles" if rules.is_tiles else "cards",
        way=rules.way.name,
        starts={}
        if from_button(rules, Table())
        else {total: counted_place(rules, Table(), total) for total in DICE},
        pays=[
            TrainedPayLine(wager=kind, table=wager.paytable.id, line=str(row.line.value), pays=str(row.pay))
            for kind, wager in rules.optional.items()
            for row in wager.paytable.lines
        ],
        rules=[RuleLine(number=str(rule.label), told=plain_rules(rule)) for rule in rules.way.way.rules],
    )


@router.get("/facts", responses=problems())
async def facts(book: Book) -> TrainingFacts:
    """Facts of a book's table for the trainers."""
    return await asyncio.to_thread(_facts, book)


@router.get("/progress", responses=problems(401))
async def progress(session: CurrentSession, lobby: LobbyOf) -> TrainingProgress | None:
    """The trainers' record for your account; null for guests and before the first time."""
    if is_guest(session.person):
        return None
    found = await asyncio.to_thread(find_training, lobby.floor.store.database, session.person)
    return None if found is None else TrainingProgress.model_validate_json(found)


@router.post("/progress", status_code=204, responses=problems(401, 403))
async def keep_progress(given: TrainingProgress, session: CurrentSession, lobby: LobbyOf) -> None:
    """Replace the trainers' record for your account."""
    if is_guest(session.person):
        raise HTTPException(HTTPStatus.FORBIDDEN, "Sign in to keep your training on the floor.")
    now = int(time.time() * 1000)
    body = given.model_dump_json()
    await asyncio.to_thread(keep_training, lobby.floor.store.database, session.person, body, now)
