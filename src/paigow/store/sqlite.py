"""A store in one SQLite file, through apsw: write-ahead log, synchronous FULL, one writer at a time.

Python's own sqlite3 may link a SQLite version that can corrupt the write-ahead log; apsw bundles its own. A
reader that uses an index doesn't notice if a row's own key was changed. SQLite's integrity check compares the
two, and `damage` reports it with the table and version of the row.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from threading import Lock, RLock
from typing import Final

import apsw
import msgspec

from paigow.faults import BadInput
from paigow.store.database import ColumnUpdate, Lookup, NewerSchema, Reading, Row, StoreFull, StoreUnavailable
from paigow.store.schema import VERSION, migrate
from paigow.store.wal import CHECKPOINT_PAGES, LogKeeper

_LARGEST_CHUNK: Final = 64
LARGEST_CHECKED: Final = 64 * 2**20
"""In bytes. A check reads the whole file, 0.4 s for 34 MB, so opening a large floor would take too long."""
PATIENCE: Final = 10.0
"""How long to wait for other writers, in seconds."""
_FAILING: Final = (apsw.IOError, apsw.ReadOnlyError)
_AWAY: Final = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.LockedError,
    apsw.NoMemError,
    apsw.NotADBError,
    apsw.PermissionsError,
    apsw.ProtocolError,
)
ROOM: Final = 2**20
"""In bytes: a disk with less space left counts as full."""
BETWEEN_LOOKS: Final = 0.001
"""SQLite's own busy handler polls ten times a second, and can miss a contended lock for a long time."""


Damage = tuple[str, int, str]
"""The table of the floor, its version, and the problem; `floor` and 0 if the row is unknown."""
MOST: Final = 50
"""The maximum number of findings per check; more wouldn't add information."""
_HEADING: Final = "*** in database main ***\n"
_ROW: Final = re.compile(r"row (\d+) missing from index (\w+)")
_TREE: Final = re.compile(r"Tree (\d+) ")
_ROWID: Final = re.compile(r"Rowid (\d+) out of order")
_NAMED: Final[Mapping[str, str]] = {
    "tables": "id, 0",
    "heads": "table_id, version",
    "journal": "table_id, version",
    "commands": "table_id, first_version",
    "floor_postings": "table_id, version",
    "snapshots": "table_id, version",
    "seeds": "table_id, 0",
    "rounds": "table_id, last_version",
    "round_people": "table_id, 0",
    "checkpoints": "table_id, version",
    "pruned": "table_id, first_version",
    "packs": "table_id, last_version",
}
"""How to name a row of each database table by floor table and version."""


class SqliteDatabase:
    """One file on a local disk, with a connection for writing and one for reading."""

    shared = False

    def __init__(self, path: Path, *, damaged: bool = False) -> None:
        """`damaged` to open it in any state, so that an audit can report on it."""
        self.path = path
        make_place(path)
        self._writer = self._connect()
        self._reader = self._connect()
        self._log_keeper = LogKeeper(self._connect)
        self._log_keeper.watch(self._writer)
        self._write_lock = Lock()
        self._read_lock = RLock()
        self._migrate()
        if not damaged:
            self._verify()

    def _connect(self) -> apsw.Connection:
        try:
            connection = apsw.Connection(str(self.path))
            connection.set_busy_handler(_waiting())
            self._require_own(connection)
            mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        except apsw.Error as error:
            raise BadInput(
                f"{self.path} can't be opened as a store",
                where=str(error),
                allowed="name a floor's store, or a file that doesn't exist yet",
            ) from error
        if mode != ("wal",):
            raise BadInput(
                f"{self.path} is on a disk without support for a write-ahead log", allowed="use a local disk"
            )
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _require_own(self, connection: apsw.Connection) -> None:
        """Leave another program's database as it is: a floor has tables only once it has a schema version."""
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        unversioned = connection.execute("PRAGMA user_version").fetchone() == (0,)
        if unversioned and tables and "heads" not in tables:
            raise BadInput(
                f"{self.path} is the database of another program",
                allowed="name a floor's store, or a file that doesn't exist yet",
            )

    def _migrate(self) -> None:
        """Reading a floor that is in use doesn't block its writes."""
        if self.rows("PRAGMA user_version") == [(VERSION,)]:
            return
        version = None
        try:
            with self._transaction() as transaction:
                version = transaction.rows("PRAGMA user_version")[0][0]
                if version > VERSION:
                    raise NewerSchema(version, VERSION)
                migrate(transaction, version, postgres=False)
                transaction.rows(f"PRAGMA user_version = {VERSION}")
        except apsw.SQLError as error:
            problem = f"{self.path} says it has schema {version}, but doesn't have it"
            raise BadInput(problem, where=str(error), allowed="restore it from a backup") from error

    def _verify(self) -> None:
        """Fail at once if the file is damaged; a large file takes an audit."""
        assert self._writer.execute("PRAGMA synchronous").fetchone() == (2,)
        if self.path.stat().st_size > LARGEST_CHECKED:
            return
        found = self.rows("PRAGMA quick_check(1)")
        if found != [("ok",)]:
            raise BadInput(f"{self.path} is damaged: {found[0][0]}", allowed="restore it from a backup")

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        with self._read_lock:
            try:
                return _Sqlite(self._reader).rows(sql, *parameters)
            except apsw.Error as error:
                raise _told(error, self.path) from error

    @contextmanager
    def writing(self, *, long: bool = False) -> Iterator[_Sqlite]:  # noqa: ARG002 - a disk does not hang
        with self._transaction() as transaction:
            # A newer program may have migrated the file since it was opened here.
            found = transaction.rows("PRAGMA user_version")[0][0]
            if found > VERSION:
                raise NewerSchema(found, VERSION)
            yield transaction

    @contextmanager
    def _transaction(self) -> Iterator[_Sqlite]:
        with self._write_lock:
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                yield _Sqlite(self._writer)
                self._writer.execute("COMMIT")
            except apsw.Error as error:
                raise _told(error, self.path) from error
            finally:
                # A failed commit may or may not leave the transaction open.
                if self._writer.in_transaction:
                    with suppress(apsw.Error):
                        self._writer.execute("ROLLBACK")

    def probe(self) -> None:
        self._require_room()
        with self.writing() as transaction:
            # Rewrites the file's first page, even if it is damaged.
            transaction.rows(f"PRAGMA user_version = {VERSION}")

    def _require_room(self) -> None:
        """The log's own pages are overwritten after a checkpoint: on a full disk, a small write succeeds."""
        try:
            with TemporaryFile(dir=self.path.parent) as file:
                file.write(bytes(ROOM))
        except OSError as error:
            raise _full(self.path) from error

    @contextmanager
    def reading(self) -> Iterator[_Sqlite]:
        """On a separate connection, whose first read fixes the snapshot."""
        connection = self._connect()
        try:
            connection.execute("BEGIN")
            yield _Sqlite(connection)
        finally:
            connection.close()

    def damage(self, moment: Reading) -> Iterator[Damage]:
        fresh = apsw.Connection(":memory:")
        migrate(_Sqlite(fresh), 0, postgres=False)
        sql = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"
        return damage_of(moment, _Sqlite(fresh).rows(sql))

    def close(self) -> None:
        self._log_keeper.close()
        self._reader.close()
        self._writer.close()


class _Sqlite:
    """Statements on one connection.

    apsw releases and reacquires the GIL for every statement, so one statement writes many rows.
    """

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        return list(self._connection.execute(sql, parameters))

    def each(self, sql: str) -> Iterator[Row]:
        yield from self._connection.execute(sql)

    def many(self, sql: str, rows: Sequence[Row]) -> None:
        if rows:
            self._connection.executemany(sql, rows)

    def insert(self, name: str, rows: Sequence[Row]) -> None:
        for chunk in _chunks(rows):
            values = [value for row in chunk for value in row]
            self._connection.execute(_inserting(name, len(chunk), len(chunk[0])), values)

    def _update(self, update: ColumnUpdate) -> None:
        """As upserts of existing rows: that way one statement updates many."""
        named = f"{update.name} ({', '.join((*update.columns, update.key))})"
        changes = ", ".join([f"{column} = excluded.{column}" for column in update.columns])
        for chunk in _chunks(update.rows):
            sql = _inserting(named, len(chunk), len(chunk[0]))
            values = [value for row in chunk for value in row]
            self._connection.execute(f"{sql} ON CONFLICT ({update.key}) DO UPDATE SET {changes}", values)

    def find(
        self, name: str, columns: Sequence[str], keys: Sequence[str], wanted: Sequence[Row]
    ) -> list[Row]:
        shown = ", ".join((*keys, *columns))
        same = " AND ".join(f"{key} = value ->> {place}" for place, key in enumerate(keys))
        sql = f"SELECT {shown} FROM json_each(?) CROSS JOIN {name} ON {same}"  # noqa: S608 - our own names
        return self.rows(sql, msgspec.json.encode(wanted).decode())

    def hold(self, name: str, columns: Sequence[str], key: str, wanted: Sequence[str]) -> list[Row]:
        """There is only one writer at a time."""
        return self.find(name, columns, (key,), [(each,) for each in wanted])

    def look_up(self, *lookups: Lookup) -> list[list[Row]]:
        return [self.find(each.name, each.columns, each.keys, each.wanted) for each in lookups]

    def finish(self, inserts: Mapping[str, Sequence[Row]], updates: Sequence[ColumnUpdate]) -> None:
        """The commit happens at the end of the block."""
        for name, rows in inserts.items():
            self.insert(name, rows)
        for each in updates:
            self._update(each)


def make_place(path: Path) -> None:
    """Create a store's directory; raise BadInput if there can be no store at the path."""
    _require_place(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise no_place(path, fault) from None


def no_place(path: Path, fault: OSError) -> BadInput:
    """The message for a store whose files can't be created."""
    return BadInput(
        f"there can be no store at {path}: {(fault.strerror or str(fault)).casefold()}",
        allowed="run this as its owner, or name a file in a directory that you can write to",
    )


def _require_place(path: Path) -> None:
    if path.is_dir():
        raise BadInput(f"{path} is a directory", allowed=f"name a file in it, such as {path / 'floor.db'}")
    existing = next(each for each in (path, *path.absolute().parents) if each.exists())
    if hasattr(os, "statvfs") and os.statvfs(existing).f_flag & os.ST_RDONLY:
        raise BadInput(
            f"{path} is on a read-only file system",
            allowed="copy the store, with its -wal file and floor.key, to a disk that can be written to",
        )
    # The write-ahead log is found by the file's name: under another name, the last writes are missing.
    if path.exists() and path.stat().st_nlink > 1:
        raise BadInput(
            f"{path} has {path.stat().st_nlink} names: a hard link to it exists",
            allowed="remove all but one; use paigow backup for copies",
        )


def _full(path: Path) -> StoreFull:
    return StoreFull(f"{path} can't be written to: the disk is full", allowed="free some space")


def _told(error: apsw.Error, path: Path) -> Exception:
    """The failure, if it is the store's and not the request's."""
    if isinstance(error, apsw.BusyError):
        return StoreUnavailable(
            f"somebody else has been writing to {path} for {PATIENCE:.0f} seconds", allowed="try again later"
        )
    if isinstance(error, apsw.FullError):
        return _full(path)
    if isinstance(error, _FAILING):
        return StoreFull(f"{path} can't be written to", where=type(error).__name__, allowed="check the disk")
    if isinstance(error, _AWAY):
        return StoreUnavailable(f"{path} can't be used", where=type(error).__name__)
    return error


def _waiting() -> Callable[[int], bool]:
    """Whether to keep waiting for a lock; called after each attempt."""
    until = 0.0

    def wait(looks: int) -> bool:
        nonlocal until
        if looks == 0:
            until = time.monotonic() + PATIENCE
        time.sleep(BETWEEN_LOOKS)
        return time.monotonic() < until

    return wait


def _chunks(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """Rows in a few batch sizes, so that their statements stay prepared."""
    start, left = 0, len(rows)
    while left:
        size = min(_LARGEST_CHUNK, 1 << left.bit_length() - 1)
        yield rows[start : start + size]
        start, left = start + size, left - size


@cache
def _inserting(name: str, rows: int, values: int) -> str:
    one = f"({', '.join('?' * values)})"
    return f"INSERT INTO {name} VALUES {', '.join([one] * rows)}"  # noqa: S608 - our own names


def damage_of(moment: Reading, expected: list[Row]) -> Iterator[Damage]:
    """What is wrong with a file, given its expected schema."""
    try:
        found = moment.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
        for each in sorted({*found} ^ {*expected}, key=repr):
            yield "floor", 0, f"the schema was changed: {each[0]} {each[1]}"
        for (said,) in moment.rows(f"PRAGMA integrity_check({MOST})"):
            if said != "ok":
                yield _damage_named(moment, str(said))
    except (apsw.Error, UnicodeDecodeError) as error:
        yield "floor", 0, f"the file is damaged: {error}"


def _damage_named(moment: Reading, said: str) -> Damage:
    try:
        table, version, where = _named(moment, said)
    except (apsw.Error, UnicodeDecodeError, ValueError):
        table, version, where = "floor", 0, ""
    return table, version, f"the file is damaged{where}: {said.removeprefix(_HEADING)}"


def _named(moment: Reading, said: str) -> tuple[str, int, str]:
    """The table and version of the row that a message is about, and its place in the database."""
    if (row := _ROW.search(said)) is not None:
        [(name,)] = moment.rows("SELECT tbl_name FROM sqlite_schema WHERE name = ?", row[2])
        # Here SQLite numbers the rows from 1; these aren't rowids.
        rowids = moment.rows(f"SELECT rowid FROM {name} NOT INDEXED LIMIT 1 OFFSET ?", int(row[1]) - 1)  # noqa: S608 - our own names
        return *_row(moment, name, rowids[0][0] if rowids else 0), f" in {name}"
    if (tree := _TREE.search(said)) is not None:
        sql = "SELECT name, tbl_name FROM sqlite_schema WHERE rootpage = ?"
        [(name, of)] = moment.rows(sql, int(tree[1]))
        rowid = _ROWID.search(said) if name == of else None
        return *(_row(moment, name, int(rowid[1])) if rowid else ("floor", 0)), f" in {name}"
    return "floor", 0, ""


def _row(moment: Reading, name: str, rowid: int) -> tuple[str, int]:
    if name in _NAMED:
        sql = f"SELECT {_NAMED[name]} FROM {name} NOT INDEXED WHERE rowid = ?"  # noqa: S608 - our own names
        for table, version in moment.rows(sql, rowid):
            return str(table), version if isinstance(version, int) else 0
    return "floor", 0
