"""Random accidents and surrenders in a round: for laws about voids and about what was seen.

Each command makes sense at some moment; at others it is refused. Nonsense is `wild`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command
from paigow.table.bets.areas import setter_of
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.card_dealing import DealCards, dealing_order
from paigow.table.deal.card_devices import ReportShoeJam
from paigow.table.hands.surrender import Surrender
from paigow.table.house.seating import BuyIn, GiveCoupons, Leave
from paigow.table.irregularities.card_reports import CallAbandoned, ReportWrongCount
from paigow.table.irregularities.reports import ChooseAfterExposure, ReportExposed, ReportOffTable
from paigow.table.state import Step, Table

__all__ = ["mischief"]

_GIVING_UP = (Step.DEALER_SETTING, Step.EXPOSE_BANK, Step.EXPOSE)
"""When hands can be surrendered. Before that, most rounds are left alone, so that they get this far."""


def mischief(random: Random, rules: Rules, table: Table) -> Command | None:
    """Somebody bets something unusual, surrenders, leaves, or something happens to the pieces."""
    people = [person for person in table.chairs if person]
    if not people:
        return None
    if table.bets_open:
        return _unusual_bet(random, rules, table, random.choice(people))
    if table.choosing:
        position = random.choice(table.choosing)
        return ChooseAfterExposure(
            by=setter_of(table, position) or DEALER, position=position, play_on=random.random() < 0.5
        )
    if table.step is Step.DEAL and not rules.is_tiles:
        return _bad_deal(random, rules, table)
    if table.leaving and random.random() < 0.5:
        return CallAbandoned(by=FLOOR, position=table.position_of(table.leaving[0]) or 1)
    if table.step not in _GIVING_UP and random.random() < 0.85:
        return None
    if table.step in _GIVING_UP:
        return _late(random, rules, table)
    return random.choice(_TROUBLES)(random, rules, random.choice(people))


def _late(random: Random, rules: Rules, table: Table) -> Command:
    """Hands are set: one is surrendered or lost, or the round is voided by one of the book's rules."""
    if table.staked and random.random() < 0.5:
        wager = random.choice(table.staked)
        killed = ReportOffTable(by=DEALER, place=wager.position)
        return random.choice((Surrender(by=wager.person, position=wager.position), killed))
    bank = 0 if table.bank is None else table.bank.position
    place = random.choice((7, bank) if rules.is_tiles else (bank, 2))
    wrong = next((place for place, hand in table.hands.items() if len(hand.pieces) not in (4, 7)), 0)
    exposed = ReportExposed(by=DEALER, place=place, index=0, by_player=random.random() < 0.5)
    return ReportWrongCount(by=DEALER, place=wrong) if wrong else exposed


def _unusual_bet(random: Random, rules: Rules, table: Table, person: str) -> Command:
    """On the player's own spot or next to it, of any kind, with promotional chips and coupons."""
    if random.random() < 0.3:
        least = rules.wagers["main"].least
        gift = GiveCoupons(by=FLOOR, person=person, promotional=least, coupons=least)
        return random.choice((gift, BuyIn(by=person, chips=least * 20)))
    own = table.position_of(person) or 1
    kind = random.choice((*rules.wagers, "main", "tip"))
    least = rules.wagers[kind].least if kind in rules.wagers else 500
    given = table.balances.get(f"promotional/{person}", 0) if kind == "main" else 0
    coupon = table.balances.get(f"coupons/{person}", 0) if kind == "main" else 0
    return PlaceWager(
        by=person,
        position=random.choice((own, own, own - 1, own + 1)),
        kind=kind,
        chips=least * random.randint(1, 3),
        promotional=random.choice((0, given)),
        coupon=random.choice((0, coupon)),
    )


def _bad_deal(random: Random, rules: Rules, table: Table) -> Command:
    """The last card, or stack, goes to a wrong place; or cards are found face up."""
    if random.random() < 0.3:
        return DealCards(by=DEALER, found_face_up=tuple(random.sample(range(40), random.randint(1, 9))))
    assert table.shaker.start is not None
    order = dealing_order(rules, table, table.shaker.start)
    return DealCards(by=DEALER, places=(*order[:-1], random.choice(order[:-1])))


def _exposed(random: Random, rules: Rules, _person: str) -> Command:
    by_player = random.random() < 0.3
    place = random.choice(rules.circle)
    return ReportExposed(by=DEALER, place=place, index=random.randrange(4), by_player=by_player)


_TROUBLES: tuple[Callable[[Random, Rules, str], Command], ...] = (
    _exposed,
    _exposed,
    lambda random, rules, _: ReportOffTable(by=DEALER, place=random.choice(rules.circle)),
    lambda random, rules, _: ReportWrongCount(by=DEALER, place=random.choice(rules.circle)),
    lambda _, __, ___: ReportShoeJam(by=DEALER),
    lambda _, __, person: Leave(by=person),
)
