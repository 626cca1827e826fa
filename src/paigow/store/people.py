"""Accounts and sessions: password hashes, roles, look-alike names, who is signed in. Not how tokens are made.

A session is stored under the hash of its secret, so a copy of the store doesn't let anyone in. An ended
session keeps its row until it would have expired: that is how other processes learn that it has ended.
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Final

import msgspec

from paigow.faults import BadInput, suggestion
from paigow.store.database import LAST_ROLE_CHANGE, Database, Row, Transaction

_MARK = "\u200e"
"""Surrounds right-to-left characters in the table of confusables."""


@cache
def _confusables() -> dict[str, str]:
    """Each character's prototype (Unicode Technical Standard 39), from a table that has both directions."""
    from confusable_homoglyphs.confusables import confusables_data

    alike = {
        char.strip(_MARK): [each["c"].strip(_MARK) for each in found]
        for char, found in confusables_data.items()
    }
    prototypes = {}
    for char, found in alike.items():
        if len(char) == 1 and len(found) == 1:
            (other,) = found
            # If two characters map only to each other, either can represent both.
            only = len(other) == 1 and alike.get(other) == [char]
            prototypes[char] = min(char, other) if only else other
    return prototypes


def _skeleton(text: str) -> str:
    prototypes = _confusables()
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(char, char) for char in decomposed))


def looks_of(name: str) -> tuple[str, str]:
    """The look-alike forms of a name: case-sensitive and case-insensitive.

    >>> looks_of("Ivan"), looks_of("lvan")
    (('=lvan', '~ivan'), ('=lvan', '~lvan'))
    """
    plain = unicodedata.normalize("NFKC", name)
    return f"={_skeleton(plain).casefold()}", f"~{_skeleton(plain.casefold())}"


ROLES: Final = ("player", "dealer", "floor", "auditor")
_AT_ONCE: Final = 500
_SESSION: Final = "id, person, created_at, until, ended_at"


@dataclass(frozen=True, slots=True)
class Person:
    """An account: its name, the hash of its password, and its roles."""

    name: str
    password: str | None
    roles: tuple[str, ...]
    created_at: int

    @property
    def digest(self) -> bytes:
        """A checksum of the account, so that an audit detects changes."""
        row = (self.name, self.password, " ".join(self.roles), self.created_at)
        return sha256(msgspec.json.encode(row)).digest()


def _person(row: Row) -> Person:
    name, password, roles, created_at = row
    return Person(name, password, tuple(roles.split()), created_at)


def add_person(database: Database, person: Person) -> None:
    """Add an account; a name that is taken, or that looks like one, is rejected."""
    row = (person.name, person.password, " ".join(person.roles), person.created_at, person.digest)
    with database.writing() as transaction:
        holders = {holder for _, holder in _take_looks(transaction, person.name)}
        if holders != {person.name}:
            raise BadInput(f"the name {person.name!r} is taken, or looks like one that is")
        if transaction.rows("SELECT 1 FROM people WHERE name = ?", person.name):
            raise BadInput(f"the name {person.name!r} is taken")
        transaction.many("INSERT INTO people VALUES (?, ?, ?, ?, ?)", [row])


def _take_looks(transaction: Transaction, name: str) -> list[Row]:
    """Claim the look-alike forms of a name that are still free; return who owns them now."""
    looks = [(look, name) for look in looks_of(name)]
    transaction.many("INSERT INTO looks VALUES (?, ?) ON CONFLICT (look) DO NOTHING", looks)
    return transaction.find("looks", ("person",), ("look",), [(look,) for look, _ in looks])


def complete_people(transaction: Transaction) -> None:
    """Fill in what accounts of an older schema lack. Of look-alike accounts, the oldest owns the form."""
    rows = transaction.rows("SELECT name, password, roles, created_at FROM people ORDER BY created_at, name")
    for person in map(_person, rows):
        _take_looks(transaction, person.name)
        transaction.many("UPDATE people SET digest = ? WHERE name = ?", [(person.digest, person.name)])


def find_person(database: Database, name: str) -> Person | None:
    rows = database.rows("SELECT name, password, roles, created_at FROM people WHERE name = ?", name)
    return _person(rows[0]) if rows else None


def roles_of(database: Database, names: Sequence[str]) -> dict[str, frozenset[str]]:
    """The roles of some accounts; an account that does not exist has none."""
    found = dict.fromkeys(names, frozenset[str]())
    for start in range(0, len(names), _AT_ONCE):
        some = names[start : start + _AT_ONCE]
        sql = f"SELECT name, roles FROM people WHERE name IN ({', '.join('?' * len(some))})"  # noqa: S608 - only places
        found.update({name: frozenset(roles.split()) for name, roles in database.rows(sql, *some)})
    return found


def holders_of(database: Database, asked: Sequence[str]) -> dict[str, frozenset[str]]:
    """The names of the accounts with each of some roles."""
    like = " OR ".join(["roles LIKE ?"] * len(asked))
    sql = f"SELECT name, roles FROM people WHERE {like}"  # noqa: S608 - no values
    held = [(name, roles.split()) for name, roles in database.rows(sql, *(f"%{role}%" for role in asked))]
    return {role: frozenset(name for name, roles in held if role in roles) for role in asked}


def people(database: Database) -> list[Person]:
    rows = database.rows("SELECT name, password, roles, created_at FROM people ORDER BY name")
    return [_person(row) for row in rows]


def _change(database: Database, name: str, role: str, listing: str, *, grant: bool) -> Person:
    if role not in ROLES:
        raise BadInput(f"there is no role {role!r}", allowed=suggestion(role, ROLES))
    with database.writing() as transaction:
        person = _held(transaction, name, listing)
        held = {*person.roles, role} if grant else {*person.roles} - {role}
        roles = tuple(each for each in ROLES if each in held)
        changed = Person(person.name, person.password, roles, person.created_at)
        row = (" ".join(roles), changed.digest, name)
        transaction.many("UPDATE people SET roles = ?, digest = ? WHERE name = ?", [row])
        sql = "INSERT INTO facts VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
        transaction.many(sql, [(LAST_ROLE_CHANGE, secrets.token_hex(8))])
    return changed


def _held(transaction: Transaction, name: str, listing: str) -> Person:
    """An account, locked against other writers; raises BadInput if there is none."""
    rows = transaction.hold("people", ("password", "roles", "created_at"), "name", (name,))
    if not rows:
        names = (each for (each,) in transaction.rows("SELECT name FROM people"))
        allowed = suggestion(name, names, f"run {listing} to see the names")
        raise BadInput(f"there is no account {name!r}", allowed=allowed)
    return _person(rows[0])


LISTING: Final = "paigow people list"


def change_password(database: Database, name: str, password: str, now: int, listing: str = LISTING) -> int:
    """Give an account another password hash and end its sessions; returns how many ended."""
    with database.writing() as transaction:
        held = _held(transaction, name, listing)
        person = Person(held.name, password, held.roles, held.created_at)
        row = (password, person.digest, name)
        transaction.many("UPDATE people SET password = ?, digest = ? WHERE name = ?", [row])
        sql = f"SELECT {_SESSION} FROM sessions WHERE ended_at = 0 AND until > ? AND person = ?"  # noqa: S608 - a constant
        ended = [SessionRecord(*row) for row in transaction.rows(sql, now, name)]
        _write_sessions(transaction, [msgspec.structs.replace(each, ended_at=now) for each in ended])
    return len(ended)


def grant_role(database: Database, name: str, role: str, listing: str = LISTING) -> Person:
    return _change(database, name, role, listing, grant=True)


def revoke_role(database: Database, name: str, role: str, listing: str = LISTING) -> Person:
    return _change(database, name, role, listing, grant=False)


class SessionRecord(msgspec.Struct, frozen=True, array_like=True):
    """One session; times in seconds since 1970, `ended_at` 0 while it is open."""

    id: str
    person: str
    created_at: int
    until: int
    ended_at: int = 0

    @property
    def digest(self) -> bytes:
        """A checksum of the row, so that an audit detects changes."""
        return sha256(msgspec.json.encode(self)).digest()


def session_id(secret: str) -> str:
    """The key under which a session with this secret is stored."""
    return sha256(secret.encode()).hexdigest()


def _write_sessions(transaction: Transaction, records: list[SessionRecord]) -> None:
    rows = [(*msgspec.structs.astuple(each), each.digest) for each in records]
    transaction.many(
        "INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) "
        "DO UPDATE SET ended_at = excluded.ended_at, digest = excluded.digest",
        rows,
    )


def add_session(database: Database, record: SessionRecord, *, first: bool = False) -> bool:
    """Add a session. With `first`, fail (False) if anybody of this name has been here before."""
    with database.writing() as transaction:
        if first and transaction.rows("SELECT 1 FROM sessions WHERE person = ? LIMIT 1", record.person):
            return False
        _write_sessions(transaction, [record])
    return True


def find_session(database: Database, wanted: str) -> SessionRecord | None:
    rows = database.rows(f"SELECT {_SESSION} FROM sessions WHERE id = ?", wanted)  # noqa: S608 - a constant
    return SessionRecord(*rows[0]) if rows else None


def sessions(database: Database, now: int, person: str | None = None) -> list[SessionRecord]:
    """The open sessions, oldest first; of one person, or of everybody."""
    where, values = ("", ()) if person is None else (" AND person = ?", (person,))
    sql = f"SELECT {_SESSION} FROM sessions WHERE ended_at = 0 AND until > ?{where} ORDER BY created_at, id"  # noqa: S608 - a constant
    return [SessionRecord(*row) for row in database.rows(sql, now, *values)]


def end_sessions(database: Database, now: int, wanted: list[SessionRecord]) -> None:
    """End some sessions; those that have already ended don't change."""
    with database.writing() as transaction:
        open_now = [each for each in wanted if _is_open(transaction, each.id)]
        _write_sessions(transaction, [msgspec.structs.replace(each, ended_at=now) for each in open_now])


def _is_open(transaction: Transaction, wanted: str) -> bool:
    return bool(transaction.rows("SELECT 1 FROM sessions WHERE id = ? AND ended_at = 0", wanted))


def ended_since(database: Database, moment: int) -> set[str]:
    """The ids of sessions that ended at or after a moment."""
    sql = "SELECT id FROM sessions WHERE ended_at >= ?"
    return {wanted for (wanted,) in database.rows(sql, max(1, moment))}


def forget_expired(database: Database, now: int) -> None:
    """Delete expired sessions: nobody can use them again."""
    with database.writing() as transaction:
        transaction.many("DELETE FROM sessions WHERE until <= ?", [(now,)])
