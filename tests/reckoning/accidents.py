"""Irregularities for the campaign: wrong deals, pieces exposed or off the table, wrong counts.

The engine refuses some of them. What follows from the rest is for engine and reckoner to say.
"""

from __future__ import annotations

from random import Random

from paigow.table.acts import DEALER, Command
from paigow.table.deal.card_dealing import CountStub, DealCards
from paigow.table.deal.card_devices import ReportShoeJam
from paigow.table.deal.delivery import DeliverStack
from paigow.table.deal.dice import AnnounceTotal
from paigow.table.mishaps.card_irregularities import ReportStubExposed, ReportWrongCount
from paigow.table.mishaps.irregularities import ReportExposed, ReportOffTable
from paigow.table.rules import TableRules
from paigow.table.state import HandStatus, Step, Table

__all__ = ["accident"]

GIVEN_UP = (HandStatus.SURRENDERED, HandStatus.KEPT, HandStatus.KILLED, HandStatus.DEAD, HandStatus.VOID)
UNSEEN = (Step.SWEEP, Step.COVER)
"""Dealt, and not looked at yet: when a player may still choose (R78)."""
OPEN = (Step.SETTING, Step.BANK_SETTING, Step.DEALER_SETTING, Step.EXPOSE_BANK, Step.EXPOSE)
ONCE = (Step.DEAL, Step.COUNT_STUB, Step.TOTAL)


def chance_of(table: Table) -> float:
    """Rare, but less so in steps that come once a round, and once a hand was given up (R80)."""
    if table.step in OPEN:
        return 0.08 if any(hand.status in GIVEN_UP for hand in table.hands.values()) else 0.004
    if table.step in UNSEEN:
        return 0.06
    return 0.012 if table.step in ONCE else 0


def accident(random: Random, rules: TableRules, table: Table) -> Command | None:
    """An accident that might happen now, or None."""
    short = [place for place, hand in table.hands.items() if len(hand.pieces) not in (4, 7)]
    if short and table.step in OPEN and random.random() < 0.3:
        return ReportWrongCount(by=DEALER, place=random.choice(short))
    if random.random() > chance_of(table):
        return None
    if table.step is Step.TOTAL:
        return AnnounceTotal(by=DEALER, total=random.randint(3, 18))
    if table.step is Step.DEAL:
        return _misdeal(random, rules, table)
    if table.step is Step.COUNT_STUB:
        return random.choice(
            (
                CountStub(by=DEALER, extra=random.choice((-1, 1))),
                ReportStubExposed(by=DEALER, number=random.randrange(4)),
                ReportShoeJam(by=DEALER),
                _shown(random, table),
            )
        )
    return _shown(random, table)


def _misdeal(random: Random, rules: TableRules, table: Table) -> Command:
    if rules.is_tiles:
        return DeliverStack(by=DEALER, place=random.randrange(8))
    start = random.choice((table.shaker.start or 0, random.randrange(7)))
    once = tuple((start - turn) % 7 for turn in range(7))
    swapped = (once[1], once[0], *once[2:])
    places = random.choice(((), (), once, once * 7, swapped, swapped * 7, once[1:] + once[:1]))
    uneven = (*once * 6, *once[1:], once[1])
    return DealCards(
        by=DEALER,
        places=uneven if random.random() < 0.2 else places,
        found_face_up=random.choice(((), (7,), (3, 9), (3, 9, 20, 30, 40))),
        drawn_in_error=random.choice(((), (5,))),
    )


def _shown(random: Random, table: Table) -> Command:
    """A piece is exposed or leaves the table, or a hand is short: mostly a player's."""
    places = [*table.hands, *(wager.position for wager in table.wagers for _ in range(2))] or [0]
    place = random.choice(places)
    drawn = random.random()
    if drawn < 0.6:
        return ReportExposed(
            by=DEALER, place=place, index=random.randrange(4), by_player=random.random() < 0.2
        )
    return ReportOffTable(by=DEALER, place=place) if drawn < 0.8 else ReportWrongCount(by=DEALER, place=place)
