"""Routes of the dealer's school: drills, pupils' marks, and an instructor's assignments.

The correct answer is shown only after yours. Marks are stored for accounts; a guest's stay in the browser.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Query
from pydantic import BaseModel, ConfigDict, Field

from paigow.books.registry import book_names
from paigow.faults import BadInput
from paigow.school.drills import drill, kinds_of, stories_of
from paigow.school.tasks import Given, is_right
from paigow.server.accounts.identity import is_guest
from paigow.server.connections.lobby import Lobby
from paigow.server.http.common import CurrentSession, LobbyOf, RolesOf, problems
from paigow.server.http.practice import Book
from paigow.store.lessons import Assignment, Mark, assign, assignments, keep_mark, scores, since_assigned
from paigow.store.people import find_person
from paigow.table.acts import FLOOR

router = APIRouter(prefix="/api/school", tags=["school"])
Word = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z.-]+$")]
Seed = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[\w-]+$")]
Answer = int | Annotated[str, Field(max_length=40)] | Annotated[list[int | str], Field(max_length=8)]
ROUND = "round"
"""The kind of mark for a step of a whole round, dealt at a school table."""


class SchoolCourse(BaseModel):
    """A book's drills: kinds of drill, and irregularities one by one."""

    book: str
    kinds: list[str]
    stories: list[str]


class HandPage(BaseModel):
    """An exposed hand."""

    whose: str
    pieces: list[str]
    low: list[str]
    high: list[str]


class TaskPage(BaseModel):
    """A question: `ask` is the key of its sentence, which the typed values of `given` complete."""

    book: str
    kind: str
    seed: str
    ask: str
    form: str
    given: dict[str, Given]
    choices: list[str]
    hands: list[HandPage]


class TaskAnswer(BaseModel):
    """An answer to a task, identified by its seed."""

    model_config = ConfigDict(extra="forbid")
    book: Book
    kind: Word
    seed: Seed
    answer: Answer


class Verdict(BaseModel):
    """Whether it was right, the right answer, and its source."""

    right: bool
    answer: Any
    cites: list[str]
    why: str
    given: dict[str, Given]
    rule: str


class StepMark(BaseModel):
    """A step of a round a pupil dealt, as the school's page judged it against what was due."""

    model_config = ConfigDict(extra="forbid")
    book: Book
    task: Seed
    right: bool


class ScorePage(BaseModel):
    """A pupil's answers of one kind."""

    book: str
    kind: str
    asked: int
    right: int
    last: int


class SchoolLessonPage(BaseModel):
    """An assignment, who made it, and the answers since then."""

    book: str
    kind: str
    given_by: str
    at: int
    asked: int
    right: int


class SchoolTable(BaseModel):
    """A table that a pupil deals at."""

    id: str
    book: str


class PupilPage(BaseModel):
    """A pupil: marks, assignments, and open school tables."""

    person: str
    scores: list[ScorePage]
    assigned: list[SchoolLessonPage]
    tables: list[SchoolTable]


class SchoolLesson(BaseModel):
    """A kind of drill, one irregularity (`irregularity.exposed`), or whole rounds (`round`)."""

    model_config = ConfigDict(extra="forbid")
    book: Book
    kind: Word


class Lessons(BaseModel):
    """A pupil's complete new assignments."""

    model_config = ConfigDict(extra="forbid")
    lessons: Annotated[list[SchoolLesson], Field(max_length=100)]


@router.get("/courses", responses=problems())
async def courses() -> list[SchoolCourse]:
    """The available drills, book by book."""
    found = await asyncio.to_thread(
        lambda: [(book, kinds_of(book), stories_of(book)) for book in book_names()]
    )
    return [
        SchoolCourse(book=book, kinds=list(kinds), stories=list(stories)) for book, kinds, stories in found
    ]


@router.get("/task", responses=problems(400))
async def task(book: Book, kind: Annotated[str, Query(max_length=40)]) -> TaskPage:
    """A random task of a kind."""
    seed = secrets.token_hex(8)
    asked = (await asyncio.to_thread(drill, book, kind, seed)).task
    return TaskPage(
        book=book,
        kind=kind,
        seed=seed,
        ask=asked.ask,
        form=asked.form,
        given=asked.given,
        choices=list(asked.choices),
        hands=[
            HandPage(whose=hand.whose, pieces=list(hand.pieces), low=list(hand.low), high=list(hand.high))
            for hand in asked.hands
        ],
    )


@router.post("/answer", responses=problems(400, 401, 403))
async def answer(given: TaskAnswer, session: CurrentSession, lobby: LobbyOf) -> Verdict:
    """Judge an answer. For accounts, the first answer to each task is stored."""
    found = await asyncio.to_thread(drill, given.book, given.kind, given.seed)
    right = is_right(found, given.answer)
    await _keep(lobby, session.person, f"{given.kind}/{given.seed}", given.book, given.kind, right=right)
    solution = found.solution
    return Verdict(
        right=right,
        answer=solution.answer,
        cites=list(solution.cites),
        why=solution.why,
        given=solution.given,
        rule=solution.rule,
    )


@router.post("/steps", status_code=204, responses=problems(401, 403))
async def step(given: StepMark, session: CurrentSession, lobby: LobbyOf) -> None:
    """Store the mark of a step dealt at a school table."""
    await _keep(lobby, session.person, f"{ROUND}/{given.task}", given.book, ROUND, right=given.right)


async def _keep(lobby: Lobby, person: str, task: str, book: str, kind: str, *, right: bool) -> None:
    if not is_guest(person):
        mark = Mark(person, task, int(time.time() * 1000), book, kind, right)
        await asyncio.to_thread(keep_mark, lobby.floor.store.database, mark)


@router.get("/me", responses=problems(401))
async def my_lessons(session: CurrentSession, lobby: LobbyOf) -> PupilPage:
    """Your own marks and lessons."""
    found = await asyncio.to_thread(_pupils, lobby, session.person)
    return found.get(session.person) or PupilPage(person=session.person, scores=[], assigned=[], tables=[])


@router.get("/pupils", responses=problems(403))
async def pupils(roles: RolesOf, lobby: LobbyOf) -> list[PupilPage]:
    """All pupils, for an instructor: an account with the floor role."""
    require_instructor(roles)
    return list((await asyncio.to_thread(_pupils, lobby, None)).values())


@router.get("/pupils/{person}", responses=problems(403, 404))
async def pupil(person: Annotated[str, Path(max_length=64)], roles: RolesOf, lobby: LobbyOf) -> PupilPage:
    """One pupil, who may not have answered anything yet."""
    require_instructor(roles)
    await require_account(lobby, person)
    found = await asyncio.to_thread(_pupils, lobby, person)
    return found.get(person) or PupilPage(person=person, scores=[], assigned=[], tables=[])


@router.post("/pupils/{person}/lessons", responses=problems(400, 401, 403, 404))
async def assign_lessons(
    person: Annotated[str, Path(max_length=64)],
    wanted: Lessons,
    session: CurrentSession,
    roles: RolesOf,
    lobby: LobbyOf,
) -> PupilPage:
    """Set a pupil's assignments. Those that the pupil already has keep their date, and so their progress."""
    require_instructor(roles)
    await require_account(lobby, person)
    database = lobby.floor.store.database
    now = int(time.time() * 1000)
    had = {(each.book, each.kind): each for each in await asyncio.to_thread(assignments, database, person)}
    rows = {
        (each.book, _known(each.book, each.kind)): had.get((each.book, each.kind))
        or Assignment(person, each.book, each.kind, session.person, now)
        for each in wanted.lessons
    }
    await asyncio.to_thread(assign, database, list(rows.values()), person)
    found = await asyncio.to_thread(_pupils, lobby, person)
    return found.get(person) or PupilPage(person=person, scores=[], assigned=[], tables=[])


async def require_account(lobby: Lobby, person: str) -> None:
    if await asyncio.to_thread(find_person, lobby.floor.store.database, person) is None:
        raise HTTPException(HTTPStatus.NOT_FOUND, f"There is no account called {person[:40]!r}.")


def require_instructor(roles: frozenset[str]) -> None:
    if FLOOR not in roles:
        raise HTTPException(HTTPStatus.FORBIDDEN, "Only an account with the floor role can see pupils.")


def _known(book: str, kind: str) -> str:
    known = (ROUND, *kinds_of(book), *(f"irregularity.{story}" for story in stories_of(book)))
    if kind not in known:
        raise BadInput(
            f"{book} has no lesson {kind!r}", where="kind", allowed=f"choose one of {', '.join(known)}"
        )
    return kind


def _pupils(lobby: Lobby, person: str | None) -> dict[str, PupilPage]:
    database = lobby.floor.store.database
    found: dict[str, PupilPage] = {}

    def of(name: str) -> PupilPage:
        return found.setdefault(name, PupilPage(person=name, scores=[], assigned=[], tables=[]))

    for score in scores(database, person):
        _, book, kind, asked, right, last = score
        of(score.person).scores.append(ScorePage(book=book, kind=kind, asked=asked, right=right, last=last))
    progress = since_assigned(database, person)
    for each in assignments(database, person):
        asked, right = progress.get((each.person, each.book, each.kind), (0, 0))
        lesson = SchoolLessonPage(
            book=each.book, kind=each.kind, given_by=each.given_by, at=each.at, asked=asked, right=right
        )
        of(each.person).assigned.append(lesson)
    for room in lobby.floor.rooms.values():
        owner = room.settings.owner
        if room.settings.kind == "school" and owner is not None and person in (None, owner):
            table = SchoolTable(id=room.host.record.id, book=room.host.rules.book.name)
            of(owner).tables.append(table)
    return found
