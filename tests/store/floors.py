"""Floors of any size, made from one evening: the same rounds at many tables, each with its own chain.

`python -m tests.store.floors ROUNDS FILE` makes one, opens it, and audits it, each in a separate process, and
reports the time and memory. `--each N` has N rounds at each table, `--packed` packs all but the last two of a
table (R140), `--keep` keeps the file.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import apsw
from msgspec.structs import replace

from paigow.cli.auditing import findings_of
from paigow.cli.store import rules_of
from paigow.store.checkpoints import parse_note
from paigow.store.journal import open_store
from paigow.store.packing import mark_of, pack_rounds
from paigow.store.records import Append, TableRecord, genesis, link
from tests.store.evenings import SIGNER, appends, evening

__all__ = ["make_floor"]

ROUNDS_EACH = 1_000
GROUP = 500
WHO = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
COPIED = {
    "journal": "version, command, at, body, link_at(version)",
    "commands": "command, first_version, last_version, body, digest",
    "floor_postings": "version, line, replace(account, 'floor/evening', 'floor/' || :name), cents",
    "rounds": "round, first_version, last_version, at, summary",
    "packs": "last_version, first_version, round, commands, link_at(first_version - 1), "
    "link_at(last_version), digest, body, archived",
}
"""How two tables with the same rounds differ: names, chain links, ids, what is signed."""


class _Played(NamedTuple):
    """One table as it was played."""

    record: TableRecord
    batches: list[Append]
    packed: int
    """The last packed version."""


def make_floor(path: Path, rounds: int, each: int = ROUNDS_EACH, *, packed: bool = False) -> int:
    """Make a SQLite floor of tables with this many rounds each; returns the number of events.

    One table is played and stored normally. SQLite copies it for the others, which is 50 times as fast.
    """
    tables = max(1, rounds // each)
    record, _, happened = evening(rounds=each)
    batches = appends(happened)
    store = open_store(f"sqlite:///{path}")
    store.add_table(record)
    for start in range(0, len(batches), GROUP):
        store.append(batches[start : start + GROUP])
    while packed and pack_rounds(store.database, record.id, GROUP):
        pass
    [(end,)] = store.database.rows("SELECT coalesce(max(last_version), 0) FROM packs")
    store.close()
    database = apsw.Connection(str(path))
    database.execute("PRAGMA synchronous = OFF")
    played = _Played(record, batches, end)
    for number in range(1, tables):
        with database:
            _copy(database, played, f"evening-{number}", number)
    with database:
        database.execute(
            "DELETE FROM balances; INSERT INTO balances "
            "SELECT account, sum(cents) FROM floor_postings GROUP BY account"
        )
    database.close()
    return tables * batches[-1].last


def _copy(database: apsw.Connection, played: _Played, name: str, created_at: int) -> None:
    record = TableRecord(name, played.record.submission, played.record.settings, created_at)
    links, signed = [genesis(record)], list[tuple[str, int, str]]()
    for batch in played.batches:
        for version, body in enumerate(batch.events, start=batch.after + 1):
            links.append(link(links[-1], name, version, batch.at, body))
        if batch.checkpoint is not None:
            note = parse_note(batch.checkpoint)
            text = SIGNER.signed(replace(note, table=name, chain=links[note.version])).text
            signed.append((name, note.version, text))
    database.create_scalar_function("link_at", lambda *at: links[int(at[0])], 1, deterministic=True)
    database.execute(
        "INSERT INTO tables VALUES (?, ?, ?, ?)", (name, record.submission, record.settings, created_at)
    )
    for table, columns in COPIED.items():
        sql = f"INSERT INTO {table} SELECT :name, {columns} FROM {table} WHERE table_id = 'evening'"  # noqa: S608 - constants
        database.execute(sql, {"name": name})
    database.execute(
        "INSERT INTO round_people SELECT person, :name, round, at FROM round_people "
        "WHERE table_id = 'evening'",
        {"name": name},
    )
    within = (batch for batch in played.batches if batch.last <= played.packed)
    marks = sorted((mark_of(name, batch.command), batch.after + 1) for batch in within)
    database.executemany("INSERT INTO packed_commands VALUES (?, ?)", marks)
    database.executemany("INSERT INTO checkpoints VALUES (?, ?, ?)", signed)
    database.execute("INSERT INTO heads VALUES (?, ?, ?, ?, 0)", (name, len(links) - 1, links[-1], links[0]))


def _step(name: str, rounds: int, file: Path, each: int, *, packed: bool) -> str:
    address = f"sqlite:///{file}"
    if name == "make":
        return f"{make_floor(file, rounds, each, packed=packed):,} events"
    if name == "open":
        open_store(address).close()
        return f"{file.stat().st_size / 1e6:,.0f} MB"
    processes = os.cpu_count() or 1
    found = findings_of(address, None, rules_of, processes=processes)
    return f"{processes} processes, {len(found)} findings"


def _main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", type=int)
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=ROUNDS_EACH)
    parser.add_argument("--packed", action="store_true")
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--step")
    given = parser.parse_args()
    if given.step:
        start = time.monotonic()
        said = _step(given.step, given.rounds, given.file, given.each, packed=given.packed)
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
