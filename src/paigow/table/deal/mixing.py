"""The hashes for a round's randomness: seed commitment, word commitment, and the mix for all draws.

`commitments` and `words` decide who commits to what and when; `material.shuffling` draws numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

from paigow.material.shuffling import SEED_BYTES

SEED_DOMAIN: Final = "paigow seed 2"
WORD_DOMAIN: Final = "paigow word 2"
MIX_DOMAIN: Final = "paigow mix 2"
SALT_BYTES: Final = 16
LONGEST_WORD: Final = 128
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


class OpenedWord(NamedTuple):
    """A word as it enters the mix: its position, its person, and the random bytes that hid it."""

    position: int
    person: str
    word: str
    salt: bytes


def hashed(*parts: str | int | bytes) -> bytes:
    r"""SHA-256 of the parts, each prefixed by its length in four bytes, so that no two lists are confused.

    Text is UTF-8, and a whole number is its decimal digits.

    >>> hashed("a", 12).hex() == sha256(b"\0\0\0\1a\0\0\0\00212").hexdigest()
    True
    """
    written = (part if isinstance(part, bytes) else str(part).encode() for part in parts)
    return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in written)).digest()


def seed_commitment(table: str, number: int, seed: bytes) -> str:
    """Published before bets open: it commits the floor to the seed without revealing it."""
    return hashed(SEED_DOMAIN, table, number, seed).hex()


def word_commitment(table: str, number: int, person: str, word: str, salt: bytes) -> str:
    """Sent by a player's client with the wager: it commits the player to a word without revealing it."""
    return hashed(WORD_DOMAIN, table, number, person, word, salt).hex()


def mix(seed: bytes, table: str, number: int, words: Iterable[OpenedWord] = (), beacon: bytes = b"") -> bytes:
    """The key of all draws of a round: seed, table, round, the opened words by position, and the beacon."""
    return _mix(seed, table, number, tuple(sorted(words)), beacon)


@lru_cache(maxsize=256)
def _mix(seed: bytes, table: str, number: int, words: tuple[OpenedWord, ...], beacon: bytes) -> bytes:
    opened = (part for each in words for part in each)
    return hashed(MIX_DOMAIN, seed, table, number, len(words), *opened, beacon)


def beacon_randomness(signature: str) -> bytes:
    """The value of a beacon's signature: drand publishes its SHA-256 as the round's randomness."""
    return sha256(bytes.fromhex(signature)).digest()


def draw_label(name: str, number: int) -> str:
    """The label of a draw's stream: its name, and its number among the round's draws of that name.

    >>> draw_label("dice", 1)
    'dice 1'
    """
    return f"{name} {number}"


def is_hex(text: str, size: int = SEED_BYTES) -> bool:
    """Whether a text is this many bytes in lower-case hexadecimal."""
    return len(text) == 2 * size and _HEX.fullmatch(text) is not None
