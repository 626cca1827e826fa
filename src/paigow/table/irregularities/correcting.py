"""Payments corrected after the round (R63, R87): what each wager paid, and the correction.

Amounts are in chips and from the player's side. An event's postings can combine several wagers, so they
aren't used: the events say what was won, and the stake is what was down at "no more bets".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final

from msgspec import UNSET, UnsetType

from paigow.material.notation import Pieces
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.bets.betting import NoMoreBets
from paigow.table.fields import (
    Anything,
    Domain,
    Domains,
    Fixed,
    Moment,
    Only,
    PersonName,
    Position,
    WagerKind,
    WholeNumbers,
    Why,
)
from paigow.table.hands.comparing import WagersLost, WagersPushed
from paigow.table.hands.progress import opponent_place
from paigow.table.hands.settling import RoundFinished, WinnerPaid
from paigow.table.hands.surrender import WagerSurrendered
from paigow.table.irregularities.card_reports import HandAbandoned
from paigow.table.irregularities.reports import HandDead
from paigow.table.irregularities.voiding import HandVoided, RoundVoided, settled_on_pieces
from paigow.table.ledger import INVENTORY, TIPS, Account, Posting, move, rack
from paigow.table.refusals import Reason, Refused, cents, require_floor
from paigow.table.sides.dragons_eye import DiceWagerPaid, DiceWagersLost, MainWagersLostToTriple
from paigow.table.sides.optional import EnvyPaid, OptionalSettled
from paigow.table.sides.pair_fortunes import PairFortunesLost, PairFortunesPaid
from paigow.table.sides.progressive import KIND as PROGRESSIVE
from paigow.table.sides.progressive import ProgressiveSettled
from paigow.table.state import HandStatus, RoundResults, Step, Table, WagerKey, WagerResult, changed, wager_at
from paigow.wagers.dragons_eye import DICE_KINDS
from paigow.wagers.wager import TIP, Kind

SHOWN = (HandStatus.EXPOSED, HandStatus.COLLECTED, HandStatus.SET)
"""Hands whose pieces everybody has seen by the end of a round; one that is only set is the dealer's own."""


def _stake(table: Table, key: WagerKey) -> int:
    wager = wager_at(table.staked, *key)
    return 0 if wager is None else wager.chips


def _with(table: Table, brought: Iterable[tuple[WagerKey, int]]) -> RoundResults:
    """The record with more results; several payments of one wager, including envy, are added up."""
    results = list(table.record.results)
    for key, amount in brought:
        number = _number_of(key, results)
        if number is None:
            results.append(WagerResult(*key, amount))
        else:
            results[number] = WagerResult(*key, results[number].due + amount)
    return changed(table.record, results=tuple(results))


def _number_of(key: WagerKey, results: Sequence[WagerResult]) -> int | None:
    person, position, kind = key
    for number, each in enumerate(results):
        if each.position == position and each.kind == kind and each.person == person:
            return number
    return None


def _lost(table: Table, event: WagersLost) -> RoundResults:
    return _with(table, [(key, -_stake(table, key)) for key in event.keys])


def _returned(table: Table, event: WagersPushed) -> RoundResults:
    return _with(table, [(key, 0) for key in event.keys])


def _abandoned(table: Table, event: HandAbandoned) -> RoundResults:
    keys = (*event.keys, *_in_tray(table, event.position))
    return _with(table, ((key, -_stake(table, key)) for key in keys))


def _hand_void(table: Table, event: HandVoided) -> RoundResults:
    return _with(table, ((key, 0) for key in (*event.keys, *_in_tray(table, event.position))))


def _in_tray(table: Table, position: int) -> tuple[WagerKey, ...]:
    """A progressive wager on the hand: its chip left the layout at "no more bets" (R39)."""
    taken = table.cards.progressive
    return tuple((person, place, PROGRESSIVE) for person, place in taken if place == position)


def _paid(table: Table, event: WinnerPaid) -> RoundResults:
    return _with(table, [((event.person, event.position, event.kind), event.won - event.vigorish)])


def _won(table: Table, event: DiceWagerPaid) -> RoundResults:
    return _with(table, [((event.person, event.position, event.kind), event.won)])


def _pairs_paid(table: Table, event: PairFortunesPaid) -> RoundResults:
    return _with(table, [((event.person, event.position, event.kind), event.won)])


def _pairs_lost(table: Table, event: PairFortunesLost) -> RoundResults:
    key = (event.person, event.position, event.kind)
    return _with(table, [(key, -_stake(table, key))])


def _optional(table: Table, event: OptionalSettled) -> RoundResults:
    key = (event.person, event.position, event.kind)
    wins = event.won or event.withheld
    return _with(table, [(key, event.won if wins else -_stake(table, key))])


def _progressive(table: Table, event: ProgressiveSettled) -> RoundResults:
    """Its pay table includes the stake: "for 1" (R26)."""
    key = (event.person, event.position, PROGRESSIVE)
    return _with(table, [(key, event.won - _stake(table, key))])


def _void(table: Table, event: RoundVoided) -> RoundResults:
    """Returned wagers have a result of zero. What was settled for good before the void stands.

    That is what the dice decided (R12), including a triple that takes main wagers (R14), and a hand killed by
    a tile off the table. Progressive chips are returned without being named: they are in the tray.
    """
    back = {*event.keys, *event.forfeited}
    results = [each for each in table.record.results if each.kind in DICE_KINDS or each.key not in back]
    standing = {each.key for each in results}
    returned = [
        WagerResult(*wager.key, 0)
        for wager in table.staked
        if wager.key not in standing and (wager.key in back or wager.kind not in DICE_KINDS)
    ]
    return RoundResults(results=(*results, *returned))


def _over(table: Table, _event: RoundFinished) -> RoundResults:
    hands = {place: hand for place, hand in table.hands.items() if hand.low and hand.status in SHOWN}
    return changed(table.record, hands=hands, against=opponent_place(table))


RECORDED: Final[Mapping[type[Event], Callable[[Table, Any], RoundResults]]] = {
    NoMoreBets: lambda _table, _event: RoundResults(),
    DiceWagersLost: _lost,
    MainWagersLostToTriple: _lost,
    DiceWagerPaid: _won,
    PairFortunesPaid: _pairs_paid,
    PairFortunesLost: _pairs_lost,
    WagersLost: _lost,
    WagersPushed: _returned,
    WinnerPaid: _paid,
    WagerSurrendered: _lost,
    HandDead: _lost,
    HandAbandoned: _abandoned,
    HandVoided: _hand_void,
    OptionalSettled: _optional,
    ProgressiveSettled: _progressive,
    EnvyPaid: _won,
    RoundVoided: _void,
    RoundFinished: _over,
}
"""By event, the record after it; `table` is the table before."""


SIGNATURES: Final = 2
TWO_NAMES: Final = ("the floor", "a second")
"""Any two different names, for an option's example."""


def _signed(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """Two names, if the house has large corrections signed."""
    signs = moment.rules.records.second_signature
    return (Anything("texts", TWO_NAMES) if signs else Only(UNSET),)


SignedBy = Annotated[tuple[str, ...] | UnsetType, Domains(_signed)]


def _rounds(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """Every round that was started here, the last one first."""
    last = moment.table.round
    return (WholeNumbers("number", (last,), 1) if last else Only(UNSET),)


RoundMeant = Annotated[int | UnsetType, Domains(_rounds)]


class CorrectPayment(Command, frozen=True, tag="correct-payment"):
    """The floor corrects the payment of one wager; the table computes what was due."""

    person: PersonName
    position: Position
    kind: WagerKind
    handed: int
    """What was really handed over for it, beside the stake; less than nothing if chips were taken."""
    why: Why
    signed: SignedBy = UNSET
    """The two who sign for a large difference, each by name (R111)."""


class WrongPaymentFound(Noted, frozen=True, tag="wrong-payment-found"):
    """The hand is rebuilt: what the wager was due, and what was paid instead.

    The table had booked what was due; the postings show where the chips really were.
    """

    person: str
    position: int
    kind: Kind
    due: int
    handed: int
    low: Pieces = ()
    high: Pieces = ()
    against_low: Pieces = ()
    against_high: Pieces = ()
    round: int | UnsetType = UNSET
    """The round whose payment was wrong (R166)."""


class PaymentCorrected(Event, frozen=True, tag="payment-corrected"):
    """The difference, paid out or taken back."""

    person: str
    to_person: int
    why: str
    position: int = 0
    kind: Kind = Kind("")
    signed: tuple[str, ...] | UnsetType = UNSET
    """Who signed for it, where two had to (R111)."""
    round: int | UnsetType = UNSET
    """The round whose payment is put right (R166)."""


class ReportWrongPayment(Command, frozen=True, tag="report-wrong-payment"):
    """Record a dispute without a payment: all that is possible after the next round's bets are closed."""

    person: PersonName
    why: Why
    round: RoundMeant = UNSET
    """The round in dispute; where none is named, the last one (R166)."""


class DisputeNoted(Noted, frozen=True, tag="dispute-noted"):
    person: str
    why: str
    round: int | UnsetType = UNSET
    """The round in dispute; none before the first one (R166)."""


def may_correct(rules: Rules, table: Table) -> bool:
    """From the first settlement by the pieces of a round to the next "no more bets"."""
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
        sentence = f"Nothing to correct: this bet was due {cents(result.due)}."
        raise Refused(Reason.NOT_ACCEPTED, sentence, cites)
    payee = TIPS if command.kind == TIP else rack(command.person)
    _require_possible(table, payee, owed, cites)
    _require_reason(command.why, cites)
    signed = _signatures(rules, command, owed)
    cites = cites if signed is UNSET else (*cites, "R111")
    found = WrongPaymentFound(
        person=command.person,
        position=command.position,
        kind=result.kind,
        due=result.due,
        handed=command.handed,
        cites=cites,
        postings=_moved(payee, -owed),
        round=table.round,
        **_rebuilt(table, result),
    )
    corrected = PaymentCorrected(
        person=command.person,
        to_person=owed,
        why=command.why,
        position=command.position,
        kind=result.kind,
        signed=signed,
        round=table.round,
        cites=cites,
        postings=_moved(payee, owed),
    )
    return (found, corrected)


def _signatures(rules: Rules, command: CorrectPayment, owed: int) -> tuple[str, ...] | UnsetType:
    """The two signatures for a large difference; a small one needs none (R111)."""
    records = rules.records
    if not records.second_signature or abs(owed) <= records.second_signature_above:
        return UNSET
    names = () if command.signed is UNSET else tuple(name.strip() for name in command.signed)
    if len({name.casefold() for name in names}) != SIGNATURES or not all(names):
        sentence = (
            f"A correction by more than {cents(records.second_signature_above)} needs two signatures. "
            "Enter the names of two different people."
        )
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, ("R111",))
    return names


def _require_result(table: Table, command: CorrectPayment, cites: tuple[str, ...]) -> WagerResult:
    """The named wager of the round, settled and not corrected yet."""
    key = (command.person, command.position, command.kind)
    result = next((each for each in table.record.results if each.key == key), None)
    if result is None:
        sentence = (
            f"{command.person} had no {command.kind} bet settled at position {command.position} "
            "in this round. Name a bet of the round."
        )
        raise Refused(Reason.NOTHING_THERE, sentence, cites)
    if result.corrected:
        sentence = "This wager's payment was corrected already. Note a dispute."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)
    return result


def _require_possible(table: Table, payee: Account, owed: int, cites: tuple[str, ...]) -> None:
    """Chips paid in error are where they went: refuse to take back more than is there."""
    holder = payee if owed > 0 else INVENTORY
    held = table.balances.get(holder, 0)
    if held < abs(owed):
        sentence = f"The difference is {cents(abs(owed))}, and only {cents(held)} can be out of place."
        raise Refused(Reason.NOT_ENOUGH, sentence, cites)


def _moved(payee: Account, amount: int) -> tuple[Posting, ...]:
    """From the tray to the payee, or back."""
    return move(INVENTORY, payee, amount) if amount > 0 else move(payee, INVENTORY, -amount)


def _rebuilt(table: Table, result: WagerResult) -> dict[str, Pieces]:
    """The wager's hand and the opposing hand, if they were compared."""
    if result.kind in DICE_KINDS:
        return {}
    hands = table.hands or table.record.hands
    against = opponent_place(table) if table.hands else table.record.against
    own, other = hands.get(result.position), hands.get(against)
    if own is None or other is None or own.outcome is None:
        return {}
    return {"low": own.low, "high": own.high, "against_low": other.low, "against_high": other.high}


def marked(table: Table, event: PaymentCorrected) -> Table:
    """The wager's payment has been corrected for good."""
    key = (event.person, event.position, event.kind)
    results = tuple(
        changed(each, corrected=True) if each.key == key else each for each in table.record.results
    )
    return changed(table, record=changed(table.record, results=results))


def note_dispute(rules: Rules, table: Table, command: ReportWrongPayment) -> tuple[Event, ...]:
    cites = rules.cite("correction")
    require_floor(command.by, "note a dispute", cites)
    _require_reason(command.why, cites)
    meant = _round_meant(table, command.round)
    return (DisputeNoted(person=command.person, why=command.why, round=meant, cites=cites),)


def _round_meant(table: Table, named: int | UnsetType) -> int | UnsetType:
    """The round in dispute: any that was started at this table (R166)."""
    if named is UNSET:
        return table.round or UNSET
    if 1 <= named <= table.round:
        return named
    allowed = f"Name a round from 1 to {table.round}." if table.round else "No round has been played yet."
    raise Refused(Reason.NOTHING_THERE, f"There is no round {named} at this table. {allowed}", ("R166",))
