"""The supervisor's view over HTTP: every table, the log of what has to be looked into, its export."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from paigow.store.journal import open_store
from paigow.store.people import grant_role
from tests.rules import rule
from tests.server.players import at_table
from tests.server.running import Server, running

TABLE = "commission-tiles"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("supervised")


@pytest.fixture(scope="module")
def server(store: Path) -> Iterator[Server]:
    with running(store, "--pace", "0") as found:
        yield found
        assert "Traceback" not in found.log, found.log


async def _happen(server: Server, token: str) -> None:
    async with at_table(server.address, TABLE, token, "floor") as floor:
        await floor.give(do="fill-tray", chips=1_000_00)
        await floor.give(do="report-wrong-payment", person="Ben~bot", why="=paid short")
        await floor.give(do="relieve-dealer", dealer="Kim 4711")


@rule("R63", "R87", "R110")
def test_a_supervisor_sees_every_table_and_what_happened_there(server: Server, store: Path) -> None:
    account = {"name": "Flo", "password": "a long password"}
    with httpx.Client(base_url=server.address, timeout=60) as web:
        token = web.post("/api/accounts", json=account).json()["token"]
        for path in ("tables", "log", "log.csv"):
            assert web.get(f"/api/floor/{path}").status_code == 403
        floor = open_store(f"sqlite:///{store / 'floor.db'}")
        grant_role(floor.database, "Flo", "floor")
        floor.close()
        asyncio.run(asyncio.wait_for(_happen(server, token), 60))
        tables = {each["id"]: each for each in web.get("/api/floor/tables").json()}
        assert len(tables) == 4
        seen = tables[TABLE]
        # 1,000.00 beside what the automatic floor had filled before, if anything.
        assert seen["tray"] >= 1_000_00
        assert (seen["counts"]["dispute"], seen["dealers"], seen["dealt_by"]) == (1, [], "")
        assert 0 <= seen["dice_age"] < 3600
        entries = web.get("/api/floor/log", params={"table": TABLE}).json()["entries"]
        assert [each["at"] for each in entries] == sorted((each["at"] for each in entries), reverse=True)
        told = {each["event"]: each for each in entries}
        assert told["dispute-noted"]["told"] == "A dispute of Ben is noted: =paid short."
        assert "R87" in told["dispute-noted"]["cites"]
        # The house does not name its dealers here: only that somebody took over is told.
        assert told["dealer-relieved"]["told"] == "Another dealer takes over."
        fills = web.get("/api/floor/log", params={"kind": "chips", "table": TABLE}).json()["entries"]
        assert {each["kind"] for each in fills} == {"chips"}
        assert fills[0]["cents"] == 1_000_00
        later = web.get("/api/floor/log", params={"since": entries[0]["at"]}).json()["entries"]
        assert all(each["at"] > entries[0]["at"] for each in later)
        assert web.get("/api/floor/log", params={"kind": "gossip"}).status_code == 400
        text = web.get("/api/floor/log.csv", params={"kind": "dispute"}).text
        (row,) = csv.DictReader(io.StringIO(text))
        assert (row["table"], row["kind"], row["cents"]) == (TABLE, "dispute", "0.00")
