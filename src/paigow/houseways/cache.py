"""What is cached about house ways between runs, and under which names. Computing it happens elsewhere."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paigow.caches import user_cache

if TYPE_CHECKING:
    from paigow.houseways.way import HouseWay
    from paigow.ranks.poker import Order

VERSION: Final = 1
"""Raise it whenever a word of the language changes its meaning, to invalidate old caches."""


def fingerprint(way: HouseWay, wheel: Order) -> str:
    """Exactly what the answers depend on: titles and notes can change freely."""
    parts = [
        f"{VERSION} {way.game.value} {wheel.value} {way.joker_in_groups}",
        *(f"{name} {band}" for name, band in way.bands),
        *map(str, way.tables),
        *map(str, way.rules),
        *map(str, way.final),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()[:32]


def cache_folder() -> Path:
    """The cache directory for answers and the parser's tables."""
    return user_cache("ways")


def answers_file(way: HouseWay, wheel: Order) -> Path:
    """The cache file for a card way's answers to every hand."""
    return cache_folder() / f"{fingerprint(way, wheel)}.npz"
