"""Accidents and their answers: exposed pieces, pieces off the table, payments put right. Not the dice.

Void rules end at the first settlement on the pieces; what is found later the floor corrects with money (R63).
"""

from __future__ import annotations

from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import FLOOR, Apply, Command, Decide, Event
from paigow.table.areas import setter_of
from paigow.table.delivery import wagered_places
from paigow.table.ledger import CENTER, INVENTORY, move, rack
from paigow.table.places import place_name
from paigow.table.progress import opponent_place
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import cents, require_floor, require_hand, require_person
from paigow.table.rules import TableRules
from paigow.table.stakes import take_wager, without_wagers
from paigow.table.state import HandStatus, Step, Table, changed
from paigow.table.voiding import next_step_without, stays_up, void_hand, void_round

__all__ = [
    "APPLIES",
    "DECIDES",
    "ChooseAfterExposure",
    "CorrectPayment",
    "PlayOnInSilence",
    "ReportExposed",
    "ReportOffTable",
    "ReportWrongPayment",
]

LIVE_STEPS = (
    Step.DEAL,
    Step.COUNT_STUB,
    Step.SWEEP,
    Step.COVER,
    Step.SETTING,
    Step.BANK_SETTING,
    Step.DEALER_SETTING,
    Step.EXPOSE_BANK,
    Step.EXPOSE,
)
"""From the first piece dealt to the last hand exposed."""


class ReportExposed(Command, frozen=True):
    """The dealer or the floor reports a piece turned up by accident: the place, and which of its pieces."""

    place: int
    index: int


class PieceExposed(Event, frozen=True):
    place: int
    index: int
    piece: str
    asks: bool
    """Whether the player must now choose to void the hand or play on."""


class ChooseAfterExposure(Command, frozen=True):
    """The player whose piece was shown says what to do, before looking at the others."""

    position: int
    play_on: bool


class PlayOnInSilence(Command, frozen=True):
    """No answer in time: the hand is played (R55, R61)."""

    position: int


class PlayedOn(Event, frozen=True):
    position: int
    by: str


class ReportOffTable(Command, frozen=True):
    """A piece left the table, for whatever reason."""

    place: int


class HandDead(Event, frozen=True):
    """The hand is dead and all its wagers are lost."""

    position: int
    keys: tuple[tuple[str, int, str], ...]
    then: Step


class CorrectPayment(Command, frozen=True):
    """The floor puts a payment right from the rebuilt hands: more to the person, or something back (R63)."""

    person: str
    to_person: int
    why: str


class PaymentCorrected(Event, frozen=True):
    person: str
    to_person: int
    why: str


class ReportWrongPayment(Command, frozen=True):
    """Noted as a dispute once the next bets are closed: nothing is paid any more (R63)."""

    person: str
    why: str


class DisputeNoted(Event, frozen=True):
    person: str
    why: str


def _require_staff(by: str, act: str, cites: tuple[str, ...]) -> None:
    if by not in (THE_DEALER, FLOOR):
        raise Refused(Reason.NOT_YOURS, f"the dealer or the floor may {act}", cites)


def _require_live(rules: TableRules, table: Table, act: str, topic: str) -> None:
    if table.step not in LIVE_STEPS:
        raise Refused(Reason.WRONG_STEP, f"one cannot {act} now: no hands are in play", rules.cite(topic))


def _voids_all(table: Table, place: int) -> bool:
    """Whether an accident here is everybody's: the dealer's, the bank's, a dead or unwagered hand's."""
    return place == opponent_place(table) or place not in wagered_places(table) or place == 0


def _settled_on_pieces(table: Table) -> bool:
    """Whether some hand has been exposed and compared already (R19, R63)."""
    return any(hand.outcome is not None for hand in table.hands.values())


def report_exposed(rules: TableRules, table: Table, command: ReportExposed) -> tuple[Event, ...]:
    everybody = _voids_all(table, command.place)
    topic = "exposed of bank" if everybody else "exposed of player"
    cites = rules.cite(topic)
    _require_staff(command.by, "report an exposed piece", cites)
    _require_live(rules, table, "report an exposed piece", topic)
    hand = require_hand(table, command.place, cites)
    if not 0 <= command.index < len(hand.pieces):
        raise Refused(Reason.BAD_PIECES, f"a hand has no piece number {command.index}", cites)
    if hand.status not in (HandStatus.DEALT, HandStatus.SET, HandStatus.DEAD):
        raise Refused(Reason.NOTHING_THERE, f"the hand of {place_name(command.place)} is open or gone", cites)
    shown = PieceExposed(
        place=command.place,
        index=command.index,
        piece=hand.pieces[command.index],
        asks=not everybody,
        cites=cites,
    )
    if not everybody or _settled_on_pieces(table):
        return (shown,)
    return (shown, void_round(rules, table, f"a piece of {place_name(command.place)} was exposed", topic))


def piece_exposed(table: Table, event: PieceExposed) -> Table:
    hand = table.hands[event.place]
    shown = changed(hand, shown=tuple(sorted({*hand.shown, event.index})))
    asked = (event.place,) if event.asks and event.place not in table.choosing else ()
    return changed(
        table, hands={**table.hands, event.place: shown}, choosing=tuple(sorted((*table.choosing, *asked)))
    )


def choose(rules: TableRules, table: Table, command: ChooseAfterExposure) -> tuple[Event, ...]:
    cites = rules.cite("exposed of player")
    person = require_person(command.by, "choose", cites)
    if command.position not in table.choosing:
        raise Refused(Reason.NOTHING_THERE, "there is nothing to choose at that position", cites)
    if setter_of(table, command.position) != person:
        raise Refused(
            Reason.NOT_ELIGIBLE, f"the choice at position {command.position} is not {person}'s", cites
        )
    if command.play_on:
        return (PlayedOn(position=command.position, by=person, cites=(*cites, "R55")),)
    return (void_hand(rules, table, command.position, "exposed of player"),)


def play_on(rules: TableRules, table: Table, command: PlayOnInSilence) -> tuple[Event, ...]:
    cites = (*rules.cite("exposed of player"), "R55", "R61")
    _require_staff(command.by, "go on without an answer", cites)
    if command.position not in table.choosing:
        raise Refused(Reason.NOTHING_THERE, "there is nothing to choose at that position", cites)
    return (PlayedOn(position=command.position, by=command.by, cites=cites),)


def played_on(table: Table, event: PlayedOn) -> Table:
    return changed(table, choosing=tuple(place for place in table.choosing if place != event.position))


def report_off_table(rules: TableRules, table: Table, command: ReportOffTable) -> tuple[Event, ...]:
    cites = rules.cite("off the table")
    _require_staff(command.by, "report a piece off the table", cites)
    if not cites:
        raise Refused(Reason.NOT_OFFERED, "this rule book does not know a piece off the table", ("R19",))
    _require_live(rules, table, "report a piece off the table", "off the table")
    hand = require_hand(table, command.place, cites)
    if hand.status in (HandStatus.VOID, HandStatus.SURRENDERED, HandStatus.COLLECTED):
        raise Refused(Reason.NOTHING_THERE, f"the hand of {place_name(command.place)} is gone", cites)
    if _voids_all(table, command.place):
        why = f"a piece of {place_name(command.place)} left the table"
        return (void_round(rules, table, why, "off the table"),)
    lost = tuple(wager for wager in table.wagers_on(command.place) if not stays_up(table, wager))
    dead = HandDead(
        position=command.place,
        keys=tuple(wager.key for wager in lost),
        then=next_step_without(table, command.place),
        cites=cites,
        postings=tuple(
            posting for wager in lost for posting in take_wager(wager, _loser_goes_to(table, wager.kind))
        ),
    )
    return (dead,)


def _loser_goes_to(table: Table, kind: str) -> str:
    return CENTER if table.bank is not None and kind in ("main", "tip") else INVENTORY


def hand_dead(table: Table, event: HandDead) -> Table:
    after = without_wagers(table, event.keys)
    hand = changed(table.hands[event.position], status=HandStatus.DEAD)
    choosing = tuple(place for place in table.choosing if place != event.position)
    return changed(after, hands={**table.hands, event.position: hand}, choosing=choosing, step=event.then)


def correct(rules: TableRules, table: Table, command: CorrectPayment) -> tuple[Event, ...]:
    cites = rules.cite("correction")
    require_floor(command.by, "correct a payment", cites)
    if not table.bets_open:
        raise Refused(
            Reason.WRONG_STEP, "a payment is corrected between rounds, until the next bets close", cites
        )
    if not command.to_person or not command.why.strip():
        raise Refused(Reason.NOT_AS_REQUIRED, "a correction has an amount and a reason", cites)
    if command.to_person < 0 and table.rack(command.person) < -command.to_person:
        held = cents(table.rack(command.person))
        raise Refused(Reason.NOT_ENOUGH, f"{command.person} has {held} to give back", cites)
    gives, takes = (INVENTORY, rack(command.person))
    if command.to_person < 0:
        gives, takes = takes, gives
    postings = move(gives, takes, abs(command.to_person))
    event = PaymentCorrected(
        person=command.person, to_person=command.to_person, why=command.why, cites=cites, postings=postings
    )
    return (event,)


def note_dispute(rules: TableRules, table: Table, command: ReportWrongPayment) -> tuple[Event, ...]:
    cites = rules.cite("correction")
    require_floor(command.by, "note a dispute", cites)
    if table.bets_open:
        raise Refused(Reason.WRONG_STEP, "while bets are open a payment is corrected, not noted", cites)
    return (DisputeNoted(person=command.person, why=command.why, cites=cites),)


def unchanged(table: Table, _event: Event) -> Table:
    return table


DECIDES: dict[type[Command], Decide] = {
    ReportExposed: report_exposed,
    ChooseAfterExposure: choose,
    PlayOnInSilence: play_on,
    ReportOffTable: report_off_table,
    CorrectPayment: correct,
    ReportWrongPayment: note_dispute,
}
APPLIES: dict[type[Event], Apply] = {
    PieceExposed: piece_exposed,
    PlayedOn: played_on,
    HandDead: hand_dead,
    PaymentCorrected: unchanged,
    DisputeNoted: unchanged,
}
