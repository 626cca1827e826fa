"""The odds of a wager that a line decides: line counts meet a pay table and a payout limit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeVar

from paigow.odds.report import Result
from paigow.wagers.money import NOTHING, Cents, money
from paigow.wagers.payout_limit import PayoutLimit, under_limit
from paigow.wagers.paytables import Pay, Paytable, ToOne

__all__ = ["Terms", "line_results"]

L = TypeVar("L", bound=Enum)


@dataclass(frozen=True, slots=True)
class Terms:
    """The stake, if it matters, and the payout limit, if the house has one; the limit needs the stake."""

    stake: Cents | None = None
    limit: PayoutLimit | None = None

    def paid(self, pay: Pay) -> Fraction:
        """What a line pays for one unit staked, the limit applied to this wager alone."""
        assert isinstance(pay, ToOne), pay
        if self.limit is None or self.stake is None:
            return Fraction(pay.odds)
        return Fraction(under_limit(self.limit, NOTHING, pay.on(self.stake)).paid, self.stake)

    def words(self) -> tuple[str, ...]:
        if self.limit is None or self.stake is None:
            return ()
        amount = money(self.limit.amount)
        return (
            f"{money(self.stake)} staked on this alone; a hand is paid at most {amount} ({self.limit.cite})",
        )

    def details(self, table: Paytable[L]) -> dict[str, object]:
        """The largest whole stake, in cents, at which the limit cuts nothing."""
        top = table.lines[0].pay
        if self.limit is None or not isinstance(top, ToOne):
            return {}
        return {"payout_limit_cents": self.limit.amount, "uncut_stake_cents": self.limit.amount // top.odds}


def line_results(counts: Mapping[L, int], table: Paytable[L], terms: Terms) -> tuple[Result, ...]:
    """Every line of a table with its count; all other hands, which lose, together at the end."""
    results = [Result(str(row.line.value), counts[row.line], terms.paid(row.pay)) for row in table.lines]
    lost = sum(counts.values()) - sum(result.count for result in results)
    return (*results, Result("lose", lost, Fraction(-1)))
