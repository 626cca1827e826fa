"""Fortune Bonus, Emperor's Treasure with their envy, and Pai Gow Insurance: from the counts of all lines."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from paigow.odds.lined import Terms, line_results
from paigow.odds.lines import card_lines
from paigow.odds.report import WagerOdds, fraction_json
from paigow.ranks.lines import Line
from paigow.wagers.bonus import BONUS_TABLES
from paigow.wagers.envy import ENVY_TABLES, QUALIFYING_STAKE
from paigow.wagers.insurance import INSURANCE
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents, money
from paigow.wagers.paytables import FixedAmount, Paytable

__all__ = ["MOST_OTHERS", "bonus_odds", "envy_per_player", "insurance_odds"]

MOST_OTHERS: Final = 5
"""Six chairs, one's own among them (R35)."""


def bonus_odds(kind: WagerKind, table_id: str, terms: Terms | None = None) -> WagerOdds:
    """One pay table of the Fortune Bonus or Emperor's Treasure; envy for one to five others in the details.

    Hands dealt from one deck are each as likely as any other, so that another player's hand makes each line
    as often as one's own, and the expected envies of several players simply add up.
    """
    terms = terms or Terms()
    table = BONUS_TABLES[kind][table_id]
    counts = _counts(kind)
    plain = WagerOdds(kind, line_results(counts, table, terms), table=table_id)
    stake = terms.stake if terms.stake is not None else QUALIFYING_STAKE
    envy = _envy_details(plain.value, ENVY_TABLES[kind][table_id], counts, stake)
    assumes = (f"pay table {table_id} ({table.cite})", "the best line of seven cards (R24)", *terms.words())
    return WagerOdds(
        plain.kind, plain.results, table=table_id, assumes=assumes, details={**terms.details(table), **envy}
    )


def _counts(kind: WagerKind) -> Mapping[Line, int]:
    return card_lines().fortune if kind is WagerKind.FORTUNE else card_lines().emperors


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
    table = INSURANCE[table_id]
    return WagerOdds(
        WagerKind.INSURANCE,
        line_results(card_lines().insurance, table, terms),
        table=table_id,
        assumes=(
            f"pay table {table_id} ({table.cite})",
            "nothing at all in seven cards, straights and flushes included (R24)",
            *terms.words(),
        ),
        details=terms.details(table),
    )
