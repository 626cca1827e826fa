"""The best setting of every card hand, and of one, against all replies of a way. Not way against way."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.material.cards import Card, cards_text
from paigow.material.settings import CardSetting
from paigow.odds.card_shards import best_shard
from paigow.odds.cards import COUNTING_CODE, HandCounts, stretches
from paigow.odds.decks import HAND
from paigow.odds.kernels import choosing
from paigow.odds.roles import NET_OF_A_WIN, Role
from paigow.odds.runs import Run, Shard, run_shards
from paigow.odds.strengths import HandStrengths, carried
from paigow.ranks.numbering import five_ranks, two_ranks
from paigow.ranks.poker import Wheel, card_settings, is_fouled, rank_five_cards, rank_two_cards

__all__ = ["MERITS", "BestPlay", "SettingCounts", "best_play", "best_settings"]

MERITS: Final = (19, 20)
"""Whole numbers in the ratio of what a win gains, after five percent (R11), and a loss costs."""


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


class SettingCounts(NamedTuple):
    """One setting of a hand with its exact counts over all replies; value after five percent."""

    setting: CardSetting
    win: int
    push: int
    lose: int
    value: Fraction


def best_play(
    dealer: HandStrengths, role: Role, run: Run | None = None, merits: tuple[int, int] = MERITS
) -> BestPlay:
    """For every hand the setting with the greatest gain * win - cost * lose.

    Of equals it is the one with the highest high, then the highest low hand. As bank, the `dealer` is whoever
    plays against the bank, and copies are the bank's. The choice makes a way like any other:
    `hand_strengths(best.choice)`. Both roles are counted at once and kept: the other costs nothing then.
    """
    run = run or Run()
    theirs = carried(dealer, run.kept_in)
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


def _over_all_hands(dealer: HandStrengths, counts: npt.NDArray[np.int32]) -> int:
    """The sum stays below C(53,7) * C(46,7) < 2**53."""
    return int(counts.astype(np.int64) @ dealer.hands.weights.astype(np.int64))


@cache
def _matchings() -> npt.NDArray[np.uint8]:
    """For each 4 by 4 table of allowed places, as 16 bits, in how many ways four things take one each."""
    tables = np.arange(1 << 16)
    found = np.zeros(1 << 16, dtype=np.uint8)
    for order in permutations(range(4)):
        need = sum(1 << 4 * thing + place for thing, place in enumerate(order))
        found += (tables & need) == need
    return found


def best_settings(hand: Sequence[Card], dealer: HandStrengths, role: Role) -> list[SettingCounts]:
    """Every setting of seven cards that is not fouled, against all C(46,7) = 53,524,680 replies; best first.

    Of equal values the highest high, then the highest low hand comes first. This counts reply by reply, not
    by shared cards.
    """
    if len({*hand}) != HAND or not {card.index for card in hand} <= {*dealer.deck.card_indexes}:
        raise BadInput(f"{cards_text(hand)!r} is no hand", allowed="seven different cards are wanted")
    below = _replies_below(hand, dealer)
    level = int(role is Role.BANK)
    found = []
    for setting in card_settings(sorted(hand, key=lambda card: card.index, reverse=True)):
        if not is_fouled(setting, dealer.wheel):
            high, low = _strengths(setting, dealer.wheel)
            found.append((_counted(setting, below, high + level, low + level), high, low))
    found.sort(key=lambda entry: (entry[0].value, *entry[1:]), reverse=True)
    return [counts for counts, *_ in found]


def _strengths(setting: CardSetting, wheel: Wheel) -> tuple[int, int]:
    """By the plain ranks: a single hand is not worth the tables for millions."""
    high = bisect_left(five_ranks(wheel), rank_five_cards(setting.high, wheel))
    return high, bisect_left(two_ranks(), rank_two_cards(setting.low))


def _replies_below(hand: Sequence[Card], dealer: HandStrengths) -> npt.NDArray[np.int64]:
    """`[h, l]`: how many replies to a hand are below h in the high and below l in the low half."""
    table = np.zeros((1 << 13, 1 << 7), dtype=np.int64)
    bits = sum(1 << (52 if card.is_joker else 13 * (card.index % 4) + card.index // 4) for card in hand)
    hands = dealer.hands
    choosing.spread_replies(bits, hands.sets, hands.weights, _matchings(), dealer.low, dealer.high, table)
    below = np.zeros((table.shape[0] + 1, table.shape[1] + 1), dtype=np.int64)
    below[1:, 1:] = table.cumsum(axis=0).cumsum(axis=1)
    return below


def _counted(setting: CardSetting, below: npt.NDArray[np.int64], high: int, low: int) -> SettingCounts:
    """The setting wins against replies below in both halves, and loses to those below in neither."""
    total, win = int(below[-1, -1]), int(below[high, low])
    lose = total - int(below[high, -1]) - int(below[-1, low]) + win
    value = (win * NET_OF_A_WIN - lose) / total
    return SettingCounts(setting, win, total - win - lose, lose, value)
