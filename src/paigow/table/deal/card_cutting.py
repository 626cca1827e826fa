"""Cutting a hand-shuffled deck: who is asked in which order, how deep, and recutting. Not tiles."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, STAFF, Command, Event, Noted
from paigow.table.card_state import DeckCut
from paigow.table.deal.card_methods import is_cut, methods
from paigow.table.deal.commitments import CUT, FEWEST, MOST, Drawn, is_undrawn, next_draw
from paigow.table.fields import Because, Domain, Domains, Fixed, Moment, Only, WholeNumbers, Why
from paigow.table.refusals import (
    Reason,
    Refused,
    refuse_reason,
    require_floor,
    require_reason,
    require_step,
)
from paigow.table.state import POSITIONS, Step, Table, changed, round_from

AFTER_THE_CUT = (
    Step.BETS,
    Step.PROGRESSIVE,
    Step.SHAKE,
    Step.LID,
    Step.TOTAL,
    Step.START,
    Step.DEAL,
)
"""Up to the first card dealt."""


class CutOffered(Noted, frozen=True, tag="cut-offered"):
    """The dealer offers the stack to be cut, backs toward the player; the dealer is last in line."""

    person: str


def _depths(moment: Moment, _before: Fixed) -> tuple[Domain, ...]:
    """While the order is still to be drawn, so is the dealer's own cut (R96)."""
    if moment.actor == DEALER and is_undrawn(moment.table):
        return (Only(0),)
    return (WholeNumbers("number", (FEWEST,), MOST),)


class CutCards(Command, frozen=True, tag="cut-cards"):
    """Insert the cut card after `depth` cards, when you are asked; the dealer cuts at a random place.

    The dealer's depth is 0 while the order is undrawn: both are drawn together (R96).
    """

    depth: Annotated[int, Domains(_depths)]


class CardsCut(Event, frozen=True, tag="cards-cut"):
    by: str
    depth: int
    spare_cover_card: str
    then: Step
    draw: Drawn = UNSET


class PassCut(Command, frozen=True, tag="pass-cut"):
    """Decline to cut. The dealer declines for a player who doesn't answer in time (R61, R85)."""

    because: Because = ""
    """Why the dealer says it for the player: `time-up` or `asked`."""


class CutPassed(Event, frozen=True, tag="cut-passed"):
    person: str
    in_silence: bool
    because: str = ""


class OrderRecut(Command, frozen=True, tag="order-recut"):
    """The floor orders another cut, by the player who cut last or by the next in order."""

    by_last: bool
    why: Why = "cut improperly"


class RecutOrdered(Event, frozen=True, tag="recut-ordered"):
    by_last: bool
    why: str
    declined: tuple[str, ...]
    """Who is skipped now."""
    resume: Step | None


def resumed_at(table: Table) -> Step | None:
    """The step at which the round resumes after a reshuffle or recut, if bets are closed (R75)."""
    return table.resume if table.step in (Step.CUT, Step.BETS) else table.step


def cut_order(table: Table) -> tuple[str, ...]:
    """Who can cut, in order: the first to arrive if the game is starting, or the bank; others; the dealer.

    The others follow counterclockwise from the bank's right, or from position 1.
    """
    first = POSITIONS[0] if table.bank is None else table.bank.position
    seated = [table.seated(position) for position in round_from(first, POSITIONS)]
    players = [person for person in seated if person is not None and person not in table.leaving]
    arrived = table.between.first_player if table.between.start_of_game else None
    if arrived in players:
        players.sort(key=lambda person: person != arrived)
    return (*players, DEALER)


def next_to_cut(table: Table) -> str:
    """Who is asked now."""
    return next(person for person in cut_order(table) if person not in table.cards.cut.declined)


def _offer_topic(table: Table, person: str) -> str:
    if person == DEALER:
        return "dealer cuts"
    if table.bank is not None:
        return "cut offered to bank" if person == table.bank.person else "cut offered after bank"
    begins = table.between.start_of_game and person == table.between.first_player
    return "cut offered to first player" if begins else "cut offered in turn"


def offer_cut(rules: Rules, table: Table, declined: tuple[str, ...] = ()) -> tuple[CutOffered, ...]:
    """The stack offered to the next in order who hasn't declined."""
    person = next(each for each in cut_order(table) if each not in declined)
    return (CutOffered(person=person, cites=rules.cite(_offer_topic(table, person))),)


def _require_cuts(rules: Rules, table: Table) -> None:
    if not is_cut(rules, table):
        topic = f"shuffled by {methods(rules, table).shuffling}"
        raise Refused(Reason.NOT_OFFERED, "Cards aren't cut at this table.", rules.cite(topic))


def _require_cutting(rules: Rules, table: Table, by: str, act: str, cites: tuple[str, ...]) -> None:
    if by in STAFF and by != DEALER:
        raise Refused(Reason.NOT_YOURS, f"Only a player or the dealer can {act}.", cites)
    _require_cuts(rules, table)
    require_step(table, act, cites, Step.CUT)


def cut(rules: Rules, table: Table, command: CutCards) -> tuple[Event, ...]:
    asked = next_to_cut(table)
    cites = rules.cite("dealer cuts" if asked == DEALER else "card cut")
    _require_cutting(rules, table, command.by, "cut", cites)
    if command.by != asked:
        raise Refused(
            Reason.NOTHING_THERE, f"The cut isn't offered to {command.by}: {asked} has it now.", cites
        )
    later = asked == DEALER and is_undrawn(table)
    if not (command.depth == 0 if later else FEWEST <= command.depth <= MOST):
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            f"Put the cut card in after {FEWEST} to {MOST} cards, not {command.depth}.",
            rules.cite("cut depth"),
        )
    spare = rules.cutting.spare_cover_card
    event = CardsCut(
        by=command.by,
        depth=command.depth,
        spare_cover_card=spare,
        then=table.resume or Step.BETS,
        draw=next_draw(table, CUT) if asked == DEALER and not later else UNSET,
        cites=(*cites, *rules.cite("cut made"), *rules.cite(f"spare to {spare}")),
    )
    return (event,)


def was_cut(table: Table, event: CardsCut) -> Table:
    uncut = table.cards.cut.uncut
    made = changed(table.cards.cut, made_by=event.by, place=event.depth)
    order = (*uncut[event.depth :], *uncut[: event.depth])
    cards = changed(table.cards, cut=made)
    return changed(table, stock=(order,), cards=cards, step=event.then, resume=None)


def decline(rules: Rules, table: Table, command: PassCut) -> tuple[Event, ...]:
    cites = rules.cite("cut declined")
    asked = next_to_cut(table)
    _require_cutting(rules, table, command.by, "decline the cut", cites)
    if command.by not in (asked, DEALER):
        raise Refused(
            Reason.NOTHING_THERE, f"The cut isn't offered to {command.by}: {asked} has it now.", cites
        )
    if asked == DEALER:
        raise Refused(
            Reason.NOT_ELIGIBLE, "Everyone has passed, so the dealer cuts.", rules.cite("dealer cuts")
        )
    following = offer_cut(rules, table, (*table.cards.cut.declined, asked))
    if command.by != DEALER:
        refuse_reason(command.because, cites)
        return (CutPassed(person=asked, in_silence=False, cites=cites), *following)
    why = require_reason(table, asked, command.because, "pass the cut", cites)
    passed = CutPassed(
        person=asked, in_silence=why.in_silence, because=why.because, cites=(*cites, *why.cites)
    )
    return (passed, *following)


def declined(table: Table, event: CutPassed) -> Table:
    after = changed(table.cards.cut, declined=(*table.cards.cut.declined, event.person))
    return changed(table, cards=changed(table.cards, cut=after))


def recut(rules: Rules, table: Table, command: OrderRecut) -> tuple[Event, ...]:
    """Back to the stack as shuffled: the last cutter is asked again, or everyone up to them is skipped."""
    cites = rules.cite("recut")
    require_floor(command.by, "order a recut", cites)
    _require_cuts(rules, table)
    require_step(table, "order a recut", cites, *AFTER_THE_CUT)
    made_by = table.cards.cut.made_by
    if made_by is None:
        raise Refused(Reason.NOTHING_THERE, "The cards weren't cut.", cites)
    order = cut_order(table)
    before = order[: order.index(made_by)] if made_by in order else table.cards.cut.declined
    again = command.by_last or made_by == DEALER
    past = before if again else (*before, made_by)
    event = RecutOrdered(
        by_last=command.by_last, why=command.why, declined=past, resume=resumed_at(table), cites=cites
    )
    return (event, *offer_cut(rules, table, past))


def recut_ordered(table: Table, event: RecutOrdered) -> Table:
    uncut = table.cards.cut.uncut
    cards = changed(table.cards, cut=DeckCut(declined=event.declined, uncut=uncut))
    return changed(table, stock=(uncut,), cards=cards, step=Step.CUT, resume=event.resume)
