"""Coupons, promotional chips and tip wagers (R57). Not whose they are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from paigow.ranks.comparing import Comparison, Half
from paigow.wagers.instruments import (
    ACCEPTED,
    Instrument,
    Stake,
    settle_stake,
    settle_tip,
    stake_problem,
    tip_problem,
)
from paigow.wagers.kinds import WagerKind
from paigow.wagers.main import main_terms
from paigow.wagers.money import Cents, dollars
from paigow.wagers.vigorish import Vigorish
from tests.rules import rule

WIN = Comparison(Half.WIN, Half.WIN)
PUSH = Comparison(Half.WIN, Half.LOSE)
LOSE = Comparison(Half.LOSE, Half.LOSE)
TERMS = main_terms("colorado-tiles", Vigorish.TO_THE_CENT)
CHIPS = Stake(chips=dollars(20))
COUPON = Stake(chips=dollars(20), coupon=dollars(10))
PROMOTIONAL = Stake(chips=dollars(20), promotional=dollars(5))


def taken(book: str, stake: Stake, kind: WagerKind = WagerKind.MAIN) -> bool:
    return stake_problem(stake, ACCEPTED[book], kind) is None


@pytest.mark.parametrize(
    ("book", "coupon", "promotional"),
    [
        pytest.param("commission-tiles", True, False, marks=rule("commission-tiles 5(a)", "R57")),
        pytest.param("colorado-tiles", True, True, marks=rule("colorado-tiles 30-2606(1)", "R57")),
        pytest.param("maryland-poker", False, False, marks=rule("maryland-poker 7.A", "maryland-poker 7.B")),
        pytest.param("rock-island-poker", False, False, marks=rule("R57")),
    ],
)
def test_what_each_book_takes_as_a_wager(book: str, coupon: bool, promotional: bool) -> None:
    assert taken(book, CHIPS)
    assert taken(book, COUPON) is coupon
    assert taken(book, PROMOTIONAL) is promotional


@rule("commission-tiles 5(a)", "colorado-tiles 30-2606(1)", "maryland-poker 7.B")
def test_cash_is_no_instrument_at_all() -> None:
    assert {str(instrument) for accepted in ACCEPTED.values() for instrument in accepted.instruments} == {
        "value chips",
        "promotional chips",
        "match play coupon",
    }


def test_an_operator_may_take_less_than_its_book_allows() -> None:
    chips_only = replace(ACCEPTED["colorado-tiles"], instruments=(Instrument.CHIPS,), tips=False)
    problem = stake_problem(COUPON, chips_only, WagerKind.MAIN)
    assert problem is not None
    assert problem.cite == "colorado-tiles 30-2606(1)"
    assert tip_problem(chips_only) is not None


@rule("R57")
@pytest.mark.parametrize("kind", [kind for kind in WagerKind if kind is not WagerKind.MAIN])
def test_a_coupon_goes_with_the_main_wager_only(kind: WagerKind) -> None:
    assert not taken("colorado-tiles", COUPON, kind)
    assert taken("colorado-tiles", PROMOTIONAL, kind)


@rule("R57")
def test_a_coupon_needs_chips_of_at_least_its_face() -> None:
    assert taken("colorado-tiles", Stake(chips=dollars(10), coupon=dollars(10)))
    short = stake_problem(
        Stake(chips=Cents(999), promotional=dollars(10), coupon=dollars(10)),
        ACCEPTED["colorado-tiles"],
        WagerKind.MAIN,
    )
    assert short is not None
    assert "$10.00" in short.problem


def test_less_than_nothing_is_no_stake() -> None:
    assert not taken("colorado-tiles", Stake(chips=dollars(-5)))


@rule("R57", "R11")
def test_a_winning_coupon_pays_its_face_and_is_taken_with_vigorish_on_both() -> None:
    result = settle_stake(COUPON, WIN, TERMS)
    # 20 dollars in chips and 10 by the coupon; five percent of 30 is 1.50.
    assert (result.settlement.won, result.settlement.vigorish) == (dollars(30), 150)
    assert (result.from_opponent, result.from_house, result.coupon_taken) == (
        dollars(20),
        dollars(10),
        dollars(10),
    )
    assert result.settlement.handed_back == 2_000 + 3_000 - 150


@rule("R57")
def test_against_a_bank_the_coupons_part_is_the_houses() -> None:
    result = settle_stake(COUPON, WIN, TERMS, from_bank=True)
    assert (result.from_opponent, result.from_house) == (dollars(20), dollars(10))
    assert COUPON.playing == dollars(20)
    assert result.settlement.vigorish_cite == "colorado-tiles 30-2609(18)"


@rule("R57")
def test_a_losing_coupon_is_taken_with_the_chips() -> None:
    result = settle_stake(COUPON, LOSE, TERMS)
    assert (result.settlement.net, result.coupon_taken) == (dollars(-20), dollars(10))
    assert (result.from_opponent, result.from_house) == (0, 0)


@rule("R57")
def test_a_pushed_coupon_stays() -> None:
    result = settle_stake(COUPON, PUSH, TERMS)
    assert (result.settlement.net, result.coupon_taken, result.promotional_taken) == (0, 0, 0)


@rule("R57")
def test_promotional_chips_play_like_chips_until_lost() -> None:
    won = settle_stake(PROMOTIONAL, WIN, TERMS)
    assert (won.settlement.won, won.settlement.vigorish, won.promotional_taken) == (dollars(25), 125, 0)
    assert settle_stake(PROMOTIONAL, PUSH, TERMS).promotional_taken == 0
    assert settle_stake(PROMOTIONAL, LOSE, TERMS).promotional_taken == dollars(5)


@rule("R57")
def test_promotional_chips_and_coupons_never_cover() -> None:
    rack = Stake(chips=dollars(20), promotional=dollars(5), coupon=dollars(10))
    assert rack.covering == dollars(20)


@rule("R57")
def test_tip_wagers_are_colorados_alone() -> None:
    assert [book for book, accepted in ACCEPTED.items() if tip_problem(accepted) is None] == [
        "colorado-tiles"
    ]


@rule("R57")
def test_a_winning_tip_goes_to_the_tip_box_less_vigorish() -> None:
    result = settle_tip(dollars(2), WIN, TERMS)
    assert (result.to_tip_box, result.settlement.vigorish) == (dollars(4) - 10, 10)


@rule("R57")
def test_a_tip_that_does_not_win_puts_nothing_in_the_box() -> None:
    assert settle_tip(dollars(2), LOSE, TERMS).to_tip_box == 0
    pushed = settle_tip(dollars(2), PUSH, TERMS)
    assert (pushed.to_tip_box, pushed.settlement.handed_back) == (0, dollars(2))
