"""A store in PostgreSQL, for several server processes on one floor. The row of a table's head is its lock."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from threading import Event, Lock, Thread
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from psycopg_pool import ConnectionPool

from paigow.faults import BadInput
from paigow.store.database import NewerSchema, Reading, Row, StoreFull, StoreUnavailable
from paigow.store.schema import VERSION, migrate

CHANNEL = "paigow"
"""Where versions and names of tables are announced with a commit. Only a wake-up: nothing depends on it."""
PATIENCE = 3.0
"""How long to wait for a connection, in seconds, before the database counts as away."""
OVERDUE = 10.0
"""How long a statement or a transaction may take, in seconds, before its connection is given up."""
_ARRAYS: Final = {str: "text[]", int: "bigint[]", bytes: "bytea[]"}
_MIGRATION_LOCK = 7_240_707
"""Two servers that start together migrate one after the other, and nobody writes meanwhile."""
_BEGIN: Final = (
    f"BEGIN; SELECT pg_advisory_xact_lock_shared({_MIGRATION_LOCK}); SELECT version FROM schema_version"  # noqa: S608 - a constant
).encode()
"""In one message, so that knowing the schema costs no way to the database and back."""


class _Watchdog:
    """Ends connections whose answers are overdue.

    A network that loses everything tells nobody, nor does a database that hangs: whoever waits for an answer
    would wait for hours. A connection that is shut down gives an error at once to whoever waits for it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._due: dict[int, float] = {}
        self._thread: Thread | None = None
        self._closed = Event()

    @contextmanager
    def watch(self, connection: psycopg.Connection[Any] | psycopg.AsyncConnection[Any]) -> Iterator[None]:
        file = connection.fileno()
        with self._lock:
            self._due[file] = time.monotonic() + OVERDUE
            if self._thread is None:
                self._thread = Thread(target=self._run, name="watchdog", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            # Under the lock, so that the file is still this connection's when it is shut down.
            with self._lock:
                self._due.pop(file, None)

    def _run(self) -> None:
        while not self._closed.wait(OVERDUE / 10):
            with self._lock:
                overdue = [file for file, due in self._due.items() if due < time.monotonic()]
                for file in overdue:
                    del self._due[file]
                    with suppress(OSError), socket.socket(fileno=os.dup(file)) as ended:
                        ended.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._closed.set()


def _require_answer(url: str) -> None:
    """Refuse a database that cannot be reached, at once: a pool would go on trying, and log each time."""
    try:
        psycopg.connect(url, connect_timeout=int(PATIENCE)).close()
    except psycopg.ProgrammingError as error:
        raise BadInput(
            f"{_without_password(url)!r} is not the address of a database ({_first_line(error)})",
            allowed="write postgresql://USER@HOST/DATABASE",
        ) from None
    except (psycopg.Error, UnicodeError, ValueError) as error:
        raise BadInput(
            f"the database at {_without_password(url)} can't be reached: {_first_line(error)}",
            allowed="check that PostgreSQL runs there, and the address",
        ) from None


def _without_password(url: str) -> str:
    """An address as a person may read it."""
    try:
        parts = urlsplit(url)
        secret = parts.password
    except ValueError:
        return "that address"
    return url.replace(f":{secret}@", "@", 1) if secret else url


def _first_line(error: Exception) -> str:
    """What the server or the system said, without where it was tried."""
    line = (str(error).strip() or type(error).__name__).splitlines()[0]
    return line.rpartition("failed: ")[2]


class PostgresDatabase:
    """A connection pool to one database."""

    shared = True

    def __init__(self, url: str, size: int = 4) -> None:
        self.url = url
        _require_answer(url)
        self._watchdog = _Watchdog()
        self.answering = self._watchdog.watch
        """A context in which a connection must have its answers before they are overdue."""
        self._pool = ConnectionPool(
            url,
            min_size=1,
            max_size=size,
            timeout=PATIENCE,
            open=False,
            kwargs={"autocommit": True, "connect_timeout": int(PATIENCE)},
            check=self._check,
        )
        try:
            self._pool.open(wait=True, timeout=10)
        except Exception as error:
            self._pool.close()
            raise BadInput("the PostgreSQL store cannot be reached", where=str(error).strip()) from error
        self._migrate()

    def _check(self, connection: psycopg.Connection[Any]) -> None:
        """After the database was away nobody is to be given a connection that has ended."""
        with self.answering(connection):
            ConnectionPool.check_connection(connection)

    def _migrate(self) -> None:
        with self._connected() as connection, connection.cursor() as cursor:
            cursor.execute(b"BEGIN")
            transaction = _Postgres(cursor)
            transaction.rows("SELECT pg_advisory_xact_lock(?)", _MIGRATION_LOCK)
            transaction.rows("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
            found = transaction.rows("SELECT version FROM schema_version")
            version = found[0][0] if found else 0
            if version > VERSION:
                raise NewerSchema(version, VERSION)
            migrate(transaction, version, postgres=True)
            transaction.rows("DELETE FROM schema_version")
            transaction.rows("INSERT INTO schema_version VALUES (?)", VERSION)

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        with self._connected() as connection, self.answering(connection), connection.cursor() as cursor:
            return _Postgres(cursor).rows(sql, *parameters)

    @contextmanager
    def writing(self, *, long: bool = False) -> Iterator[_Postgres]:
        with self._connected() as connection, self._committing(connection, long=long) as cursor:
            cursor.execute(_BEGIN)
            # A newer program may have migrated the database since it was opened here.
            while cursor.nextset():
                pass
            [(found,)] = cursor.fetchall()
            if found > VERSION:
                raise NewerSchema(found, VERSION)
            yield _Postgres(cursor)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            # The pool commits when the block ends, and rolls back when it fails.
            with self._pool.connection() as connection:
                yield connection
        except psycopg.OperationalError as error:
            raise _told(error) from error

    @contextmanager
    def _committing(
        self, connection: psycopg.Connection[Any], *, long: bool
    ) -> Iterator[psycopg.Cursor[Row]]:
        with nullcontext() if long else self.answering(connection):
            try:
                with connection.cursor() as cursor:
                    yield cursor
                connection.commit()
            except BaseException:
                with suppress(psycopg.Error):
                    connection.rollback()
                raise

    def probe(self) -> None:
        with self.writing() as transaction:
            transaction.rows("UPDATE schema_version SET version = version")

    @contextmanager
    def reading(self) -> Iterator[_Postgres]:
        """On a connection of its own, in a transaction that sees one moment."""
        with psycopg.connect(self.url) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            with connection.cursor() as cursor:
                yield _Postgres(cursor)

    def damage(self, _moment: Reading) -> Iterator[tuple[str, int, str]]:
        """PostgreSQL keeps its indexes itself; its own amcheck compares them with the rows."""
        return iter(())

    def close(self) -> None:
        self._pool.close()
        self._watchdog.close()


class _Postgres:
    """Statements on one cursor."""

    def __init__(self, cursor: psycopg.Cursor[Row]) -> None:
        self._cursor = cursor

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        self._cursor.execute(sql.replace("?", "%s").encode(), parameters)
        return self._cursor.fetchall() if self._cursor.description is not None else []

    def each(self, sql: str) -> Iterator[Row]:
        return self._cursor.stream(sql.encode())

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        if rows:
            self._cursor.executemany(sql.replace("?", "%s").encode(), rows)

    def insert(self, name: str, rows: Sequence[Row]) -> None:
        if rows:
            self._with_arrays(f"INSERT INTO {name} SELECT * FROM {_unnested(rows[0])}", rows)  # noqa: S608 - our own names

    def update(self, name: str, columns: Sequence[str], key: str, rows: Sequence[Row]) -> None:
        if rows:
            changes = ", ".join(f"{column} = given.{column}" for column in columns)
            given = f"{_unnested(rows[0])} AS given ({', '.join(columns)}, wanted)"
            self._with_arrays(f"UPDATE {name} SET {changes} FROM {given} WHERE {key} = wanted", rows)  # noqa: S608 - our own names

    def find(
        self, name: str, columns: Sequence[str], keys: Sequence[str], wanted: Sequence[Row]
    ) -> list[Row]:
        if not wanted:
            return []
        names = [f"wanted_{key}" for key in keys]
        same = " AND ".join(f"{key} = {other}" for key, other in zip(keys, names, strict=True))
        given = f"{_unnested(wanted[0])} AS wanted ({', '.join(names)})"
        self._with_arrays(f"SELECT {', '.join((*keys, *columns))} FROM {name} JOIN {given} ON {same}", wanted)  # noqa: S608 - our own names
        return self._cursor.fetchall()

    def hold(self, name: str, columns: Sequence[str], key: str, wanted: Sequence[str]) -> list[Row]:
        """In one order for everybody, so that nobody holds what another waits for."""
        sql = (
            f"SELECT {key}, {', '.join(columns)} FROM {name} WHERE {key} = ANY(%s) ORDER BY {key} FOR UPDATE"  # noqa: S608 - our own names
        )
        return self._cursor.execute(sql.encode(), [list(wanted)]).fetchall() if wanted else []

    def together(self) -> AbstractContextManager[object]:
        return self._cursor.connection.pipeline()

    def _with_arrays(self, sql: str, rows: Sequence[Row]) -> None:
        """One statement for many rows: each column goes as an array."""
        self._cursor.execute(sql.encode(), [list(column) for column in zip(*rows, strict=True)])

    def announce(self, ends: Mapping[str, int]) -> None:
        notes = [f"{version} {table}" for table, version in ends.items()]
        self._cursor.execute("SELECT pg_notify(%s, note) FROM unnest(%s::text[]) AS note", (CHANNEL, notes))


def _told(error: psycopg.OperationalError) -> StoreUnavailable:
    if isinstance(error, psycopg.errors.DiskFull | psycopg.errors.IoError):
        return StoreFull("the database has no room on its disk", where=type(error).__name__)
    return StoreUnavailable("the database cannot be reached", where=type(error).__name__)


def _unnested(row: Row) -> str:
    """Arrays as rows, one array for each value of a row."""
    return f"unnest({', '.join(f'%b::{_ARRAYS[type(value)]}' for value in row)})"
