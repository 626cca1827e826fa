"""Routes for the floor supervisor: every table at a glance, and a log of incidents.

The log is read from the journals: irregularities, disputes, corrections, fills, handovers, and equipment
checks. Only accounts with the floor role have access.
"""

from __future__ import annotations

import asyncio
import csv
import io
import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Annotated, Final

from fastapi import APIRouter, Depends, HTTPException, Query, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from paigow.faults import BadInput
from paigow.server.accounts.identity import display_name
from paigow.server.connections.lobby import Lobby
from paigow.server.http.common import LobbyOf, RolesOf, RoomOf, problems
from paigow.server.http.incidents import KINDS, FloorLog, LogEntry, counted, log_of, logged, tag_of
from paigow.server.tables.room import Room
from paigow.store.database import Database
from paigow.store.table_changes import TableChange, close_table, open_table
from paigow.table.acts import DEALER, FLOOR
from paigow.table.house.handover import dealer_of
from paigow.table.ledger import INVENTORY

COLUMNS: Final = ("at", "table", "round", "kind", "event", "who", "told", "dollars", "cites")


class FloorTable(BaseModel):
    """One table as its supervisor sees it; ages are in seconds, money in cents."""

    id: str
    title: str
    kind: str
    closed: bool
    book: str
    step: str
    round: int
    """The round in play, or the next one while its bets are open."""
    seated: int
    dealt_by: str
    dealers: list[str]
    """Who is connected as the dealer; empty if the program deals."""
    tray: int
    staked: int
    dice_age: int | None
    deck_ages: dict[str, int]
    counts: dict[str, int]


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
    await lobby.floor.refresh()
    return await asyncio.to_thread(lambda: [_table(lobby, room) for room in [*lobby.floor.rooms.values()]])


@router.post("/tables/{table}/close", responses=problems(400, 403, 404))
async def close_one(room: RoomOf, lobby: LobbyOf) -> FloorTable:
    """Close a table: its round is finished, everybody leaves with their chips, and the lobby hides it."""
    return await _changed(room, lobby, close_table)


@router.post("/tables/{table}/open", responses=problems(400, 403, 404))
async def open_one(room: RoomOf, lobby: LobbyOf) -> FloorTable:
    """Open a closed table again."""
    if lobby.floor.is_left_out(room.host.record):
        raise BadInput("this server runs without the demonstration tables", allowed="start it with them")
    return await _changed(room, lobby, open_table)


async def _changed(
    room: Room, lobby: Lobby, change: Callable[[Database, str, int], TableChange]
) -> FloorTable:
    now = time.time_ns() // 10**6
    await asyncio.to_thread(change, lobby.floor.store.database, room.host.record.id, now)
    lobby.floor.adopt_changes()
    return await asyncio.to_thread(_table, lobby, room)


def _table(lobby: Lobby, room: Room) -> FloorTable:
    table, now = room.host.committed, int(time.time())
    dice = table.between.dice_placed_at
    found = logged(lobby.floor.store, room)
    counts = counted([tag_of(event) for _, event in found])
    return FloorTable(
        id=room.host.record.id,
        title=room.settings.title or room.host.rules.table.operator,
        kind=room.settings.kind,
        closed=room.closed,
        book=room.host.rules.book.name,
        step=table.step.value,
        round=table.round + table.bets_open,
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
        row = (each.table, each.round, each.kind, each.event, each.who, each.told)
        writer.writerow((moment, *map(_cell, row), f"{each.cents / 100:.2f}", " ".join(each.cites)))
    headers = {"Content-Disposition": 'attachment; filename="floor-log.csv"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


def _cell(value: object) -> str:
    """A cell that no spreadsheet takes for a formula, whatever reason somebody typed."""
    text = str(value)
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _entries(lobby: Lobby, kind: str | None, table: str | None, since: int, limit: int) -> list[LogEntry]:
    if kind is not None and kind not in KINDS:
        raise HTTPException(HTTPStatus.BAD_REQUEST, f"Choose kinds from {', '.join(KINDS)}.")
    store = lobby.floor.store
    rooms = [room for name, room in [*lobby.floor.rooms.items()] if table in (None, name)]
    found = [entry for room in rooms for entry in log_of(store, room) if entry.at > since]
    wanted = (entry for entry in found if kind in (None, entry.kind))
    return sorted(wanted, key=lambda entry: (entry.at, entry.table, entry.version), reverse=True)[:limit]
