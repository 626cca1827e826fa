"""What a floor knows of itself: by which key its seeds are sealed. Never the key."""

from __future__ import annotations

from typing import Final

from paigow.store.database import Database

__all__ = ["KEY", "fact", "keep_fact"]

KEY: Final = "key"
"""The fingerprint of the key that seals seeds."""


def fact(database: Database, name: str) -> str | None:
    rows = database.rows("SELECT value FROM facts WHERE name = ?", name)
    return str(rows[0][0]) if rows else None


def keep_fact(database: Database, name: str, value: str) -> None:
    """Keep a fact; one that is kept already stays."""
    with database.writing() as transaction:
        row = (name, value)
        transaction.many("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [row])
