"""Errors found late: the floor puts the payment of a wager right, or notes a dispute (R63, R87). No voids.

The table books what is due, so its own payments are right; a hand at the table may have given or taken other
chips. The floor says what was handed over; the difference follows from the rebuilt hand, not from the floor.
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Decide, Event, unchanged
from paigow.table.hands.progress import opponent_place
from paigow.table.irregularities.voiding import settled_on_pieces
from paigow.table.pay.ledger import INVENTORY, TIPS, Posting, move, rack
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import cents, require_floor
from paigow.table.state import Pieces, Result, Step, Table, changed
from paigow.wagers.dragons_eye import DICE_KINDS
from paigow.wagers.kinds import TIP


class CorrectPayment(Command, frozen=True, tag="correct-payment"):
    """The floor puts the payment of one wager right; what was due, the table works out."""

    person: str
    position: int
    kind: str
    handed: int
    """What was really handed over for it, beside the stake; less than nothing if chips were taken."""
    why: str


class WrongPaymentFound(Event, frozen=True, tag="wrong-payment-found"):
    """The hand rebuilt, what the wager was due, and what was handed over in its place.

    The table had booked what was due; the postings say where the chips really were.
    """

    person: str
    position: int
    kind: str
    due: int
    handed: int
    low: Pieces = ()
    high: Pieces = ()
    against_low: Pieces = ()
    against_high: Pieces = ()


class PaymentCorrected(Event, frozen=True, tag="payment-corrected"):
    """The difference, handed over or taken back."""

    person: str
    to_person: int
    why: str
    position: int = 0
    kind: str = ""


class ReportWrongPayment(Command, frozen=True, tag="report-wrong-payment"):
    """Noted as a dispute, without any payment: all that is left once the next bets are closed."""

    person: str
    why: str


class DisputeNoted(Event, frozen=True, tag="dispute-noted"):
    person: str
    why: str


def may_correct(rules: Rules, table: Table) -> bool:
    """From the first settlement on the pieces of a round to the next "no more bets"."""
    return table.bets_open or table.step in (Step.DISPLAY, Step.IDLE) or settled_on_pieces(rules, table)


def _require_reason(why: str, cites: tuple[str, ...]) -> None:
    if not why.strip():
        raise Refused(Reason.NOT_AS_REQUIRED, "Enter a reason.", cites)


def correct(rules: Rules, table: Table, command: CorrectPayment) -> tuple[Event, ...]:
    cites = rules.cite("correction")
    require_floor(command.by, "correct a payment", cites)
    if not may_correct(rules, table):
        sentence = "A payment can be corrected once a hand is settled and until the next bets close."
        raise Refused(Reason.WRONG_STEP, sentence, cites)
    result = _require_result(table, command, cites)
    owed = result.due - command.handed
    if not owed:
        sentence = f"Nothing is wrong: this wager was due {cents(result.due)}."
        raise Refused(Reason.NOT_ACCEPTED, sentence, cites)
    payee = TIPS if command.kind == TIP else rack(command.person)
    _require_possible(table, payee, owed, cites)
    _require_reason(command.why, cites)
    found = WrongPaymentFound(
        person=command.person,
        position=command.position,
        kind=command.kind,
        due=result.due,
        handed=command.handed,
        cites=cites,
        postings=_moved(payee, -owed),
        **_rebuilt(table, result),
    )
    corrected = PaymentCorrected(
        person=command.person,
        to_person=owed,
        why=command.why,
        position=command.position,
        kind=command.kind,
        cites=cites,
        postings=_moved(payee, owed),
    )
    return (found, corrected)


def _require_result(table: Table, command: CorrectPayment, cites: tuple[str, ...]) -> Result:
    """The named wager of the round, settled and not corrected yet."""
    key = (command.person, command.position, command.kind)
    result = next((each for each in table.record.results if each.key == key), None)
    if result is None:
        sentence = (
            f"{command.person} had no {command.kind} wager settled at position {command.position} "
            "in this round. Name a wager of the round."
        )
        raise Refused(Reason.NOTHING_THERE, sentence, cites)
    if result.corrected:
        sentence = "This wager's payment was corrected already. Note a dispute."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)
    return result


def _require_possible(table: Table, payee: str, owed: int, cites: tuple[str, ...]) -> None:
    """Chips that went the wrong way are where they went: refuse more than there is."""
    holder = payee if owed > 0 else INVENTORY
    held = table.balances.get(holder, 0)
    if held < abs(owed):
        sentence = f"The difference is {cents(abs(owed))}, and only {cents(held)} can be out of place."
        raise Refused(Reason.NOT_ENOUGH, sentence, cites)


def _moved(payee: str, amount: int) -> tuple[Posting, ...]:
    """From the tray to the payee, or back."""
    return move(INVENTORY, payee, amount) if amount > 0 else move(payee, INVENTORY, -amount)


def _rebuilt(table: Table, result: Result) -> dict[str, Pieces]:
    """The hand on which the wager was settled and the one against it, as far as they were compared."""
    if result.kind in DICE_KINDS:
        return {}
    hands = table.hands or table.record.hands
    against = opponent_place(table) if table.hands else table.record.against
    own, other = hands.get(result.position), hands.get(against)
    if own is None or other is None or own.outcome is None:
        return {}
    return {"low": own.low, "high": own.high, "against_low": other.low, "against_high": other.high}


def marked(table: Table, event: PaymentCorrected) -> Table:
    """The wager's payment has been put right, for good."""
    key = (event.person, event.position, event.kind)
    results = tuple(
        changed(each, corrected=True) if each.key == key else each for each in table.record.results
    )
    return changed(table, record=changed(table.record, results=results))


def note_dispute(rules: Rules, _table: Table, command: ReportWrongPayment) -> tuple[Event, ...]:
    cites = rules.cite("correction")
    require_floor(command.by, "note a dispute", cites)
    _require_reason(command.why, cites)
    return (DisputeNoted(person=command.person, why=command.why, cites=cites),)


DECIDES: dict[type[Command], Decide] = {CorrectPayment: correct, ReportWrongPayment: note_dispute}
APPLIES: dict[type[Event], Apply] = {
    WrongPaymentFound: unchanged,
    PaymentCorrected: marked,
    DisputeNoted: unchanged,
}
