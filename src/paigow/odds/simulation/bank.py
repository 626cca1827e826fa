"""The bank against any number of equal wagers: exact before vigorish, sampled only for the vigorish.

Before vigorish, the bank gains from each opponent what it gains from one, which is counted exactly. Vigorish
is charged on a surplus above zero (R11), and only the mean of that part is sampled, so an error in it counts
one twentieth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from paigow.odds.counting import Tally
from paigow.odds.simulation.rounds import CardRounds, TileRounds, card_dealing, tile_dealing
from paigow.odds.simulation.sampling import Estimate, Range, Samples, estimate, simulate
from paigow.wagers.money import RATE

if TYPE_CHECKING:
    from paigow.odds.counting.strengths import HandStrengths
    from paigow.odds.counting.tile_deals import AsSet, TileHands

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class BankEstimate:
    """The bank's gain per unit bet against it: `gross` is exact, less a share of `over`."""

    opponents: int
    gross: Fraction
    over: Estimate
    """The surplus above zero per unit bet against the bank."""

    @property
    def value(self) -> float:
        return float(self.gross) - float(RATE) * self.over.mean

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval: it misses the true value in at most five samples of a hundred."""
        low, high = self.over.interval
        return float(self.gross) - float(RATE) * high, float(self.gross) - float(RATE) * low


def gross_of(bank: Tally) -> Fraction:
    """The bank's gain from one opponent before vigorish."""
    return Fraction(bank.win - bank.lose, bank.total)


def tile_bank(
    hands: TileHands,
    bank: AsSet,
    opponents: tuple[AsSet, int],
    gross: Fraction,
    rounds: int,
    seed: int,
    progress: Progress | None = None,
) -> BankEstimate:
    """A bank in the tile game; `opponents` is how they set, and how many there are."""
    player, seats = opponents
    dealing = tile_dealing(TileRounds(hands, seats, player, bank))
    results = simulate(dealing, rounds, seed, progress=progress)[0].sum(axis=0)
    return _estimated(seats, gross, results)


def card_bank(
    bank: HandStrengths,
    opponents: tuple[HandStrengths, int],
    gross: Fraction,
    rounds: int,
    seed: int,
    progress: Progress | None = None,
) -> BankEstimate:
    """A bank in the card game; `opponents` is how they set, and how many there are."""
    player, seats = opponents
    dealing = card_dealing(CardRounds(seats, player, bank))
    return _estimated(seats, gross, simulate(dealing, rounds, seed, progress=progress)[0])


def _estimated(seats: int, gross: Fraction, results: np.ndarray) -> BankEstimate:
    """From `results[wins, losses]` of the opponents."""
    cells = [cell for cell in np.ndindex(results.shape) if sum(cell) <= seats]
    over = [max(lost - won, 0) / seats for won, lost in cells]
    samples = Samples.weighed(over, [int(results[cell]) for cell in cells])
    return BankEstimate(seats, gross, estimate("surplus", samples, Range(0.0, 1.0), None))
