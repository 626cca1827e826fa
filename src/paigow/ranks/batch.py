"""Ranking arrays of cards at once: the kernels with their tables laid out for them."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.material.cards import card_at
from paigow.ranks import kernels
from paigow.ranks.numbering import multisets
from paigow.ranks.poker import Wheel
from paigow.ranks.tables import (
    CODES,
    SUIT_SHIFT,
    FiveTables,
    five_tables,
    places,
    starts,
    two_strengths_table,
)

SETTINGS: Final = tuple((a, b) for a in range(6) for b in range(a + 1, 7))
"""The places of the two low cards in a row of seven, in the order of every array of 21 settings."""

Cards = npt.NDArray[np.uint8]


class SettingStrengths(NamedTuple):
    """For each hand and each of its 21 settings: the strengths of both halves, and whether it is fouled."""

    low: npt.NDArray[np.uint8]
    high: npt.NDArray[np.uint16]
    fouled: npt.NDArray[np.bool_]


def two_strengths(cards: Cards) -> npt.NDArray[np.uint8]:
    """The strength, 0 to 90, of each row of two cards."""
    return two_strengths_table()[cards[:, 0], cards[:, 1]]


def five_strengths(cards: Cards, wheel: Wheel = Wheel.SECOND) -> npt.NDArray[np.uint16]:
    """The strength, 0 to 7,462, of each row of five cards."""
    out = np.zeros(len(cards), dtype=np.uint16)
    tables = five_tables(wheel)
    kernels.rank_fives(cards, CODES, starts(4), starts(5), places(), *_five_arrays(tables), out)
    return out


def seven_strengths(cards: Cards, wheel: Wheel = Wheel.SECOND) -> npt.NDArray[np.uint16]:
    """The strength of the best five of each row of seven cards."""
    out = np.zeros(len(cards), dtype=np.uint16)
    best, joker_best, flush, joker_flush = _seven_arrays(wheel)
    kernels.rank_sevens(
        cards, CODES, starts(6), starts(7), places(), best, joker_best, flush, joker_flush, out
    )
    return out


def setting_strengths(cards: Cards, wheel: Wheel = Wheel.SECOND) -> SettingStrengths:
    """All 21 settings of each row of seven cards in descending order of index."""
    assert is_descending(cards)
    shape = (len(cards), len(SETTINGS))
    result = SettingStrengths(
        np.zeros(shape, np.uint8), np.zeros(shape, np.uint16), np.zeros(shape, np.bool_)
    )
    tables = five_tables(wheel)
    kernels.rank_settings(
        cards,
        CODES,
        starts(4),
        starts(5),
        places(),
        *_five_arrays(tables),
        two_strengths_table(),
        tables.ceiling,
        *result,
    )
    return result


def is_descending(cards: Cards) -> bool:
    """Whether each row has its cards by index, highest first: what kernels that look at places rely on."""
    return bool((cards[:, :-1] > cards[:, 1:]).all())


def _five_arrays(tables: FiveTables) -> tuple[npt.NDArray[np.uint16], ...]:
    return (tables.plain, tables.joker_plain, tables.flush, tables.joker_flush)


@cache
def _seven_arrays(wheel: Wheel) -> tuple[npt.NDArray[np.uint16], ...]:
    """The best five of seven unsuited ranks, of six and the joker, and of the cards of one suit."""
    tables = five_tables(wheel)
    return (
        _best_by_number(tables, 7, joker=False),
        _best_by_number(tables, 6, joker=True),
        _best_by_mask(tables.flush, 5),
        np.maximum(_best_by_mask(tables.flush, 5), _best_by_mask(tables.joker_flush, 4)),
    )


def _best_by_number(tables: FiveTables, size: int, *, joker: bool) -> npt.NDArray[np.uint16]:
    rank_part = (1 << SUIT_SHIFT) - 1
    codes_by_rank = np.array([CODES[card_at(rank, "c").index] & rank_part for rank in range(2, 15)])
    ranks = np.array(multisets(size), dtype=np.int64) - 2
    best = np.zeros(len(ranks), dtype=np.uint16)
    kernels.best_of_ranks(
        ranks, codes_by_rank, starts(4), starts(5), places(), tables.plain, tables.joker_plain, joker, best
    )
    codes = codes_by_rank[ranks].sum(axis=1)
    result = np.zeros(len(ranks), dtype=np.uint16)
    result[starts(size)[codes >> 16] + places()[codes & 0xFFFF]] = best
    return result


def _best_by_mask(of_exactly: npt.NDArray[np.uint16], size: int) -> npt.NDArray[np.uint16]:
    """Extend a table over masks of `size` ranks to larger masks: the best after leaving out one rank."""
    best = of_exactly.copy()
    for mask in sorted(range(1 << 13), key=int.bit_count):
        if size < mask.bit_count() <= 7:
            best[mask] = max(best[mask & ~(1 << rank)] for rank in range(13) if mask >> rank & 1)
    return best
