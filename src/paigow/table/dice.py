"""Shaking, lifting the lid, calling the total, finding where the deal starts. Not dice wagers."""

from __future__ import annotations

from paigow.material.dice import FACES_OF_A_DIE
from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.places import DEALER, count_from
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Shaker, Step, Table, changed

__all__ = [
    "APPLIES",
    "DECIDES",
    "AnnounceTotal",
    "CallNoRoll",
    "LiftLid",
    "ShakeDice",
    "counted_place",
    "shaker_of",
]

LEAST_SHAKES = 3


class ShakeDice(Command, frozen=True):
    """Whoever's turn it is shakes. `dice` is what chance made of them; nobody sees it under the lid."""

    dice: tuple[int, int, int]
    shakes: int = LEAST_SHAKES


class DiceShaken(Event, frozen=True):
    by: str
    dice: tuple[int, int, int]
    shakes: int


class LiftLid(Command, frozen=True):
    pass


class LidLifted(Event, frozen=True):
    dice: tuple[int, int, int]


class LidLiftedByBank(Event, frozen=True):
    """The bank took the lid off: it is covered and shaken again."""

    person: str


class CallNoRoll(Command, frozen=True):
    """The dice did not land flat, or fell out."""

    why: str = "not flat"


class NoRoll(Event, frozen=True):
    why: str


class AnnounceTotal(Command, frozen=True):
    total: int


class TotalAnnounced(Event, frozen=True):
    total: int
    start: int
    then: Step


def shaker_of(table: Table) -> str:
    """Who shakes the dice in this round: the bank if there is one, otherwise the dealer."""
    return table.bank.person if table.bank is not None else THE_DEALER


def shake(rules: TableRules, table: Table, command: ShakeDice) -> tuple[Event, ...]:
    shaker = shaker_of(table)
    cites = rules.cite("shake" if shaker == THE_DEALER else "bank shakes")
    if command.by not in (shaker, THE_DEALER):
        raise Refused(Reason.NOT_YOURS, f"{shaker} shakes the dice", cites)
    require_step(table, "shake the dice", cites, Step.SHAKE)
    if not all(1 <= value <= FACES_OF_A_DIE for value in command.dice):
        raise Refused(Reason.BAD_PIECES, f"dice cannot show {command.dice}", cites)
    if command.shakes < LEAST_SHAKES:
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            f"the shaker is shaken at least {LEAST_SHAKES} times, not {command.shakes}",
            cites,
        )
    return (DiceShaken(by=command.by, dice=command.dice, shakes=command.shakes, cites=cites),)


def shaken(table: Table, event: DiceShaken) -> Table:
    return changed(table, shaker=Shaker(event.dice, event.shakes, event.by), step=Step.LID)


def lift(rules: TableRules, table: Table, command: LiftLid) -> tuple[Event, ...]:
    bank = table.bank.person if table.bank is not None else None
    if command.by not in (THE_DEALER, bank):
        raise Refused(Reason.NOT_YOURS, "the dealer takes the lid off", rules.cite("lid"))
    require_step(table, "take the lid off", rules.cite("lid"), Step.LID)
    if command.by != THE_DEALER:
        return (LidLiftedByBank(person=command.by, cites=rules.cite("bank lifts lid")),)
    assert table.shaker.dice is not None
    return (LidLifted(dice=table.shaker.dice, cites=rules.cite("lid")),)


def lifted(table: Table, _event: LidLifted) -> Table:
    return changed(table, shaker=changed(table.shaker, lid_off=True), step=Step.TOTAL)


def shake_again(table: Table, _event: Event) -> Table:
    return changed(table, shaker=Shaker(), step=Step.SHAKE)


def no_roll(rules: TableRules, table: Table, command: CallNoRoll) -> tuple[Event, ...]:
    cites = rules.cite("fell out" if command.why == "fell out" else "not flat")
    require_dealer(command.by, 'call a "no roll"', cites)
    require_step(table, 'call a "no roll"', cites, Step.TOTAL)
    return (NoRoll(why=command.why, cites=cites),)


def counted_place(rules: TableRules, table: Table, total: int) -> int:
    """The place that a total leads to, counted from the bank or the dealer."""
    first = table.bank.position if table.bank is not None else DEALER
    return count_from(first, total, rules.circle)


def announce(rules: TableRules, table: Table, command: AnnounceTotal) -> tuple[Event, ...]:
    """A wrong total is not refused: it is an irregularity if it leads to another place (R19)."""
    cites = rules.cite("total")
    require_dealer(command.by, "announce the total", cites)
    require_step(table, "announce the total", cites, Step.TOTAL)
    if not 3 <= command.total <= 18:
        raise Refused(Reason.NOT_AS_REQUIRED, f"three dice cannot total {command.total}", cites)
    counted = rules.cite("count" if table.bank is None else "count from bank")
    start = counted_place(rules, table, command.total)
    return (TotalAnnounced(total=command.total, start=start, then=Step.DEAL, cites=(*cites, *counted)),)


def announced(table: Table, event: TotalAnnounced) -> Table:
    shaker = changed(table.shaker, announced=event.total, start=event.start)
    return changed(table, shaker=shaker, step=event.then)


DECIDES: dict[type[Command], Decide] = {
    ShakeDice: shake,
    LiftLid: lift,
    CallNoRoll: no_roll,
    AnnounceTotal: announce,
}
APPLIES: dict[type[Event], Apply] = {
    DiceShaken: shaken,
    LidLifted: lifted,
    LidLiftedByBank: shake_again,
    NoRoll: shake_again,
    TotalAnnounced: announced,
}
