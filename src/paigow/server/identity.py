"""Who someone is: signed sessions for guests and accounts, passwords hashed with argon2, roles.

A session is a signed name with an end; nothing of it is kept. Roles are looked up when they matter, so that a
role that was taken away is gone.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import secrets
import time
from hashlib import sha256
from typing import Final

import msgspec

from paigow.faults import BadInput
from paigow.server.names import account_name, guest_name, is_guest
from paigow.server.seeds import derived_key
from paigow.store.database import Database
from paigow.store.people import Person, add_person, find_person

__all__ = ["COOKIE", "Identity", "Session"]

COOKIE: Final = "paigow_session"
SESSION_SECONDS: Final = 30 * 24 * 3600
SHORTEST_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 256


class Session(msgspec.Struct, frozen=True):
    """Who it is and until when, in seconds since 1970. The nonce makes two of the same person differ."""

    person: str
    until: int
    nonce: str = ""


class Identity:
    """Gives sessions and reads them; makes accounts and lets people in."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._database = database
        self._key = derived_key(key, "sessions")

    def guest(self, wanted: str | None = None) -> Session:
        """A session for somebody new."""
        return self._session(guest_name(wanted))

    def register(self, name: str, password: str) -> Session:
        """An account for a player; raises BadInput if the name is taken or the password will not do."""
        from argon2 import PasswordHasher

        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise BadInput(
                "the password will not do", allowed=f"{SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters"
            )
        person = Person(account_name(name), PasswordHasher().hash(password), ("player",), int(time.time()))
        add_person(self._database, person)
        return self._session(person.name)

    def login(self, name: str, password: str) -> Session | None:
        """A session for an account; None if name or password are wrong, which of them is not told."""
        from argon2 import PasswordHasher
        from argon2.exceptions import Argon2Error, InvalidHashError

        person = find_person(self._database, name)
        held = person.password if person is not None and person.password else _nobodys_password()
        try:
            PasswordHasher().verify(held, password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            return None
        return self._session(name) if person is not None else None

    def roles(self, person: str) -> frozenset[str]:
        """What a person may be at a table besides a player."""
        if is_guest(person):
            return frozenset()
        found = find_person(self._database, person)
        return frozenset() if found is None else frozenset(found.roles)

    def _session(self, person: str) -> Session:
        return Session(person, int(time.time()) + SESSION_SECONDS, secrets.token_hex(4))

    def token(self, session: Session) -> str:
        """A session as text that nobody else can make."""
        body = _text(msgspec.json.encode(session))
        return f"{body}.{self._signature(body)}"

    def session(self, token: str | None) -> Session | None:
        """The session that a text stands for; None if it was not made here or is over."""
        body, dot, signature = (token or "").partition(".")
        if not dot or not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        try:
            session = msgspec.json.decode(base64.urlsafe_b64decode(body + "=="), type=Session)
        except (msgspec.DecodeError, binascii.Error):
            return None
        return session if session.until > time.time() else None

    def _signature(self, body: str) -> str:
        return _text(hmac.digest(self._key, body.encode(), sha256))


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


_NOBODY: list[str] = []


def _nobodys_password() -> str:
    """A hash to verify against when there is no such account, so that the time taken tells nothing."""
    if not _NOBODY:
        from argon2 import PasswordHasher

        _NOBODY.append(PasswordHasher().hash(secrets.token_hex(16)))
    return _NOBODY[0]
