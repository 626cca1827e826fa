"""Posted terms of the game that are explained by dice and settings, checked by those."""

from __future__ import annotations

import re
from itertools import product

from paigow.material.dice import Dice
from paigow.material.hands import parse_tile_setting
from paigow.material.tiles import parse_tiles
from paigow.ranks.tiles import order_tiles, rank_two_tiles, tile_settings
from paigow.submissions.checking import Submission
from paigow.wagers.dragons_eye import DICE_BONUS, DOUBLE, MATCH, ODD, ROLL_WAGERS, TRIPLE
from paigow.wagers.money import Cents
from paigow.wagers.wager import Kind, RollWager
from tests.table.posted.facts import fact


@fact
def tile_halves(_sentence: str, _submission: Submission) -> None:
    for setting in tile_settings(parse_tiles("6-6 4-5 2-2 1-3")):
        assert (len(setting.low), len(setting.high)) == (2, 2)
        assert rank_two_tiles(setting.high) >= rank_two_tiles(setting.low)
    turned = order_tiles(parse_tile_setting("6-6 4-5 / 2-2 1-3"))
    assert turned == parse_tile_setting("2-2 1-3 / 6-6 4-5")
    equal = order_tiles(parse_tile_setting("2-5 1-3 / 3-4 1-3"))
    assert rank_two_tiles(equal.high) == rank_two_tiles(equal.low)


ROLLS = tuple(Dice(*faces) for faces in product(range(1, 7), repeat=3))
"""All rolls of the eye die and the two others."""


def _wins(wager: RollWager, dice: Dice, number: int = 1) -> bool:
    return wager.settle(Cents(100), dice, number).wins


def _faces(dice: Dice) -> tuple[int, int, int]:
    return dice.values


@fact
def double(_sentence: str, _submission: Submission) -> None:
    for dice in ROLLS:
        _, one, other = _faces(dice)
        assert _wins(DOUBLE, dice) is (one == other)


@fact
def triple(_sentence: str, _submission: Submission) -> None:
    for dice in ROLLS:
        assert _wins(TRIPLE, dice) is (len(set(_faces(dice))) == 1)


@fact
def odd_and_even(sentence: str, _submission: Submission) -> None:
    """The numbers in the sentence win, except on a triple (30-2608(12))."""
    wager = ROLL_WAGERS[Kind(sentence.partition(" ")[0].lower())]
    numbers = {int(number) for number in re.findall(r"\d", sentence)}
    for dice in ROLLS:
        eye, *_ = _faces(dice)
        assert _wins(wager, dice) is (eye in numbers and len(set(_faces(dice))) > 1)


@fact
def match(_sentence: str, _submission: Submission) -> None:
    for dice, position in product(ROLLS, range(1, 7)):
        assert _wins(MATCH, dice, position) is (position in _faces(dice))


@fact
def dice_bonus(_sentence: str, _submission: Submission) -> None:
    paid = [
        DICE_BONUS.settle(Cents(100), triples, Dice(face, face, face), shaker=False).settlement.won
        for triples, face in enumerate((2, 5, 1))
    ]
    assert paid == [2_500, 5_000, 100_000]  # 25, 50 and 1,000 to 1
    assert DICE_BONUS.settle(Cents(100), 0, Dice(2, 2, 3), shaker=False).settlement.won == 0


@fact
def eye_die(_sentence: str, submission: Submission) -> None:
    eye = submission.rules.dragons_eye
    assert eye.eye_die.casefold() != eye.other_dice.casefold()
    assert _wins(ODD, Dice(3, 2, 2))
    assert not _wins(ODD, Dice(2, 3, 3))
