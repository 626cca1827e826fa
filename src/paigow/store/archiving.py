"""Moves finished rounds out of a store into files, one per day, with hashes and a signature (R141).

The store keeps each round's location, the links of its chain, and the ids of its commands. Rounds are read
from the files as if they were still in the store.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

import msgspec

from paigow.faults import BadInput
from paigow.store.archive_file import (
    ArchivedRound,
    parse_note,
    read_body,
    read_list,
    write_archive,
)
from paigow.store.checkpoints import Signer, moment
from paigow.store.database import Database, Row, Transaction
from paigow.store.journal import Store
from paigow.store.packing import Pack, pack_ending, pack_rounds

DAY: Final = 86_400_000
"""In milliseconds."""
ArchiveProgress = Callable[[int], None]
_LISTED: Final = (
    "SELECT packs.table_id, packs.round, packs.first_version, packs.last_version, at, commands, follows, "
    "chain, digest FROM packs JOIN rounds ON rounds.table_id = packs.table_id AND rounds.round = packs.round "
    "WHERE archived = '' AND at >= ? AND at < ? ORDER BY packs.table_id, packs.last_version"
)


class Archive(msgspec.Struct, frozen=True):
    """An archive known to a store: its day, its file, and the floor's signed note about it."""

    day: str
    file: str
    note: str


def archives(database: Database) -> list[Archive]:
    return [Archive(*row) for row in database.rows("SELECT day, file, note FROM archives ORDER BY day")]


def archived_rounds(database: Database) -> int:
    """How many rounds of a store are archived."""
    return int(database.rows("SELECT count(*) FROM packs WHERE archived <> ''")[0][0])


def archive_rounds(
    store: Store, signer: Signer, directory: Path, before: int, progress: ArchiveProgress = lambda _: None
) -> list[Archive]:
    """Archive finished rounds that ended before a day, in milliseconds, except the last two of each table."""
    for table in store.tables():
        while packed := pack_rounds(store.database, table.id, 50):
            progress(packed)
    directory.mkdir(parents=True, exist_ok=True)
    return [_archive_day(store.database, signer, directory, day, progress) for day in _days(store, before)]


def _days(store: Store, before: int) -> list[int]:
    """The days, by start time, of packed rounds that aren't archived."""
    sql = (
        f"SELECT DISTINCT at / {DAY} FROM packs JOIN rounds ON rounds.table_id = packs.table_id "  # noqa: S608 - a constant
        "AND rounds.round = packs.round WHERE archived = '' AND at < ? ORDER BY 1"
    )
    return [day * DAY for (day,) in store.database.rows(sql, before - before % DAY)]


def _archive_day(
    database: Database, signer: Signer, directory: Path, begins: int, progress: ArchiveProgress
) -> Archive:
    day = _free_name(database, moment(begins)[:10])
    path = (directory / f"paigow-{day}.zip").resolve()
    rounds = [_listed(row) for row in database.rows(_LISTED, begins, begins + DAY)]
    if path.is_file():
        _require_leftover(path, rounds)
    note = write_archive(path, signer, day, rounds, _bodies(database, rounds, progress))
    if problems := list(archive_problems(path)):
        raise BadInput(f"{path} wasn't written correctly: {problems[0]}", allowed="check the disk")
    archive = Archive(day, str(path), note.text)
    with database.writing(long=True) as transaction:
        transaction.insert("archives", [msgspec.structs.astuple(archive)])
        for each in rounds:
            _move_out(transaction, each, day)
    return archive


def _require_leftover(path: Path, rounds: list[ArchivedRound]) -> None:
    """A crash can leave a file behind that the store doesn't know: its rounds are still in the store.

    Any other file stays: it can be all there is of its rounds. If this store is a copy, they are the floor's.
    """
    _note, found = read_list(path)
    kept = {(each.table, each.last, each.digest) for each in rounds}
    if any((each.table, each.last, each.digest) not in kept for each in found.rounds):
        raise BadInput(
            f"{path} has rounds that this store doesn't have", allowed="archive into another directory"
        )


def _free_name(database: Database, day: str) -> str:
    """If a day was archived before and more of its rounds were packed later, it gets a second file."""
    taken = {each.day for each in archives(database)}
    number = 1
    while (name := day if number == 1 else f"{day}.{number}") in taken:
        number += 1
    return name


def _listed(row: Row) -> ArchivedRound:
    *numbers, follows, chain, digest = row
    return ArchivedRound(*numbers, *(bytes(each).hex() for each in (follows, chain, digest)))


def _bodies(database: Database, rounds: list[ArchivedRound], progress: ArchiveProgress) -> Iterator[bytes]:
    for each in rounds:
        yield pack_ending(database, each.table, each.last).body
        progress(1)


def _move_out(transaction: Transaction, moved: ArchivedRound, day: str) -> None:
    """The pack stays without its body, in a new row: SQLite doesn't reuse the space of a row that shrinks."""
    pack = pack_ending(transaction, moved.table, moved.last)
    sql = "DELETE FROM packs WHERE table_id = ? AND last_version = ?"
    transaction.rows(sql, moved.table, moved.last)
    left = msgspec.structs.replace(pack, body=b"", archived=day)
    transaction.insert("packs", [msgspec.structs.astuple(left)])


def archive_problems(path: Path, progress: ArchiveProgress = lambda _: None) -> Iterator[str]:
    """What is wrong with an archive on its own: its signature, hashes, and chains."""
    note, found = read_list(path)
    if not note.is_signed:
        yield "the list isn't signed by the floor it names"
    for each in found.rounds:
        try:
            _pack_in(path, each).unpacked()
        except BadInput as fault:
            yield f"{each.table}, round {each.round}: {fault}"
        progress(1)
    for earlier, later in pairwise(found.rounds):
        joins = earlier.table == later.table and earlier.last + 1 == later.first
        if joins and earlier.chain != later.follows:
            yield f"{later.table}, round {later.round}: its chain doesn't follow round {earlier.round}"


def _pack_in(path: Path, listed: ArchivedRound) -> Pack:
    follows, chain, digest = map(bytes.fromhex, (listed.follows, listed.chain, listed.digest))
    body, numbers = read_body(path, listed.table, listed.last), (listed.last, listed.first, listed.round)
    return Pack(listed.table, *numbers, listed.commands, follows, chain, digest, body)


def known_archives_problems(database: Database) -> Iterator[str]:
    """What is wrong with a store's record of its archives."""
    sql = "SELECT archived, count(*) FROM packs WHERE archived <> '' GROUP BY archived"
    packs = dict[str, int](database.rows(sql))
    for each in archives(database):
        try:
            note = parse_note(each.note)
        except BadInput as fault:
            yield str(fault)
            continue
        if not note.is_signed or note.day != each.day:
            yield f"the note of the archive {each.day} isn't signed by the floor"
        elif packs.pop(each.day, 0) > note.rounds:
            yield f"more rounds are stored as archived on {each.day} than the floor signed"
        elif Path(each.file).name != f"paigow-{each.day}.zip":
            yield f"{each.file} is not the name of the archive {each.day}"
    for day in packs:
        yield f"rounds are stored as archived on {day!r}, but there is no such archive"
