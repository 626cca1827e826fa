"""The floor's secret key: from a file that only its owner can read, or the environment. Never stored."""

from __future__ import annotations

import hmac
import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final

from paigow.faults import BadInput
from paigow.store.database import KEY, Database, fact, keep_fact

KEY_BYTES: Final = 32


def load_key(path: Path) -> bytes:
    """This floor's key: from PAIGOW_KEY in hexadecimal, or from a file created on first use, mode 0600."""
    given = os.environ.get("PAIGOW_KEY")
    if given is not None:
        return _key_from(given)
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    # Windows has no such modes: an access list controls who can read a file.
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise BadInput(f"other users can read {path}", allowed="set its mode to 0600")
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise BadInput(
            f"{path} is not a key file", allowed=f"a key has {KEY_BYTES} bytes: restore it from a backup"
        )
    return key


def _key_from(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadInput(
            "PAIGOW_KEY is not a key",
            allowed=f"set it to {2 * KEY_BYTES} hexadecimal digits, which xxd -p -c 64 floor.key prints",
        )
    return key


def fingerprint(key: bytes) -> str:
    """A short hash that identifies a key without revealing it."""
    return derived_key(key, "fingerprint").hex()[:16]


def require_key(database: Database, key: bytes) -> None:
    """Store the key's fingerprint on first use, and reject another key: it couldn't open sealed seeds."""
    if fact(database, KEY) is None:
        keep_fact(database, KEY, fingerprint(key))
    known = fact(database, KEY)
    if known != fingerprint(key):
        raise BadInput(
            f"this floor needs the key {known}; the key here is {fingerprint(key)}",
            allowed="restore floor.key, or set PAIGOW_KEY to what xxd -p -c 64 floor.key prints",
        )


def derived_key(key: bytes, purpose: str) -> bytes:
    """A derived key for another purpose, which doesn't reveal the floor's own."""
    return hmac.digest(key, f"paigow/{purpose}".encode(), sha256)
