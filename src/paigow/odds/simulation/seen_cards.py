"""The value of seeing other card hands before setting: sampled, while tiles are counted.

A sample is your own hand and the cards you saw. The unseen part is then counted in full: every hand the
dealer can hold, against every setting. Only the difference from the house way is sampled, since the house way
itself is counted exactly; that difference is never below zero, and small.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.odds.counting import Role
from paigow.odds.counting.decks import HAND, CountedDeck, hand_numbers, numbering
from paigow.odds.counting.kernels.sweeping import mark_candidates
from paigow.odds.counting.strengths import HandStrengths, check_role, raised_against
from paigow.odds.simulation import kernels
from paigow.odds.simulation.sampling import Dealing, Estimate, Range, Samples, Sums, estimate, simulate
from paigow.ranks.batch import setting_strengths

MERITS: Final = (19, 20)
"""A win and a loss, in twentieths of the wager: even money less five percent."""
MOST_SEEN: Final = 5
"""Seven hands are dealt: five besides your own and the dealer's."""
_BATCH: Final = 1 << 12

Cards = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class _Sight:
    """Who sees how many other hands, and against whom."""

    player: HandStrengths
    dealer: HandStrengths
    role: Role
    others: int
    merits: tuple[int, int]


def gain_of_seeing(
    player: HandStrengths,
    dealer: HandStrengths,
    role: Role,
    others: int,
    rounds: int,
    seed: int,
    *,
    merits: tuple[int, int] = MERITS,
    executor: Executor | None = None,
    progress: Callable[[int], None] | None = None,
) -> Estimate:
    """The gain per unit of best play, after seeing this many other hands, over the player's way."""
    check_role(dealer, role)
    most = min(MOST_SEEN, len(dealer.deck) // HAND - 2)
    if not 0 <= others <= most:
        raise BadInput(f"you can't see {counted(others, 'other hand')}", allowed=f"choose 0 to {most}")
    sight = _Sight(player, dealer, role, others, merits)
    dealing = Dealing(f"seen cards {others}", partial(_deal, sight))
    sums = simulate(dealing, rounds, seed, executor=executor, progress=progress)
    samples = Samples(rounds, float(sums[0][0]), float(sums[0][1]))
    gain, cost = merits
    return estimate("main", samples, Range(0.0, (gain + cost) / cost), None)


def _deal(sight: _Sight, state: npt.NDArray[np.uint64], rounds: int) -> Sums:
    """The sum of the gains, and the sum of their squares."""
    deck = np.array(sight.dealer.deck.card_indexes, dtype=np.uint8)
    found = np.zeros(2)
    for start in range(0, rounds, _BATCH):
        decks = np.tile(deck, (min(_BATCH, rounds - start), 1))
        kernels.draw_decks(state, HAND * (sight.others + 1), decks)
        gains = gains_of(sight.player, sight.dealer, sight.role, sight.others, decks, sight.merits)
        found += gains.sum(), (gains * gains).sum()
    return (found,)


def gains_of(
    player: HandStrengths,
    dealer: HandStrengths,
    role: Role,
    others: int,
    decks: Cards,
    merits: tuple[int, int] = MERITS,
) -> npt.NDArray[np.float64]:
    """The gain over the player's way, deck by deck: first your own hand, then those seen."""
    own = np.ascontiguousarray(np.sort(decks[:, :HAND], axis=1)[:, ::-1])
    settings = setting_strengths(own, dealer.wheel)
    marked = np.zeros(settings.fouled.shape, dtype=np.bool_)
    mark_candidates(settings.low, settings.high, settings.fouled, marked)
    numbers = hand_numbers(own, dealer.deck)
    high = np.column_stack([settings.high, player.high[numbers]])
    low = np.column_stack([settings.low, player.low[numbers]])
    beaten_high = raised_against(dealer, high) + np.uint16(role is Role.BANK)
    found = np.zeros((len(decks), 2), dtype=np.int64)
    kernels.gains_of_seeing(
        _single_bits()[decks[:, HAND * (others + 1) :]],
        *numbering(dealer.deck),
        dealer.high.astype(np.uint32) << np.uint32(kernels.HIGH_SHIFT) | dealer.low,
        beaten_high,
        low + np.uint8(role is Role.BANK),
        np.column_stack([marked, np.ones(len(decks), dtype=np.bool_)]),
        *merits,
        found,
    )
    return (found[:, 0] - found[:, 1]) / (merits[1] * replies_unseen(dealer.deck, others))


def replies_unseen(deck: CountedDeck, others: int) -> int:
    """How many hands the dealer can hold besides your own and this many seen ones."""
    return comb(len(deck) - HAND * (others + 1), HAND)


def _single_bits() -> npt.NDArray[np.int64]:
    return np.array([1 << (52 if card == 52 else 13 * (card & 3) + (card >> 2)) for card in range(53)])
