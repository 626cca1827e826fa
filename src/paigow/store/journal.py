"""The store itself, on any database: tables, the journal, shared accounts, snapshots. Events are opaque.

All events of a command and their money go into one transaction. (table, version) is unique, so two writers of
one table can't both succeed. A command id that was stored before is acknowledged, not repeated. Long reads go
page by page to bound their memory.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, TypeVar

from msgspec.structs import replace

from paigow.faults import BadInput
from paigow.store.database import ColumnUpdate, Database, Lookup, Row, Transaction, advanced
from paigow.store.packing import (
    RowReader,
    link_at,
    mark_of,
    pack_ending,
    packed_command,
    packs_after,
    with_packed,
)
from paigow.store.records import (
    GENESIS,
    Append,
    AppendGroup,
    AppendOutcome,
    CommandRecord,
    Declined,
    DeferredAppend,
    Entry,
    Head,
    Repeated,
    RoundRecord,
    StoredSnapshot,
    TableRecord,
    accounts_of,
    genesis,
)

_ROUND = "table_id, round, first_version, last_version, at, summary"
_EVENTS = (
    "SELECT version, command, at, body, chain FROM journal "
    "WHERE table_id = ? AND version > ? ORDER BY version LIMIT ?"
)
_PAGE = 10_000
STREAMED: Final = 1_000
"""Rows per page of long reads; an audit holds a few pages in memory.

The packs for a page of events, of commands, and of rounds stay unpacked together: each is unpacked once.
"""
_START: Final = -(2**62)
_SQLITE: Final = "sqlite:///"
POSTGRES: Final = ("postgresql://", "postgres://")
_T = TypeVar("_T")
_JournalPlace = TypeVar("_JournalPlace", int, tuple[int, int])


class Store:
    """A floor's store. Safe to use from several threads; on PostgreSQL from several processes."""

    def __init__(self, database: Database) -> None:
        self.database = database

    @property
    def shared(self) -> bool:
        """Whether other processes can write here too."""
        return self.database.shared

    def close(self) -> None:
        self.database.close()

    def add_table(self, record: TableRecord) -> None:
        """Add a table with an empty journal; an existing table is left alone."""
        with self.database.writing() as transaction:
            insert_table(transaction, record)

    def tables(self) -> list[TableRecord]:
        sql = "SELECT id, submission, settings, created_at FROM tables ORDER BY created_at, id"
        return [TableRecord(*row) for row in self.database.rows(sql)]

    def append(self, batches: Sequence[Append | DeferredAppend]) -> list[AppendOutcome]:
        """Store many commands in one transaction; those that can't be stored are skipped individually."""
        with self.database.writing() as transaction:
            known, commands = self._ends_and_commands(transaction, batches)
            decided = [
                _decided(transaction, known, commands, batch) if isinstance(batch, DeferredAppend) else batch
                for batch in batches
            ]
            moving = [each for each in decided if isinstance(each, Append)]
            balances = self._balances(transaction, accounts_of(moving))
            group = AppendGroup(known, commands, balances)
            outcomes = [group.judge(each) if isinstance(each, Append) else each for each in decided]
            updates = (
                ColumnUpdate("balances", ("cents",), "account", group.moved()),
                ColumnUpdate("heads", ("version", "chain"), "table_id", group.ends()),
            )
            transaction.finish(group.rows(), updates)
        return outcomes

    def _ends_and_commands(
        self, transaction: Transaction, batches: Sequence[Append | DeferredAppend]
    ) -> tuple[dict[str, Head], dict[tuple[str, str], Repeated]]:
        """The heads of the tables' journals, locked against other writers, and the commands already stored.

        The heads first: once they are locked, nobody else can store one of the commands.
        """
        tables = sorted({batch.table for batch in batches})
        wanted = sorted({(batch.table, batch.command) for batch in batches})
        marks = {mark_of(*each): each for each in wanted}
        held, kept, packed = transaction.look_up(
            Lookup("heads", ("version", "chain"), ("table_id",), [(each,) for each in tables], held=True),
            Lookup("commands", ("first_version", "last_version"), ("table_id", "command"), wanted),
            Lookup("packed_commands", ("version",), ("mark",), [(mark,) for mark in marks]),
        )
        ends = {table: Head(version, chain) for table, version, chain in held}
        for table in tables:
            if table not in ends:
                _head(table, ())
        commands = {(table, command): Repeated(first, last) for table, command, first, last in kept}
        for mark, version in packed:
            if (found := _repeated(transaction, *marks[mark], version)) is not None:
                commands[marks[mark]] = found
        return ends, commands

    def _balances(self, transaction: Transaction, accounts: set[str]) -> dict[str, int]:
        if not accounts:
            return {}
        transaction.many(
            "INSERT INTO balances VALUES (?, ?) ON CONFLICT (account) DO NOTHING",
            [(account, 0) for account in sorted(accounts)],
        )
        return dict(transaction.hold("balances", ("cents",), "account", sorted(accounts)))

    def head(self, table: str) -> Head:
        return _head(table, self.database.rows("SELECT version, chain FROM heads WHERE table_id = ?", table))

    def genesis(self, table: str) -> bytes:
        """What a table's first event is chained to."""
        rows = self.database.rows("SELECT genesis FROM heads WHERE table_id = ?", table)
        return GENESIS if not rows or rows[0][0] is None else rows[0][0]

    def chain_at(self, table: str, version: int) -> bytes:
        """The link of a table's chain at a version; the initial link at version 0."""
        return link_at(self.database, table, version) or self.genesis(table)

    def settings(self, table: str) -> bytes:
        """The server's settings for a table; empty if there is no such table."""
        rows = self.database.rows("SELECT settings FROM tables WHERE id = ?", table)
        return bytes(rows[0][0]) if rows else b""

    def kept_as(self, table: str, command: str) -> Repeated | None:
        """The events a command was stored as, if it was."""
        sql = "SELECT first_version, last_version FROM commands WHERE table_id = ? AND command = ?"
        rows = self.database.rows(sql, table, command)
        if rows:
            return Repeated(*rows[0])
        sql = "SELECT version FROM packed_commands WHERE mark = ?"
        found = self.database.rows(sql, mark_of(table, command))
        return _repeated(self.database, table, command, found[0][0]) if found else None

    def balance(self, account: str) -> int:
        rows = self.database.rows("SELECT cents FROM balances WHERE account = ?", account)
        return int(rows[0][0]) if rows else 0

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        """The balances of some accounts at one moment: it is a single statement."""
        places = ", ".join("?" * len(accounts))
        sql = f"SELECT account, cents FROM balances WHERE account IN ({places})"  # noqa: S608 - question marks
        return dict(self.database.rows(sql, *accounts))

    def balances(self) -> dict[str, int]:
        return {row[0]: row[1] for row in self.database.rows("SELECT account, cents FROM balances")}

    def events(self, table: str, after: int = 0, limit: int = _PAGE) -> list[Entry]:
        """The events after a version, oldest first."""
        return _events(self.database, table, after, limit)

    def commands(self, table: str, after: int = 0, limit: int = 10_000) -> list[CommandRecord]:
        """The commands whose events follow a version, in order."""
        # From the journal to the command: commands have no index by version, so each is found by its id.
        sql = (
            "SELECT commands.command, first_version, last_version, commands.body, digest FROM journal "
            "CROSS JOIN commands WHERE journal.table_id = ? AND journal.version > ? "
            "AND commands.table_id = journal.table_id AND commands.command = journal.command "
            "AND first_version = journal.version ORDER BY journal.version LIMIT ?"
        )
        kept = [CommandRecord(*row) for row in self.database.rows(sql, table, after, limit)]
        if not kept or kept[-1].last - after == sum(each.last - each.first + 1 for each in kept):
            return kept
        packs = packs_after(self.database, table, after)
        return with_packed(
            kept, packs, lambda pack: pack.unpacked().commands, lambda each: each.first, after, limit
        )

    def round(self, table: str, number: int) -> RoundRecord | None:
        sql = f"SELECT {_ROUND} FROM rounds WHERE table_id = ? AND round = ?"  # noqa: S608 - a constant
        rows = self.database.rows(sql, table, number)
        return _round(self.database, rows[0]) if rows else None

    def last_rounds(self, table: str, limit: int = 20) -> list[RoundRecord]:
        sql = f"SELECT {_ROUND} FROM rounds WHERE table_id = ? ORDER BY round DESC LIMIT ?"  # noqa: S608 - a constant
        return [_round(self.database, row) for row in self.database.rows(sql, table, limit)]

    def rounds_of(self, person: str, limit: int = 50, before: int | None = None) -> list[RoundRecord]:
        """The rounds a person played, newest first."""
        columns = ", ".join(f"rounds.{name}" for name in _ROUND.split(", "))
        sql = (
            f"SELECT {columns} FROM round_people JOIN rounds ON rounds.table_id = round_people.table_id "  # noqa: S608 - constants
            "AND rounds.round = round_people.round WHERE person = ? AND round_people.at < ? "
            "ORDER BY round_people.at DESC, rounds.table_id LIMIT ?"
        )
        until = 2**62 if before is None else before
        return [_round(self.database, row) for row in self.database.rows(sql, person, until, limit)]

    def snapshot(self, table: str) -> StoredSnapshot | None:
        rows = self.database.rows("SELECT version, body FROM snapshots WHERE table_id = ?", table)
        return StoredSnapshot(*rows[0]) if rows else None

    def save_snapshot(self, table: str, snapshot: StoredSnapshot) -> None:
        with self.database.writing() as transaction:
            transaction.many(
                "INSERT INTO snapshots VALUES (?, ?, ?) ON CONFLICT (table_id) "
                "DO UPDATE SET version = excluded.version, body = excluded.body",
                [(table, snapshot.version, snapshot.body)],
            )


def insert_table(transaction: Transaction, record: TableRecord) -> None:
    """Add a table with an empty journal, unless there is one of this name."""
    row = (record.id, record.submission, record.settings, record.created_at)
    transaction.many("INSERT INTO tables VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING", [row])
    head = (record.id, 0, begins := genesis(record), begins, 0)
    sql = "INSERT INTO heads VALUES (?, ?, ?, ?, ?) ON CONFLICT (table_id) DO NOTHING"
    transaction.many(sql, [head])


def _events(database: RowReader, table: str, after: int, limit: int) -> list[Entry]:
    """Rows, and packs if the rows don't directly follow the version. The last round is never packed."""
    kept = [Entry(*row) for row in database.rows(_EVENTS, table, after, limit)]
    if not kept or kept[-1].version - after == len(kept):
        return kept
    packs = packs_after(database, table, after)
    return with_packed(
        kept, packs, lambda pack: pack.unpacked().entries, lambda each: each.version, after, limit
    )


def _repeated(database: RowReader, table: str, command: str, version: int) -> Repeated | None:
    kept = packed_command(database, table, command, version)
    return None if kept is None else Repeated(kept.first, kept.last)


def _round(database: RowReader, row: Row, spoiled: bytes | None = None) -> RoundRecord:
    """A finished round. A packed one has its summary in its pack."""
    record = RoundRecord(*row)
    if record.summary:
        return record
    try:
        summary = pack_ending(database, record.table, record.last).unpacked().summary
    except BadInput:
        if spoiled is None:
            raise
        summary = spoiled
    return replace(record, summary=summary)


def _head(table: str, rows: Sequence[tuple[int, bytes]]) -> Head:
    if not rows:
        raise BadInput(f"there is no table {table!r} in this store")
    return Head(*rows[0])


def _decided(
    transaction: Transaction,
    heads: Mapping[str, Head],
    commands: Mapping[tuple[str, str], Repeated],
    late: DeferredAppend,
) -> Append | Repeated | Declined:
    """Decide a deferred command on all that is stored: its table's head is locked against other writers."""
    if (kept := commands.get((late.table, late.command))) is not None:
        return kept
    head, entries, after = heads[late.table], list[Entry](), late.after
    while after < head.version:
        entries += _events(transaction, late.table, after, _PAGE)
        after = entries[-1].version
    return late.decide(entries) or Declined(head.version)


def _paged(
    read: Callable[[_JournalPlace, int], list[_T]], after: _JournalPlace, place: Callable[[_T], _JournalPlace]
) -> Iterator[_T]:
    """Read on to the end. A page that can't be read is read row by row, up to the damaged one."""
    size = STREAMED
    while True:
        try:
            rows = read(after, size)
        except Exception:
            if size == 1:
                raise
            size = 1
            continue
        if not rows:
            return
        yield from rows
        after = advanced(after, place(rows[-1]))


def entries_of(store: Store, table: str, after: int = 0) -> Iterator[Entry]:
    """The events after a version, or all."""
    start = after or _START
    return _paged(lambda after, size: store.events(table, after, size), start, lambda each: each.version)


def commands_of(store: Store, table: str, after: int = 0) -> Iterator[CommandRecord]:
    """The commands whose events follow a version, or all."""
    start = after or _START
    return _paged(lambda after, size: store.commands(table, after, size), start, lambda each: each.first)


def rounds_of(store: Store, table: str, after: int = 0) -> Iterator[RoundRecord]:
    """The rounds after a number, or all; without a summary if the pack is damaged."""
    sql = f"SELECT {_ROUND} FROM rounds WHERE table_id = ? AND round > ? ORDER BY round LIMIT ?"  # noqa: S608 - a constant

    def read(after: int, size: int) -> list[RoundRecord]:
        return [
            _round(store.database, row, spoiled=b"")
            for row in store.database.rows(sql, table, after, min(size, STREAMED // 40))
        ]

    return _paged(read, after or _START, lambda each: each.round)


class SharedLines:
    """Postings to shared accounts in version order: line number, account, cents."""

    def __init__(self, store: Store, table: str, after: int = 0) -> None:
        sql = (
            "SELECT version, line, account, cents FROM floor_postings "
            "WHERE table_id = ? AND (version, line) > (?, ?) ORDER BY version, line LIMIT ?"
        )
        self._rows = _paged(
            lambda after, size: store.database.rows(sql, table, *after, size),
            (after, 2**62) if after else (_START, _START),
            lambda row: (row[0], row[1]),
        )
        self._next = next(self._rows, None)
        self.stray: int | None = None
        """The first version with money that doesn't belong to any event."""

    def at(self, version: int) -> list[tuple[int, str, int]]:
        """The lines of a version, which must be later than those requested before."""
        found = []
        while self._next is not None and self._next[0] <= version:
            if self._next[0] == version:
                found.append(self._next[1:])
            elif self.stray is None:
                self.stray = self._next[0]
            self._next = next(self._rows, None)
        return found

    def end(self) -> int | None:
        """The first version that was never requested, if there is one."""
        if self.stray is None and self._next is not None:
            self.stray = self._next[0]
        return self.stray


def data_directory() -> Path:
    """Where this user's floor stores its data, unless an address says otherwise."""
    if home := os.environ.get("XDG_DATA_HOME"):
        return Path(home) / "paigow"
    try:
        return Path.home() / ".local" / "share" / "paigow"
    except RuntimeError:
        raise BadInput("you have no home directory", allowed="set XDG_DATA_HOME, or name a --store") from None


def sqlite_file(address: str | None) -> Path | None:
    """The file behind `sqlite:///path`, or the user's default without an address; None for other stores."""
    if address is None:
        return data_directory() / "floor.db"
    return Path(address.removeprefix(_SQLITE)) if address.startswith(_SQLITE) else None


def floor_directory(address: str | None) -> Path:
    """Where a floor's key and computed odds are: next to a SQLite file, else in the user's data directory."""
    file = sqlite_file(address)
    return data_directory() if file is None else file.resolve().parent


def require_address(address: str | None) -> None:
    """Refuse text that is not the address of any kind of store."""
    if sqlite_file(address) is None and not str(address).startswith(POSTGRES):
        raise BadInput(
            f"{address!r} is not the address of a store",
            allowed="write sqlite:///PATH or postgresql://USER@HOST/DATABASE",
        )


def open_store(address: str | None = None, *, damaged: bool = False, reads_only: bool = False) -> Store:
    """Open `sqlite:///path` or `postgresql://...`; without an address, the user's default SQLite file.

    `damaged` opens a SQLite file in any state, so that an audit can report on it; `reads_only` opens a
    PostgreSQL database read-only.
    """
    require_address(address)
    file = sqlite_file(address)
    if file is not None:
        from paigow.store.sqlite import SqliteDatabase

        return Store(SqliteDatabase(file, damaged=damaged))
    from paigow.store.postgres import PostgresDatabase

    return Store(PostgresDatabase(str(address), reads_only=reads_only))
