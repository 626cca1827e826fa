"""Editions: which rules judged a table's rounds, so that correcting a rule doesn't change old rounds.

An edition is two numbers, `3.1`: that of this engine, and that of the book with the wagers on offer.
Increment `ENGINE`, `edition` in a book's `book.toml`, or a wager record's edition with any change that alters
a command's events, including citations. The tests keep rounds of each edition, so `make test` fails if you
forget.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from msgspec import UNSET

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.refusals import Reason, Refused, require_dealer
from paigow.table.state import Table, changed

ENGINE: Final = 3
FIRST: Final = "1.1"
"""The edition of tables from before editions were recorded."""
CITES: Final = ("R99",)


class KnownEdition(Enum):
    """How this program relates to the edition that judged something."""

    SAME = "same"
    OLDER = "older"
    """The edition is older: it may have judged a command differently from today."""
    NEWER = "newer"


def edition_of(rules: Rules) -> str:
    """The edition this program judges by under these rules."""
    return f"{ENGINE}.{rules.edition}"


def edition_at(table: Table) -> str:
    """The edition a table is judged by."""
    return FIRST if table.edition is UNSET else table.edition


def known(rules: Rules, table: Table) -> KnownEdition:
    """Whether this program can re-judge what was judged at this table."""
    if table.edition is not UNSET and table.edition == edition_of(rules):
        return KnownEdition.SAME
    engine, book = _numbers(edition_at(table))
    if engine > ENGINE or book > rules.edition:
        return KnownEdition.NEWER
    return KnownEdition.SAME if (engine, book) == (ENGINE, rules.edition) else KnownEdition.OLDER


def _numbers(edition: str) -> tuple[int, int]:
    """An edition that can't be parsed is unknown to this program."""
    engine, _, book = edition.partition(".")
    return (int(engine), int(book)) if engine.isdecimal() and book.isdecimal() else (ENGINE + 1, 0)


class AdoptEdition(Command, frozen=True, tag="adopt-edition"):
    """From now on another edition judges the table: its floor runs a newer program."""

    edition: str


class EditionAdopted(Event, frozen=True, tag="edition-adopted"):
    edition: str


def adopt(rules: Rules, table: Table, command: AdoptEdition) -> tuple[Event, ...]:
    require_dealer(command.by, "adopt an edition", CITES)
    ours = edition_of(rules)
    if command.edition != ours:
        raise Refused(Reason.NOT_AS_REQUIRED, f"This program judges by edition {ours}.", CITES)
    if known(rules, table) is not KnownEdition.OLDER:
        sentence = f"This table already uses edition {edition_at(table)}."
        raise Refused(Reason.NOT_ELIGIBLE, sentence, CITES)
    return (EditionAdopted(edition=command.edition, cites=CITES),)


def adopted(table: Table, event: EditionAdopted) -> Table:
    return changed(table, edition=event.edition)
