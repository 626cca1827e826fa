"""The progressive: what each wager adds to the meters, and what a line takes from them or from the inventory.

Meters are passed in and returned as values. Sharing them is handled elsewhere (R26, R39).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Final

from msgspec import Struct

from paigow.material.game import Game
from paigow.ranks.lines import Line, progressive_line
from paigow.wagers.money import NOTHING, Cents, down_to_cent, money
from paigow.wagers.paytables import (
    FixedAmount,
    ForOne,
    Meter,
    PayLine,
    Paytable,
    ShareOfMeter,
    load_paytables,
)
from paigow.wagers.wager import Kind, LineWager, OptionProblem, Settled, WagerOptions

_AS_PROGRESSIVE: Final = {
    Line.ROYAL_MATCH: Line.ROYAL_FLUSH,
    Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: Line.SEVEN_CARD_STRAIGHT_FLUSH,
}
LEAST_STARTS: Final = load_paytables(__name__, "progressive starts", tuple(Meter), "starts.tsv")


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """One meter: its starting and restart amount, and its share of each stake."""

    meter: Meter
    start: Cents
    rate: Fraction


@dataclass(frozen=True, slots=True)
class ProgressiveTerms:
    """The submission's choices: pay table, the fixed stake, and the meters, largest first."""

    table_id: str
    stake: Cents
    meters: tuple[MeterTerms, ...]


def least_starts(table_id: str) -> Mapping[Meter, Cents]:
    """A table's meters and the minimum starting amount of each (maryland-poker 13.E(7))."""
    rows = ((row.line, row.pay) for row in LEAST_STARTS[table_id].lines)
    return {meter: pay.amount for meter, pay in rows if isinstance(pay, FixedAmount)}


def terms_of(options: Mapping[str, object]) -> ProgressiveTerms | None:
    """The terms from the wager's options, if these are all valid."""
    table, stake, starts, rates = (options.get(name) for name in ("table", "wager", "starts", "rates"))
    if not (
        isinstance(table, str)
        and isinstance(stake, int)
        and isinstance(starts, tuple)
        and isinstance(rates, tuple)
    ):
        return None
    meters = tuple(
        MeterTerms(meter, Cents(start), Fraction(rate))
        for meter, start, rate in zip(least_starts(table), starts, rates, strict=True)
    )
    return ProgressiveTerms(table, Cents(stake), meters)


def terms_problems(options: Mapping[str, object]) -> Iterable[OptionProblem]:
    """Everything wrong with the combination of options, at once."""
    table = options.get("table")
    if not isinstance(table, str):
        return
    least = least_starts(table)
    wrong = tuple(_count_problems(options, table, least))
    yield from wrong
    terms = None if wrong else terms_of(options)
    if terms is not None:
        yield from (*_start_problems(terms, least), *_rate_problems(terms))


def _count_problems(
    options: Mapping[str, object], table: str, least: Mapping[Meter, Cents]
) -> Iterable[OptionProblem]:
    for name in ("starts", "rates"):
        given = options.get(name)
        if isinstance(given, tuple) and len(given) != len(least):
            problem = f"{len(given)} {name} for the meters of table {table}"
            yield OptionProblem(name, problem, f"one for each: {', '.join(map(str, least))}", option="table")


def _start_problems(terms: ProgressiveTerms, least: Mapping[Meter, Cents]) -> Iterable[OptionProblem]:
    for each in terms.meters:
        floor = least.get(each.meter, NOTHING)
        if each.start < floor:
            problem = f"the {each.meter} starts at {money(each.start)}"
            yield OptionProblem(
                "starts", problem, f"at least {money(floor)}", LEAST_STARTS[terms.table_id].cite
            )


def _rate_problems(terms: ProgressiveTerms) -> Iterable[OptionProblem]:
    if terms.stake <= 0:
        yield OptionProblem("wager", f"a stake of {money(terms.stake)}", "more than $0", "R39")
    for each in terms.meters:
        if each.rate < 0:
            yield OptionProblem("rates", f"a rate of {each.rate}", "$0 or more")
    total = sum((each.rate for each in terms.meters), Fraction(0))
    if not 0 < total <= 1:
        allowed = "more than 0 and at most the whole stake"
        yield OptionProblem("rates", f"rates that add up to {total}", allowed)


class ProgressiveOptions(WagerOptions, frozen=True):
    shared_as: str = ""
    """A name that links tables that share the meters."""


WAGER: Final = LineWager(
    kind=Kind("progressive"),
    game=Game.CARDS,
    package=__name__,
    lines=tuple(Line),
    line=progressive_line,
    numbers=lambda hands: hands.progressive,
    best_with=lambda line: _AS_PROGRESSIVE.get(line, line),
    settled=Settled.BY_TOPIC,
    options=ProgressiveOptions,
    stake_option="wager",
    problems=terms_problems,
)


@dataclass(frozen=True, slots=True)
class MeterReading:
    """What a meter shows, in whole cents, and the hidden fraction of a cent."""

    meter: Meter
    amount: Cents
    carried: Fraction = Fraction(0)


Meters = tuple[MeterReading, ...]


class Payer(Enum):
    """Where the money comes from. Meter shares never come from the table (maryland-poker 11.H(6)(b)(v))."""

    INVENTORY = "table inventory"
    CAGE = "cage"

    def __str__(self) -> str:
        return self.value


class ProgressivePayout(Struct, frozen=True, gc=False):
    """What a line is paid in total; the stake, collected before the deal, is part of a "for 1" payout.

    `meter` is the one that pays, and `restart` is what it is reset to after being paid in full.
    """

    line: Line
    amount: Cents
    payer: Payer
    meter: Meter | None = None
    restart: Cents = NOTHING

    @property
    def wins(self) -> bool:
        return self.amount > 0


def opening(terms: ProgressiveTerms) -> Meters:
    """The meters at their first start."""
    return tuple(MeterReading(each.meter, each.start) for each in terms.meters)


def contribute(terms: ProgressiveTerms, meters: Meters, wagers: int = 1) -> Meters:
    """Add each meter's share of this many wagers; fractions of a cent are carried exactly."""
    assert wagers >= 0, wagers
    return tuple(
        _fed(reading, terms.stake * wagers * each.rate)
        for reading, each in zip(meters, terms.meters, strict=True)
    )


def _fed(reading: MeterReading, amount: Fraction) -> MeterReading:
    exact = reading.amount + reading.carried + amount
    shown = down_to_cent(exact)
    return MeterReading(reading.meter, shown, exact - shown)


def pay(
    terms: ProgressiveTerms, table: Paytable[Line], meters: Meters, line: Line
) -> tuple[Meters, ProgressivePayout]:
    """Pay one hand by the meters' current amounts (maryland-poker 13.F), and return the new amounts."""
    row = table.find(line)
    if row is None:
        return meters, ProgressivePayout(line, NOTHING, Payer.INVENTORY)
    match row.pay:
        case ForOne():
            return meters, ProgressivePayout(line, row.pay.on(terms.stake), Payer.INVENTORY)
        case ShareOfMeter():
            return _pay_share(terms, meters, row, row.pay)
        case _:
            raise AssertionError(row)


def _pay_share(
    terms: ProgressiveTerms, meters: Meters, row: PayLine[Line], share: ShareOfMeter
) -> tuple[Meters, ProgressivePayout]:
    """A percentage rounds down, the rest stays; paid in full, the meter restarts before the next winner."""
    place = next(i for i, reading in enumerate(meters) if reading.meter is share.meter)
    reading = meters[place]
    amount = down_to_cent(reading.amount * Fraction(share.percent, 100))
    restart = terms.meters[place].start if share.whole else NOTHING
    after = MeterReading(reading.meter, Cents(reading.amount - amount + restart), reading.carried)
    payout = ProgressivePayout(row.line, amount, Payer.CAGE, share.meter, restart)
    return (*meters[:place], after, *meters[place + 1 :]), payout
