"""Counts every deal of two tile hands: 3,620 kinds of hand by 20,475 replies. Not the payouts.

Each hand and setting has its own count, so one pass covers any house way, the best setting of every hand, and
what a way loses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.material.hands import TileSetting
from paigow.material.tiles import KINDS, Tile
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.kernels import tiles as kernels
from paigow.odds.counting.known import NOTHING_KNOWN, Known
from paigow.ranks.classes import tile_hand_classes
from paigow.ranks.tiles import TWO_TILE_RANKS, rank_two_tiles, tile_settings

SETTINGS: Final = 3
"""Four tiles can be split in at most three ways."""
TILE_DEALS: Final = 736_281_000
"""C(32,4) * C(28,4)."""

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TileHands:
    """All hands of four tiles by kinds: how many each represents, its kinds as masks, its settings.

    Settings are in `tile_settings` order; a hand with fewer than three repeats its last.
    """

    tiles: tuple[tuple[Tile, ...], ...]
    settings: tuple[tuple[TileSetting, ...], ...]
    weights: Ints
    once: Ints
    twice: Ints
    counts: Ints
    low: Ints
    high: Ints
    zero: Bools

    def __len__(self) -> int:
        return len(self.tiles)


@dataclass(frozen=True, slots=True)
class AsSet:
    """Every hand with one setting: the strengths of its halves and whether its low hand is zero."""

    low: Ints
    high: Ints
    zero: Bools


@dataclass(frozen=True, slots=True)
class Replies:
    """For each hand and setting, all replies of one way, by the results of the low and high hand and by zero.

    `counts[hand, setting, low, high, zero]`: 0 lose, 1 copy, 2 win, from the hand's side; a row sums to the
    number of replies, 20,475 with a full set.
    """

    role: Role
    zero_rule: bool
    counts: Ints
    copies: Role = Role.BANK
    """Who wins a half of equal rank."""

    @property
    def outcomes(self) -> Ints:
        """`[hand, setting, outcome]`: lose, push, win."""
        result = np.zeros((*self.counts.shape[:2], 3), dtype=np.int64)
        for low, high, zero in np.ndindex(3, 3, 2):
            outcome = self.outcome(low, high, bool(zero))
            result[:, :, outcome] += self.counts[:, :, low, high, zero]
        return result

    def outcome(self, low: int, high: int, zero: bool) -> int:
        """0, 1, 2 as the hand loses, pushes, wins, from the results of its halves.

        `zero` says that the low hand of the bank's opponent has value zero: it never wins (R2).
        """
        return sum(self.halves(low, high, zero))

    def halves(self, low: int, high: int, zero: bool) -> tuple[bool, bool]:
        """Whether the low and the high hand win, from their results."""
        zero = zero and self.zero_rule
        if self.role is Role.PLAYER:
            least = 2 - self.role.beats_level(self.copies)
            return low >= least and not zero, high >= least
        most = 1 - self.role.beats_level(self.copies)
        return not (low <= most and not zero), high > most


@cache
def tile_hands(kinds: tuple[str, ...] = KINDS) -> TileHands:
    """The hands of a full set, or of a smaller one with only some of the sixteen kinds."""
    classes = [
        (tiles, weight)
        for tiles, weight in tile_hand_classes()
        if {tile.kind for tile in tiles} <= set(kinds)
    ]
    tiles = tuple(hand for hand, _ in classes)
    settings = tuple(map(tile_settings, tiles))
    ranks = np.array([[_strengths(_padded(choices)[s]) for s in range(SETTINGS)] for choices in settings])
    zeros = np.array([rank.is_zero for rank in TWO_TILE_RANKS])
    return TileHands(
        tiles,
        settings,
        weights=np.array([weight for _, weight in classes], dtype=np.int64),
        once=np.array([_mask(hand, 1) for hand in tiles], dtype=np.int64),
        twice=np.array([_mask(hand, 2) for hand in tiles], dtype=np.int64),
        counts=np.array(list(map(len, settings)), dtype=np.int64),
        low=np.ascontiguousarray(ranks[:, :, 0]),
        high=np.ascontiguousarray(ranks[:, :, 1]),
        zero=zeros[ranks[:, :, 0]],
    )


def _padded(settings: tuple[TileSetting, ...]) -> tuple[TileSetting, ...]:
    return settings + settings[-1:] * (SETTINGS - len(settings))


def _strengths(setting: TileSetting) -> tuple[int, int]:
    return rank_two_tiles(setting.low).strength, rank_two_tiles(setting.high).strength


def _mask(tiles: Sequence[Tile], held: int) -> int:
    kinds = [tile.kind for tile in tiles]
    return sum(1 << KINDS.index(kind) for kind in set(kinds) if kinds.count(kind) == held)


def hand_number(hands: TileHands, tiles: Sequence[Tile]) -> int:
    """The index of four tiles among all hands by kind."""
    wanted = sorted(tile.kind for tile in tiles)
    return next(n for n, hand in enumerate(hands.tiles) if sorted(tile.kind for tile in hand) == wanted)


def as_set(hands: TileHands, choices: npt.ArrayLike) -> AsSet:
    """Every hand with one of its settings chosen."""
    rows, chosen = np.arange(len(hands)), np.asarray(choices, dtype=np.int64)
    assert len(chosen) == len(hands) and (chosen >= 0).all() and (chosen < hands.counts).all()
    return AsSet(hands.low[rows, chosen], hands.high[rows, chosen], hands.zero[rows, chosen])


def count_replies(
    hands: TileHands,
    opponent: AsSet,
    role: Role,
    *,
    zero_rule: bool = True,
    copies: Role = Role.BANK,
    only: int | None = None,
    known: Known[Tile] = NOTHING_KNOWN,
) -> Replies:
    """Every hand and setting against every reply of the opponent; `only` limits it to one hand.

    The zero rule applies to the bank's opponent: the hand itself, or its opponent if it is the bank.
    """
    start, size = (0, len(hands)) if only is None else (only, 1)
    counts = np.zeros((size, SETTINGS, 3, 3, 2), dtype=np.int64)
    nobody = np.zeros_like
    possible, drawn_once, drawn_twice = _drawn(hands, known)
    kernels.count_replies(
        *_gone(hands, known),
        hands.counts,
        hands.low,
        hands.high,
        hands.zero if role is Role.PLAYER else nobody(hands.zero),
        drawn_once,
        drawn_twice,
        opponent.low[possible],
        opponent.high[possible],
        (opponent.zero if role is Role.BANK else nobody(opponent.zero))[possible],
        start,
        counts,
    )
    return Replies(role, zero_rule, counts, copies)


def _drawn(hands: TileHands, known: Known[Tile]) -> tuple[Bools, Ints, Ints]:
    """Which hands the opponent can hold, and their tiles that aren't already known."""
    if not known.opponent:
        return np.ones(len(hands), dtype=np.bool_), hands.once, hands.twice
    unknown = _held(hands.once, hands.twice) - _per_kind(known.opponent)
    possible: Bools = np.all(unknown >= 0, axis=1)
    return possible, *_masks(unknown[possible])


def _gone(hands: TileHands, known: Known[Tile]) -> tuple[Ints, Ints]:
    """The tiles that no reply to each hand can hold; a hand that can't be dealt has no reply."""
    if not known:
        return hands.once, hands.twice
    gone = _held(hands.once, hands.twice) + _per_kind(known.out) + _per_kind(known.opponent)
    return _masks(np.where((gone > 2).any(axis=1, keepdims=True), 2, gone))


def hands_left(hands: TileHands, known: Known[Tile]) -> TileHands:
    """The same hands, weighted by how often they can be dealt from the unknown tiles."""
    if not known:
        return hands
    left = 2 - _per_kind(known.out) - _per_kind(known.opponent)
    held = _held(hands.once, hands.twice)
    # From a kind's remaining tiles: none can be taken in one way, one in as many ways as there are, two in
    # one.
    ways = np.where(held > left, 0, np.where((held == 1) & (left == 2), 2, 1))
    return replace(hands, weights=ways.prod(axis=1))


def _per_kind(tiles: Sequence[Tile]) -> Ints:
    kinds = np.array([KINDS.index(tile.kind) for tile in tiles], dtype=np.int64)
    return np.bincount(kinds, minlength=len(KINDS))


def _held(once: Ints, twice: Ints) -> Ints:
    """`[hand, kind]`: how many of a kind a hand holds."""
    kinds = np.arange(len(KINDS))
    return (once[:, None] >> kinds & 1) + 2 * (twice[:, None] >> kinds & 1)


def _masks(held: Ints) -> tuple[Ints, Ints]:
    kinds = 1 << np.arange(len(KINDS))
    return (held == 1) @ kinds, (held == 2) @ kinds


def best_choices(hands: TileHands, replies: Replies, merits: tuple[int, int] = (19, 20)) -> Ints:
    """The setting of each hand with the greatest 19 wins less 20 losses; ties go to the highest high hand.

    That is the order of the values after five percent, without fractions. Other `merits` are for other
    vigorish.
    """
    won, lost = merits
    lose, _, win = np.moveaxis(replies.outcomes, -1, 0)
    merit = np.where(
        np.arange(SETTINGS) < hands.counts[:, None], won * win - lost * lose, np.iinfo(np.int64).min
    )
    return np.asarray(np.argmax(merit, axis=1), dtype=np.int64)


def tally_choices(hands: TileHands, replies: Replies, choices: npt.ArrayLike) -> Tally:
    """The sum over all hands, each set as chosen."""
    chosen = replies.counts[np.arange(len(hands)), np.asarray(choices, dtype=np.int64)]
    return tally_of(replies, np.tensordot(hands.weights, chosen, axes=1))


def tally_of(replies: Replies, counts: Ints) -> Tally:
    """The results of `counts[low, high, zero]` under the replies' role and zero rule."""
    outcomes = [0, 0, 0]
    for low, high, zero in np.ndindex(3, 3, 2):
        outcome = replies.outcome(low, high, bool(zero))
        outcomes[outcome] += int(counts[low, high, zero])
    lose, push, win = outcomes
    ahead = 2 if replies.role is Role.PLAYER else 0
    return Tally(
        win,
        push,
        lose,
        low_copies=int(counts[1].sum()),
        high_copies=int(counts[:, 1].sum()),
        both_copies=int(counts[1, 1].sum()),
        zero_lows=int(counts[ahead, :, 1].sum()) if replies.zero_rule else 0,
    )
