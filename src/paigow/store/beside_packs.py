"""What is stored next to packed rounds, and how an audit checks it: command ids, the list of rounds.

Ids are indexed by 64 bits of a hash, so ids packed together are scattered over the index: looking up each one
reads a database page per command. An audit compares sums instead, and looks up ids only if the sums differ.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from paigow.faults import BadInput
from paigow.store.findings import AuditFinding, guarded
from paigow.store.journal import Store
from paigow.store.packing import Pack, RowReader, mark_of, packs_after

_HALF: Final = 2**32 - 1
_PRIME: Final = 1_000_000_007
"""The sums over a billion ids stay within 64 bits."""


class IdSums(NamedTuple):
    """Order-independent sums over ids and their versions. A changed id or version changes a sum."""

    ids: int = 0
    low: int = 0
    high: int = 0
    """Of the halves of the ids."""
    versions: int = 0
    """Each times a number derived from its id; without it, two swapped versions would give the same sum."""

    def plus(self, other: IdSums) -> IdSums:
        return IdSums(*map(sum, zip(self, other, strict=True)))


def _due(pack: Pack) -> IdSums:
    low = high = versions = 0
    commands = pack.unpacked().commands
    for each in commands:
        mark = mark_of(pack.table, each.id)
        half = mark & _HALF
        low += half
        high += mark >> 32 & _HALF
        versions += each.first % _PRIME * (half + 1) % _PRIME
    return IdSums(len(commands), low, high, versions)


def _kept(database: RowReader) -> IdSums:
    half = f"(mark & {_HALF})"
    weighted = _remainder(f"({_remainder('version')} * ({half} + 1))")
    sums = (half, f"((mark >> 32) & {_HALF})", weighted)
    columns = ", ".join(f"CAST(coalesce(sum({each}), 0) AS BIGINT)" for each in sums)
    [row] = database.rows(f"SELECT count(version), {columns} FROM packed_commands")  # noqa: S608 - constants
    return IdSums(*row)


def _remainder(number: str) -> str:
    """Without a percent sign, which one of the databases would take for a parameter."""
    return f"({number} - {number} / {_PRIME} * {_PRIME})"


def packed_to(store: Store) -> Mapping[str, int]:
    """The last packed version of each table: ids up to there can be summed."""
    try:
        return dict(store.database.rows("SELECT table_id, max(last_version) FROM packs GROUP BY table_id"))
    except Exception:  # noqa: BLE001 - what can't be read is found where it is
        return {}


def compared_ids(store: Store, packed: Mapping[str, int], due: IdSums) -> Iterator[AuditFinding]:
    """What is wrong with the ids of packed commands, once those of all tables have been summed."""
    if packed:
        yield from guarded("the ids of packed commands", _compared(store, packed, due))


def _compared(store: Store, packed: Mapping[str, int], due: IdSums) -> Iterator[AuditFinding]:
    if _kept(store.database) == due:
        return
    for table in packed:
        # A pack that can't be read is a finding about its table.
        with suppress(BadInput):
            for pack in packs_after(store.database, table, 0):
                for version, problem in _id_problems(store.database, pack):
                    yield AuditFinding(table, version, problem)


def _id_problems(database: RowReader, pack: Pack) -> Iterator[tuple[int, str]]:
    due = {mark_of(pack.table, each.id): each.first for each in pack.unpacked().commands}
    places = ", ".join("?" * len(due))
    sql = f"SELECT mark, version FROM packed_commands WHERE mark IN ({places})"  # noqa: S608 - no values
    kept: dict[int, int] = dict(database.rows(sql, *due))
    for version in sorted(first for mark, first in due.items() if kept.get(mark) != first):
        yield version, "the id of a packed command was changed"


class KeptBesidePacks:
    """The ids and rounds stored next to a table's packs, as an audit goes from round to round.

    Ids up to version `summed_to` are summed; later ones are looked up.
    """

    def __init__(self, database: RowReader, table: str, after: int, summed_to: int) -> None:
        self.sums = IdSums()
        self._database = database
        self._table = table
        self._summed_to = summed_to
        self._packs = packs_after(database, table, after)
        self._next: Pack | None = None

    def at(self, end: int) -> Sequence[tuple[int, str]]:
        """What is wrong next to the next pack, each with a version, if that pack ends with this round."""
        pack = self._next or next(self._packs, None)
        if pack is None or pack.last > end:
            self._next = pack
            return ()
        self._next = None
        return [*self._problems(pack)]

    def left(self) -> Iterator[tuple[int, str]]:
        """The same for packs that no round ended with."""
        for pack in (*filter(None, [self._next]), *self._packs):
            yield from self._problems(pack)

    def _problems(self, pack: Pack) -> Iterator[tuple[int, str]]:
        if pack.last <= self._summed_to:
            self.sums = self.sums.plus(_due(pack))
        else:
            yield from _id_problems(self._database, pack)
        sql = "SELECT last_version FROM rounds WHERE table_id = ? AND round = ?"
        if self._database.rows(sql, self._table, pack.round) != [(pack.last,)]:
            yield pack.last, f"round {pack.round} is packed but not listed"
