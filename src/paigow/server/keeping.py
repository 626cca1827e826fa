"""A decided command laid out for the store, at once or, for a contended table, within the transaction.

Two processes that both decide ahead could get in each other's way for ever. A command that was too late once
is therefore decided while the store holds its table: nobody is in between, and it cannot be too late again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from paigow.server.tables.replica import Course
from paigow.store.records import Append, Entry, Fill, Posting, link
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.engine import decide
from paigow.table.records.codec import encode
from paigow.table.refusals import Refused
from paigow.table.state import Table

__all__ = [
    "FloorMove",
    "FloorMoves",
    "FloorPostings",
    "Informed",
    "LateDecision",
    "Redraw",
    "laid_out",
]

FloorMoves = tuple[tuple[str, int], ...]


class FloorMove(NamedTuple):
    """Shared accounts that move with a command; a fill for when one is empty; what others must still hold."""

    moves: FloorMoves = ()
    fill: Fill | None = None
    expects: FloorMoves = ()


FloorPostings = Callable[[str, Command, tuple[Event, ...]], FloorMove]
"""What a command moves between a table and the floor's own accounts."""
Informed = Callable[[Command], Command]
"""A command with what the floor knows and its giver does not: what shared meters show."""
Redraw = Callable[[Table, Command], Command]
"""A command with its chance as it falls at this table."""

_log = logging.getLogger("paigow.keeping")


def laid_out(
    name: str,
    course: Course,
    command: Command,
    command_id: str,
    events: tuple[Event, ...],
    floor: FloorPostings,
) -> tuple[Append, list[Table]]:
    """What is to be kept of a command, and the table after each event; its course goes on past them."""
    after, follows, at = course.table.version, course.chain, int(time.time() * 1000)
    bodies, links, postings, tables = [], [], [], []
    course.so_far.ended = None
    for version, event in enumerate(events, start=after + 1):
        body = encode(event)
        chain = link(course.chain, name, version, at, body)
        course.take(event, chain)
        tables.append(course.table)
        bodies.append(body)
        links.append(chain)
        postings += [Posting(version, each.account, each.cents) for each in event.postings]
    moves, fill, expects = floor(name, command, events)
    append = Append(
        table=name,
        after=after,
        command=command_id,
        at=at,
        events=tuple(bodies),
        postings=tuple(postings),
        floor=moves,
        body=encode(command),
        finished=course.so_far.ended,
        follows=follows,
        fill=fill,
        expects=expects,
        links=tuple(links),
    )
    return append, tables


@dataclass(slots=True)
class LateDecision:
    """One command decided within the store's transaction, in a thread of the server."""

    name: str
    rules: Rules
    course: Course
    """How far the table was known to be; nobody else has this copy."""
    command: Command
    id: str
    floor: FloorPostings
    redraw: Redraw
    informed: Informed
    refusal: Refused | None = None
    """Why nothing followed; None if deciding itself failed."""

    def decide(self, entries: Sequence[Entry]) -> Append | None:
        """Decide on all that is kept. Asked again because the transaction failed, it begins anew."""
        self.refusal = None
        course = self.course.ahead()
        try:
            course.read_on(entries)
            command = self.informed(self.redraw(course.table, self.command))
            events = decide(self.rules, course.table, command)
            return laid_out(self.name, course, command, self.id, events, self.floor)[0]
        except Refused as refusal:
            self.refusal = refusal
        except Exception:  # noqa: BLE001 - commands of other tables in the transaction must not fail with it
            _log.exception("table %s: a late command could not be decided", self.name)
        return None
