"""A pupil's report: what went wrong and by which paragraph, whole rounds dealt, and what to train next."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Path
from pydantic import BaseModel

from paigow.faults import BadInput
from paigow.school.drills import drill, rules_of
from paigow.server.connections.lobby import Lobby
from paigow.server.http.common import LobbyOf, RolesOf, problems
from paigow.server.http.school import ROUND, require_account, require_instructor
from paigow.store.lessons import (
    LessonProgress,
    Mark,
    Score,
    assignments,
    marks_of,
    scores,
    since_assigned,
    times_right,
)
from paigow.table.text.script import manual

router = APIRouter(prefix="/api/school", tags=["school"])
_STEP: Final = re.compile(r"-\d{13}-([a-z-]+)$")
"""The end of a round's mark: when it was made, and the step's name. Older marks lack the step."""
SURE: Final = 0.9
"""From this share of right answers on, a procedure needs no more training."""
LATEST: Final = 1_000
"""How many of a pupil's last answers are read for mistakes: those of some twenty rounds."""
SHOWN: Final = 20
ADVISED: Final = 5


class Mistake(BaseModel):
    """What was answered wrong, how often, and the paragraphs that decide it."""

    book: str
    kind: str
    step: str
    """The step of a whole round; empty for a drill."""
    times: int
    last: int
    cites: list[str]


class Advice(BaseModel):
    """A lesson to train next."""

    book: str
    kind: str


class PupilReport(BaseModel):
    """What an instructor reads about one pupil, besides the marks."""

    person: str
    rounds: int
    mistakes: list[Mistake]
    next: list[Advice]


@router.get("/pupils/{person}/report", responses=problems(403, 404))
async def report(person: Annotated[str, Path(max_length=64)], roles: RolesOf, lobby: LobbyOf) -> PupilReport:
    """Whole rounds dealt, mistakes with their paragraphs, newest first, and what to train next."""
    require_instructor(roles)
    await require_account(lobby, person)
    return await asyncio.to_thread(_report, lobby, person)


def _report(lobby: Lobby, person: str) -> PupilReport:
    database = lobby.floor.store.database
    marks, progress = marks_of(database, person, LATEST), since_assigned(database, person)
    open_lessons = [
        Advice(book=each.book, kind=each.kind)
        for each in assignments(database, person)
        if not _is_sure(progress.get((person, each.book, each.kind)))
    ]
    return PupilReport(
        person=person,
        rounds=times_right(database, person, ROUND, "-finish-round"),
        mistakes=mistakes(marks)[:SHOWN],
        next=advised(open_lessons, scores(database, person)),
    )


def _is_sure(progress: LessonProgress | None) -> bool:
    return progress is not None and progress.right >= SURE * progress.asked


def step_of(mark: Mark) -> str:
    found = _STEP.search(mark.task)
    return found[1] if found else ""


def mistakes(marks: Iterable[Mark]) -> list[Mistake]:
    """The wrong answers, those of one procedure and paragraph together, the latest first."""
    found: dict[tuple[str, str, str, tuple[str, ...]], Mistake] = {}
    for mark in marks:
        if mark.right:
            continue
        step, cites = step_of(mark), _cites_of(mark)
        known = found.get((mark.book, mark.kind, step, cites))
        if known is not None:
            known.times += 1
        else:
            found[mark.book, mark.kind, step, cites] = Mistake(
                book=mark.book, kind=mark.kind, step=step, times=1, last=mark.at, cites=list(cites)
            )
    return list(found.values())


def _cites_of(mark: Mark) -> tuple[str, ...]:
    """The paragraphs of a drill's answer, worked out again from its seed; or of a round's step."""
    try:
        if mark.kind != ROUND:
            return drill(mark.book, mark.kind, mark.task.partition("/")[2]).solution.cites
        key = f"on {step_of(mark)}"
        return next((line.cites for line in manual(rules_of(mark.book)) if line.key == key), ())
    except BadInput:
        # The book or the drill isn't installed any more.
        return ()


def advised(assigned: Sequence[Advice], found: Sequence[Score]) -> list[Advice]:
    """Lessons that are assigned and not yet sure, then what was least often right."""
    weak = sorted(
        (each for each in found if each.right < SURE * each.asked), key=lambda each: each.right / each.asked
    )
    wanted = [*assigned, *(Advice(book=each.book, kind=each.kind) for each in weak)]
    return [each for at, each in enumerate(wanted) if each not in wanted[:at]][:ADVISED]
