"""Where a person may wager: the own spot, a neighbouring one (R56), another player's spot (R18)."""

from __future__ import annotations

from paigow.table.refusals import Reason, Refused
from paigow.table.rules import TableRules
from paigow.table.state import Table, Wager

__all__ = ["require_spot"]


def require_spot(rules: TableRules, table: Table, wager: Wager) -> None:
    """Refuse a wager on a spot that is not the person's to wager on."""
    own = table.position_of(wager.person)
    if wager.position != own:
        raise Refused(
            Reason.NOT_ELIGIBLE,
            f"{wager.person} may wager at position {own} only",
            rules.cite("seated players"),
        )
