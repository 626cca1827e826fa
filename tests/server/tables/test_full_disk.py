"""A full disk: commands fail with a message, readiness fails, and play continues once there is room.

The server can't write any file beyond its first page, as if the disk had no more; later the limit is lifted.
"""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import httpx
import pytest

from paigow.cli.store import rules_of
from paigow.server.monitoring import FRESH, PROBE_SECONDS, Readiness, Timings
from paigow.server.tables import group_commit
from paigow.store.audit import audit
from paigow.store.database import StoreFull
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, Appended, AppendOutcome, Repeated, TableRecord
from paigow.store.schema import VERSION
from paigow.store.sqlite import ROOM
from tests.server.players import at_table, guest, own_table, play_round
from tests.server.running import Server, running

if TYPE_CHECKING:
    from paigow.server.tables.floor import Floor

PAGE = 4096
UNLIMITED = resource.RLIM_INFINITY


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    number = server.process.pid
    children = Path(f"/proc/{number}/task/{number}/children").read_text(encoding="ascii").split()
    processes = [number, *map(int, children)]
    for each in processes:
        resource.prlimit(each, resource.RLIMIT_FSIZE, (PAGE, UNLIMITED))
    try:
        yield
    finally:
        for each in processes:
            resource.prlimit(each, resource.RLIMIT_FSIZE, (UNLIMITED, UNLIMITED))


async def _ready(server: Server) -> int:
    async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
        return (await web.get("/readyz")).status_code


async def _becomes(server: Server, status: int) -> None:
    """Wait until /readyz gives this answer."""
    for _ in range(1_000):
        if await _ready(server) == status:
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"/readyz never answers {status}")


def test_readiness_is_never_older_than_a_second() -> None:
    """From the server's own timeouts: how old an answer can be, and how long it waits for a probe."""
    assert FRESH + PROBE_SECONDS <= 1


def test_a_probe_fails_if_only_a_few_pages_are_left(tmp_path: Path) -> None:
    """A probe's page fits where the log has room; a group of commands doesn't."""
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    store.database.probe()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM - 1, before[1]))
    try:
        with store.database.writing() as transaction:
            transaction.rows(f"PRAGMA user_version = {VERSION}")
        with pytest.raises(StoreFull, match=f"{tmp_path / 'floor.db'} can't be written to: the disk is full"):
            store.database.probe()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    store.database.probe()
    assert [each.name for each in tmp_path.iterdir() if "floor.db" not in each.name] == []
    store.close()


@pytest.mark.parametrize("separate", [False, True], ids=["a thread writes", "a process writes"])
def test_readiness_fails_while_a_group_is_retried_though_probes_succeed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, separate: bool
) -> None:
    store = open_store(address := f"sqlite:///{tmp_path / 'floor.db'}")
    store.add_table(TableRecord("one", "", b"", 0))
    room, append = tmp_path / "room", Store.append

    def append_if_there_is_room(self: Store, batches: Sequence[Append]) -> list[AppendOutcome]:
        if not room.exists():
            raise StoreFull("the disk is full")
        return append(self, batches)

    monkeypatch.setattr(Store, "append", append_if_there_is_room)
    monkeypatch.setattr(StoreFull, "patience", 60.0)
    monkeypatch.setattr(group_commit, "BETWEEN_TRIES", 0.01)
    process = group_commit.WriteProcess(address) if separate else None

    async def write() -> None:
        writer = group_commit.Writer(store, Timings(), process)
        readiness = Readiness(cast("Floor", SimpleNamespace(draining=False, store=store, writer=writer)))
        assert await readiness.why_not() is None
        answers: asyncio.Queue[object] = asyncio.Queue()
        writer.submit(Append("one", 0, "a", 0, (b"x",)), answers.put_nowait)
        while not writer.retries:  # noqa: ASYNC110 - the writer signals nobody
            await asyncio.sleep(0.01)
        store.database.probe()
        assert await readiness.why_not() == "the store takes no writes"
        room.touch()
        assert await answers.get() == Appended(1)
        assert await readiness.why_not() is None
        await writer.close()

    asyncio.run(asyncio.wait_for(write(), 30))
    store.close()


def test_a_repeated_command_does_not_end_the_outage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It needs no space, so it is answered while the disk is full."""
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    outcomes = iter((StoreFull("full"), Repeated(1, 1), StoreFull("full"), Appended(1)))

    def append(_self: Store, _batches: Sequence[Append]) -> list[AppendOutcome]:
        if isinstance(outcome := next(outcomes), StoreFull):
            raise outcome
        return [outcome]

    monkeypatch.setattr(Store, "append", append)
    monkeypatch.setattr(StoreFull, "patience", -1.0)

    async def write() -> None:
        writer = group_commit.Writer(store, Timings())
        answers: asyncio.Queue[object] = asyncio.Queue()
        for number in range(4):
            writer.submit(Append("one", 0, str(number), 0, (b"x",)), answers.put_nowait)
            await answers.get()
        await writer.close()

    asyncio.run(asyncio.wait_for(write(), 30))
    store.close()
    said = [each.getMessage() for each in caplog.records if each.name == "paigow.group_commit"]
    assert said == ["commands can't be written: full", "commands are written again"]


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(tmp_path: Path) -> None:
    with running(tmp_path, "--pace", "0") as server:

        async def play() -> None:
            someone = await guest(server.address)
            table = await own_table(server.address, someone["token"], kind="practice", bots=1)
            async with at_table(server.address, table, someone["token"]) as player:
                await player.sit(1)
                await play_round(player)
                before = player.view["balances"][f"rack/{player.me}"]
                with full_disk(server):
                    await _becomes(server, 503)
                    answer = await player.give("buy-in", "while-full", chips=100)
                    assert (answer["type"], answer["code"]) == ("fault", "unavailable"), answer
                    async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
                        refused = await web.post("/api/session", json={})
                        assert refused.status_code == 503, refused.text
                        assert (await web.get(f"/api/tables/{table}")).status_code == 200, "reading goes on"
                await _becomes(server, 200)
                answer = await player.give("buy-in", "while-full", chips=100)
                assert answer["type"] == "ack", "given again under its id"
                assert "repeated" not in answer
                await play_round(player)
                assert player.view["balances"][f"rack/{player.me}"] != before

        asyncio.run(play())
        assert server.stop() == 0
        told = [line for line in server.log.splitlines() if "paigow.group_commit" in line]
        assert [("can't be written" in line, "written again" in line) for line in told] == [
            (True, False),
            (False, True),
        ], told
        assert str(tmp_path / "floor.db") in told[0]
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    assert list(audit(store, rules_of)) == []
    store.close()
