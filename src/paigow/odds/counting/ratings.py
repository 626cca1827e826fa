"""Power ratings: how often a half of a setting beats a random opponent's, as its way sets it.

The opponent's hand is any hand or, given your own, any that is left. Copies are separate, since the bank wins
them and a player loses them. For tiles, a low hand of value zero never wins for a player (R2).
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from io import StringIO
from typing import Literal

import numpy as np
import numpy.typing as npt

from paigow.houseways import HouseWay
from paigow.material.cards import RANK_SIGNS
from paigow.material.game import Game
from paigow.odds.counting.strengths import way_strengths
from paigow.odds.counting.tile_deals import as_set, tile_hands
from paigow.odds.counting.tile_ways import choices_of
from paigow.odds.reports.wager_odds import fraction_json
from paigow.ranks.poker import FiveRank, Order, TwoRank, Wheel, five_ranks, two_ranks
from paigow.ranks.tiles import TWO_TILE_RANKS

Half = Literal["low", "high"]
COLUMNS = ("half", "hand", "ranks", "beats", "copies", "total", "percentile_as_player", "percentile_as_bank")


@dataclass(frozen=True, slots=True)
class Rating:
    """One rank of a half: how many of an opponent's hands have it, and how many rank below it.

    >>> import paigow
    >>> weakest = paigow.ratings("traditional")[0]
    >>> weakest.half, weakest.beats, weakest.as_player
    ('low', 0, Fraction(0, 1))
    """

    half: Half
    name: str
    ranks: str
    """The cards that distinguish hands of one name, deciding ones first; empty for tiles."""
    hands: int
    beats: int
    total: int
    zeros: int | None = None
    """For a low hand of value zero: how many of an opponent's low hands are zero."""

    @property
    def as_player(self) -> Fraction:
        """The share of an opponent's hands that it beats for a player. A zero never wins (R2)."""
        return Fraction(self.beats if self.zeros is None else 0, self.total)

    @property
    def as_bank(self) -> Fraction:
        """The same share for the bank. It wins copies too, and against every zero, even a higher one (R2)."""
        return Fraction(self.beats + self.hands if self.zeros is None else self.zeros, self.total)

    def as_json(self) -> dict[str, object]:
        return {
            "half": self.half,
            "name": self.name,
            "ranks": self.ranks or None,
            "beats": self.beats,
            "copies": self.hands,
            "total": self.total,
            "as_player": fraction_json(self.as_player),
            "as_bank": fraction_json(self.as_bank),
        }

    def row(self) -> tuple[str, ...]:
        shares = (f"{float(100 * share):.4f}" for share in (self.as_player, self.as_bank))
        return (
            self.half,
            self.name,
            self.ranks,
            *map(str, (self.beats, self.hands, self.total)),
            *shares,
        )


def ratings(way: HouseWay, wheel: Order = Wheel.SECOND) -> tuple[Rating, ...]:
    """Every rank of both halves that a way produces over all hands, weakest first."""
    if way.game is Game.TILES:
        hands = tile_hands()
        chosen = as_set(hands, choices_of(way))
        names = [(rank.name, "") for rank in TWO_TILE_RANKS]
        low = _rated("low", names, chosen.low, hands.weights)
        return (*_with_zeros(low), *_rated("high", names, chosen.high, hands.weights))
    strengths = way_strengths(way, wheel)
    weights = strengths.hands.weights
    return (
        *_rated("low", [(rank.name, _ranks(rank)) for rank in two_ranks()], strengths.low, weights),
        *_rated("high", [(rank.name, _ranks(rank)) for rank in five_ranks(wheel)], strengths.high, weights),
    )


def _ranks(rank: TwoRank | FiveRank) -> str:
    return "-".join(RANK_SIGNS[each] for each in rank.ranks)


def _rated(
    half: Half,
    names: Sequence[tuple[str, str]],
    strengths: npt.NDArray[np.integer],
    weights: npt.NDArray[np.integer],
) -> list[Rating]:
    counts = np.zeros(len(names), dtype=np.int64)
    np.add.at(counts, strengths, weights.astype(np.int64))
    below = np.cumsum(counts) - counts
    total = int(counts.sum())
    return [
        Rating(half, *names[n], int(counts[n]), int(below[n]), total) for n in np.flatnonzero(counts).tolist()
    ]


def _with_zeros(low: Sequence[Rating]) -> list[Rating]:
    """Ratings of low tile hands under the zero rule."""
    zero_names = {rank.name for rank in TWO_TILE_RANKS if rank.is_zero}
    zeros = sum(each.hands for each in low if each.name in zero_names)
    return [replace(each, zeros=zeros) if each.name in zero_names else each for each in low]


def as_csv(found: Sequence[Rating]) -> str:
    """All rows as a table for spreadsheets."""
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rating.row() for rating in found)
    return out.getvalue()
