"""How much one client may ask for: a bucket that fills with time and is drained by each request."""

from __future__ import annotations

import time
from typing import Final

__all__ = ["Bucket", "Door"]

PATIENCE: Final = 50
"""So many requests in a row over the limit are refused one by one; then the client is hopeless."""

MOST_ADDRESSES: Final = 10_000


class Bucket:
    """`burst` at once, and `rate` a second for ever."""

    __slots__ = ("_burst", "_left", "_over", "_rate", "_seen")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._seen = time.monotonic()
        self._over = 0.0

    def take(self) -> bool:
        """Whether there is one more to be had now."""
        now = time.monotonic()
        passed = (now - self._seen) * self._rate
        self._seen = now
        self._left = min(self._left + passed, self._burst)
        self._over = max(0.0, self._over - passed)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def patience(self) -> bool:
        """Count one that was over the limit: whether to bear it."""
        self._over += 1
        return self._over <= PATIENCE


class Door:
    """A bucket for each address that knocks; those long unused are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._buckets: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        if len(self._buckets) > MOST_ADDRESSES:
            self._buckets.clear()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._rate, self._burst)
        return bucket.take()
