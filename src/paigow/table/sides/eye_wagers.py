"""What one roll of Dragon's Eye decides among the wagers on the layout, and in which order they are settled.

Losing wagers are collected from position 1 to 6, then winning ones are paid in the same order (R17).
"""

from __future__ import annotations

from typing import NamedTuple

from paigow.material.dice import Dice
from paigow.submissions.rules import Rules
from paigow.table.state import Table, Wager
from paigow.wagers.dragons_eye import DICE_BONUS, EVEN, ODD, ROLL_WAGERS, triple_takes_main
from paigow.wagers.kinds import MAIN, TIP, Kind
from paigow.wagers.money import Cents
from paigow.wagers.vigorish import Vigorish

_LOST_TO_TRIPLE = (ODD.kind, EVEN.kind)


class Decided(NamedTuple):
    """A wager that the dice have decided: nothing won means lost. `line` is what it won on."""

    wager: Wager
    won: int
    stays: bool
    line: str
    cites: tuple[str, ...]


def rolled(table: Table) -> Dice:
    assert table.shaker.dice is not None
    return Dice(*table.shaker.dice)


def decided(rules: Rules, table: Table, shaker: str | None) -> tuple[Decided, ...]:
    """Every wager that this roll decides, in the order of the layout; the shaker is paid more."""
    dice = rolled(table)
    found = (_decided(rules, table, wager, dice, shaker) for wager in table.wagers)
    return tuple(each for each in found if each is not None)


def takes_mains(rules: Rules, dice: Dice) -> bool:
    """Whether a roll takes the main wagers: only a book that says so lets a triple replace the vigorish."""
    return rules.book.main.triple_loses is not None and triple_takes_main(dice, rules.vigorish.method)


def _decided(rules: Rules, table: Table, wager: Wager, dice: Dice, shaker: str | None) -> Decided | None:
    stake = Cents(wager.playing)
    if wager.kind in (MAIN, TIP):
        return Decided(wager, 0, False, "", ()) if takes_mains(rules, dice) else None
    if wager.kind == DICE_BONUS.kind:
        result = DICE_BONUS.settle(stake, table.eye.triples, dice, shaker=wager.person == shaker)
        settlement, stays = result.settlement, result.stays > 0
    elif wager.kind in ROLL_WAGERS:
        settlement, stays = ROLL_WAGERS[Kind(wager.kind)].settle(stake, dice, wager.position), False
    else:
        return None
    return Decided(wager, settlement.won, stays, settlement.line, _settled_by(rules, wager.kind, dice))


def _settled_by(rules: Rules, kind: str, dice: Dice) -> tuple[str, ...]:
    cites = rules.cite(f"settle {kind}")
    if kind not in _LOST_TO_TRIPLE or not dice.is_triple:
        return cites
    method = "without vigorish" if rules.vigorish.method is Vigorish.NONE else "with vigorish"
    return (*cites, *rules.cite(f"triple takes odd and even {method}"))


def to_take_dice(rules: Rules, table: Table) -> tuple[int, ...]:
    """The positions that still have losing wagers, from the dealer's right."""
    lost = {each.wager.position for each in decided(rules, table, table.eye.shaker) if not each.won}
    return tuple(sorted(lost))


def to_pay_dice(rules: Rules, table: Table) -> tuple[int, ...]:
    """The positions that still have winning wagers to be paid, from the dealer's right."""
    won = {each.wager.position for each in decided(rules, table, table.eye.shaker) if each.won}
    return tuple(sorted(position for position in won if position > table.eye.paid))
