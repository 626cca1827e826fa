"""What the store asks of a database: rows, many rows, and a transaction. SQLite and PostgreSQL fill it in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

__all__ = ["Database", "Reading", "Row", "Transaction"]

Row = tuple[Any, ...]


class Transaction(Protocol):
    """Statements that are kept together or not at all. Parameters are written `?` everywhere."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...

    def many(self, sql: str, rows: Sequence[Row]) -> None: ...


class Reading(Protocol):
    """A view of the whole database as of one moment."""

    def each(self, sql: str) -> Iterator[Row]: ...


class Database(Protocol):
    """One opened database. `locking` is what to append to a SELECT whose rows are about to change."""

    locking: str

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """Read outside any transaction: what has been committed."""
        ...

    def writing(self) -> AbstractContextManager[Transaction]:
        """A transaction; it is committed when the block ends and rolled back when it fails."""
        ...

    def reading(self) -> AbstractContextManager[Reading]:
        """Read much, as of one moment, while others go on writing."""
        ...

    def announce(self, tables: Sequence[str]) -> None:
        """Wake others who follow these tables. A lost call does no harm: they read by version."""
        ...

    def close(self) -> None: ...
