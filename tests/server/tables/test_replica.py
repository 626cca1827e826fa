"""A table that has been played at for long is taken up again without its whole past."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paigow.server.tables.replica import load_replica
from paigow.store.journal import Store
from paigow.store.records import Entry, StoredSnapshot
from paigow.table.records.codec import encode
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
