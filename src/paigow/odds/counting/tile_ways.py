"""The main wager at the tile table by ways of setting: against one opponent, and as bank against two.

The bank pays five percent only on the surplus after all are settled (R11), so a win and a loss in one round
cost it nothing: two opponents aren't twice one. More than two are left to the simulation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.houseways import HouseWay
from paigow.houseways.compiled import CompiledWay, compile_way
from paigow.material.tiles import Tile
from paigow.odds.counting import NET_OF_A_WIN, Role, Tally
from paigow.odds.counting.kernels import tiles as kernels
from paigow.odds.counting.known import NOTHING_KNOWN, Known
from paigow.odds.counting.tile_deals import (
    SETTINGS,
    AsSet,
    Ints,
    Replies,
    TileHands,
    as_set,
    best_choices,
    count_replies,
    hands_left,
    tally_choices,
    tile_hands,
)

THREE_HAND_DEALS: Final = comb(32, 4) * comb(28, 4) * comb(24, 4)


@lru_cache(maxsize=32)
def compiled(way: HouseWay) -> CompiledWay:
    return compile_way(way)


def choices_of(way: HouseWay) -> Ints:
    """The setting that a way chooses for every hand, as an index into `tile_settings`."""
    return np.asarray(compiled(way).choice, dtype=np.int64)


@lru_cache(maxsize=16)
def replies_to(
    opponent: HouseWay,
    role: Role,
    zero_rule: bool = True,
    copies: Role = Role.BANK,
    known: Known[Tile] = NOTHING_KNOWN,
) -> tuple[TileHands, Replies]:
    """Every hand and setting against every reply of a way."""
    hands = hands_left(tile_hands(), known)
    against = as_set(hands, choices_of(opponent))
    return hands, count_replies(hands, against, role, zero_rule=zero_rule, copies=copies, known=known)


def tile_tally(
    hero: HouseWay | None,
    opponent: HouseWay,
    role: Role,
    merits: tuple[int, int] = (19, 20),
    *,
    zero_rule: bool = True,
    copies: Role = Role.BANK,
    known: Known[Tile] = NOTHING_KNOWN,
) -> Tally:
    """All deals of a way, or of best play if none is given, against a way.

    Known pieces leave fewer deals, and best play uses them.
    """
    hands, replies = replies_to(opponent, role, zero_rule, copies, known)
    choices = best_choices(hands, replies, merits) if hero is None else choices_of(hero)
    return tally_choices(hands, replies, choices)


def tile_surplus(hero: HouseWay | None, opponent: HouseWay) -> SurplusTally:
    """The bank by a way, or optimally, against two opponents with equal wagers."""
    hands = tile_hands()
    pairs = _pairs(opponent)
    choices = best_against_two(hands, pairs) if hero is None else choices_of(hero)
    return tally_against_two(hands, pairs, choices)


@lru_cache(maxsize=4)
def _pairs(opponent: HouseWay) -> Ints:
    hands = tile_hands()
    return count_pairs(hands, as_set(hands, choices_of(opponent)))


@dataclass(frozen=True, slots=True)
class SurplusTally:
    """How often a round leaves the bank this many wagers up or down, over all deals to all hands."""

    counts: Mapping[int, int]
    opponents: int = 2

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def value(self) -> Fraction:
        """The bank's gain per unit bet against it."""
        return sum((n * net_of(surplus) for surplus, n in self.counts.items()), Fraction()) / (
            self.total * self.opponents
        )


def net_of(surplus: int) -> Fraction:
    """A surplus less five percent; a shortfall unchanged."""
    return surplus * (NET_OF_A_WIN if surplus > 0 else Fraction(1))


@dataclass(frozen=True, slots=True)
class WayParts:
    """All collections of at most four tiles by kind, and in how many ways each hand contains them."""

    starts: Ints
    ids: Ints
    ways: Ints
    once: Ints
    twice: Ints
    signs: Ints


@cache
def parts_of(kinds_of_hands: tuple[tuple[tuple[int, int], ...], ...]) -> WayParts:
    numbers: dict[tuple[tuple[int, int], ...], int] = {}
    starts, ids, ways = [0], [], []
    for held in kinds_of_hands:
        for taken in product(*(range(count + 1) for _, count in held)):
            part = tuple((kind, some) for (kind, _), some in zip(held, taken, strict=True) if some)
            ids.append(numbers.setdefault(part, len(numbers)))
            ways.append(prod(comb(count, some) for (_, count), some in zip(held, taken, strict=True)))
        starts.append(len(ids))
    return WayParts(
        starts=np.array(starts, dtype=np.int64),
        ids=np.array(ids, dtype=np.int64),
        ways=np.array(ways, dtype=np.int64),
        once=np.array([_mask(part, 1) for part in numbers], dtype=np.int64),
        twice=np.array([_mask(part, 2) for part in numbers], dtype=np.int64),
        signs=np.array([(-1) ** sum(some for _, some in part) for part in numbers], dtype=np.int64),
    )


def _mask(part: tuple[tuple[int, int], ...], held: int) -> int:
    return sum(1 << kind for kind, some in part if some == held)


def kinds_held(hands: TileHands) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Each hand as (kind, how many of it)."""
    return tuple(
        tuple((kind, 1 + (two >> kind & 1)) for kind in range(16) if (one | two) >> kind & 1)
        for one, two in zip(hands.once.tolist(), hands.twice.tolist(), strict=True)
    )


def count_pairs(hands: TileHands, opponent: AsSet) -> Ints:
    """`[bank's hand, setting, one, other]`: ordered pairs of opponents; the bank loses, pushes, wins."""
    parts = parts_of(kinds_held(hands))
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
