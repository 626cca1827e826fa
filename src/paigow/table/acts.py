"""What every topic of the table is made of: commands, events, and the functions that judge and carry out.

A topic module defines its commands and events, a function that decides each command and one that applies
each event, and lists them as `DECIDES` and `APPLIES`. `engine` puts the lists together.
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
"""Actors who are not players. Any other name is a person."""


def _stored_name(class_name: str) -> str:
    """Refuse a command or event without a name of its own: journals keep that name, never the class's."""
    if class_name not in ("Command", "Event"):
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
    """An order given by an actor. It may be refused; until it is decided nothing has happened."""

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
    """Something that happened, the paragraphs that it performs, and the money that moved with it."""

    cites: tuple[str, ...] = ()
    postings: tuple[Posting, ...] = ()


Decide = Callable[[Rules, Table, Any], tuple[Event, ...]]
Apply = Callable[[Table, Any], Table]


def unchanged(table: Table, _event: Event) -> Table:
    """Carry out what leaves a trace in the journal and moves money at most."""
    return table
