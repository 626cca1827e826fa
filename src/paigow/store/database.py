"""The store's database interface: rows, bulk rows, and a transaction. SQLite and PostgreSQL implement it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from paigow.faults import BadInput

Row = tuple[Any, ...]
_Place = TypeVar("_Place", int, tuple[int, int])


class StoreUnavailable(BadInput):
    """The store can't work at the moment; the request isn't at fault."""

    patience: float = 30.0
    """How long to retry, in seconds, before waiting callers get the error."""


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
    """Rows to look up by keys; `held` locks them against other writers until the transaction ends."""

    name: str
    columns: Sequence[str]
    keys: Sequence[str]
    wanted: Sequence[Row]
    held: bool = False


@dataclass(frozen=True, slots=True)
class ColumnUpdate:
    """Columns to set in the rows with some keys; each row lists the columns and then the key."""

    name: str
    columns: Sequence[str]
    key: str
    rows: Sequence[Row]


class Transaction(Protocol):
    """Statements committed together or not at all. Parameters are always written `?`."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...

    def many(self, sql: str, rows: Sequence[Row]) -> None: ...

    def insert(self, name: str, rows: Sequence[Row]) -> None:
        """Insert whole rows into a database table, in a single statement if possible."""
        ...

    def find(
        self, name: str, columns: Sequence[str], keys: Sequence[str], wanted: Sequence[Row]
    ) -> list[Row]:
        """The keys and columns of the existing rows with some keys."""
        ...

    def hold(self, name: str, columns: Sequence[str], key: str, wanted: Sequence[str]) -> list[Row]:
        """The same for one key, with these rows locked against other writers until the transaction ends."""
        ...

    def look_up(self, *lookups: Lookup) -> list[list[Row]]:
        """The results of several lookups in order, in one round trip."""
        ...

    def finish(self, inserts: Mapping[str, Sequence[Row]], updates: Sequence[ColumnUpdate]) -> None:
        """Insert rows by table, update others, and commit: in one round trip."""
        ...


class Reading(Protocol):
    """A view of the whole database at one moment."""

    def rows(self, sql: str, *parameters: object) -> list[Row]: ...

    def each(self, sql: str) -> Iterator[Row]: ...


class Database(Protocol):
    """One opened database."""

    shared: bool
    """Whether several processes can write to it at once."""

    def rows(self, sql: str, *parameters: object) -> list[Row]:
        """Read committed data outside any transaction."""
        ...

    def writing(self, *, long: bool = False) -> AbstractContextManager[Transaction]:
        """A transaction: committed when the block ends, rolled back when it fails.

        A database that takes too long counts as away, unless a large write is expected.
        """
        ...

    def reading(self) -> AbstractContextManager[Reading]:
        """Read a lot from one snapshot while others keep writing."""
        ...

    def damage(self, moment: Reading) -> Iterator[tuple[str, int, str]]:
        """What is wrong with the database's own files: table of the floor, version, problem."""
        ...

    def probe(self) -> None:
        """Write something without effect; raises StoreUnavailable if that fails."""
        ...

    def close(self) -> None: ...


class ReadOnlySnapshot:
    """A read-only snapshot of a database at one moment, while others keep writing."""

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
    """The next key to read from; raise BadInput if a damaged key goes backward, which would loop forever."""
    if not reached > after:
        raise BadInput("the stored rows are not in the order of their keys", where=f"{reached} after {after}")
    return reached


KEY: Final = "key"
"""The fingerprint of the key that seals seeds."""
LAST_ROLE_CHANGE: Final = "last role change"
"""Incremented with each change: a server reloads everyone's roles only if this has changed."""
LAST_TABLE_CHANGE: Final = "last table change"
"""The same for tables that the command line added, closed, or opened."""


def fact(database: Database, name: str) -> str | None:
    """A floor's metadata, such as the fingerprint of its key; never the key itself."""
    rows = database.rows("SELECT value FROM facts WHERE name = ?", name)
    return str(rows[0][0]) if rows else None


def keep_fact(database: Database, name: str, value: str) -> None:
    """Store a value; an existing one stays."""
    with database.writing() as transaction:
        row = (name, value)
        transaction.many("INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO NOTHING", [row])
