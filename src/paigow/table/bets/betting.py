"""Wagers until "no more bets". Betting on a spot other than your own is in `areas`."""

from __future__ import annotations

from typing import NamedTuple

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event, Noted
from paigow.table.bank.banking import lapse
from paigow.table.bank.covering import (
    AGAINST_BANK,
    against,
    cover_postings,
    is_due,
    require_cover,
    without_dealer_wager,
)
from paigow.table.bets.areas import require_spot, topics_of_spot
from paigow.table.bets.limits import (
    dependent_wagers,
    limit_of,
    require_room,
    require_standing,
    takes_promotional,
    topic_of,
)
from paigow.table.card_state import TableDeck
from paigow.table.deal.card_methods import cite_deal, methods, oldest_deck
from paigow.table.deal.card_start import start_step
from paigow.table.deal.words import list_words
from paigow.table.fields import Money, MoneyOrNone, Position, Time, WagerKind
from paigow.table.hands.card_progress import earns_envy
from paigow.table.house.equipment import require_sound_dice
from paigow.table.ledger import (
    Posting,
    coupons,
    place_wager,
    promotional,
    rack,
    return_wager,
    with_wager,
    without_wagers,
)
from paigow.table.refusals import (
    Reason,
    Refused,
    cents,
    require_dealer,
    require_person,
    require_position,
    require_seat,
    require_step,
)
from paigow.table.state import Shaker, Step, Table, Wager, WagerKey, changed
from paigow.wagers.dragons_eye import DICE_BONUS
from paigow.wagers.progressive import WAGER
from paigow.wagers.wager import MAIN, Kind

PROGRESSIVE = WAGER.kind


class LammersPlaced(Event, frozen=True, tag="lammers-placed"):
    """An envy lammer is placed beside each qualifying wager."""

    keys: tuple[WagerKey, ...]


class ProgressiveLocked(Noted, frozen=True, tag="progressive-locked"):
    """The system accepts no more progressive wagers, in every round in which they are offered (R90)."""

    accepted: int
    """How many it had taken."""


class Closed(NamedTuple):
    """What "no more bets" leads to at a card table: the next step, its immediate events, its paragraphs."""

    then: Step
    follows: tuple[Event, ...]
    cites: tuple[str, ...]


def close_card_bets(rules: Rules, table: Table) -> Closed:
    """The progressive's chips are collected and counted first, if there are any; then the start is found."""
    accepted = sum(wager.kind == PROGRESSIVE for wager in table.wagers)
    then = Step.PROGRESSIVE if accepted else start_step(rules, table)
    follows = (*_lammers(rules, table), *_locked(rules, table, accepted))
    return Closed(then, follows, cite_deal(rules, table, "bets closed"))


def _locked(rules: Rules, table: Table, accepted: int) -> tuple[ProgressiveLocked, ...]:
    if rules.progressive is None:
        return ()
    return (ProgressiveLocked(accepted=accepted, cites=cite_deal(rules, table, "progressive lock")),)


def _lammers(rules: Rules, table: Table) -> tuple[LammersPlaced, ...]:
    keys = tuple(wager.key for wager in table.wagers if earns_envy(rules, wager))
    return (LammersPlaced(keys=keys, cites=cite_deal(rules, table, "lammers")),) if keys else ()


def lammers_placed(table: Table, event: LammersPlaced) -> Table:
    return changed(table, cards=changed(table.cards, lammers=event.keys))


def is_overdue(rules: Rules, table: Table, now: int) -> bool:
    """Whether a deck in use has been at the table for too long to close the bets with (R59)."""
    return any(_too_old(rules, table, deck, now) for deck in table.cards.decks)


def _too_old(rules: Rules, table: Table, deck: TableDeck, now: int) -> bool:
    return now - deck.placed_at > oldest_deck(rules, table) * 3600


def require_young_decks(rules: Rules, table: Table, now: int) -> None:
    """Overdue decks block betting, but never a round that has begun (R59)."""
    for deck in table.cards.decks:
        if _too_old(rules, table, deck, now):
            hours = oldest_deck(rules, table)
            method = "by hand" if methods(rules, table).dealing in ("hand", "stacks") else "from shoe"
            sentence = f"The {deck.back} deck has been in use for more than {hours} hours. Replace it."
            raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite(f"deck age {method}"))


def shakes_dice(rules: Rules, table: Table) -> bool:
    """Whether this table uses dice to find the start, so that their age matters."""
    return rules.is_tiles or methods(rules, table).starting == "shaker"


class PlaceWager(Command, frozen=True, tag="place-wager"):
    """Bet this much on a spot; it replaces what you had there."""

    position: Position
    kind: WagerKind = MAIN
    chips: Money = 0
    promotional: MoneyOrNone = 0
    coupon: int = 0
    cash: bool = False
    """A spoken wager with cash, which no book accepts."""


class WagerPlaced(Event, frozen=True, tag="wager-placed"):
    wager: Wager
    person: str


class TakeBackWager(Command, frozen=True, tag="take-back-wager"):
    """Take a wager off the layout while bets are open."""

    position: Position
    kind: WagerKind = MAIN


class WagerTakenBack(Event, frozen=True, tag="wager-taken-back"):
    person: str
    position: int
    kind: Kind


class CallNoMoreBets(Command, frozen=True, tag="call-no-more-bets"):
    """The dealer announces "no more bets"; `at` is the time, so that overdue equipment is noticed.

    Without a time the call is refused (R88).
    """

    at: Time = 0


class DiceBonusMoved(Noted, frozen=True, tag="dice-bonus-moved"):
    """Dice bonus wagers are where the dealer moves them: by position, at the left of the tray."""

    positions: tuple[int, ...]


class NoMoreBets(Event, frozen=True, tag="no-more-bets"):
    at: int
    then: Step


def place(rules: Rules, table: Table, command: PlaceWager) -> tuple[Event, ...]:
    cites = rules.cite("while bets are open")
    person = require_person(command.by, "wager", rules.cite("seated players"))
    if limit_of(rules, command.kind) is None:
        raise Refused(
            Reason.NOT_OFFERED, f"This table doesn't offer the {command.kind} bet.", rules.cite("main wager")
        )
    if not table.bets_open:
        cites = rules.cite("progressive locked") if command.kind == PROGRESSIVE else cites
        raise Refused(Reason.WRONG_STEP, 'Bets can\'t be placed or changed after "no more bets".', cites)
    require_seat(table, person, rules.cite("seated players"))
    require_position(command.position, rules)
    wager = Wager(
        person, command.position, Kind(command.kind), command.chips, command.promotional, command.coupon
    )
    held = table.wager(*wager.key)
    require_spot(rules, table, wager)
    require_standing(rules, table, wager)
    _require_accepted(rules, command)
    require_room(rules, table, wager)
    _require_held(rules, table, command, held)
    covered = require_cover(rules, table, wager)
    postings = (*(return_wager(held) if held else ()), *place_wager(wager), *covered)
    placed_by = rules.cite(
        topic_of(rules, command.kind), *topics_of_spot(table, wager), *_of_the_bank(rules, table, wager)
    )
    return (WagerPlaced(wager=wager, person=person, cites=placed_by, postings=postings),)


def _of_the_bank(rules: Rules, table: Table, wager: Wager) -> tuple[str, ...]:
    """For cards, the bank's hand replaces the main wager that its optional wagers need."""
    banks = table.bank is not None and table.bank.person == wager.person
    return ("optional of the bank",) if banks and wager.kind in rules.turns else ()


def _require_accepted(rules: Rules, command: PlaceWager) -> None:
    cites = rules.cite("instruments")
    if command.cash:
        raise Refused(Reason.NOT_ACCEPTED, "A spoken bet with cash isn't accepted.", rules.cite("no cash"))
    if min(command.chips, command.promotional, command.coupon) < 0 or not (
        command.chips or command.promotional
    ):
        raise Refused(Reason.NOT_ACCEPTED, "Bet with chips.", cites)
    if command.promotional and not takes_promotional(rules, command.kind):
        if rules.instruments.promotional_chips:
            sentence = "This table takes only value chips for tips. Leave out the promotional chips."
            raise Refused(Reason.NOT_ACCEPTED, sentence, rules.cite(topic_of(rules, command.kind)))
        raise Refused(Reason.NOT_ACCEPTED, "This table doesn't take promotional chips.", cites)
    if command.coupon and (not rules.instruments.match_play_coupons or command.kind != MAIN):
        raise Refused(Reason.NOT_ACCEPTED, "This bet doesn't take a coupon.", cites)
    if command.coupon > command.chips:
        raise Refused(Reason.NOT_ACCEPTED, "Bet chips worth at least the coupon.", cites)


def _require_held(rules: Rules, table: Table, command: PlaceWager, held: Wager | None) -> None:
    for amount, account, back, what in (
        (command.chips, rack, held.chips if held else 0, "chips"),
        (command.promotional, promotional, held.promotional if held else 0, "promotional chips"),
        (command.coupon, coupons, held.coupon if held else 0, "coupons"),
    ):
        if amount and amount > (has := table.balances.get(account(command.by), 0) + back):
            sentence = f"{command.by} has {cents(has)} in {what}, not {cents(amount)}."
            raise Refused(Reason.NOT_ENOUGH, sentence, rules.cite("instruments"))


def placed(table: Table, event: WagerPlaced) -> Table:
    after = with_wager(table, event.wager)
    return without_dealer_wager(after) if event.wager.kind in AGAINST_BANK else after


def take_back(rules: Rules, table: Table, command: TakeBackWager) -> tuple[Event, ...]:
    cites = rules.cite("while bets are open")
    person = require_person(command.by, "take a wager back", cites)
    if not table.bets_open:
        raise Refused(Reason.WRONG_STEP, 'Bets can\'t be taken back after "no more bets".', cites)
    held = table.wager(person, command.position, command.kind)
    if held is None:
        raise Refused(
            Reason.NOTHING_THERE,
            f"{person} has no {command.kind} bet at position {command.position}.",
            cites,
        )
    gone = (held, *dependent_wagers(rules, table, held))
    left = tuple(wager for wager in table.wagers if wager not in gone)
    freed = cover_postings(table, left) if held.kind in AGAINST_BANK else ()
    return taken_back_all(rules, gone, freed)


def taken_back_all(
    rules: Rules, wagers: tuple[Wager, ...], freed: tuple[Posting, ...] = ()
) -> tuple[WagerTakenBack, ...]:
    """Wagers returned while bets are open; a bank's cover is released with the first."""
    return tuple(
        WagerTakenBack(
            person=wager.person,
            position=wager.position,
            kind=wager.kind,
            cites=rules.cite("while bets are open"),
            postings=(*return_wager(wager), *(() if number else freed)),
        )
        for number, wager in enumerate(wagers)
    )


def taken_back(table: Table, event: WagerTakenBack) -> Table:
    after = without_wagers(table, ((event.person, event.position, event.kind),))
    return without_dealer_wager(after) if event.kind in AGAINST_BANK else after


def call(rules: Rules, table: Table, command: CallNoMoreBets) -> tuple[Event, ...]:
    cites = rules.cite("no more bets")
    require_dealer(command.by, 'announce "no more bets"', cites)
    require_step(table, 'announce "no more bets"', cites, Step.BETS)
    if not table.wagers and table.bank is None:
        raise Refused(Reason.NOTHING_THERE, "No bets are down yet.", cites)
    if is_due(table):
        sentence = "The dealer's wager against the bank comes first, even if it is zero."
        raise Refused(Reason.OUT_OF_ORDER, sentence, rules.cite("dealer's wager"))
    now = max(table.clock, _require_time(rules, command))
    if shakes_dice(rules, table):
        require_sound_dice(rules, table, now)
    require_young_decks(rules, table, now)
    if table.bank is not None and not (against(table.bank, table.wagers) or table.bank.dealer_wager):
        return (lapse(rules, table),)
    if not rules.is_tiles:
        closed = close_card_bets(rules, table)
        cites = (*cites, *closed.cites)
        return (NoMoreBets(at=now, then=closed.then, cites=cites), *closed.follows, *list_words(table))
    then = Step.STYLE if table.bank is not None else Step.SHAKE
    return (NoMoreBets(at=now, then=then, cites=cites), *_moved(rules, table), *list_words(table))


def _require_time(rules: Rules, command: CallNoMoreBets) -> int:
    """The time from the command: only with it can the ages of dice and decks be checked (R88)."""
    if command.at <= 0:
        sentence = 'Tell the time with "no more bets": it proves how old the dice and the decks are.'
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("time told"))
    return command.at


def _moved(rules: Rules, table: Table) -> tuple[DiceBonusMoved, ...]:
    positions = tuple(wager.position for wager in table.wagers if wager.kind == DICE_BONUS.kind)
    return (DiceBonusMoved(positions=positions, cites=rules.cite("dice bonus moved")),) if positions else ()


def called(table: Table, event: NoMoreBets) -> Table:
    return changed(
        table,
        bets_open=False,
        staked=table.wagers,
        step=event.then,
        clock=event.at,
        shaker=Shaker(),
        round=table.round + 1,
    )
