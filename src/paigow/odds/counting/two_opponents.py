"""Proven bounds for a bank against two equal wagers: for cards, where three hands are too many to count.

Vigorish is due on the surplus (R11). Against two opponents, the bank's surplus above zero is what it wins
less twice the deals in which it beats the first and loses to the second: max(x + y, 0) = [x wins] + [y wins]
- [x wins, y loses] - [x loses, y wins] for x and y of -1, 0 and 1. So one number is missing beside what one
opponent tells: how many pairs of disjoint replies (B, C) to a hand have B beaten and C not.

With w of N replies beaten and v lost to, that number is a form in the matrix of disjoint replies, the Kneser
graph. Its eigenvalues are known: D = C(n-k, k) for the constant, and (-1)**j C(n-k-j, k-j) for j from 1 to k,
all of them between -C(n-k-1, k-1) and C(n-k-2, k-2). A reply is not both beaten and lost to, so around the
middle of that range the number is (D + middle) w v / N, give or take the range's half times the lengths of
both vectors without their means.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import count_hands
from paigow.odds.counting.decks import HAND
from paigow.odds.counting.strengths import HandStrengths
from paigow.odds.runs.shards import Run
from paigow.wagers.money import RATE

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
_ROUNDING: Final = 1e-9
"""More than the floating-point error: sums of products of positive numbers, a few million of them."""


def mixed_pairs(win: Ints, lose: Ints, cards: int, hand: int) -> tuple[Floats, Floats]:
    """For each hand of a bank, the least and the most ordered pairs of disjoint replies with both results.

    The first is beaten, the second lost to. `win` and `lose` count replies of `hand` cards out of `cards`.
    """
    replies, beside = comb(cards, hand), comb(cards - hand, hand)
    least, most = -comb(cards - hand - 1, hand - 1), comb(cards - hand - 2, hand - 2)
    won, lost = win / replies, lose / replies
    middle = (beside - (least + most) / 2) * replies * won * lost
    reach = (most - least) / 2 * replies * np.sqrt(won * (1 - won) * lost * (1 - lost))
    limit = np.minimum(win, lose).astype(np.float64) * beside
    return np.clip(middle - reach, 0, limit), np.clip(middle + reach, 0, limit)


@dataclass(frozen=True, slots=True)
class TwoOpponents:
    """The bank's gain per unit bet by two opponents: at least, and at most."""

    gross: Fraction
    """Before vigorish: the same as with one opponent."""
    lower: float
    upper: float


def two_opponents(
    weights: Ints, win: Ints, lose: Ints, cards: int, hand: int, rate: Fraction = RATE
) -> TwoOpponents:
    """Over all hands of a bank: how many there are of each, and their results against one opponent."""
    replies, beside = comb(cards, hand), comb(cards - hand, hand)
    deals = int(weights.sum()) * replies
    wins = sum(int(w) * int(win[weights == w].sum()) for w in np.unique(weights))
    losses = sum(int(w) * int(lose[weights == w].sum()) for w in np.unique(weights))
    least, most = (float(part @ weights) for part in mixed_pairs(win, lose, cards, hand))
    gross = Fraction(wins - losses, deals)
    share = float(rate)
    offset = [share * pairs / (deals * beside) for pairs in (least, most)]
    before = float(gross) - share * wins / deals
    return TwoOpponents(gross, before + offset[0] - _ROUNDING, before + offset[1] + _ROUNDING)


def two_card_opponents(bank: HandStrengths, opponents: HandStrengths, run: Run | None = None) -> TwoOpponents:
    """A bank by one way against two who set by another (cards); its hands are counted against one."""
    counts = count_hands(bank, opponents, Role.BANK, run)
    win, lose, weights = (part.astype(np.int64) for part in (counts.win, counts.lose, bank.hands.weights))
    return two_opponents(weights, win, lose, len(bank.deck) - HAND, HAND)
