"""A floor as the first edition wrote it: audited, adopted by this program, audited again."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path

import pytest

from paigow.server.tables.catalog import checked_submission
from paigow.server.tables.floor import Floor
from paigow.store import judged
from paigow.store.audit import audit
from paigow.store.journal import Store, open_store
from paigow.store.packing import pack_rounds
from paigow.store.records import TableRecord
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.editions import EditionAdopted, edition_of
from paigow.table.engine import decide
from paigow.table.records.codec import decode_event
from paigow.table.state import changed
from tests.rules import rule

KEY = bytes(range(32))


@pytest.fixture
def address(tmp_path: Path) -> str:
    kept = Path(__file__).parent / "edition-1.1.db.gz"
    (tmp_path / "floor.db").write_bytes(gzip.decompress(kept.read_bytes()))
    return f"sqlite:///{tmp_path / 'floor.db'}"


def _rules(record: TableRecord) -> Rules:
    return checked_submission(record).rules


def _findings(address: str) -> list[str]:
    store = open_store(address)
    found = [str(finding) for finding in audit(store, _rules)]
    store.close()
    return found


def _corrected(*given: object) -> tuple[Event, ...]:
    """Today's rules, with a citation corrected everywhere."""
    return tuple(changed(event, cites=(*event.cites, "R1")) for event in decide(*given))  # type: ignore[arg-type]


@rule("R99")
def test_an_old_floor_is_sound_under_corrected_rules(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _findings(address) == []
    monkeypatch.setattr(judged, "decide", _corrected)
    assert _findings(address) == []


@rule("R99")
def test_a_changed_byte_of_an_old_command_is_found_though_it_is_not_judged(address: str) -> None:
    store = open_store(address)
    with store.database.writing() as transaction:
        [(table, command, version, body)] = transaction.rows(
            "SELECT table_id, command, first_version, body FROM commands WHERE first_version = 2"
        )[:1]
        changed_body = body[:-3] + bytes([body[-3] ^ 1]) + body[-2:]
        sql = "UPDATE commands SET body = ? WHERE table_id = ? AND command = ?"
        transaction.rows(sql, changed_body, table, command)
    store.close()
    assert len(_findings(address)) == 1
    assert version == 2


@rule("R99")
def test_an_old_table_adopts_this_edition_when_a_floor_takes_it_up(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_and_close() -> None:
        floor = Floor(open_store(address), KEY)
        floor.open()
        await floor.close()

    asyncio.run(open_and_close())
    store = open_store(address)
    assert [_edition(store, record) for record in store.tables()] == [
        edition_of(_rules(record)) for record in store.tables()
    ]
    store.close()
    assert _findings(address) == []
    monkeypatch.setattr(judged, "decide", _corrected)
    assert len(_findings(address)) == 0, "nothing but the adoption itself was judged by this edition"


def _edition(store: Store, record: TableRecord) -> str:
    """What the last adoption in a table's journal says."""
    events = [decode_event(entry.body) for entry in store.events(record.id)]
    return [event.edition for event in events if isinstance(event, EditionAdopted)][-1]


@rule("R99")
def test_a_table_of_a_newer_edition_is_not_served(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def served() -> set[str]:
        floor = Floor(open_store(address), KEY)
        floor.open()
        await floor.close()
        return floor.unserved

    assert asyncio.run(served()) == set()
    monkeypatch.setattr("paigow.table.editions.ENGINE", 1)
    assert asyncio.run(served()) == {"colorado-tiles-wild"}


@rule("R99", "R140")
def test_rounds_of_an_old_floor_are_packed_and_read_as_before(address: str) -> None:
    store = open_store(address)
    names = [record.id for record in store.tables()]
    before = {
        name: (store.events(name), store.commands(name), store.last_rounds(name, 100)) for name in names
    }
    packed = 0
    for name in names:
        while count := pack_rounds(store.database, name):
            packed += count
    assert {
        name: (store.events(name), store.commands(name), store.last_rounds(name, 100)) for name in names
    } == before
    [(packs,)] = store.database.rows("SELECT count(*) FROM packs")
    store.close()
    assert packed == packs > 0
    assert _findings(address) == []
