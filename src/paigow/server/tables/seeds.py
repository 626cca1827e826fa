"""Seeds while they are secret: drawn, encrypted before they are stored, opened again after a restart.

The key lies in a file that only its owner can read, or comes from the environment; it is never stored.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from paigow.faults import BadInput
from paigow.material.shuffling import SEED_BYTES
from paigow.store.database import Database
from paigow.store.facts import KEY, fact, keep_fact
from paigow.store.findings import Finding
from paigow.table.deal.sealing import commitment_to

__all__ = ["SeedVault", "derived_key", "fingerprint", "load_key", "require_key", "spoiled_seeds"]

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12


def load_key(path: Path) -> bytes:
    """The key of this floor: from PAIGOW_KEY in hexadecimal, or from a file made on first use, mode 0600."""
    given = os.environ.get("PAIGOW_KEY")
    if given is not None:
        return _key_from(given)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    if path.stat().st_mode & 0o077:
        raise BadInput(f"{path} can be read by others", allowed="make it mode 0600")
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise BadInput(f"{path} holds no key", allowed=f"{KEY_BYTES} bytes: restore it from a backup")
    return key


def _key_from(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadInput("PAIGOW_KEY is no key", allowed=f"{2 * KEY_BYTES} hexadecimal digits")
    return key


def fingerprint(key: bytes) -> str:
    """What a key is known by; the key cannot be found from it."""
    return derived_key(key, "fingerprint").hex()[:16]


def require_key(database: Database, key: bytes) -> None:
    """Have a floor remember its key, and refuse another: what is sealed could not be opened."""
    keep_fact(database, KEY, fingerprint(key))
    known = fact(database, KEY)
    if known != fingerprint(key):
        raise BadInput(
            f"this floor needs the key {known}; the key here is {fingerprint(key)}",
            allowed="restore floor.key, or give it in PAIGOW_KEY",
        )


def derived_key(key: bytes, purpose: str) -> bytes:
    """A key for another purpose, from which the floor's own cannot be found."""
    return hmac.digest(key, f"paigow/{purpose}".encode(), sha256)


class SeedVault:
    """Seals and opens the seeds of rounds."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._database = database
        self._cipher = AESGCM(derived_key(key, "seeds"))
        self._open: dict[tuple[str, str], bytes] = {}

    def seal(self, table: str) -> str:
        """Draw a seed, keep it encrypted, and give what may be published. Waits for the disk."""
        seed = secrets.token_bytes(SEED_BYTES)
        commitment = commitment_to(seed)
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, seed, _bound_to(table, commitment))
        with self._database.writing() as transaction:
            transaction.many("INSERT INTO seeds VALUES (?, ?, ?)", [(table, commitment, sealed)])
        self._open[table, commitment] = seed
        return commitment

    def open(self, table: str, commitment: str) -> bytes:
        """The seed behind a commitment."""
        known = self._open.get((table, commitment))
        if known is None:
            known = self._open[table, commitment] = self._opened(table, commitment)
        return known

    def forget(self, table: str, commitment: str) -> None:
        """A revealed seed is in the journal and needed here no more."""
        self._open.pop((table, commitment), None)

    def _opened(self, table: str, commitment: str) -> bytes:
        sql = "SELECT sealed FROM seeds WHERE table_id = ? AND commitment = ?"
        rows = self._database.rows(sql, table, commitment)
        if not rows:
            raise BadInput(f"no seed is kept for {commitment[:12]}…")
        return _unsealed(self._cipher, table, commitment, bytes(rows[0][0]))


def _unsealed(cipher: AESGCM, table: str, commitment: str, sealed: bytes) -> bytes:
    nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
    try:
        return cipher.decrypt(nonce, rest, _bound_to(table, commitment))
    except (InvalidTag, ValueError):
        raise BadInput(
            "the floor's key does not open its seeds",
            allowed="restore the key file together with the store",
        ) from None


def spoiled_seeds(database: Database, key: bytes) -> Iterator[Finding]:
    """Kept seeds that the key does not open, or that were not committed to."""
    known = fact(database, KEY)
    if known is not None and known != fingerprint(key):
        yield Finding("floor", 0, f"the key here is {fingerprint(key)}, and the floor's is {known}")
    cipher = AESGCM(derived_key(key, "seeds"))
    with database.reading() as moment:
        for table, commitment, sealed in moment.each("SELECT table_id, commitment, sealed FROM seeds"):
            try:
                fits = commitment_to(_unsealed(cipher, table, commitment, bytes(sealed))) == commitment
            except (BadInput, TypeError):
                fits = False
            if not fits:
                problem = f"the seed of {str(commitment)[:12]}… was changed, or the key is another floor's"
                yield Finding(str(table), 0, problem)


def _bound_to(table: str, commitment: str) -> bytes:
    """A sealed seed is of use at its own place only."""
    return f"{table}/{commitment}".encode()
