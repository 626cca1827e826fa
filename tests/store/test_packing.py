"""Packed rounds read as before, at a fraction of the size; a change in a pack is found."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from paigow.server.http.tables import rebuild_round
from paigow.server.tables.replica import load_replica
from paigow.store import beside_packs, packing
from paigow.store.audit import Audited, audit
from paigow.store.findings import AuditFinding
from paigow.store.journal import Store, commands_of, entries_of, rounds_of
from paigow.store.packing import KEPT_ROUNDS, Pack, RowReader, mark_of, pack_rounds, packs_after
from paigow.store.pruning import prune
from paigow.store.records import Append, Repeated
from tests.rules import rule
from tests.store.evenings import SIGNER, appends, evening

Opened = Callable[[], Store]
RECORD, RULES, HAPPENED = evening(rounds=5)
BATCHES = appends(HAPPENED)
DICTIONARY = Path(packing.__file__).with_name("packs-1.dict")


def _audited(store: Store, *since: Audited) -> tuple[list[AuditFinding], list[Audited]]:
    ended: list[Audited] = []
    return list(audit(store, lambda _record: RULES, since=since, ended=ended)), ended


@pytest.fixture
def store(opened: Opened) -> Store:
    kept = opened()
    kept.add_table(RECORD)
    kept.append(BATCHES)
    return kept


def _pack(store: Store) -> int:
    """Pack everything possible, as a server does, a few rounds at a time."""
    count = 0
    while packed := pack_rounds(store.database, "evening", 2):
        count += packed
    return count


def _change(store: Store, sql: str, *parameters: object) -> None:
    with store.database.writing() as transaction:
        transaction.many(sql, [parameters])


def _everything(store: Store) -> dict[str, Any]:
    """Everything a server reads of a table, in pages of several sizes."""
    rounds = list(reversed(store.last_rounds("evening", 100)))
    replica = load_replica(store, "evening")
    commands = [
        (each.id, each.first, each.last, each.body, each.digest) for each in store.commands("evening")
    ]
    pages = list[object]()
    for size in (1, 7, 60, 500):
        after = 0
        while page := store.events("evening", after, size):
            assert len(page) <= size
            pages.append([each.version for each in page][:1])
            after = page[-1].version
    return {
        "events": store.events("evening"),
        "middle": store.events("evening", 70, 90),
        "streamed": list(entries_of(store, "evening")),
        "commands": commands,
        "later": [each.id for each in store.commands("evening", rounds[1].first + 4, 30)],
        "streamed commands": [each.id for each in commands_of(store, "evening")],
        "rounds": rounds,
        "one": store.round("evening", rounds[0].round),
        "of a person": store.rounds_of("ben"),
        "streamed rounds": list(rounds_of(store, "evening")),
        "rebuilt": [rebuild_round(store, record) for record in rounds],
        "links": [store.chain_at("evening", version) for version in range(BATCHES[-1].last + 1)],
        "answers": [store.kept_as("evening", batch.command) for batch in BATCHES],
        "replica": (replica.table, replica.chain, replica.running),
        "head": store.head("evening"),
    }


def _rows(store: Store, name: str) -> int:
    return int(store.database.rows(f"SELECT count(*) FROM {name}")[0][0])  # noqa: S608 - our own names


@rule("R140")
def test_packed_rounds_read_as_they_did_before(store: Store) -> None:
    before, count = _everything(store), len(store.last_rounds("evening", 100))
    rows = {name: _rows(store, name) for name in ("journal", "commands")}
    assert _pack(store) == count - KEPT_ROUNDS
    assert _rows(store, "packs") == count - KEPT_ROUNDS
    assert all(_rows(store, name) < rows[name] * 0.7 for name in rows)
    assert _everything(store) == before
    assert _audited(store)[0] == []
    assert _pack(store) == 0


@rule("R140")
def test_a_packed_command_that_is_sent_again_is_answered_and_not_repeated(store: Store) -> None:
    _pack(store)
    for batch in (BATCHES[0], BATCHES[30]):
        kept = Repeated(batch.after + 1, batch.last)
        assert store.kept_as("evening", batch.command) == kept
        again = Append("evening", store.head("evening").version, batch.command, 9, batch.events)
        assert store.append([again]) == [kept]
    assert store.kept_as("evening", "another") is None
    assert store.kept_as("morning", BATCHES[0].command) is None


@rule("R140")
def test_another_id_with_the_same_mark_is_another_command(store: Store) -> None:
    _pack(store)
    other = Append("evening", BATCHES[-1].last, "new", 10**6, BATCHES[-1].events)
    sql = "UPDATE packed_commands SET mark = ? WHERE mark = ?"
    _change(store, sql, mark_of("evening", "new"), mark_of("evening", BATCHES[0].command))
    assert store.kept_as("evening", "new") is None
    assert store.append([other]) != [Repeated(BATCHES[0].after + 1, BATCHES[0].last)]
    assert store.head("evening").version == other.last


@rule("R140")
def test_an_audit_goes_on_from_one_that_was_made_before_the_rounds_were_packed(store: Store) -> None:
    _, [since] = _audited(store)
    _pack(store)
    found, [again] = _audited(store, since)
    assert (found, again) == ([], since)


COLUMNS = "table_id last_version first_version round commands follows chain digest body".split()


def _other(value: Any) -> Any:
    match value:
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1])
        case str():
            return value + "x"
        case _:
            return value ^ 64


@rule("R140")
def test_whatever_is_changed_in_a_pack_is_found_and_named(store: Store) -> None:
    _pack(store)
    second = list(packs_after(store.database, "evening", 0))[1]
    for column in COLUMNS:
        sql = f"SELECT {column} FROM packs WHERE round = ?"  # noqa: S608 - our own names
        [(kept,)] = store.database.rows(sql, second.round)
        change = f"UPDATE packs SET {column} = ? WHERE {column} = ?"  # noqa: S608 - our own names
        if column != "table_id":
            _change(store, change, _other(kept), kept)
        else:
            _change(store, "UPDATE packs SET table_id = ? WHERE round = ?", _other(kept), second.round)
        found, _ = _audited(store)
        own = [each for each in found if each.table == "evening"]
        there = range(second.first, second.last + 2)
        told = f"the pack of round {second.round} "
        assert any(each.version in there or told in each.problem for each in own), (column, found)
        _change(store, change, kept, _other(kept))
    assert _audited(store)[0] == []


@rule("R140")
def test_a_forged_pack_with_a_digest_of_its_own_is_found(store: Store) -> None:
    _pack(store)
    pack = next(packs_after(store.database, "evening", 0))
    plain = zlib.decompressobj(zdict=DICTIONARY.read_bytes()).decompress(pack.body[1:])
    sql = "UPDATE packs SET body = ?, digest = ? WHERE round = ?"
    for old, new in (
        (b'"event":"', b'"evenT":"'),
        (b'"by":"dealer"', b'"by":"deales"'),
        (b'"opens":', b'"openS":'),
    ):
        assert old in plain
        for body in (
            packing.FORMAT + zlib.compress(plain.replace(old, new, 1)),
            b"\x02" + pack.body[1:],
            pack.body + b"x",
            pack.body[:-9],
            packing.FORMAT + zlib.compress(plain + b"x"),
        ):
            _change(store, sql, body, sha256(body).digest(), pack.round)
            found, _ = _audited(store)
            named = [(each.table, pack.first <= each.version <= pack.last) for each in found[:1]]
            assert named == [("evening", True)], (body[:9], found)
    _change(store, sql, pack.body, pack.digest, pack.round)
    assert _audited(store)[0] == []


@rule("R140")
def test_lost_and_foreign_ids_of_packed_commands_are_found(store: Store) -> None:
    _pack(store)
    mark, version = mark_of("evening", BATCHES[3].command), BATCHES[3].after + 1
    _change(store, "UPDATE packed_commands SET version = version + 1 WHERE mark = ?", mark)
    problem = "the id of a packed command was changed"
    assert _audited(store)[0] == [AuditFinding("evening", version, problem)]
    _change(store, "DELETE FROM packed_commands WHERE mark = ?", mark)
    assert _audited(store)[0][0] == AuditFinding("evening", version, problem)
    _change(store, "INSERT INTO packed_commands VALUES (?, ?)", mark, version)
    _change(store, "INSERT INTO packed_commands VALUES (?, ?)", 7, version)
    assert [each.table for each in _audited(store)[0]] == ["floor"]


@rule("R140")
def test_ids_of_packed_commands_are_added_up_and_swapped_ones_are_found(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Looking up each id would read a page of the store for every command of a floor."""
    _pack(store)
    looked_up: list[int] = []

    def counted(database: RowReader, pack: Pack) -> Iterator[tuple[int, str]]:
        looked_up.append(pack.round)
        return look_up(database, pack)

    look_up = beside_packs._id_problems
    monkeypatch.setattr(beside_packs, "_id_problems", counted)
    _, ended = _audited(store)
    assert looked_up == []
    one, other = ((mark_of("evening", each.command), each.after + 1) for each in (BATCHES[3], BATCHES[5]))
    sql = "UPDATE packed_commands SET version = ? WHERE mark = ?"
    _change(store, sql, other[1], one[0])
    _change(store, sql, one[1], other[0])
    found = _audited(store)[0]
    assert [(each.table, each.version) for each in found] == [("evening", one[1]), ("evening", other[1])]
    # A later audit reads only what is new: there is nothing to sum.
    assert _audited(store, *ended)[0] == []


@rule("R140")
def test_what_is_there_twice_or_nowhere_is_found(store: Store) -> None:
    row = store.database.rows("SELECT * FROM journal WHERE version = 12")[0]
    command = store.database.rows("SELECT * FROM commands WHERE first_version = 12")[0]
    _pack(store)
    for name, kept in (("journal", row), ("commands", command)):
        places = ", ".join("?" * len(kept))
        _change(store, f"INSERT INTO {name} VALUES ({places})", *kept)  # noqa: S608 - our own names
        assert [(each.table, each.version) for each in _audited(store)[0]] == [("evening", 12)], name
        column = "first_version" if name == "commands" else "version"
        _change(store, f"DELETE FROM {name} WHERE {column} = ?", 12)  # noqa: S608 - our own names
    pack = next(packs_after(store.database, "evening", 0))
    _change(store, "DELETE FROM packs WHERE round = ?", pack.round)
    assert any(pack.first <= each.version <= pack.last + 1 for each in _audited(store)[0])


@rule("R140")
@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE journal SET at = at + 1 WHERE version = 12",
        "UPDATE commands SET last_version = last_version + 1 WHERE first_version = 12",
        "UPDATE commands SET digest = chain FROM journal WHERE first_version = 12 AND version = 12",
        "DELETE FROM commands WHERE first_version = 12",
        "DELETE FROM journal WHERE version = 12",
    ],
)
def test_a_round_that_does_not_fit_together_stays_as_it_is(store: Store, spoil: str) -> None:
    with store.database.writing() as transaction:
        transaction.rows(spoil)
    before = _audited(store)[0]
    count = _pack(store)
    assert _rows(store, "packs") == count - 1
    assert {*before[:1]} & {*_audited(store)[0]}


@rule("R140")
@rule("R105")
def test_packed_rounds_are_pruned_with_the_ids_of_their_commands(store: Store) -> None:
    _pack(store)
    rounds = len(store.last_rounds("evening", 100))
    assert prune(store, SIGNER, "evening", 10**6, lambda _name: True) == rounds - 1
    assert (_rows(store, "packs"), _rows(store, "packed_commands")) == (0, 0)
    assert _audited(store)[0] == []


@rule("R140")
def test_readers_that_are_overtaken_by_packing_miss_nothing_and_see_nothing_twice(
    opened: Opened, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, rows = opened(), store.database.rows

    def overtaken(sql: str, *parameters: object) -> Any:
        found = rows(sql, *parameters)
        if "FROM journal" in sql:
            _pack(other)
        return found

    before, ids = store.events("evening"), [each.id for each in store.commands("evening")]
    after = BATCHES[4].last
    monkeypatch.setattr(store.database, "rows", overtaken)
    assert store.events("evening", after) == before[after:]
    assert store.events("evening", after) == before[after:]
    assert [each.id for each in store.commands("evening")] == ids


@rule("R140")
def test_the_dictionary_of_packs_that_exist_is_never_changed() -> None:
    """By its checksum, as it was when the first floor was packed with it."""
    assert sha256(DICTIONARY.read_bytes()).hexdigest()[:16] == "be520ee027abaa97"
