"""The payout limit: its size, and how it caps what one hand is paid (R26). Not which book has it.

It counts the "to 1" and "for 1" payouts of wagers that are `limited`; never the main wager, envy, or a share
of a meter. The operator can only turn it on or off: the size follows from the wagers offered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from msgspec import Struct

from paigow.ranks.lines import Line
from paigow.wagers.money import NOTHING, Cents, dollars
from paigow.wagers.paytables import ForOne, PayLine, Paytable, ToOne
from paigow.wagers.wager import LineWager

LEAST_LIMIT: Final = dollars(50_000)
"""As stated by a book with the limit: maryland-poker 13.G(1)(a) in its `citations.tsv`."""


@dataclass(frozen=True, slots=True)
class LimitedOffer:
    """An optional wager on offer: its pay table and the minimum stake."""

    wager: LineWager[Any]
    table: Paytable[Any]
    least: Cents


@dataclass(frozen=True, slots=True)
class PayoutLimit:
    """The most that one hand can be paid, and which of the two sums it is."""

    amount: Cents
    cite: str


class LimitedPayout(Struct, frozen=True, gc=False):
    """How much of a due payout is paid, and how much the limit withholds."""

    paid: Cents
    withheld: Cents
    cite: str


def payout_limit(offers: Iterable[LimitedOffer], floor_cite: str, stakes_cite: str) -> PayoutLimit:
    """The greater of 50,000 dollars and what a hand could win with the minimum on every wager offered.

    The paragraph of the greater sum is cited.
    """
    most = most_at_least_stakes(offers)
    if most > LEAST_LIMIT:
        return PayoutLimit(most, stakes_cite)
    return PayoutLimit(LEAST_LIMIT, floor_cite)


def most_at_least_stakes(offers: Iterable[LimitedOffer]) -> Cents:
    """The most that limited payouts could total on one hand, each wager at its minimum."""
    limited = [offer for offer in offers if offer.wager.limited]
    return Cents(max(sum(_due(offer, line) for offer in limited) for line in Line))


def _due(offer: LimitedOffer, line: Line) -> Cents:
    """What one wager pays a hand whose best bonus line is this one, without shares of a meter."""
    if offer.wager.best_with is None:
        return _amount(offer.table.lines[0], offer.least)
    best = offer.wager.best_with(line)
    return NOTHING if best is None else _amount(offer.table.find(best), offer.least)


def _amount(row: PayLine[Any] | None, stake: Cents) -> Cents:
    if row is None or not isinstance(row.pay, ToOne | ForOne):
        return NOTHING
    return row.pay.on(stake)


def under_limit(limit: PayoutLimit | None, paid_before: Cents, due: Cents) -> LimitedPayout:
    """Pay what the limit leaves after earlier payouts of the hand; without a limit, everything."""
    if limit is None:
        return LimitedPayout(due, NOTHING, "")
    paid = Cents(min(due, max(limit.amount - paid_before, 0)))
    return LimitedPayout(paid, Cents(due - paid), limit.cite)
