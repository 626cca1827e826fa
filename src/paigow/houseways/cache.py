"""What is kept of house ways between runs, and under which names. Not how it is found."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from paigow.caches import user_cache

if TYPE_CHECKING:
    from paigow.houseways.way import HouseWay
    from paigow.ranks.poker import Wheel

VERSION: Final = 1
"""To be raised whenever a word of the language changes its meaning, so that nothing stale is read."""


def fingerprint(way: HouseWay, wheel: Wheel) -> str:
    """What the answers depend on, and nothing else: titles and remarks may change freely."""
    parts = [
        f"{VERSION} {way.game.value} {wheel.value} {way.joker_in_groups}",
        *(f"{name} {band}" for name, band in way.bands),
        *map(str, way.tables),
        *map(str, way.rules),
        *map(str, way.final),
    ]
    return sha256("\n".join(parts).encode()).hexdigest()[:32]


def cache_folder() -> Path:
    """Where answers and the grammar's tables are kept."""
    return user_cache("ways")


def answers_file(way: HouseWay, wheel: Wheel) -> Path:
    """Where a card way's answers to every hand are kept, once they are found."""
    return cache_folder() / f"{fingerprint(way, wheel)}.npz"
