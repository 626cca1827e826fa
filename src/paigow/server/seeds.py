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
from paigow.table.deal.sealing import commitment_to

__all__ = ["SeedVault", "derived_key", "load_key", "spoiled_seeds"]

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
        sealed = bytes(rows[0][0])
        nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return self._cipher.decrypt(nonce, rest, _bound_to(table, commitment))
        except InvalidTag:
            raise BadInput(
                "the floor's key does not open its seeds",
                allowed="restore the key file together with the store",
            ) from None


def spoiled_seeds(database: Database, key: bytes) -> Iterator[tuple[str, str]]:
    """Tables and commitments of kept seeds that the key does not open, or that were not committed to."""
    for table, commitment in database.rows("SELECT table_id, commitment FROM seeds ORDER BY 1, 2"):
        try:
            fits = commitment_to(SeedVault(database, key).open(table, commitment)) == commitment
        except BadInput:
            fits = False
        if not fits:
            yield table, commitment


def _bound_to(table: str, commitment: str) -> bytes:
    """A sealed seed is of use at its own place only."""
    return f"{table}/{commitment}".encode()
