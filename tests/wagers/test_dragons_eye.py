"""Dragon's Eye by the regulation's examples, all 216 rolls, and chains of triples. Not who shakes."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.material.dice import Dice
from paigow.wagers.dragons_eye import (
    DICE_BONUS,
    DOUBLE,
    EVEN,
    MATCH,
    ODD,
    TRIPLE,
    TripleLine,
    may_hold_dice_bonus,
    triple_takes_main,
    triples_after,
)
from paigow.wagers.money import Cents, Vigorish, dollars
from paigow.wagers.wager import RollWager
from tests.rules import rule

ROLLS = [Dice(*values) for values in product(range(1, 7), repeat=3)]
STAKE = dollars(10)
NOTHING = Cents(0)
FOURS = Dice(4, 4, 4)
OTHER = Dice(4, 4, 5)


def matched(dice: Dice) -> dict[int, int]:
    """How many times the stake each position that wins its match wager is paid."""
    settled = {n: MATCH.settle(STAKE, dice, n) for n in range(1, 7)}
    return {n: each.won // STAKE for n, each in settled.items() if each.wins}


@rule("colorado-tiles 30-2612(1)(a)", "colorado-tiles 30-2612(1)")
def test_example_a_three_positions_are_paid_1_to_1() -> None:
    assert matched(Dice(1, 2, 3)) == {1: 1, 2: 1, 3: 1}


@rule("colorado-tiles 30-2612(1)(b)", "colorado-tiles 30-2612(1)")
def test_example_b_two_dice_pay_2_to_1() -> None:
    assert matched(Dice(3, 3, 4)) == {3: 2, 4: 1}


@rule("colorado-tiles 30-2612(1)(c)", "colorado-tiles 30-2612(1)", "R15")
def test_example_c_three_dice_pay_3_to_1() -> None:
    assert matched(Dice(5, 5, 5)) == {5: 3}


@rule("colorado-tiles 30-2612(1)")
def test_over_all_rolls_a_match_is_paid_once_for_each_die() -> None:
    """One die: 3 * 25 rolls; two: 3 * 5; three: 1; none: 5^3."""
    assert Counter(matched(dice).get(2, 0) for dice in ROLLS) == {0: 125, 1: 75, 2: 15, 3: 1}


@pytest.mark.parametrize(
    ("wager", "wins", "odds"),
    [
        # Half of 216, less the three triples of the right kind.
        pytest.param(EVEN, 105, 1, marks=rule("colorado-tiles 30-2612(2)")),
        pytest.param(ODD, 105, 1, marks=rule("colorado-tiles 30-2612(3)")),
        # The third die equals the second once in six, triples included (R15).
        pytest.param(DOUBLE, 36, 4, marks=rule("colorado-tiles 30-2612(4)", "R15")),
        pytest.param(TRIPLE, 6, 30, marks=rule("colorado-tiles 30-2612(5)")),
    ],
)
def test_over_all_rolls_a_wager_wins_as_often_as_it_should(wager: RollWager, wins: int, odds: int) -> None:
    settled = [wager.settle(STAKE, dice, 1) for dice in ROLLS]
    assert Counter(each.net for each in settled) == {odds * STAKE: wins, -STAKE: 216 - wins}


@rule("colorado-tiles 30-2608(12)(a)", "colorado-tiles 30-2612(2)", "colorado-tiles 30-2612(3)")
def test_every_triple_loses_odd_and_even() -> None:
    for number, wager in product(range(1, 7), (ODD, EVEN)):
        assert not wager.settle(STAKE, Dice(number, number, number), 1).wins


@rule("colorado-tiles 30-2612(4)")
def test_a_double_is_of_the_two_dice_beside_the_dragons_eye() -> None:
    assert DOUBLE.settle(STAKE, Dice(1, 6, 6), 1).net == 4 * STAKE
    assert DOUBLE.settle(STAKE, Dice(6, 6, 1), 1).net == -STAKE


@rule("colorado-tiles 30-2612(6)", "colorado-tiles 30-2601(5)", "R13")
@pytest.mark.parametrize(
    ("shaker", "odds"),
    [pytest.param(True, (30, 500, 10_000), id="shaker"), pytest.param(False, (25, 50, 1_000), id="others")],
)
def test_three_triples_climb_the_ladder_and_the_stake_comes_back_after_the_third(
    shaker: bool, odds: tuple[int, int, int]
) -> None:
    triples, up = 0, STAKE
    for dice, times, rung in zip(
        (Dice(1, 1, 1), Dice(6, 6, 6), FOURS), odds, reversed(TripleLine), strict=True
    ):
        result = DICE_BONUS.settle(up, triples, dice, shaker=shaker)
        assert (result.settlement.won, result.rung) == (times * STAKE, rung)
        triples, up = triples_after(triples, dice), result.stays
        assert up == (NOTHING if rung is TripleLine.THIRD else STAKE)
    assert triples == 0


@rule("colorado-tiles 30-2612(6)", "colorado-tiles 30-2601(5)", "R13")
@pytest.mark.parametrize("triples", [0, 1, 2])
def test_any_other_roll_loses_the_wager_and_ends_the_series(triples: int) -> None:
    result = DICE_BONUS.settle(STAKE, triples, OTHER, shaker=True)
    assert (result.settlement.net, result.stays, result.rung) == (-STAKE, 0, None)
    assert triples_after(triples, OTHER) == 0


@rule("colorado-tiles 30-2612(6)", "R13")
def test_a_player_may_be_shaker_on_one_rung_and_not_on_the_next() -> None:
    first = DICE_BONUS.settle(STAKE, 0, FOURS, shaker=True)
    second = DICE_BONUS.settle(first.stays, 1, FOURS, shaker=False)
    third = DICE_BONUS.settle(second.stays, 2, FOURS, shaker=True)
    paid = [each.settlement.won for each in (first, second, third)]
    assert paid == [30 * STAKE, 50 * STAKE, 10_000 * STAKE]


@rule("colorado-tiles 30-2612(6)", "R13")
@pytest.mark.parametrize("triples", [1, 2])
def test_within_a_series_a_wager_stays_as_it_is_or_is_taken_down(triples: int) -> None:
    assert may_hold_dice_bonus(triples, STAKE, STAKE)
    assert may_hold_dice_bonus(triples, STAKE, NOTHING)
    assert not may_hold_dice_bonus(triples, STAKE, dollars(20))
    assert not may_hold_dice_bonus(triples, STAKE, dollars(5))
    assert not may_hold_dice_bonus(triples, NOTHING, STAKE)


@rule("R13")
def test_before_a_series_a_wager_may_be_anything() -> None:
    assert all(may_hold_dice_bonus(0, held, wanted) for held, wanted in product((NOTHING, STAKE), repeat=2))


@rule("R13")
@given(st.lists(st.sampled_from(ROLLS), max_size=30))
def test_the_count_is_the_triples_since_the_last_other_roll_three_by_three(rolls: list[Dice]) -> None:
    triples = 0
    for dice in rolls:
        triples = triples_after(triples, dice)
    trailing = next((i for i, dice in enumerate(reversed(rolls)) if not dice.is_triple), len(rolls))
    assert triples == trailing % 3


@rule("colorado-tiles 30-2608(12)(b)", "R14")
def test_without_vigorish_a_triple_takes_the_main_wager() -> None:
    assert triple_takes_main(FOURS, Vigorish.NONE)
    assert not triple_takes_main(OTHER, Vigorish.NONE)


@rule("colorado-tiles 30-2608(12)(a)")
@pytest.mark.parametrize("method", [Vigorish.TO_THE_CENT, Vigorish.NEXT_QUARTER])
def test_with_vigorish_the_dice_leave_the_main_wager_alone(method: Vigorish) -> None:
    assert not triple_takes_main(FOURS, method)
