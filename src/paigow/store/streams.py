"""A table's rows read on and on in their order, a page at a time: an audit's memory is that of a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from paigow.store.journal import Store
from paigow.store.records import CommandRecord, Entry, RoundRecord

PAGE: Final = 1_000
_START: Final = -(2**62)
_T = TypeVar("_T")
_Place = TypeVar("_Place")


def _paged(
    read: Callable[[_Place, int], list[_T]], after: _Place, place: Callable[[_T], _Place]
) -> Iterator[_T]:
    """Read on to the end. A page that cannot be read is read row by row, up to the one that is spoilt."""
    size = PAGE
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
        after = place(rows[-1])


def entries_of(store: Store, table: str) -> Iterator[Entry]:
    return _paged(lambda after, size: store.events(table, after, size), _START, lambda each: each.version)


def commands_of(store: Store, table: str, after: int = _START) -> Iterator[CommandRecord]:
    """The commands whose events follow a version."""
    return _paged(lambda after, size: store.commands(table, after, size), after, lambda each: each.first)


def rounds_of(store: Store, table: str) -> Iterator[RoundRecord]:
    sql = (
        "SELECT table_id, round, first_version, last_version, at, summary FROM rounds "
        "WHERE table_id = ? AND round > ? ORDER BY round LIMIT ?"
    )

    def read(after: int, size: int) -> list[RoundRecord]:
        return [RoundRecord(*row) for row in store.database.rows(sql, table, after, min(size, PAGE // 10))]

    return _paged(read, _START, lambda each: each.round)


class Lines:
    """What was posted, in the order of versions: line number, account, cents."""

    def __init__(self, store: Store, name: str, table: str) -> None:
        sql = (
            f"SELECT version, line, account, cents FROM {name} "  # noqa: S608 - our own names
            "WHERE table_id = ? AND (version, line) > (?, ?) ORDER BY version, line LIMIT ?"
        )
        self._rows = _paged(
            lambda after, size: store.database.rows(sql, table, *after, size),
            (_START, _START),
            lambda row: (row[0], row[1]),
        )
        self._next = next(self._rows, None)
        self.stray: int | None = None
        """The first version with money that belongs to no event."""

    def at(self, version: int) -> list[tuple[int, str, int]]:
        """The lines of a version, which is later than all that were asked for before."""
        found = []
        while self._next is not None and self._next[0] <= version:
            if self._next[0] == version:
                found.append(self._next[1:])
            elif self.stray is None:
                self.stray = self._next[0]
            self._next = next(self._rows, None)
        return found

    def end(self) -> int | None:
        """The first version of what was never asked for, if there is any."""
        if self.stray is None and self._next is not None:
            self.stray = self._next[0]
        return self.stray
