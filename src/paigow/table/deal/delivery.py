"""Delivering tiles to eight places, four by four. What follows is `sweeping`; cards are `card_dealing`."""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.commitments import require_order
from paigow.table.deal.dice import from_button, right_start
from paigow.table.deal.styles import deal_order
from paigow.table.fields import Place
from paigow.table.irregularities.voiding import void_round
from paigow.table.refusals import Reason, Refused, require_dealer, require_place, require_step
from paigow.table.state import (
    DEAD_HAND,
    DEALER_PLACE,
    Hand,
    Pieces,
    Step,
    Table,
    changed,
    place_name,
    round_from,
)


class DeliverStack(Command, frozen=True, tag="deliver-stack"):
    """The dealer gives the next four tiles to a place."""

    place: Place


class StackDelivered(Event, frozen=True, tag="stack-delivered"):
    place: int
    pieces: Pieces
    on_top: str | None
    """What the dealer lays on his own tiles: the marker, or the wager against the bank."""
    last: bool


def next_place(rules: Rules, table: Table) -> int:
    """The place to which the next four tiles belong, after the start that was announced."""
    assert table.shaker.start is not None
    return round_from(table.shaker.start, rules.circle)[len(table.hands)]


def right_place(rules: Rules, table: Table) -> int:
    """The place to which the next four tiles belong by the dice themselves, whatever total was called."""
    return round_from(right_start(rules, table), rules.circle)[len(table.hands)]


def deliver(rules: Rules, table: Table, command: DeliverStack) -> tuple[Event, ...]:
    """Any place that has nothing yet can be dealt to; a wrong one is an irregularity (R19)."""
    button = "deal from button" if from_button(rules, table) else "deal"
    cites = rules.cite(button if table.bank is None else "deal for bank")
    require_dealer(command.by, "deal", cites)
    require_step(table, "deal", cites, Step.DEAL)
    require_order(table)
    require_place(rules, command.place, cites)
    if command.place in table.hands:
        raise Refused(Reason.PLACE_TAKEN, f"{place_name(command.place)} has its tiles", cites)
    turn = len(table.hands)
    four = deal_order(table.stock, table.delivery or "house-way-right")[turn]
    event = StackDelivered(
        place=command.place,
        pieces=four,
        on_top=_on_top(table) if command.place == DEALER_PLACE else None,
        last=turn == len(rules.circle) - 1,
        cites=(*cites, *_beside(rules, table, command.place)),
    )
    if command.place == right_place(rules, table):
        return (event,)
    return (event, void_round(rules, table, "tiles went to the wrong position", "wrong positions"))


def _beside(rules: Rules, table: Table, place: int) -> tuple[str, ...]:
    """What is said of the dealer's stack and of the dead hand beside what holds for all."""
    if place == DEALER_PLACE:
        return rules.cite(_on_top(table))
    return rules.cite("dead hand") if place == DEAD_HAND else ()


def _on_top(table: Table) -> str:
    return "dealer's wager" if table.bank is not None and table.bank.dealer_wager else "marker"


def delivered(table: Table, event: StackDelivered) -> Table:
    hands = {**table.hands, event.place: Hand(event.place, event.pieces)}
    if not event.last:
        return changed(table, hands=hands)
    return changed(table, hands=hands, step=Step.SWEEP)
