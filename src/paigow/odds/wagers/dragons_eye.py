"""Wagers that dice decide: the 216 throws of three dice, and the dice bonus as a chain over rounds.

What a triple does to the main wager without vigorish is in `main`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Final

from paigow.material.dice import FACES_OF_A_DIE, Dice
from paigow.odds.reports.wager_odds import Result, WagerOdds
from paigow.wagers.dragons_eye import DICE_BONUS, LAST_TRIPLE, triples_after
from paigow.wagers.money import Cents
from paigow.wagers.wager import RollWager

THROWS: Final = tuple(Dice(*faces) for faces in product(range(1, FACES_OF_A_DIE + 1), repeat=3))
_UNIT: Final = Cents(1)
_SEAT: Final = 1
"""No position differs from another, so the first stands for all."""


def roll_odds(wager: RollWager) -> WagerOdds:
    """One of the wagers that a single throw decides."""
    counts: Counter[int] = Counter()
    for dice in THROWS:
        counts[wager.settle(_UNIT, dice, _SEAT).net] += 1
    paid = sum(net > 0 for net in counts)
    results = tuple(
        Result(_result_name(net, paid), count, Fraction(net)) for net, count in sorted(counts.items())[::-1]
    )
    return WagerOdds(wager.kind, results, assumes=(f"{len(THROWS)} throws of three dice (R15)",))


def _result_name(net: int, paid: int) -> str:
    """Where a wager pays once for each die that shows its number, the number of dice names the result."""
    if net < 0:
        return "lose"
    return "win" if paid == 1 else ("one die", "two dice", "three dice")[net - 1]


def dice_bonus_odds(first_shaker: bool | None = None) -> WagerOdds:
    """A dice bonus wager left up until it is lost or the third triple pays it (R13), in unbanked rounds.

    After every roll the button goes to the number on the Dragon's Eye die and its player, holding a dice
    bonus wager, shakes next: so whoever is not the shaker now may be it for the second rung. Given None, the
    first roll too is shaken by whomever the button of an unknown roll before it named.
    """
    starts = {None: (True, *(5 * [False])), True: (True,), False: (False,)}[first_shaker]
    counts: Counter[tuple[int, int]] = Counter()
    for shaker in starts:
        _follow(counts, triples=0, shaker=shaker, won=0, weight=1)
    results = tuple(
        Result(_path_name(rungs, net), count, Fraction(net))
        for (rungs, net), count in sorted(counts.items(), reverse=True)
    )
    first = {None: "whoever the button names", True: "the wager's owner", False: "somebody else"}[
        first_shaker
    ]
    assumes = (
        f"{first} shakes the first roll, the button decides the next (R13)",
        "left up until lost or paid a third time; no round is banked",
    )
    case = {None: "", True: "placed as shaker", False: "placed as other"}[first_shaker]
    return WagerOdds(DICE_BONUS.kind, results, case=case, assumes=assumes)


def _path_name(rungs: int, net: int) -> str:
    if rungs == 0:
        return "lose"
    times = ("one triple", "two triples", "three triples")[rungs - 1]
    return f"{times}, {net:,} up"


def _follow(counts: Counter[tuple[int, int]], triples: int, shaker: bool, won: int, weight: int) -> None:
    """Walk every run of throws, each path weighed so that all make up 216 cubed."""
    later = len(THROWS) ** (LAST_TRIPLE - 1 - triples)
    for dice in THROWS:
        result = DICE_BONUS.settle(_UNIT, triples, dice, shaker=shaker)
        net = won + result.settlement.net
        if result.stays:
            _follow(counts, triples_after(triples, dice), dice.eye == _SEAT, net, weight)
        else:
            counts[(LAST_TRIPLE if dice.is_triple else triples), net] += weight * later
