"""Tables opened and closed from the command line or the floor's page: a history that outlives both.

A closed table keeps its journal and its rounds. If another table replaced it, its last line names that one.
What a server does at a closed table is elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Final

import msgspec

from paigow.faults import BadInput, suggestion
from paigow.store.database import LAST_TABLE_CHANGE, Database, Row, Transaction, fact
from paigow.store.digests import row_digest
from paigow.store.journal import Store, insert_table
from paigow.store.records import TableRecord

OPENED: Final = "opened"
CLOSED: Final = "closed"
LISTING: Final = "paigow tables list"
_LINES: Final = "SELECT table_id, number, at, deed, successor FROM table_changes"
_DIGESTS: Final = "SELECT digest FROM table_changes ORDER BY table_id, number"


class TableChange(msgspec.Struct, frozen=True, array_like=True):
    """One line of a table's history."""

    table: str
    number: int
    at: int
    """In milliseconds since 1970."""
    deed: str
    """`opened` or `closed`, in turn. A table that a server added by itself has no first `opened`."""
    successor: str = ""
    """The table that replaced it when it was closed; empty if none did."""


def table_changes(database: Database) -> list[TableChange]:
    """The whole history, table by table, oldest first."""
    return [TableChange(*row) for row in database.rows(f"{_LINES} ORDER BY table_id, number")]


def closed_tables(database: Database) -> Mapping[str, TableChange]:
    """The tables that are closed now, each with its last line."""
    last = {each.table: each for each in table_changes(database)}
    return {name: each for name, each in last.items() if each.deed == CLOSED}


def close_table(database: Database, name: str, at: int, listing: str = LISTING) -> TableChange:
    """Close a table: its round is finished, and nobody can sit down any more."""
    return _change(database, name, at, CLOSED, listing)


def open_table(database: Database, name: str, at: int, listing: str = LISTING) -> TableChange:
    """Open a closed table again."""
    return _change(database, name, at, OPENED, listing)


def _change(database: Database, name: str, at: int, deed: str, listing: str) -> TableChange:
    with database.writing() as transaction:
        _hold(transaction)
        return _turn(transaction, name, at, deed, listing)


def add_opened(store: Store, record: TableRecord, at: int) -> TableChange:
    """Add a table to a floor that can be in use: its servers open it."""
    with store.database.writing() as transaction:
        _hold(transaction)
        return _add(transaction, record, at)


def replace_table(
    store: Store, name: str, record: TableRecord, at: int, listing: str = LISTING
) -> TableChange:
    """Close a table and add the one that replaces it, both or neither."""
    with store.database.writing() as transaction:
        _hold(transaction)
        _add(transaction, record, at)
        return _turn(transaction, name, at, CLOSED, listing, record.id)


def _hold(transaction: Transaction) -> None:
    """Changes come one by one: the number that follows from all of them is locked."""
    sql = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO NOTHING"
    transaction.many(sql, [(LAST_TABLE_CHANGE, _combined(()))])
    transaction.many("UPDATE facts SET value = value WHERE name = ?", [(LAST_TABLE_CHANGE,)])


def _turn(
    transaction: Transaction, name: str, at: int, deed: str, listing: str, successor: str = ""
) -> TableChange:
    """Close an open table, or open a closed one."""
    if not transaction.rows("SELECT 1 FROM tables WHERE id = ?", name):
        names = [each for (each,) in transaction.rows("SELECT id FROM tables ORDER BY created_at, id")]
        hint = suggestion(name, names, f"run {listing} to see the names")
        raise BadInput(f"there is no table {name!r}", allowed=hint)
    last = _last(transaction, name)
    if deed == (OPENED if last is None else last.deed):
        raise BadInput(f"the table {name} is {'open' if deed == OPENED else CLOSED} already")
    line = TableChange(name, 1 if last is None else last.number + 1, at, deed, successor)
    return _write(transaction, line)


def _add(transaction: Transaction, record: TableRecord, at: int) -> TableChange:
    if transaction.rows("SELECT 1 FROM tables WHERE id = ?", record.id):
        last = _last(transaction, record.id)
        closed = last is not None and last.deed == CLOSED
        raise BadInput(
            f"{record.id} is the table with this submission, and it is {CLOSED if closed else 'open'}",
            allowed=f"run paigow tables open {record.id}" if closed else "change the submission first",
        )
    insert_table(transaction, record)
    return _write(transaction, TableChange(record.id, 1, at, OPENED))


def _last(transaction: Transaction, name: str) -> TableChange | None:
    rows = transaction.rows(f"{_LINES} WHERE table_id = ? ORDER BY number DESC LIMIT 1", name)
    return TableChange(*rows[0]) if rows else None


def _write(transaction: Transaction, line: TableChange) -> TableChange:
    row = msgspec.structs.astuple(line)
    transaction.many("INSERT INTO table_changes VALUES (?, ?, ?, ?, ?, ?)", [(*row, row_digest(row))])
    combined = _combined(transaction.rows(_DIGESTS))
    transaction.many("UPDATE facts SET value = ? WHERE name = ?", [(combined, LAST_TABLE_CHANGE)])
    return line


def _combined(digests: Sequence[Row]) -> str:
    """What the fact says: it changes with each line, and shows that none is missing."""
    return sha256(b"".join(bytes(digest) for (digest,) in digests)).hexdigest()[:16]


def table_change_problems(database: Database) -> Iterator[tuple[str, str]]:
    """What is wrong with the history: the table, or the floor, and the problem."""
    names = {name for (name,) in database.rows("SELECT id FROM tables")}
    last: dict[str, TableChange] = {}
    rows = database.rows("SELECT * FROM table_changes ORDER BY table_id, number")
    for *row, digest in rows:
        if row_digest(row) != bytes(digest):
            yield str(row[0]), "a line about its opening or closing was changed"
            continue
        line = TableChange(*row)
        before = last.get(line.table)
        if before is not None and before.deed == line.deed:
            yield line.table, f"it was {line.deed} twice in a row"
        if line.successor and line.successor not in names:
            yield line.table, f"it was replaced by {line.successor}, which is missing"
        last[line.table] = line
    kept = fact(database, LAST_TABLE_CHANGE)
    if kept != (_combined([row[-1:] for row in rows]) if rows else None):
        yield "floor", "the lines about opened and closed tables aren't those that were written"
