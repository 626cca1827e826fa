"""Delivering tiles to eight places, sweeping what nobody wagered on, covering the shaker. Not cards."""

from __future__ import annotations

from paigow.table.acts import Apply, Command, Decide, Event
from paigow.table.areas import DICE_KINDS
from paigow.table.dice import from_button, right_start
from paigow.table.places import DEAD_HAND, DEALER, POSITIONS, place_name, round_from
from paigow.table.progress import after_setting, is_contested, opponent_place
from paigow.table.refusals import Reason, Refused
from paigow.table.requiring import require_dealer, require_place, require_step
from paigow.table.rules import TableRules
from paigow.table.state import Hand, HandStatus, Pieces, Step, Table, changed
from paigow.table.styles import deal_order
from paigow.table.voiding import void_round

__all__ = [
    "APPLIES",
    "DECIDES",
    "CoverShaker",
    "DeliverStack",
    "SweepUnwagered",
    "next_place",
    "wagered_places",
]


class DeliverStack(Command, frozen=True):
    """The dealer gives the next four tiles to a place."""

    place: int


class StackDelivered(Event, frozen=True):
    place: int
    pieces: Pieces
    on_top: str | None
    """What the dealer lays on his own tiles: the marker, or the wager against the bank."""
    last: bool


class SweepUnwagered(Command, frozen=True):
    pass


class UnwageredSwept(Event, frozen=True):
    places: tuple[int, ...]
    then: Step


class CoverShaker(Command, frozen=True):
    """The lid goes back on and the shaker is shaken once more."""


class ShakerCovered(Event, frozen=True):
    then: Step


def next_place(rules: TableRules, table: Table) -> int:
    """The place to which the next four tiles belong, after the start that was announced."""
    assert table.shaker.start is not None
    return round_from(table.shaker.start, rules.circle)[len(table.hands)]


def right_place(rules: TableRules, table: Table) -> int:
    """The place to which the next four tiles belong by the dice themselves, whatever total was called."""
    return round_from(right_start(rules, table), rules.circle)[len(table.hands)]


def deliver(rules: TableRules, table: Table, command: DeliverStack) -> tuple[Event, ...]:
    """Any place that has nothing yet can be dealt to; a wrong one is an irregularity (R19)."""
    button = "deal from button" if from_button(rules, table) else "deal"
    cites = rules.cite(button if table.bank is None else "deal for bank")
    require_dealer(command.by, "deal", cites)
    require_step(table, "deal", cites, Step.DEAL)
    require_place(rules, command.place, cites)
    if command.place in table.hands:
        raise Refused(Reason.PLACE_TAKEN, f"{place_name(command.place)} has its tiles", cites)
    turn = len(table.hands)
    four = deal_order(table.stock, table.delivery or "house-way-right")[turn]
    event = StackDelivered(
        place=command.place,
        pieces=four,
        on_top=_on_top(table) if command.place == DEALER else None,
        last=turn == len(rules.circle) - 1,
        cites=(*cites, *(rules.cite(_on_top(table)) if command.place == DEALER else ())),
    )
    if command.place == right_place(rules, table):
        return (event,)
    return (event, void_round(rules, table, "tiles went to the wrong position", "wrong positions"))


def _on_top(table: Table) -> str:
    return "dealer's wager" if table.bank is not None and table.bank.dealer_wager else "marker"


def delivered(table: Table, event: StackDelivered) -> Table:
    hands = {**table.hands, event.place: Hand(event.place, event.pieces)}
    if not event.last:
        return changed(table, hands=hands)
    return changed(table, hands=hands, step=Step.SWEEP)


def wagered_places(table: Table) -> tuple[int, ...]:
    """The places whose tiles are played: with a wager, the bank's, the dealer's if it plays (R51).

    Where nothing but Pair Fortunes is in play, neither of these is.
    """
    wagered = {wager.position for wager in table.wagers if wager.kind not in DICE_KINDS}
    if is_contested(table):
        wagered.add(opponent_place(table))
        if table.bank is None or table.bank.dealer_wager:
            wagered.add(DEALER)
    return tuple(place for place in (DEALER, *POSITIONS) if place in wagered)


def sweep(rules: TableRules, table: Table, command: SweepUnwagered) -> tuple[Event, ...]:
    cites = rules.cite("sweep" if table.bank is None else "sweep with bank")
    require_dealer(command.by, "collect unwagered stacks", cites)
    require_step(table, "collect unwagered stacks", cites, Step.SWEEP)
    played = wagered_places(table)
    places = tuple(
        place
        for place, hand in table.hands.items()
        if place not in played and place != DEAD_HAND and hand.status is HandStatus.DEALT
    )
    then = Step.COVER if table.shaker.dice is not None else after_setting(table)
    return (UnwageredSwept(places=places, then=then, cites=cites),)


def swept(table: Table, event: UnwageredSwept) -> Table:
    hands = dict(table.hands)
    for place in (*event.places, DEAD_HAND):
        if place in hands:
            hands[place] = changed(hands[place], status=HandStatus.DEAD)
    return changed(table, hands=hands, step=event.then)


def cover(rules: TableRules, table: Table, command: CoverShaker) -> tuple[Event, ...]:
    cites = rules.cite("cover shaker" if table.bank is None else "cover shaker with bank")
    require_dealer(command.by, "cover the shaker", cites)
    require_step(table, "cover the shaker", cites, Step.COVER)
    return (ShakerCovered(then=after_setting(table), cites=cites),)


def covered(table: Table, event: ShakerCovered) -> Table:
    return changed(table, step=event.then, shaker=changed(table.shaker, lid_off=False))


DECIDES: dict[type[Command], Decide] = {DeliverStack: deliver, SweepUnwagered: sweep, CoverShaker: cover}
APPLIES: dict[type[Event], Apply] = {
    StackDelivered: delivered,
    UnwageredSwept: swept,
    ShakerCovered: covered,
}
