"""Rate limits: token buckets for messages, addresses and accounts."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_EXCESS: Final = 50
"""So many requests in a row over the limit are refused one by one; then the client is disconnected."""

MOST_KEYS: Final = 100_000
ACCOUNT_RATE: Final = 1 / 60
"""Passwords a second that can be tried for one account, after the first few."""
ACCOUNT_BURST: Final = 10


class TokenBucket:
    """`burst` at once, and `rate` a second in the long run."""

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
        """Count a request over the limit, and say whether the client can still be tolerated."""
        self._excess += 1
        return self._excess <= MOST_EXCESS


class Limiter:
    """A bucket for each key, forgotten when it would be full again: then it says no more than a new one.

    When there are too many to keep, the longest unused goes first, which is the fullest.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._full_after = burst / rate
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str) -> bool:
        """Take a token of a key if there is one."""
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
    """A limiter by IP address. A client with IPv6 has 2^64 addresses, so a /64 counts as one."""

    def take(self, key: str) -> bool:
        return super().take(network_of(key))


def network_of(address: str) -> str:
    """What an address counts as: itself, or its /64 if it is of version 6."""
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
"""Told of an attempt with a password, by address and account, and whether it was known to be right."""


class LoginLimiter:
    """How often a password may be tried: per address, and per account wherever the attempts come from.

    An address that sent the right password before has its own bucket for the account, so guesses
    from elsewhere cannot lock its owner out. Processes of one floor tell each other: an attempt at one of
    them counts at all.
    """

    def __init__(self, addresses: AddressLimiter) -> None:
        self.tell_others: LoginNews = lambda _address, _account, _right: None
        """Called with each attempt that was let through and each right password."""
        self._addresses = addresses
        self._accounts = Limiter(ACCOUNT_RATE, ACCOUNT_BURST)
        self._trusted: OrderedDict[str, None] = OrderedDict()

    def take(self, address: str, account: str) -> bool:
        """Whether one more password may be tried."""
        allowed = self._take(address, account)
        if allowed:
            self.tell_others(address, account, False)
        return allowed

    def trust(self, address: str, account: str) -> None:
        """The right password came from here."""
        self._trust(address, account)
        self.tell_others(address, account, True)

    def hear(self, address: str, account: str, right: bool) -> None:
        """The same happened at another process."""
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
    """Messages a second, in the long run."""
    message_burst: float = 80.0
    unread_bytes: int = 512 * 1024
    """Unread bytes after which a client is disconnected."""
    connections: int = 20
    """Per person."""
    ping_seconds: float = 20.0
    guest_rate: float = 10.0
    """Guests a second from one address, and ten times fewer accounts and logins."""
    guest_burst: float = 300.0
    request_seconds: float = 10.0
    """How long the head of a request may take to arrive, and its body."""
    tables: int = 5
    """Private and practice tables per person."""
    origins: frozenset[str] = frozenset()
    """Other sites whose pages may connect, such as `https://example.org`."""
