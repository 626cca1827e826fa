"""Settling a banked round through the center: paying winners from it, the shortfall, the surplus.

Losing wagers come from `comparing` and `surrender`, the dealer's own from `bank_setting`.
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.bank.covering import DEALER_STAKE, cite, cite_paid, share_surplus, shares_of
from paigow.table.fields import Place
from paigow.table.hands.card_progress import next_step, racked_after
from paigow.table.hands.comparing import cite_win, once
from paigow.table.hands.progress import mains
from paigow.table.hands.settling import HandCollected, to_pay, winner_paid_from
from paigow.table.ledger import CENTER, INVENTORY, cover, move, rack, without_wagers
from paigow.table.refusals import Reason, Refused, cents, require_dealer, require_step
from paigow.table.state import DEALER_PLACE, HandStatus, Step, Table, changed, place_name, place_title


class PayFromCenter(Command, frozen=True, tag="pay-from-center"):
    """The dealer pays the winning wagers of a place from the center; 0 is the dealer's own place."""

    place: Place


class DealerWagerPaid(Event, frozen=True, tag="dealer-wager-paid"):
    """The dealer's winning wager and its winnings go back to the inventory, without vigorish."""

    won: int


class CollectShortfall(Command, frozen=True, tag="collect-shortfall"):
    """The center isn't enough: the bank pays what is owed; a co-bank pays half and the tray half."""


class ShortfallCollected(Noted, frozen=True, tag="shortfall-collected"):
    person: str
    from_bank: int
    from_house: int


class CloseCenter(Command, frozen=True, tag="close-center"):
    """All winners are paid: the dealer gives the bank what is left, minus vigorish."""


class CenterClosed(Event, frozen=True, tag="center-closed"):
    person: str
    surplus: int
    to_house: int
    vigorish: int
    to_bank: int
    then: Step


def unpaid(table: Table) -> tuple[int, ...]:
    """The places still to be paid, in order: winning positions, then the dealer's own wager (R53)."""
    own = table.hands.get(DEALER_PLACE)
    waits = own is not None and own.status is HandStatus.EXPOSED and own.outcome == "win"
    winners = (place for place in to_pay(table) if mains(table, place))
    return (*winners, *((DEALER_PLACE,) if waits else ()))


def due_to(table: Table, place: int) -> int:
    """What the bank owes a winning place; the house, not the bank, pays for a coupon (R57)."""
    if place == DEALER_PLACE:
        return table.balances.get(DEALER_STAKE, 0)
    return sum(wager.playing for wager in mains(table, place))


def shortfall(table: Table) -> int:
    """What the unpaid winners are owed beyond what is in the center."""
    owed = sum(due_to(table, place) for place in unpaid(table))
    return max(0, owed - table.balances.get(CENTER, 0))


def _require_center(table: Table, by: str, act: str, cites: tuple[str, ...]) -> None:
    require_dealer(by, act, cites)
    require_step(table, act, cites, Step.CENTER)


def pay(rules: Rules, table: Table, command: PayFromCenter) -> tuple[Event, ...]:
    cites = cite_paid(rules, table, "pay")
    _require_center(table, command.by, "pay from the center", cites)
    waiting = unpaid(table)
    if command.place not in waiting:
        raise Refused(Reason.NOTHING_THERE, f"{place_title(command.place)} has nothing to be paid.", cites)
    if command.place != waiting[0]:
        raise Refused(Reason.OUT_OF_ORDER, f"Pay {place_name(waiting[0])} first.", cites)
    if due_to(table, command.place) > table.balances.get(CENTER, 0):
        sentence = f"The center is exhausted. Make up {cents(shortfall(table))} first."
        raise Refused(Reason.OUT_OF_ORDER, sentence, cite(rules, table, "shortfall"))
    if command.place == DEALER_PLACE:
        won = due_to(table, DEALER_PLACE)
        postings = (*move(CENTER, INVENTORY, won), *move(DEALER_STAKE, INVENTORY, won))
        return (DealerWagerPaid(won=won, cites=rules.cite("dealer's wager paid"), postings=postings),)
    cites = once(*cite_win(rules), *cites)
    paid = tuple(winner_paid_from(rules, wager, CENTER, cites) for wager in mains(table, command.place))
    after = without_wagers(table, tuple((event.person, event.position, event.kind) for event in paid))
    return (*paid, *_collected(rules, after, command.place, Step.CENTER))


def _collected(rules: Rules, table: Table, position: int, then: Step) -> tuple[Event, ...]:
    """The hand's pieces are collected, except cards on which something is still open (R40)."""
    if not rules.is_tiles:
        return racked_after(rules, table, position)
    return (HandCollected(position=position, then=then, cites=rules.cite("collect in order")),)


def dealer_paid(table: Table, _event: DealerWagerPaid) -> Table:
    hand = changed(table.hands[DEALER_PLACE], status=HandStatus.COLLECTED)
    return changed(table, hands={**table.hands, DEALER_PLACE: hand}, discards=(*table.discards, hand))


def collect(rules: Rules, table: Table, command: CollectShortfall) -> tuple[Event, ...]:
    cites = cite(rules, table, "shortfall")
    _require_center(table, command.by, "collect what is short", cites)
    assert table.bank is not None
    waiting = unpaid(table)
    held = table.balances.get(CENTER, 0)
    if not waiting or due_to(table, waiting[0]) <= held:
        raise Refused(Reason.NOTHING_THERE, "The center isn't exhausted.", cites)
    from_bank, from_house = shares_of(shortfall(table), table.bank)
    event = ShortfallCollected(
        person=table.bank.person,
        from_bank=from_bank,
        from_house=from_house,
        cites=cites,
        postings=(
            *move(cover(table.bank.person), CENTER, from_bank),
            *move(INVENTORY, CENTER, from_house),
        ),
    )
    return (event,)


def close(rules: Rules, table: Table, command: CloseCenter) -> tuple[Event, ...]:
    cites = cite_paid(rules, table, "surplus")
    _require_center(table, command.by, "close the center", cites)
    assert table.bank is not None
    if waiting := unpaid(table):
        raise Refused(Reason.OUT_OF_ORDER, f"Pay {place_name(waiting[0])} first.", cites)
    over = table.balances.get(CENTER, 0)
    shares = share_surplus(rules, table.bank, over)
    then = Step.FINISH if rules.is_tiles else next_step(rules, changed(table, step=Step.OPTIONAL))
    event = CenterClosed(
        person=table.bank.person,
        surplus=over,
        to_house=shares.to_house,
        vigorish=shares.vigorish,
        to_bank=shares.to_bank,
        then=then,
        cites=cites,
        postings=(
            *move(CENTER, INVENTORY, shares.to_house),
            *move(CENTER, INVENTORY, shares.vigorish),
            *move(CENTER, rack(table.bank.person), shares.to_bank),
        ),
    )
    return (event, *_collected(rules, table, table.bank.position, then))


def closed(table: Table, event: CenterClosed) -> Table:
    return changed(table, step=event.then)
