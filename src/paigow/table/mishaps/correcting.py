"""Errors found late: the floor puts a payment right with a reason, or notes a dispute (R63). No voids."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event, unchanged
from paigow.table.mishaps.voiding import settled_on_pieces
from paigow.table.pay.ledger import INVENTORY, move, rack
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import cents, require_floor
from paigow.table.rules import TableRules
from paigow.table.state import Step, Table

__all__ = ["APPLIES", "DECIDES", "CorrectPayment", "ReportWrongPayment"]


class CorrectPayment(Command, frozen=True):
    """The floor puts a payment right from the rebuilt hands: more to the person, or something back."""

    person: str
    to_person: int
    why: str


class PaymentCorrected(Event, frozen=True):
    person: str
    to_person: int
    why: str


class ReportWrongPayment(Command, frozen=True):
    """Noted as a dispute: once the next bets are closed nothing is paid any more."""

    person: str
    why: str


class DisputeNoted(Event, frozen=True):
    person: str
    why: str


def may_correct(table: Table) -> bool:
    """From the first settlement on the pieces of a round to the next "no more bets"."""
    return table.bets_open or table.step in (Step.DISPLAY, Step.IDLE) or settled_on_pieces(table)


def _require_reason(why: str, cites: tuple[str, ...]) -> None:
    if not why.strip():
        raise Refused(Reason.NOT_AS_REQUIRED, "a reason is written down with it", cites)


def correct(rules: TableRules, table: Table, command: CorrectPayment) -> tuple[Event, ...]:
    cites = rules.cite("correction")
    require_floor(command.by, "correct a payment", cites)
    if not may_correct(table):
        sentence = "no payment is corrected between closing the bets and the first hand that is settled"
        raise Refused(Reason.WRONG_STEP, sentence, cites)
    if not table.round:
        raise Refused(Reason.NOTHING_THERE, "no round was played whose payments could be wrong", cites)
    if not command.to_person:
        raise Refused(Reason.NOT_ACCEPTED, "a correction has an amount", cites)
    if command.to_person < 0 and table.rack(command.person) < -command.to_person:
        held = cents(table.rack(command.person))
        raise Refused(Reason.NOT_ENOUGH, f"{command.person} has {held} to give back", cites)
    _require_reason(command.why, cites)
    gives, takes = INVENTORY, rack(command.person)
    if command.to_person < 0:
        gives, takes = takes, gives
    event = PaymentCorrected(
        person=command.person,
        to_person=command.to_person,
        why=command.why,
        cites=cites,
        postings=move(gives, takes, abs(command.to_person)),
    )
    return (event,)


def note_dispute(rules: TableRules, _table: Table, command: ReportWrongPayment) -> tuple[Event, ...]:
    cites = rules.cite("correction")
    require_floor(command.by, "note a dispute", cites)
    _require_reason(command.why, cites)
    return (DisputeNoted(person=command.person, why=command.why, cites=cites),)


DECIDES: dict[type[Command], Decide] = {CorrectPayment: correct, ReportWrongPayment: note_dispute}
APPLIES: dict[type[Event], Apply] = {PaymentCorrected: unchanged, DisputeNoted: unchanged}
