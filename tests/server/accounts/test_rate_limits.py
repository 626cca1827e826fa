"""Rate limits: a burst, a rate per second, and no more tolerance than that."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from paigow.server.accounts.rate_limits import MOST_EXCESS, MOST_KEYS, AddressLimiter, TokenBucket

Pass = Callable[[float], None]


@pytest.fixture
def pass_seconds(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """A clock that stands still until advanced."""
    now = 1000.0

    def after(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now)
    return after


def _taken(take: Callable[[], bool], asked: int = 1000) -> int:
    return sum(take() for _ in range(asked))


def test_a_bucket_gives_its_burst_at_once_and_its_rate_for_ever(pass_seconds: Pass) -> None:
    bucket = TokenBucket(40, 80)
    assert _taken(bucket.take) == 80
    for _ in range(10):
        pass_seconds(1)
        assert _taken(bucket.take) == 40
    pass_seconds(3600)
    assert _taken(bucket.take) == 80, "it is never fuller than full"


def test_patience_ends_with_who_goes_on_and_comes_back_with_time(pass_seconds: Pass) -> None:
    bucket = TokenBucket(40, 80)
    assert _taken(bucket.take) == 80
    assert [bucket.tolerates_excess() for _ in range(MOST_EXCESS + 1)] == [True] * MOST_EXCESS + [False]
    pass_seconds(1)
    assert bucket.take()
    assert bucket.tolerates_excess()


def test_an_address_that_knocks_too_often_waits_and_others_come_in(pass_seconds: Pass) -> None:
    door = AddressLimiter(10, 300)
    assert _taken(lambda: door.take("203.0.113.7")) == 300
    assert door.take("203.0.113.8")
    pass_seconds(2)
    assert _taken(lambda: door.take("203.0.113.7")) == 20


def test_addresses_without_end_are_forgotten(pass_seconds: Pass) -> None:
    limiter = AddressLimiter(1, 1000)
    pass_seconds(1)
    for number in range(MOST_KEYS + 1000):
        assert limiter.take(f"{number}.example")
    assert len(limiter) == MOST_KEYS


def test_no_number_of_other_addresses_clears_what_one_has_used_up(pass_seconds: Pass) -> None:
    limiter = AddressLimiter(1, 30)
    assert _taken(lambda: limiter.take("203.0.113.7")) == 30
    for number in range(3 * 10_000):
        limiter.take(f"198.51.{number // 250}.{number % 250}")
        if number % 1000 == 0:
            pass_seconds(0.01)
            assert not limiter.take("203.0.113.7"), number


def test_an_address_is_forgotten_once_its_bucket_would_be_full_again(pass_seconds: Pass) -> None:
    limiter = AddressLimiter(1, 30)
    for number in range(1000):
        limiter.take(f"198.51.100.{number}")
    assert len(limiter) == 1000
    pass_seconds(31)
    limiter.take("203.0.113.7")
    assert len(limiter) == 1


def test_a_home_network_of_addresses_counts_as_one(pass_seconds: Pass) -> None:
    """Everybody has 2^64 IPv6 addresses."""
    pass_seconds(1)
    limiter = AddressLimiter(1, 30)
    assert sum(limiter.take(f"2001:db8:1:2::{number:x}") for number in range(1000)) == 30
    assert limiter.take("2001:db8:1:3::1")
