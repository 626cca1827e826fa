"""People with a name of their own: password hashes and roles. Guests are not kept here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from paigow.faults import BadInput, nearest
from paigow.store.database import Database

__all__ = ["ROLES", "Person", "add_person", "find_person", "grant_role", "people", "revoke_role", "roles_of"]

ROLES: Final = ("player", "dealer", "floor", "auditor")
_AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True)
class Person:
    """An account: its name, the hash of its password, and what it may do."""

    name: str
    password: str | None
    roles: tuple[str, ...]
    created_at: int


def _person(row: tuple[str, str | None, str, int]) -> Person:
    name, password, roles, created_at = row
    return Person(name, password, tuple(roles.split()), created_at)


def add_person(database: Database, person: Person) -> None:
    """Keep a new account; a name that is taken is refused."""
    row = (person.name, person.password, " ".join(person.roles), person.created_at)
    with database.writing() as transaction:
        if transaction.rows("SELECT 1 FROM people WHERE name = ?", person.name):
            raise BadInput(f"the name {person.name!r} is taken")
        transaction.many("INSERT INTO people VALUES (?, ?, ?, ?)", [row])


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


def people(database: Database) -> list[Person]:
    rows = database.rows("SELECT name, password, roles, created_at FROM people ORDER BY name")
    return [_person(row) for row in rows]


def _change(database: Database, name: str, role: str, *, grant: bool) -> Person:
    if role not in ROLES:
        guess = nearest(role, ROLES)
        raise BadInput(
            f"no role is called {role!r}", allowed=f"did you mean {guess}?" if guess else ", ".join(ROLES)
        )
    with database.writing() as transaction:
        rows = transaction.hold("people", ("password", "roles", "created_at"), "name", (name,))
        if not rows:
            raise BadInput(f"nobody is called {name!r}")
        person = _person(rows[0])
        held = {*person.roles, role} if grant else {*person.roles} - {role}
        roles = tuple(each for each in ROLES if each in held)
        transaction.many("UPDATE people SET roles = ? WHERE name = ?", [(" ".join(roles), name)])
    return Person(person.name, person.password, roles, person.created_at)


def grant_role(database: Database, name: str, role: str) -> Person:
    return _change(database, name, role, grant=True)


def revoke_role(database: Database, name: str, role: str) -> Person:
    return _change(database, name, role, grant=False)
