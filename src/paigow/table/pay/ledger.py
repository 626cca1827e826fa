"""Money in double entry: accounts by name, postings that sum to nothing, balances that never sink below it.

`world` stands for everything outside the table and `issued` for promotional chips and coupons handed
out: they may be negative, so that all accounts together always sum to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

WORLD = "world"
ISSUED = "issued"
INVENTORY = "inventory"
CENTER = "center"
CAGE = "cage"
TIPS = "tips"
MAY_OWE = (WORLD, ISSUED, CAGE)

Balances = Mapping[str, int]


class Posting(Struct, frozen=True, gc=False, array_like=True):
    """So many cents more, or less, in an account."""

    account: str
    cents: int


def rack(person: str) -> str:
    return f"rack/{person}"


def promotional(person: str) -> str:
    return f"promotional/{person}"


def coupons(person: str) -> str:
    return f"coupons/{person}"


def cover(person: str) -> str:
    """What a bank has set aside to pay the wagers against it."""
    return f"cover/{person}"


def meter(name: str) -> str:
    return f"meter/{name}"


def wager_account(person: str, position: int, kind: str) -> str:
    return f"wager/{person}/{position}/{kind}"


def move(source: str, target: str, cents: int) -> tuple[Posting, ...]:
    """The postings that carry an amount from one account to another; none for nothing."""
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
