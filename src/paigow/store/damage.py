"""Damage to a SQLite file itself: pages, indexes that disagree with their rows, a changed schema.

An index tells where rows are, so a reader that goes by it does not see that a row's own key was changed.
SQLite's check compares the two; an audit says it with the table and version of the row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

import apsw

from paigow.store.database import Reading, Row

Damage = tuple[str, int, str]
"""The table of the floor, its version, and what is wrong; `floor` and 0 where no row is known."""
MOST: Final = 50
"""Findings of one check; more would say no more."""
_HEADING: Final = "*** in database main ***\n"
_ROW: Final = re.compile(r"row (\d+) missing from index (\w+)")
_TREE: Final = re.compile(r"Tree (\d+) ")
_ROWID: Final = re.compile(r"Rowid (\d+) out of order")
_NAMED: Final[Mapping[str, str]] = {
    "tables": "id, 0",
    "heads": "table_id, version",
    "journal": "table_id, version",
    "commands": "table_id, first_version",
    "postings": "table_id, version",
    "floor_postings": "table_id, version",
    "snapshots": "table_id, version",
    "seeds": "table_id, 0",
    "rounds": "table_id, last_version",
    "round_people": "table_id, 0",
}
"""How a row of each table of the database is told by table and version."""


def damage_of(moment: Reading, expected: list[Row]) -> Iterator[Damage]:
    """What is wrong with a file whose schema should be the expected one."""
    try:
        found = moment.rows("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")
        for each in sorted({*found} ^ {*expected}, key=repr):
            yield "floor", 0, f"the schema was changed: {each[0]} {each[1]}"
        for (said,) in moment.rows(f"PRAGMA integrity_check({MOST})"):
            if said != "ok":
                yield _told(moment, str(said))
    except (apsw.Error, UnicodeDecodeError) as error:
        yield "floor", 0, f"the file is damaged: {error}"


def _told(moment: Reading, said: str) -> Damage:
    try:
        table, version, where = _named(moment, said)
    except (apsw.Error, UnicodeDecodeError, ValueError):
        table, version, where = "floor", 0, ""
    return table, version, f"the file is damaged{where}: {said.removeprefix(_HEADING)}"


def _named(moment: Reading, said: str) -> tuple[str, int, str]:
    """Table and version of the row that a message is about, and where in the database it is."""
    if (row := _ROW.search(said)) is not None:
        [(name,)] = moment.rows("SELECT tbl_name FROM sqlite_schema WHERE name = ?", row[2])
        return *_row(moment, name, int(row[1])), f" in {name}"
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
