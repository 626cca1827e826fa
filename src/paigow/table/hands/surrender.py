"""Surrendering a wager once the opposing hand has been set. Not what a bank then does with it."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.covering import lose_wagers
from paigow.table.fields import Position
from paigow.table.hands.card_progress import open_optional
from paigow.table.hands.progress import mains, opponent_place
from paigow.table.irregularities.voiding import forfeit, next_step_without
from paigow.table.ledger import without_wagers
from paigow.table.refusals import (
    Reason,
    Refused,
    require_hand,
    require_person,
    require_place,
    require_step,
)
from paigow.table.state import HandStatus, Step, Table, WagerKey, changed

SURRENDER_STEPS = (Step.DEALER_SETTING, Step.EXPOSE_BANK, Step.EXPOSE, Step.OPTIONAL)


class Surrender(Command, frozen=True, tag="surrender"):
    """Forfeit the main wager instead of comparing the hand."""

    position: Position


class WagerSurrendered(Event, frozen=True, tag="wager-surrendered"):
    """The whole wager is collected at once; this can't be undone (R54)."""

    person: str
    position: int
    keys: tuple[WagerKey, ...]
    to_bank: bool


class SurrenderedHandTaken(Event, frozen=True, tag="surrendered-hand-taken"):
    """Nobody plays the hand any more: its pieces are put aside face down, unseen."""

    position: int
    kept_for_envy: bool
    """Cards lie on, face down, while others hold qualifying wagers (R27)."""
    counted: int
    """How many cards were counted with it: only in journals older than the act of counting (R94)."""
    then: Step
    to_count: bool = False
    """Whether the dealer has to count them face down; tiles are not counted."""


def may_surrender(rules: Rules, table: Table, person: str, position: int) -> bool:
    """Whether a main wager of this person on this spot could be surrendered now."""
    hand = table.hands.get(position)
    if not rules.book.procedure.surrender or table.choosing:
        return False
    if hand is None or hand.status is not HandStatus.SET:
        return False
    return (
        table.step in SURRENDER_STEPS
        and table.hands[opponent_place(table)].status is not HandStatus.DEALT
        and table.wager(person, position, "main") is not None
        and not bound_by_optional(rules, table, person, position)
    )


def bound_by_optional(rules: Rules, table: Table, person: str, position: int) -> bool:
    """An optional wager on the hand keeps it in play: Pair Fortunes (R16), any of Maryland's (R27)."""
    wagers = (*table.wagers_on(position), *open_optional(rules, table))
    return any(
        wager.kind in rules.optional and wager.person == person and wager.position == position
        for wager in wagers
    )


def surrender(rules: Rules, table: Table, command: Surrender) -> tuple[Event, ...]:
    cites = rules.cite("surrender")
    person = require_person(command.by, "surrender", cites)
    if not rules.book.procedure.surrender:
        raise Refused(Reason.NOT_OFFERED, "This table doesn't offer surrender.", cites)
    if table.step in SURRENDER_STEPS and table.hands[opponent_place(table)].status is HandStatus.DEALT:
        raise Refused(Reason.WRONG_STEP, "You can surrender once the hand you play against is set.", cites)
    require_step(table, "surrender", cites, *SURRENDER_STEPS)
    require_place(rules, command.position, cites)
    hand = require_hand(table, command.position, cites)
    if bound_by_optional(rules, table, person, command.position):
        bound = (*cites, "R16" if rules.is_tiles else "R27")
        raise Refused(Reason.NOT_ELIGIBLE, "A hand with a side bet can't be surrendered.", bound)
    own = tuple(wager for wager in mains(table, command.position) if wager.person == person)
    if not own or hand.status is not HandStatus.SET:
        raise Refused(Reason.NOTHING_THERE, f"{person} has nothing to surrender there.", cites)
    keys = tuple(wager.key for wager in own)
    banked = table.bank is not None
    given_up = WagerSurrendered(
        person=person,
        position=command.position,
        keys=keys,
        to_bank=banked,
        cites=(*cites, *rules.cite("surrender collected"), *(("R9",) if banked else ())),
        postings=lose_wagers(table, own),
    )
    others = any(wager.key not in keys for wager in mains(table, command.position))
    return (given_up,) if others else (given_up, _taken(rules, table, given_up))


def _taken(rules: Rules, table: Table, given_up: WagerSurrendered) -> SurrenderedHandTaken:
    position = given_up.position
    kept = any(person != given_up.person for person, _, _ in table.cards.lammers)
    status = HandStatus.KEPT if kept else HandStatus.SURRENDERED
    cites = rules.cite("surrendered hand")
    if not rules.is_tiles:
        cites = (*cites, *(rules.cite("surrender kept") if kept else ()))
    return SurrenderedHandTaken(
        position=position,
        kept_for_envy=kept,
        counted=0,
        then=next_step_without(rules, table, position, given_up.keys, status),
        to_count=not rules.is_tiles,
        cites=cites,
    )


def surrendered(table: Table, event: WagerSurrendered) -> Table:
    return without_wagers(forfeit(table, event.keys), event.keys)


def taken(table: Table, event: SurrenderedHandTaken) -> Table:
    status = HandStatus.KEPT if event.kept_for_envy else HandStatus.SURRENDERED
    hand = changed(table.hands[event.position], status=status)
    discards = (*table.discards, hand) if event.counted and not event.kept_for_envy else table.discards
    hands = {**table.hands, event.position: hand}
    after = changed(table, hands=hands, discards=discards, step=event.then)
    if not event.to_count:
        return after
    return changed(after, cards=changed(table.cards, uncounted=(*table.cards.uncounted, event.position)))
