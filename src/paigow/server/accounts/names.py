"""Names on a floor: guests, accounts and bots told apart by the name alone. Not who may do what."""

from __future__ import annotations

import re
import secrets
import unicodedata
from functools import cache
from typing import Final

from paigow.faults import BadInput
from paigow.store.people import looks_of
from paigow.table.acts import STAFF

LONGEST: Final = 24
_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"
_TAIL_LENGTH: Final = 13
"""64 bits: nobody guesses one, and no two guests get the same."""
_TAILS: Final = rf"[{_ALPHABET}]{{{_TAIL_LENGTH}}}|[{_ALPHABET}]{{5}}"
"""Journals of earlier versions have guests with tails of five."""
_GUEST: Final = re.compile(rf"(.+)~(?:{_TAILS})")
_BOT: Final = "~bot"
_TAIL: Final = re.compile(rf"~(?:{_TAILS}|bot)")
_WORDS: Final = re.compile(r"[^\W_](?:[\w .'-]*[\w.])?")
_LETTERS: Final = re.compile(r"[\W_]+")
"""What is no letter: `d.e.a.l.e.r` reads as a dealer too."""
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
"""Words of the house, and what the browser calls dealer, floor, bank and house in Chinese."""
BOTS: Final = tuple(
    f"{name}{_BOT}" for name in ("Ana", "Ben", "Cho", "Dag", "Eva", "Fay", "Gus", "Hui", "Ida", "Jun")
)


def is_bot(name: str) -> bool:
    return name.endswith(_BOT)


def is_guest(name: str) -> bool:
    return _GUEST.fullmatch(name) is not None


def display_name(name: str) -> str:
    """The name as others read it.

    >>> display_name("Anna~k7f3q"), display_name("Ben~bot"), display_name("Cho")
    ('Anna', 'Ben', 'Cho')
    """
    return name.partition("~")[0]


def as_displayed(text: str) -> str:
    """A sentence with every name in it as others read it.

    >>> as_displayed("Anna~k7f3q pays Ben~bot.")
    'Anna pays Ben.'
    """
    return _TAIL.sub("", text) if "~" in text else text


def _plain(text: str) -> str:
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 0 < len(name) <= LONGEST or not _WORDS.fullmatch(name):
        raise BadInput(
            f"{text[:40]!r} is not a name", allowed=f"1 to {LONGEST} letters, digits, spaces or . ' -"
        )
    if not _reserved_looks().isdisjoint(looks_of(_LETTERS.sub("", name))):
        raise BadInput(f"nobody can be called {name!r}", allowed="choose another name")
    return name


@cache
def _reserved_looks() -> frozenset[str]:
    return frozenset(look for word in _RESERVED for look in looks_of(_LETTERS.sub("", word)))


def guest_name(wanted: str | None = None) -> str:
    """A new name for a guest, unlike any other: what the guest wants to be called, and a tail."""
    tail = "".join(secrets.choice(_ALPHABET) for _ in range(_TAIL_LENGTH))
    return f"{_plain(wanted) if wanted else 'Guest'}~{tail}"


def account_name(wanted: str) -> str:
    """A name for an account: no guest, bot or actor is called so."""
    return _plain(wanted)
