"""A test beacon on loopback, with a key that only the tests have: drand's HTTP format, both schemes."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from py_ecc.bls.hash_to_curve import hash_to_G1, hash_to_G2
from py_ecc.bls.point_compression import compress_G1, compress_G2
from py_ecc.optimized_bls12_381.optimized_curve import G1, G2, multiply

from paigow.material.beacons import DOMAINS, ON_G1, ON_G2, message_of
from paigow.table.chance_state import Beacon

__all__ = ["QUICKNET", "OwnBeacon", "beacon_server", "public_key", "signature"]

# Importing py_ecc raises the recursion limit for the whole process, and tests of deep nesting rely on
# Python's own.
sys.setrecursionlimit(1000)
SECRET = 0x1234_5678_9ABC_DEF0_1234_5678
QUICKNET = Beacon(
    public_key=(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
        "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    scheme=ON_G1,
    genesis=1_692_803_367,
    period=3,
)
"""drand's own: its key as the League of Entropy publishes it."""
_HASHING: Any = sha256


def _g1(point: Any) -> str:
    return compress_G1(point).to_bytes(48, "big").hex()


def _g2(point: Any) -> str:
    return "".join(half.to_bytes(48, "big").hex() for half in compress_G2(point))


@cache
def public_key(scheme: str) -> str:
    return _g2(multiply(G2, SECRET)) if scheme != ON_G2 else _g1(multiply(G1, SECRET))


@cache
def signature(scheme: str, number: int) -> str:
    """What this beacon publishes in a round."""
    if scheme == ON_G1:
        return _g1(multiply(hash_to_G1(message_of(number), DOMAINS[scheme], _HASHING), SECRET))
    return _g2(multiply(hash_to_G2(message_of(number), DOMAINS[scheme], _HASHING), SECRET))


@dataclass(slots=True)
class OwnBeacon:
    """The responses of the server at `address`; `forged` makes it sign a different round."""

    scheme: str = ON_G1
    genesis: int = field(default_factory=lambda: int(time.time()) - 100)
    period: int = 1
    forged: bool = False
    asked: list[int] = field(default_factory=list)
    tried: threading.Event = field(default_factory=threading.Event)
    """Set once a published round was requested again: the earlier answer was rejected."""
    address: str = ""

    @property
    def beacon(self) -> Beacon:
        return Beacon(public_key(self.scheme), self.scheme, self.genesis, self.period)

    def answer(self, path: str) -> dict[str, Any] | None:
        if path == "/info":
            told = {"public_key": public_key(self.scheme), "schemeID": self.scheme, "period": self.period}
            return {**told, "genesis_time": self.genesis, "hash": "00" * 32}
        number = int(path.removeprefix("/public/"))
        self.asked.append(number)
        if self.beacon.published_at(number) > time.time():
            return None
        if self.asked.count(number) > 2:
            self.tried.set()
        signed = signature(self.scheme, number + self.forged)
        return {
            "round": number,
            "signature": signed,
            "randomness": sha256(bytes.fromhex(signed)).hexdigest(),
        }


@contextmanager
def beacon_server(own: OwnBeacon) -> Iterator[OwnBeacon]:
    """Serve it on a free port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = own.answer(self.path)
            body = json.dumps(answer or {}).encode()
            self.send_response(200 if answer else 425)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    own.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield own
    finally:
        server.shutdown()
        server.server_close()
