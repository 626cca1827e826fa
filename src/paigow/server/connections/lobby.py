"""Shared by all connections of a server: who can enter a table, and who must leave."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import parse_qs, unquote, urlsplit

from websockets.frames import CloseCode

from paigow.server.accounts.consents import Consents
from paigow.server.accounts.identity import Identity, Session, is_guest, token_of
from paigow.server.accounts.rate_limits import AddressLimiter, Limits, LoginLimiter
from paigow.server.background import COACH_NICENESS, EDGES_NICENESS, Coach, Edges
from paigow.server.connections.pings import Pings
from paigow.server.connections.protocol import PROTOCOL
from paigow.server.monitoring import Metrics, Readiness
from paigow.server.tables.catalog import TABLE_NAME
from paigow.server.tables.floor import Floor
from paigow.server.worker import Worker
from paigow.store.database import LAST_ROLE_CHANGE, LAST_TABLE_CHANGE, Database, fact
from paigow.store.people import ended_since, forget_expired
from paigow.table.acts import DEALER, FLOOR, OBSERVER

if TYPE_CHECKING:
    from paigow.server.connections.socket import Socket
    from paigow.server.tables.room import Room

_PATH: Final = re.compile(f"/ws/tables/({TABLE_NAME.pattern})")
ROLES: Final = ("player", "dealer", "floor", OBSERVER)
UNCHECKED: Final = ("player", OBSERVER)
"""Roles that don't have to be granted: their messages are accepted without checking again."""
ENDED: Final = 4401
REVOKED: Final = 4403
LOOK_EVERY: Final = 0.5
"""How often to poll the store for ended sessions and changed roles, in seconds."""
ASK_ALL_EVERY: Final = 60.0
"""How often to check the roles of everyone connected, even without a noted change."""
SLACK: Final = 60
"""In seconds. Clocks of several machines differ, so each poll overlaps the previous one by this much."""
FORGET_EVERY: Final = 3600.0
_log = logging.getLogger("paigow.lobby")
_LobbyQuestion = TypeVar("_LobbyQuestion")
_LobbyAnswer = TypeVar("_LobbyAnswer")


@dataclass(frozen=True, slots=True)
class Visit:
    """Who is connected to which table, in which role, by which session."""

    table: str
    person: str
    role: str
    session: str
    granted: bool
    """Whether the role is inherent: a guest plays, an owner deals. Other roles can be revoked."""


class Rejected(Exception):
    """A WebSocket request rejected with an HTTP status and a sentence."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        self.status = status
        self.sentence = sentence
        super().__init__(status, sentence)


def _parse_target(target: str) -> tuple[str, dict[str, str]]:
    """Path and query of a request; for a repeated name, the first value."""
    try:
        parts = urlsplit(target)
        return unquote(parts.path), {name: values[0] for name, values in parse_qs(parts.query).items()}
    except ValueError:
        raise Rejected(HTTPStatus.BAD_REQUEST, "this is no request") from None


def same_origin(headers: dict[str, str], allowed: frozenset[str], scheme: str) -> bool:
    """Whether the request comes from a page of this site or from no page. Browsers always send the origin.

    A page that came over `http` may have been tampered with on the way, so it isn't the same as over `https`.
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return origin.lower() == f"{scheme}://{headers.get('host', '').lower()}"


class Lobby:
    """Shared by all connections of a server."""

    def __init__(self, floor: Floor, identity: Identity, edges: Edges, limits: Limits) -> None:
        self.floor = floor
        self.identity = identity
        self.consents = Consents(floor.key)
        self.edges = edges
        self.limits = limits
        self.metrics = Metrics()
        self.coach = Coach()
        self.hand_worker = Worker(COACH_NICENESS)
        self.way_worker = Worker(EDGES_NICENESS)
        self.readiness = Readiness(floor)
        self.guest_limiter = AddressLimiter(limits.guest_rate, limits.guest_burst)
        self.account_limiter = AddressLimiter(limits.guest_rate / 10, limits.guest_burst / 10)
        self.login_limiter = LoginLimiter(self.account_limiter)
        floor.share_logins(self.login_limiter)
        self.open: set[Socket] = set()
        self.by_person: Counter[str] = Counter()
        self.by_session: dict[str, set[Socket]] = {}
        self.revocable: dict[str, set[Socket]] = {}
        """Connections in revocable roles, by person."""
        self.newcomers: set[str] = set()
        """Those of them who connected since roles were last checked."""
        self.pings = Pings(limits.ping_seconds)

    async def admit(self, target: str, headers: dict[str, str], scheme: str) -> Visit:
        """Who enters which table in which role, over `http` or `https`. Raises Rejected."""
        path, query = _parse_target(target)
        found = _PATH.fullmatch(path)
        room = await self._room(found[1]) if found else None
        if found is None or room is None:
            raise Rejected(HTTPStatus.NOT_FOUND, "there is no such table")
        if not same_origin(headers, self.limits.origins, scheme):
            raise Rejected(HTTPStatus.FORBIDDEN, "A page of another site can't connect.")
        if query.get("protocol", str(PROTOCOL)) != str(PROTOCOL):
            raise Rejected(HTTPStatus.BAD_REQUEST, f"This server speaks protocol {PROTOCOL} only.")
        if self.floor.draining:
            raise Rejected(HTTPStatus.SERVICE_UNAVAILABLE, "the floor is closing")
        role = query.get("as", "player")
        if role not in ROLES:
            raise Rejected(HTTPStatus.BAD_REQUEST, f"`as` must be {', '.join(ROLES[:-1])}, or {ROLES[-1]}.")
        session = await self._session(headers)
        if session is None:
            raise Rejected(HTTPStatus.UNAUTHORIZED, "a session is needed: POST /api/session gives one")
        person = session.person
        granted = is_guest(person) if role == "player" else room.settings.owner == person
        granted = granted or role == OBSERVER
        visit = Visit(found[1], person, role, session.id, granted=granted)
        if not await self.allows(visit):
            raise Rejected(HTTPStatus.FORBIDDEN, f"{role} is a role that has to be granted")
        if self.by_person[person] >= self.limits.connections:
            raise Rejected(HTTPStatus.TOO_MANY_REQUESTS, "too many connections for one person")
        return visit

    async def _room(self, name: str) -> Room | None:
        try:
            return await self.floor.find(name)
        except Exception as error:
            raise _away(error) from error

    async def _session(self, headers: dict[str, str]) -> Session | None:
        """The session behind a request; one that isn't cached is looked up in the store."""
        token = token_of(headers)
        session = self.identity.signed(token)
        if session is None or self.identity.is_known(session):
            return session
        return await _asked(self.identity.session, token)

    async def allows(self, visit: Visit) -> bool:
        """Whether the person still has the role they connected in."""
        if visit.granted:
            return True
        return visit.role in await _asked(self.identity.roles, visit.person)

    async def staff(self) -> Mapping[str, frozenset[str]]:
        """The accounts with each staff role: who can be handed a table, who can sign (R110, R111)."""
        return await _asked(self.identity.holders_of, (DEALER, FLOOR))

    def opened(self, socket: Socket, visit: Visit) -> None:
        """Register an admitted connection."""
        self.open.add(socket)
        self.by_person[visit.person] += 1
        self.by_session.setdefault(visit.session, set()).add(socket)
        if not visit.granted:
            self.revocable.setdefault(visit.person, set()).add(socket)
            self.newcomers.add(visit.person)
        self.pings.add(socket)
        self.metrics.opened += 1

    def closed(self, socket: Socket, visit: Visit) -> None:
        """Unregister a connection that is gone."""
        self.open.discard(socket)
        self.by_person[visit.person] -= 1
        if not self.by_person[visit.person]:
            del self.by_person[visit.person]
        _discard(self.by_session, visit.session, socket)
        _discard(self.revocable, visit.person, socket)
        self.pings.discard(socket)
        self.metrics.closed += 1

    def disconnect_ended(self, ended: AbstractSet[str]) -> None:
        """Close the connections of sessions that have ended."""
        for session in ended:
            for socket in tuple(self.by_session.get(session, ())):
                socket.close(ENDED, "your session has ended: sign in again")

    def disconnect_revoked(self, roles: Mapping[str, AbstractSet[str]]) -> None:
        """Close the connections of people in `roles` who have lost their role."""
        for person, held in roles.items():
            for socket in tuple(self.revocable.get(person, ())):
                if socket.visit is not None and socket.visit.role not in held:
                    socket.close(REVOKED, f"you no longer have the {socket.visit.role} role")

    def disconnect_all(self) -> None:
        """Disconnect everyone: the server is restarting."""
        for socket in tuple(self.open):
            socket.close(CloseCode.SERVICE_RESTART, "the server is restarting")


def _discard(sockets: dict[str, set[Socket]], key: str, socket: Socket) -> None:
    if key in sockets:
        sockets[key].discard(socket)
        if not sockets[key]:
            del sockets[key]


async def _asked(lookup: Callable[[_LobbyQuestion], _LobbyAnswer], asked: _LobbyQuestion) -> _LobbyAnswer:
    """Query the store; raises Rejected while it is away."""
    try:
        return await asyncio.to_thread(lookup, asked)
    except Exception as error:
        raise _away(error) from error


def _away(error: Exception) -> Rejected:
    _log.warning("can't query the store: %s", type(error).__name__)
    return Rejected(HTTPStatus.SERVICE_UNAVAILABLE, "the store can't be reached: try again")


class StoreWatch:
    """Detects what the command line or another process changed: ended sessions, revoked roles, tables.

    Commands of dealers and floor supervisors are also checked one by one; this is for those who only watch.
    No matter how many are connected, a poll asks only for what has changed.
    """

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._database = lobby.floor.store.database
        self._since = int(time.time()) - SLACK
        self._last_change = ""
        """By role, when everyone's were last checked."""
        self._ask_all_at = time.monotonic()
        self._forget_at = time.monotonic()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:  # noqa: BLE001 - a database has many ways to be away
                _log.warning(
                    "couldn't check sessions, roles, and tables in the store: %s", type(error).__name__
                )
            await asyncio.sleep(LOOK_EVERY)

    async def look(self) -> None:
        """Close connections whose sessions ended since the last poll, and adopt changes to tables."""
        now = int(time.time())
        ended, roles, tables = await asyncio.to_thread(_changed_since, self._database, self._since)
        if tables != self._lobby.floor.adopted:
            self._lobby.floor.adopt_changes()
        self._lobby.identity.forget(ended)
        self._lobby.disconnect_ended(ended)
        await self._look_for_revoked(roles)
        self._since = now - SLACK
        if time.monotonic() >= self._forget_at and self._lobby.floor.only_shown is None:
            self._forget_at = time.monotonic() + FORGET_EVERY
            await asyncio.to_thread(forget_expired, self._database, now)

    async def _look_for_revoked(self, last_change: str) -> None:
        """Check the roles of those who connected since the last poll; everyone's, if a role changed."""
        lobby, now = self._lobby, time.monotonic()
        everyone = last_change != self._last_change or now >= self._ask_all_at
        people = sorted(lobby.revocable if everyone else lobby.newcomers)
        lobby.newcomers.clear()
        try:
            roles = await asyncio.to_thread(lobby.identity.roles_of, people) if people else {}
        except BaseException:
            lobby.newcomers.update(people)
            raise
        lobby.disconnect_revoked(roles)
        if everyone:
            self._last_change, self._ask_all_at = last_change, now + ASK_ALL_EVERY


def _changed_since(database: Database, moment: int) -> tuple[set[str], str, str | None]:
    """The sessions that ended at or after a moment, and the last changes to roles and to tables."""
    ended = ended_since(database, moment)
    return ended, fact(database, LAST_ROLE_CHANGE) or "", fact(database, LAST_TABLE_CHANGE)
