"""Unplayed rounds can be pruned: the rest audits, loads, and rebuilds as before; a forgery is found."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paigow.server.http.tables import rebuild_round
from paigow.server.tables.replica import load_replica
from paigow.store.audit import Audited, audit
from paigow.store.checkpoints import Signer
from paigow.store.journal import Store
from paigow.store.pruning import prune, pruned_rounds, pruned_runs
from paigow.store.records import StoredSnapshot
from paigow.table.records.codec import encode
from tests.rules import rule
from tests.store.evenings import SIGNER, appends, evening

Opened = Callable[[], Store]
RECORD, RULES, HAPPENED = evening(rounds=6)
BATCHES = appends(HAPPENED)
LATER = 10**6


def _nobody(_name: str) -> bool:
    return True


def _audited(store: Store, *since: Audited) -> tuple[list[str], list[Audited]]:
    ended: list[Audited] = []
    found = [each.problem for each in audit(store, lambda _record: RULES, since=since, ended=ended)]
    return found, ended


@pytest.fixture
def store(opened: Opened) -> Store:
    kept = opened()
    kept.add_table(RECORD)
    kept.append(BATCHES)
    return kept


def _change(store: Store, sql: str, *parameters: object) -> None:
    with store.database.writing() as transaction:
        transaction.many(sql, [parameters])


@rule("R105")
def test_what_is_left_audits_and_loads_as_before(store: Store) -> None:
    whole, last = load_replica(store, "evening"), store.last_rounds("evening", 1)[0]
    before, balances = rebuild_round(store, last), store.balances()
    versions = [record.last for record in reversed(store.last_rounds("evening"))]
    store.save_snapshot("evening", StoredSnapshot(versions[1], encode(HAPPENED[-1][2])))
    assert prune(store, SIGNER, "evening", LATER, _nobody) == 5
    assert [each.round for each in store.last_rounds("evening")] == [last.round]
    assert store.events("evening")[0].version == last.first
    for name in ("commands", "checkpoints", "round_people"):
        rows = store.database.rows(f"SELECT count(*) FROM {name}")  # noqa: S608 - our own names
        assert rows[0][0] < 80, name
    assert _audited(store)[0] == []
    again = load_replica(store, "evening")
    assert (again.table, again.chain, again.running) == (whole.table, whole.chain, whole.running)
    assert rebuild_round(store, last) == before
    assert store.balances() == balances
    assert pruned_rounds(store.database) == 5
    assert prune(store, SIGNER, "evening", LATER, _nobody) == 0


@rule("R105")
def test_rounds_of_people_stay_and_so_do_those_that_reveal_their_seeds(store: Store) -> None:
    rounds = list(reversed(store.last_rounds("evening")))
    third = rounds[2]
    given = {each.id for each in store.commands("evening", third.first - 1) if each.first <= third.last}

    def nobody(name: str) -> bool:
        return name not in given

    assert prune(store, SIGNER, "evening", LATER, nobody) == 3
    left = [each.round for each in reversed(store.last_rounds("evening"))]
    assert left == [rounds[2].round, rounds[3].round, rounds[5].round]
    assert len(pruned_runs(store.database, "evening")) == 2
    assert _audited(store)[0] == []


@rule("R105")
def test_a_run_grows_with_what_follows_it_and_young_rounds_wait(store: Store) -> None:
    rounds = list(reversed(store.last_rounds("evening")))
    assert prune(store, SIGNER, "evening", rounds[1].at, _nobody) == 1
    found, [since] = _audited(store)
    assert found == []
    assert prune(store, SIGNER, "evening", rounds[3].at + 1, _nobody) == 3
    (run,) = pruned_runs(store.database, "evening").values()
    assert (run.first, run.first_round, run.rounds) == (rounds[0].first, rounds[0].round, 4)
    assert _audited(store)[0] == []
    assert _audited(store, since)[0] == []


@rule("R105")
def test_a_changed_note_is_found(store: Store) -> None:
    prune(store, SIGNER, "evening", LATER, _nobody)
    versions, rounds = ("first_version", "last_version"), ("first_round", "last_round", "rounds")
    columns = (*versions, *rounds, "table_id", "state", "chain", "follows", "moves", "at", "note")
    for column in columns:
        sql = f"SELECT {column} FROM pruned"  # noqa: S608 - our own names
        [(kept,)] = store.database.rows(sql)
        other = kept + 1 if isinstance(kept, int) else kept[:-3] + kept[-3:-2] * 3
        change = f"UPDATE pruned SET {column} = ?"  # noqa: S608 - our own names
        _change(store, change, other)
        assert _audited(store)[0] != [], column
        _change(store, change, kept)
    assert _audited(store)[0] == []


@rule("R105")
def test_a_note_signed_with_another_key_is_found_and_so_are_deleted_events(store: Store) -> None:
    assert prune(store, Signer(bytes(32)), "evening", LATER, _nobody) == 5
    assert any("signed something else" in each for each in _audited(store)[0])
    _change(store, "DELETE FROM pruned WHERE table_id = ?", "evening")
    assert "version 1 is missing" in _audited(store)[0]


@rule("R105")
def test_what_does_not_fit_together_is_not_pruned(store: Store) -> None:
    version = store.last_rounds("evening")[-1].first + 3
    _change(store, "UPDATE journal SET at = at + 1 WHERE version = ?", version)
    assert prune(store, SIGNER, "evening", LATER, _nobody) == 0
    assert _audited(store)[0] != []
