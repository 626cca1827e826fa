"""Dragon's Eye dice: who shakes them and is paid as the shaker, and what a roll decides.

Losing wagers are collected from position 1 to 6, then winning ones are paid in the same order (R17).
"""

from __future__ import annotations

from typing import NamedTuple

from paigow.material.dice import Dice
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.refusals import Reason, Refused, require_person, require_step
from paigow.table.state import Step, Table, Wager, changed
from paigow.wagers.dragons_eye import DICE_BONUS, EVEN, ODD, ROLL_WAGERS, triple_takes_main
from paigow.wagers.money import Cents, Vigorish
from paigow.wagers.wager import MAIN, TIP, Kind


class LeaveShakeToDealer(Command, frozen=True, tag="leave-shake-to-dealer"):
    """It is your turn to shake: let the dealer shake. You still count as the shaker."""


class ShakeLeftToDealer(Event, frozen=True, tag="shake-left-to-dealer"):
    person: str


def handed_to(table: Table) -> str | None:
    """Who the dealer passes the shaker to: the bank, or the player at the button with a dice bonus wager."""
    return table.bank.person if table.bank is not None else _holder(table, table.eye.button)


def paid_as_shaker(table: Table) -> str | None:
    """The shaker of the next roll, even if the dealer shakes for them; often nobody (R13)."""
    return _holder(table, table.eye.button if table.bank is None else table.bank.position)


def _holder(table: Table, position: int | None) -> str | None:
    """The player at a position, if they have a dice bonus wager."""
    person = None if position is None else table.seated(position)
    if person is None or position is None:
        return None
    return person if table.wager(person, position, DICE_BONUS.kind) is not None else None


def leave_shake(rules: Rules, table: Table, command: LeaveShakeToDealer) -> tuple[Event, ...]:
    cites = rules.cite("dealer shakes for player")
    person = require_person(command.by, "leave the shake to the dealer", cites)
    if not rules.dragons_eye.offered:
        raise Refused(Reason.NOT_OFFERED, "The shaker isn't passed at this table.", cites)
    require_step(table, "leave the shake to the dealer", cites, Step.PLAYER_SHAKE)
    if person != handed_to(table) or table.shaker.left_to_dealer:
        raise Refused(Reason.NOT_ELIGIBLE, f"It isn't {person}'s turn to shake.", cites)
    return (ShakeLeftToDealer(person=person, cites=cites),)


def shake_left(table: Table, _event: ShakeLeftToDealer) -> Table:
    return changed(table, shaker=changed(table.shaker, left_to_dealer=True))


_LOST_TO_TRIPLE = (ODD.kind, EVEN.kind)


class Decided(NamedTuple):
    """A wager decided by the dice: zero won means lost. `line` is what it won on."""

    wager: Wager
    won: int
    stays: bool
    line: str
    cites: tuple[str, ...]


def rolled(table: Table) -> Dice:
    assert table.shaker.dice is not None
    return Dice(*table.shaker.dice)


def decided(rules: Rules, table: Table, shaker: str | None) -> tuple[Decided, ...]:
    """Every wager that this roll decides, in layout order; the shaker is paid more."""
    dice = rolled(table)
    found = (_decided(rules, table, wager, dice, shaker) for wager in table.wagers)
    return tuple(each for each in found if each is not None)


def takes_mains(rules: Rules, dice: Dice) -> bool:
    """Whether a roll takes the main wagers: only in a book where a triple replaces the vigorish."""
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
    """The positions with losing wagers left, from the dealer's right."""
    lost = {each.wager.position for each in decided(rules, table, table.eye.shaker) if not each.won}
    return tuple(sorted(lost))


def to_pay_dice(rules: Rules, table: Table) -> tuple[int, ...]:
    """The positions with winning wagers still to be paid, from the dealer's right."""
    won = {each.wager.position for each in decided(rules, table, table.eye.shaker) if each.won}
    return tuple(sorted(position for position in won if position > table.eye.paid))
