"""Three dice. Where their total leads is up to the table."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from itertools import product

import pytest
from hypothesis import given

from paigow.faults import BadInput
from paigow.material import Dice, parse_dice
from tests.material.strategies import dice
from tests.rules import rule


@rule("commission-tiles 3(a)", "colorado-tiles 30-2604(1)")
def test_three_dice_of_six_faces_are_shaken() -> None:
    shakes = [Dice(*values) for values in product(range(1, 7), repeat=3)]
    assert len(set(shakes)) == 6**3
    # Totals of three dice: 27 ways to make ten, and as many for eleven.
    assert Counter(shake.total for shake in shakes)[10] == 27
    assert (min(shakes, key=lambda shake: shake.total).total, max(s.total for s in shakes)) == (3, 18)


def test_dice_that_total_nine_and_fifteen() -> None:
    assert parse_dice("1+4+4").total == 9
    assert parse_dice("6+4+5").total == 15


@rule("colorado-tiles 30-2604(4)")
def test_one_die_has_a_colour_of_its_own_and_two_share_another() -> None:
    shake = parse_dice("1+4+4")
    assert (shake.eye, shake.second, shake.third) == (1, 4, 4)
    assert shake.is_double
    assert not shake.is_triple
    assert not parse_dice("4+4+1").is_double


def test_a_triple_is_a_double_too() -> None:
    assert parse_dice("5+5+5").is_triple
    assert parse_dice("5+5+5").is_double


@pytest.mark.parametrize("text", ["", "1+4", "1+4+4+4", "1-4-4", "a+b+c", "11+1+1", "１+4+4", "²+1+1"])
def test_anything_else_is_no_shake(text: str) -> None:
    with pytest.raises(BadInput, match=r"is not a shake of three dice; write it like 1\+4\+4"):
        parse_dice(text)


@rule("commission-tiles 3(a)", "colorado-tiles 30-2604(1)")
@pytest.mark.parametrize("text", ["0+1+1", "1+7+1", "1+1+9"])
def test_a_die_shows_one_to_six(text: str) -> None:
    with pytest.raises(BadInput, match=r"a die can't show \d; it shows 1 to 6"):
        parse_dice(text)


@given(dice)
def test_what_is_printed_reads_back(shake: Dice) -> None:
    assert parse_dice(str(shake)) == shake
    assert eval(repr(shake), {"parse_dice": parse_dice}) == shake  # noqa: S307 - the repr is ours
    assert pickle.loads(pickle.dumps(shake)) == copy.deepcopy(shake) == shake  # noqa: S301 - pickled here
