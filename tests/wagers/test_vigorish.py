"""Vigorish on every win up to 1,000 dollars by every method, against a twin that counts in fractions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from paigow.wagers.money import Cents, Vigorish, dollars, vigorish_on
from tests.rules import rule

EVERY_WIN = range(1, dollars(1_000) + 1)


def least_not_below(step: int, shift: Fraction) -> Iterator[int]:
    """For each win in turn, the least multiple of the step not below five percent of it minus the shift."""
    charge = 0
    for won in EVERY_WIN:
        while charge < Fraction(5 * won, 100) - shift:
            charge += step
        yield charge


def to_the_cent() -> list[int]:
    """The least cent that is less than half a cent short: half a cent itself counts as one.

    Five percent of a cent is a twentieth, so below half means at most nine twentieths.
    """
    return list(least_not_below(1, Fraction(9, 20)))


def up_to_25_cents() -> list[int]:
    return list(least_not_below(25, Fraction(0)))


def at_least_25_cents() -> list[int]:
    return [max(25, charge) for charge in to_the_cent()]


def none() -> list[int]:
    return [0 for _ in EVERY_WIN]


TWINS = {
    Vigorish.TO_THE_CENT: to_the_cent,
    Vigorish.NEXT_QUARTER: up_to_25_cents,
    Vigorish.LEAST_QUARTER: at_least_25_cents,
    Vigorish.NONE: none,
}


@rule("R11")
@pytest.mark.parametrize("method", Vigorish)
def test_every_win_from_a_cent_to_a_thousand_dollars(method: Vigorish) -> None:
    expected = TWINS[method]()
    differing = [
        (won, charge)
        for won, charge in zip(EVERY_WIN, expected, strict=True)
        if vigorish_on(Cents(won), method) != charge
    ]
    assert differing == []


@rule("commission-tiles 7(k)", "colorado-tiles 30-2608(11)", "maryland-poker 13.A", "maryland-poker 13.A(1)")
@pytest.mark.parametrize(
    ("won", "to_the_cent", "up_to_25_cents"),
    [
        (dollars(10), 50, 50),  # 5% of 10.00 = 0.50, a multiple of 0.25 already
        (dollars(5), 25, 25),  # 5% of 5.00 = 0.25
        (Cents(501), 25, 50),  # 5% of 5.01 = 0.2505
        (Cents(510), 26, 50),  # 5% of 5.10 = 0.255, half a cent counts
        (Cents(509), 25, 50),  # 5% of 5.09 = 0.2545
        (dollars(7), 35, 50),  # 5% of 7.00 = 0.35
        (dollars(100), 500, 500),  # 5% of 100 = 5.00
        (Cents(1), 0, 25),  # 5% of 0.01 = 0.0005
    ],
)
def test_five_percent_to_the_cent_or_up_to_the_next_25_cents(
    won: Cents, to_the_cent: int, up_to_25_cents: int
) -> None:
    assert vigorish_on(won, Vigorish.TO_THE_CENT) == to_the_cent
    assert vigorish_on(won, Vigorish.NEXT_QUARTER) == up_to_25_cents


@rule("rock-island-poker 3", "R11", "R81")
@pytest.mark.parametrize(
    ("won", "charge"),
    [
        (dollars(1), 25),  # 5% of 1.00 = 0.05
        (dollars(5), 25),  # 5% of 5.00 = 0.25
        (dollars(6), 30),  # 5% of 6.00 = 0.30
        (Cents(1_020), 51),  # 5% of 10.20 = 0.51
        (dollars(20), 100),  # 5% of 20.00 = 1.00
    ],
)
def test_rock_island_charges_five_percent_and_at_least_25_cents(won: Cents, charge: int) -> None:
    assert vigorish_on(won, Vigorish.LEAST_QUARTER) == charge


@rule("colorado-tiles 30-2608(12)(b)")
def test_no_vigorish_where_triples_take_the_main_wagers() -> None:
    assert vigorish_on(dollars(1_000), Vigorish.NONE) == 0


@pytest.mark.parametrize("method", Vigorish)
def test_nothing_won_owes_nothing(method: Vigorish) -> None:
    assert vigorish_on(Cents(0), method) == 0
