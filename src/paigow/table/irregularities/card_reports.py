"""Irregularities that only cards have, and abandoned wagers. Exposed cards of a hand are in `reports`."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import UNSET, UnsetType

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.bank.covering import lose_wagers
from paigow.table.bets.areas import setter_of
from paigow.table.deal.card_methods import methods
from paigow.table.fields import OneOf, Place, Position, UpToSeven, within
from paigow.table.hands.progress import looks
from paigow.table.irregularities.reports import require_live
from paigow.table.irregularities.voiding import (
    forfeit,
    next_step_without,
    settled_on_pieces,
    void_round,
    without_hand,
)
from paigow.table.refusals import (
    CARDS_IN_A_HAND,
    Reason,
    Refused,
    require_floor,
    require_hand,
    require_place,
    require_position,
    require_staff,
    require_step,
)
from paigow.table.state import HandStatus, Step, Table, WagerKey, changed, place_name, place_title

MOST_COUNTED: Final = 2 * CARDS_IN_A_HAND
COUNTED: Final = (
    *range(CARDS_IN_A_HAND + 1, MOST_COUNTED + 1),
    *range(CARDS_IN_A_HAND - 1, -1, -1),
)
"""Possible wrong card counts at a place: one too many first, at most two hands' worth, or too few."""
Counted = Annotated[int | UnsetType, within(OneOf("number", COUNTED))]


class ReportWrongCount(Command, frozen=True, tag="report-wrong-count"):
    """A place has more or fewer than seven cards, although four were left over (R72)."""

    place: Place
    count: Counted = UNSET
    """How many lie there; where it is left out, as many as the deal gave it."""


class WrongCountFound(Noted, frozen=True, tag="wrong-count-found"):
    place: int
    count: int


class ReportStubExposed(Command, frozen=True, tag="report-stub-exposed"):
    """One of the leftover cards was seen; `number` counts from the top."""

    number: UpToSeven


class StubExposed(Noted, frozen=True, tag="stub-exposed"):
    card: str


class CallAbandoned(Command, frozen=True, tag="call-abandoned"):
    """The floor treats the wagers of a player who left during the round as lost."""

    position: Position


class HandAbandoned(Event, frozen=True, tag="hand-abandoned"):
    """All wagers on the hand are lost; its cards stay while other players have qualifying wagers (R37)."""

    position: int
    person: str
    keys: tuple[WagerKey, ...]
    kept_for_envy: bool
    then: Step


def report_count(rules: Rules, table: Table, command: ReportWrongCount) -> tuple[Event, ...]:
    cites = rules.cite("misdealt")
    require_staff(command.by, "report a wrong number of cards", cites)
    require_live(table, "report a wrong number of cards", cites)
    require_place(rules, command.place, cites)
    if settled_on_pieces(rules, table):
        sentence = "A bet has been settled. The floor supervisor corrects it from the rebuilt hands."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, (*cites, "R63"))
    count = _counted(len(require_hand(table, command.place, cites).pieces), command)
    if count == CARDS_IN_A_HAND:
        raise Refused(Reason.NOTHING_THERE, f"{place_title(command.place)} has seven cards.", cites)
    if count not in COUNTED:
        raise Refused(Reason.BAD_PIECES, f"Enter a number of cards from 0 to {MOST_COUNTED}.", cites)
    found = WrongCountFound(place=command.place, count=count, cites=cites)
    why = f"{place_name(command.place)} was dealt {count} cards"
    return (found, void_round(rules, table, why, "misdealt"))


def _counted(dealt: int, command: ReportWrongCount) -> int:
    """How many cards the deal gave a place, if that was already wrong; else how many were found.

    The dealer reports a card that the deal doesn't account for, as with leftover cards.
    """
    return command.count if dealt == CARDS_IN_A_HAND and command.count is not UNSET else dealt


def report_stub(rules: Rules, table: Table, command: ReportStubExposed) -> tuple[Event, ...]:
    """With a shoe, play continues; from the hand, any exposed card voids (R34)."""
    from_hand = methods(rules, table).dealing == "hand"
    topic = "exposed from hand" if from_hand else "exposed of stub"
    cites = rules.cite(topic)
    require_staff(command.by, "report an exposed card", cites)
    require_step(table, "report an exposed card", cites, Step.COUNT_STUB)
    if not 0 <= command.number < len(table.cards.stub):
        raise Refused(Reason.BAD_PIECES, f"There is no leftover card number {command.number}.", cites)
    shown = StubExposed(card=table.cards.stub[command.number], cites=cites)
    if not from_hand:
        return (shown,)
    return (shown, void_round(rules, table, "a card left over was exposed", topic))


def call_abandoned(rules: Rules, table: Table, command: CallAbandoned) -> tuple[Event, ...]:
    cites = rules.cite("abandoned")
    require_floor(command.by, "call wagers abandoned", cites)
    if not rules.book.procedure.abandoned:
        raise Refused(Reason.NOT_OFFERED, "This rule book has no rule for abandoned bets.", ("R30", "R42"))
    require_live(table, "call wagers abandoned", cites)
    require_position(command.position, rules)
    person = setter_of(table, command.position)
    if person is None or person not in table.leaving:
        raise Refused(Reason.NOT_ELIGIBLE, "The player of that hand hasn't left.", cites)
    hand = require_hand(table, command.position, cites)
    lost = table.wagers_on(command.position)
    if hand.status not in (HandStatus.DEALT, HandStatus.SET) or not lost:
        raise Refused(Reason.NOTHING_THERE, "That hand is already shown or collected.", cites)
    kept = any(holder != person for holder, _, _ in table.cards.lammers)
    keys = tuple(wager.key for wager in lost)
    event = HandAbandoned(
        position=command.position,
        person=person,
        keys=keys,
        kept_for_envy=kept,
        then=next_step_without(rules, table, command.position, keys, _status(kept=kept)),
        cites=cites,
        postings=lose_wagers(table, lost),
    )
    return (event, *looks(rules, abandoned(table, event)))


def _status(*, kept: bool) -> HandStatus:
    return HandStatus.KEPT if kept else HandStatus.DEAD


def abandoned(table: Table, event: HandAbandoned) -> Table:
    status = _status(kept=event.kept_for_envy)
    after = without_hand(forfeit(table, event.keys, event.position), event.position, event.keys, status)
    return changed(after, step=event.then)
