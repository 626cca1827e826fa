"""The bank against one, two, or three equal wagers at tiles, exactly: the surplus, and the best settings.

The bank pays vigorish only on the surplus after all are settled (R11), so it pays less with more opponents.
Its gain before vigorish is the same for each of them: only the part of the surplus above zero depends on
their number.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from itertools import pairwise
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.tiles import KINDS
from paigow.odds.counting import Role
from paigow.odds.counting.kernels import bank as kernels
from paigow.odds.counting.tile_deals import (
    SETTINGS,
    Ints,
    TileHands,
    as_set,
    count_replies,
    tile_hands,
)
from paigow.odds.counting.tile_ways import (
    SurplusTally,
    WayParts,
    choices_of,
    count_pairs,
    kinds_held,
    net_of,
    parts_of,
)
from paigow.odds.runs.shards import Run, Shard, run_shards
from paigow.odds.runs.storage import Arrays

MOST_EXACT: Final = 3
CODE: Final = (
    "paigow.material",
    "paigow.ranks",
    "paigow.odds.counting.bank",
    "paigow.odds.counting.kernels.bank",
    "paigow.odds.counting.kernels.tiles",
    "paigow.odds.counting.tile_deals",
    "paigow.odds.counting.tile_ways",
)
_SHARDS: Final = 24


@dataclass(frozen=True, slots=True)
class BankCounts:
    """`counts[hand, setting, surplus + opponents]`: all ordered deals to the opponents, by surplus."""

    hands: TileHands
    opponents: int
    counts: Ints

    def tally(self, choices: npt.ArrayLike) -> SurplusTally:
        """The sum over all hands of the bank, each set as chosen."""
        chosen = self.counts[np.arange(len(self.hands)), np.asarray(choices, dtype=np.int64)]
        totals = [
            sum(int(w) * int(n) for w, n in zip(self.hands.weights, column, strict=True))
            for column in chosen.T
        ]
        surplus = range(-self.opponents, self.opponents + 1)
        return SurplusTally(dict(zip(surplus, totals, strict=True)), self.opponents)

    def best_choices(self) -> Ints:
        """The bank's best setting of every hand when it knows how many equal wagers it faces."""
        surplus = range(-self.opponents, self.opponents + 1)
        twentieths = np.array([20 * net_of(each) for each in surplus], dtype=np.int64)
        merit = self.counts @ twentieths
        merit[np.arange(SETTINGS) >= self.hands.counts[:, None]] = np.iinfo(np.int64).min
        return np.asarray(np.argmax(merit, axis=1), dtype=np.int64)


def bank_counts(opponent: HouseWay, opponents: int, run: Run | None = None) -> BankCounts:
    """Every hand and setting of the bank against all deals to this many opponents who set by a way."""
    return count_opponents(tile_hands(), choices_of(opponent), opponents, run or Run())


def count_opponents(
    hands: TileHands, choices: Ints, opponents: int, run: Run, kinds: tuple[str, ...] = KINDS
) -> BankCounts:
    """The same against chosen settings for every hand, with a full set or a smaller one."""
    against = as_set(hands, choices)
    if opponents == 1:
        counts = count_replies(hands, against, Role.BANK).outcomes
    elif opponents == 2:
        pairs = count_pairs(hands, against)
        counts = np.zeros((len(hands), SETTINGS, 5), dtype=np.int64)
        for one, other in np.ndindex(3, 3):
            counts[:, :, one + other] += pairs[:, :, one, other]
    elif opponents == MOST_EXACT:
        counts = _three(hands, choices, run, kinds)
    else:
        raise BadInput(
            f"the bank can't be counted against {opponents} opponents",
            allowed=f"1 to {MOST_EXACT} are counted exactly",
        )
    return BankCounts(hands, opponents, counts)


def _three(hands: TileHands, choices: Ints, run: Run, kinds: tuple[str, ...]) -> Ints:
    strengths = _strengths(hands)
    key = sha256(choices.astype(np.uint8).tobytes()).hexdigest()
    edges = [len(strengths) * n // _SHARDS for n in range(_SHARDS + 1)]
    shards = [
        Shard(_shard, (choices, kinds, start, stop), (key, str(kinds), str(start), str(stop)), stop - start)
        for start, stop in pairwise(edges)
        if start < stop
    ]
    parts = run_shards("bank against three", shards, run, unit="pairs of strengths", code=CODE)
    return np.asarray(sum(part["counts"] for part in parts))


def _strengths(hands: TileHands) -> list[tuple[int, int]]:
    """Every pair of strengths, high and low, that a setting has."""
    return sorted({*zip(hands.high.ravel().tolist(), hands.low.ravel().tolist(), strict=True)})


def _shard(choices: Ints, kinds: tuple[str, ...], start: int, stop: int) -> Arrays:
    """The settings by their strengths; all opponents' hands fare the same against one pair."""
    hands = tile_hands(kinds)
    against = as_set(hands, choices)
    eights, parts = _eights(kinds), parts_of(kinds_held(hands))
    found = np.zeros((len(hands), SETTINGS, 7), dtype=np.int64)
    splits = np.zeros((len(eights.once), 5), dtype=np.int64)
    for high, low in _strengths(hands)[start:stop]:
        outcomes = np.zeros(len(hands), dtype=np.uint8)
        kernels.outcomes_against(high, low, against.low, against.high, against.zero, outcomes)
        kernels.split_eights(
            eights.hand_starts, eights.hand_ids, eights.hand_ways, eights.others, outcomes, splits
        )
        which, setting = np.nonzero((hands.high == high) & (hands.low == low))
        there = setting < hands.counts[which]
        which, setting = which[there], setting[there]
        out = np.zeros((len(which), 7), dtype=np.int64)
        _count(hands, which, outcomes, parts, eights, splits, comb(2 * len(kinds) - 12, 4), out)
        found[which, setting] = out
    return {"counts": found}


def _count(
    hands: TileHands,
    banks: Ints,
    outcomes: npt.NDArray[np.uint8],
    parts: WayParts,
    eights: _Eights,
    splits: Ints,
    thirds: int,
    out: Ints,
) -> None:
    kernels.count_three_opponents(
        banks,
        hands.once,
        hands.twice,
        outcomes,
        parts.starts,
        parts.ids,
        parts.ways,
        parts.once,
        parts.twice,
        parts.signs,
        eights.once,
        eights.twice,
        splits,
        eights.part_starts,
        eights.part_ids,
        eights.part_ways,
        thirds,
        out,
    )


@dataclass(frozen=True, slots=True)
class _Eights:
    """All collections of eight tiles by kind: the hands and the parts of up to four tiles they contain."""

    once: Ints
    twice: Ints
    hand_starts: Ints
    hand_ids: npt.NDArray[np.int16]
    hand_ways: npt.NDArray[np.uint8]
    others: npt.NDArray[np.int16]
    part_starts: Ints
    part_ids: npt.NDArray[np.int16]
    part_ways: npt.NDArray[np.uint8]


@lru_cache(maxsize=2)
def _eights(kinds: tuple[str, ...]) -> _Eights:
    hands = tile_hands(kinds)
    parts = parts_of(kinds_held(hands))
    once, twice = _collections(kinds, 8)
    starts, ids, ways = _held(once, twice, hands.once, hands.twice)
    others = np.zeros_like(ids)
    kernels.list_others(once, twice, hands.once, hands.twice, starts, ids, others)
    return _Eights(once, twice, starts, ids, ways, others, *_held(once, twice, parts.once, parts.twice))


def _held(
    once: Ints, twice: Ints, part_once: Ints, part_twice: Ints
) -> tuple[Ints, npt.NDArray[np.int16], npt.NDArray[np.uint8]]:
    starts = np.zeros(len(once) + 1, dtype=np.int64)
    kernels.count_held(once, twice, part_once, part_twice, starts)
    ids, ways = np.zeros(starts[-1], dtype=np.int16), np.zeros(starts[-1], dtype=np.uint8)
    kernels.list_held(once, twice, part_once, part_twice, starts, ids, ways)
    return starts, ids, ways


@cache
def _collections(kinds: tuple[str, ...], tiles: int) -> tuple[Ints, Ints]:
    """All ways to hold this many tiles, as masks of the kinds held once and twice."""
    once, twice, size = (np.zeros(1, dtype=np.int64) for _ in range(3))
    for kind in kinds:
        bit = 1 << KINDS.index(kind)
        once = np.concatenate([once, once | bit, once])
        twice = np.concatenate([twice, twice, twice | bit])
        size = np.concatenate([size, size + 1, size + 2])
        fits = size <= tiles
        once, twice, size = once[fits], twice[fits], size[fits]
    return once[size == tiles], twice[size == tiles]
