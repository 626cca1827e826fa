"""The parts of every table topic: commands, events, and the functions that decide and apply them.

A topic module defines its commands and events, and a public function for each: `(rules, table, command: Sit)`
decides a `Sit`, `(table, event: SatDown)` applies a `SatDown`. `engine` finds them by these parameters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from paigow.submissions.rules import Rules
from paigow.table.ledger import Posting
from paigow.table.state import Table

DEALER = "dealer"
FLOOR = "floor"
OBSERVER = "observer"
STAFF = (DEALER, FLOOR, OBSERVER)
"""Actors that aren't players. Any other name is a person."""


def _stored_name(class_name: str) -> str:
    """Reject a command or event without an explicit tag: journals store the tag, never the class name."""
    if class_name not in ("Command", "Event", "Noted"):
        raise TypeError(f'{class_name} needs the name that journals store it by: tag="..."')
    return class_name.lower()


class Command(
    Struct,
    frozen=True,
    gc=False,
    tag_field="do",
    tag=_stored_name,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """What somebody asks the table to do. The table carries it out or refuses it.

    Your own player makes one with its `Seat`.

    >>> import paigow
    >>> def cautious(seat: paigow.Seat) -> paigow.Command | None:
    ...     return seat.bet(seat.least) if seat.step is paigow.Step.BETS else seat.usual()
    >>> file = paigow.play_rounds("commission-tiles", [cautious], seed="friday")
    >>> len(file.played()[0].wagers)
    1
    """

    by: str


class Event(
    Struct,
    frozen=True,
    gc=False,
    tag_field="event",
    tag=_stored_name,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """Something that happened, the paragraphs it carries out, and the money that moved with it."""

    cites: tuple[str, ...] = ()
    postings: tuple[Posting, ...] = ()


class Noted(Event, frozen=True):
    """An event that only leaves a record in the journal and may move money: no function applies it."""


Decide = Callable[[Rules, Table, Any], tuple[Event, ...]]
Apply = Callable[[Table, Any], Table]
