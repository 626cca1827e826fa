"""Orders, dice, and seats' results as a live table draws them: fair at 99 percent; broken ones are found.

Seeds are fixed, so the result is always the same: a fair shuffle can't fail by chance later.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import numpy as np
import pytest

from paigow.material.shuffling import draws, permutation
from paigow.submissions.checking import load_submission
from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import seed_from
from paigow.table.deal.mixing import OpenedWord, draw_label, mix
from paigow.table.game import ALL_TILES, compare
from tests.rules import rule
from tests.server.chances import Drawn, p_values

SIZE = len(ALL_TILES)
FAMILY = 0.01
"""How often a fair shuffle can fail any of the tests: divided among them (Bonferroni)."""
SEATS = 6
Permutation = Callable[[bytes, str, int], tuple[int, ...]]
Throw = Callable[[bytes, str], tuple[int, ...]]


def _fair_dice(seed: bytes, label: str) -> tuple[int, ...]:
    return tuple(draws(seed, label, [6] * 3))


@cache
def _rules() -> Rules:
    return load_submission("commission-tiles-full").rules


@cache
def _set(pieces: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return _rules().house_setting(pieces)


def _outcomes(orders: list[tuple[int, ...]]) -> list[list[int]]:
    """One seat per round, in turn, against the dealer's stack: won, pushed, lost."""
    counts = [[0, 0, 0] for _ in range(SEATS)]
    for number, order in enumerate(orders):
        seat = number % SEATS
        theirs, dealers = (
            _set(tuple(ALL_TILES[piece] for piece in order[4 * stack : 4 * stack + 4]))
            for stack in (seat, SEATS)
        )
        outcome = compare(theirs, dealers, None).outcome.value
        counts[seat][("win", "push", "lose").index(outcome)] += 1
    return counts


def _drawn(rounds: int, shuffle: Permutation = permutation, throw: Throw = _fair_dice) -> Drawn:
    """Rounds as a table draws them: one seed each, words in some, labels with the draw's name and number."""
    orders, dice = [], []
    for number in range(rounds):
        words = [OpenedWord(1, "Anna", f"word {number}", bytes(16))] if number % 3 else []
        key = mix(seed_from(f"round {number}"), "one", number + 1, words)
        orders.append(shuffle(key, draw_label("order", 1), SIZE))
        dice.append(throw(key, draw_label("dice", 1)))
    return Drawn(np.array(orders), np.array(dice), np.array(_outcomes(orders[: rounds // 4])))


def _failed(drawn: Drawn) -> dict[str, float]:
    found = p_values(drawn)
    return {name: value for name, value in found.items() if value < FAMILY / len(found)}


@rule("R60")
def test_what_is_drawn_is_fair() -> None:
    assert _failed(_drawn(12_000)) == {}


@pytest.mark.prove
@rule("R60")
def test_what_is_drawn_is_fair_in_long_runs() -> None:
    assert _failed(_drawn(400_000)) == {}


def _any_place(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    """Every piece swapped with any other: the most common mistake."""
    order = list(range(size))
    for place, other in enumerate(draws(seed, label, [size] * size)):
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _never_itself(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    """One too few: no piece ever stays (Sattolo's cycles)."""
    order = list(range(size))
    for place in range(size - 1, 0, -1):
        other = draws(seed, f"{label}{place}", [place])[0]
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def _last_stays(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    return (*permutation(seed, label, size - 1), size - 1)


def _riffled(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    """Three riffles of Gilbert, Shannon and Reeds: too few for 32 pieces."""
    order = list(range(size))
    for turn in range(3):
        coins = draws(seed, f"{label}{turn}", [2] * size)
        left = iter(order[: coins.count(0)])
        right = iter(order[coins.count(0) :])
        order = [next(right) if coin else next(left) for coin in coins]
    return tuple(order)


def _few_seeds(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    """A seed of eight bits: only 256 possible orders."""
    return permutation(bytes(31) + seed[:1], label, size)


def _by_remainder(seed: bytes, _label: str, size: int) -> tuple[int, ...]:
    """Bytes reduced by remainder: small numbers come up too often."""
    order, stream = list(range(size)), Random(seed)
    for place in range(size - 1, 0, -1):
        other = stream.randrange(64) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


@pytest.mark.parametrize(
    "shuffle", [_any_place, _never_itself, _last_stays, _riffled, _few_seeds, _by_remainder]
)
def test_a_broken_shuffle_is_found(shuffle: Permutation) -> None:
    assert _failed(_drawn(4_000, shuffle=shuffle))


def _of_bytes(seed: bytes, _label: str) -> tuple[int, ...]:
    """Four bits by remainder: 16 isn't a multiple of six, so four faces come up three times for every two."""
    return tuple(byte % 16 % 6 for byte in seed[:3])


def _thrown_twice(seed: bytes, label: str) -> tuple[int, ...]:
    first = _fair_dice(seed, label)
    return (first[0], first[1], first[1])


def _from_the_order(seed: bytes, label: str) -> tuple[int, ...]:
    """Dice from the stream of the shuffle: two labels mixed up."""
    first = permutation(seed, label.replace("dice", "order"), SIZE)[0]
    return (first % 6, *_fair_dice(seed, label)[1:])


@pytest.mark.parametrize("throw", [_of_bytes, _thrown_twice, _from_the_order])
def test_broken_dice_are_found(throw: Throw) -> None:
    assert _failed(_drawn(4_000, throw=throw))
