"""The bank against two opponents of equal wagers at the tile table, every deal to the three counted.

The bank pays five percent only of what is over when all are settled (R11), so a win and a loss in one round
cost it nothing: two opponents are not twice one. More than two are for the simulation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.odds.kernels import tiles as kernels
from paigow.odds.roles import NET_OF_A_WIN
from paigow.odds.tiles import SETTINGS, AsSet, Ints, TileHands

__all__ = ["THREE_HAND_DEALS", "SurplusTally", "best_against_two", "count_pairs", "tally_against_two"]

THREE_HAND_DEALS: Final = comb(32, 4) * comb(28, 4) * comb(24, 4)
OPPONENTS: Final = 2


@dataclass(frozen=True, slots=True)
class SurplusTally:
    """How often a round leaves the bank so many wagers up or down, over all deals to it and its opponents."""

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def value(self) -> Fraction:
        """What the bank gains for each unit wagered against it."""
        return sum((n * net_of(surplus) for surplus, n in self.counts.items()), Fraction()) / (
            self.total * OPPONENTS
        )


def net_of(surplus: int) -> Fraction:
    """A surplus less five percent; a shortfall as it is."""
    return surplus * (NET_OF_A_WIN if surplus > 0 else Fraction(1))


@dataclass(frozen=True, slots=True)
class _Parts:
    """All collections of at most four tiles by kind, and which of them each hand holds in how many ways."""

    starts: Ints
    ids: Ints
    ways: Ints
    once: Ints
    twice: Ints
    signs: Ints


@cache
def _parts_of(kinds_of_hands: tuple[tuple[tuple[int, int], ...], ...]) -> _Parts:
    numbers: dict[tuple[tuple[int, int], ...], int] = {}
    starts, ids, ways = [0], [], []
    for held in kinds_of_hands:
        for taken in product(*(range(count + 1) for _, count in held)):
            part = tuple((kind, some) for (kind, _), some in zip(held, taken, strict=True) if some)
            ids.append(numbers.setdefault(part, len(numbers)))
            ways.append(prod(comb(count, some) for (_, count), some in zip(held, taken, strict=True)))
        starts.append(len(ids))
    return _Parts(
        starts=np.array(starts, dtype=np.int64),
        ids=np.array(ids, dtype=np.int64),
        ways=np.array(ways, dtype=np.int64),
        once=np.array([_mask(part, 1) for part in numbers], dtype=np.int64),
        twice=np.array([_mask(part, 2) for part in numbers], dtype=np.int64),
        signs=np.array([(-1) ** sum(some for _, some in part) for part in numbers], dtype=np.int64),
    )


def _mask(part: tuple[tuple[int, int], ...], held: int) -> int:
    return sum(1 << kind for kind, some in part if some == held)


def _kinds(hands: TileHands) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Each hand as (kind, how many of it)."""
    return tuple(
        tuple((kind, 1 + (two >> kind & 1)) for kind in range(16) if (one | two) >> kind & 1)
        for one, two in zip(hands.once.tolist(), hands.twice.tolist(), strict=True)
    )


def count_pairs(hands: TileHands, opponent: AsSet) -> Ints:
    """`[bank's hand, setting, one, other]`: ordered pairs of opponents; the bank loses, pushes, wins."""
    parts = _parts_of(_kinds(hands))
    counts = np.zeros((len(hands), SETTINGS, 3, 3), dtype=np.int64)
    kernels.count_two_opponents(
        hands.once,
        hands.twice,
        hands.counts,
        hands.low,
        hands.high,
        opponent.low,
        opponent.high,
        opponent.zero,
        parts.starts,
        parts.ids,
        parts.ways,
        parts.once,
        parts.twice,
        parts.signs,
        0,
        counts,
    )
    return counts


def best_against_two(hands: TileHands, pairs: Ints) -> Ints:
    """The bank's best setting of every hand when it faces two equal wagers."""
    twentieths = np.array(
        [[20 * net_of(one + other - 2) for other in range(3)] for one in range(3)], dtype=np.int64
    )
    merit = (pairs * twentieths).sum(axis=(2, 3))
    merit[np.arange(SETTINGS) >= hands.counts[:, None]] = np.iinfo(np.int64).min
    return np.asarray(np.argmax(merit, axis=1), dtype=np.int64)


def tally_against_two(hands: TileHands, pairs: Ints, choices: npt.ArrayLike) -> SurplusTally:
    chosen = pairs[np.arange(len(hands)), np.asarray(choices, dtype=np.int64)]
    totals = np.tensordot(hands.weights, chosen, axes=1)
    counts = dict.fromkeys(range(-2, 3), 0)
    for one, other in product(range(3), repeat=2):
        counts[one + other - 2] += int(totals[one, other])
    return SurplusTally(counts)
