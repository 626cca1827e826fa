"""The trainers' records for people with accounts: one small text each, the latest."""

from __future__ import annotations

from paigow.store.database import Database
from paigow.store.digests import digested


def keep_training(database: Database, person: str, body: str, at: int) -> None:
    """Replace a person's record."""
    with database.writing() as transaction:
        transaction.rows("DELETE FROM training WHERE person = ?", person)
        transaction.insert("training", [digested((person, body, at))])


def find_training(database: Database, person: str) -> str | None:
    """A person's record; None before the first time."""
    rows = database.rows("SELECT body FROM training WHERE person = ?", person)
    return str(rows[0][0]) if rows else None
