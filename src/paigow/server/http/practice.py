"""Routes for learning: hands to set, settings judged, and the meaning of paragraphs and rulings."""

from __future__ import annotations

import secrets
from functools import cache
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, HTTPException, Path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, WithJsonSchema

from paigow.books.book import books, load_book
from paigow.books.registry import book_names, texts_of
from paigow.books.rulings import rulings
from paigow.faults import BadInput, suggestion
from paigow.houseways.plain import plain_rules
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.hands import Setting
from paigow.material.notation import Pieces
from paigow.material.shuffling import SEED_BYTES, shuffled
from paigow.material.tiles import parse_tiles
from paigow.ranks.poker import Wheel, is_fouled
from paigow.server.background import Shares, practice_submission
from paigow.server.http.common import LobbyOf, problems
from paigow.submissions.checking import Submission
from paigow.table.game import ALL_CARDS, ALL_TILES

router = APIRouter(prefix="/api", tags=["learning"])
RulingNumber = Annotated[int, Path(ge=1, le=999)]
PieceText = Annotated[str, Field(min_length=2, max_length=3)]


def _known_book(name: str) -> str:
    if name not in book_names():
        raise BadInput(f"there is no rule book {name[:64]!r}", allowed=suggestion(name, book_names()))
    return name


Book = Annotated[
    str, AfterValidator(_known_book), WithJsonSchema({"type": "string", "enum": list(book_names())})
]


class BookPage(BaseModel):
    """A rule book: its game, and its cover as pieces with their positions and heights."""

    name: str
    game: str
    cover: list[tuple[str, int, int, int]]


class ParagraphPage(BaseModel):
    """What a paragraph means for the table, in our own words."""

    kind: str
    gist: str
    where: str


class RulingPage(BaseModel):
    """A ruling: what it is about, and what was decided."""

    title: str
    text: str


class HandDealt(BaseModel):
    """A hand to set."""

    book: str
    way: str
    pieces: list[str]


class Attempt(BaseModel):
    """A learner's setting of a hand: its two low pieces."""

    model_config = ConfigDict(extra="forbid")
    book: Book
    pieces: Annotated[list[PieceText], Field(min_length=4, max_length=7)]
    low: Annotated[list[PieceText], Field(min_length=2, max_length=2)]


class SettingPage(BaseModel):
    """A hand split in two."""

    low: list[str]
    high: list[str]
    fouled: bool = False


class HouseSettingPage(SettingPage):
    """The house way's setting, and the rule it follows."""

    way: str
    rule: str
    told: dict[str, str]
    """The rule as a plain sentence, by language."""
    number: str
    cites: list[str]


class Judged(BaseModel):
    """A setting next to the house way's and the best; values are exact shares of the wager, player's side."""

    yours: SettingPage
    house_way: HouseSettingPage
    best: SettingPage | None
    values: list[tuple[list[str], float, Shares]] | None
    """Each setting by its low hand: its value, and how often it wins, pushes, and loses."""


_submission = cache(practice_submission)


@router.get("/books", responses=problems())
async def rule_books() -> list[BookPage]:
    """All rule books, in display order."""
    return [
        BookPage(name=each.name, game=each.game.value, cover=list(texts_of(each.name).cover))
        for each in books()
    ]


@router.get("/books/{book}/paragraphs", responses=problems())
async def paragraphs(book: Book) -> dict[str, ParagraphPage]:
    """Every paragraph of a rule book, in its order."""
    found = load_book(book).paragraphs.values()
    return {each.id: ParagraphPage(kind=each.kind.value, gist=each.gist, where=each.where) for each in found}


@router.get("/rulings/{number}", responses=problems(404))
async def ruling(number: RulingNumber) -> RulingPage:
    """The rulings where the regulations are silent, in plain text."""
    found = rulings().get(f"R{number}")
    if found is None:
        raise HTTPException(HTTPStatus.NOT_FOUND, f"There is no ruling R{number}.")
    return RulingPage(title=found.title, text=found.text)


@router.get("/practice/hand", responses=problems())
async def practice_hand(book: Book) -> HandDealt:
    """A hand to set."""
    submission = _submission(book)
    way = submission.rules.way.name
    return HandDealt(book=book, way=way, pieces=list(_dealt_hand(submission)))


@router.post("/practice/grade", responses=problems(400, 403))
async def practice_grade(attempt: Attempt, lobby: LobbyOf) -> Judged:
    """Judge a setting against the house way and, if computed in time, against best play."""
    submission = _submission(attempt.book)
    house_way = _house_setting(submission, tuple(attempt.pieces))
    yours = _split(attempt.pieces, tuple(attempt.low))
    yours.fouled = not _is_tiles(submission) and _is_fouled(yours, submission.rules.ranking.wheel)
    values = await lobby.coach.values(attempt.book, tuple(attempt.pieces))
    return Judged(
        yours=yours,
        house_way=house_way,
        best=_split(attempt.pieces, values[0][0]) if values else None,
        values=None if values is None else [(list(low), value, shares) for low, value, shares in values],
    )


def _is_tiles(submission: Submission) -> bool:
    return submission.game.value == Game.TILES.value


def _dealt_hand(submission: Submission) -> Pieces:
    """A random hand of four tiles or seven cards."""
    tiles = _is_tiles(submission)
    order = shuffled(secrets.token_bytes(SEED_BYTES), "practice", ALL_TILES if tiles else ALL_CARDS)
    return tuple(order[: 4 if tiles else 7])


def _house_setting(submission: Submission, pieces: Pieces) -> HouseSettingPage:
    """The house way's setting of a hand; raises BadInput for invalid pieces."""
    text, rules = " ".join(pieces), submission.rules
    hand = parse_tiles(text, count=4) if _is_tiles(submission) else parse_cards(text, count=7)
    told = rules.way.way.explain(hand, rules.ranking.wheel).decision
    return HouseSettingPage(
        low=list(map(str, told.setting.low)),
        high=list(map(str, told.setting.high)),
        way=rules.way.name,
        rule=told.rule.text,
        told=plain_rules(told.rule),
        number=str(told.rule.label),
        cites=list(rules.cite("house-way.way")),
    )


def _split(pieces: list[str], low: Pieces) -> SettingPage:
    """A hand split by its low pieces; raises BadInput for a piece that isn't in the hand."""
    rest = list(pieces)
    for piece in low:
        if piece not in rest:
            raise BadInput(f"{piece} isn't in the hand", where="low")
        rest.remove(piece)
    return SettingPage(low=list(low), high=rest)


def _is_fouled(setting: SettingPage, wheel: Wheel) -> bool:
    low, high = parse_cards(" ".join(setting.low)), parse_cards(" ".join(setting.high))
    return is_fouled(Setting(low, high), wheel)
