"""Accounts and roles, on both kinds of store."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paigow.faults import BadInput
from paigow.store.journal import Store
from paigow.store.people import Person, add_person, find_person, grant_role, people, revoke_role

Opened = Callable[[], Store]
ANNA = Person("anna", "a hash", ("player",), 1)


def test_a_name_is_given_once(opened: Opened) -> None:
    database = opened().database
    add_person(database, ANNA)
    assert find_person(database, "anna") == ANNA
    assert find_person(database, "ben") is None
    with pytest.raises(BadInput, match="taken"):
        add_person(database, Person("anna", None, (), 2))


def test_roles_are_granted_and_revoked(opened: Opened) -> None:
    database = opened().database
    add_person(database, ANNA)
    assert grant_role(database, "anna", "floor").roles == ("player", "floor")
    assert grant_role(database, "anna", "dealer").roles == ("player", "dealer", "floor")
    assert revoke_role(database, "anna", "player").roles == ("dealer", "floor")
    assert [each.roles for each in people(opened().database)] == [("dealer", "floor")]


@pytest.mark.parametrize(
    ("name", "role", "said"),
    [
        ("ben", "floor", "no account.*paigow people list"),
        ("Anna", "floor", r"no account 'Anna'; did you mean anna\?"),
        ("anna", "flor", "floor"),
    ],
)
def test_a_wrong_name_or_role_is_a_sentence(opened: Opened, name: str, role: str, said: str) -> None:
    database = opened().database
    add_person(database, ANNA)
    with pytest.raises(BadInput, match=said):
        grant_role(database, name, role)
