"""Sitting down, buying chips, leaving; chips into the tray and out of it.

Not wagers, nor an absent player's hand.
"""

from __future__ import annotations

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.bank.banking import without_candidate
from paigow.table.bank.covering import AGAINST_BANK, cover_postings, without_dealer_wager
from paigow.table.bets.areas import riders, setter_of
from paigow.table.bets.betting import taken_back_all
from paigow.table.bets.limits import orphaned
from paigow.table.fields import BuyInMoney, MoneyOrNone, PersonName, Position, TrayMoney, TraySurplus
from paigow.table.irregularities.voiding import idle, is_deserted, stays_up, without_people
from paigow.table.ledger import (
    INVENTORY,
    ISSUED,
    WORLD,
    Posting,
    coupons,
    move,
    promotional,
    rack,
    return_wager,
)
from paigow.table.refusals import (
    Reason,
    Refused,
    cents,
    require_floor,
    require_person,
    require_position,
    require_seat,
)
from paigow.table.state import Step, Table, Wager, changed

TRAY_CITES = ("R165",)
"""No book says how chips get from the cage to the tray, or back."""
NOT_OPEN = (Step.CLOSED, Step.INSPECT, Step.SUBSTITUTE, Step.VERIFY)


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat. You need chips on the rail to bet, not to sit down."""

    position: Position


class SatDown(Event, frozen=True, tag="sat-down"):
    person: str
    position: int


class BuyIn(Command, frozen=True, tag="buy-in"):
    """Move money from your wallet to your rail at this table, as chips."""

    chips: BuyInMoney


class BoughtIn(Noted, frozen=True, tag="bought-in"):
    person: str


class CashOut(Command, frozen=True, tag="cash-out"):
    """Move all chips from your rail back to your wallet."""


class CashedOut(Noted, frozen=True, tag="cashed-out"):
    person: str


class GiveCoupons(Command, frozen=True, tag="give-coupons"):
    """The floor gives a person promotional chips or match play coupons."""

    person: PersonName
    promotional: MoneyOrNone = 0
    coupons: MoneyOrNone = 0


class CouponsGiven(Noted, frozen=True, tag="coupons-given"):
    person: str


class FillTray(Command, frozen=True, tag="fill-tray"):
    """The floor brings chips from the cage to the table inventory."""

    chips: TrayMoney


class TrayFilled(Noted, frozen=True, tag="tray-filled"):
    pass


class CreditTray(Command, frozen=True, tag="credit-tray"):
    """The floor takes chips from the table inventory to the cage while no wager is in play."""

    chips: TraySurplus


class TrayCredited(Noted, frozen=True, tag="tray-credited"):
    amount: int


class Leave(Command, frozen=True, tag="leave"):
    """Leave your seat and take your chips along; a live hand is set the house way."""


class Left(Event, frozen=True, tag="left"):
    person: str
    idle: bool = False
    """Whether nobody is left: the pieces are displayed for the next arrival (R62)."""


class LeftLiveRound(Event, frozen=True, tag="left-live-round"):
    """The person left before the round was over: hands still to be set are set the house way (R30)."""

    person: str


def sit(rules: Rules, table: Table, command: Sit) -> tuple[Event, ...]:
    cites = rules.cite("seated players")
    person = require_person(command.by, "sit down", cites)
    if table.step in NOT_OPEN:
        raise Refused(Reason.WRONG_STEP, "The table isn't open.", cites)
    require_position(command.position, rules)
    taken = table.seated(command.position)
    if taken is not None and not (taken == person and person in table.leaving):
        raise Refused(Reason.PLACE_TAKEN, f"{taken} is sitting at position {command.position}.", cites)
    if (holder := setter_of(table, command.position)) not in (None, person):
        sentence = f"{holder} wagers at position {command.position}"
        raise Refused(Reason.PLACE_TAKEN, sentence, rules.cite("two areas"))
    if (own := table.position_of(person)) not in (None, command.position):
        raise Refused(Reason.NOT_ELIGIBLE, f"{person} is already sitting at position {own}.", cites)
    return (SatDown(person=person, position=command.position, cites=cites),)


def sat_down(table: Table, event: SatDown) -> Table:
    chairs = list(table.chairs)
    chairs[event.position - 1] = event.person
    first = event.person if not any(table.chairs) else table.between.first_player
    return changed(
        table,
        chairs=tuple(chairs),
        leaving=tuple(person for person in table.leaving if person != event.person),
        between=changed(table.between, first_player=first),
    )


def _require_amount(amount: int, cites: tuple[str, ...]) -> None:
    if amount <= 0:
        raise Refused(Reason.NOT_ACCEPTED, f"{cents(amount)} is not a valid amount.", cites)


def buy_in(rules: Rules, _table: Table, command: BuyIn) -> tuple[Event, ...]:
    cites = rules.cite("instruments")
    person = require_person(command.by, "buy chips", cites)
    _require_amount(command.chips, cites)
    return (BoughtIn(person=person, cites=cites, postings=move(WORLD, rack(person), command.chips)),)


def cash_out(rules: Rules, table: Table, command: CashOut) -> tuple[Event, ...]:
    cites = rules.cite("instruments")
    person = require_person(command.by, "cash out", cites)
    held = table.rack(person)
    if not held:
        raise Refused(Reason.NOTHING_THERE, f"{person} has no chips to cash out.", cites)
    return (CashedOut(person=person, cites=cites, postings=move(rack(person), WORLD, held)),)


def give_coupons(rules: Rules, _table: Table, command: GiveCoupons) -> tuple[Event, ...]:
    cites = rules.cite("instruments")
    require_floor(command.by, "hand out promotional chips and coupons", cites)
    for amount, offered in (
        (command.promotional, rules.instruments.promotional_chips),
        (command.coupons, rules.instruments.match_play_coupons),
    ):
        if amount and not offered:
            raise Refused(Reason.NOT_OFFERED, "This table doesn't take them.", cites)
        if amount < 0:
            raise Refused(Reason.NOT_ACCEPTED, f"{cents(amount)} is not a valid amount.", cites)
    postings = (
        *move(ISSUED, promotional(command.person), command.promotional),
        *move(ISSUED, coupons(command.person), command.coupons),
    )
    return (CouponsGiven(person=command.person, cites=cites, postings=postings),)


def fill_tray(_rules: Rules, _table: Table, command: FillTray) -> tuple[Event, ...]:
    cites = TRAY_CITES
    require_floor(command.by, "fill the table inventory", cites)
    _require_amount(command.chips, cites)
    return (TrayFilled(cites=cites, postings=move(WORLD, INVENTORY, command.chips)),)


def credit_tray(_rules: Rules, table: Table, command: CreditTray) -> tuple[Event, ...]:
    """The tray must cover the wagers in play: nothing leaves it before they are settled (R165)."""
    cites = TRAY_CITES
    require_floor(command.by, "take chips from the table inventory", cites)
    if table.staked:
        sentence = "Bets are in play. Take chips from the tray when the round is over."
        raise Refused(Reason.WRONG_STEP, sentence, cites)
    _require_amount(command.chips, cites)
    held = table.balances.get(INVENTORY, 0)
    if command.chips > held:
        raise Refused(Reason.NOT_ENOUGH, f"The tray holds {cents(held)}. Take no more than that.", cites)
    postings = move(INVENTORY, WORLD, command.chips)
    return (TrayCredited(amount=command.chips, cites=cites, postings=postings),)


def leave(rules: Rules, table: Table, command: Leave) -> tuple[Event, ...]:
    """While bets are open, a player is gone at once with all wagers; later, once the round is over (R30)."""
    cites = rules.cite("stay seated")
    person = require_person(command.by, "leave", cites)
    seat = require_seat(table, person, cites)
    if person in table.leaving:
        raise Refused(Reason.NOT_ELIGIBLE, f"{person} has already left.", cites)
    if table.bank is not None and table.bank.person == person:
        raise Refused(Reason.NOT_ELIGIBLE, f"{person} is banking this round and can't leave yet.", cites)
    own = tuple(wager for wager in table.wagers if wager.person == person)
    riding = riders(table, seat)
    riding = (*riding, *orphaned(rules, table, riding))
    if not table.bets_open and (own or _is_in_round(table, person)):
        return (LeftLiveRound(person=person, cites=cites),)
    returned = tuple(posting for wager in own for posting in return_wager(wager))
    freed: tuple[Posting, ...] = ()
    if any(wager.kind in AGAINST_BANK for wager in own):
        freed = cover_postings(table, tuple(wager for wager in table.wagers if wager not in (*own, *riding)))
    deserted = table.bets_open and is_deserted(table, (person,))
    left = Left(
        person=person,
        idle=deserted,
        cites=(*cites, *(rules.cite("idle") if deserted else ()), *_retained(table, own)),
        postings=(*returned, *freed),
    )
    return (*taken_back_all(rules, riding), left)


def _retained(table: Table, wagers: tuple[Wager, ...]) -> tuple[str, ...]:
    """A dice bonus wager within its series is returned when its player leaves."""
    return ("R62",) if any(stays_up(table, wager) for wager in wagers) else ()


def _is_in_round(table: Table, person: str) -> bool:
    """Whether a player has bet in this round: each stays to its end, won, lost, or pushed (R86)."""
    return any(wager.person == person for wager in table.staked)


def left(table: Table, event: Left) -> Table:
    wagers = tuple(wager for wager in table.wagers if wager.person != event.person)
    gone = [wager for wager in table.wagers if wager.person == event.person and wager.kind in AGAINST_BANK]
    after = changed(without_candidate(table, event.person), wagers=wagers)
    after = without_people(without_dealer_wager(after) if gone else after, (event.person,))
    return idle(after) if event.idle else after


def left_live_round(table: Table, event: LeftLiveRound) -> Table:
    return changed(table, leaving=(*table.leaving, event.person))
