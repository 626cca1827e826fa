"""Identity: names, sessions for guests and accounts, passwords hashed with argon2, roles.

A token is signed, so a forged one is rejected without a store lookup. The session behind it is in the store
and can be ended there. Sessions are cached until `forget` is called with those that have ended.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import re
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from typing import Final

import msgspec

from paigow.faults import BadInput
from paigow.server.keys import derived_key
from paigow.store.database import Database
from paigow.store.people import (
    Person,
    SessionRecord,
    add_person,
    add_session,
    end_sessions,
    find_person,
    find_session,
    holders_of,
    looks_of,
    roles_of,
    session_id,
)
from paigow.table.acts import STAFF

COOKIE: Final = "paigow_session"
SESSION_SECONDS: Final = 30 * 24 * 3600
SHORTEST_PASSWORD: Final = 10
LONGEST_PASSWORD: Final = 256
LONGEST_JUDGED: Final = 72
LEAST_SCORE: Final = 3
"""Of zxcvbn's 0 to 4: more than 10^8 guesses."""
REMEMBERED: Final = 10_000
LONGEST_NAME: Final = 24
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_TAIL_LENGTH: Final = 13
"""64 bits: unguessable, and no two guests get the same."""
_TAILS: Final = rf"[{_ALPHABET}]{{{_TAIL_LENGTH}}}|[{_ALPHABET}]{{5}}"
"""Journals of earlier versions have guests with five-character tails."""
_GUEST: Final = re.compile(rf"(.+)~(?:{_TAILS})")
_BOT: Final = "~bot"
_TAIL: Final = re.compile(rf"~(?:{_TAILS}|bot)")
_WORDS: Final = re.compile(r"[^\W_](?:[\w .'-]*[\w.])?")
_LETTERS: Final = re.compile(r"[\W_]+")
"""Everything but letters: `d.e.a.l.e.r` reads as a dealer too."""
_RESERVED: Final = (
    *(
        *STAFF,
        "house-way",
        "house",
        "bank",
        "co-bank",
        "world",
        "issued",
        "elsewhere",
        "auto",
        "sweep",
        "guest",
    ),
    *("荷官", "主任", "庄家", "莊家", "馆方", "館方"),
)
"""Reserved words, including the browser's Chinese names for dealer, floor, bank, and house."""
BOTS: Final = tuple(
    f"{name}{_BOT}" for name in ("Ana", "Ben", "Cho", "Dag", "Eva", "Fay", "Gus", "Hui", "Ida", "Jun")
)


class Session(msgspec.Struct, frozen=True):
    """A person, the expiry time in seconds since 1970, and the session's secret."""

    person: str
    until: int
    nonce: str = ""

    @property
    def id(self) -> str:
        return session_id(self.nonce)


class Identity:
    """Issues and reads sessions; creates accounts and logs people in."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._database = database
        self._key = derived_key(key, "sessions")
        self._known: OrderedDict[str, None] = OrderedDict()

    def guest(self, wanted: str | None = None) -> Session:
        """A session for a new guest."""
        while True:
            session, record = _new_session(guest_name(wanted))
            if add_session(self._database, record, first=True):
                return session

    def register(self, name: str, password: str) -> Session:
        """A player account; raises BadInput if the name is taken or the password isn't acceptable."""
        hashed = hash_password(password, name)
        person = Person(account_name(name), hashed, ("player",), int(time.time()))
        add_person(self._database, person)
        return self._start_session(person.name)

    def login(self, name: str, password: str) -> Session | None:
        """A session for an account; None if the name or the password is wrong, without saying which."""
        return self._start_session(name) if self.is_password(name, password) else None

    def is_password(self, name: str, password: str) -> bool:
        """Whether an account has this password; an unknown account takes as long as a known one."""
        from argon2 import PasswordHasher
        from argon2.exceptions import Argon2Error, InvalidHashError

        person = find_person(self._database, name)
        held = person.password if person is not None and person.password else _decoy_hash()
        try:
            PasswordHasher().verify(held, password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            return False
        return person is not None

    def roles(self, person: str) -> frozenset[str]:
        """The roles a person can have at a table; a guest can only play."""
        return self.roles_of((person,))[person]

    def roles_of(self, people: Iterable[str]) -> dict[str, frozenset[str]]:
        """The same for several people."""
        asked = list(people)
        found = roles_of(self._database, [person for person in asked if not is_guest(person)])
        return {person: found.get(person, frozenset()) for person in asked}

    def holders_of(self, roles: Sequence[str]) -> Mapping[str, frozenset[str]]:
        """The names of the accounts that have each of some roles."""
        return holders_of(self._database, roles)

    def _start_session(self, person: str) -> Session:
        session, record = _new_session(person)
        add_session(self._database, record)
        return session

    def end(self, session: Session) -> None:
        """End a session: its token stops working."""
        self.forget((session.id,))
        if (kept := find_session(self._database, session.id)) is not None:
            end_sessions(self._database, int(time.time()), [kept])
        self.forget((session.id,))

    def forget(self, ended: Iterable[str]) -> None:
        """Drop these ended sessions from the cache."""
        for each in ended:
            self._known.pop(each, None)

    def token(self, session: Session) -> str:
        """A session as a signed token."""
        body = _text(msgspec.json.encode(session))
        return f"{body}.{self._signature(body)}"

    def signed(self, token: str | None) -> Session | None:
        """The session that a token names, if it was signed here and hasn't expired."""
        body, dot, signature = (token or "").partition(".")
        if not dot or not hmac.compare_digest(signature.encode(), self._signature(body).encode()):
            return None
        try:
            session = msgspec.json.decode(base64.urlsafe_b64decode(body + "=="), type=Session)
        except (msgspec.DecodeError, binascii.Error):
            return None
        return session if session.until > time.time() else None

    def is_known(self, session: Session) -> bool:
        """Whether the session is cached, so that the store isn't needed."""
        return session.id in self._known

    def session(self, token: str | None) -> Session | None:
        """The session of a token; None if it has ended. Can wait for the store."""
        session = self.signed(token)
        if session is None or self.is_known(session):
            return session
        kept = find_session(self._database, session.id)
        if kept is None or kept.ended_at or kept.person != session.person:
            return None
        self._known[session.id] = None
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return session

    def _signature(self, body: str) -> str:
        return _text(hmac.digest(self._key, body.encode(), sha256))


def token_of(headers: Mapping[str, str]) -> str | None:
    """The token: from `Authorization: Bearer`, or from the cookie."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value


def hash_password(password: str, name: str) -> str:
    """What is stored of a password; raises BadInput if it isn't acceptable for an account of this name."""
    from argon2 import PasswordHasher

    _require_strong(password, name)
    return PasswordHasher().hash(password)


def random_password() -> str:
    """A password for somebody who forgot theirs: 99 bits, in groups that can be read aloud."""
    groups = ("".join(secrets.choice(_ALPHABET) for _ in range(5)) for _ in range(4))
    return "-".join(groups)


def _require_strong(password: str, name: str) -> None:
    from zxcvbn import zxcvbn

    if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
        problem = f"Use a password of {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters."
        raise BadInput(problem, where="password")
    # zxcvbn takes quadratic time, and a long password is strong anyway.
    judged = zxcvbn(password[:LONGEST_JUDGED], user_inputs=[name, "paigow", "pai gow"])
    if judged["score"] < LEAST_SCORE:
        raise BadInput(
            "This password is easy to guess. Use several words that don't usually go together.",
            where="password",
        )


def _new_session(person: str) -> tuple[Session, SessionRecord]:
    """A new session, and the row stored for it."""
    now = int(time.time())
    session = Session(person, now + SESSION_SECONDS, secrets.token_hex(16))
    return session, SessionRecord(session.id, person, now, session.until)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@cache
def _decoy_hash() -> str:
    """Verified against when the account doesn't exist, so that timing reveals nothing."""
    from argon2 import PasswordHasher

    return PasswordHasher().hash(secrets.token_hex(16))


def is_bot(name: str) -> bool:
    return name.endswith(_BOT)


def is_guest(name: str) -> bool:
    return _GUEST.fullmatch(name) is not None


def display_name(name: str) -> str:
    """The name as shown to others.

    >>> display_name("Anna~k7f3q"), display_name("Ben~bot"), display_name("Cho")
    ('Anna', 'Ben', 'Cho')
    """
    return name.partition("~")[0]


def as_displayed(text: str) -> str:
    """A sentence with every name as shown to others.

    >>> as_displayed("Anna~k7f3q pays Ben~bot.")
    'Anna pays Ben.'
    """
    return _TAIL.sub("", text) if "~" in text else text


def _valid_name(text: str) -> str:
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 0 < len(name) <= LONGEST_NAME or not _WORDS.fullmatch(name):
        raise BadInput(
            f"{text[:40]!r} is not a name",
            allowed=f"use 1 to {LONGEST_NAME} letters, digits, spaces, or . ' -",
        )
    if not _reserved_looks().isdisjoint(looks_of(_LETTERS.sub("", name))):
        raise BadInput(f"{name!r} can't be used as a name", allowed="choose another name")
    return name


@cache
def _reserved_looks() -> frozenset[str]:
    return frozenset(look for word in _RESERVED for look in looks_of(_LETTERS.sub("", word)))


def guest_name(wanted: str | None = None) -> str:
    """A unique name for a new guest: the name they asked for, and a random tail."""
    tail = "".join(secrets.choice(_ALPHABET) for _ in range(_TAIL_LENGTH))
    return f"{_valid_name(wanted) if wanted else 'Guest'}~{tail}"


def account_name(wanted: str) -> str:
    """A valid account name: not one of a guest, bot, or actor."""
    return _valid_name(wanted)
