"""A table with a long history is loaded without all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from paigow.server.tables.catalog import NewTable, TableSettings
from paigow.server.tables.host import Acknowledged, CommandResult
from paigow.server.tables.replica import CommittedChange, JournalReader, load_replica
from paigow.store.journal import Store
from paigow.store.records import Entry, StoredSnapshot
from paigow.submissions.checking import find_submission
from paigow.table.house.seating import BuyIn
from paigow.table.records.codec import encode
from tests.server.worlds import world
from tests.store.evenings import appends, evening, keep

RECORD, _, HAPPENED = evening(rounds=6)
BATCHES = appends(HAPPENED)


def _read(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions that are read from now on."""
    versions: list[int] = []
    events = store.events

    def counted(table: str, after: int = 0, limit: int = 10_000) -> list[Entry]:
        found = events(table, after, limit)
        versions.extend(entry.version for entry in found)
        return found

    monkeypatch.setattr(store, "events", counted)
    return versions


def test_only_the_round_that_is_running_is_read_again(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    store = opened()
    keep(store, RECORD, BATCHES)
    versions = _read(store, monkeypatch)
    replica = load_replica(store, "evening")
    assert replica.table == HAPPENED[-1][2]
    assert replica.chain == store.head("evening").chain
    over = store.round("evening", 5)
    assert over is not None
    assert 0 < len(versions) < BATCHES[-1].last / 3
    assert min(versions) >= over.last


def test_before_the_first_round_is_over_a_snapshot_will_do(
    opened: Callable[[], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    end = next(at for at, batch in enumerate(BATCHES) if batch.finished)
    store = opened()
    keep(store, RECORD, BATCHES[:end])
    middle = HAPPENED[end - 3][2]
    store.save_snapshot("evening", StoredSnapshot(middle.version, encode(middle)))
    versions = _read(store, monkeypatch)
    assert load_replica(store, "evening").table == HAPPENED[end - 1][2]
    assert min(versions) >= middle.version


def test_a_command_that_waits_for_a_read_continues_though_applying_it_failed(
    opened: Callable[[], Store],
) -> None:
    """A command that lost a race with another process waits for the read, and so does its whole table."""
    store = opened()
    keep(store, RECORD, BATCHES)

    def fail(_committed: object) -> None:
        raise RuntimeError("a watcher failed")

    async def read() -> None:
        over = asyncio.Event()
        JournalReader(store, "evening", lambda: 0, fail).read_then(over.set)
        await asyncio.wait_for(over.wait(), 20)

    asyncio.run(read())


def test_a_read_that_a_closing_server_asks_for_is_left_out(opened: Callable[[], Store]) -> None:
    """The end of one read asks for the next, but the threads that would do it are gone."""
    store = opened()
    keep(store, RECORD, BATCHES)

    async def close() -> None:
        await asyncio.get_running_loop().shutdown_default_executor()
        JournalReader(store, "evening", lambda: 0, lambda _: None).read_then(lambda: None)

    asyncio.run(close())


def test_a_command_is_acknowledged_though_a_watcher_fails(tmp_path: Path) -> None:
    """It is committed: the other watchers are notified, and so is its sender."""
    with world("watched", tmp_path) as made:

        async def live() -> None:
            made.floor.add(NewTable("one", find_submission("commission-tiles-full").text, TableSettings()))
            host = made.floor.rooms["one"].host
            told: list[CommittedChange] = []

            def fail(_change: CommittedChange) -> None:
                raise RuntimeError("a watcher failed")

            host.watchers[:0] = [fail]
            host.watchers.append(told.append)
            answer: asyncio.Future[CommandResult] = asyncio.get_running_loop().create_future()
            host.submit(BuyIn(by="Anna", chips=50_000), "anna/1", answer.set_result)
            result = await asyncio.wait_for(answer, 60)
            assert isinstance(result, Acknowledged)
            assert told[-1].table.version == result.version

        made.live(live)
