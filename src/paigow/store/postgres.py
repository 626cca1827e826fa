"""A store in PostgreSQL, for several server processes on one floor. The row of a table's head is its lock."""

from __future__ import annotations

import os
import re
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from threading import Event, Lock, Thread
from typing import Any, Final
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import psycopg
from psycopg_pool import ConnectionPool

from paigow.faults import BadInput
from paigow.store.arrays import array_type, columns_of
from paigow.store.database import ColumnUpdate, Lookup, NewerSchema, Reading, Row, StoreFull, StoreUnavailable
from paigow.store.schema import VERSION, migrate

PATIENCE = 3.0
"""How long to wait for a connection, in seconds, before the database counts as away."""
FIRST_ANSWER: Final = 2
"""The same when a command starts: with its start-up, a database that never answers takes three seconds."""
OVERDUE = 10.0
"""How long a statement or a transaction can take, in seconds, before its connection is closed."""
_MIGRATION_LOCK = 7_240_707
"""An advisory lock: servers that start together migrate in turn, and nobody writes meanwhile."""
_BEGIN: Final = (
    b"BEGIN",
    f"SELECT pg_advisory_xact_lock_shared({_MIGRATION_LOCK})".encode(),
    b"SELECT version FROM schema_version",
)
"""Sent along with the first statements, so that checking the schema doesn't cost a round trip."""
TRUSTED_SECONDS: Final = 1.0
"""A connection that committed this recently is reused unchecked: if it is gone, the group is retried."""


class _Watchdog:
    """Ends connections whose answers are overdue.

    A dead network doesn't report an error, nor does a hung database: a caller could wait for hours. Shutting
    the connection down gives the waiting caller an error at once.
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
            # Under the lock, so that the descriptor still belongs to this connection when it is shut down.
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


_REFUSED: Final = re.compile(r"FATAL:\s+(.+)")
"""What a server that was reached says: an unknown database or role, or a wrong password."""


def require_answer(url: str) -> None:
    """Fail at once if a database can't be reached: a pool would keep trying and log each attempt."""
    try:
        psycopg.connect(url, connect_timeout=FIRST_ANSWER).close()
    except psycopg.ProgrammingError as error:
        raise BadInput(
            f"{_without_password(url)!r} is not the address of a database ({_first_line(error)})",
            allowed="write postgresql://USER@HOST/DATABASE",
        ) from None
    except (psycopg.Error, UnicodeError, ValueError) as error:
        if refused := _REFUSED.search(str(error)):
            raise BadInput(
                f"PostgreSQL refuses the connection to {_without_password(url)}: {refused[1]}",
                allowed="create what is missing with createuser or createdb, or correct the address",
            ) from None
        raise BadInput(
            f"the database at {_without_password(url)} can't be reached: {_first_line(error)}",
            allowed="check that PostgreSQL runs there, and the address",
        ) from None


def _without_password(url: str) -> str:
    """An address without its password, for messages."""
    try:
        parts = urlsplit(url)
        secret = parts.password
    except ValueError:
        return "that address"
    return url.replace(f":{secret}@", "@", 1) if secret else url


def _first_line(error: Exception) -> str:
    """The server's or system's message, without the address it was about."""
    line = (str(error).strip() or type(error).__name__).splitlines()[0]
    return line.rpartition("failed: ")[2]


class PostgresDatabase:
    """A connection pool to one database."""

    shared = True

    def __init__(self, url: str, size: int = 4, *, reads_only: bool = False) -> None:
        """`reads_only` if writing is not allowed: the database itself rejects it."""
        self.url = url
        self._reads_only = reads_only
        require_answer(url)
        self._watchdog = _Watchdog()
        self._committed_at: WeakKeyDictionary[psycopg.Connection[Any], float] = WeakKeyDictionary()
        self.answering = self._watchdog.watch
        """A context in which a connection must answer before its deadline."""
        self._pool = ConnectionPool(
            url,
            min_size=1,
            max_size=size,
            timeout=PATIENCE,
            open=False,
            kwargs={"autocommit": True, "connect_timeout": int(PATIENCE)},
            configure=_read_only if reads_only else None,
            check=self._check,
        )
        try:
            self._pool.open(wait=True, timeout=10)
        except Exception as error:
            self._pool.close()
            raise BadInput("the PostgreSQL store can't be reached", where=str(error).strip()) from error
        if reads_only:
            self._require_schema()
        else:
            self._migrate()

    def _require_schema(self) -> None:
        found = self.rows("SELECT to_regclass('schema_version') IS NOT NULL")[0][0]
        version = self.rows("SELECT version FROM schema_version")[0][0] if found else 0
        if version > VERSION:
            raise NewerSchema(version, VERSION)
        if version < VERSION:
            self.close()
            raise BadInput(
                f"the database has schema {version}, and this version needs {VERSION}",
                allowed="start a server that may write first: it brings the schema up to date",
            )

    def _check(self, connection: psycopg.Connection[Any]) -> None:
        """After an outage, nobody should be handed a dead connection."""
        if time.monotonic() - self._committed_at.get(connection, -TRUSTED_SECONDS) < TRUSTED_SECONDS:
            return
        with self.answering(connection):
            ConnectionPool.check_connection(connection)

    def _migrate(self) -> None:
        with self._connected() as connection, connection.cursor() as cursor:
            cursor.execute(b"BEGIN")
            transaction = _Transaction(cursor, begun=True)
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
    def writing(self, *, long: bool = False) -> Iterator[_Transaction]:
        with self._connected() as connection, self._committing(connection, long=long) as cursor:
            yield _Transaction(cursor)

    @contextmanager
    def _connected(self) -> Iterator[psycopg.Connection[Any]]:
        try:
            # The pool commits when the block ends and rolls back when it fails.
            with self._pool.connection() as connection:
                yield connection
        except psycopg.OperationalError as error:
            raise _told(error) from error
        except psycopg.DataError as error:
            # SQLite accepts any text. Here a text with a NUL character can't be a name or a key.
            raise BadInput("this text can't be stored", where=_first_line(error)) from error

    @contextmanager
    def _committing(
        self, connection: psycopg.Connection[Any], *, long: bool
    ) -> Iterator[psycopg.Cursor[Row]]:
        with nullcontext() if long else self.answering(connection):
            try:
                with connection.cursor() as cursor:
                    yield cursor
                connection.commit()
                self._committed_at[connection] = time.monotonic()
            except BaseException:
                self._committed_at.pop(connection, None)
                with suppress(psycopg.Error):
                    connection.rollback()
                raise

    def probe(self) -> None:
        if self._reads_only:
            self.rows("SELECT version FROM schema_version")
            return
        with self.writing() as transaction:
            transaction.rows("UPDATE schema_version SET version = version")

    @contextmanager
    def reading(self) -> Iterator[_Postgres]:
        """On a separate connection, in a transaction that reads one snapshot."""
        with psycopg.connect(self.url) as connection:
            connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
            connection.read_only = True
            with connection.cursor() as cursor:
                yield _Postgres(cursor)

    def damage(self, _moment: Reading) -> Iterator[tuple[str, int, str]]:
        """PostgreSQL maintains its indexes itself; its amcheck extension compares them with the rows."""
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


class _Transaction(_Postgres):
    """A transaction that begins with its first statements."""

    def __init__(self, cursor: psycopg.Cursor[Row], *, begun: bool = False) -> None:
        super().__init__(cursor)
        self._begun = begun

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        self._begin()
        return super().rows(sql, *parameters)

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        self._begin()
        super().many(sql, rows)

    def insert(self, name: str, rows: Sequence[Row]) -> None:
        self._begin()
        if rows:
            self._cursor.execute(_insert(name, rows[0]).encode(), columns_of(rows))

    def find(
        self, name: str, columns: Sequence[str], keys: Sequence[str], wanted: Sequence[Row]
    ) -> list[Row]:
        return self.look_up(Lookup(name, columns, keys, wanted))[0]

    def hold(self, name: str, columns: Sequence[str], key: str, wanted: Sequence[str]) -> list[Row]:
        return self.look_up(Lookup(name, columns, (key,), [(each,) for each in wanted], held=True))[0]

    def look_up(self, *lookups: Lookup) -> list[list[Row]]:
        beginning = () if self._begun else _BEGIN
        connection = self._cursor.connection
        with connection.pipeline():
            begun = [connection.execute(statement) for statement in beginning]
            found = [
                connection.execute(_sql_of(each), columns_of(each.wanted)) if each.wanted else None
                for each in lookups
            ]
        if begun:
            self._require_schema(begun[-1])
        return [[] if each is None else each.fetchall() for each in found]

    def _begin(self) -> None:
        if not self._begun:
            self.look_up()

    def _require_schema(self, cursor: psycopg.Cursor[Row]) -> None:
        """A newer program may have migrated the database since it was opened here."""
        [(found,)] = cursor.fetchall()
        if found > VERSION:
            raise NewerSchema(found, VERSION)
        self._begun = True

    def finish(self, inserts: Mapping[str, Sequence[Row]], updates: Sequence[ColumnUpdate]) -> None:
        """All rows in one statement: none of them depends on another."""
        self._begin()
        parts = [(_insert(name, rows[0]), rows) for name, rows in inserts.items() if rows]
        parts += [(_update(each), each.rows) for each in updates if each.rows]
        connection = self._cursor.connection
        with connection.pipeline():
            if parts:
                *first, (last, _) = parts
                before = ", ".join(f"part_{number} AS ({sql})" for number, (sql, _) in enumerate(first))
                given = [column for _, rows in parts for column in columns_of(rows)]
                connection.execute((f"WITH {before} {last}" if before else last).encode(), given)
            over = connection.execute(b"COMMIT")
        # A failing statement aborts those after it; a transaction that ended any other way isn't stored
        # either.
        if over.statusmessage != "COMMIT":
            raise psycopg.OperationalError(f"the transaction ended with {over.statusmessage}")


def _read_only(connection: psycopg.Connection[Any]) -> None:
    connection.execute("SET default_transaction_read_only = on")


def _told(error: psycopg.OperationalError) -> StoreUnavailable:
    if isinstance(error, psycopg.errors.DiskFull | psycopg.errors.IoError):
        return StoreFull("the database has no room on its disk", where=type(error).__name__)
    return StoreUnavailable("the database can't be reached", where=type(error).__name__)


def _insert(name: str, row: Row) -> str:
    return f"INSERT INTO {name} SELECT * FROM {_unnested(row)}"  # noqa: S608 - our own names


def _update(update: ColumnUpdate) -> str:
    changes = ", ".join(f"{column} = given.{column}" for column in update.columns)
    given = f"{_unnested(update.rows[0])} AS given ({', '.join(update.columns)}, wanted)"
    return f"UPDATE {update.name} SET {changes} FROM {given} WHERE {update.key} = wanted"  # noqa: S608 - our own names


def _sql_of(lookup: Lookup) -> bytes:
    """Everybody locks rows in the same order, which prevents deadlocks."""
    shown = ", ".join((*lookup.keys, *lookup.columns))
    if lookup.held:
        [key] = lookup.keys
        sql = f"SELECT {shown} FROM {lookup.name} WHERE {key} = ANY(%b) ORDER BY {key} FOR UPDATE"  # noqa: S608 - our own names
        return sql.encode()
    names = [f"wanted_{key}" for key in lookup.keys]
    same = " AND ".join(f"{key} = {other}" for key, other in zip(lookup.keys, names, strict=True))
    given = f"{_unnested(lookup.wanted[0])} AS wanted ({', '.join(names)})"
    return f"SELECT {shown} FROM {lookup.name} JOIN {given} ON {same}".encode()  # noqa: S608 - our own names


def _unnested(row: Row) -> str:
    """Arrays as rows: one array per column."""
    return f"unnest({', '.join(f'%b::{array_type(value)}' for value in row)})"
