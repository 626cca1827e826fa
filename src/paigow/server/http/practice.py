"""Routes for learning: hands to set, settings judged, and what every paragraph of a rule book means."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from paigow.books.book import load_book
from paigow.books.cited import bare, ids_of
from paigow.books.registry import book_names
from paigow.server.coaching import dealt_hand, grade, submission_of
from paigow.server.http.common import LobbyOf, problems
from paigow.submissions.submission import Submission

__all__ = ["router"]

router = APIRouter(prefix="/api", tags=["learning"])


def _known(book: str) -> str:
    if book not in book_names():
        raise ValueError(f"one of {', '.join(book_names())}")
    return book


Book = Annotated[str, AfterValidator(_known), WithJsonSchema({"type": "string", "enum": list(book_names())})]
Piece = Annotated[str, Field(min_length=2, max_length=3)]


class ParagraphPage(BaseModel):
    """What a paragraph means for the table, in our own words."""

    kind: str
    gist: str
    where: str


class HandDealt(BaseModel):
    """A hand to be set."""

    book: str
    way: str
    pieces: list[str]


class Attempt(BaseModel):
    """How somebody would set a hand: its two low pieces."""

    model_config = ConfigDict(extra="forbid")
    book: Book
    pieces: Annotated[list[Piece], Field(min_length=4, max_length=7)]
    low: Annotated[list[Piece], Field(min_length=2, max_length=2)]


class SettingPage(BaseModel):
    """A hand in its two parts."""

    low: list[str]
    high: list[str]
    fouled: bool = False


class HouseSetting(SettingPage):
    """How the house way sets it, and which of its rules says so."""

    way: str
    rule: str
    number: str
    cites: list[str]


class Judged(BaseModel):
    """A setting beside the house way's and the best; values are exact shares of the wager, player's side."""

    yours: SettingPage
    house_way: HouseSetting
    best: SettingPage | None
    values: list[tuple[list[str], float]] | None


@cache
def _submission(book: str) -> Submission:
    return submission_of(book)


@router.get("/books/{book}/paragraphs", responses=problems())
async def paragraphs(book: Book) -> dict[str, ParagraphPage]:
    """Every paragraph of a rule book, in its order."""
    found = load_book(book).paragraphs.values()
    return {each.id: ParagraphPage(kind=each.kind.value, gist=each.gist, where=each.where) for each in found}


@router.get("/practice/hand", responses=problems())
async def practice_hand(book: Book) -> HandDealt:
    """A hand to set."""
    submission = _submission(book)
    way = submission.house_way.value.name
    return HandDealt(book=book, way=way, pieces=list(dealt_hand(submission)))


@router.post("/practice/grade", responses=problems(400, 403))
async def practice_grade(attempt: Attempt, lobby: LobbyOf) -> Judged:
    """Judge a setting against the house way and, where it can be worked out in time, against best play."""
    submission = _submission(attempt.book)
    found = grade(submission, tuple(attempt.pieces), tuple(attempt.low))
    values = await lobby.coach.values(attempt.book, tuple(attempt.pieces))
    best = None if not values else _setting(attempt.pieces, values[0][0])
    return Judged(
        yours=SettingPage(low=list(found.low), high=list(found.high), fouled=found.fouled),
        house_way=HouseSetting(
            low=list(found.house_low),
            high=list(found.house_high),
            way=submission.house_way.value.name,
            rule=found.text,
            number=found.rule,
            cites=list(ids_of(bare(submission.house_way.cite))),
        ),
        best=best,
        values=None if values is None else [(list(low), value) for low, value in values],
    )


def _setting(pieces: list[str], low: tuple[str, ...]) -> SettingPage:
    rest = list(pieces)
    for piece in low:
        rest.remove(piece)
    return SettingPage(low=list(low), high=rest)
