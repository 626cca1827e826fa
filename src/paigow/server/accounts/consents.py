"""A colleague's consent to a correction that two have to sign, given with the colleague's password (R111).

It is for one payment of one round, and for the person who asked; it is stored nowhere.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import time
from hashlib import sha256
from typing import Final

import msgspec

from paigow.server.keys import derived_key

LASTS: Final = 300
"""For how many seconds a consent can be used."""


class Consent(msgspec.Struct, frozen=True):
    """What somebody agreed to: the payment of a wager, and what was really handed over for it."""

    signer: str
    asked_by: str
    table: str
    round: int
    person: str
    position: int
    kind: str
    handed: int


class _Kept(msgspec.Struct, frozen=True):
    consent: Consent
    until: int


class Consents:
    """Writes consents as signed tokens, and reads them."""

    def __init__(self, key: bytes) -> None:
        self._key = derived_key(key, "consents")

    def token(self, consent: Consent) -> str:
        body = msgspec.json.encode(_Kept(consent, int(time.time()) + LASTS))
        return base64.urlsafe_b64encode(hmac.digest(self._key, body, sha256) + body).decode()

    def read(self, token: str) -> Consent | None:
        """What a token consents to; None if it was written elsewhere, changed, or is too old."""
        try:
            data = base64.urlsafe_b64decode(token)
        except (binascii.Error, ValueError):
            return None
        size = sha256().digest_size
        if not hmac.compare_digest(data[:size], hmac.digest(self._key, data[size:], sha256)):
            return None
        kept = msgspec.json.decode(data[size:], type=_Kept)
        return kept.consent if kept.until > time.time() else None
