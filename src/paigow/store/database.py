"""What the store asks of a database: rows, many rows, and a transaction. SQLite and PostgreSQL fill it in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final, Protocol

from paigow.faults import BadInput

Row = tuple[Any, ...]


class StoreUnavailable(BadInput):
    """The store cannot do its work now; it is not the fault of what it was asked."""

    patience: float = 30.0
    """How long to try again, in seconds, before those who wait are told."""


class StoreFull(StoreUnavailable):
    """There is no room on the disk, or it fails: that takes somebody to see to it."""

    patience: float = 1.0


class NewerSchema(StoreUnavailable):
    """A newer version of the program has migrated the store: this one must not write to it."""

    patience: float = 0.0

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"the store was migrated by a newer version (schema {found})",
            allowed=f"this version knows schema {known}: start the newer one",
        )


class Transaction(Protocol):
    """Statements that are kept together or not at all. Parameters are written `?` everywhere."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...

    def many(self, sql: str, rows: Sequence[Row]) -> None: ...

    def insert(self, name: str, rows: Sequence[Row]) -> None:
        """Add whole rows to a table of the database, all with one statement where it can be done."""
        ...

    def update(self, name: str, columns: Sequence[str], key: str, rows: Sequence[Row]) -> None:
        """Set columns of the rows with some keys; each row gives the columns and then the key."""
        ...

    def find(
        self, name: str, columns: Sequence[str], keys: Sequence[str], wanted: Sequence[Row]
    ) -> list[Row]:
        """The keys and columns of the rows with some keys, those that there are."""
        ...

    def hold(self, name: str, columns: Sequence[str], key: str, wanted: Sequence[str]) -> list[Row]:
        """The same by one key, and nobody else may change these rows before the transaction ends."""
        ...

    def together(self) -> AbstractContextManager[object]:
        """Within it, statements that give nothing back need not wait for one another's answers."""
        ...

    def announce(self, ends: Mapping[str, int]) -> None:
        """With the commit, wake others who follow these tables. If they miss it they read by version."""
        ...


class Reading(Protocol):
    """A view of the whole database as of one moment."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...

    def each(self, sql: str) -> Iterator[Row]: ...


class Database(Protocol):
    """One opened database."""

    shared: bool
    """Whether several processes may write to it at once."""

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """Read outside any transaction: what has been committed."""
        ...

    def writing(self, *, long: bool = False) -> AbstractContextManager[Transaction]:
        """A transaction; it is committed when the block ends and rolled back when it fails.

        A database that takes too long counts as away, unless it is known that much is to be written.
        """
        ...

    def reading(self) -> AbstractContextManager[Reading]:
        """Read much, as of one moment, while others go on writing."""
        ...

    def damage(self, moment: Reading) -> Iterator[tuple[str, int, str]]:
        """What is wrong with the database's own files: table of the floor, version, problem."""
        ...

    def probe(self) -> None:
        """Write something that changes nothing; raises StoreUnavailable if that cannot be done."""
        ...

    def close(self) -> None: ...


class ReadOnlySnapshot:
    """A database as it was at one moment, whatever others write meanwhile; nothing can be written to it."""

    shared = False

    def __init__(self, moment: Reading) -> None:
        self._moment = moment
        self.rows = moment.rows

    def writing(self, *, long: bool = False) -> AbstractContextManager[Transaction]:  # noqa: ARG002 - one signature for all
        raise AssertionError("the past is not written to")

    def reading(self) -> AbstractContextManager[Reading]:
        return nullcontext(self._moment)

    def damage(self, _moment: Reading) -> Iterator[tuple[str, int, str]]:
        raise AssertionError("look at the database itself")

    def probe(self) -> None:
        raise AssertionError("the past is not written to")

    def close(self) -> None: ...


KEY: Final = "key"
"""The fingerprint of the key that seals seeds."""


def fact(database: Database, name: str) -> str | None:
    """What a floor knows of itself, such as the fingerprint of its key; never the key."""
    rows = database.rows("SELECT value FROM facts WHERE name = ?", name)
    return str(rows[0][0]) if rows else None


def keep_fact(database: Database, name: str, value: str) -> None:
    """Keep a fact; one that is kept already stays."""
    with database.writing() as transaction:
        row = (name, value)
        transaction.many("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [row])
