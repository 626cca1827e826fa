"""Every deal of two card hands counted, each set by a way: 8,250,459,031,214,400 of them. Not best play.

The counts run in shards by the number of shared cards, or by stretches of hands; see `card_shards` for the
method and `runs` for where they run.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.card_shards import BY_ROWS, NEAREST, SUMS, hands_shard, relations_shard
from paigow.odds.decks import HAND, Deck, replies_to_one
from paigow.odds.roles import Role, Tally
from paigow.odds.runs import Run, Shard, run_shards
from paigow.odds.shared_cards import SUIT_ORDERS
from paigow.odds.strengths import CODE, HandStrengths, carried

__all__ = [
    "CARD_DEALS",
    "COUNTING_CODE",
    "HandCounts",
    "Relations",
    "count_hands",
    "count_relations",
    "deals",
]

CARD_DEALS: Final = 8_250_459_031_214_400
"""C(53,7) * C(46,7)."""
COUNTING_CODE: Final = (
    *CODE,
    "paigow.odds.kernels.sweeping",
    "paigow.odds.kernels.choosing",
    "paigow.odds.shared_cards",
    "paigow.odds.card_shards",
    "paigow.odds.roles",
)
SIZES: Final = (*reversed(BY_ROWS), NEAREST)
"""The numbers of shared cards that one shard counts, the dear ones first so that workers end together."""
STRETCHES: Final = 12
_LOSE, _COPY, _WIN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Relations:
    """All deals of a hand and a reply by how the hand's halves stand.

    `counts[low][high]`: 0 the hand's half is below, 1 level (a copy), 2 above.
    """

    counts: tuple[tuple[int, int, int], ...]

    @property
    def total(self) -> int:
        return sum(map(sum, self.counts))

    def mirrored(self) -> Relations:
        """The same deals seen from the reply."""
        return Relations(tuple((row[2], row[1], row[0]) for row in reversed(self.counts)))

    def tally(self, role: Role) -> Tally:
        """Win, push and lose for the hand as a player, or as the bank, which copies go to."""
        beats = (_WIN,) if role is Role.PLAYER else (_COPY, _WIN)
        outcomes = [0, 0, 0]
        for low in range(3):
            for high in range(3):
                outcomes[(low in beats) + (high in beats)] += self.counts[low][high]
        lose, push, win = outcomes
        return Tally(
            win,
            push,
            lose,
            low_copies=sum(self.counts[_COPY]),
            high_copies=sum(row[_COPY] for row in self.counts),
            both_copies=self.counts[_COPY][_COPY],
            zero_lows=0,
        )


@dataclass(frozen=True, slots=True, eq=False)
class HandCounts:
    """For each class of hands, how many of all replies it wins, pushes and loses against."""

    deck: Deck
    win: npt.NDArray[np.int32]
    lose: npt.NDArray[np.int32]

    @property
    def push(self) -> npt.NDArray[np.int32]:
        return np.int32(replies_to_one(self.deck)) - self.win - self.lose


def deals(deck: Deck) -> int:
    """All ordered pairs of hands without a common card."""
    return comb(len(deck), HAND) * replies_to_one(deck)


def check_same_game(one: HandStrengths, other: HandStrengths) -> None:
    """Strengths of different decks, or with different wheels, are different numbers."""
    if one.deck != other.deck or one.wheel != other.wheel:
        raise BadInput(
            f"hands ranked with the wheel {one.wheel.value} against {other.wheel.value}",
            allowed="both sides play by one book",
        )


def count_relations(player: HandStrengths, dealer: HandStrengths, run: Run | None = None) -> Relations:
    """Every deal of a player's hand and a dealer's, by how the player's halves stand to the dealer's."""
    check_same_game(player, dealer)
    run = run or Run()
    mine = carried(player, run.kept_in)
    theirs = mine if dealer is player else carried(dealer, run.kept_in)
    shards = [
        Shard(
            relations_shard,
            (mine, theirs, sizes),
            (player.key, dealer.key, str(sizes)),
            len(player) * sum(comb(HAND, size) for size in sizes),
        )
        for sizes in SIZES
    ]
    parts = run_shards("way against way", shards, run, unit="subsets of hands", code=COUNTING_CODE)
    return _relations(player.deck, [sum(int(part["sums"][n]) for part in parts) for n in range(len(SUMS))])


def _relations(deck: Deck, sums: list[int]) -> Relations:
    assert not any(total % SUIT_ORDERS for total in sums)
    f, f_low, h, f_high, f_both, h_high, lows, lows_level = (total // SUIT_ORDERS for total in sums)
    total = deals(deck)
    above = (f, f_low - f, h - f_low)
    level = (f_high - f, f_both - f_low - f_high + f, h_high - h - f_both + f_low)
    below = (
        lows - f_high,
        lows_level - lows - f_both + f_high,
        total - h_high - lows_level + f_both,
    )
    # Columns of `counts` run from below to above, its rows likewise.
    counts = tuple((below[n], level[n], above[n]) for n in (2, 1, 0))
    assert all(count >= 0 for row in counts for count in row)
    return Relations(counts)


def stretches(hands: int) -> list[tuple[int, int]]:
    """Rows in stretches of about the same length, as (start, stop)."""
    edges = [hands * n // STRETCHES for n in range(STRETCHES + 1)]
    return [(start, stop) for start, stop in pairwise(edges) if start < stop]


def count_hands(
    player: HandStrengths, dealer: HandStrengths, role: Role, run: Run | None = None
) -> HandCounts:
    """For each class of hands, set by the player's way, how it fares against all replies of the dealer's.

    As bank the player's hand is the bank's and the dealer's way is that of whoever plays against it.
    """
    check_same_game(player, dealer)
    run = run or Run()
    mine = carried(player, run.kept_in)
    theirs = mine if dealer is player else carried(dealer, run.kept_in)
    shards = [
        Shard(
            hands_shard,
            (mine, theirs, role.value, start, stop),
            (player.key, dealer.key, role.value, f"{start}-{stop}"),
            stop - start,
        )
        for start, stop in stretches(len(player))
    ]
    parts = run_shards("every hand of a way", shards, run, unit="classes of hands", code=COUNTING_CODE)
    win, lose = (np.concatenate([part[name] for part in parts]) for name in ("win", "lose"))
    return HandCounts(player.deck, win, lose)
