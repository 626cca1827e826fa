"""Where the money of one wager lies and how it goes back or is lost. When it does is decided elsewhere."""

from __future__ import annotations

from bisect import insort

from paigow.table.pay.ledger import (
    CENTER,
    INVENTORY,
    ISSUED,
    Posting,
    coupons,
    move,
    promotional,
    rack,
    wager_account,
)
from paigow.table.state import Table, Wager, changed


def account_of(wager: Wager) -> str:
    return wager_account(*wager.key)


def place_wager(wager: Wager) -> tuple[Posting, ...]:
    """From the racks onto the betting area."""
    account = account_of(wager)
    chips = move(rack(wager.person), account, wager.chips)
    if not (wager.promotional or wager.coupon):
        return chips
    return (
        *chips,
        *move(promotional(wager.person), account, wager.promotional),
        *move(coupons(wager.person), account, wager.coupon),
    )


def return_wager(wager: Wager) -> tuple[Posting, ...]:
    """Back to where it came from: a push, a void round, a wager taken back in time."""
    return tuple([Posting(posting.account, -posting.cents) for posting in place_wager(wager)])


def take_wager(wager: Wager, target: str) -> tuple[Posting, ...]:
    """A lost wager: chips to the inventory or the center; promotional chips and coupons out of play (R57).

    A bank plays against promotional chips as against chips: the house lays chips for them into the center.
    """
    account = account_of(wager)
    redeemed = move(INVENTORY, CENTER, wager.promotional) if target == CENTER else ()
    return (
        *move(account, target, wager.chips),
        *move(account, ISSUED, wager.promotional + wager.coupon),
        *redeemed,
    )


def with_wager(table: Table, wager: Wager) -> Table:
    """The table with this wager in place of any other of the same person, position and kind."""
    person, position, kind = wager.person, wager.position, wager.kind
    wagers = [
        other
        for other in table.wagers
        if other.position != position or other.person != person or other.kind != kind
    ]
    insort(wagers, wager, key=_in_order)
    return changed(table, wagers=tuple(wagers))


def without_wagers(table: Table, gone: tuple[tuple[str, int, str], ...]) -> Table:
    return changed(table, wagers=tuple(wager for wager in table.wagers if wager.key not in gone))


def _in_order(wager: Wager) -> tuple[int, str, str]:
    return wager.position, wager.person, wager.kind
