"""The house way that a submission names: built in, or a file beside it. Not what a way says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paigow.rulebooks.choices import Game

__all__ = ["ChosenWay", "WayProblem", "choose_way"]


@dataclass(frozen=True, slots=True)
class ChosenWay:
    """A way by the name that the submission gives it."""

    name: str


@dataclass(frozen=True, slots=True)
class WayProblem:
    problem: str
    allowed: str


BUILT_IN = ("commission-default", "colorado-default", "foxwoods")


def choose_way(name: str, game: Game, folder: Path | None) -> ChosenWay | tuple[WayProblem, ...]:
    """Find the way that a submission names and check it for the game; every problem at once."""
    if name not in BUILT_IN:
        return (WayProblem(f"no way is called {name!r}", f"one of {', '.join(BUILT_IN)}"),)
    return ChosenWay(name)
