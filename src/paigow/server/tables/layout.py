"""What a page has to know of a table once: game, limits, wagers and what they pay, banking, timers."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from msgspec import Raw

from paigow.books.cited import SEPARATOR, qualified
from paigow.server.tables.catalog import TableSettings
from paigow.submissions.rules import Optional, Rules
from paigow.submissions.submission import Submission
from paigow.wagers.kinds import MAIN
from paigow.wagers.registry import wager_of

EVEN_MONEY: Final = ("1 to 1",)
"""What the felt says of the main wager."""


def layout_record(name: str, submission: Submission, rules: Rules, settings: TableSettings) -> dict[str, Any]:
    """The layout of a table as plain values; money in cents, times in seconds."""
    return {
        "id": name,
        "title": settings.title or rules.table.operator,
        "kind": settings.kind,
        "owner": settings.owner,
        "operator": rules.table.operator,
        "number": rules.table.number,
        "book": rules.book.name,
        "book_title": rules.book.title,
        "game": "tiles" if rules.is_tiles else "cards",
        "chairs": rules.table.chairs,
        "limits": {kind: [limit.least, limit.most] for kind, limit in rules.limits.items()},
        "vigorish": rules.vigorish.method.value,
        "wagers": [_wager(kind, rules) for kind in _felt_order(rules)],
        "banking": {
            "offered": rules.banking.offered,
            "co_banking": rules.banking.co_banking,
            "deliveries": list(rules.banking.deliveries),
            "cut": rules.banking.cut,
        },
        "dragon": rules.dragons_eye.offered,
        "two_areas": rules.spots.two_areas,
        "surrender": rules.book.procedure.surrender,
        "help": rules.help.house_way,
        "instruments": {
            "coupons": rules.instruments.match_play_coupons,
            "promotional": rules.instruments.promotional_chips,
            "tips": rules.tips.wagers,
        },
        "meters": _meters(rules),
        "wheel": rules.ranking.wheel.value,
        "house_way": rules.way.name,
        "reveal": rules.fairness.reveal,
        "timers": msgspec.structs.asdict(rules.timers),
        "clock": settings.clock,
        "submission": submission.digest,
    }


def _felt_order(rules: Rules) -> list[str]:
    """The wagers offered as they lie on the felt: by the book, and in a package as its texts list them."""
    kinds = list(rules.limits)
    package = {kind: kind if kind == MAIN else wager_of(kind).package for kind in kinds}
    first = {name: kinds.index(kind) for kind, name in reversed(package.items())}
    return sorted(kinds, key=lambda kind: (first[package[kind]], 0 if kind == MAIN else wager_of(kind).place))


def _pays(kind: str, rows: list[list[str]]) -> tuple[str, ...]:
    """The words for what a wager pays: its own, or the top of its pay table."""
    own = EVEN_MONEY if kind == MAIN else wager_of(kind).pays
    return own or (f"to {re.sub(' (to|for) 1$', '', rows[0][1])}",)


def _wager(kind: str, rules: Rules) -> dict[str, Any]:
    """A wager offered here: its limits, its pay table, and the words for what it pays."""
    optional = rules.optional.get(kind)
    limit = rules.limits[kind]
    rows = [] if optional is None else _rows(rules.book.name, optional)
    return {
        "kind": kind,
        "least": limit.least,
        "most": limit.most,
        "table": None if optional is None else optional.paytable.id,
        "rows": rows,
        "odds": _pays(kind, rows),
    }


def _rows(book: str, optional: Optional) -> list[list[str]]:
    """The lines of a pay table, strongest first: the hand, what it pays, and where that is written."""
    cite = qualified(book, SEPARATOR.join(optional.cites))
    return [[str(row.line), str(row.pay), cite] for row in optional.paytable.lines]


def _meters(rules: Rules) -> list[str]:
    terms = rules.progressive
    return [] if terms is None else [each.meter.value for each in terms.meters]


def layout_of(name: str, submission: Submission, rules: Rules, settings: TableSettings) -> Raw:
    return Raw(msgspec.json.encode(layout_record(name, submission, rules, settings)))
