"""The store's tables, as numbered migrations for both databases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Final

from paigow.store.database import Transaction
from paigow.store.digests import DIGESTED, complete_digests
from paigow.store.people import complete_people

# BYTES and BIG differ between SQLite and PostgreSQL; `statements` fills them in. Entries refer to a table by
# its journal's head, which is locked when they are added, so there are no foreign keys to check for each row.
MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE tables (
            id TEXT PRIMARY KEY, submission TEXT NOT NULL, settings {BYTES} NOT NULL,
            created_at {BIG} NOT NULL
        )""",
        """CREATE TABLE heads (
            table_id TEXT PRIMARY KEY REFERENCES tables(id), version {BIG} NOT NULL, chain {BYTES} NOT NULL
        )""",
        """CREATE TABLE journal (
            table_id TEXT NOT NULL, version {BIG} NOT NULL, command TEXT NOT NULL,
            at {BIG} NOT NULL, body {BYTES} NOT NULL, chain {BYTES} NOT NULL, PRIMARY KEY (table_id, version)
        )""",
        """CREATE TABLE commands (
            table_id TEXT NOT NULL, command TEXT NOT NULL, first_version {BIG} NOT NULL,
            last_version {BIG} NOT NULL, body {BYTES} NOT NULL, PRIMARY KEY (table_id, command)
        )""",
        """CREATE TABLE postings (
            table_id TEXT NOT NULL, version {BIG} NOT NULL, line {BIG} NOT NULL, account TEXT NOT NULL,
            cents {BIG} NOT NULL, PRIMARY KEY (table_id, version, line)
        )""",
        """CREATE TABLE floor_postings (
            table_id TEXT NOT NULL, version {BIG} NOT NULL, line {BIG} NOT NULL, account TEXT NOT NULL,
            cents {BIG} NOT NULL, PRIMARY KEY (table_id, version, line)
        )""",
        """CREATE TABLE balances (
            account TEXT PRIMARY KEY, cents {BIG} NOT NULL
        )""",
        """CREATE TABLE snapshots (
            table_id TEXT PRIMARY KEY REFERENCES tables(id), version {BIG} NOT NULL, body {BYTES} NOT NULL
        )""",
        """CREATE TABLE seeds (
            table_id TEXT NOT NULL, commitment TEXT NOT NULL, sealed {BYTES} NOT NULL,
            PRIMARY KEY (table_id, commitment)
        )""",
        """CREATE TABLE people (
            name TEXT PRIMARY KEY, password TEXT, roles TEXT NOT NULL, created_at {BIG} NOT NULL
        )""",
        """CREATE TABLE rounds (
            table_id TEXT NOT NULL, round {BIG} NOT NULL, first_version {BIG} NOT NULL,
            last_version {BIG} NOT NULL, at {BIG} NOT NULL, summary {BYTES} NOT NULL,
            PRIMARY KEY (table_id, round)
        )""",
        """CREATE TABLE round_people (
            person TEXT NOT NULL, table_id TEXT NOT NULL, round {BIG} NOT NULL, at {BIG} NOT NULL,
            PRIMARY KEY (person, at, table_id, round)
        )""",
    ),
    # The chain's initial link, if it is the table's own, and the version up to which it omits the time.
    (
        "ALTER TABLE heads ADD COLUMN genesis {BYTES}",
        "ALTER TABLE heads ADD COLUMN undated {BIG} NOT NULL DEFAULT 0",
        "UPDATE heads SET undated = version",
    ),
    (
        """CREATE TABLE sessions (
            id TEXT PRIMARY KEY, person TEXT NOT NULL, created_at {BIG} NOT NULL, until {BIG} NOT NULL,
            ended_at {BIG} NOT NULL, digest {BYTES} NOT NULL
        )""",
        "CREATE INDEX sessions_of ON sessions (person)",
        "CREATE INDEX sessions_ended ON sessions (ended_at)",
    ),
    # One account for each look-alike form of a name; a checksum of each account, filled in by a step below.
    (
        "CREATE TABLE looks (look TEXT PRIMARY KEY, person TEXT NOT NULL)",
        "ALTER TABLE people ADD COLUMN digest {BYTES}",
    ),
    ("CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",),
    # A checksum of each command: those of an older edition can't all be re-judged.
    ("ALTER TABLE commands ADD COLUMN digest {BYTES}",),
    # Signed notes of journal positions.
    (
        """CREATE TABLE checkpoints (
            table_id TEXT NOT NULL, version {BIG} NOT NULL, note TEXT NOT NULL,
            PRIMARY KEY (table_id, version)
        )""",
    ),
    # What pupils of the dealer's school have answered, and their assignments.
    (
        """CREATE TABLE marks (
            person TEXT NOT NULL, task TEXT NOT NULL, at {BIG} NOT NULL, book TEXT NOT NULL,
            kind TEXT NOT NULL, correct {BIG} NOT NULL, PRIMARY KEY (person, task)
        )""",
        """CREATE TABLE assignments (
            person TEXT NOT NULL, book TEXT NOT NULL, kind TEXT NOT NULL, given_by TEXT NOT NULL,
            at {BIG} NOT NULL, PRIMARY KEY (person, book, kind)
        )""",
    ),
    # Replaces pruned rounds that no person played.
    (
        """CREATE TABLE pruned (
            table_id TEXT NOT NULL, first_version {BIG} NOT NULL, last_version {BIG} NOT NULL,
            first_round {BIG} NOT NULL, last_round {BIG} NOT NULL, rounds {BIG} NOT NULL,
            follows {BYTES} NOT NULL, chain {BYTES} NOT NULL, state {BYTES} NOT NULL, moves {BYTES} NOT NULL,
            at {BIG} NOT NULL, note TEXT NOT NULL, PRIMARY KEY (table_id, first_version)
        )""",
    ),
    # The trainers' records for people with accounts.
    ("CREATE TABLE training (person TEXT PRIMARY KEY, body TEXT NOT NULL, at {BIG} NOT NULL)",),
    # Finished rounds, one row each, and the archives that some of them were moved to. Postings are in events.
    (
        "DROP TABLE postings",
        """CREATE TABLE packs (
            table_id TEXT NOT NULL, last_version {BIG} NOT NULL, first_version {BIG} NOT NULL,
            round {BIG} NOT NULL, commands {BIG} NOT NULL, follows {BYTES} NOT NULL, chain {BYTES} NOT NULL,
            digest {BYTES} NOT NULL, body {BYTES} NOT NULL, archived TEXT NOT NULL,
            PRIMARY KEY (table_id, last_version)
        )""",
        "CREATE TABLE packed_commands (mark {BIG} PRIMARY KEY, version {BIG} NOT NULL)",
        "CREATE TABLE archives (day TEXT PRIMARY KEY, file TEXT NOT NULL, note TEXT NOT NULL)",
    ),
    # A checksum of each row of the school and the trainers, filled in by a step below.
    tuple(f"ALTER TABLE {name} ADD COLUMN digest {{BYTES}}" for name in DIGESTED),
    # When tables were closed and opened again, and by which table they were replaced.
    (
        """CREATE TABLE table_changes (
            table_id TEXT NOT NULL, number {BIG} NOT NULL, at {BIG} NOT NULL, deed TEXT NOT NULL,
            successor TEXT NOT NULL, digest {BYTES} NOT NULL, PRIMARY KEY (table_id, number)
        )""",
    ),
)
VERSION: Final = len(MIGRATIONS)

_SQLITE: Final = {"BYTES": "BLOB", "BIG": "INTEGER"}
_POSTGRES: Final = {"BYTES": "BYTEA", "BIG": "BIGINT"}


def _complete_commands(transaction: Transaction) -> None:
    """Fill in the missing checksums of commands from an older schema, a page at a time."""
    sql = (
        "SELECT table_id, command, body FROM commands WHERE (table_id, command) > (?, ?) "
        "ORDER BY table_id, command LIMIT 1000"
    )
    after: tuple[str, str] = ("", "")
    while rows := transaction.rows(sql, *after):
        changes = [(sha256(body).digest(), table, command) for table, command, body in rows]
        transaction.many("UPDATE commands SET digest = ? WHERE table_id = ? AND command = ?", changes)
        after = rows[-1][0], rows[-1][1]


_STEPS: Final[Mapping[int, Callable[[Transaction], None]]] = {
    4: complete_people,
    6: _complete_commands,
    12: complete_digests,
}
"""What a migration does besides its statements."""


def migrate(transaction: Transaction, version: int, *, postgres: bool) -> None:
    """Migrate a store of an older schema to this one, in its database's dialect."""
    words = _POSTGRES if postgres else _SQLITE
    for number, statements in enumerate(MIGRATIONS[version:], start=version + 1):
        for statement in statements:
            transaction.rows(statement.format(**words))
        if (step := _STEPS.get(number)) is not None:
            step(transaction)
