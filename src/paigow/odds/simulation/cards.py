"""Simulated rounds of the card game: every seat with a main wager and each optional wager that is offered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.counting.decks import FULL, numbering
from paigow.odds.counting.strengths import HandStrengths, raised_against
from paigow.odds.reports.wager_odds import WagerOdds
from paigow.odds.simulation import kernels
from paigow.odds.simulation.lines import LineSums, combine, line_sums
from paigow.odds.simulation.sampling import Dealing, Estimate, Exact, Sums, main_estimates
from paigow.odds.wagers.lines import line_numbers
from paigow.odds.wagers.main import MainTerms

MOST_CARD_SEATS: Final = 6
"""Seven places are dealt (R35): six hands may play against the seventh."""

Words = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class CardRounds:
    """What is dealt: how many seats, how they and the bank set, and the odds of the wagers there.

    A wager's odds hold its pay table at its stake; what a simulated line gains is read from them.
    """

    seats: int
    player: HandStrengths
    bank: HandStrengths
    wagers: tuple[WagerOdds, ...] = ()

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= MOST_CARD_SEATS:
            raise BadInput(f"{self.seats} seats", allowed=f"from 1 to {MOST_CARD_SEATS}")


def _combined(setup: CardRounds) -> tuple[LineSums, npt.NDArray[np.uint16], npt.NDArray[np.uint8]]:
    lines = line_sums(setup.wagers, setup.seats)
    return lines, *combine([line_numbers(wager) for wager in lines.wagers], len(setup.player))


def _packed(high: npt.NDArray[np.uint16], low: npt.NDArray[np.uint8], codes: npt.NDArray[np.uint16]) -> Words:
    halves = high.astype(np.uint32) << kernels.HIGH_SHIFT | low
    return np.asarray(halves | codes.astype(np.uint32) << kernels.LINES_SHIFT, dtype=np.uint32)


def _deal(
    setup: CardRounds,
    hands: tuple[Words, Words],
    gains: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
    state: npt.NDArray[np.uint64],
    rounds: int,
) -> Sums:
    combinations, sums = gains[0].shape
    results = np.zeros((setup.seats + 1, setup.seats + 1), dtype=np.int64)
    made, dealt = np.zeros(combinations, dtype=np.int64), np.zeros(combinations, dtype=np.int64)
    squares = np.zeros(sums)
    bits = np.array([1 << (52 if card == 52 else 13 * (card & 3) + (card >> 2)) for card in range(53)])
    kernels.card_rounds(
        state, rounds, setup.seats, bits, *numbering(FULL), *hands, *gains, results, made, dealt, squares
    )
    return results, made, dealt, squares


def card_dealing(setup: CardRounds) -> Dealing:
    """The rounds made ready; the sums of `simulate` go to `card_estimates`."""
    lines, codes, parts = _combined(setup)
    player = _packed(raised_against(setup.bank, setup.player.high), setup.player.low, codes)
    bank = player if setup.bank is setup.player else _packed(setup.bank.high, setup.bank.low, codes)
    gains = lines.gains(parts, dealt=False), lines.gains(parts, dealt=True)
    return Dealing("cards", partial(_deal, setup, (player, bank), gains))


def card_estimates(
    setup: CardRounds, sums: Sums, terms: MainTerms, exact: Mapping[str, Exact]
) -> tuple[Estimate, ...]:
    """Every wager's mean per unit staked, from whole rounds; with envy where other seats may bring it."""
    results, *by_line = sums
    lines, _, parts = _combined(setup)
    found = lines.estimates(parts, int(results.sum()), tuple(by_line), exact)
    return (*main_estimates(setup.seats, results[np.newaxis], terms, exact), *found)
