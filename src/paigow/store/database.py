"""What the store asks of a database: rows, many rows, and a transaction. SQLite and PostgreSQL fill it in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from paigow.faults import BadInput

Row = tuple[Any, ...]
_Place = TypeVar("_Place", int, tuple[int, int])


class StoreUnavailable(BadInput):
    """The store cannot do its work now; it is not the fault of what it was asked."""

    patience: float = 30.0
    """How long to try again, in seconds, before those who wait are told."""


class StoreFull(StoreUnavailable):
    """The disk is full or failing: somebody has to fix it."""

    patience: float = 1.0


class NewerSchema(StoreUnavailable):
    """A newer version of the program has migrated the store: this one must not write to it."""

    patience: float = 0.0

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"the store was migrated by a newer version (schema {found})",
            allowed=f"this version knows schema {known}: start the newer one",
        )


@dataclass(frozen=True, slots=True)
class Lookup:
    """Rows to find by keys; `held` if nobody else may change them before the transaction ends."""

    name: str
    columns: Sequence[str]
    keys: Sequence[str]
    wanted: Sequence[Row]
    held: bool = False


@dataclass(frozen=True, slots=True)
class ColumnUpdate:
    """Columns to set in the rows with some keys; each row gives the columns and then the key."""

    name: str
    columns: Sequence[str]
    key: str
    rows: Sequence[Row]


class Transaction(Protocol):
    """Statements that are kept together or not at all. Parameters are written `?` everywhere."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...

    def many(self, sql: str, rows: Sequence[Row]) -> None: ...

    def insert(self, name: str, rows: Sequence[Row]) -> None:
        """Add whole rows to a table of the database, all with one statement where it can be done."""
        ...

    def find(
        self, name: str, columns: Sequence[str], keys: Sequence[str], wanted: Sequence[Row]
    ) -> list[Row]:
        """The keys and columns of the rows with some keys, those that there are."""
        ...

    def hold(self, name: str, columns: Sequence[str], key: str, wanted: Sequence[str]) -> list[Row]:
        """The same by one key, and nobody else may change these rows before the transaction ends."""
        ...

    def look_up(self, *lookups: Lookup) -> list[list[Row]]:
        """What each of several lookups finds, one after the other, on one way to the database and back."""
        ...

    def finish(self, inserts: Mapping[str, Sequence[Row]], updates: Sequence[ColumnUpdate]) -> None:
        """Add whole rows by table, change others, and end the transaction: on one way to the database."""
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
    """A read-only snapshot of a database at one moment, while others go on writing."""

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


def advanced(after: _Place, reached: _Place) -> _Place:
    """Where reading by key goes on; raise BadInput where a damaged key leads back, or it would never end."""
    if not reached > after:
        raise BadInput("the stored rows are not in the order of their keys", where=f"{reached} after {after}")
    return reached


KEY: Final = "key"
"""The fingerprint of the key that seals seeds."""
LAST_ROLE_CHANGE: Final = "last role change"
"""Another number after each: a server asks everyone's roles again only when this is not what it was."""


def fact(database: Database, name: str) -> str | None:
    """What a floor knows of itself, such as the fingerprint of its key; never the key."""
    rows = database.rows("SELECT value FROM facts WHERE name = ?", name)
    return str(rows[0][0]) if rows else None


def keep_fact(database: Database, name: str, value: str) -> None:
    """Keep a fact; one that is kept already stays."""
    with database.writing() as transaction:
        row = (name, value)
        transaction.many("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [row])
