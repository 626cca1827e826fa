"""Double-entry money: named accounts, postings that sum to zero, balances that never go below zero.

`world` is everything outside the table, and `issued` is the promotional chips and coupons handed out. They
can be negative, so that all accounts together always sum to zero. This module moves a wager's money when it
is placed, returned, or lost; when that happens is decided elsewhere.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping
from typing import Final, NewType

from msgspec import Struct

from paigow.table.state import Table, Wager, WagerKey, changed

Account = NewType("Account", str)
"""The account names as stored. They are built only here, so that money can't go anywhere else."""
WORLD: Final = Account("world")
ISSUED: Final = Account("issued")
INVENTORY: Final = Account("inventory")
CENTER: Final = Account("center")
CAGE: Final = Account("cage")
TIPS: Final = Account("tips")
MAY_OWE: Final = (WORLD, ISSUED, CAGE)

Balances = Mapping[str, int]


class Posting(Struct, frozen=True, gc=False, array_like=True):
    """Cents added to, or taken from, an account."""

    account: Account
    cents: int


def rack(person: str) -> Account:
    return Account(f"rack/{person}")


def promotional(person: str) -> Account:
    return Account(f"promotional/{person}")


def coupons(person: str) -> Account:
    return Account(f"coupons/{person}")


def cover(person: str) -> Account:
    """What a bank has set aside to pay the wagers against it."""
    return Account(f"cover/{person}")


def meter(name: str) -> Account:
    return Account(f"meter/{name}")


def wager_account(person: str, position: int, kind: str) -> Account:
    return Account(f"wager/{person}/{position}/{kind}")


def move(source: Account, target: Account, cents: int) -> tuple[Posting, ...]:
    """The postings that move an amount from one account to another; empty for zero."""
    assert cents >= 0, (source, target, cents)
    return (Posting(source, -cents), Posting(target, cents)) if cents else ()


def post(balances: Balances, postings: Iterable[Posting]) -> dict[str, int]:
    """The balances after some postings. Accounts that become empty are dropped."""
    after = dict(balances)
    total = 0
    for posting in postings:
        account = posting.account
        total += posting.cents
        balance = after.get(account, 0) + posting.cents
        assert balance >= 0 or account in MAY_OWE, (account, balance)
        if balance:
            after[account] = balance
        else:
            after.pop(account, None)
    assert total == 0, total
    return after


def account_of(wager: Wager) -> Account:
    return wager_account(*wager.key)


def place_wager(wager: Wager) -> tuple[Posting, ...]:
    """From the rail to the betting area."""
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


def take_wager(wager: Wager, target: Account) -> tuple[Posting, ...]:
    """A lost wager: chips to the inventory or the center; promotional chips and coupons out of play (R57).

    A bank plays against promotional chips as against chips: the house puts chips for them into the center.
    """
    account = account_of(wager)
    if not (wager.promotional or wager.coupon):
        return move(account, target, wager.chips)
    redeemed = move(INVENTORY, CENTER, wager.promotional) if target == CENTER else ()
    return (
        *move(account, target, wager.chips),
        *move(account, ISSUED, wager.promotional + wager.coupon),
        *redeemed,
    )


def with_wager(table: Table, wager: Wager) -> Table:
    """The table with this wager in place of any other of the same person, position, and kind."""
    person, position, kind = wager.person, wager.position, wager.kind
    wagers = [
        other
        for other in table.wagers
        if other.position != position or other.person != person or other.kind != kind
    ]
    insort(wagers, wager, key=_in_order)
    return changed(table, wagers=tuple(wagers))


def without_wagers(table: Table, gone: tuple[WagerKey, ...]) -> Table:
    spots = [position for _, position, _ in gone]
    left = [
        wager
        for wager in table.wagers
        if wager.position not in spots or (wager.person, wager.position, wager.kind) not in gone
    ]
    return changed(table, wagers=tuple(left))


def _in_order(wager: Wager) -> tuple[int, str, str]:
    return wager.position, wager.person, wager.kind
