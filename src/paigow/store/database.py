"""What the store asks of a database: rows, many rows, and a transaction. SQLite and PostgreSQL fill it in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

__all__ = ["Database", "Reading", "Row", "Transaction"]

Row = tuple[Any, ...]


class Transaction(Protocol):
    """Statements that are kept together or not at all. Parameters are written `?` everywhere."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...

    def many(self, sql: str, rows: Sequence[Row]) -> None: ...

    def announce(self, ends: Mapping[str, int]) -> None:
        """With the commit, wake others who follow these tables. If they miss it they read by version."""
        ...


class Reading(Protocol):
    """A view of the whole database as of one moment."""

    def each(self, sql: str) -> Iterator[Row]: ...


class Database(Protocol):
    """One opened database. `locking` is what to append to a SELECT whose rows are about to change."""

    locking: str
    shared: bool
    """Whether several processes may write to it at once."""

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """Read outside any transaction: what has been committed."""
        ...

    def writing(self) -> AbstractContextManager[Transaction]:
        """A transaction; it is committed when the block ends and rolled back when it fails."""
        ...

    def reading(self) -> AbstractContextManager[Reading]:
        """Read much, as of one moment, while others go on writing."""
        ...

    def close(self) -> None: ...
