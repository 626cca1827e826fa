"""The tile game with both sides free to set: its value, and settings that neither side can improve on.

The main wager between a player and the house is a zero-sum game, vigorish included, since the house keeps it.
Regret matching (CFR+, Tammelin 2014) finds mixed settings for both sides. They are then rounded to whole
shares, and the best reply to each is counted in integers: what the player's mixture guarantees, and what the
dealer's mixture limits any player to. These are proven bounds on the value, no matter what the search did.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb
from os import cpu_count
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.counting import Role
from paigow.odds.counting.kernels import tiles as kernels
from paigow.odds.counting.tile_deals import SETTINGS, TileHands, tile_hands

SHARES: Final = 1 << 20
"""The whole of a mixture, in parts."""
LEAST_SHARE: Final = SHARES >> 10
"""Shares below this, which the search was still giving up, are left out of a certified mixture."""
CHECK_EVERY: Final = (5, 25)
"""How often the gap is computed: at first, and later in the search."""
MOST_ITERATIONS: Final = 20_000
MERITS: Final = (19, 20)
"""A win and a loss, in twentieths of the wager: even money less five percent."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CertifiedMixtures:
    """Mixed settings for both sides, and the bounds they prove on the game's value to the player."""

    player: Ints
    dealer: Ints
    """Shares that add up to `SHARES` for each hand."""
    lower: Fraction
    upper: Fraction
    iterations: int

    @property
    def gap(self) -> Fraction:
        return self.upper - self.lower

    def mixture(self, role: Role) -> Ints:
        return self.player if role is Role.PLAYER else self.dealer


@dataclass(frozen=True, slots=True)
class Equilibrium(CertifiedMixtures):
    """The solved tile game: shares are `[hand, setting]`."""

    hands: TileHands
    merits: tuple[int, int]

    def mixed_hands(self, role: Role) -> list[int]:
        """The hands that are set in more than one way."""
        return [int(hand) for hand in np.flatnonzero((self.mixture(role) > 0).sum(axis=1) > 1)]


@dataclass(frozen=True, slots=True)
class HandLoss:
    """What a side loses with one hand against an opponent: how it sets, and what would be best."""

    hand: int
    setting: int
    best: int
    loss: Fraction
    """Of each wager, over all deals."""


def solve_tiles(
    gap: Fraction = Fraction(1, 1_000_000),
    *,
    merits: tuple[int, int] = MERITS,
    hands: TileHands | None = None,
    progress: Callable[[int, Fraction], None] | None = None,
) -> Equilibrium:
    """Search until the value is known to within `gap` of the wager. `progress` is called as it narrows."""
    if not 0 < gap < 1:
        raise BadInput(f"the gap can't be {float(gap):g}", allowed="choose more than 0 and less than 1 wager")
    hands = hands or tile_hands()
    live = _undominated(hands, merits)
    search = _EquilibriumSearch(hands, merits, live)
    for iteration in range(1, MOST_ITERATIONS + 1):
        search.step(iteration)
        if iteration % CHECK_EVERY[iteration > CHECK_EVERY[1]] == 0:
            found = search.certified(iteration)
            if progress is not None:
                progress(iteration, found.gap)
            if found.gap <= gap:
                return found
    raise BadInput(
        f"the gap is above {float(gap):g} after {MOST_ITERATIONS:,} iterations", allowed="choose a larger gap"
    )


def _undominated(hands: TileHands, merits: tuple[int, int]) -> dict[Role, Bools]:
    """The settings that survive iterated elimination of those that can't be best."""
    live = {role: np.asarray(np.arange(SETTINGS) < hands.counts[:, None]) for role in Role}
    struck = True
    while struck:
        struck = False
        for role, other in ((Role.PLAYER, Role.BANK), (Role.BANK, Role.PLAYER)):
            out = np.zeros_like(live[role])
            kernels.find_dominated(
                hands.once,
                hands.twice,
                live[role],
                live[other],
                hands.low,
                hands.high,
                hands.zero,
                role is Role.PLAYER,
                *merits,
                out,
            )
            struck = struck or bool(out.any())
            live[role] = live[role] & ~out
    return live


def _gains(
    hands: TileHands, role: Role, live: Bools, shares: npt.NDArray[np.generic], merits: tuple[int, int]
) -> npt.NDArray[np.generic]:
    """Each hand's gain by each setting against a mixed opponent, on all cores."""
    out = np.zeros((len(hands), SETTINGS), dtype=shares.dtype)
    parts = cpu_count() or 1
    edges = np.linspace(0, len(hands), parts + 1).astype(int)
    with ThreadPoolExecutor(parts) as pool:
        work = partial(_gains_of_part, hands, role, live, shares, merits, out)
        list(pool.map(work, pairwise(edges)))
    return out


def _gains_of_part(
    hands: TileHands,
    role: Role,
    live: Bools,
    shares: npt.NDArray[np.generic],
    merits: tuple[int, int],
    out: npt.NDArray[np.generic],
    part: tuple[int, int],
) -> None:
    kernels.gains_against(
        hands.once,
        hands.twice,
        live,
        hands.low,
        hands.high,
        hands.zero,
        shares,
        role is Role.PLAYER,
        *merits,
        *part,
        out,
    )


class _EquilibriumSearch:
    """Regret matching with alternating updates, regrets never below zero, later iterations weighing more."""

    def __init__(self, hands: TileHands, merits: tuple[int, int], live: dict[Role, Bools]) -> None:
        self.hands, self.merits, self.live = hands, merits, live
        shape = (len(hands), SETTINGS)
        self.regrets: dict[Role, Floats] = {role: np.zeros(shape) for role in Role}
        self.sums: dict[Role, Floats] = {role: np.zeros(shape) for role in Role}
        self.now = {role: _matched(self.regrets[role], live[role]) for role in Role}

    def step(self, weight: int) -> None:
        for role, other in ((Role.PLAYER, Role.BANK), (Role.BANK, Role.PLAYER)):
            live = self.live[role]
            gains = np.asarray(_gains(self.hands, role, live, self.now[other], self.merits), dtype=np.float64)
            mean = (gains * self.now[role]).sum(axis=1, keepdims=True)
            self.regrets[role] = np.maximum(self.regrets[role] + np.where(live, gains - mean, 0), 0)
            self.now[role] = _matched(self.regrets[role], live)
            self.sums[role] += weight * self.now[role]

    def certified(self, iterations: int) -> Equilibrium:
        player, dealer = (_whole(self.sums[role]) for role in (Role.PLAYER, Role.BANK))
        lower = sure_value(self.hands, player, Role.PLAYER, self.merits)
        upper = -sure_value(self.hands, dealer, Role.BANK, self.merits)
        return Equilibrium(player, dealer, lower, upper, iterations, self.hands, self.merits)


def _matched(regrets: Floats, live: Bools) -> Floats:
    total = regrets.sum(axis=1, keepdims=True)
    even = live / live.sum(axis=1, keepdims=True)
    return np.asarray(np.where(total > 0, regrets / np.where(total > 0, total, 1), even))


def _whole(weights: Floats) -> Ints:
    """Shares in whole numbers, without those that are too small; the remainder goes to the largest."""
    shares = np.rint(weights / weights.sum(axis=1, keepdims=True) * SHARES).astype(np.int64)
    shares[shares < LEAST_SHARE] = 0
    shares[np.arange(len(shares)), shares.argmax(axis=1)] += SHARES - shares.sum(axis=1)
    return np.asarray(shares)


def pure(choices: npt.ArrayLike) -> Ints:
    """One setting for every hand, as a mixture."""
    chosen = np.asarray(choices, dtype=np.int64)
    shares = np.zeros((len(chosen), SETTINGS), dtype=np.int64)
    shares[np.arange(len(chosen)), chosen] = SHARES
    return shares


def _replies(hands: TileHands, shares: Ints, role: Role, merits: tuple[int, int]) -> Ints:
    """The gain of `role`'s opponent by each hand and setting against this mixture, in whole numbers."""
    other = Role.BANK if role is Role.PLAYER else Role.PLAYER
    every = np.asarray(np.arange(SETTINGS) < hands.counts[:, None])
    gains = np.asarray(_gains(hands, other, every, shares, merits), dtype=np.int64)
    return np.where(every, gains, np.iinfo(np.int64).min)


def sure_value(hands: TileHands, shares: Ints, role: Role, merits: tuple[int, int] = MERITS) -> Fraction:
    """What a side with this mixture is guaranteed per unit bet, whatever the other side does."""
    best = _replies(hands, shares, role, merits).max(axis=1)
    gained = sum(int(weight) * int(gain) for weight, gain in zip(hands.weights, best, strict=True))
    return -Fraction(gained, _deals(hands) * SHARES * merits[1])


def _deals(hands: TileHands) -> int:
    """All deals of two hands from the set, full or reduced, that these hands come from."""
    one = int(hands.weights.sum())
    tiles = next(tiles for tiles in range(8, 33) if comb(tiles, 4) == one)
    return one * comb(tiles - 4, 4)


def hand_losses(found: Equilibrium, choices: npt.ArrayLike, role: Role) -> list[HandLoss]:
    """Where one setting for every hand loses against the other side's mixture, the costliest hand first."""
    hands, chosen = found.hands, np.asarray(choices, dtype=np.int64)
    other = Role.BANK if role is Role.PLAYER else Role.PLAYER
    gains = _replies(hands, found.mixture(other), other, found.merits)
    best = gains.argmax(axis=1)
    rows = np.arange(len(hands))
    lost = hands.weights * (gains[rows, best] - gains[rows, chosen])
    whole = _deals(hands) * SHARES * found.merits[1]
    return [
        HandLoss(int(hand), int(chosen[hand]), int(best[hand]), Fraction(int(lost[hand]), whole))
        for hand in np.argsort(-lost, kind="stable")
        if lost[hand]
    ]
