"""Cutting a hand-shuffled deck: who is asked in which order, how deep, and cutting again. Not tiles."""

from __future__ import annotations

from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.card_state import Cut
from paigow.table.places import POSITIONS, round_from
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_floor, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Step, Table, changed

__all__ = ["APPLIES", "DECIDES", "CutCards", "OrderRecut", "PassCut", "cut_order", "next_to_cut"]

FEWEST, MOST = 10, 43
"""How many cards may lie above the cover card: ten from either end of 53 (R41)."""


class CutCards(Command, frozen=True):
    """The one who is asked puts the cover card in after so many cards; the dealer cuts at a drawn place."""

    place: int


class CardsCut(Event, frozen=True):
    by: str
    place: int
    spare_cover_card: str


class PassCut(Command, frozen=True):
    """Not this time, or no answer in time, which the dealer may say for the one who is asked."""

    person: str


class CutPassed(Event, frozen=True):
    person: str


class OrderRecut(Command, frozen=True):
    """The floor has the cards cut again, by whoever cut last or by the next in order."""

    by_last: bool
    why: str = "cut improperly"


class RecutOrdered(Event, frozen=True):
    by_last: bool
    why: str


def cut_order(table: Table) -> tuple[str, ...]:
    """Who may cut, in order: the first to arrive if the game begins, or the bank; the others; the dealer.

    The others follow counterclockwise from the bank's right, or from position 1.
    """
    first = POSITIONS[0] if table.bank is None else table.bank.position
    seated = [table.seated(position) for position in round_from(first, POSITIONS)]
    players = [person for person in seated if person is not None and person not in table.leaving]
    arrived = table.between.first_player if table.between.start_of_game else None
    if arrived in players:
        players.sort(key=lambda person: person != arrived)
    return (*players, THE_DEALER)


def next_to_cut(table: Table) -> str:
    """Who is asked now."""
    return next(person for person in cut_order(table) if person not in table.cards.cut.declined)


def cut(rules: TableRules, table: Table, command: CutCards) -> tuple[Event, ...]:
    cites = rules.cite("card cut")
    asked = next_to_cut(table)
    if command.by != asked:
        raise Refused(Reason.NOT_YOURS, f"{asked} is asked to cut", cites)
    require_step(table, "cut", cites, Step.CUT)
    if not FEWEST <= command.place <= MOST:
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            f"the cover card goes in after {FEWEST} to {MOST} cards, not {command.place}",
            rules.cite("cut depth"),
        )
    event = CardsCut(
        by=command.by,
        place=command.place,
        spare_cover_card=rules.cards.spare_cover_card,
        cites=(*cites, *rules.cite("cut depth")),
    )
    return (event,)


def was_cut(table: Table, event: CardsCut) -> Table:
    uncut = table.cards.cut.uncut
    after = changed(table.cards.cut, made_by=event.by, place=event.place, asked=None)
    order = (*uncut[event.place :], *uncut[: event.place])
    return changed(table, stock=(order,), cards=changed(table.cards, cut=after), step=Step.BETS)


def decline(rules: TableRules, table: Table, command: PassCut) -> tuple[Event, ...]:
    cites = rules.cite("cut declined")
    if command.by not in (command.person, THE_DEALER):
        raise Refused(Reason.NOT_YOURS, f"{command.by} cannot answer for {command.person}", cites)
    require_step(table, "decline the cut", cites, Step.CUT)
    asked = next_to_cut(table)
    if command.person != asked or asked == THE_DEALER:
        raise Refused(Reason.NOT_ELIGIBLE, f"{asked} is asked to cut", cites)
    return (CutPassed(person=asked, cites=cites),)


def declined(table: Table, event: CutPassed) -> Table:
    after = changed(table.cards.cut, declined=(*table.cards.cut.declined, event.person))
    return changed(table, cards=changed(table.cards, cut=after))


def recut(rules: TableRules, table: Table, command: OrderRecut) -> tuple[Event, ...]:
    cites = rules.cite("recut")
    require_floor(command.by, "order a recut", cites)
    require_step(table, "order a recut", cites, Step.BETS)
    if table.cards.cut.made_by is None:
        raise Refused(Reason.NOTHING_THERE, "the cards were not cut", cites)
    return (RecutOrdered(by_last=command.by_last, why=command.why, cites=cites),)


def recut_ordered(table: Table, event: RecutOrdered) -> Table:
    """Back to the shuffled stack: the last cutter is asked again, or all up to him have declined."""
    order = cut_order(table)
    made_by = table.cards.cut.made_by
    before = order[: order.index(made_by)] if made_by in order else ()
    past = before if event.by_last or made_by is None or made_by == THE_DEALER else (*before, made_by)
    uncut = table.cards.cut.uncut
    cards = changed(table.cards, cut=Cut(declined=past, uncut=uncut))
    return changed(table, stock=(uncut,), cards=cards, step=Step.CUT)


DECIDES: dict[type[Command], Decide] = {CutCards: cut, PassCut: decline, OrderRecut: recut}
APPLIES: dict[type[Event], Apply] = {CardsCut: was_cut, CutPassed: declined, RecutOrdered: recut_ordered}
