"""Routes for the beginner courses: the rounds of their lessons, played with the learner's settings."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel

from paigow.library.lessons import CHIPS, LEARNER, LessonRound, courses, submission_of
from paigow.server.http.common import problems
from paigow.server.tables.catalog import TableSettings, layout_record

router = APIRouter(prefix="/api", tags=["learning"])


class Games(StrEnum):
    TILES = "tiles"
    CARDS = "cards"


class LessonPage(BaseModel):
    """A lesson's round as frames of a table: up to the learner's setting or, with `low`, to its end."""

    game: str
    key: str
    keys: list[str]
    layout: dict[str, Any]
    me: str
    frames: list[dict[str, Any]]
    help: dict[str, Any] | None


@router.get("/lessons/{game}/{number}", responses=problems(400))
def lesson(
    game: Games,
    number: Annotated[int, Path(ge=1, le=20)],
    low: Annotated[
        str | None, Query(max_length=16, description="The two low pieces, with a comma between.")
    ] = None,
    chips: Annotated[
        int, Query(ge=20_000, le=1_000_000, description="Cents that the learner brings to the round.")
    ] = CHIPS,
    bet: Annotated[
        int | None,
        Query(ge=0, le=1_000_000, description="Cents that the learner bets; 0 stops at the bets."),
    ] = None,
) -> LessonPage:
    """The round of one lesson."""
    round_ = LessonRound(game.value, number, None if low is None else tuple(low.split(",")), chips, bet)
    submission = submission_of(game.value)
    settings = TableSettings(title="", kind="practice", clock=False)
    return LessonPage(
        game=game.value,
        key=round_.lesson.key,
        keys=[each.key for each in courses()[game.value].lessons],
        layout=layout_record("lesson", submission, submission.rules, settings),
        me=LEARNER,
        frames=round_.frames(),
        help=round_.help() if low is None and bet != 0 else None,
    )
