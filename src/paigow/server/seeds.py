"""Seeds while they are secret: drawn, encrypted before they are stored, opened again after a restart.

The key lies in a file that only its owner can read, or comes from the environment; it is never stored.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from paigow.faults import BadInput
from paigow.material.shuffling import SEED_BYTES
from paigow.store.database import Database
from paigow.table.sealing import commitment_to

__all__ = ["SeedVault", "load_key"]

KEY_BYTES = 32
NONCE_BYTES = 12


def load_key(path: Path) -> bytes:
    """The key of this floor: from PAIGOW_KEY in hexadecimal, or from a file made on first use, mode 0600."""
    given = os.environ.get("PAIGOW_KEY")
    if given is not None:
        try:
            key = bytes.fromhex(given)
        except ValueError:
            key = b""
        if len(key) != KEY_BYTES:
            raise BadInput("PAIGOW_KEY is no key", allowed="64 hexadecimal digits")
        return key
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    if path.stat().st_mode & 0o077:
        raise BadInput(f"{path} can be read by others", allowed="make it mode 0600")
    return path.read_bytes()


class SeedVault:
    """Seals and opens the seeds of rounds."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._database = database
        self._cipher = AESGCM(key)

    def seal(self, table: str) -> str:
        """Draw a seed, keep it encrypted, and give what may be published."""
        seed = secrets.token_bytes(SEED_BYTES)
        commitment = commitment_to(seed)
        nonce = secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(nonce, seed, _bound_to(table, commitment))
        with self._database.writing() as transaction:
            transaction.many("INSERT INTO seeds VALUES (?, ?, ?)", [(table, commitment, sealed)])
        return commitment

    def open(self, table: str, commitment: str) -> bytes:
        """The seed behind a commitment."""
        sql = "SELECT sealed FROM seeds WHERE table_id = ? AND commitment = ?"
        rows = self._database.rows(sql, table, commitment)
        if not rows:
            raise BadInput(f"no seed is kept for {commitment[:12]}…")
        sealed: bytes = rows[0][0]
        nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return self._cipher.decrypt(nonce, rest, _bound_to(table, commitment))
        except InvalidTag:
            raise BadInput(
                "the floor's key does not open its seeds",
                allowed="restore the key file together with the store",
            ) from None


def _bound_to(table: str, commitment: str) -> bytes:
    """A sealed seed is of use at its own place only."""
    return f"{table}/{commitment}".encode()
