"""Which limb of its paragraph a result rests on: the half that won, a copy, the way it is fouled (R93)."""

from __future__ import annotations

from paigow.ranks.comparing import Comparison, Half, Reason, reason_of_foul, reason_of_whole
from paigow.submissions.rules import Rules
from paigow.table.state import Pieces


def limb_of(comparison: Comparison, low: Pieces, high: Pieces) -> Reason:
    """What decides a hand, laid as `low` and `high`, that was compared with another."""
    return reason_of_foul(len(low), len(high)) if comparison.fouled else reason_of_whole(comparison)


def cite_limb(rules: Rules, comparison: Comparison, limb: Reason) -> tuple[str, ...]:
    """The limb's paragraph; beside it what is said of copies at cards, of a zero low hand at tiles (R2)."""
    copies = not rules.is_tiles and Half.COPY in (comparison.low, comparison.high) and not comparison.pushed
    beside = rules.book.deciding[Reason.CARD_COPY] if copies else ("R2",) if comparison.zero else ()
    return (*rules.book.deciding[limb], *beside)


def cite_foul(rules: Rules, low: Pieces, high: Pieces) -> tuple[str, ...]:
    return rules.book.deciding[reason_of_foul(len(low), len(high))]


def cite_win(rules: Rules) -> tuple[str, ...]:
    return rules.book.deciding[Reason.WIN]


def once(*cites: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cites))
