"""Floors to damage, one byte or row at a time, and whether the damage matters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import apsw

from paigow.server.keys import require_key
from paigow.server.tables.seeds import SeedVault
from paigow.store.archive_file import parse_note
from paigow.store.archiving import DAY, archive_rounds
from paigow.store.backup import TABLES
from paigow.store.digests import DIGESTED
from paigow.store.findings import AuditFinding
from paigow.store.journal import Store
from paigow.store.lessons import Assignment, Mark, assign, keep_mark
from paigow.store.packing import pack_rounds
from paigow.store.people import Person, SessionRecord, add_person, add_session
from paigow.store.pruning import prune
from paigow.store.records import StoredSnapshot, TableRecord
from paigow.store.table_changes import close_table, open_table
from paigow.store.training import keep_training
from paigow.table.records.codec import encode
from tests.store.evenings import KEY, SIGNER, appends, evening, keep

__all__ = ["KEY", "BytesOf", "audited", "change_row", "fill_floor", "rows_of"]

RECORD, RULES, HAPPENED = evening(rounds=6)
BATCHES = appends(HAPPENED)
Dump = dict[str, Any]
TRACELESS = ("snapshots", "sessions", "seeds", "facts", *DIGESTED)
"""A snapshot only saves time over the journal; an independent row leaves no trace when it is deleted."""


def fill_floor(store: Store, archives: Path) -> None:
    """Rows in every table: a round pruned, one archived, some packed and some not, a snapshot, an account.

    It has a session and learns, a seed is sealed, and at one table nobody has played.
    """
    ends = [number for number, batch in enumerate(BATCHES, start=1) if batch.finished]
    keep(store, RECORD, BATCHES[: ends[3]])
    assert prune(store, SIGNER, "evening", BATCHES[ends[0]].at, lambda _name: True) == 1
    [archive] = archive_rounds(store, SIGNER, archives, 10 * DAY)
    assert parse_note(archive.note).rounds == 1
    store.append(BATCHES[ends[3] :])
    assert pack_rounds(store.database, "evening") > 1
    middle = BATCHES[ends[3]].last
    table = next(table for _, _, table in HAPPENED if table.version == middle)
    store.save_snapshot("evening", StoredSnapshot(middle, encode(table)))
    store.add_table(TableRecord("morning", RECORD.submission, b"{}", 7))
    SeedVault(store.database, KEY).seal("morning", 1)
    require_key(store.database, KEY)
    add_person(store.database, Person("anna", "$argon2id$hash", ("player", "floor"), 5))
    add_session(store.database, SessionRecord("ab" * 32, "anna", 5, 10))
    keep_mark(store.database, Mark("anna", "task", 5, "commission-tiles", "payouts", right=True))
    assign(store.database, [Assignment("anna", "commission-tiles", "payouts", "ben", 5)], "anna")
    keep_training(store.database, "anna", '{"seen": 3}', 5)
    close_table(store.database, "morning", 8)
    open_table(store.database, "morning", 9)
    assert all(rows_of(store).values())


def audited(address: str) -> list[AuditFinding]:
    """An audit's findings on a store in any state; it must not fail."""
    from paigow.cli.auditing import findings_of

    return findings_of(address, KEY, lambda _record: RULES)


class BytesOf:
    """A SQLite file's bytes, to be written with one of them changed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.data = path.read_bytes()
        self._whole = self._dump()
        assert isinstance(self._whole, dict)

    def flip(self, place: int, bit: int) -> None:
        changed = bytearray(self.data)
        changed[place] ^= 1 << bit
        self._write(bytes(changed))

    def _write(self, data: bytes) -> None:
        for suffix in ("-wal", "-shm"):
            self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)
        self._path.write_bytes(data)

    def matters(self) -> bool:
        """Whether anything stored reads differently: rows, what indexes say about them, the schema."""
        return self._dump() != self._whole

    def _dump(self) -> Dump | str:
        """The whole file as a plain reader finds it; how reading failed, if it did."""
        connection = apsw.Connection(str(self._path))
        try:
            schema = list(
                connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
            )
            dump: Dump = {"schema": schema, "version": list(connection.execute("PRAGMA user_version"))}
            for name in TABLES:
                dump[name] = list(connection.execute(f"SELECT rowid, * FROM {name} NOT INDEXED"))  # noqa: S608 - our own names
            for kind, index, name, _ in schema:
                if kind == "index":
                    columns = [row[2] for row in connection.execute(f"PRAGMA index_info({index})")]
                    by = ", ".join((*columns, "rowid"))
                    sql = f"SELECT {by} FROM {name} INDEXED BY {index} ORDER BY {', '.join(columns)}"  # noqa: S608 - our own names
                    dump[index] = list(connection.execute(sql))
            dump["check"] = list(connection.execute("PRAGMA integrity_check(1)"))
        except (apsw.Error, UnicodeDecodeError) as error:
            return type(error).__name__
        finally:
            connection.close()
        return dump


def rows_of(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    return {name: store.database.rows(f"SELECT * FROM {name}") for name in TABLES}  # noqa: S608 - our own names


def _changed(random: Random, value: Any) -> Any:
    """Another value of the same kind, close to this one."""
    match value:
        case bytes() if value:
            place = random.randrange(len(value))
            return value[:place] + bytes([value[place] ^ 1 << random.randrange(8)]) + value[place + 1 :]
        case str() if value:
            place = random.randrange(len(value))
            # Without the characters that a text of this database can't hold.
            other = chr(ord(value[place]) ^ 1 << random.randrange(5) or 97)
            return value[:place] + (other if other.isprintable() else "?") + value[place + 1 :]
        case int():
            return value ^ 1 << random.randrange(16)
        case None:
            return None
        case _:
            return value + type(value)((120,)) if isinstance(value, bytes) else f"{value}x"


def change_row(
    random: Random, names: Sequence[str], store: Store
) -> tuple[str, str, Callable[[], None]] | None:
    """Change a value, delete a row, or add one like it; returns how to undo it. None if it is refused."""
    name = random.choice([each for each in names if store.database.rows(f"SELECT 1 FROM {each} LIMIT 1")])  # noqa: S608 - our own names
    columns = [
        row[0]
        for row in store.database.rows(
            "SELECT column_name FROM information_schema.columns WHERE table_name = ? "
            "AND table_schema = current_schema() ORDER BY ordinal_position",
            name,
        )
    ]
    rows = store.database.rows(f"SELECT ctid::text, * FROM {name}")  # noqa: S608 - our own names
    where, *row = random.choice(rows)
    places = ", ".join("?" * len(row))
    deed = random.choices(("value", "delete", "insert"), (10, 1, 1))[0]
    if deed == "delete" and name in TRACELESS:
        return None
    column = random.randrange(len(columns))
    before = store.database.rows(f"SELECT * FROM {name}")  # noqa: S608 - our own names
    new = [*row]
    new[column] = _changed(random, row[column])
    if deed != "delete" and new[column] == row[column]:
        return None
    try:
        with store.database.writing() as transaction:
            if deed != "insert":
                transaction.rows(f"DELETE FROM {name} WHERE ctid = ?::tid", where)  # noqa: S608 - our own names
            if deed != "delete":
                transaction.rows(f"INSERT INTO {name} VALUES ({places})", *new)  # noqa: S608 - our own names
    except Exception:  # noqa: BLE001 - the database itself refuses
        return None

    def undo() -> None:
        with store.database.writing() as transaction:
            if deed != "delete":
                same = " AND ".join(f"{each} IS NOT DISTINCT FROM ?" for each in columns)
                transaction.rows(f"DELETE FROM {name} WHERE {same}", *new)  # noqa: S608 - our own names
            if deed != "insert":
                transaction.rows(f"INSERT INTO {name} VALUES ({places})", *row)  # noqa: S608 - our own names
        assert sorted(store.database.rows(f"SELECT * FROM {name}"), key=repr) == sorted(before, key=repr)  # noqa: S608 - our own names

    return name, f"{deed} {columns[column]}: {row[column]!r} to {new[column]!r}", undo
