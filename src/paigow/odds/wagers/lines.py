"""Wagers that a hand's line decides: how many hands make each line, and what a pay table gives for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Final, TypeVar

import numpy as np

from paigow.odds.reports.wager_odds import Result, WagerOdds, fraction_json
from paigow.ranks.classes import card_hand_classes, tile_hand_classes
from paigow.ranks.line_batch import LINES, bonus_lines, nothing_highs, progressive_lines
from paigow.ranks.lines import EMPERORS_MATCH, FORTUNE_MATCH, Line, NothingHigh
from paigow.wagers.kinds import Kind
from paigow.wagers.money import NOTHING, Cents, dollars, money
from paigow.wagers.pair_fortunes import WAGER, PairLine, pair_line
from paigow.wagers.payout_limit import PayoutLimit, under_limit
from paigow.wagers.paytables import FixedAmount, Pay, Paytable, ToOne
from paigow.wagers.registry import line_wager

__all__ = [
    "MOST_OTHERS",
    "QUALIFYING_STAKE",
    "CardLines",
    "Terms",
    "bonus_odds",
    "card_lines",
    "envy_per_player",
    "insurance_odds",
    "line_results",
    "pair_fortunes_odds",
    "pair_lines",
]

MOST_OTHERS: Final = 5
"""Six chairs, one's own among them (R35)."""
QUALIFYING_STAKE: Final = dollars(5)
"""maryland-poker 1.B(7)."""

L = TypeVar("L", bound=Enum)


@dataclass(frozen=True, slots=True)
class CardLines:
    """Of all 154,143,080 hands of seven cards, how many make each line, wager by wager."""

    fortune: Mapping[Line, int]
    emperors: Mapping[Line, int]
    progressive: Mapping[Line, int]
    insurance: Mapping[NothingHigh, int]


@cache
def card_lines() -> CardLines:
    """Count all lines; the first call takes a few seconds."""
    classes = card_hand_classes()
    fortune = bonus_lines(classes.cards, FORTUNE_MATCH)
    emperors = bonus_lines(classes.cards, EMPERORS_MATCH)
    highs = _weighed(nothing_highs(classes.cards, fortune), classes.weights, len(NothingHigh))
    return CardLines(
        dict(zip(LINES, _weighed(fortune, classes.weights, len(LINES)), strict=True)),
        dict(zip(LINES, _weighed(emperors, classes.weights, len(LINES)), strict=True)),
        dict(zip(LINES, _weighed(progressive_lines(fortune), classes.weights, len(LINES)), strict=True)),
        dict(zip(NothingHigh, highs, strict=True)),
    )


def _weighed(
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    weights: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    size: int,
) -> list[int]:
    """How many hands have each number. Classes of one weight are counted apart, so that no float is made."""
    total = np.zeros(size, dtype=np.int64)
    for weight in np.unique(weights):
        total += int(weight) * np.bincount(numbers[weights == weight], minlength=size)
    return [int(count) for count in total]


@cache
def pair_lines() -> Mapping[PairLine, int]:
    """Of all 35,960 hands of four tiles, how many make each line of Pair Fortunes."""
    counts: Counter[PairLine] = Counter(dict.fromkeys(PairLine, 0))
    for tiles, weight in tile_hand_classes():
        counts[pair_line(tiles)] += weight
    return counts


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


def bonus_odds(kind: Kind, table_id: str, terms: Terms | None = None) -> WagerOdds:
    """One pay table of the Fortune Bonus or Emperor's Treasure; envy for one to five others in the details.

    Hands dealt from one deck are each as likely as any other, so that another player's hand makes each line
    as often as one's own, and the expected envies of several players simply add up.
    """
    terms = terms or Terms()
    table = line_wager(kind).tables[table_id]
    counts = _counts(kind)
    plain = WagerOdds(kind, line_results(counts, table, terms), table=table_id)
    stake = terms.stake if terms.stake is not None else QUALIFYING_STAKE
    envy = _envy_details(plain.value, line_wager(kind).envy_tables[table_id], counts, stake)
    assumes = (f"pay table {table_id} ({table.cite})", "the best line of seven cards (R24)", *terms.words())
    return WagerOdds(
        plain.kind, plain.results, table=table_id, assumes=assumes, details={**terms.details(table), **envy}
    )


def _counts(kind: Kind) -> Mapping[Line, int]:
    return card_lines().fortune if kind == Kind("fortune") else card_lines().emperors


def envy_per_player(table: Paytable[Line], counts: Mapping[Line, int], stake: Cents) -> Fraction:
    """What the envy for one other player's hand adds to each unit staked; nothing below five dollars."""
    if stake < QUALIFYING_STAKE:
        return Fraction(0)
    paid = 0
    for row in table.lines:
        assert isinstance(row.pay, FixedAmount), row
        paid += counts[row.line] * row.pay.amount
    return Fraction(paid, sum(counts.values()) * stake)


def _envy_details(
    plain: Fraction, table: Paytable[Line], counts: Mapping[Line, int], stake: Cents
) -> dict[str, object]:
    each = envy_per_player(table, counts, stake)
    return {
        "envy_stake_cents": stake,
        "envy_words": f"at {money(stake)} ({table.cite}, R25)",
        "envy_per_other": fraction_json(each),
        "envy": [
            {
                "others": others,
                "value": fraction_json(plain + others * each),
                "edge": float(-(plain + others * each)),
            }
            for others in range(1, MOST_OTHERS + 1)
        ],
    }


def insurance_odds(table_id: str, terms: Terms | None = None) -> WagerOdds:
    terms = terms or Terms()
    table = line_wager("insurance").tables[table_id]
    return WagerOdds(
        Kind("insurance"),
        line_results(card_lines().insurance, table, terms),
        table=table_id,
        assumes=(
            f"pay table {table_id} ({table.cite})",
            "nothing at all in seven cards, straights and flushes included (R24)",
            *terms.words(),
        ),
        details=terms.details(table),
    )


def pair_fortunes_odds(table_id: str) -> WagerOdds:
    table = WAGER.tables[table_id]
    return WagerOdds(
        WAGER.kind,
        line_results(pair_lines(), table, Terms()),
        table=table_id,
        assumes=(f"pay table {table_id} ({table.cite})", "the highest line only, however set (R16)"),
    )
