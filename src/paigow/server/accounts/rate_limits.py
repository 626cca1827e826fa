"""Rate limits: token buckets for messages, addresses, and accounts."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_EXCESS: Final = 50
"""This many consecutive requests over the limit are refused one by one; then the client is disconnected."""

MOST_KEYS: Final = 100_000
ACCOUNT_RATE: Final = 1 / 60
"""Password attempts per second for one account, after an initial burst."""
ACCOUNT_BURST: Final = 10


class TokenBucket:
    """`burst` at once, and `rate` per second in the long run."""

    __slots__ = ("_burst", "_excess", "_left", "_rate", "used_at")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self.used_at = time.monotonic()
        self._excess = 0.0

    def take(self) -> bool:
        """Take a token if there is one."""
        now = time.monotonic()
        passed = (now - self.used_at) * self._rate
        self.used_at = now
        self._left = min(self._left + passed, self._burst)
        self._excess = max(0.0, self._excess - passed)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def tolerates_excess(self) -> bool:
        """Count a request over the limit, and say whether to tolerate the client any longer."""
        self._excess += 1
        return self._excess <= MOST_EXCESS


class Limiter:
    """A bucket per key, dropped once it is full again: from then on it equals a new one.

    If there are too many, the least recently used goes first, which is the fullest.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._full_after = burst / rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Take a token for a key if there is one."""
        self._forget()
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self._rate, self._burst)
        self._buckets.move_to_end(key)
        return bucket.take()

    def _forget(self) -> None:
        old = time.monotonic() - self._full_after
        while self._buckets:
            key, bucket = next(iter(self._buckets.items()))
            if bucket.used_at >= old and len(self._buckets) < MOST_KEYS:
                return
            del self._buckets[key]


class AddressLimiter(Limiter):
    """A limiter by IP address. An IPv6 client has 2^64 addresses, so a /64 counts as one."""

    def take(self, key: str) -> bool:
        return super().take(network_of(key))


def network_of(address: str) -> str:
    """The key of an address: itself, or its /64 for IPv6."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


LoginNews = Callable[[str, str, bool], None]
"""Called with each password attempt: the address, the account, and whether it is known to be right."""


class LoginLimiter:
    """Limits password attempts per address, and per account from all addresses together.

    An address that sent the right password before has its own bucket for the account, so guesses from
    elsewhere can't lock the owner out. Processes of one floor inform each other: an attempt at one counts at
    all of them.
    """

    def __init__(self, addresses: AddressLimiter) -> None:
        self.tell_others: LoginNews = lambda _address, _account, _right: None
        """Called with each attempt that was allowed and each right password."""
        self._addresses = addresses
        self._accounts = Limiter(ACCOUNT_RATE, ACCOUNT_BURST)
        self._trusted: OrderedDict[str, None] = OrderedDict()

    def take(self, address: str, account: str) -> bool:
        """Whether another password can be tried."""
        allowed = self._take(address, account)
        if allowed:
            self.tell_others(address, account, False)
        return allowed

    def trust(self, address: str, account: str) -> None:
        """Record that the right password came from here."""
        self._trust(address, account)
        self.tell_others(address, account, True)

    def hear(self, address: str, account: str, right: bool) -> None:
        """The same, from another process."""
        if right:
            self._trust(address, account)
        else:
            self._take(address, account)

    def _take(self, address: str, account: str) -> bool:
        both = f"{account}\n{network_of(address)}"
        key = both if both in self._trusted else account
        return self._addresses.take(address) and self._accounts.take(key)

    def _trust(self, address: str, account: str) -> None:
        both = f"{account}\n{network_of(address)}"
        self._trusted[both] = None
        self._trusted.move_to_end(both)
        if len(self._trusted) > MOST_KEYS:
            self._trusted.popitem(last=False)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for connections and requests."""

    message_bytes: int = 8 * 1024
    message_rate: float = 40.0
    """Messages per second, in the long run."""
    message_burst: float = 80.0
    unread_bytes: int = 512 * 1024
    """Unread bytes after which a client is disconnected."""
    connections: int = 20
    """Per person."""
    ping_seconds: float = 20.0
    guest_rate: float = 10.0
    """Guests per second from one address; a tenth of that for accounts and logins."""
    guest_burst: float = 300.0
    request_seconds: float = 10.0
    """Time limits for the head of a request, and for its body."""
    tables: int = 5
    """Private and practice tables per person."""
    origins: frozenset[str] = frozenset()
    """Other origins whose pages can connect, such as `https://example.org`."""
