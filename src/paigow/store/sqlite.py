"""The journal in one SQLite file, through apsw: write-ahead log, synchronous FULL, one writer.

Python's own sqlite3 may link a SQLite whose write-ahead log can be corrupted; apsw brings its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

import apsw

from paigow.faults import BadInput
from paigow.store.appending import Outcome, Session, accounts_of
from paigow.store.records import GENESIS, Append, Entry, Head, Posting, Repeated, Snapshot, TableRecord
from paigow.store.schema import VERSION, statements

__all__ = ["SqliteStore"]

OLDEST = (3, 51, 3)
"""The first release without the write-ahead log's corruption bug."""


class SqliteStore:
    """A store on one machine. Writes go through one connection and one lock; readers have their own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = Lock()
        self._writer = self._connect()
        self._reader = self._connect()
        self._migrate()
        self._verify()

    def _connect(self) -> apsw.Connection:
        try:
            connection = apsw.Connection(str(self.path))
            connection.set_busy_timeout(10_000)
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except apsw.Error as error:
            raise BadInput(f"{self.path} cannot be opened as a store", where=str(error)) from error
        if mode != ("wal",):
            raise BadInput(
                f"{self.path} lies where no write-ahead log is possible", allowed="use a local disk"
            )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _verify(self) -> None:
        """Say at once if the store is not what it should be."""
        synchronous = self._writer.execute("PRAGMA synchronous").fetchone()
        assert synchronous == (2,), synchronous
        found = self._writer.execute("PRAGMA quick_check(1)").fetchone()
        if found != ("ok",):
            raise BadInput(f"{self.path} is damaged: {found}", allowed="restore it from a backup")

    def _migrate(self) -> None:
        with self._writing():
            (version,) = self._one("PRAGMA user_version")
            if version > VERSION:
                raise BadInput(
                    f"{self.path} was written by a newer version (schema {version})",
                    allowed=f"this one knows schema {VERSION}",
                )
            for migration in range(version + 1, VERSION + 1):
                for statement in statements(migration, postgres=False):
                    self._writer.execute(statement)
            self._writer.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it or nothing."""
        with self._lock:
            self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._writer.execute("ROLLBACK")
                raise
            self._writer.execute("COMMIT")

    def _one(self, sql: str, *bindings: object) -> tuple[int, ...]:
        row: tuple[int, ...] | None = self._writer.execute(sql, bindings).fetchone()
        assert row is not None, sql
        return row

    def close(self) -> None:
        self._reader.close()
        self._writer.close()

    def add_table(self, record: TableRecord) -> None:
        with self._writing():
            row = (record.id, record.submission, record.settings, record.created_at)
            self._writer.execute("INSERT INTO tables VALUES (?, ?, ?, ?)", row)
            self._writer.execute("INSERT INTO heads VALUES (?, 0, ?)", (record.id, GENESIS))

    def tables(self) -> list[TableRecord]:
        rows = self._reader.execute(
            "SELECT id, submission, settings, created_at FROM tables ORDER BY created_at, id"
        )
        return [TableRecord(*row) for row in rows]

    def append(self, batches: Sequence[Append]) -> list[Outcome]:
        """Keep many commands in one transaction; those that cannot be kept are left out, each for itself."""
        with self._writing():
            session = Session(
                self._known_heads(batches), self._known_commands(batches), self._known_balances(batches)
            )
            outcomes = [session.judge(batch) for batch in batches]
            self._write(session)
        return outcomes

    def _known_heads(self, batches: Sequence[Append]) -> dict[str, Head]:
        return {table: self._head(self._writer, table) for table in {batch.table for batch in batches}}

    def _known_commands(self, batches: Sequence[Append]) -> dict[tuple[str, str], Repeated]:
        found = {}
        for key in {(batch.table, batch.command) for batch in batches}:
            row = self._writer.execute(
                "SELECT first_version, last_version FROM commands WHERE table_id = ? AND command = ?", key
            ).fetchone()
            if row is not None:
                found[key] = Repeated(*row)
        return found

    def _known_balances(self, batches: Sequence[Append]) -> dict[str, int]:
        return {account: self._balance(self._writer, account) for account in accounts_of(batches)}

    def _write(self, session: Session) -> None:
        journal, commands, postings, floor = session.rows()
        write = self._writer.executemany
        write("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?)", journal)
        write("INSERT INTO commands VALUES (?, ?, ?, ?)", commands)
        write("INSERT INTO postings VALUES (?, ?, ?, ?, ?)", postings)
        write("INSERT INTO floor_postings VALUES (?, ?, ?, ?, ?)", floor)
        write(
            "INSERT INTO balances VALUES (?, ?) ON CONFLICT (account) DO UPDATE SET cents = excluded.cents",
            session.moved(),
        )
        write("UPDATE heads SET version = ?, chain = ? WHERE table_id = ?", session.ends())

    def head(self, table: str) -> Head:
        return self._head(self._reader, table)

    def _head(self, connection: apsw.Connection, table: str) -> Head:
        row = connection.execute("SELECT version, chain FROM heads WHERE table_id = ?", (table,)).fetchone()
        if row is None:
            raise BadInput(f"there is no table {table!r} in this store")
        return Head(*row)

    def _balance(self, connection: apsw.Connection, account: str) -> int:
        row = connection.execute("SELECT cents FROM balances WHERE account = ?", (account,)).fetchone()
        return 0 if row is None else int(row[0])

    def balance(self, account: str) -> int:
        return self._balance(self._reader, account)

    def balances(self) -> dict[str, int]:
        return dict(self._reader.execute("SELECT account, cents FROM balances ORDER BY account"))

    def events(self, table: str, after: int = 0, limit: int = 10_000) -> list[Entry]:
        """The events that follow a version, oldest first."""
        rows = self._reader.execute(
            "SELECT version, command, at, body, chain FROM journal "
            "WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?",
            (table, after, limit),
        )
        return [Entry(*row) for row in rows]

    def postings(self, table: str) -> list[Posting]:
        rows = self._reader.execute(
            "SELECT version, account, cents FROM postings WHERE table_id = ? ORDER BY version, line", (table,)
        )
        return [Posting(*row) for row in rows]

    def snapshot(self, table: str) -> Snapshot | None:
        row = self._reader.execute(
            "SELECT version, body FROM snapshots WHERE table_id = ?", (table,)
        ).fetchone()
        return None if row is None else Snapshot(*row)

    def save_snapshot(self, table: str, snapshot: Snapshot) -> None:
        with self._writing():
            self._writer.execute(
                "INSERT INTO snapshots VALUES (?, ?, ?) ON CONFLICT (table_id) "
                "DO UPDATE SET version = excluded.version, body = excluded.body",
                (table, snapshot.version, snapshot.body),
            )
