"""Ranges that a house way speaks of, of named hands and of whole numbers. Not which hands there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any


class Reach(Enum):
    """How far from a named hand an extent reaches."""

    EXACTLY = "exactly"
    OR_BETTER = "or better"
    OR_WORSE = "or worse"
    BELOW = "below"
    ABOVE = "above"
    BETWEEN = "to"


class Spec:
    """The name of a hand or of a run of neighbouring hands, such as `7`, `K-high` or `a gong`."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A range of hands: one named hand, all from it up or down, or all from one to another."""

    reach: Reach
    spec: Spec
    upper: Spec | None = None

    def __str__(self) -> str:
        match self.reach:
            case Reach.EXACTLY:
                return f"{self.spec}"
            case Reach.BELOW | Reach.ABOVE:
                return f"{self.reach.value} {self.spec}"
            case Reach.BETWEEN:
                return f"{self.spec} to {self.upper}"
            case _:
                return f"{self.spec} {self.reach.value}"


def reaches(extent: Extent, compare: Callable[[Spec], int]) -> bool:
    """Whether a hand lies in an extent; `compare` says below (-1), in (0) or above (1) a spec."""
    place = compare(extent.spec)
    match extent.reach:
        case Reach.EXACTLY:
            return place == 0
        case Reach.OR_BETTER:
            return place >= 0
        case Reach.OR_WORSE:
            return place <= 0
        case Reach.BELOW:
            return place < 0
        case Reach.ABOVE:
            return place > 0
        case Reach.BETWEEN:
            assert extent.upper is not None
            return place >= 0 and compare(extent.upper) <= 0


def sign(left: Any, right: Any) -> int:
    return int(left > right) - int(left < right)


@dataclass(frozen=True, slots=True)
class Number:
    """A range of whole numbers; None where it is open."""

    least: int | None
    most: int | None

    def __contains__(self, value: int) -> bool:
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more"
        if self.least is None:
            return f"{self.most} or less"
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"
