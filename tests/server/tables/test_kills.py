"""A server killed with SIGKILL at appends of a scripted evening: the result is the same as without kills.

Both games, a bank, a progressive hit, a bonus that depends on the dice. Each reconnection finds every
acknowledged command, and in the end the journal is, byte for byte, that of an evening without any kill.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from paigow.server.tables.catalog import checked_submission
from paigow.store.audit import audit
from paigow.store.journal import Store, open_store
from paigow.store.records import TableRecord
from paigow.submissions.rules import Rules
from paigow.table.records.codec import decode_event
from tests.server.evening import Guest, evening
from tests.server.killed import TABLES
from tests.server.running import Server

ROUNDS = 2
SEATS = {"tiles": {"Anna": 1, "Bo": 3, "Cy": 5}, "cards": {"Dee": 1, "Eve": 2, "Fox": 4, "Gil": 6}}
Opened = Callable[[], Store]
FIXED = {
    b'{"event":"words-closed"': b'{"event":"no-more-bets"',
    b'{"event":"order-fixed"': b'{"event":"words-closed"',
}
"""What the floor does automatically while the bank chooses, and what it follows."""


def _play(address: str, every: int, deaths: Path) -> list[Guest]:
    """The evening on a server that is killed every this many appends; never if 0."""
    server = Server([address, str(every), str(deaths)], ("-m", "tests.server.killed"))
    try:
        tables = [
            [Guest(server.address, address, table, name, seat) for name, seat in SEATS[table].items()]
            for table in TABLES
        ]

        async def play() -> None:
            await asyncio.gather(*(evening(guests, ROUNDS) for guests in tables))

        asyncio.run(play())
    finally:
        server.stop()
    assert "Traceback" not in server.log, server.log
    return [guest for guests in tables for guest in guests]


def _journals(store: Store) -> dict[str, list[bytes]]:
    """By table, every event up to the end of the last round of the evening."""
    journals = {}
    for table in TABLES:
        over = store.round(table, ROUNDS)
        assert over is not None
        bodies = [entry.body for entry in store.events(table) if entry.version <= over.last]
        journals[table] = _fixed_at_once(bodies)
    return journals


def _fixed_at_once(bodies: list[bytes]) -> list[bytes]:
    """The floor closes the words and fixes the order while the bank chooses: it is the same evening."""
    found: list[bytes] = []
    for body in bodies:
        follows = next((after for kind, after in FIXED.items() if body.startswith(kind)), None)
        if follows is None:
            found.append(body)
        else:
            found.insert(max(i for i, each in enumerate(found) if each.startswith(follows)) + 1, body)
    return found


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[bytes]]:
    directory: Path = tmp_path_factory.mktemp("undisturbed")
    address = f"sqlite:///{directory / 'floor.db'}"
    _play(address, 0, directory / "deaths")
    store = open_store(address)
    journals = _journals(store)
    store.close()
    return journals


def test_the_evening_has_in_it_what_it_should(undisturbed: dict[str, list[bytes]]) -> None:
    events = {table: [decode_event(body) for body in bodies] for table, bodies in undisturbed.items()}
    counts = Counter(type(event).__name__ for each in events.values() for event in each)
    for name in ("BankAccepted", "TriplesMarked", "DiceBonusMoved", "PapersCompleted", "EnvyPaid"):
        assert counts[name], name
    hits = [event for event in events["cards"] if getattr(event, "meter", None) == "minor"]
    assert hits, "a royal flush takes all of the minor meter (pay table C)"
    assert counts["RoundFinished"] == ROUNDS * len(TABLES)


def _rules(record: TableRecord) -> Rules:
    return checked_submission(record).rules


def _killed(
    address: str, opened: Opened, undisturbed: dict[str, list[bytes]], every: int, deaths: Path
) -> Store:
    guests = _play(address, every, deaths)
    store = opened()
    assert list(audit(store, _rules)) == []
    for table, bodies in _journals(store).items():
        pairs = enumerate(zip(bodies, undisturbed[table], strict=False))
        assert [pair for pair in pairs if pair[1][0] != pair[1][1]][:1] == [], "not the same tiles, money"
        assert len(bodies) == len(undisturbed[table])
    for guest in guests:
        kept = Counter(command.id for command in store.commands(guest.table))
        last = {command.id: command.last for command in store.commands(guest.table)}
        for name, version in guest.acknowledged.items():
            assert kept[f"{guest.person}/{name}"] == 1
            assert last[f"{guest.person}/{name}"] == version
    return store


def test_a_server_killed_again_and_again_loses_nothing(
    address: str, opened: Opened, undisturbed: dict[str, list[bytes]], tmp_path: Path
) -> None:
    deaths = tmp_path / "deaths"
    _killed(address, opened, undisturbed, 23, deaths)
    assert {line.split()[0] for line in deaths.read_text("utf-8").splitlines()} == {"before", "after"}


@pytest.mark.prove
def test_a_server_killed_at_every_append_loses_nothing(
    address: str, opened: Opened, undisturbed: dict[str, list[bytes]], tmp_path: Path
) -> None:
    deaths = tmp_path / "deaths"
    store = _killed(address, opened, undisturbed, 1, deaths)
    died = [tuple(line.split()) for line in deaths.read_text("utf-8").splitlines()]
    kept = {(table, command.id) for table in TABLES for command in store.commands(table)}
    assert kept <= {(table, command) for when, table, command in died if when == "after"}
    # Every second death is before the commit: of a command that is then retried, or replaced by another.
    assert len({when_and_what for when_and_what in died if when_and_what[0] == "before"}) > len(kept) / 3
