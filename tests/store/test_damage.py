"""Random damage to a whole store: an audit finds everything that matters, names it, and never fails.

An unused byte, such as free space on a page, can change without a finding.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import apsw
import psycopg
import pytest

from paigow.store.backup import TABLES
from paigow.store.findings import OF_A_TABLE
from paigow.store.journal import open_store
from tests.store.damaging import BytesOf, audited, change_row, fill_floor
from tests.store.servers import PostgresServer


def _flips(path: Path, seed: str, times: int) -> Counter[str]:
    address = f"sqlite:///{path}"
    store = open_store(address)
    fill_floor(store, path.parent / "archives")
    store.close()
    apsw.Connection(str(path)).execute("VACUUM").close()
    assert audited(address) == []
    kept, random, counts, wrong = BytesOf(path), Random(seed), Counter[str](), list[str]()
    for number in range(times):
        place, bit = random.randrange(len(kept.data)), random.randrange(8)
        kept.flip(place, bit)
        matters = kept.matters()
        kept.flip(place, bit)
        found = audited(address)
        if matters != bool(found):
            wrong.append(f"flip {number}, bit {bit} of byte {place}: matters {matters}, found {found}")
        counts["matters" if matters else "holds nothing"] += 1
        counts["named by version"] += any(each.version for each in found)
        _tell(number + 1, counts, wrong)
    assert wrong == []
    return counts


def _row_changes(server: PostgresServer, directory: Path, seed: str, times: int) -> Counter[str]:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA damage{times}".encode())
    address = f"{server.url}&options=-csearch_path%3Ddamage{times}"
    store = open_store(address)
    fill_floor(store, directory)
    assert audited(address) == []
    random, counts, wrong = Random(seed), Counter[str](), list[str]()
    while counts.total() < times:
        done = change_row(random, TABLES, store)
        if done is None:
            continue
        name, deed, undo = done
        found = audited(address)
        if not found:
            wrong.append(f"missed in {name}: {deed}")
        if name in OF_A_TABLE and not any(each.table != "floor" for each in found):
            wrong.append(f"not named by its table in {name}: {deed}: {found}")
        counts[name] += 1
        undo()
        _tell(counts.total(), counts, wrong)
    assert wrong == []
    assert audited(address) == []
    store.close()
    return counts


def _tell(done: int, counts: Counter[str], wrong: list[str]) -> None:
    """Progress, for the proofs."""
    if done % 500 == 0:
        print(f"{done:,} done, {len(wrong)} wrong: {dict(counts)}", *wrong[-3:], sep="\n", flush=True)  # noqa: T201 - a proof's progress


def _bytes(*values: int) -> bytes:
    """Whole numbers as SQLite writes them in a row: as short as possible."""
    return b"".join(value.to_bytes(1 + (value > 127), "big") for value in values)


@pytest.mark.parametrize(("name", "key"), [("rounds", "round"), ("packs", "last_version")])
def test_an_audit_ends_and_names_a_row_whose_index_has_another_key(
    tmp_path: Path, name: str, key: str
) -> None:
    """Reading continues after the last key of a page: an index out of order would loop forever."""
    path = tmp_path / "floor.db"
    address = f"sqlite:///{path}"
    store = open_store(address)
    fill_floor(store, tmp_path)
    sql = f"SELECT {key}, rowid, last_version FROM {name} WHERE archived = '' ORDER BY {key}"  # noqa: S608 - our own names
    rows = store.database.rows(sql if name == "packs" else sql.replace("WHERE archived = ''", ""))
    store.close()
    apsw.Connection(str(path)).execute("VACUUM").close()
    number, rowid, version = rows[len(rows) // 2 - (name == "packs")]
    entry, larger = b"evening" + _bytes(number, rowid), 20 if number <= 127 else number | 0x7F00
    data = path.read_bytes()
    assert data.count(entry) == 1
    path.write_bytes(data.replace(entry, b"evening" + _bytes(larger, rowid)))
    found = audited(address)
    assert ("evening", version) in {(each.table, each.version) for each in found}, found


def test_no_flipped_byte_of_a_sample_is_missed(tmp_path: Path) -> None:
    counts = _flips(tmp_path / "floor.db", "sample", 80)
    assert counts["matters"] > 20, counts


def test_no_changed_row_of_a_sample_is_missed(postgres: PostgresServer, tmp_path: Path) -> None:
    assert _row_changes(postgres, tmp_path, "sample", 60).total() == 60


@pytest.mark.prove
def test_no_flipped_byte_of_ten_thousand_is_missed(tmp_path: Path) -> None:
    assert _flips(tmp_path / "floor.db", "proof", 10_000)["matters"] > 2_000


@pytest.mark.prove
def test_no_changed_row_of_two_thousand_is_missed(postgres: PostgresServer, tmp_path: Path) -> None:
    assert _row_changes(postgres, tmp_path, "proof", 2_000).total() == 2_000
