"""What the trainers remember of somebody with an account: one small text each, the last one written."""

from __future__ import annotations

from paigow.store.database import Database
from paigow.store.digests import digested


def keep_training(database: Database, person: str, body: str, at: int) -> None:
    """Replace what is remembered of a person."""
    with database.writing() as transaction:
        transaction.rows("DELETE FROM training WHERE person = ?", person)
        transaction.insert("training", [digested((person, body, at))])


def find_training(database: Database, person: str) -> str | None:
    """What is remembered of a person; None before the first time."""
    rows = database.rows("SELECT body FROM training WHERE person = ?", person)
    return str(rows[0][0]) if rows else None
