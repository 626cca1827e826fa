"""Sessions of guests and accounts: who is signed in, since when, until when. Not how a token is signed.

A row is found by the hash of the session's secret, so a copy of the store lets nobody in. An ended session
keeps its row until it would have run out: other processes learn from it that it has ended.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import msgspec

from paigow.store.database import Database, Transaction

_COLUMNS: Final = "id, person, created_at, until, ended_at"


class SessionRecord(msgspec.Struct, frozen=True, array_like=True):
    """One session; times in seconds since 1970, `ended_at` 0 while it is open."""

    id: str
    person: str
    created_at: int
    until: int
    ended_at: int = 0

    @property
    def digest(self) -> bytes:
        """A checksum of the row, by which an audit finds a changed one."""
        return sha256(msgspec.json.encode(self)).digest()


def session_id(secret: str) -> str:
    """What a session with this secret is kept under."""
    return sha256(secret.encode()).hexdigest()


def _write(transaction: Transaction, records: list[SessionRecord]) -> None:
    rows = [(*msgspec.structs.astuple(each), each.digest) for each in records]
    transaction.many(
        "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) "
        "DO UPDATE SET ended_at = excluded.ended_at, digest = excluded.digest",
        rows,
    )


def add_session(database: Database, record: SessionRecord, *, first: bool = False) -> bool:
    """Keep a new session; `first` if nobody of this name may have been here before. False if somebody was."""
    with database.writing() as transaction:
        if first and transaction.rows("SELECT 1 FROM sessions WHERE person = ? LIMIT 1", record.person):
            return False
        _write(transaction, [record])
    return True


def find_session(database: Database, wanted: str) -> SessionRecord | None:
    rows = database.rows(f"SELECT {_COLUMNS} FROM sessions WHERE id = ?", wanted)  # noqa: S608 - a constant
    return SessionRecord(*rows[0]) if rows else None


def sessions(database: Database, now: int, person: str | None = None) -> list[SessionRecord]:
    """The sessions that are open, oldest first; of one person, or of everybody."""
    where, values = ("", ()) if person is None else (" AND person = ?", (person,))
    sql = f"SELECT {_COLUMNS} FROM sessions WHERE ended_at = 0 AND until > ?{where} ORDER BY created_at, id"  # noqa: S608 - a constant
    return [SessionRecord(*row) for row in database.rows(sql, now, *values)]


def end_sessions(database: Database, now: int, wanted: list[SessionRecord]) -> None:
    """End some sessions; those that have ended already stay as they are."""
    with database.writing() as transaction:
        open_now = [each for each in wanted if _is_open(transaction, each.id)]
        _write(transaction, [msgspec.structs.replace(each, ended_at=now) for each in open_now])


def _is_open(transaction: Transaction, wanted: str) -> bool:
    return bool(transaction.rows("SELECT 1 FROM sessions WHERE id = ? AND ended_at = 0", wanted))


def ended_since(database: Database, moment: int) -> set[str]:
    """The ids of sessions that were ended at or after a moment."""
    sql = "SELECT id FROM sessions WHERE ended_at >= ?"
    return {wanted for (wanted,) in database.rows(sql, max(1, moment))}


def forget_expired(database: Database, now: int) -> None:
    """Delete what has run out: nobody can come with it again."""
    with database.writing() as transaction:
        transaction.many("DELETE FROM sessions WHERE until <= ?", [(now,)])
