"""Banked tables with known outcomes: Anna banks at position 1 against players from 2 on. Not tests."""

from __future__ import annotations

from collections.abc import Mapping

from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import Chance, DealerContext, seed_from
from paigow.table.autoplay.self_play import next_act
from paigow.table.bank.bank_setting import ExposeBank
from paigow.table.bank.banking import AcceptBank, OfferBank
from paigow.table.bank.center import CenterClosed, CloseCenter
from paigow.table.bank.covering import DirectDealerWager, PlaceDealerWager
from paigow.table.bets.betting import PlaceWager
from paigow.table.engine import decide, evolve
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.progress import to_expose
from paigow.table.house.seating import GiveCoupons
from paigow.table.ledger import INVENTORY
from paigow.table.state import Step, Table, changed
from tests.table.banks import BETTER, EVEN, HANDS, TRAY, WORSE, after, at_offer, hand, happened, money
from tests.table.tables import rules_with

__all__ = [
    "CHANGES",
    "CLOSE",
    "OUTCOMES",
    "PLAYERS",
    "closing",
    "exposed",
    "gains",
    "settled",
    "to_the_cent",
    "to_the_quarter",
    "wagered",
]

OUTCOMES = {"wins": BETTER, "loses": WORSE, "pushes": EVEN}
PLAYERS = ("bob", "carla", "dave", "erin")
CLOSE = CloseCenter(by="dealer")


def to_the_cent(book: str) -> Rules:
    return rules_with(f"{book}-full", *CHANGES[book], 'vigorish.method = "to-the-cent"')


def to_the_quarter(book: str) -> Rules:
    return rules_with(f"{book}-full", *CHANGES[book], 'vigorish.method = "up-to-25-cents"')


CHANGES = {
    "commission-tiles": ('approvals.dealer-wager = "X-1"',),
    "colorado-tiles": (
        'approvals.dealer-wager = "X-1"',
        "dragons-eye.offered = false",
        "limits.main.maximum = 5000",
    ),
    "maryland-poker": (),
}


def exposed(
    rules: Rules,
    wagers: Mapping[str, tuple[int, str]],
    dealer: tuple[int, str] | None = None,
    *,
    co_bank: bool = False,
    coupons: Mapping[str, int] | None = None,
) -> Table:
    """The table when all hands are exposed and the center is about to be settled.

    By player, the wager and its result; the same for the dealer, or none.
    """
    table = wagered(rules, wagers, dealer, co_bank=co_bank, coupons=coupons)
    table = after(rules, table, ExposeBank(by="dealer"))
    while table.step is Step.EXPOSE:
        table = after(rules, table, ExposeHand(by="dealer", position=to_expose(rules, table)[0]))
    return table


def wagered(
    rules: Rules,
    wagers: Mapping[str, tuple[int, str]],
    dealer: tuple[int, str] | None = None,
    *,
    co_bank: bool = False,
    coupons: Mapping[str, int] | None = None,
) -> Table:
    """The table when all hands are set and the bank's is about to be exposed."""
    racks = dict.fromkeys(("anna", *PLAYERS), 1000_00)
    table = at_offer(racks, last_wagers=dict.fromkeys(racks, dealer[0] if dealer else 0))
    table = after(rules, table, OfferBank(by="dealer"), AcceptBank(by="anna", co_bank=co_bank))
    for person, cents in (coupons or {}).items():
        table = after(rules, table, GiveCoupons(by="floor", person=person, coupons=cents))
    table = changed(table, step=Step.BETS)
    hands = {1: hand(1, HANDS[rules.book.name])}
    for person, (chips, outcome) in wagers.items():
        position = 2 + PLAYERS.index(person)
        coupon = (coupons or {}).get(person, 0)
        table = after(rules, table, PlaceWager(by=person, position=position, chips=chips, coupon=coupon))
        hands[position] = hand(position, OUTCOMES[outcome][rules.book.name])
    if not co_bank:
        most = dealer[0] if dealer else 0
        table = after(rules, table, DirectDealerWager(by="anna", most=most), PlaceDealerWager(by="dealer"))
    if dealer:
        hands[0] = hand(0, OUTCOMES[dealer[1]][rules.book.name])
    return changed(table, step=Step.EXPOSE_BANK, bets_open=False, staked=table.wagers, hands=hands)


def settled(rules: Rules, table: Table) -> Table:
    """The table after the dealer has done the rest of the round."""
    chance = Chance(seed_from("center"))
    while table.step in (Step.CENTER, Step.FINISH):
        command = next_act(DealerContext(rules, table, chance))
        assert command is not None
        for event in decide(rules, table, command):
            table = evolve(table, event)
    return table


def gains(table: Table) -> dict[str, int]:
    """What everyone has won or lost, in cents; the house under `tray`."""
    won = {person: table.rack(person) - 1000_00 for person in ("anna", *PLAYERS)}
    return {
        **{person: cents for person, cents in won.items() if cents},
        "tray": money(table, INVENTORY) - TRAY,
    }


def closing(rules: Rules, table: Table) -> CenterClosed:
    event = happened(rules, table, CLOSE)[0]
    assert isinstance(event, CenterClosed)
    return event
