"""Routes for tables: the lobby, a table, its rules and script, finished rounds, a table of your own."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Container, Iterator
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import Annotated, Any, Final, Literal

import msgspec
from fastapi import APIRouter, HTTPException, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, PlainTextResponse

from paigow.faults import BadInput, suggestion
from paigow.posted import load_guide, posted_rules, rules_page
from paigow.server.accounts.identity import display_name, is_bot
from paigow.server.connections.lobby import Lobby
from paigow.server.http.common import CurrentSession, LobbyOf, RolesOf, RoomOf, problems
from paigow.server.http.models import (
    LobbyPage,
    NewTableRequest,
    RoundListed,
    RoundPage,
    RoundsPage,
    ScriptLineListed,
    ScriptPage,
    SeatListed,
    TableListed,
    TablePage,
    WagerBrought,
)
from paigow.server.http.models import ReplayedAct as ActPage
from paigow.server.http.pages import ENGLISH, with_own_styles
from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.host import OWN
from paigow.server.tables.room import Room
from paigow.server.workshop import submission_with
from paigow.store.checkpoints import moment, notes_of
from paigow.store.journal import Store, commands_of
from paigow.store.records import RoundRecord
from paigow.store.rounds import RoundSummary
from paigow.submissions.checking import Submission, example_names, find_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import FLOOR, OBSERVER, STAFF, Event
from paigow.table.deal.commitments import SeedPublished, is_committed
from paigow.table.deal.first_seeds import SeedRevealed
from paigow.table.engine import evolve
from paigow.table.house.handover import dealer_of
from paigow.table.records.codec import decode_command, decode_event, digest, plain
from paigow.table.records.roundfile import (
    Act,
    JournalPlace,
    Round,
    chained,
    opening_chain,
    print_rounds,
    whole_file,
)
from paigow.table.state import Table
from paigow.table.text import script
from paigow.table.text.tellings import tell
from paigow.table.visibility.views import hand_shown, view

router = APIRouter(prefix="/api", tags=["tables"])
PACES: Final = {"slow": 1.6, "normal": 1.0, "quick": 0.5}
"""Multiplies the usual pauses of dealer and bots at a person's own table."""
RoundNumber = Annotated[int, Path(ge=1, le=2**53)]


def meters_shown(room: Room, lobby: Lobby) -> dict[str, int]:
    """The amounts on a table's meters: its own, or those it shares with others."""
    own = {
        name.removeprefix("meter/"): cents
        for name, cents in room.host.committed.balances.items()
        if name.startswith("meter/")
    }
    return own or lobby.floor.meters.listed(room.host.rules, room.private_id)


def _listed(room: Room, lobby: Lobby) -> TableListed:
    table, rules, status = room.host.committed, room.host.rules, room.status()
    seats = [
        SeatListed(
            position=position,
            person=person,
            name=None if person is None else display_name(person),
            bot=person is not None and is_bot(person),
        )
        for position, person in enumerate(table.chairs[: rules.table.chairs], start=1)
    ]
    return TableListed(
        id=room.host.record.id,
        title=room.settings.title or rules.table.operator,
        kind=room.settings.kind,
        game="tiles" if rules.is_tiles else "cards",
        book=rules.book.name,
        book_title=room.submission.book.title,
        limits={kind: [limit.least, limit.most] for kind, limit in rules.wagers.items()},
        seats=seats,
        free=sum(seat.person is None for seat in seats),
        watching=len(room.audience),
        round=table.round,
        step=table.step.value,
        bank=None if table.bank is None else table.bank.person,
        meters=meters_shown(room, lobby),
        banking=rules.banking.offered,
        co_banking=rules.banking.co_banking,
        dice_bets=rules.dragons_eye.offered,
        side_bets=list(rules.optional),
        vigorish=rules.vigorish.method.value,
        house_way=rules.way.name,
        edge=lobby.edges.main_edge(room.submission),
        bank_edge=lobby.edges.main_edge(room.submission, "bank") if rules.banking.offered else None,
        awaited=sorted(filter(None, map(table.position_of, status.awaited))),
        left=status.left,
        clock=room.settings.clock,
    )


@router.get("/lobby", responses=problems())
async def lobby_page(lobby: LobbyOf) -> LobbyPage:
    """All tables that are open to everyone."""
    lobby.floor.lobby_seen()
    await lobby.floor.refresh(lobby.floor.listed())
    tables = [_listed(room, lobby) for room in lobby.floor.listed()]
    return LobbyPage(tables=tables, people=len(lobby.by_person), draining=lobby.floor.draining)


@router.get("/tables", responses=problems(401))
async def own_tables(session: CurrentSession, lobby: LobbyOf) -> LobbyPage:
    """The private and practice tables that you opened or sit at, newest first."""
    await lobby.floor.refresh()
    rooms = [room for room in lobby.floor.rooms.values() if room.settings.kind in ("private", "practice")]
    mine = [r for r in rooms if r.settings.owner == session.person or session.person in r.host.table.chairs]
    newest = sorted(mine, key=lambda room: room.host.record.created_at, reverse=True)
    tables = [_listed(room, lobby) for room in newest]
    return LobbyPage(tables=tables, people=len(lobby.by_person), draining=lobby.floor.draining)


@router.get("/tables/{table}/invitation", response_class=Response, responses=problems(404))
async def invitation(room: RoomOf, request: Request) -> Response:
    """A QR code of the table's address, as an image."""
    import segno

    address = f"{request.base_url}table/{room.host.record.id}"
    drawn = BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", border=3, scale=4, light="#fffdf8", dark="#1b1a1f")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@router.get("/tables/{table}", responses=problems(404))
async def table_page(room: RoomOf, lobby: LobbyOf) -> TablePage:
    """One table with its layout. Anyone who knows a private table's name can find it."""
    layout = msgspec.json.decode(room.audience.layout)
    return TablePage(**_listed(room, lobby).model_dump(), layout=layout)


@router.post("/tables", status_code=201, responses=problems(400, 401, 403))
async def new_table(new: NewTableRequest, session: CurrentSession, lobby: LobbyOf) -> TablePage:
    """Open your own table: private, for practice without a clock, or a school table that you deal."""
    on_floor = {room.host.record.id: room.submission.text for room in lobby.floor.listed()}
    if new.submission not in (known := (*example_names(), *on_floor)):
        raise BadInput(
            f"there is no submission {new.submission!r}",
            where="submission",
            allowed=suggestion(new.submission, known),
        )
    own = [room for room in lobby.floor.rooms.values() if room.settings.owner == session.person]
    if len(own) >= lobby.limits.tables:
        raise HTTPException(
            HTTPStatus.TOO_MANY_REQUESTS, f"You have {len(own)} tables already. Use one of them."
        )
    settings = TableSettings(
        title=f"{display_name(session.person)}: {new.kind}",
        kind=new.kind,
        owner=session.person,
        bots=new.bots,
        clock=new.kind == "private" if new.clock is None else new.clock,
        pace=PACES[new.pace],
    )
    text = on_floor.get(new.submission) or find_submission(new.submission).text
    if new.way is not None:
        if new.submission in on_floor:
            allowed = f"Choose one of {', '.join(example_names())} with a house way of your own."
            raise HTTPException(HTTPStatus.BAD_REQUEST, allowed)
        # Proving a way over every hand takes a while; the result is cached when the table is added.
        text = (await asyncio.to_thread(submission_with, new.submission, new.way)).text
    name = f"{new.kind}-{secrets.token_hex(8)}"
    room = lobby.floor.add(NewTable(name, text, settings))
    return await table_page(room, lobby)


@router.get("/tables/{table}/rules", response_class=HTMLResponse, responses=problems(404))
async def posted(room: RoomOf, language: Literal["en", "zh-Hant", "zh-Hans"] = "en") -> Response:
    """The posted rules of the table, as a page. They are in English; a language adds headings and terms."""
    page = await asyncio.to_thread(_posted_page, room.submission, language)
    return HTMLResponse(page, headers=with_own_styles(page))


@lru_cache(maxsize=64)
def _posted_page(submission: Submission, language: str) -> str:
    """Cached: it takes some milliseconds."""
    guide = None if language == ENGLISH else load_guide(language)
    return rules_page(posted_rules(submission), guide=guide)


@router.get("/tables/{table}/submission", response_class=PlainTextResponse, responses=problems(404))
async def submission_text(room: RoomOf) -> Response:
    """The operator's submission, as it was checked."""
    return PlainTextResponse(room.submission.text)


@router.get("/tables/{table}/script", responses=problems(404))
async def script_page(room: RoomOf) -> ScriptPage:
    """The dealer's script, each line with its paragraphs."""
    rules = room.host.rules
    return ScriptPage(
        lines=[_line(line) for line in script.manual(rules)],
        duties=[_line(line) for line in script.duties(rules)],
    )


def _line(line: script.ScriptLine) -> ScriptLineListed:
    return ScriptLineListed(key=line.key, who=line.who, say=line.say, do=line.do, cites=list(line.cites))


@router.get("/tables/{table}/odds", responses=problems(404))
async def odds(room: RoomOf, lobby: LobbyOf) -> dict[str, Any]:
    """The exact edge of every wager of the table, as in `paigow odds --json`."""
    report = lobby.edges.report(room.submission)
    if report is None and not lobby.edges.counts:
        raise HTTPException(HTTPStatus.NOT_FOUND, "This server doesn't count odds. Use `paigow odds`.")
    if report is None:
        raise HTTPException(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "The odds are still being counted. Ask again shortly.",
            headers={"Retry-After": "20"},
        )
    return report


@router.get("/tables/{table}/rounds", responses=problems(404))
async def rounds(room: RoomOf, lobby: LobbyOf, limit: Annotated[int, Query(ge=1, le=100)] = 20) -> RoundsPage:
    """The last finished rounds of the table, newest first."""
    found = lobby.floor.store.last_rounds(room.host.record.id, limit)
    return RoundsPage(rounds=[round_listed(record) for record in found])


def require_finished(room: Room, number: int, lobby: Lobby, roles: frozenset[str]) -> RoundRecord:
    record = lobby.floor.store.round(room.host.record.id, number)
    if record is None:
        raise HTTPException(HTTPStatus.NOT_FOUND, f"This table has no finished round {number}.")
    if room.submission.rules.fairness.reveal != "everyone" and "auditor" not in roles:
        raise HTTPException(HTTPStatus.FORBIDDEN, "Only auditors can see the rounds of this table.")
    return record


async def _finished_round(record: RoundRecord, lobby: Lobby) -> FinishedRound:
    found = await asyncio.to_thread(rebuild_round, lobby.floor.store, record)
    if not found.is_over:
        raise HTTPException(HTTPStatus.CONFLICT, "The seed of this round hasn't been revealed yet.")
    return found


@router.get("/tables/{table}/rounds/{number}", responses=problems(403, 404, 409))
async def one_round(
    room: RoomOf, number: RoundNumber, lobby: LobbyOf, roles: RolesOf, brief: bool = False
) -> RoundPage:
    """A finished round, command by command, nothing hidden; brief omits the script and most of the table."""
    record = require_finished(room, number, lobby, roles)
    layout = msgspec.json.decode(room.audience.layout)
    finished = await _finished_round(record, lobby)
    named = names_staff(room, roles)
    return round_page(room.host.rules, record, finished, layout, brief=brief, named=named)


@router.get(
    "/tables/{table}/rounds/{number}/file",
    response_class=PlainTextResponse,
    responses=problems(403, 404, 409),
)
async def one_round_file(room: RoomOf, number: RoundNumber, lobby: LobbyOf, roles: RolesOf) -> Response:
    """A finished round as a file for `paigow replay` and `paigow verify`."""
    record = require_finished(room, number, lobby, roles)
    text = round_file(room.submission.text, await _finished_round(record, lobby))
    name = f"{room.host.record.id}-{number}.rounds"
    return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def round_listed(record: RoundRecord) -> RoundListed:
    """A round as shown in lists."""
    summary = msgspec.json.decode(record.summary, type=RoundSummary)
    return RoundListed(
        table=record.table,
        round=record.round,
        at=record.at,
        voided=summary.voided,
        bank=summary.bank,
        net=summary.net,
    )


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round from the table before it to the revealed seed: every command with the table it met."""

    opens: Table
    acts: tuple[tuple[Table, Act], ...]
    givers: tuple[str, ...]
    """The sender of each command; empty if the program did it."""
    closes: Table
    commitment: str | None
    """What its seed was sealed with, if it had one."""
    seed: str | None
    place: JournalPlace

    @property
    def is_over(self) -> bool:
        """Whether nothing about it is secret any more: its seed, if it had one, is revealed."""
        return self.commitment is None or self.seed is not None


def rebuild_round(store: Store, record: RoundRecord) -> FinishedRound:
    """Rebuild a round from the journal, up to the seed that is revealed when it is over."""
    table = opens = msgspec.json.decode(record.summary, type=RoundSummary).opens
    acts, givers, commitment, seed = list[tuple[Table, Act]](), list[str](), None, None
    for before, act, after, person in _acts(store, record.table, opens):
        acts.append((before, act))
        givers.append(person)
        table = after
        if before.version < record.last <= after.version:
            commitment = after.drawing.commitment if is_committed(after) else after.seal.commitment
        if after.version >= record.last:
            seed = _revealed(act, commitment)
            if commitment is None or seed is not None:
                break
    follows = store.chain_at(record.table, opens.version).hex()
    place = JournalPlace(record.table, follows)
    return FinishedRound(opens, tuple(acts), tuple(givers), table, commitment, seed, place)


def _revealed(act: Act, commitment: str | None) -> str | None:
    found = (event for event in act.events if isinstance(event, SeedRevealed | SeedPublished))
    return next((event.seed for event in found if event.commitment == commitment), None)


def giver(command: str) -> str:
    """The sender of a command, by its stored id; empty if the program sent it."""
    return "" if command.startswith(OWN) else display_name(command.partition("/")[0])


def names_staff(room: Room, roles: Container[str]) -> bool:
    """Whether a viewer can see who acted for the house: the floor can, and everyone if dealers are named."""
    return FLOOR in roles or room.host.rules.records.dealer_named


def _acts(store: Store, name: str, table: Table) -> Iterator[tuple[Table, Act, Table, str]]:
    signed = dict(notes_of(store.database, name, table.version))
    for command in commands_of(store, name, table.version):
        entries = store.events(name, command.first - 1, command.last - command.first + 1)
        events: tuple[Event, ...] = tuple(decode_event(entry.body) for entry in entries)
        before = table
        for event in events:
            table = evolve(table, event)
        kept = moment(entries[0].at)
        act = Act(decode_command(command.body), events, kept, signed.get(command.last))
        yield before, act, table, giver(command.id)


def round_page(
    rules: Rules,
    record: RoundRecord,
    finished: FinishedRound,
    layout: dict[str, Any],
    *,
    brief: bool = False,
    named: bool = False,
) -> RoundPage:
    return RoundPage(
        layout=layout,
        **round_listed(record).model_dump(),
        dealt_by=dealer_of(finished.closes),
        results=[WagerBrought(**msgspec.structs.asdict(result)) for result in finished.closes.record.results],
        commitment=finished.commitment,
        seed=finished.seed,
        acts=[
            _act_page(rules, before, act, person if named and act.command.by in STAFF else "", brief=brief)
            for (before, act), person in zip(finished.acts, finished.givers, strict=True)
        ],
    )


def _act_page(rules: Rules, before: Table, act: Act, person: str, *, brief: bool) -> ActPage:
    lines = () if brief else script.of(rules, before, act.command, act.events)
    after = before
    for event in act.events:
        after = evolve(after, event)
    return ActPage(
        version=before.version,
        at=act.kept,
        person=person,
        view=_what_decides(rules, after) if brief else _open_view(rules, after),
        command=plain(act.command),
        events=[{**plain(event), "told": tell(event)} for event in act.events],
        lines=[msgspec.to_builtins(line) for line in lines],
    )


_DECIDES: Final = ("staked", "bank", "chairs")


def _what_decides(rules: Rules, table: Table) -> dict[str, Any]:
    """The parts of a table that a player's decisions are judged by."""
    seen = view(rules, table, OBSERVER)
    return {name: seen[name] for name in _DECIDES}


def _open_view(rules: Rules, table: Table) -> dict[str, Any]:
    """The table with every hand face up: once its seed is known, nothing about a round is secret."""
    hands = [hand_shown(hand, whole=True) for _, hand in sorted(table.hands.items())]
    discards = [hand_shown(hand, whole=True) for hand in table.discards]
    return {**view(rules, table, OBSERVER), "hands": hands, "discards": discards}


def round_file(submission: str, finished: FinishedRound) -> str:
    """The round as a file for `paigow replay` and `paigow verify`, with its position in the journal."""
    acts = tuple(act for _, act in finished.acts)
    chain = chained(opening_chain(submission, finished.opens), acts)
    only = Round(acts, digest(finished.closes), chain)
    return print_rounds(whole_file(submission, None, finished.opens, (only,), finished.place))
