"""Who shakes the dice in Dragon's Eye, and who is paid for it. Not the shaking itself: that is `dice`."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_person, require_step
from paigow.table.state import Step, Table, changed
from paigow.wagers.dragons_eye import DICE_BONUS


class LeaveShakeToDealer(Command, frozen=True, tag="leave-shake-to-dealer"):
    """The player whose turn it is to shake has the dealer shake, and stays the shaker all the same."""


class ShakeLeftToDealer(Event, frozen=True, tag="shake-left-to-dealer"):
    person: str


def handed_to(table: Table) -> str | None:
    """Whom the dealer passes the shaker: the bank, or the player at the button with a dice bonus wager."""
    return table.bank.person if table.bank is not None else _holder(table, table.eye.button)


def paid_as_shaker(table: Table) -> str | None:
    """Who counts as the shaker of the coming roll, whoever moves the dice; often nobody (R13)."""
    return _holder(table, table.eye.button if table.bank is None else table.bank.position)


def _holder(table: Table, position: int | None) -> str | None:
    """The player at a position, if there is one with a dice bonus wager."""
    person = None if position is None else table.seated(position)
    if person is None or position is None:
        return None
    return person if table.wager(person, position, DICE_BONUS.kind) is not None else None


def leave_shake(rules: Rules, table: Table, command: LeaveShakeToDealer) -> tuple[Event, ...]:
    cites = rules.cite("dealer shakes for player")
    person = require_person(command.by, "leave the shake to the dealer", cites)
    if not rules.dragons_eye.offered:
        raise Refused(Reason.NOT_OFFERED, "no shaker is passed at this table", cites)
    require_step(table, "leave the shake to the dealer", cites, Step.PLAYER_SHAKE)
    if person != handed_to(table) or table.shaker.left_to_dealer:
        raise Refused(Reason.NOT_ELIGIBLE, f"it is not {person}'s turn to shake", cites)
    return (ShakeLeftToDealer(person=person, cites=cites),)


def shake_left(table: Table, _event: ShakeLeftToDealer) -> Table:
    return changed(table, shaker=changed(table.shaker, left_to_dealer=True))


DECIDES: dict[type[Command], Decide] = {LeaveShakeToDealer: leave_shake}
APPLIES: dict[type[Event], Apply] = {ShakeLeftToDealer: shake_left}
