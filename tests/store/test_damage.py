"""Random damage to a whole store: an audit finds all that matters, names it, and never fails itself.

A byte that holds nothing, such as the room between the rows of a page, may change without a word.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import psycopg
import pytest

from paigow.store.backup import TABLES
from paigow.store.journal import open_store
from tests.store.damaging import BytesOf, audited, change_row, fill_floor
from tests.store.servers import PostgresServer


def _flips(path: Path, seed: str, times: int) -> Counter[str]:
    address = f"sqlite:///{path}"
    store = open_store(address)
    fill_floor(store)
    store.close()
    assert audited(address) == []
    kept, random, counts = BytesOf(path), Random(seed), Counter[str]()
    for number in range(times):
        place, bit = random.randrange(len(kept.data)), random.randrange(8)
        kept.flip(place, bit)
        matters = kept.matters()
        kept.flip(place, bit)
        found = audited(address)
        assert bool(found) >= matters, f"flip {number}: bit {bit} of byte {place} is missed"
        assert matters or not found, f"flip {number}: bit {bit} of byte {place} holds nothing: {found}"
        counts["matters" if matters else "holds nothing"] += 1
        counts["named by version"] += any(each.version for each in found)
    return counts


def _row_changes(server: PostgresServer, seed: str, times: int) -> Counter[str]:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA damage{times}".encode())
    address = f"{server.url}&options=-csearch_path%3Ddamage{times}"
    store = open_store(address)
    fill_floor(store)
    assert audited(address) == []
    random, counts = Random(seed), Counter[str]()
    while counts.total() < times:
        done = change_row(random, TABLES, store)
        if done is None:
            continue
        name, deed, undo = done
        found = audited(address)
        assert found, f"missed in {name}: {deed}"
        counts[name] += 1
        undo()
    assert audited(address) == []
    store.close()
    return counts


def test_no_flipped_byte_of_a_sample_is_missed(tmp_path: Path) -> None:
    counts = _flips(tmp_path / "floor.db", "sample", 80)
    assert counts["matters"] > 20, counts


def test_no_changed_row_of_a_sample_is_missed(postgres: PostgresServer) -> None:
    assert _row_changes(postgres, "sample", 60).total() == 60


@pytest.mark.prove
def test_no_flipped_byte_of_ten_thousand_is_missed(tmp_path: Path) -> None:
    assert _flips(tmp_path / "floor.db", "proof", 10_000)["matters"] > 3_000


@pytest.mark.prove
def test_no_changed_row_of_two_thousand_is_missed(postgres: PostgresServer) -> None:
    assert _row_changes(postgres, "proof", 2_000).total() == 2_000
