"""The payout limit of maryland-poker 13.G: its size, and how it cuts what one hand is paid (R26).

It counts Fortune, Emperor's, Insurance and "for 1" progressive payouts; never the main wager, envy, or a
share of a meter. The operator may only have it or not: the size follows from what is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from paigow.ranks.lines import Line
from paigow.wagers.bonus import BONUS_TABLES
from paigow.wagers.insurance import INSURANCE
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import NOTHING, Cents, dollars
from paigow.wagers.paytables import ForOne, PayLine, ToOne
from paigow.wagers.progressive import PROGRESSIVE

__all__ = [
    "LEAST_LIMIT",
    "LimitedPayout",
    "Offer",
    "PayoutLimit",
    "most_at_least_stakes",
    "payout_limit",
    "under_limit",
    "under_limit_in_order",
]

LEAST_LIMIT: Final = dollars(50_000)
"""maryland-poker 13.G(1)(a)."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An optional wager as it is offered: its pay table and the least stake."""

    table_id: str
    least: Cents


@dataclass(frozen=True, slots=True)
class PayoutLimit:
    """The most that one hand may be paid, and which of the two sums it is."""

    amount: Cents
    cite: str


@dataclass(frozen=True, slots=True)
class LimitedPayout:
    """What is paid of a payout that was due, and what the limit withholds."""

    paid: Cents
    withheld: Cents
    cite: str


def payout_limit(offers: Mapping[WagerKind, Offer]) -> PayoutLimit:
    """The greater of 50,000 dollars and what a hand could win with the least stake on every wager offered."""
    most = most_at_least_stakes(offers)
    if most > LEAST_LIMIT:
        return PayoutLimit(most, "maryland-poker 13.G(1)(b)")
    return PayoutLimit(LEAST_LIMIT, "maryland-poker 13.G(1)(a)")


def most_at_least_stakes(offers: Mapping[WagerKind, Offer]) -> Cents:
    """The most that limited payouts could come to on one hand, each wager at its least stake.

    A hand that makes nothing is paid by Insurance alone, any other by the rest together; the match of
    Emperor's Treasure is one of the Fortune Bonus too, so the same line is the best for both.
    """
    together = max(sum(_due(kind, offer, line) for kind, offer in offers.items()) for line in Line)
    alone = offers.get(WagerKind.INSURANCE)
    insured = _amount(INSURANCE[alone.table_id].lines[0], alone.least) if alone else NOTHING
    return Cents(max(together, insured))


def _due(kind: WagerKind, offer: Offer, line: Line) -> Cents:
    """What a hand whose best bonus line is this one is paid by one wager, shares of a meter left out."""
    match kind:
        case WagerKind.FORTUNE | WagerKind.EMPERORS:
            return _amount(BONUS_TABLES[kind][offer.table_id].find(line), offer.least)
        case WagerKind.PROGRESSIVE:
            return _amount(PROGRESSIVE[offer.table_id].find(_AS_PROGRESSIVE.get(line, line)), offer.least)
        case _:
            return NOTHING


_AS_PROGRESSIVE: Final = {
    Line.ROYAL_MATCH: Line.ROYAL_FLUSH,
    Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: Line.SEVEN_CARD_STRAIGHT_FLUSH,
}


def _amount(row: PayLine[Any] | None, stake: Cents) -> Cents:
    if row is None or not isinstance(row.pay, ToOne | ForOne):
        return NOTHING
    return row.pay.on(stake)


def under_limit(limit: PayoutLimit | None, paid_before: Cents, due: Cents) -> LimitedPayout:
    """Pay what the limit leaves after what the hand has been paid already; without a limit, all."""
    if limit is None:
        return LimitedPayout(due, NOTHING, "maryland-poker 13.G")
    paid = Cents(min(due, max(limit.amount - paid_before, 0)))
    return LimitedPayout(paid, Cents(due - paid), limit.cite)


def under_limit_in_order(limit: PayoutLimit | None, dues: Iterable[Cents]) -> tuple[LimitedPayout, ...]:
    """One hand's payouts in settling order (R40): each in full until the limit is reached."""
    payouts: list[LimitedPayout] = []
    paid = 0
    for due in dues:
        payouts.append(under_limit(limit, Cents(paid), due))
        paid += payouts[-1].paid
    return tuple(payouts)
