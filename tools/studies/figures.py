"""Figures derived from the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from paigow.odds.counting.tile_ways import SurplusTally


def value_of(outcomes: Sequence[int]) -> Fraction:
    """The value of win, push, and lose with five percent vigorish."""
    win, push, lose = outcomes
    return Fraction(19 * win - 20 * lose, 20 * (win + push + lose))


def surplus(counts: Mapping[str, int], opponents: int) -> SurplusTally:
    return SurplusTally({int(over): count for over, count in counts.items()}, opponents)


def bank_edge(row: Mapping[str, Any], opponents: int) -> Fraction:
    """The bank's loss per unit bet against it, exact or sampled."""
    if "counts" in row:
        return -surplus(row["counts"], opponents).value
    return -Fraction(row["value"])
