"""The main wager's money: vigorish, its rounding, halves of a co-bank, and the method without vigorish."""

from __future__ import annotations

from fractions import Fraction

import pytest

from paigow.faults import BadInput
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.tile_ways import SurplusTally
from paigow.odds.reports.wager_odds import percent
from paigow.odds.wagers.main import MainTerms, main_odds, two_opponents_odds
from paigow.wagers.money import Cents, Vigorish, dollars
from tests.rules import rule

TALLY = Tally(win=30, push=40, lose=30, low_copies=2, high_copies=3, both_copies=1, zero_lows=0)


@rule("R11")
def test_five_percent_of_what_is_won_is_the_whole_edge_of_a_fair_tally() -> None:
    odds = main_odds(TALLY, Role.PLAYER, MainTerms())
    assert odds.value == Fraction(30 * 95 - 30 * 100, 100 * 100) == odds.value
    assert odds.edge == Fraction(15, 1000)
    # 0.95 squared and 1 squared, thirty times each of a hundred, less the mean squared
    assert odds.variance == Fraction(30, 100) * (Fraction(95, 100) ** 2 + 1) - Fraction(15, 1000) ** 2


@rule("R11")
@pytest.mark.parametrize(
    ("method", "bet", "vigorish"),
    [
        (Vigorish.TO_THE_CENT, 1_010, 51),  # 50.5 cents
        (Vigorish.NEXT_QUARTER, 1_000, 50),
        (Vigorish.NEXT_QUARTER, 1_100, 75),  # 55 cents
        (Vigorish.LEAST_QUARTER, 100, 25),
        (Vigorish.LEAST_QUARTER, 2_000, 100),
    ],
)
def test_rounding_at_a_given_wager_counts(method: Vigorish, bet: int, vigorish: int) -> None:
    odds = main_odds(TALLY, Role.PLAYER, MainTerms(method, Cents(bet)))
    assert odds.edge == Fraction(30 * vigorish, 100 * bet)


@rule("R10", "R11")
def test_a_co_bank_has_half_of_everything_and_the_odd_cent_is_the_houses() -> None:
    even = main_odds(TALLY, Role.BANK, MainTerms(bet=dollars(20)), co_bank=True)
    assert even.edge == main_odds(TALLY, Role.BANK, MainTerms(bet=dollars(20))).edge
    # Half of 10.01 is 5 dollars, won or lost; 25 cents vigorish; a unit is 5.005 dollars.
    odd = main_odds(TALLY, Role.BANK, MainTerms(bet=Cents(1_001)), co_bank=True)
    assert odd.value == Fraction(30 * (500 - 25) - 30 * 500, 100) / Fraction(1_001, 2)


@rule("R14", "colorado-tiles 30-2608(12)(b)")
def test_without_vigorish_a_triple_takes_the_players_wager_and_leaves_the_bank_alone() -> None:
    tally = Tally(win=40, push=30, lose=30, low_copies=0, high_copies=0, both_copies=0, zero_lows=0)
    player = main_odds(tally, Role.PLAYER, MainTerms(triples=True))
    assert player.value == Fraction(35, 36) * Fraction(10, 100) - Fraction(1, 36)
    assert player.total == 36 * 100
    bank = main_odds(tally, Role.BANK, MainTerms(triples=True))
    assert bank.value == Fraction(35, 36) * Fraction(10, 100)


@rule("R11")
def test_a_bank_pays_vigorish_on_the_surplus_of_two_opponents() -> None:
    tally = SurplusTally({-2: 1, -1: 1, 0: 1, 1: 1, 2: 1})
    plain = two_opponents_odds(tally, MainTerms())
    assert plain.value == tally.value == Fraction(-15, 100) / 10
    # 1 dollar each: 5 and 10 cents to the cent, but 25 cents both at the next quarter.
    rounded = two_opponents_odds(tally, MainTerms(Vigorish.NEXT_QUARTER, dollars(1)))
    assert rounded.value == Fraction(-50, 100) / 10


def test_best_play_weighs_a_win_by_what_it_really_gains() -> None:
    assert MainTerms().merits() == (19, 20)
    assert MainTerms(triples=True).merits() == (1, 1)
    assert MainTerms(Vigorish.LEAST_QUARTER, dollars(1)).merits() == (3, 4)


def test_a_wager_of_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match=r"more than \$0"):
        MainTerms(bet=Cents(0))


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (Fraction(1, 8), 4, "12.5000%"),
        (Fraction(5, 100_000), 2, "0.01%"),
        (Fraction(-5, 100_000), 2, "-0.01%"),
        (Fraction(-1, 10**9), 2, "0.00%"),
    ],
)
def test_percents_are_rounded_half_away_from_nothing(value: Fraction, digits: int, text: str) -> None:
    assert percent(value, digits) == text
