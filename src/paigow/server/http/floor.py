"""Routes of the floor supervisor: every table at a glance, and a log of what has to be looked into.

The log is read from the journals: irregularities, disputes, corrections, chips for the tray, handovers, care
of dice and decks. Only an account with the floor role is answered.
"""

from __future__ import annotations

import asyncio
import csv
import io
import re
import time
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from paigow.server.accounts.identity import as_displayed, display_name
from paigow.server.connections.lobby import Lobby
from paigow.server.http.common import LobbyOf, RolesOf, problems
from paigow.server.tables.room import Room
from paigow.store.journal import Store
from paigow.store.records import Entry
from paigow.table.acts import DEALER, FLOOR, Event
from paigow.table.house.handover import dealer_of
from paigow.table.ledger import INVENTORY
from paigow.table.records.codec import decode_event
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
    ),
    "dispute": ("dispute-noted",),
    "correction": ("wrong-payment-found", "payment-corrected"),
    "chips": ("tray-filled", "coupons-given", "meters-opened"),
    "handover": ("dealer-relieved",),
    "equipment": ("dice-placed", "dice-inspected", "decks-received", "decks-changed", "deck-removed"),
}
"""What the log holds, by kind: the stored names of events."""
_KIND_OF: Final = {tag: kind for kind, tags in KINDS.items() for tag in tags}
_TAG: Final = re.compile(rb'\{"event":"([a-z-]+)"')
WINDOW: Final = 20_000
"""So many of the last events of each table are looked through."""
COLUMNS: Final = ("at", "table", "round", "kind", "event", "told", "cents", "cites")


class FloorTable(BaseModel):
    """One table as its supervisor sees it; ages are in seconds, money in cents."""

    id: str
    title: str
    kind: str
    book: str
    step: str
    round: int
    seated: int
    dealt_by: str
    dealers: list[str]
    """Who is connected as the dealer; nobody where the program deals."""
    tray: int
    staked: int
    dice_age: int | None
    deck_ages: dict[str, int]
    counts: dict[str, int]


class LogEntry(BaseModel):
    """Something to be looked into."""

    at: int
    table: str
    round: int
    finished: bool
    """Whether its round is over, and so can be rebuilt."""
    version: int
    kind: str
    event: str
    told: str
    cents: int
    """What the tray gained by it, or lost."""
    cites: list[str]


class FloorLog(BaseModel):
    """What happened on the floor, newest first."""

    entries: list[LogEntry]


def require_supervisor(roles: RolesOf) -> None:
    if FLOOR not in roles:
        raise HTTPException(HTTPStatus.FORBIDDEN, "Only an account with the floor role can see the floor.")


router = APIRouter(prefix="/api/floor", tags=["floor"], dependencies=[Depends(require_supervisor)])
Kind = Annotated[str | None, Query(description=f"One of {', '.join(KINDS)}.", max_length=20)]
Since = Annotated[int, Query(ge=0, le=2**53, description="Only what happened later, in milliseconds.")]
Limit = Annotated[int, Query(ge=1, le=5_000)]


@router.get("/tables", responses=problems(403))
async def floor_tables(lobby: LobbyOf) -> list[FloorTable]:
    """All tables of this floor, private ones too."""
    return await asyncio.to_thread(lambda: [_table(lobby, room) for room in [*lobby.floor.rooms.values()]])


def _table(lobby: Lobby, room: Room) -> FloorTable:
    table, now = room.host.committed, int(time.time())
    dice = table.between.dice_placed_at
    found = _logged(lobby.floor.store, room)
    counts = dict.fromkeys(KINDS, 0)
    for _, event in found:
        counts[_KIND_OF[_tag_of(event)]] += 1
    return FloorTable(
        id=room.host.record.id,
        title=room.settings.title or room.host.rules.table.operator,
        kind=room.settings.kind,
        book=room.host.rules.book.name,
        step=table.step.value,
        round=table.round,
        seated=sum(person is not None for person in table.chairs),
        dealt_by=dealer_of(table),
        dealers=sorted({display_name(each) for each in _dealers(lobby, room)}),
        tray=table.balances.get(INVENTORY, 0),
        staked=sum(wager.playing for wager in table.wagers),
        dice_age=None if dice is None else max(0, now - dice),
        deck_ages={deck.back: max(0, now - deck.placed_at) for deck in table.cards.decks},
        counts=counts,
    )


def _dealers(lobby: Lobby, room: Room) -> Iterator[str]:
    for socket in [*lobby.open]:
        visit = socket.visit
        if visit is not None and visit.role == DEALER and visit.table == room.host.record.id:
            yield visit.person


def _tag_of(event: Event) -> str:
    return str(event.__struct_config__.tag)


def _logged(store: Store, room: Room) -> list[tuple[Entry, Event]]:
    """The last events of a table that belong into the log. Others are passed over by their name alone."""
    name, version = room.host.record.id, room.host.committed.version
    entries = store.events(name, max(0, version - WINDOW), WINDOW)
    wanted = (
        entry for entry in entries if (found := _TAG.match(entry.body)) and found[1].decode() in _KIND_OF
    )
    return [(entry, decode_event(entry.body)) for entry in wanted]


@router.get("/log", responses=problems(400, 403))
async def floor_log(
    lobby: LobbyOf, kind: Kind = None, table: str | None = None, since: Since = 0, limit: Limit = 200
) -> FloorLog:
    """Irregularities, disputes, corrections, chips, handovers and equipment, newest first."""
    return FloorLog(entries=await asyncio.to_thread(_entries, lobby, kind, table, since, limit))


@router.get("/log.csv", response_class=PlainTextResponse, responses=problems(400, 403))
async def floor_log_file(
    lobby: LobbyOf, kind: Kind = None, table: str | None = None, since: Since = 0, limit: Limit = 5_000
) -> Response:
    """The same as a file for a spreadsheet. Times are in UTC, amounts in dollars."""
    found = await asyncio.to_thread(_entries, lobby, kind, table, since, limit)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for each in found:
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(each.at / 1000))
        row = (each.table, each.round, each.kind, each.event, each.told)
        writer.writerow((moment, *map(_cell, row), f"{each.cents / 100:.2f}", " ".join(each.cites)))
    headers = {"Content-Disposition": 'attachment; filename="floor-log.csv"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _cell(value: object) -> str:
    """A cell that no spreadsheet takes for a formula, whatever a person wrote as a reason."""
    text = str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _entries(lobby: Lobby, kind: str | None, table: str | None, since: int, limit: int) -> list[LogEntry]:
    if kind is not None and kind not in KINDS:
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"kinds are {', '.join(KINDS)}")
    store = lobby.floor.store
    rooms = [room for name, room in [*lobby.floor.rooms.items()] if table in (None, name)]
    found = [entry for room in rooms for entry in _of_room(store, room) if entry.at > since]
    wanted = (entry for entry in found if kind in (None, entry.kind))
    return sorted(wanted, key=lambda entry: (entry.at, entry.table, entry.version), reverse=True)[:limit]


def _of_room(store: Store, room: Room) -> Iterator[LogEntry]:
    name = room.host.record.id
    spans = [(each.first, each.last, each.round) for each in store.last_rounds(name, 1_000)]
    running = room.host.committed.round
    for entry, event in _logged(store, room):
        tag = _tag_of(event)
        over = next((number for first, last, number in spans if first <= entry.version <= last), None)
        yield LogEntry(
            at=entry.at,
            table=name,
            round=running if over is None else over,
            finished=over is not None,
            version=entry.version,
            kind=_KIND_OF[tag],
            event=tag,
            told=as_displayed(tell(event) or tag),
            cents=sum(each.cents for each in event.postings if each.account == INVENTORY),
            cites=list(event.cites),
        )
