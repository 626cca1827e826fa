"""Irregularities for the campaign: wrong deals, pieces exposed or off the table, wrong counts.

The engine refuses some of them. The engine and the reckoner each judge the rest.
"""

from __future__ import annotations

from random import Random

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command
from paigow.table.bets.areas import setter_of
from paigow.table.deal.card_dealing import CountStub, DealCards
from paigow.table.deal.card_devices import ReportShoeJam
from paigow.table.deal.delivery import DeliverStack
from paigow.table.deal.dice import AnnounceTotal
from paigow.table.irregularities.card_reports import ReportStubExposed, ReportWrongCount
from paigow.table.irregularities.reports import ChooseAfterExposure, ReportExposed, ReportOffTable
from paigow.table.state import HandStatus, Step, Table

__all__ = ["accident"]

GIVEN_UP = (HandStatus.SURRENDERED, HandStatus.KEPT, HandStatus.KILLED, HandStatus.VOID)
UNSEEN = (Step.SWEEP, Step.COVER)
"""Dealt, and not looked at yet: a player can still choose (R78)."""
OPEN = (Step.SETTING, Step.BANK_SETTING, Step.DEALER_SETTING, Step.EXPOSE_BANK, Step.EXPOSE)
ONCE = (Step.DEAL, Step.COUNT_STUB, Step.TOTAL)
SIZES = (4, 7)


def accident(random: Random, rules: Rules, table: Table) -> Command | None:
    """An irregularity that could happen now, or None. Rare, but less so where it tests more."""
    drawn = random.random()
    if table.choosing:
        return _void_hand(random, table) if drawn < 0.4 else None
    if table.step in OPEN:
        return _while_open(random, table, drawn)
    if table.step in UNSEEN:
        return _shown(random, table) if drawn < 0.08 else None
    if table.step in ONCE and drawn < (0.012 if rules.is_tiles else 0.04):
        return _at_the_deal(random, rules, table)
    return None


def _void_hand(random: Random, table: Table) -> Command | None:
    position = random.choice(table.choosing)
    person = setter_of(table, position)
    return None if person is None else ChooseAfterExposure(by=person, position=position, play_on=False)


def _while_open(random: Random, table: Table, drawn: float) -> Command | None:
    """Once a hand is surrendered, abandoned or dead, something that voids the round is likely (R80)."""
    hands = table.hands.values()
    given_up = any(hand.status in GIVEN_UP for hand in hands)
    short = any(len(hand.pieces) not in SIZES for hand in hands)
    if drawn < (0.08 if given_up else 0.05 if short else 0.01 if table.leaving else 0.001):
        return _voiding(random, table)
    return _shown(random, table) if drawn < (0.1 if given_up else 0.004) else None


def _voiding(random: Random, table: Table) -> Command:
    """A piece of the dealer, the bank or an empty place, or a hand that is short."""
    short = [place for place, hand in table.hands.items() if len(hand.pieces) not in SIZES]
    if short:
        return ReportWrongCount(by=DEALER, place=random.choice(short))
    wagered = {wager.position for wager in table.staked}
    places = [place for place in table.hands if place not in wagered] or [0]
    if table.bank is not None and random.random() < 0.5:
        places = [table.bank.position]
    place, index = random.choice(places), random.randrange(4)
    if random.random() < 0.3:
        return ReportOffTable(by=DEALER, place=place)
    return ReportExposed(by=DEALER, place=place, index=index)


def _at_the_deal(random: Random, rules: Rules, table: Table) -> Command:
    if table.step is Step.TOTAL:
        return AnnounceTotal(by=DEALER, total=random.randint(3, 18))
    if table.step is Step.DEAL:
        return _misdeal(random, rules, table)
    return random.choice(
        (
            CountStub(by=DEALER, extra=random.choice((-1, 1))),
            ReportStubExposed(by=DEALER, number=random.randrange(4)),
            ReportShoeJam(by=DEALER),
            _shown(random, table),
        )
    )


def _misdeal(random: Random, rules: Rules, table: Table) -> Command:
    """Tiles or cards to a wrong place, out of turn, too many and too few, or found face up."""
    if rules.is_tiles:
        return DeliverStack(by=DEALER, place=random.randrange(8))
    start = random.choice((table.shaker.start or 0, random.randrange(7)))
    once = tuple((start - turn) % 7 for turn in range(7))
    if random.random() < 0.5:
        return DealCards(by=DEALER, places=_uneven(random, table, once))
    swapped = (once[1], once[0], *once[2:])
    return DealCards(
        by=DEALER,
        places=random.choice(((), (), once, once * 7, swapped, swapped * 7, once[1:] + once[:1])),
        found_face_up=random.choice(((), (7,), (3, 9), (3, 9, 20, 30, 40))),
        drawn_in_error=random.choice(((), (5,))),
    )


def _uneven(random: Random, table: Table, once: tuple[int, ...]) -> tuple[int, ...]:
    """Six cards to one place and eight to another, of those that nobody plays if there are two."""
    wagered = {0, *(wager.position for wager in table.staked)}
    unplayed = [place for place in once if place not in wagered]
    more, less = random.sample(unplayed if len(unplayed) > 1 else list(once), 2)
    return (*once * 6, *(more if place == less else place for place in once))


def _shown(random: Random, table: Table) -> Command:
    """A piece is exposed or leaves the table, or a hand is short: usually a player's."""
    places = [*table.hands, *(wager.position for wager in table.wagers for _ in range(2))] or [0]
    place = random.choice(places)
    drawn = random.random()
    if drawn < 0.6:
        by_player = random.random() < 0.2
        return ReportExposed(by=DEALER, place=place, index=random.randrange(4), by_player=by_player)
    return ReportOffTable(by=DEALER, place=place) if drawn < 0.8 else ReportWrongCount(by=DEALER, place=place)
