"""How much one client may ask for: so many at once, so many a second, and no more patience than that."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from paigow.server.limiting import MOST_ADDRESSES, PATIENCE, Bucket, Door

Pass = Callable[[float], None]


@pytest.fixture
def pass_seconds(monkeypatch: pytest.MonkeyPatch) -> Pass:
    """A clock that stands still until told."""
    now = 1000.0

    def after(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now)
    return after


def _taken(take: Callable[[], bool], asked: int = 1000) -> int:
    return sum(take() for _ in range(asked))


def test_a_bucket_gives_its_burst_at_once_and_its_rate_for_ever(pass_seconds: Pass) -> None:
    bucket = Bucket(40, 80)
    assert _taken(bucket.take) == 80
    for _ in range(10):
        pass_seconds(1)
        assert _taken(bucket.take) == 40
    pass_seconds(3600)
    assert _taken(bucket.take) == 80, "it is never fuller than full"


def test_patience_ends_with_who_goes_on_and_comes_back_with_time(pass_seconds: Pass) -> None:
    bucket = Bucket(40, 80)
    assert _taken(bucket.take) == 80
    assert [bucket.patience() for _ in range(PATIENCE + 1)] == [True] * PATIENCE + [False]
    pass_seconds(1)
    assert bucket.take()
    assert bucket.patience()


def test_an_address_that_knocks_too_often_waits_and_others_come_in(pass_seconds: Pass) -> None:
    door = Door(10, 300)
    assert _taken(lambda: door.take("203.0.113.7")) == 300
    assert door.take("203.0.113.8")
    pass_seconds(2)
    assert _taken(lambda: door.take("203.0.113.7")) == 20


def test_addresses_without_end_are_forgotten(pass_seconds: Pass) -> None:
    door = Door(10, 1)
    pass_seconds(1)
    for number in range(2 * MOST_ADDRESSES):
        assert door.take(f"2001:db8::{number:x}")
    assert len(door._buckets) <= MOST_ADDRESSES + 1
