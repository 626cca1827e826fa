"""An audit's findings, and its checks beyond the journals: shared accounts, people, orphaned rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from paigow.store.database import KEY, LAST_ROLE_CHANGE, LAST_TABLE_CHANGE, Row
from paigow.store.digests import DIGESTED, row_digest
from paigow.store.journal import Store
from paigow.store.people import ROLES, Person, SessionRecord, looks_of
from paigow.store.table_changes import table_change_problems

OF_A_TABLE: Final = (
    "heads",
    "journal",
    "commands",
    "floor_postings",
    "snapshots",
    "seeds",
    "rounds",
    "round_people",
    "checkpoints",
    "pruned",
    "packs",
    "table_changes",
)


_FACTS: Final = (KEY, LAST_ROLE_CHANGE, LAST_TABLE_CHANGE)
_METER: Final = "floor/meter/"
_SHARE: Final = re.compile(r"#\d+$")
"""The prefix of shared meter accounts, and the suffix of a process's share of one (R135)."""


@dataclass(frozen=True, slots=True)
class AuditFinding:
    """A problem, and the first version it affects."""

    table: str
    version: int
    problem: str


def guarded(what: str, findings: Iterator[AuditFinding]) -> Iterator[AuditFinding]:
    """Findings, plus one more if their subject can't be read."""
    try:
        yield from findings
    except Exception as error:  # noqa: BLE001 - damage may look like anything
        yield AuditFinding("floor", 0, f"{what} can't be read: {type(error).__name__}")


def audit_floor(store: Store) -> Iterator[AuditFinding]:
    """What doesn't belong to a single table: shared accounts match their postings, roles exist."""
    yield from guarded("the shared accounts", _accounts(store))
    yield from guarded("the accounts of people", _people(store))
    yield from guarded("the sessions", _sessions(store))
    yield from guarded("what people have learned", _learned(store))
    yield from guarded("the rows of tables", _strays(store))
    yield from guarded("the floor's own facts", _facts(store))
    yield from guarded("the ids of packed commands", _packed_ids(store))
    yield from guarded("the archives", _archives(store))
    yield from guarded("the opened and closed tables", _changes(store))


def table_names(store: Store, names: list[str]) -> Iterator[AuditFinding]:
    """Collect the names of all tables; find invalid ones."""
    for (name,) in store.database.rows("SELECT id FROM tables ORDER BY created_at, id"):
        if isinstance(name, str):
            names.append(name)
        else:
            yield AuditFinding("floor", 0, f"{name!r} is not the name of a table")


def people_listed(store: Store) -> Mapping[str, int]:
    """How many entries each table has in the list of who played which round.

    For all tables at once: the list is ordered by person, so each table would need a full scan.
    """
    return dict(store.database.rows("SELECT table_id, count(*) FROM round_people GROUP BY table_id"))


def _accounts(store: Store) -> Iterator[AuditFinding]:
    """Whether the shared accounts match their postings and sum to zero."""
    sql = "SELECT account, CAST(sum(cents) AS BIGINT) FROM floor_postings GROUP BY account"
    moved: dict[str, int] = dict(store.database.rows(sql))
    kept = store.balances()
    for account in sorted({*moved, *kept}, key=str):
        if moved.get(account, 0) != kept.get(account, 0):
            problem = f"{account} holds {kept.get(account, 0)} cents, {moved.get(account, 0)} were posted"
            yield AuditFinding("floor", 0, problem)
    if sum(kept.values()):
        yield AuditFinding("floor", 0, "the shared accounts don't sum to zero")
    meters = Counter[str]()
    for account, cents in kept.items():
        if account.startswith(_METER):
            meters[_SHARE.sub("", account)] += cents
    for meter, cents in meters.items():
        if cents < 0:
            yield AuditFinding("floor", 0, f"{meter} has paid {-cents} cents more than it was fed (R135)")


def _people(store: Store) -> Iterator[AuditFinding]:
    """Each account has a checksum of itself, and its look-alike forms follow from its name."""
    due: set[tuple[str, str]] = set()
    held: dict[str, str] = dict(store.database.rows("SELECT look, person FROM looks"))
    for *values, digest in store.database.rows(
        "SELECT name, password, roles, created_at, digest FROM people"
    ):
        name, password, roles, created_at = values
        if Person(name, password, tuple(str(roles).split()), created_at).digest != digest:
            yield AuditFinding("floor", 0, f"the account {name!r} was changed")
        elif not set(roles.split()) <= set(ROLES):
            yield AuditFinding("floor", 0, f"the account {name!r} has an unknown role: {roles}")
        looks = looks_of(str(name))
        due.update((look, name) for look in looks)
        if not held.keys() >= {*looks}:
            yield AuditFinding("floor", 0, f"the look-alike form of the name {name!r} isn't stored")
    for look, person in held.items():
        if (look, person) not in due:
            yield AuditFinding("floor", 0, f"{look!r} is stored as a look-alike of {person!r}, but isn't")


def _strays(store: Store) -> Iterator[AuditFinding]:
    """Rows of a table that doesn't exist."""
    for name in OF_A_TABLE:
        sql = f"SELECT DISTINCT table_id FROM {name} WHERE table_id NOT IN (SELECT id FROM tables)"  # noqa: S608 - our own names
        for (table,) in store.database.rows(sql):
            yield AuditFinding(table, 0, f"there is no such table, but {name} are stored for it")


def _sessions(store: Store) -> Iterator[AuditFinding]:
    """A session row has a checksum of itself."""
    sql = "SELECT id, person, created_at, until, ended_at, digest FROM sessions"
    for *values, digest in _each(store, sql):
        record = SessionRecord(*values)
        if record.digest != digest:
            yield AuditFinding("floor", 0, f"the session {str(record.id)[:16]} was changed")


def _learned(store: Store) -> Iterator[AuditFinding]:
    """Each row of the school and the trainers has a checksum (R106)."""
    for name, columns in DIGESTED.items():
        sql = f"SELECT {', '.join(columns)}, digest FROM {name}"  # noqa: S608 - our own names
        for *row, digest in _each(store, sql):
            if row_digest(row) != digest:
                yield AuditFinding("floor", 0, f"a row of {name} was changed: {row[0]!r}")


def _archives(store: Store) -> Iterator[AuditFinding]:
    from paigow.store.archiving import known_archives_problems

    for problem in known_archives_problems(store.database):
        yield AuditFinding("floor", 0, problem)


def _changes(store: Store) -> Iterator[AuditFinding]:
    """Each line about an opened or closed table has a checksum, and a fact has one of them all."""
    for table, problem in table_change_problems(store.database):
        yield AuditFinding(table, 0, problem)


def _packed_ids(store: Store) -> Iterator[AuditFinding]:
    """The audit of a table checks that each packed command's id is stored."""
    [(kept,)] = store.database.rows("SELECT count(*) FROM packed_commands")
    [(due,)] = store.database.rows("SELECT CAST(coalesce(sum(commands), 0) AS BIGINT) FROM packs")
    if kept != due:
        yield AuditFinding("floor", 0, f"{kept:,} ids of packed commands are stored, not {due:,}")


def _facts(store: Store) -> Iterator[AuditFinding]:
    for name, value in store.database.rows("SELECT name, value FROM facts"):
        if name not in _FACTS or re.fullmatch("[0-9a-f]{16}", str(value)) is None:
            yield AuditFinding("floor", 0, f"{name!r} isn't a known fact about a floor")


def _each(store: Store, sql: str) -> Iterator[Row]:
    with store.database.reading() as moment:
        yield from moment.each(sql)
