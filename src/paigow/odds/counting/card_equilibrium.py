"""The card game on a reduced deck with both sides free to set: its value, and optimal settings.

Like the tile game (`equilibrium`) it is zero-sum, vigorish included. A reduced deck has few enough classes of
hands for one matrix of all pairs of settings. The full deck has 6,972,147 classes: its value is only bounded,
by the best reply to a house way from either side (`value_bounds`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import best_play, deals
from paigow.odds.counting.decks import HAND, CountedDeck, hand_numbers, packed
from paigow.odds.counting.equilibrium import (
    CHECK_EVERY,
    LEAST_SHARE,
    MERITS,
    MOST_ITERATIONS,
    SHARES,
    CertifiedMixtures,
)
from paigow.odds.counting.kernels.sweeping import mark_candidates
from paigow.odds.counting.strengths import HandStrengths, deck_hands
from paigow.odds.runs.shards import Run
from paigow.ranks.batch import setting_strengths

MOST_SETTINGS: Final = 6000
"""A matrix of this many settings on each side takes 300 MB."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class CardGame:
    """The settings of each class of hands that no other dominates, and the gain of each against each."""

    deck: CountedDeck
    first: Ints
    """Where the settings of each class of hands start."""
    choices: npt.NDArray[np.uint8]
    gains: Ints
    """`[player's setting, dealer's setting]`: 19 for a win less 20 for a loss, over the deals of both."""

    @property
    def sizes(self) -> Ints:
        return np.diff(self.first, append=len(self.choices))


def card_game(deck: CountedDeck, merits: tuple[int, int] = MERITS) -> CardGame:
    """The game of a reduced deck; raise BadInput if it is too large for one matrix."""
    hands = deck_hands(deck)
    settings = setting_strengths(hands.cards)
    marked = np.zeros(settings.fouled.shape, dtype=np.bool_)
    mark_candidates(settings.low, settings.high, settings.fouled, marked)
    rows, choices = np.nonzero(marked)
    if len(rows) > MOST_SETTINGS:
        raise BadInput(
            f"{len(deck)} cards have {len(rows):,} settings",
            allowed=f"choose a deck with at most {MOST_SETTINGS:,}",
        )
    high, low = (each[marked].astype(np.int64) for each in (settings.high, settings.low))
    won = (high[:, None] > high).astype(np.int8) + (low[:, None] > low)
    gain, cost = merits
    pairs = _disjoint_pairs(deck)
    gains = np.where(won == 2, gain, np.where(won == 0, -cost, 0)) * pairs[rows][:, rows]
    return CardGame(deck, np.flatnonzero(np.diff(rows, prepend=-1)), choices.astype(np.uint8), gains)


def _disjoint_pairs(deck: CountedDeck) -> Ints:
    """`[a, b]`: how many hands of class a and class b can be dealt together."""
    every = np.array(list(combinations(deck.card_indexes, HAND)), dtype=np.uint8)
    sets, numbers = packed(every), hand_numbers(every, deck)
    hands = deck_hands(deck)
    found = np.zeros((len(hands), len(hands)), dtype=np.int64)
    for number, (held, weight) in enumerate(zip(hands.sets, hands.weights, strict=True)):
        beside = np.bincount(numbers[sets & held == 0], minlength=len(hands))
        found[number] = int(weight) * beside
    return found


@dataclass(frozen=True, slots=True)
class CardEquilibrium(CertifiedMixtures):
    """The solved game of a reduced deck: shares are by setting, in the order of `game.choices`."""

    game: CardGame

    def mixed_classes(self, role: Role) -> int:
        """How many classes of hands are set in more than one way."""
        held = (self.mixture(role) > 0).astype(np.int64)
        return int((np.add.reduceat(held, self.game.first) > 1).sum())


def solve_cards(
    deck: CountedDeck,
    gap: Fraction = Fraction(1, 1_000_000),
    *,
    progress: Callable[[int, Fraction], None] | None = None,
) -> CardEquilibrium:
    """Search until the value is known to within `gap` of the wager. `progress` is called as it narrows."""
    game = card_game(deck)
    matrix = game.gains.astype(np.float64)
    regrets, sums = np.zeros((2, len(game.choices))), np.zeros((2, len(game.choices)))
    now = [_matched(game, regrets[side]) for side in range(2)]
    for iteration in range(1, MOST_ITERATIONS + 1):
        for side in range(2):
            gains = matrix @ now[1] if side == 0 else -(now[0] @ matrix)
            mean = np.repeat(np.add.reduceat(gains * now[side], game.first), game.sizes)
            regrets[side] = np.maximum(regrets[side] + gains - mean, 0)
            now[side] = _matched(game, regrets[side])
            sums[side] += iteration * now[side]
        if iteration % CHECK_EVERY[iteration > CHECK_EVERY[1]] == 0:
            found = _certified(game, sums, iteration)
            if progress is not None:
                progress(iteration, found.gap)
            if found.gap <= gap:
                return found
    raise BadInput(
        f"the gap is above {float(gap):g} after {MOST_ITERATIONS:,} iterations", allowed="choose a larger gap"
    )


def _matched(game: CardGame, regrets: Floats) -> Floats:
    total = np.repeat(np.add.reduceat(regrets, game.first), game.sizes)
    even = 1 / np.repeat(game.sizes, game.sizes)
    return np.asarray(np.where(total > 0, regrets / np.where(total > 0, total, 1), even))


def _certified(game: CardGame, sums: Floats, iterations: int) -> CardEquilibrium:
    player, dealer = (_whole(game, side) for side in sums)
    return CardEquilibrium(player, dealer, *sure_values(game, player, dealer), iterations, game)


def _whole(game: CardGame, weights: Floats) -> Ints:
    """Shares in whole numbers, without those that are too small; the remainder goes to the largest."""
    totals = np.repeat(np.add.reduceat(weights, game.first), game.sizes)
    shares = np.rint(weights / totals * SHARES).astype(np.int64)
    shares[shares < LEAST_SHARE] = 0
    for start, size in zip(game.first, game.sizes, strict=True):
        part = shares[start : start + size]
        part[part.argmax()] += SHARES - part.sum()
    return np.asarray(shares)


def sure_values(game: CardGame, player: Ints, dealer: Ints) -> tuple[Fraction, Fraction]:
    """What the player's mixture guarantees, and what the dealer's limits any player to: in whole numbers."""
    whole = deals(game.deck) * SHARES * MERITS[1]
    least = np.minimum.reduceat(player @ game.gains, game.first)
    most = np.maximum.reduceat(game.gains @ dealer, game.first)
    return Fraction(int(least.sum()), whole), Fraction(int(most.sum()), whole)


def value_bounds(
    player: HandStrengths, dealer: HandStrengths, run: Run | None = None
) -> tuple[Fraction, Fraction]:
    """Bounds on the game's value: what each way guarantees, whatever the other side does.

    A player who sets by one way is guaranteed what the best dealer leaves: a dealer gets 20 for a win and
    pays 19 for a loss. A dealer who sets by the other way limits any player to best play against it.
    """
    gain, cost = MERITS
    against = best_play(player, Role.BANK, run, (cost, gain))
    lower = -Fraction(cost * against.win - gain * against.lose, cost * against.total)
    return lower, best_play(dealer, Role.PLAYER, run).value
