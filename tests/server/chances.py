"""Statistics of drawn orders and dice: a p-value for each thing that could be wrong. Not their source.

Every statistic is of independent draws; chi-square tails are by Wilson and Hilferty's cube root (1931), which
is good to three digits from a few degrees of freedom on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb, erfc, factorial, sqrt

import numpy as np
from numpy.typing import NDArray

__all__ = ["Drawn", "p_values"]

Whole = NDArray[np.int64]
STACK = 4


@dataclass(frozen=True, slots=True)
class Drawn:
    """Rounds as rows: the order of the pieces by number, and three dice from 0 to 5."""

    orders: Whole
    dice: Whole
    outcomes: Whole
    """How often each seat won, pushed, and lost."""


def tail(chi_square: float, degrees: int) -> float:
    """How likely a chi-square this far from its center is, on either side."""
    scale = 2 / (9 * degrees)
    away = ((chi_square / degrees) ** (1 / 3) - (1 - scale)) / sqrt(scale)
    return float(erfc(abs(away) / sqrt(2)))


def of_counts(counts: Whole, expected: NDArray[np.float64] | float, lost: int = 1) -> float:
    cells = np.asarray(counts, dtype=np.float64)
    chi_square = float(((cells - expected) ** 2 / expected).sum())
    return tail(chi_square, cells.size - lost)


def _table(first: Whole, second: Whole, rows: int, columns: int) -> Whole:
    return np.bincount(first * columns + second, minlength=rows * columns)


def _places(drawn: Drawn) -> float:
    """Every piece equally often at every place: rows and columns are fixed, so (n - 1) squared are free."""
    rounds, size = drawn.orders.shape
    places = np.tile(np.arange(size), rounds)
    counts = _table(drawn.orders.ravel(), places, size, size)
    chi_square = float(((counts - rounds / size) ** 2 / (rounds / size)).sum())
    # The counts of one shuffle exclude each other: the sum is n / (n - 1) times a chi-square.
    return tail(chi_square * (size - 1) / size, (size - 1) ** 2)


def _neighbours(drawn: Drawn) -> float:
    """Which piece follows which, examined once per shuffle, at a place that moves on."""
    rounds, size = drawn.orders.shape
    row, place = np.arange(rounds), np.arange(rounds) % (size - 1)
    first, second = drawn.orders[row, place], drawn.orders[row, place + 1]
    counts = _table(first, second, size, size).reshape(size, size)
    return of_counts(counts[~np.eye(size, dtype=bool)], rounds / (size * (size - 1)))


def _sign(drawn: Drawn) -> float:
    """Half of all orders are an even number of exchanges away from the first."""
    rounds, size = drawn.orders.shape
    odd = np.zeros(rounds, dtype=np.int64)
    for first, second in combinations(range(size), 2):
        odd += drawn.orders[:, first] > drawn.orders[:, second]
    return of_counts(np.bincount(odd % 2, minlength=2), rounds / 2)


def _fixed(drawn: Drawn) -> float:
    """How many pieces stay where they were: k do with probability D(n - k) / (k! (n - k)!)."""
    rounds, size = drawn.orders.shape
    stay = (drawn.orders == np.arange(size)).sum(axis=1)
    chances = [sum((-1) ** j / factorial(j) for j in range(size - k + 1)) / factorial(k) for k in range(4)]
    chances.append(1 - sum(chances))
    return of_counts(np.bincount(np.minimum(stay, 4), minlength=5), rounds * np.array(chances))


def _rounds(drawn: Drawn) -> float:
    """The first piece of one round says nothing about the next."""
    size = drawn.orders.shape[1]
    pairs = drawn.orders[: len(drawn.orders) // 2 * 2, 0].reshape(-1, 2)
    return of_counts(_table(pairs[:, 0], pairs[:, 1], size, size), len(pairs) / size**2)


def _pairs_dealt(drawn: Drawn) -> Iterator[float]:
    """Each stack of four holds a matched pair as often as four of the pieces do.

    Pieces 2k and 2k + 1 match. With n pairs: two matched C(n, 2), one n (C(2n - 2, 2) - (n - 1)).
    """
    rounds, size = drawn.orders.shape
    size -= size % 2
    pairs = size // 2
    two, one = comb(pairs, 2), pairs * (comb(size - 2, 2) - (pairs - 1))
    all_hands = comb(size, STACK)
    chances = np.array([all_hands - two - one, one, two]) / all_hands
    for stack in range(size // STACK):
        kinds = np.sort(drawn.orders[:, STACK * stack : STACK * stack + STACK] // 2, axis=1)
        matched = (kinds[:, 1:] == kinds[:, :-1]).sum(axis=1)
        yield of_counts(np.bincount(matched, minlength=3), rounds * chances)


def _dice(drawn: Drawn) -> float:
    """All 216 throws equally often."""
    rounds = len(drawn.dice)
    counts = np.bincount(drawn.dice @ np.array([36, 6, 1]), minlength=216)
    return of_counts(counts, rounds / 216)


def _throws(drawn: Drawn) -> float:
    """A roll says nothing about the next one."""
    totals = drawn.dice[: len(drawn.dice) // 2 * 2, 0].reshape(-1, 2)
    return of_counts(_table(totals[:, 0], totals[:, 1], 6, 6), len(totals) / 36)


def _dice_and_order(drawn: Drawn) -> float:
    """Streams of one seed under two labels are independent."""
    rounds, size = drawn.orders.shape
    return of_counts(_table(drawn.dice[:, 0], drawn.orders[:, 0], 6, size), rounds / (6 * size))


def _seats(drawn: Drawn) -> float:
    """No seat wins, pushes or loses more than another: a table of counts with equal rows."""
    counts = drawn.outcomes
    expected = counts.sum(axis=0) / len(counts)
    rows, columns = counts.shape
    return of_counts(counts, np.tile(expected, (rows, 1)), counts.size - (rows - 1) * (columns - 1))


SINGLE: dict[str, Callable[[Drawn], float]] = {
    "pieces at places": _places,
    "pieces after pieces": _neighbours,
    "even and odd orders": _sign,
    "pieces that stay": _fixed,
    "one round and the next": _rounds,
    "throws of the dice": _dice,
    "one throw and the next": _throws,
    "dice and order": _dice_and_order,
    "outcomes of seats": _seats,
}


def p_values(drawn: Drawn) -> dict[str, float]:
    """By name, how likely each statistic would be if all draws were fair."""
    found = {name: statistic(drawn) for name, statistic in SINGLE.items()}
    stacks = enumerate(_pairs_dealt(drawn), start=1)
    return {**found, **{f"pairs in stack {stack}": value for stack, value in stacks}}
