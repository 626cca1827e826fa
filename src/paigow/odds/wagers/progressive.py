"""The Progressive as a function of its meters: value, break-even, and long-run value.

One winner per round is assumed: two hands of one round sharing a meter are ignored.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction

from paigow.faults import BadInput
from paigow.odds.reports.wager_odds import PricedResult, WagerOdds, fraction_json
from paigow.odds.wagers.lines import line_counts
from paigow.ranks.lines import Line
from paigow.wagers.money import Cents, down_to_cent, half_up_to_cent, money
from paigow.wagers.paytables import ForOne, Meter, Pay, ShareOfMeter
from paigow.wagers.progressive import WAGER, ProgressiveTerms, least_starts


@dataclass(frozen=True, slots=True)
class ProgressiveReturn:
    """The return of one unit staked: a fixed part, plus a share of each meter's amount.

    return = fixed + sum over meters of shares[meter] * meter / stake
    """

    table_id: str
    fixed: Fraction
    shares: Mapping[Meter, Fraction]
    resets: Mapping[Meter, Fraction]
    """The chance that a hand takes the whole meter, which then restarts."""

    def value(self, meters: Mapping[Meter, Cents], stake: Cents) -> Fraction:
        shared = sum((self.shares[meter] * meters[meter] for meter in self.shares), Fraction())
        return self.fixed + shared / stake - 1

    def break_even(self, meter: Meter, meters: Mapping[Meter, Cents], stake: Cents) -> Fraction:
        """The reading, in cents, at which the wager breaks even, with the other meters unchanged."""
        without = self.value({**meters, meter: Cents(0)}, stake)
        return -without * stake / self.shares[meter]

    def long_run(self, terms: ProgressiveTerms) -> Fraction:
        """The long-run value: a meter pays out everything it is fed and every restart amount."""
        fed = sum((each.rate for each in terms.meters), Fraction())
        restarts = sum((self.resets[each.meter] * each.start for each in terms.meters), Fraction())
        return self.fixed + fed + restarts / terms.stake - 1


def progressive_return(table_id: str) -> ProgressiveReturn:
    counts = line_counts(WAGER)
    total = sum(counts.values())
    fixed, shares, resets = Fraction(), dict.fromkeys(least_starts(table_id), Fraction()), {}
    for row in WAGER.tables[table_id].lines:
        chance = Fraction(counts[row.line], total)
        match row.pay:
            case ForOne(odds=odds):
                fixed += chance * odds
            case ShareOfMeter(percent=percent, meter=meter):
                shares[meter] += chance * Fraction(percent, 100)
                if row.pay.whole:
                    resets[meter] = chance
            case other:
                raise AssertionError(other)
    return ProgressiveReturn(table_id, fixed, shares, resets)


def check_meters(table_id: str, meters: Mapping[Meter, Cents]) -> None:
    """Reject meters that the table doesn't have, or with negative amounts."""
    wanted = list(least_starts(table_id))
    for meter, amount in meters.items():
        if meter not in wanted:
            raise BadInput(
                f"progressive {table_id} has no {meter}", allowed=f"it has {', '.join(map(str, wanted))}"
            )
        if amount < 0:
            raise BadInput(f"the {meter} can't be {money(amount)}", allowed="it must be $0 or more")


def check_meters_of(table_ids: Collection[str], meters: Mapping[Meter, Cents]) -> None:
    """Reject meters that none of the tables has: they would have no effect."""
    if len(table_ids) == 1:
        check_meters(next(iter(table_ids)), meters)
    known = list(dict.fromkeys(meter for table_id in table_ids for meter in least_starts(table_id)))
    for meter in meters:
        if not known:
            raise BadInput(
                "no progressive is counted here",
                allowed="leave the meter out, or add that bet",
            )
        if meter not in known:
            raise BadInput(
                f"no progressive counted here has the meter {meter}",
                allowed=f"choose one of {', '.join(map(str, known))}",
            )


def progressive_nets(
    table_id: str,
    stake: Cents,
    meters: Mapping[Meter, Cents] | None = None,
    terms: ProgressiveTerms | None = None,
) -> dict[Line, int]:
    """What each paying line pays in whole cents, less the stake; a share of a meter rounds down (R26)."""
    if terms is not None and stake != terms.stake:
        raise BadInput(f"a progressive wager of {money(stake)}", allowed=f"{money(terms.stake)}, as filed")
    shown = {**least_starts(table_id), **_starts(terms), **(meters or {})}
    check_meters(table_id, shown)
    return {
        row.line: down_to_cent(_paid(row.pay, stake, shown) * stake) - stake
        for row in WAGER.tables[table_id].lines
    }


def progressive_odds(
    table_id: str,
    stake: Cents,
    meters: Mapping[Meter, Cents] | None = None,
    terms: ProgressiveTerms | None = None,
) -> WagerOdds:
    """One pay table with its meters at given readings, or at the book's minimum start."""
    if stake <= 0:
        raise BadInput(f"a progressive wager can't be {money(stake)}", allowed="it must be more than $0")
    shown = {**least_starts(table_id), **_starts(terms), **(meters or {})}
    check_meters(table_id, shown)
    returns = progressive_return(table_id)
    readings = {str(meter): amount for meter, amount in shown.items()}
    details: dict[str, object] = {
        "stake_cents": stake,
        "meters_cents": readings,
        "fixed_return": fraction_json(returns.fixed),
        "return_per_meter_unit": {
            str(meter): fraction_json(share) for meter, share in returns.shares.items()
        },
        "break_even_cents": {
            str(meter): half_up_to_cent(returns.break_even(meter, shown, stake)) for meter in returns.shares
        },
    }
    if terms is not None:
        details["long_run_value"] = fraction_json(returns.long_run(terms))
    words = ", ".join(f"{meter} at {money(amount)}" for meter, amount in shown.items())
    return WagerOdds(
        WAGER.kind,
        _results(table_id, stake, shown),
        table=table_id,
        assumes=(
            f"pay table {table_id} ({WAGER.tables[table_id].cite})",
            f"{money(stake)} staked, {words}",
            "one winner a round (R26)",
        ),
        details=details,
    )


def _starts(terms: ProgressiveTerms | None) -> dict[Meter, Cents]:
    return {each.meter: each.start for each in terms.meters} if terms else {}


def _results(table_id: str, stake: Cents, meters: Mapping[Meter, Cents]) -> tuple[PricedResult, ...]:
    """A payout is everything handed over: the stake was taken before the deal (R26)."""
    counts = line_counts(WAGER)
    results = [
        PricedResult(str(row.line.value), counts[row.line], _paid(row.pay, stake, meters) - 1)
        for row in WAGER.tables[table_id].lines
    ]
    lost = sum(counts.values()) - sum(result.count for result in results)
    return (*results, PricedResult("lose", lost, Fraction(-1)))


def _paid(pay: Pay, stake: Cents, meters: Mapping[Meter, Cents]) -> Fraction:
    """What a line pays per unit staked."""
    match pay:
        case ForOne(odds=odds):
            return Fraction(odds)
        case ShareOfMeter(percent=percent, meter=meter):
            return Fraction(percent * meters[meter], 100 * stake)
        case other:
            raise AssertionError(other)
