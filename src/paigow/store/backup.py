"""A whole store as one file: backed up while it is in use, and restored to an empty store of either kind.

The file is gzipped text: a first line with the schema, then one line per row, bytes in base64. It holds
everything in the store, including sealed seeds; the key that opens them is stored elsewhere.
"""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from paigow.faults import BadInput
from paigow.store.digests import DIGESTED, digested
from paigow.store.journal import Store
from paigow.store.people import complete_people
from paigow.store.schema import VERSION
from paigow.store.whole_file import whole_file

TABLES: Final = (
    "facts",
    "tables",
    "heads",
    "journal",
    "commands",
    "floor_postings",
    "balances",
    "snapshots",
    "seeds",
    "people",
    "looks",
    "sessions",
    "rounds",
    "round_people",
    "checkpoints",
    "marks",
    "assignments",
    "training",
    "pruned",
    "packs",
    "packed_commands",
    "archives",
    "table_changes",
)
"""In dependency order: referenced tables first."""
CHUNK: Final = 2_000
FORMAT: Final = "paigow/backup/1"
_PIECE: Final = 2**20
"""In bytes: how much of a backup is read at once."""
_COMPLETE_PEOPLE: Final = 4
"""The first schema in which accounts have look-alike forms and a checksum."""
_COMMAND_DIGESTS: Final = 6
"""The first schema in which commands have a checksum."""
_PACKS: Final = 11
"""The first schema in which finished rounds are packed, and postings are in events only."""
_DIGESTS: Final = 12
"""The first schema in which the school's and trainers' rows have a checksum."""

RowsProgress = Callable[[int], None]


def _plain(value: object) -> object:
    return {"b": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def _value(value: Any) -> object:
    return base64.b64decode(value["b"]) if isinstance(value, dict) else value


def back_up(store: Store, target: Path, progress: RowsProgress = lambda _: None) -> int:
    """Write a consistent snapshot to a new file; return the number of rows."""
    count = 0
    with (
        whole_file(target) as part,
        gzip.open(part, "wt", encoding="utf-8", compresslevel=6) as file,
        store.database.reading() as snapshot,
    ):
        file.write(json.dumps({"format": FORMAT, "schema": VERSION}) + "\n")
        for name in TABLES:
            for row in snapshot.each(f"SELECT * FROM {name}"):  # noqa: S608 - our own names
                file.write(json.dumps([name, *map(_plain, row)], ensure_ascii=False) + "\n")
                count += 1
                if count % CHUNK == 0:
                    progress(count)
        file.write(json.dumps({"rows": count}) + "\n")
    return count


_GZIP: Final = b"\x1f\x8b"


def require_undamaged(source: Path) -> None:
    """Read a backup to its end, where gzip keeps the checksum and the length; raise BadInput."""
    try:
        with source.open("rb") as begun:
            if begun.read(len(_GZIP)) != _GZIP:
                raise BadInput(f"{source} is not a backup", allowed="give a backup that paigow backup wrote")
        with gzip.open(source) as file:
            while file.read(_PIECE):
                pass
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _damaged(source, str(error)) from error
    except OSError as error:
        raise BadInput(f"{source} can't be read", where=error.strerror) from error


def _damaged(source: Path, where: str) -> BadInput:
    return BadInput(
        f"the backup {source} is damaged", where=where, allowed="nothing was restored: use another backup"
    )


def _lines(source: Path) -> Iterator[Any]:
    with gzip.open(source, "rt", encoding="utf-8") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                raise _damaged(source, f"line {number}") from None


def restore(source: Path, store: Store, progress: RowsProgress = lambda _: None) -> int:
    """Fill an empty store from a file, completely or not at all; return the number of rows."""
    if store.tables():
        raise BadInput("the store is not empty", allowed="restore into a new one")
    require_undamaged(source)
    lines = _lines(source)
    schema = _schema(source, next(lines, None))
    count, told = 0, None
    with store.database.writing(long=True) as transaction:
        pending: dict[str, list[tuple[object, ...]]] = {}
        for line in lines:
            if isinstance(line, dict):
                told = line.get("rows")
                break
            name, *values = line
            count += 1
            if name == "postings" and schema < _PACKS:
                continue
            if name not in TABLES:
                raise _damaged(source, f"a row of {name!r}")
            rows = pending.setdefault(name, [])
            rows.append(_brought_forward(schema, name, tuple(map(_value, values))))
            if len(rows) == CHUNK:
                _insert(transaction, name, rows)
                pending[name] = []
                progress(count)
        for name in TABLES:
            _insert(transaction, name, pending.get(name, []))
        if schema < _COMPLETE_PEOPLE:
            complete_people(transaction)
        if told != count:
            raise BadInput(f"{source} is not complete", where=f"{count} rows of {told}")
    return count


def _schema(source: Path, head: object) -> int:
    """The schema that a backup's first line names."""
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadInput(f"{source} is not a backup of a floor")
    schema = head.get("schema")
    if not isinstance(schema, int) or schema not in range(1, VERSION + 1):
        raise BadInput(f"{source} has schema {schema}", allowed=f"this version reads up to schema {VERSION}")
    return schema


def _brought_forward(schema: int, name: str, row: tuple[Any, ...]) -> tuple[object, ...]:
    """A row of an older schema, as the migrations since would have left it."""
    if schema == 1 and name == "heads":
        _, version, _ = row
        return (*row, None, version)
    if schema < _COMMAND_DIGESTS and name == "commands":
        return (*row, sha256(row[-1]).digest())
    if schema < _COMPLETE_PEOPLE and name == "people":
        return (*row, None)
    if schema < _DIGESTS and name in DIGESTED:
        return digested(row)
    return row


def _insert(transaction: Any, name: str, rows: list[tuple[object, ...]]) -> None:
    if rows:
        places = ", ".join("?" * len(rows[0]))
        transaction.many(f"INSERT INTO {name} VALUES ({places})", rows)  # noqa: S608 - our own names
