"""Tables to open: settings, the demonstration and operators' own tables, and the layout for the page."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Raw

from paigow.books.cited import qualified
from paigow.books.registry import book_names
from paigow.server.tables.floor_accounts import PLAY_CHIPS
from paigow.store.checkpoints import Signer
from paigow.store.records import TableRecord
from paigow.submissions.checking import (
    Submission,
    find_submission,
    load_submission,
    require_filled_in,
    require_submission,
)
from paigow.submissions.rules import OptionalWager, Rules
from paigow.table.editions import edition_of
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import MAIN

TABLE_NAME: Final = re.compile("[a-z0-9-]{1,64}")
BOTS: Final = 3
EVEN_MONEY: Final = ("1 to 1",)
"""The main wager's text on the felt."""


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings of one table, stored as JSON with its submission."""

    title: str = ""
    kind: str = "public"
    """`public`, `private` (found by its link only), `practice` (no time limit, with coaching) or `school`
    (the owner deals)."""
    owner: str | None = None
    bots: int = 0
    """The most seats that bots fill; one is always left free."""
    clock: bool = True
    pace: float = 1.0
    """Multiplier for the usual pauses of dealer and bots: 0 plays at full speed."""
    edition: str | msgspec.UnsetType = msgspec.UNSET
    """The edition of the rules that the table was created with, and is judged by until it adopts another."""

    signed_by: str = ""
    """The key of the floor that has signed the table's journal since its first event (R100)."""

    @property
    def listed(self) -> bool:
        return self.kind == "public"


def encode_settings(settings: TableSettings) -> bytes:
    return msgspec.json.encode(settings)


def decode_settings(data: bytes) -> TableSettings:
    return msgspec.json.decode(data or b"{}", type=TableSettings)


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to add: its name, its submission's text, its settings."""

    id: str
    submission: str
    settings: TableSettings


def demonstration_names() -> tuple[str, ...]:
    """The submissions of the permanent tables, in rule book order."""
    return tuple(f"{book}-full" for book in book_names())


def demonstration_tables() -> Iterator[NewTable]:
    """A table for each rule book, with its full example."""
    for book, example in zip(book_names(), demonstration_names(), strict=True):
        yield NewTable(book, find_submission(example).text, _settings(load_submission(example)))


def table_of(source: str) -> NewTable:
    """A table with a submission, by its file or built-in name; no drafts. Another text is another table."""
    submission = load_submission(source)
    require_filled_in(submission, source)
    stem = re.sub(r"[^a-z0-9]+", "-", Path(source).stem.lower()).strip("-") or "table"
    return NewTable(f"{stem}-{submission.digest[:6]}", submission.text, _settings(submission))


def is_demonstration(record: TableRecord) -> bool:
    """Whether a table is one of the program's own, of this version or an earlier one."""
    return record.id in book_names() and decode_settings(record.settings).listed


def checked_submission(record: TableRecord) -> Submission:
    """The submission of a table that a floor serves: valid, and not a draft (R82)."""
    submission = require_submission(record.submission, f"table {record.id}")
    require_filled_in(submission, f"table {record.id}")
    return submission


def record_of(new: NewTable, signer: Signer) -> tuple[TableRecord, Rules]:
    """What is stored of a new table, and its rules: this program's edition judges it, this floor signs it."""
    record = TableRecord(new.id, new.submission, b"", time.time_ns() // 10**6)
    rules = checked_submission(record).rules
    settings = msgspec.structs.replace(new.settings, edition=edition_of(rules), signed_by=signer.floor)
    return msgspec.structs.replace(record, settings=encode_settings(settings)), rules


def _settings(submission: Submission) -> TableSettings:
    title = f"{submission.rules.table.operator} {submission.rules.table.number}"
    return TableSettings(title=title, bots=BOTS)


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
        "limits": {kind: [limit.least, limit.most] for kind, limit in rules.wagers.items()},
        "vigorish": rules.vigorish.method.value,
        "wagers": [_wager(kind, rules) for kind in _felt_order(rules)],
        "banking": {
            "offered": rules.banking.offered,
            "co_banking": rules.banking.co_banking,
            "deliveries": list(rules.banking.deliveries),
            "cut": rules.banking.cut,
        },
        "starting": "shaker" if rules.is_tiles else rules.starting.method,
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
        "refill": PLAY_CHIPS,
        "submission": submission.digest,
    }


def _felt_order(rules: Rules) -> list[str]:
    """The wagers in felt order: by book, then within a package by its texts."""
    kinds = list(rules.wagers)
    package = {kind: kind if kind == MAIN else wager_of(kind).package for kind in kinds}
    first = {name: kinds.index(kind) for kind, name in reversed(package.items())}
    return sorted(kinds, key=lambda kind: (first[package[kind]], 0 if kind == MAIN else wager_of(kind).place))


def _pays(kind: str, rows: list[list[str]]) -> tuple[str, ...]:
    """What a wager pays, in words: its own, or the top of its pay table."""
    own = EVEN_MONEY if kind == MAIN else wager_of(kind).pays
    return own or (f"to {re.sub(' (to|for) 1$', '', rows[0][1])}",)


def _wager(kind: str, rules: Rules) -> dict[str, Any]:
    """A wager offered here: its limits, its pay table, and the words for what it pays."""
    optional = rules.optional.get(kind)
    limit = rules.wagers[kind]
    rows = [] if optional is None else _rows(rules.book.name, optional)
    return {
        "kind": kind,
        "least": limit.least,
        "most": limit.most,
        "table": None if optional is None else optional.paytable.id,
        "rows": rows,
        "odds": _pays(kind, rows),
    }


def _rows(book: str, optional: OptionalWager) -> list[list[str]]:
    """The lines of a pay table, strongest first: the hand, what it pays, and the source."""
    cite = qualified(book, optional.cites)
    return [[str(row.line.value), str(row.pay), cite] for row in optional.paytable.lines]


def _meters(rules: Rules) -> list[str]:
    terms = rules.progressive
    return [] if terms is None else [each.meter.value for each in terms.meters]


def layout_of(name: str, submission: Submission, rules: Rules, settings: TableSettings) -> Raw:
    return Raw(msgspec.json.encode(layout_record(name, submission, rules, settings)))
