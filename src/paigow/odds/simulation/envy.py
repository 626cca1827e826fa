"""Envy in addition to a seat's own wagers: other players' hands are sampled only where they pay.

How often another player holds a hand of each value is counted exactly. Those hands are the strata: for each,
a number of rounds is dealt around one such hand, to see how the seat's own wagers do then. A round in which h
others hold such hands can be dealt around each of them, so it has weight 1/h. Rounds without envy are all
other deals, so each wager on its own keeps its exact odds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import numpy.typing as npt

from paigow.faults import BadInput
from paigow.odds.counting.decks import HAND, hand_numbers
from paigow.odds.simulation.sampling import CONFIDENCE, Range, Samples, estimate
from paigow.odds.wagers.seat import SeatRound, Stake

if TYPE_CHECKING:
    from paigow.odds.counting.strengths import HandStrengths

ROUNDS: Final = 20_000
"""In each stratum."""
MOST_OTHERS: Final = 5
_KEPT: Final = 0.99
_SUITS: Final = 4
_JOKER: Final = 52

Cards = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Players:
    """How a seat and the dealer set, the main wager's payouts, and the lines of the seat's hand."""

    player: HandStrengths
    dealer: HandStrengths
    nets: tuple[int, int, int]
    stakes: Sequence[Stake]
    lines: Sequence[Ints]
    """For each stake, the line of every class of hands, as an index into `names`."""
    names: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class EnvyRound:
    """A seat's round with envy, the exact mean of envy, and its covariance with the main wager."""

    seat: SeatRound
    mean: Fraction
    """In cents, counted."""
    rounds: int
    correlation: tuple[float, float]
    """Of the main wager and envy: a confidence interval of at least 95%."""


def with_envy(
    seat: SeatRound, players: Players, bonus: Ints, others: int, seed: int, rounds: int | None = None
) -> EnvyRound:
    """Add what this many other players' hands bring: `bonus` in cents by class of hands."""
    if not 1 <= others <= MOST_OTHERS:
        raise BadInput(f"{others} other players", allowed=f"1 to {MOST_OTHERS}")
    rounds = rounds or ROUNDS
    weights = players.dealer.hands.weights.astype(np.int64)
    worths = [int(worth) for worth in np.unique(bonus) if worth]
    if not worths:
        raise BadInput("no hand of another player pays anything", allowed="choose a wager that earns envy")
    chance = np.random.default_rng(seed)
    scale = rounds * lcm(*range(1, others + 1))
    replies = seat.total // int(weights.sum())
    counts = Counter({(*nets, 0): scale * count for nets, count in seat.counts.items()})
    products, risk = [0.0, 0.0], (1 - CONFIDENCE) / len(worths)
    for worth in worths:
        rows = np.flatnonzero(bonus == worth)
        hands = int(weights[rows].sum())
        drawn = chance.choice(rows, rounds, p=weights[rows] / hands)
        nets, envy, held = _dealt(players, bonus, drawn, others, chance)
        each = others * hands * replies * scale // rounds
        kept = 0
        for cell, amount, h in zip(nets, envy.tolist(), held.tolist(), strict=True):
            # A cell so rare that a single sample outweighs all of its deals is left without envy.
            if counts[(*cell, 0)] >= each // h:
                counts[(*cell, 0)] -= each // h
                counts[(*cell, amount)] += each // h
                kept += 1
        assert kept > _KEPT * rounds, "the deals counted are not those that were sampled"
        gains = np.array([cell[0] for cell in nets]) * envy / held
        top = float(np.abs(players.nets).max()) * others * max(worths)
        told = estimate("", Samples(rounds, gains.sum(), (gains**2).sum()), Range(-top, top), None)
        part = others * hands / int(weights.sum())
        products = [old + part * new for old, new in zip(products, told.around(risk), strict=True)]
    found = SeatRound((*seat.names, "envy"), +counts)
    mean = others * Fraction(sum(int(w) * int(b) for w, b in _sums(weights, bonus)), int(weights.sum()))
    spread = sqrt(float(found.covariance(0, 0)) * float(found.covariance(len(seat.names), len(seat.names))))
    away = float(seat.mean(0) * mean)
    low, high = ((product - away) / spread for product in products)
    return EnvyRound(found, mean, rounds * len(worths), (max(low, -1.0), min(high, 1.0)))


def _sums(weights: Ints, bonus: Ints) -> list[tuple[int, int]]:
    """How many hands bring each amount."""
    return [(int(weights[bonus == worth].sum()), int(worth)) for worth in np.unique(bonus) if worth]


def _dealt(
    players: Players, bonus: Ints, rows: Ints, others: int, chance: np.random.Generator
) -> tuple[list[tuple[int, ...]], Ints, Ints]:
    """Rounds around another player's hands: the seat's gains, all envy, and how many others bring some."""
    first = _with_random_suits(players.dealer.hands.cards[rows], chance)
    rest = _rest(first, chance)
    hands = (rest[:, HAND * n : HAND * (n + 1)] for n in range(others + 1))
    own, dealer, *more = (hand_numbers(np.ascontiguousarray(each)) for each in hands)
    held = np.array([bonus[rows], *(bonus[each] for each in more)])
    player = players.player
    halves = (player.low[own] > players.dealer.low[dealer]).astype(int)
    halves += player.high[own] > players.dealer.high[dealer]
    main = np.array(players.nets)[halves]
    sides = [
        [stake.net(names[line]) for line in lines[own].tolist()]
        for stake, lines, names in zip(players.stakes, players.lines, players.names, strict=True)
    ]
    return list(zip(main.tolist(), *sides, strict=True)), held.sum(axis=0), (held > 0).sum(axis=0)


def _with_random_suits(cards: Cards, chance: np.random.Generator) -> Cards:
    """Each hand of a class is equally likely: permute its suits at random."""
    orders = chance.permuted(np.tile(np.arange(_SUITS, dtype=np.uint8), (len(cards), 1)), axis=1)
    suits = np.take_along_axis(orders, (cards % _SUITS).astype(np.int64), axis=1)
    return np.where(cards == _JOKER, cards, cards - cards % _SUITS + suits)


def _rest(held: Cards, chance: np.random.Generator) -> Cards:
    """The other cards of the deck in random order."""
    cards = _JOKER + 1
    out = np.zeros((len(held), cards), dtype=np.bool_)
    out[np.arange(len(held))[:, None], held] = True
    order = chance.random((len(held), cards))
    order[out] = 2.0
    return np.argsort(order, axis=1)[:, : cards - HAND].astype(np.uint8)
