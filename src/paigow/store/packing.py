"""Finished rounds in one compressed row each, instead of a row for every event and command (R140).

A pack holds what can't be derived: bodies, times, ids, and the round's summary. The chain's links follow from
the bodies. A round moves from rows into its pack in one transaction, so readers of both read rows first. The
ids of packed commands stay in a separate index, so that a retried command is recognized no matter how long
ago it was stored.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Final, Protocol, TypeVar

import msgspec
from msgspec import Struct

from paigow.faults import BadInput
from paigow.store.archive_file import ArchiveUnavailable, located, read_body
from paigow.store.database import Database, Row, Transaction, advanced
from paigow.store.digests import read_checked
from paigow.store.records import GENESIS, CommandRecord, Entry, link

FORMAT: Final = b"\x01"
"""The first byte of a pack: msgpack, compressed with zlib and the dictionary of `tools/train-packs`.

Another format or dictionary gets another byte: packs must stay readable forever.
"""
LEVEL: Final = 6
"""It compresses 18 KB to 2.4 KB, or 3.9 without the dictionary. Level 9 saves 2% more in twice the time."""
LARGEST: Final = 64 * 2**20
"""In bytes, unpacked: a damaged or forged pack must not fill memory."""
KEPT_ROUNDS: Final = 2
"""The last rounds of a table stay as rows: servers that follow it read them over and over."""
AT_ONCE: Final = 4
"""Rounds packed per transaction: other writers wait meanwhile, a millisecond per round."""
_PAGE: Final = 16
_COLUMNS: Final = (
    "table_id, last_version, first_version, round, commands, follows, chain, digest, body, archived"
)
_T = TypeVar("_T")


class RowReader(Protocol):
    """Anything that rows can be read from: a database, or a transaction in it."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...


class PackedCommand(Struct, frozen=True, array_like=True):
    """A command and its events; `later` is the time since the previous one, in milliseconds."""

    id: str
    later: int
    body: bytes
    events: tuple[bytes, ...]


class _Contents(Struct, frozen=True, array_like=True):
    at: int
    summary: bytes
    commands: tuple[PackedCommand, ...]


class Unpacked(Struct, frozen=True):
    """A pack's contents as the store returns them."""

    summary: bytes
    commands: tuple[CommandRecord, ...]
    entries: tuple[Entry, ...]


class Pack(Struct, frozen=True):
    """A row of the packs table: one finished round."""

    table: str
    last: int
    first: int
    """Versions."""
    round: int
    commands: int
    follows: bytes
    """The chain's link before the round, and at its end."""
    chain: bytes
    digest: bytes
    body: bytes
    archived: str = ""
    """The archive that has the body, if the row doesn't."""

    def unpacked(self) -> Unpacked:
        """Raise BadInput if the pack isn't what was packed."""
        return _unpacked(self)


@lru_cache(maxsize=32)
def _unpacked(pack: Pack) -> Unpacked:
    contents = read_checked(pack.body, pack.digest, _contents, lambda why: _spoiled(pack, why))
    commands, entries = list[CommandRecord](), list[Entry]()
    version, chain, at = pack.first, pack.follows, contents.at
    for each in contents.commands:
        at += each.later
        first = version
        for body in each.events:
            chain = link(chain, pack.table, version, at, body)
            entries.append(Entry(version, each.id, at, body, chain))
            version += 1
        digest = sha256(each.body).digest()
        commands.append(CommandRecord(each.id, first, version - 1, each.body, digest))
    if (version - 1, len(commands), chain) != (pack.last, pack.commands, pack.chain):
        raise _spoiled(pack, "its contents don't match its description")
    return Unpacked(contents.summary, tuple(commands), tuple(entries))


@cache
def _dictionary() -> bytes:
    return files("paigow.store").joinpath("packs-1.dict").read_bytes()


def _compressed(contents: _Contents) -> bytes:
    packer = zlib.compressobj(
        LEVEL, zlib.DEFLATED, zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL, zlib.Z_DEFAULT_STRATEGY, _dictionary()
    )
    return FORMAT + packer.compress(msgspec.msgpack.encode(contents)) + packer.flush()


def _contents(body: bytes) -> _Contents:
    if body[:1] != FORMAT:
        raise ValueError("its format is unknown: a newer version may have packed it")
    stream = zlib.decompressobj(zdict=_dictionary())
    plain = stream.decompress(body[1:], LARGEST)
    if not stream.eof or stream.unused_data:
        raise ValueError("it doesn't end where it should")
    return msgspec.msgpack.decode(plain, type=_Contents)


def _spoiled(pack: Pack, why: str) -> BadInput:
    return BadInput(f"the pack of round {pack.round} can't be read", where=f"table {pack.table}: {why}")


def mark_of(table: str, command: str) -> int:
    """The number that indexes a packed command's id: 64 bits of a hash."""
    told = sha256(b"%b\x00%b" % (table.encode(), command.encode())).digest()
    return int.from_bytes(told[:8], "big", signed=True)


def packs_after(database: RowReader, table: str, after: int) -> Iterator[Pack]:
    """A table's packs that end after a version, oldest first."""
    sql = (
        f"SELECT {_COLUMNS} FROM packs WHERE table_id = ? AND last_version > ? "  # noqa: S608 - a constant
        "ORDER BY last_version LIMIT ?"
    )
    while page := database.rows(sql, table, after, _PAGE):
        yield from (_whole(database, Pack(*row)) for row in page)
        after = advanced(after, page[-1][1])


def pack_ending(database: RowReader, table: str, last: int) -> Pack:
    """The pack that ends at a version; raise BadInput if there is none."""
    sql = f"SELECT {_COLUMNS} FROM packs WHERE table_id = ? AND last_version = ?"  # noqa: S608 - a constant
    for row in database.rows(sql, table, last):
        return _whole(database, Pack(*row))
    raise BadInput("a round is listed as packed, but its pack is missing", where=f"{table}, version {last}")


def _whole(database: RowReader, pack: Pack) -> Pack:
    """A pack with its body, from the archive it was moved to if necessary."""
    if pack.archived == "" and pack.body:
        return pack
    rows = database.rows("SELECT file FROM archives WHERE day = ?", pack.archived)
    if pack.body or not rows:
        raise _spoiled(pack, "it is neither here nor in an archive")
    try:
        body = read_body(located(Path(rows[0][0])), pack.table, pack.last)
    except BadInput as fault:
        kind = ArchiveUnavailable if isinstance(fault, ArchiveUnavailable) else BadInput
        raise kind(f"round {pack.round} is archived: {fault.problem}", allowed=fault.allowed) from fault
    return msgspec.structs.replace(pack, body=body)


def with_packed(
    kept: list[_T],
    packs: Iterator[Pack],
    contents: Callable[[Pack], Sequence[_T]],
    place: Callable[[_T], int],
    after: int,
    limit: int,
) -> list[_T]:
    """Rows already read, plus what packs hold after a version, in order, each once: packs are read later."""
    bound = place(kept[-1]) if len(kept) == limit else None
    packed, in_order, reached = list[_T](), True, after
    for pack in packs:
        if len(packed) >= limit or (bound is not None and pack.first > bound):
            bound = pack.first - 1 if bound is None else min(bound, pack.first - 1)
            break
        inside = contents(pack)
        packed += inside if pack.first > after else [each for each in inside if place(each) > after]
        in_order, reached = in_order and pack.first > reached, pack.last
    rows = kept if bound is None else [each for each in kept if place(each) <= bound]
    if not in_order or (rows and place(rows[0]) <= reached):
        # Duplicates in a row and a pack, or overlapping packs: while others pack, or after damage.
        found = {place(each): each for each in (*rows, *packed)}
        return [found[each] for each in sorted(found) if bound is None or each <= bound][:limit]
    return [*packed, *rows][:limit]


def packed_command(database: RowReader, table: str, command: str, version: int) -> CommandRecord | None:
    """The command with this id, if the pack at this version has it: another id can have the same hash."""
    pack = next(packs_after(database, table, version - 1), None)
    found = () if pack is None else pack.unpacked().commands
    return next((each for each in found if each.id == command), None)


def pack_rounds(database: Database, table: str, most: int = AT_ONCE) -> int:
    """Pack the oldest unpacked rounds of a table except its last; return how many were examined.

    A round whose rows don't fit together stays as it is, so that an audit reports it.
    """
    sql = "SELECT 1 FROM rounds WHERE table_id = ? AND round > ? LIMIT ?"
    if len(database.rows(sql, table, _last_packed(database, table), KEPT_ROUNDS + 1)) <= KEPT_ROUNDS:
        return 0
    with database.writing(long=True) as transaction:
        # Locked: nobody prunes the table meanwhile, and no other process packs it.
        [(_, undated)] = transaction.hold("heads", ("undated",), "table_id", [table])
        waiting = _waiting(transaction, table, most)
        for row in waiting:
            pack = _packed(transaction, table, row) if row[1] > undated else None
            if pack is not None:
                _replace(transaction, pack)
    return len(waiting)


def _last_packed(database: RowReader, table: str) -> int:
    sql = "SELECT round FROM packs WHERE table_id = ? ORDER BY last_version DESC LIMIT 1"
    return next((number for (number,) in database.rows(sql, table)), -1)


def _waiting(database: RowReader, table: str, most: int) -> list[Row]:
    sql = (
        "SELECT round, first_version, last_version, summary FROM rounds WHERE table_id = ? AND round > ? "
        "ORDER BY round LIMIT ?"
    )
    return database.rows(sql, table, _last_packed(database, table), most + KEPT_ROUNDS)[:-KEPT_ROUNDS]


def _packed(transaction: Transaction, table: str, row: Row) -> Pack | None:
    """A round as a pack, if its rows fit together and lead from its first link to its last."""
    number, first, last, summary = row
    sql = (
        "SELECT version, command, at, body, chain FROM journal "
        "WHERE table_id = ? AND version BETWEEN ? AND ? ORDER BY version"
    )
    entries = tuple(Entry(*each) for each in transaction.rows(sql, table, first, last))
    commands = _commands_in(transaction, table, entries)
    follows = link_at(transaction, table, first - 1)
    if not commands or follows is None:
        return None
    contents = _Contents(entries[0].at, summary, commands)
    body = _compressed(contents)
    ends = entries[-1].chain
    pack = Pack(table, last, first, number, len(commands), follows, ends, sha256(body).digest(), body)
    try:
        return pack if pack.unpacked().entries == entries else None
    except BadInput:
        return None


def _commands_in(
    transaction: Transaction, table: str, entries: Sequence[Entry]
) -> tuple[PackedCommand, ...] | None:
    """The commands behind some events, in order; None if one isn't stored as it was."""
    columns = ("first_version", "last_version", "body", "digest")
    wanted = [(table, each) for each in dict.fromkeys(entry.command for entry in entries)]
    rows = transaction.find("commands", columns, ("table_id", "command"), wanted)
    kept = {row[1]: CommandRecord(*row[1:]) for row in rows}
    found, place = list[PackedCommand](), 0
    at = entries[0].at if entries else 0
    for _, command in wanted:
        record = kept.get(command)
        if record is None or sha256(record.body).digest() != record.digest:
            return None
        own = entries[place : place + record.last - record.first + 1]
        if not own or (own[0].version, own[-1].version) != (record.first, record.last):
            return None
        found.append(PackedCommand(command, own[0].at - at, record.body, tuple(each.body for each in own)))
        at, place = own[0].at, place + len(own)
    return tuple(found)


def _replace(transaction: Transaction, pack: Pack) -> None:
    """Replace a round's rows by its pack."""
    commands = pack.unpacked().commands
    marks = [(mark_of(pack.table, each.id), each.first) for each in commands]
    taken = transaction.find("packed_commands", ("version",), ("mark",), [(mark,) for mark, _ in marks])
    if taken or len(dict(marks)) < len(marks):
        # Two ids with one hash, once in billions of commands: the round stays as rows.
        return
    transaction.insert("packs", [msgspec.structs.astuple(pack)])
    transaction.insert("packed_commands", marks)
    sql = "DELETE FROM journal WHERE table_id = ? AND version BETWEEN ? AND ?"
    transaction.rows(sql, pack.table, pack.first, pack.last)
    ids = [(pack.table, each.id) for each in commands]
    transaction.many("DELETE FROM commands WHERE table_id = ? AND command = ?", ids)
    # SQLite doesn't reuse the page space of a row that shrinks, but refills pages after a delete.
    sql = "DELETE FROM rounds WHERE table_id = ? AND round = ? RETURNING at"
    [(at,)] = transaction.rows(sql, pack.table, pack.round)
    transaction.insert("rounds", [(pack.table, pack.round, pack.first, pack.last, at, b"")])


def link_at(database: RowReader, table: str, version: int) -> bytes | None:
    """The link of a table's chain at a version; the initial link at version 0. None if there is none."""
    if not version:
        rows = database.rows("SELECT genesis FROM heads WHERE table_id = ?", table)
        return GENESIS if not rows or rows[0][0] is None else bytes(rows[0][0])
    sql = (
        "SELECT chain FROM journal WHERE table_id = ? AND version = ? "
        "UNION ALL SELECT chain FROM pruned WHERE table_id = ? AND last_version = ? "
        "UNION ALL SELECT chain FROM packs WHERE table_id = ? AND last_version = ?"
    )
    rows = database.rows(sql, *(table, version) * 3)
    if rows:
        return bytes(rows[0][0])
    pack = next(packs_after(database, table, version), None)
    inside = pack is not None and pack.first <= version
    return pack.unpacked().entries[version - pack.first].chain if pack is not None and inside else None
