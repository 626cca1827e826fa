"""Seeds while they are secret: encrypted in the store, useless without the floor's key."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from paigow.faults import BadInput
from paigow.server.tables import seeds
from paigow.server.tables.host import TableHost
from paigow.server.tables.seeds import SealedChance, SeedVault, spoiled_seeds
from paigow.store.journal import Store, open_store
from paigow.table.acts import DEALER
from paigow.table.deal.commitments import PublishCommitment
from paigow.table.deal.mixing import seed_commitment
from paigow.table.state import Table
from tests.rules import rule

Opened = Callable[[], Store]
KEY = bytes(range(32))


@rule("R60")
def test_a_seed_is_opened_again_with_the_key_alone(opened: Opened) -> None:
    commitment = SeedVault(opened().database, KEY).seal("one", 1)
    seed = SeedVault(opened().database, KEY).open("one", commitment)
    assert len(seed) == 32
    assert seed_commitment("one", 1, seed) == commitment
    with pytest.raises(BadInput, match="key can't decrypt its seeds"):
        SeedVault(opened().database, bytes(32)).open("one", commitment)
    with pytest.raises(BadInput, match="there is no stored seed"):
        SeedVault(opened().database, KEY).open("two", commitment)


@rule("R60")
def test_a_sealed_seed_is_of_use_at_its_own_place_only(opened: Opened) -> None:
    database = opened().database
    one, two = (SeedVault(database, KEY).seal("one", 1) for _ in range(2))
    assert one != two
    with database.writing() as transaction:
        sealed = transaction.rows("SELECT sealed FROM seeds WHERE commitment = ?", one)[0][0]
        transaction.rows("UPDATE seeds SET sealed = ? WHERE commitment = ?", sealed, two)
    with pytest.raises(BadInput, match="can't decrypt its seeds"):
        SeedVault(database, KEY).open("one", two)


def test_every_seed_that_was_changed_is_found_with_the_key(opened: Opened) -> None:
    database = opened().database
    vault = SeedVault(database, KEY)
    kept, changed, moved = (vault.seal(table, 1) for table in ("one", "one", "two"))
    assert list(spoiled_seeds(database, KEY)) == []
    with database.writing() as transaction:
        ((sealed,),) = transaction.rows("SELECT sealed FROM seeds WHERE commitment = ?", changed)
        flipped = bytes([sealed[0] ^ 1]) + sealed[1:]
        transaction.rows("UPDATE seeds SET sealed = ? WHERE commitment = ?", flipped, changed)
        transaction.rows("UPDATE seeds SET table_id = ? WHERE commitment = ?", "three", moved)
    found = [(each.table, each.problem.split()[3]) for each in spoiled_seeds(database, KEY)]
    assert sorted(found) == sorted((("one", f"{changed[:12]}…"), ("three", f"{moved[:12]}…")))
    assert kept not in (changed, moved)


@rule("R60")
def test_no_byte_of_a_seed_lies_open_on_the_disk(tmp_path: Path) -> None:
    store = open_store(f"sqlite:///{tmp_path / 'floor.db'}")
    vault = SeedVault(store.database, KEY)
    seeds = [vault.open("one", vault.seal("one", 1)) for _ in range(20)]
    store.close()
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert len(written) > 20 * 32
    for seed in seeds:
        assert seed not in written
        assert seed.hex().encode() not in written
        # Nor a part of it too long to be there by chance.
        assert not any(seed[at : at + 6] in written for at in range(27))


def test_a_seed_is_sealed_although_the_store_was_away_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tries: Iterator[Exception | str] = iter([ConnectionError("away"), BadInput("held by another"), "ab" * 32])

    def seal(_table: str, number: int) -> str:
        assert number == 1
        if isinstance(came := next(tries), Exception):
            raise came
        return came

    async def sealed() -> None:
        host = SimpleNamespace(record=SimpleNamespace(id="one"), table=Table(chairs=("anna",)))
        sealing = SealedChance(
            cast("TableHost", host), cast("SeedVault", SimpleNamespace(seal=seal, beacon=None))
        )
        assert sealing.due() is None
        assert sealing.pending is not None
        await sealing.pending
        assert sealing.due() == PublishCommitment(by=DEALER, commitment="ab" * 32, table="one")

    monkeypatch.setattr(seeds, "RETRY_SECONDS", 0)
    asyncio.run(sealed())
