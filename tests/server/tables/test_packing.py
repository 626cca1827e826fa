"""A floor packs the finished rounds of its tables while they are in play."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from paigow.server.tables import floor as floors
from paigow.server.tables.floor import Floor
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.rules import rule
from tests.store.evenings import KEY, appends, evening

RECORD, RULES, HAPPENED = evening(rounds=8)


@rule("R140")
def test_a_floor_packs_all_rounds_but_the_last_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = f"sqlite:///{tmp_path / 'floor.db'}"
    with closing(open_store(address)) as store:
        store.add_table(RECORD)
        store.append(appends(HAPPENED))
        rounds = len(store.last_rounds("evening", 100))
    monkeypatch.setattr(floors, "PACK_EVERY", 0.01)

    async def until_packed() -> None:
        floor = Floor(open_store(address), KEY)
        floor.open()
        while floor.store.database.rows("SELECT count(*) FROM packs") != [(rounds - 2,)]:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
        await floor.close()

    asyncio.run(asyncio.wait_for(until_packed(), 60))
    with closing(open_store(address)) as store:
        assert list(audit(store, lambda _record: RULES)) == []
