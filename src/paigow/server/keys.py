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


_VARIABLE: Final = "PAIGOW_KEY"
_ELSEWHERE: Final = "copy floor.key from where you keep it; backups don't contain it"


def load_key(path: Path, needed: str | None = None) -> bytes:
    """This floor's key: from PAIGOW_KEY in hexadecimal, or from a file created on first use, mode 0600.

    `needed` is the fingerprint of the key that the floor has used: then no other is created.
    """
    given = os.environ.get(_VARIABLE)
    if given is not None:
        return _key_from(given)
    if not path.exists():
        if needed is not None:
            raise BadInput(f"this floor needs the key {needed}, and there is no {path}", allowed=_ELSEWHERE)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
    # Windows has no such modes: an access list controls who can read a file.
    if os.name == "posix" and path.stat().st_mode & 0o077:
        raise BadInput(f"other users can read {path}", allowed="set its mode to 0600")
    key = path.read_bytes()
    if len(key) != KEY_BYTES:
        raise BadInput(f"{path} is not a key file: a key has {KEY_BYTES} bytes", allowed=_ELSEWHERE)
    return key


def _key_from(text: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadInput(
            "PAIGOW_KEY is not a key",
            allowed=f"set it to {2 * KEY_BYTES} hexadecimal digits, which {printing('floor.key')} prints",
        )
    return key


def printing(file: Path | str) -> str:
    """The shell command that prints a key file's digits, with tools that every system has."""
    return f"od -An -vtx1 {file} | tr -d ' \\n'"


def fingerprint(key: bytes) -> str:
    """A short hash that identifies a key without revealing it."""
    return derived_key(key, "fingerprint").hex()[:16]


def require_key(database: Database, key: bytes) -> None:
    """Store the key's fingerprint on first use, and reject another key: it couldn't open sealed seeds."""
    if fact(database, KEY) is None:
        keep_fact(database, KEY, fingerprint(key))
    if (fault := wrong_key(database, key)) is not None:
        raise fault


def wrong_key(database: Database, key: bytes) -> BadInput | None:
    """The message if this isn't the key that the floor has used; None if it is, or if none was used."""
    known = fact(database, KEY)
    if known in (None, fingerprint(key)):
        return None
    source, allowed = "floor.key", _ELSEWHERE
    if _VARIABLE in os.environ:
        source = _VARIABLE
        allowed = f"set {_VARIABLE} to what {printing('floor.key')} prints, or unset it to use floor.key"
    problem = f"this floor needs the key {known}; the key in {source} is {fingerprint(key)}"
    return BadInput(problem, allowed=allowed)


def derived_key(key: bytes, purpose: str) -> bytes:
    """A derived key for another purpose, which doesn't reveal the floor's own."""
    return hmac.digest(key, f"paigow/{purpose}".encode(), sha256)
