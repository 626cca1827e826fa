"""Pair Fortunes: its four pay tables over all hands of four tiles."""

from __future__ import annotations

from paigow.odds.lined import Terms, line_results
from paigow.odds.lines import pair_lines
from paigow.odds.report import WagerOdds
from paigow.wagers.kinds import WagerKind
from paigow.wagers.pair_fortunes import PAIR_FORTUNES

__all__ = ["pair_fortunes_odds"]


def pair_fortunes_odds(table_id: str) -> WagerOdds:
    table = PAIR_FORTUNES[table_id]
    return WagerOdds(
        WagerKind.PAIR_FORTUNES,
        line_results(pair_lines(), table, Terms()),
        table=table_id,
        assumes=(f"pay table {table_id} ({table.cite})", "the highest line only, however set (R16)"),
    )
