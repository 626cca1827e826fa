"""Which limb of its paragraph a result rests on: the half that won, a copy, the way it is fouled (R93)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from paigow.books.deciding import has_paragraphs, paragraphs_of
from paigow.ranks.comparing import Comparison, Half
from paigow.ranks.reasons import Reason, reason_of_foul, reason_of_whole
from paigow.table.rules import TableRules
from paigow.table.state import Pieces

__all__ = ["cite_foul", "cite_limb", "cite_win", "limb_of", "once"]


def limb_of(comparison: Comparison, low: Pieces, high: Pieces) -> Reason:
    """What decides a hand, laid as `low` and `high`, that was compared with another."""
    return reason_of_foul(len(low), len(high)) if comparison.fouled else reason_of_whole(comparison)


def cite_limb(rules: TableRules, comparison: Comparison, limb: Reason) -> tuple[str, ...]:
    """The limb's paragraph; beside it what is said of copies at cards, of a zero low hand at tiles (R2)."""
    copies = not rules.is_tiles and Half.COPY in (comparison.low, comparison.high)
    beside = _limbs(rules.book)[Reason.CARD_COPY] if copies else ("R2",) if comparison.zero else ()
    return (*_limbs(rules.book)[limb], *beside)


def cite_foul(rules: TableRules, low: Pieces, high: Pieces) -> tuple[str, ...]:
    return _limbs(rules.book)[reason_of_foul(len(low), len(high))]


def cite_win(rules: TableRules) -> tuple[str, ...]:
    return _limbs(rules.book)[Reason.WIN]


def once(*cites: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cites))


@cache
def _limbs(book: str) -> Mapping[Reason, tuple[str, ...]]:
    """By reason, the ids as events carry them: without the name of the book."""
    whole = list(Reason)[list(Reason).index(Reason.WIN) :]
    cards = [Reason.CARD_COPY, Reason.FOULED_ORDER, Reason.FOULED_SPLIT]
    known = [reason for reason in cards if has_paragraphs(book, reason)]
    return {
        reason: tuple(id_.removeprefix(f"{book} ") for id_ in paragraphs_of(book, (reason,)))
        for reason in (*known, *whole)
    }
