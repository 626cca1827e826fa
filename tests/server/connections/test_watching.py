"""What a server does periodically for its connections: pings on one timer, and checks for revoked roles."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from paigow.server.accounts import identity as identities
from paigow.server.accounts.identity import Identity
from paigow.server.accounts.rate_limits import Limits
from paigow.server.connections.lobby import ENDED, REVOKED, Lobby, StoreWatch, Visit
from paigow.server.connections.pings import Pings
from paigow.store.journal import open_store
from paigow.store.people import Person, add_person, grant_role, revoke_role, roles_of

KEY = bytes(range(32))


class Connection:
    """A stand-in for a socket."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.pinged = 0
        self.code: int | None = None

    def ping(self) -> None:
        self.pinged += 1

    def close(self, code: int, _sentence: str) -> None:
        self.code = code


def _connection(person: str, role: str = "player", *, granted: bool = False) -> Connection:
    return Connection(Visit("table", person, role, f"session of {person}", granted=granted))


def test_everyone_is_pinged_again_and_again_until_they_go() -> None:
    first, second, gone = (_connection(name) for name in ("Ada", "Bo", "Cy"))

    async def ping() -> None:
        pings = Pings(0.01)
        for each in (first, gone, second):
            pings.add(each)
        pings.discard(gone)
        while min(first.pinged, second.pinged) < 3:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)

    asyncio.run(asyncio.wait_for(ping(), 30))
    assert gone.pinged == 0


def test_roles_are_asked_for_when_one_has_changed_and_of_those_who_have_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not twice a second for each of thousands: the store is asked about two players, then about nobody."""
    asked: list[list[str]] = []

    def noted_roles_of(database: Any, names: list[str]) -> dict[str, frozenset[str]]:
        asked.append(list(names))
        return roles_of(database, names)

    monkeypatch.setattr(identities, "roles_of", noted_roles_of)

    async def look() -> None:
        with closing(open_store(f"sqlite:///{tmp_path / 'floor.db'}")) as store:
            database = store.database
            for name in ("Ada", "Bo", "Cy"):
                add_person(database, Person(name, None, (), 1))
                grant_role(database, name, "player")
            floor: Any = SimpleNamespace(
                store=store, key=KEY, adopted=None, only_shown="no", share_logins=lambda _limiter: None
            )
            edges: Any = None
            lobby = Lobby(floor, Identity(database, KEY), edges, Limits())
            players: Any = {name: _connection(name) for name in ("Ada", "Bo", "Cy")}
            guest: Any = _connection("guest", granted=True)
            watch = StoreWatch(lobby)
            await watch.stop()
            for each in (players["Ada"], players["Bo"], guest):
                lobby.opened(each, each.visit)
            await watch.look()
            await watch.look()
            assert asked == [["Ada", "Bo"]]
            lobby.opened(players["Cy"], players["Cy"].visit)
            await watch.look()
            assert asked[1:] == [["Cy"]]
            lobby.closed(players["Ada"], players["Ada"].visit)
            revoke_role(database, "Bo", "player")
            await watch.look()
            assert asked[2:] == [["Bo", "Cy"]]
            await watch.look()
            assert len(asked) == 3
            lobby.disconnect_ended({"session of Cy", "session of nobody"})
            codes = [each.code for each in (*players.values(), guest)]
            assert codes == [None, REVOKED, ENDED, None]

    asyncio.run(look())
