"""Tables to open: their settings, a demonstration table for each rule book, and an operator's own tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from paigow.books.registry import book_names
from paigow.submissions.files import find_submission, load_submission, require_filled_in
from paigow.submissions.submission import Submission

BOTS: Final = 3


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """Settings of one table, kept as JSON beside its submission."""

    title: str = ""
    kind: str = "public"
    """`public`, `private` (found by its link alone), `practice` (no clock, with coaching) or `school`
    (the owner deals)."""
    owner: str | None = None
    bots: int = 0
    """How many seats bots fill at most; one is always left free."""
    clock: bool = True
    pace: float = 1.0
    """Times the usual pauses of dealer and bots: 0 plays as fast as it goes."""

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
    """The submissions of the tables that are always there, in the order of the rule books."""
    return tuple(f"{book}-full" for book in book_names())


def demonstration_tables() -> Iterator[NewTable]:
    """A table for each rule book, played by its example with everything on."""
    for book, example in zip(book_names(), demonstration_names(), strict=True):
        yield NewTable(book, find_submission(example).text, _settings(load_submission(example)))


def table_of(source: str) -> NewTable:
    """A table by a submission, found by its file or example name; no draft. Another text is another table."""
    submission = load_submission(source)
    require_filled_in(submission, source)
    stem = re.sub(r"[^a-z0-9]+", "-", Path(source).stem.lower()).strip("-") or "table"
    return NewTable(f"{stem}-{submission.digest[:6]}", submission.text, _settings(submission))


def _settings(submission: Submission) -> TableSettings:
    title = f"{submission.rules.table.operator} {submission.rules.table.number}"
    return TableSettings(title=title, bots=BOTS)
