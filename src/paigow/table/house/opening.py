"""Opening a table of either game: verifying the inspection, the first player's look, the start of play.

Receiving and displaying the pieces is in `tile_opening` and `card_opening`.
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.house.card_opening import after_begin, came_shuffled, require_looked_at
from paigow.table.refusals import (
    Reason,
    Refused,
    require_dealer,
    require_floor,
    require_person,
    require_seat,
    require_step,
)
from paigow.table.state import DEALER_PLACE, Between, Step, Table, changed


class VerifyInspection(Command, frozen=True, tag="verify-inspection"):
    """The floor confirms the inspection; in Colorado, it confirms that surveillance watched and agreed."""


class InspectionVerified(Event, frozen=True, tag="inspection-verified"):
    verified_by: str


class LookAtPieces(Command, frozen=True, tag="look-at-pieces"):
    """The first player has inspected the displayed tiles or cards and is satisfied."""


class PiecesLookedAt(Noted, frozen=True, tag="pieces-looked-at"):
    person: str


class BeginPlay(Command, frozen=True, tag="begin-play"):
    """The first player has had a chance to inspect: the dealer makes the pieces ready."""


class PlayBegun(Event, frozen=True, tag="play-begun"):
    between: Between
    then: Step = Step.SHUFFLE


def verify(rules: Rules, table: Table, command: VerifyInspection) -> tuple[Event, ...]:
    cites = rules.cite("verify")
    require_floor(command.by, "verify the inspection", cites)
    require_step(table, "verify the inspection", cites, Step.VERIFY)
    return (InspectionVerified(verified_by=rules.book.procedure.verified_by, cites=cites),)


def verified(table: Table, _event: InspectionVerified) -> Table:
    return changed(table, step=Step.DISPLAY)


def look(rules: Rules, table: Table, command: LookAtPieces) -> tuple[Event, ...]:
    cites = rules.cite("first player")
    person = require_person(command.by, "look at what is displayed", cites)
    require_step(table, "look at what is displayed", cites, Step.IDLE)
    require_seat(table, person, cites)
    if person != table.between.first_player:
        sentence = f"{table.between.first_player} arrived first and looks"
        raise Refused(Reason.NOT_ELIGIBLE, sentence, cites)
    return (PiecesLookedAt(person=person, cites=cites),)


def begin(rules: Rules, table: Table, command: BeginPlay) -> tuple[Event, ...]:
    cites = rules.cite("preshuffled" if came_shuffled(table) else "first player")
    require_dealer(command.by, "begin play", cites)
    require_step(table, "begin play", cites, Step.IDLE)
    if not any(table.chairs):
        raise Refused(Reason.NOTHING_THERE, "No player has arrived yet.", cites)
    if not rules.is_tiles:
        require_looked_at(rules, table)
    then = Step.SHUFFLE if rules.is_tiles else after_begin(rules, table)
    between = changed(table.between, start_of_game=True, pointer=1, opened=True)
    return (PlayBegun(between=between, then=then, cites=cites),)


def begun(table: Table, event: PlayBegun) -> Table:
    """A flat button is in front of the dealer when play commences (maryland-poker 5.K(3)(a), R36)."""
    cards = changed(table.cards, button=DEALER_PLACE)
    return changed(table, step=event.then, bets_open=True, between=event.between, cards=cards)
