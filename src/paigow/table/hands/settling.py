"""Paying winners with their vigorish, and finishing the round. Banked rounds are paid through `center`."""

from __future__ import annotations

from msgspec import Struct

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.bank.banking import after_round, is_offered
from paigow.table.bank.covering import AGAINST_BANK, cite_paid, release
from paigow.table.fields import Position
from paigow.table.hands.card_progress import last_racked, require_counted
from paigow.table.hands.progress import mains
from paigow.table.irregularities.voiding import is_deserted, without_people
from paigow.table.ledger import (
    INVENTORY,
    ISSUED,
    TIPS,
    Account,
    Posting,
    account_of,
    move,
    promotional,
    rack,
    return_wager,
    without_wagers,
)
from paigow.table.refusals import Reason, Refused, require_dealer, require_step
from paigow.table.state import (
    POSITIONS,
    Between,
    DealtHand,
    HandStatus,
    Shaker,
    Step,
    Table,
    Wager,
    WagerKey,
    changed,
    place_name,
    place_title,
)
from paigow.wagers.money import Cents, Vigorish, vigorish_on
from paigow.wagers.wager import TIP, Kind


class Payment(Struct, frozen=True):
    """A winning wager paid: `won` is in addition to the stake, before vigorish."""

    won: int
    vigorish: int
    postings: tuple[Posting, ...]


def pay_wager(wager: Wager, source: Account, charge: Vigorish) -> Payment:
    """Even money from the inventory or a bank's center; the vigorish goes to the inventory.

    A coupon pays its face value, always from the house, and is taken; a tip and its winnings go to the tip
    box (R57). Vigorish is due on both, and never exceeds the winnings.
    """
    won, account = wager.playing + wager.coupon, account_of(wager)
    vigorish = min(vigorish_on(Cents(won), charge), won)
    payee = TIPS if wager.kind == TIP else rack(wager.person)
    return Payment(
        won,
        vigorish,
        (
            *move(account, payee, wager.chips),
            *move(account, promotional(wager.person), wager.promotional),
            *move(account, ISSUED, wager.coupon),
            *move(source, payee, wager.playing),
            *move(INVENTORY, payee, wager.coupon),
            *move(payee, INVENTORY, vigorish),
        ),
    )


class PayWinner(Command, frozen=True, tag="pay-winner"):
    """The dealer pays the wagers on a winning hand, takes the vigorish, and collects the tiles."""

    position: Position


class WinnerPaid(Event, frozen=True, tag="winner-paid"):
    """One wager is paid; `won` is the amount before vigorish."""

    person: str
    position: int
    kind: Kind
    won: int
    vigorish: int


class HandCollected(Event, frozen=True, tag="hand-collected"):
    position: int
    then: Step


class PushesReturned(Event, frozen=True, tag="pushes-returned"):
    """The round is over: wagers that pushed and stayed down belong to their players again (R86)."""

    keys: tuple[WagerKey, ...]


class FinishRound(Command, frozen=True, tag="finish-round"):
    """Everything is settled: the dealer collects the pieces for the next shuffle."""


class RoundFinished(Event, frozen=True, tag="round-finished"):
    between: Between
    then: Step


def to_pay(table: Table) -> tuple[int, ...]:
    """The positions with an unpaid winning hand, from the dealer's right."""
    hands = table.hands
    return tuple(
        place
        for place in POSITIONS
        if place in hands and hands[place].status is HandStatus.EXPOSED and hands[place].outcome == "win"
    )


def pay(rules: Rules, table: Table, command: PayWinner) -> tuple[Event, ...]:
    cites = cite_paid(rules, table, "pay")
    require_dealer(command.by, "pay a wager", cites)
    require_step(table, "pay a wager", cites, Step.PAY)
    waiting = to_pay(table)
    if command.position not in waiting:
        raise Refused(Reason.NOTHING_THERE, f"{place_title(command.position)} has nothing to be paid.", cites)
    if command.position != waiting[0]:
        raise Refused(Reason.OUT_OF_ORDER, f"Pay {place_name(waiting[0])} first.", cites)
    paid = tuple(winner_paid_from(rules, wager, INVENTORY, cites) for wager in mains(table, command.position))
    then = Step.PAY if len(waiting) > 1 else Step.FINISH
    return (*paid, HandCollected(position=command.position, then=then, cites=rules.cite("collect in order")))


def winner_paid_from(rules: Rules, wager: Wager, source: Account, cites: tuple[str, ...]) -> WinnerPaid:
    """A winning wager paid from the inventory, or from the center in a banked round."""
    payment = pay_wager(wager, source, rules.charge)
    return WinnerPaid(
        person=wager.person,
        position=wager.position,
        kind=wager.kind,
        won=payment.won,
        vigorish=payment.vigorish,
        cites=cites,
        postings=payment.postings,
    )


def winner_paid(table: Table, event: WinnerPaid) -> Table:
    return without_wagers(table, ((event.person, event.position, event.kind),))


def hand_collected(table: Table, event: HandCollected) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.COLLECTED)
    hands = {**table.hands, event.position: hand}
    return changed(table, hands=hands, discards=(*table.discards, hand), step=event.then)


def finish(rules: Rules, table: Table, command: FinishRound) -> tuple[Event, ...]:
    cites = rules.cite("shuffle after round")
    require_dealer(command.by, "finish the round", cites)
    require_step(table, "finish the round", cites, Step.FINISH)
    require_counted(rules, table)
    between = after_round(rules, table)
    then = _next_step(rules, table, between)
    pushes = _returned_pushes(rules, table)
    kept = _kept_by_leavers(table)
    cites = (*cites, *(("R62",) if kept else ()))
    postings = (*release(rules, table), *kept)
    racked = () if rules.is_tiles else last_racked(rules, table)
    return (*racked, *pushes, RoundFinished(between=between, then=then, cites=cites, postings=postings))


def _returned_pushes(rules: Rules, table: Table) -> tuple[PushesReturned, ...]:
    """A wager for the next round has to be placed: what pushed returns to its player first (R86)."""
    pushed = tuple(wager for wager in table.wagers if wager.kind in AGAINST_BANK)
    if not pushed:
        return ()
    back = tuple(posting for wager in pushed for posting in return_wager(wager))
    keys = tuple(wager.key for wager in pushed)
    return (PushesReturned(keys=keys, cites=rules.cite("push over"), postings=back),)


def pushes_returned(table: Table, event: PushesReturned) -> Table:
    return without_wagers(table, event.keys)


def _kept_by_leavers(table: Table) -> tuple[Posting, ...]:
    """A dice bonus wager that would stay up is returned if its player has left (R62)."""
    kept = (w for w in table.wagers if w.person in table.leaving and w.kind not in AGAINST_BANK)
    return tuple(posting for wager in kept for posting in return_wager(wager))


def _next_step(rules: Rules, table: Table, between: Between) -> Step:
    """Tiles are washed for everyone, or displayed again if nobody is left to play (R62)."""
    if is_deserted(table, table.leaving):
        return Step.DISPLAY
    return Step.OFFER if is_offered(rules, between) else Step.SHUFFLE


def finished(table: Table, event: RoundFinished) -> Table:
    hands: dict[int, DealtHand] = {}
    return changed(
        without_people(changed(table, between=event.between), table.leaving),
        step=event.then,
        wagers=tuple(wager for wager in table.wagers if wager.person not in table.leaving),
        staked=(),
        forfeited=(),
        bets_open=event.then is not Step.DISPLAY,
        bank=None,
        offer=None,
        stock=(),
        delivery=None,
        shaker=Shaker(),
        hands=hands,
        discards=(),
        cards=table.cards.after_round(),
    )
