"""Unruly clients over many rounds in a world generated from one number, with every law checked constantly.

A failing number is in the test's name: the same test fails again, step by step the same.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from paigow.server.accounts.identity import is_bot
from paigow.server.http.tables import rebuild_round, round_file
from paigow.server.tables.catalog import NewTable, TableSettings, checked_submission
from paigow.server.tables.replica import CommittedChange
from paigow.store.audit import audit
from paigow.store.journal import open_store
from paigow.submissions.checking import find_submission
from paigow.table.hands.settling import RoundFinished
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.records.roundfile import parse_rounds
from paigow.table.records.verifying import verify_rounds
from tests.server.unruly import Unruly
from tests.server.worlds import World, world

BOOKS = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")
MAY_OWE = ("world", "issued", "cage")
LIVES = 3


def _lawful(happened: CommittedChange) -> None:
    """Versions without a gap; every event's money sums to zero, and only the outside world is in debt."""
    assert happened.table.version == happened.before.version + len(happened.events)
    for event in happened.events:
        assert sum(posting.cents for posting in event.postings) == 0, event
    balances = happened.table.balances
    assert sum(balances.values()) == 0, happened.command
    assert not [name for name, cents in balances.items() if cents < 0 and name not in MAY_OWE], (
        happened.command
    )


def _among_people(happened: CommittedChange) -> bool:
    """Whether a round is over in which somebody other than bots had bet."""
    over = any(isinstance(event, RoundFinished | RoundVoided) for event in happened.events)
    return over and any(not is_bot(wager.person) for wager in happened.before.staked)


def _evening(made: World, book: str, rounds: int) -> list[Unruly]:
    """Several lives of a server with unruly people at one table, until they have played this many rounds."""
    table = f"{book}-wild"
    over: list[int] = []
    people = [Unruly(made, name, table) for name in ("Anna", "Bo", "Cora", "Dirk")]
    for life in range(1, LIVES + 1):

        async def live(until: int = rounds * life // LIVES) -> None:
            submission = find_submission(f"{book}-full").text
            room = made.floor.add(NewTable(table, submission, TableSettings(bots=1, pace=0.1)))
            room.host.watchers.append(_lawful)
            room.host.watchers.append(lambda happened: over.extend([1] * _among_people(happened)))
            tasks = [asyncio.create_task(person.live()) for person in people]
            while len(over) < until:
                await asyncio.sleep(1)
                for task in tasks:
                    if task.done():
                        task.result()
                made.floor.rooms[table].sweep()
                assert made.clock.now < 3_000 * rounds, (
                    f"stuck at {room.host.committed.step} of round {room.host.committed.round}"
                )

        made.live(live)
    return people


def _all_is_kept(made: World, table: str, people: list[Unruly]) -> None:
    store = open_store(made.address)
    rules = checked_submission(store.tables()[0]).rules
    assert list(audit(store, lambda _record: rules)) == []
    kept = {command.id: command.last for command in store.commands(table, limit=10**6)}
    for person in people:
        assert person.acknowledged, "nothing that this person said was ever done"
        for command, version in person.acknowledged.items():
            assert kept[f"{person.person}/{command}"] == version
    last = store.last_rounds(table, 10**6)
    for record in last[1:]:
        again = rebuild_round(store, record)
        assert again.is_over
        text = round_file(store.tables()[0].submission, again)
        assert verify_rounds(parse_rounds(text)) == ()
    store.close()


def _simulate(directory: Path, book: str, number: int, rounds: int) -> None:
    with world(f"{book}/{number}", directory) as made:
        people = _evening(made, book, rounds)
    _all_is_kept(made, f"{book}-wild", people)


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("book", BOOKS)
def test_unruly_clients_break_no_law(tmp_path: Path, book: str, number: int) -> None:
    _simulate(tmp_path, book, number, rounds=10)


@pytest.mark.prove
@pytest.mark.parametrize("number", range(100, 120))
@pytest.mark.parametrize("book", BOOKS)
def test_unruly_clients_break_no_law_for_thousands_of_rounds(tmp_path: Path, book: str, number: int) -> None:
    _simulate(tmp_path, book, number, rounds=50)


def test_the_same_number_makes_the_same_evening(tmp_path: Path) -> None:
    heads = []
    for again in ("once", "twice"):
        (tmp_path / again).mkdir()
        with world("colorado-tiles/again", tmp_path / again) as made:
            _evening(made, "colorado-tiles", rounds=6)
        store = open_store(made.address)
        heads.append(store.head("colorado-tiles-wild"))
        store.close()
    assert heads[0] == heads[1]
