"""Every deal of two card hands counted, set by ways or as best: 8,250,459,031,214,400 of them.

The counts run in shards by the number of shared cards, or by stretches of hands; see `card_shards` for the
method and `runs` for where they run.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.card_shards import (
    BY_ROWS,
    NEAREST,
    SUMS,
    best_shard,
    face_up_shard,
    hands_shard,
    relations_shard,
)
from paigow.odds.counting.decks import HAND, SUIT_ORDERS, CountedDeck, replies_to_one
from paigow.odds.counting.strengths import (
    CODE,
    NO_PUSHES,
    DealerPushes,
    HandStrengths,
    check_role,
    dealer_strengths,
    hand_strengths,
    portable,
)
from paigow.odds.runs.shards import Run, Shard, run_shards
from paigow.ranks.poker import Wheel

CARD_DEALS: Final = 8_250_459_031_214_400
"""C(53,7) * C(46,7)."""
COUNTING_CODE: Final = (
    *CODE,
    "paigow.odds.counting",
)
SIZES: Final = (*reversed(BY_ROWS), NEAREST)
"""The numbers of shared cards that one shard counts, the dear ones first so that workers end together."""
STRETCHES: Final = 12
MERITS: Final = (19, 20)
"""Whole numbers in the ratio of what a win gains, after five percent (R11), and a loss costs."""
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

    def tally(self, role: Role, copies: Role = Role.BANK) -> Tally:
        """Win, push and lose for the hand as a player, or as the bank; one of them has the copies."""
        beats = (_COPY, _WIN) if role.beats_level(copies) else (_WIN,)
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

    deck: CountedDeck
    win: npt.NDArray[np.int32]
    lose: npt.NDArray[np.int32]

    @property
    def push(self) -> npt.NDArray[np.int32]:
        return np.int32(replies_to_one(self.deck)) - self.win - self.lose


def deals(deck: CountedDeck) -> int:
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
    mine = portable(player, run.kept_in)
    theirs = mine if dealer is player else portable(dealer, run.kept_in)
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


def _relations(deck: CountedDeck, sums: list[int]) -> Relations:
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
    check_role(dealer, role)
    run = run or Run()
    mine = portable(player, run.kept_in)
    theirs = mine if dealer is player else portable(dealer, run.kept_in)
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


@dataclass(frozen=True, slots=True, eq=False)
class BestPlay:
    """The best setting of every class of hands against one way, and what it comes to over all deals."""

    role: Role
    merits: tuple[int, int]
    choice: npt.NDArray[np.uint8]
    hands: HandCounts
    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        return self.win + self.push + self.lose

    @property
    def value(self) -> Fraction:
        """What one unit staked comes to, by the gain and the cost that were weighed."""
        gain, cost = self.merits
        return Fraction(gain * self.win - cost * self.lose, cost * self.total)


def best_play(
    dealer: HandStrengths, role: Role, run: Run | None = None, merits: tuple[int, int] = MERITS
) -> BestPlay:
    """For every hand the setting with the greatest gain * win - cost * lose.

    Of equals it is the one with the highest high, then the highest low hand. As bank, the `dealer` is whoever
    plays against the bank, and copies are the bank's. The choice makes a way like any other:
    `hand_strengths(best.choice)`. Both roles are counted at once and kept: the other costs nothing then.
    """
    check_role(dealer, role)
    run = run or Run()
    theirs = portable(dealer, run.kept_in)
    shards = [
        Shard(
            best_shard,
            (theirs, merits, start, stop),
            (dealer.key, str(merits), f"{start}-{stop}"),
            stop - start,
        )
        for start, stop in stretches(len(dealer))
    ]
    parts = run_shards("best play", shards, run, unit="classes of hands", code=COUNTING_CODE)
    line = [*Role].index(role)
    choice, win, lose = (
        np.concatenate([part[name][line] for part in parts]) for name in ("choice", "win", "lose")
    )
    hands = HandCounts(dealer.deck, win, lose)
    wins, pushes, loses = (_over_all_hands(dealer, counts) for counts in (hands.win, hands.push, hands.lose))
    return BestPlay(role, merits, choice, hands, wins, pushes, loses)


def count_face_up(dealer: HandStrengths, run: Run | None = None) -> HandCounts:
    """For each class of hands, how it fares when it is set in sight of the dealer's hand.

    It wins if any setting of it does, and loses if every setting does; all else are pushes.
    """
    run = run or Run()
    theirs = portable(dealer, run.kept_in)
    shards = [
        Shard(face_up_shard, (theirs, start, stop), (dealer.key, f"{start}-{stop}"), stop - start)
        for start, stop in stretches(len(dealer))
    ]
    parts = run_shards("face up", shards, run, unit="classes of hands", code=COUNTING_CODE)
    win, lose = (np.concatenate([part[name] for part in parts]) for name in ("win", "lose"))
    return HandCounts(dealer.deck, win, lose)


def _over_all_hands(dealer: HandStrengths, counts: npt.NDArray[np.int32]) -> int:
    """The sum stays below C(53,7) * C(46,7) < 2**53."""
    return int(counts.astype(np.int64) @ dealer.hands.weights.astype(np.int64))


@dataclass(frozen=True, slots=True, eq=False)
class CardCounting:
    """Counting at a card table with one place of the wheel; `run` says where it is done.

    Where the main wager pushes on some hands of the dealer, copies are not told apart and nobody banks. A
    player who sees the dealer's hand, `face_up`, plays best against each.
    """

    wheel: Wheel
    run: Run
    push: DealerPushes = NO_PUSHES
    face_up: bool = False
    copies: Role = Role.BANK
    """Whose a half of equal rank is; the bank's where wagers push or the dealer's hand is seen."""

    def tally(
        self, hero: HouseWay | None, opponent: HouseWay, role: Role, merits: tuple[int, int] = MERITS
    ) -> Tally:
        """All deals of a way, or of best play where none is given, against a way."""
        if hero is None and self.face_up:
            dealer = self.dealer(opponent, role)
            hands = count_face_up(dealer, self.run)
            win, push, lose = (
                _over_all_hands(dealer, counts) for counts in (hands.win, hands.push, hands.lose)
            )
            return Tally(win, push, lose, None, None, None, 0)
        if hero is None:
            best = self.best(opponent, role, merits)
            return Tally(best.win, best.push, best.lose, None, None, None, 0)
        dealer = self.dealer(opponent, role)
        tally = count_relations(self.strengths(hero), dealer, self.run).tally(role, self.copies)
        return tally if dealer.pushes is None else tally.without_copies()

    def strengths(self, way: HouseWay) -> HandStrengths:
        return dealer_strengths(way, self.wheel)

    def dealer(self, way: HouseWay, role: Role = Role.PLAYER) -> HandStrengths:
        """The hands that a role plays against."""
        dealer = dealer_strengths(way, self.wheel, self.push)
        check_role(dealer, role)
        return dealer

    def best(self, opponent: HouseWay, role: Role, merits: tuple[int, int] = MERITS) -> BestPlay:
        # With the copies, a player is in the bank's place.
        side = Role.BANK if role.beats_level(self.copies) else Role.PLAYER
        return best_play(self.dealer(opponent, role), side, self.run, merits)

    def best_strengths(self, opponent: HouseWay, role: Role, merits: tuple[int, int]) -> HandStrengths:
        """Every hand set as best play does."""
        return hand_strengths(np.asarray(self.best(opponent, role, merits).choice), self.wheel)
