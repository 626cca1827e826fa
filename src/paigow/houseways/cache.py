"""What is kept of house ways between runs, and under which names. Not how it is found."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

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
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path("~/.cache").expanduser()) / "paigow" / "ways"


def answers_file(way: HouseWay, wheel: Wheel) -> Path:
    """Where a card way's answers to every hand are kept, once they are found."""
    return cache_folder() / f"{fingerprint(way, wheel)}.npz"
