"""What pupils of the dealer's school have answered, and what an instructor assigned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from paigow.store.database import Database
from paigow.store.digests import digested


class Mark(NamedTuple):
    """One answer: right or wrong, to which task of which kind."""

    person: str
    task: str
    at: int
    book: str
    kind: str
    right: bool


class Score(NamedTuple):
    """Somebody's answers of one kind: how many, how many right, and when last."""

    person: str
    book: str
    kind: str
    asked: int
    right: int
    last: int


class Assignment(NamedTuple):
    """Somebody's assignment, by whom and when."""

    person: str
    book: str
    kind: str
    given_by: str
    at: int


class LessonProgress(NamedTuple):
    """Answers since an assignment: how many, and how many right."""

    asked: int
    right: int


def keep_mark(database: Database, mark: Mark) -> bool:
    """Store an answer, unless the task was answered before: only the first answer counts."""
    with database.writing() as transaction:
        seen = transaction.rows("SELECT 1 FROM marks WHERE person = ? AND task = ?", mark.person, mark.task)
        if not seen:
            row = (mark.person, mark.task, mark.at, mark.book, mark.kind, int(mark.right))
            transaction.insert("marks", [digested(row)])
    return not seen


def marks_of(database: Database, person: str, most: int) -> list[Mark]:
    """A person's last answers, newest first."""
    rows = database.rows(
        "SELECT person, task, at, book, kind, correct FROM marks WHERE person = ? ORDER BY at DESC LIMIT ?",
        person,
        most,
    )
    return [Mark(who, task, at, book, kind, bool(right)) for who, task, at, book, kind, right in rows]


def times_right(database: Database, person: str, kind: str, ending: str) -> int:
    """How often a person's answer was right, of one kind, to tasks whose names end like this."""
    sql = "SELECT COUNT(*) FROM marks WHERE person = ? AND kind = ? AND correct = 1 AND task LIKE ?"
    [(count,)] = database.rows(sql, person, kind, f"%{ending}")
    return int(count)


def scores(database: Database, person: str | None = None) -> list[Score]:
    """The answers of one person, or of everybody, by book and kind."""
    where, values = ("WHERE person = ?", (person,)) if person is not None else ("", ())
    sql = (
        "SELECT person, book, kind, COUNT(*), SUM(correct), MAX(at) FROM marks "  # noqa: S608 - fixed words
        f"{where} GROUP BY person, book, kind ORDER BY person, book, kind"
    )
    rows = database.rows(sql, *values)
    return [Score(who, book, kind, asked, int(right), at) for who, book, kind, asked, right, at in rows]


def assign(database: Database, assignments: Sequence[Assignment], person: str) -> None:
    """Replace a person's assignment."""
    with database.writing() as transaction:
        transaction.rows("DELETE FROM assignments WHERE person = ?", person)
        if assignments:
            transaction.insert("assignments", [digested(each) for each in assignments])


def assignments(database: Database, person: str | None = None) -> list[Assignment]:
    """The assignments of one person, or of everybody."""
    where, values = ("WHERE person = ?", (person,)) if person is not None else ("", ())
    sql = (
        "SELECT person, book, kind, given_by, at FROM assignments "  # noqa: S608 - fixed words
        f"{where} ORDER BY person, book, kind"
    )
    return [Assignment(*row) for row in database.rows(sql, *values)]


def since_assigned(
    database: Database, person: str | None = None
) -> dict[tuple[str, str, str], LessonProgress]:
    """The answers to each assignment, by person, book, and kind, since it was assigned."""
    where, values = ("WHERE given.person = ?", (person,)) if person is not None else ("", ())
    sql = (
        "SELECT given.person, given.book, given.kind, COUNT(*), SUM(marks.correct) "  # noqa: S608 - fixed words
        "FROM assignments AS given JOIN marks ON marks.person = given.person AND marks.book = given.book "
        "AND marks.kind = given.kind AND marks.at >= given.at "
        f"{where} GROUP BY given.person, given.book, given.kind"
    )
    rows = database.rows(sql, *values)
    return {(who, book, kind): LessonProgress(asked, int(right)) for who, book, kind, asked, right in rows}
