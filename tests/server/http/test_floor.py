"""The supervisor's view over HTTP: every table, the log of incidents, its export."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from paigow.server.http.incidents import LogEntry, counted, log_of
from paigow.store.journal import open_store
from paigow.store.people import grant_role
from paigow.store.records import Entry
from paigow.table.acts import Event
from paigow.table.deal.dice import TotalAnnounced
from paigow.table.house.handover import DealerRelieved
from paigow.table.records.codec import encode
from paigow.table.state import Step
from tests.rules import rule
from tests.server.players import account, at_table
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
        await floor.must("fill-tray", chips=1_000_00)
        # A dispute about the first round while a later one is played.
        while floor.view["round"] < 3:
            await floor.until_event("round-finished")
        # Bots' wagers may be in play: a credit waits for the end of their round.
        while (await floor.give("credit-tray", chips=400_00))["type"] == "refusal":
            await floor.until_event("round-finished")
        await floor.give(do="report-wrong-payment", person="Ben~bot", why="=paid short", round=1)
        refused = await floor.give(do="relieve-dealer", dealer="Kim 4711")
        assert (refused["reason"], refused["cites"]) == ("not-eligible", ["R110"])
        assert refused["sentence"] == "No dealer here has an account called Kim 4711."
        misspelled = await floor.give(do="relieve-dealer", dealer="flo")
        assert misspelled["sentence"] == "No dealer here has an account called flo. Did you mean Flo?"
        await floor.must("relieve-dealer", dealer="Flo")


def _afterwards(web: httpx.Client, number: int) -> list[dict[str, Any]]:
    found = web.get(f"/api/tables/{TABLE}/rounds/{number}/afterwards")
    assert found.status_code == 200, found.text
    return list(found.json()["entries"])


def _told_to_others(server: Server) -> list[str]:
    """Who recorded disputes about the first round, as far as somebody without a role can see."""
    with httpx.Client(base_url=server.address, timeout=60) as web:
        return [each["who"] for each in _afterwards(web, 1)]


@rule("R63", "R87", "R110", "R165", "R166")
def test_a_supervisor_sees_every_table_and_what_happened_there(server: Server, store: Path) -> None:
    account = {"name": "Flo", "password": "a long password"}
    with httpx.Client(base_url=server.address, timeout=60) as web:
        token = web.post("/api/accounts", json=account).json()["token"]
        for path in ("tables", "log", "log.csv"):
            assert web.get(f"/api/floor/{path}").status_code == 403
        assert web.get("/api/dealers").status_code == 403
        floor = open_store(f"sqlite:///{store / 'floor.db'}")
        grant_role(floor.database, "Flo", "floor")
        assert web.get("/api/dealers").json() == []
        grant_role(floor.database, "Flo", "dealer")
        assert web.get("/api/dealers").json() == ["Flo"]
        floor.close()
        asyncio.run(asyncio.wait_for(_happen(server, token), 60))
        tables = {each["id"]: each for each in web.get("/api/floor/tables").json()}
        assert len(tables) == 4
        seen = tables[TABLE]
        assert seen["tray"] > 0
        assert (seen["counts"]["dispute"], seen["dealers"], seen["dealt_by"]) == (1, [], "")
        assert 0 <= seen["dice_age"] < 3600
        entries = web.get("/api/floor/log", params={"table": TABLE}).json()["entries"]
        assert [each["at"] for each in entries] == sorted((each["at"] for each in entries), reverse=True)
        told = {each["event"]: each for each in entries}
        assert told["dispute-noted"]["told"] == "Ben’s dispute about round 1 is noted: =paid short."
        # It belongs to the round in dispute, no matter when it was made, and appears on that round's page
        # alone.
        assert (told["dispute-noted"]["round"], told["dispute-noted"]["finished"]) == (1, True)
        assert [each["event"] for each in _afterwards(web, 1)] == ["dispute-noted"]
        assert _afterwards(web, 2) == []
        # The floor sees who recorded it; a player doesn't, since the house doesn't name its staff.
        assert told["dispute-noted"]["who"] == _afterwards(web, 1)[0]["who"] == "Flo"
        assert _told_to_others(server) == [""]
        assert "R87" in told["dispute-noted"]["cites"]
        # The house doesn't name its dealers here: only the takeover itself is shown.
        assert told["dealer-relieved"]["told"] == "Another dealer takes over."
        fills = web.get("/api/floor/log", params={"kind": "chips", "table": TABLE}).json()["entries"]
        assert {each["kind"] for each in fills} == {"chips"}
        carried = {each["event"]: (each["cents"], each["told"]) for each in fills}
        # The automatic floor may have filled the tray before.
        assert carried["tray-filled"] == (1_000_00, "The floor supervisor fills the tray with $1,000.00.")
        assert carried["tray-credited"] == (
            -400_00,
            "The floor supervisor takes $400.00 from the tray to the cage.",
        )
        later = web.get("/api/floor/log", params={"since": entries[0]["at"]}).json()["entries"]
        assert all(each["at"] > entries[0]["at"] for each in later)
        assert web.get("/api/floor/log", params={"kind": "gossip"}).status_code == 400
        text = web.get("/api/floor/log.csv", params={"kind": "dispute"}).text
        (row,) = csv.DictReader(io.StringIO(text))
        assert (row["table"], row["kind"], row["dollars"]) == (TABLE, "dispute", "0.00")


def _listed(web: httpx.Client) -> bool:
    return TABLE in [each["id"] for each in web.get("/api/lobby").json()["tables"]]


def test_a_supervisor_closes_a_table_and_opens_it_again(server: Server, store: Path) -> None:
    token = account(server.address, f"sqlite:///{store / 'floor.db'}", "Ida", "floor")
    with httpx.Client(base_url=server.address, timeout=60) as web:
        assert web.post(f"/api/floor/tables/{TABLE}/close").status_code == 403
        assert _listed(web)
        web.headers["Authorization"] = f"Bearer {token}"
        assert web.post(f"/api/floor/tables/{TABLE}/close").json()["closed"]
        assert not _listed(web)
        again = web.post(f"/api/floor/tables/{TABLE}/close")
        problem = f"The table {TABLE} is closed already."
        assert (again.status_code, again.json()["problem"]) == (400, problem)
        assert not web.post(f"/api/floor/tables/{TABLE}/open").json()["closed"]
        assert _listed(web)


@rule("R87")
def test_a_correction_counts_once_though_two_events_tell_it() -> None:
    tags = ["wrong-payment-found", "payment-corrected", "dispute-noted", "tray-filled", "tray-credited"]
    seen = {kind: count for kind, count in counted(tags).items() if count}
    assert seen == {"correction": 1, "dispute": 1, "chips": 2}


RELIEVED = DealerRelieved(name="", relieved="", by="floor", cites=("R110",))


class _Journal:
    """A table's journal with one event after another, of which some rounds are finished."""

    def __init__(self, events: Sequence[Event], lasts: Sequence[int]) -> None:
        self.entries = [
            Entry(version, f"Flo/{version}", version, encode(event), b"")
            for version, event in enumerate(events, 1)
        ]
        self.lasts = lasts

    def events(self, _table: str, after: int, _limit: int) -> list[Entry]:
        return [entry for entry in self.entries if entry.version > after]

    def last_rounds(self, _table: str, _limit: int) -> list[Any]:
        return [SimpleNamespace(last=last, round=number) for number, last in enumerate(self.lasts, 1)][::-1]

    def log(self) -> list[LogEntry]:
        record, committed = SimpleNamespace(id="t"), SimpleNamespace(version=len(self.entries))
        room = SimpleNamespace(host=SimpleNamespace(record=record, committed=committed))
        return [*log_of(cast("Any", self), cast("Any", room))]


@rule("R69")
def test_a_total_called_again_is_an_irregularity_and_a_total_called_once_is_not() -> None:
    once = TotalAnnounced(total=9, start=1, then=Step.DEAL, cites=("6(b)",))
    again = TotalAnnounced(total=11, start=3, then=Step.DEAL, cites=("6(b)", "R69"))
    (entry,) = _Journal([once, again], []).log()
    assert (entry.kind, entry.version, entry.cites) == ("irregularity", 2, ["6(b)", "R69"])
    assert entry.told == "The total is called again: 11. The deal starts at position 3."


@rule("R110")
def test_an_entry_made_between_two_rounds_keeps_its_round_when_the_next_one_ends() -> None:
    """Round 1 ended with the second event; the third came before round 2 began."""
    journal = [RELIEVED, RELIEVED, RELIEVED]
    before, after = _Journal(journal, [2]).log(), _Journal(journal, [2, 9]).log()
    assert [entry.round for entry in before] == [entry.round for entry in after] == [1, 1, 2]
    assert [entry.finished for entry in before] == [True, True, False]
    assert [entry.finished for entry in after] == [True, True, True]
