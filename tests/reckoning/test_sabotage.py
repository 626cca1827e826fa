"""The campaign detects rules that are broken on purpose. A check that always agrees proves nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from paigow.table import game
from tests.reckoning.campaign import Report, walk
from tests.reckoning.comparing import Difference
from tests.reckoning.sabotage import SABOTAGES, Sabotage

COMMANDS = 500
SEEDS = {True: range(8), False: range(60)}
"""Up to 4,000 commands for common cases, 30,000 for rare ones."""


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """The engine caches comparisons and ranks: none may outlive a sabotage."""
    _forget()
    yield
    _forget()


def _forget() -> None:
    for cached in (game._compare_tiles, game._ranks):
        cached.cache_clear()


@pytest.mark.parametrize(
    "sabotage",
    [
        pytest.param(each, id=each.broken, marks=() if each.common else pytest.mark.prove)
        for each in SABOTAGES
    ],
)
def test_what_is_broken_is_found(sabotage: Sabotage, monkeypatch: pytest.MonkeyPatch) -> None:
    sabotage.apply(monkeypatch)
    for seed in SEEDS[sabotage.common]:
        try:
            walk(sabotage.variation, seed, COMMANDS, Report())
        except (Difference, AssertionError):  # The table's own bookkeeping may stop first.
            return
    pytest.fail(f"nobody noticed that {sabotage.broken} ({sabotage.rule})")
