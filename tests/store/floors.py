"""Floors of any size, made from one evening: the same rounds at many tables, each with a chain of its own.

`python -m tests.store.floors ROUNDS FILE` makes one, opens it and audits it, each in a process of its own,
and says what that took of time and memory. `--each N` has N rounds at each table, `--keep` keeps the file.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import apsw
from msgspec.structs import replace

from paigow.cli.auditing import findings_of
from paigow.cli.store import _rules
from paigow.store.checkpoints import parse_note
from paigow.store.journal import open_store
from paigow.store.records import Head, TableRecord, genesis, link
from tests.store.evenings import SIGNER, appends, evening

__all__ = ["make_floor"]

ROUNDS_EACH = 1_000
GROUP = 500
WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
COPIED = {
    "commands": "command, first_version, last_version, body, digest",
    "postings": "version, line, account, cents",
    "floor_postings": "version, line, replace(account, 'floor/evening', 'floor/' || :name), cents",
    "rounds": "round, first_version, last_version, at, summary",
}
"""What differs between two tables with the same rounds: names, the chain of hashes, and what is signed."""


def make_floor(path: Path, rounds: int, each: int = ROUNDS_EACH) -> int:
    """Make a SQLite floor of tables with so many rounds each; gives how many events there are.

    One table is played and kept by the store. SQLite copies it for the others, which is 50 times as fast.
    """
    tables = max(1, rounds // each)
    record, _, happened = evening(rounds=each)
    batches = appends(happened)
    store = open_store(f"sqlite:///{path}")
    store.add_table(record)
    for start in range(0, len(batches), GROUP):
        store.append(batches[start : start + GROUP])
    store.close()
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    for number in range(1, tables):
        with database:
            _copy(database, TableRecord(f"evening-{number}", record.submission, record.settings, number))
    with database:
        database.execute(
            "DELETE FROM balances; INSERT INTO balances "
            "SELECT account, sum(cents) FROM floor_postings GROUP BY account"
        )
    database.close()
    return tables * batches[-1].last


def _copy(database: apsw.Connection, record: TableRecord) -> None:
    name, begins = record.id, genesis(record)
    head = Head(0, begins)
    sql = "SELECT note FROM checkpoints WHERE table_id = 'evening'"
    notes = {note.version: note for (text,) in database.execute(sql) for note in [parse_note(text)]}
    signed = list[tuple[str, int, str]]()

    def chained(*row: Any) -> bytes:
        nonlocal head
        version, at, body = row
        head = Head(version, link(head.chain, name, version, at, body))
        if version in notes:
            note = SIGNER.signed(replace(notes[version], table=name, chain=head.chain))
            signed.append((name, version, note.text))
        return head.chain

    database.create_scalar_function("chained", chained, 3)
    database.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?)",
        (name, record.submission, record.settings, record.created_at),
    )
    database.execute(
        "INSERT INTO journal SELECT :name, version, command, at, body, chained(version, at, body) "
        "FROM journal WHERE table_id = 'evening' ORDER BY version",
        {"name": name},
    )
    for table, columns in COPIED.items():
        sql = f"INSERT INTO {table} SELECT :name, {columns} FROM {table} WHERE table_id = 'evening'"  # noqa: S608 - constants
        database.execute(sql, {"name": name})
    database.execute(
        "INSERT INTO round_people SELECT person, :name, round, at FROM round_people "
        "WHERE table_id = 'evening'",
        {"name": name},
    )
    database.executemany("INSERT INTO checkpoints VALUES (?, ?, ?)", signed)
    database.execute("INSERT INTO heads VALUES (?, ?, ?, ?, 0)", (name, head.version, head.chain, begins))


def _step(name: str, rounds: int, file: Path, each: int) -> str:
    address = f"sqlite:///{file}"
    if name == "make":
        return f"{make_floor(file, rounds, each):,} events"
    if name == "open":
        open_store(address).close()
        return f"{file.stat().st_size / 1e6:,.0f} MB"
    processes = os.cpu_count() or 1
    found = findings_of(address, None, _rules, processes=processes)
    return f"{processes} processes, {len(found)} findings"


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=ROUNDS_EACH)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--step")
    given = parser.parse_args()
    if given.step:
        start = time.monotonic()
        said = _step(given.step, given.rounds, given.file, given.each)
        seconds, usages = time.monotonic() - start, [resource.getrusage(who) for who in WHO]
        cpu = sum(each.ru_utime + each.ru_stime for each in usages)
        most = max(each.ru_maxrss for each in usages) // 1024
        sys.stdout.write(
            f"{given.rounds:,} rounds, {given.step}: {seconds:.2f} s, of processors {cpu:.2f} s, "
            f"{1e3 * cpu / given.rounds:.3f} ms a round; {most} MB of memory; {said}\n"
        )
        return
    for step in ("make", "open", "audit"):
        subprocess.run(
            [sys.executable, "-m", "tests.store.floors", *sys.argv[1:], "--step", step], check=True
        )
    if not given.keep:
        given.file.unlink()


if __name__ == "__main__":
    _main()
