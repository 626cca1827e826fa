"""A table's incidents, read from its journal.

Irregularities, disputes, corrections, fills, handovers, and equipment checks. An entry belongs to the round
it names (R166), else to the round in which it was made.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any, Final

from fastapi import APIRouter
from msgspec import UNSET
from pydantic import BaseModel

from paigow.server.accounts.identity import as_displayed
from paigow.server.http.common import LobbyOf, RolesOf, RoomOf, problems
from paigow.server.http.tables import RoundNumber, giver, names_staff, require_finished
from paigow.server.tables.room import Room
from paigow.store.journal import Store
from paigow.store.records import Entry, RoundRecord
from paigow.table.acts import Event
from paigow.table.deal.dice import TotalAnnounced
from paigow.table.irregularities.correcting import DisputeNoted, PaymentCorrected, WrongPaymentFound
from paigow.table.ledger import INVENTORY
from paigow.table.records.codec import decode_event, plain
from paigow.table.text.tellings import tell

KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    "irregularity": (
        *("piece-exposed", "off-table-noted", "undealt-tile-seen", "exposed-while-stacking", "hand-dead"),
        *(
            "hand-voided",
            "round-voided",
            "no-roll",
            "lid-lifted-by-bank",
            "wrong-count-found",
            "stub-exposed",
        ),
        *("card-drawn-in-error", "hand-abandoned", "shuffler-jammed", "shoe-jammed", "device-broken"),
        *(
            "dealer-hand-reset",
            "bank-hand-reset",
            "tiles-unsuitable",
            "decks-unsuitable",
            "equipment-lacking",
        ),
        "total-announced",
    ),
    "dispute": ("dispute-noted",),
    "correction": ("wrong-payment-found", "payment-corrected"),
    "chips": ("tray-filled", "tray-credited", "coupons-given", "meters-opened"),
    "handover": ("dealer-relieved",),
    "equipment": ("dice-placed", "dice-inspected", "decks-received", "decks-changed", "deck-removed"),
}
"""The log's entries by kind: the stored names of events."""
CALLED_AGAIN: Final = "R69"
"""Cited by a total that replaces another one; every round has a total, and only such a one is an incident."""
KIND_OF: Final = {tag: kind for kind, tags in KINDS.items() for tag in tags}
UNCOUNTED: Final = "wrong-payment-found"
"""Always followed by the correction itself: both are in the log, and together they count as one."""
_TAG: Final = re.compile(rb'\{"event":"([a-z-]+)"')
WINDOW: Final = 20_000
"""How many of each table's last events are searched for the log, and how many are read at once."""
ABOUT_A_ROUND: Final = (DisputeNoted, WrongPaymentFound, PaymentCorrected)
_ABOUT_TAGS: Final = frozenset((*KINDS["dispute"], *KINDS["correction"]))
router = APIRouter(prefix="/api/tables", tags=["tables"])


class LogEntry(BaseModel):
    """An incident."""

    at: int
    table: str
    round: int
    finished: bool
    """Whether its round is over, and so can be rebuilt."""
    version: int
    kind: str
    event: str
    told: str
    fields: dict[str, Any]
    """The event as in round files, for a page in another language."""
    cents: int
    """What the tray gained or lost by it."""
    cites: list[str]
    who: str
    """Who sent the command, if it was a person and the viewer can see that."""


class FloorLog(BaseModel):
    """Incidents on the floor, newest first."""

    entries: list[LogEntry]


def counted(tags: Iterable[str]) -> dict[str, int]:
    """How many incidents of each kind there were, by stored event name."""
    kinds = Counter(KIND_OF[tag] for tag in tags if tag != UNCOUNTED)
    return {kind: kinds[kind] for kind in KINDS}


def tag_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


def logged(store: Store, room: Room) -> list[tuple[Entry, Event]]:
    """A table's last events that belong in the log."""
    entries = store.events(room.host.record.id, max(0, room.host.committed.version - WINDOW), WINDOW)
    found = _events_called(entries, KIND_OF)
    return [(entry, event) for entry, event in found if _is_incident(event)]


def _is_incident(event: Event) -> bool:
    return not isinstance(event, TotalAnnounced) or CALLED_AGAIN in event.cites


def _events_called(entries: Iterable[Entry], tags: Container[str]) -> list[tuple[Entry, Event]]:
    """Events with one of some names. Others are skipped by name alone."""
    wanted = (entry for entry in entries if (found := _TAG.match(entry.body)) and found[1].decode() in tags)
    return [(entry, decode_event(entry.body)) for entry in wanted]


def log_of(store: Store, room: Room) -> Iterator[LogEntry]:
    """A table's part of the floor's log, oldest first."""
    name = room.host.record.id
    ends = [(each.last, each.round) for each in reversed(store.last_rounds(name, 1_000))]
    newest = ends[-1][1] if ends else 0
    for entry, event in logged(store, room):
        # What happens between two rounds belongs to the later one, before and after that one is finished.
        made = next((number for last, number in ends if entry.version <= last), None)
        about = _round_of(event)
        number = about or made or newest + 1
        finished = number <= newest if about else made is not None
        yield _log_entry(name, entry, event, number, finished=finished)


def _round_of(event: Event) -> int:
    """The round an event says it is about (R166)."""
    about = getattr(event, "round", UNSET) if isinstance(event, ABOUT_A_ROUND) else UNSET
    return 0 if about is UNSET else int(about)


def _log_entry(
    table: str, entry: Entry, event: Event, number: int, *, finished: bool, named: bool = True
) -> LogEntry:
    tag = tag_of(event)
    return LogEntry(
        at=entry.at,
        table=table,
        round=number,
        finished=finished,
        version=entry.version,
        kind=KIND_OF[tag],
        event=tag,
        told=as_displayed(tell(event) or tag),
        fields=plain(event),
        cents=sum(each.cents for each in event.postings if each.account == INVENTORY),
        cites=list(event.cites),
        who=giver(entry.command) if named else "",
    )


@router.get("/{table}/rounds/{number}/afterwards", responses=problems(403, 404))
async def afterwards(room: RoomOf, number: RoundNumber, lobby: LobbyOf, roles: RolesOf) -> FloorLog:
    """Corrections and disputes about a finished round that were made after it, oldest first (R166)."""
    record = require_finished(room, number, lobby, roles)
    named = names_staff(room, roles)
    found = await asyncio.to_thread(lambda: [*_afterwards(lobby.floor.store, record, named=named)])
    return FloorLog(entries=found)


def _afterwards(store: Store, record: RoundRecord, *, named: bool) -> Iterator[LogEntry]:
    after = record.last
    while entries := store.events(record.table, after, WINDOW):
        for entry, event in _events_called(entries, _ABOUT_TAGS):
            if _round_of(event) == record.round:
                yield _log_entry(record.table, entry, event, record.round, finished=True, named=named)
        after = entries[-1].version
