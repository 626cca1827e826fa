"""An audit finds every changed byte, and nothing when all is well."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from paigow.faults import BadInput
from paigow.store.audit import audit
from paigow.store.backup import TABLES
from paigow.store.database import KEY, keep_fact
from paigow.store.findings import AuditFinding
from paigow.store.journal import Store
from paigow.store.lessons import Assignment, Mark, assign, keep_mark
from paigow.store.people import Person, SessionRecord, add_person, add_session
from paigow.store.records import Append, StoredSnapshot, TableRecord
from paigow.store.sqlite import SqliteDatabase
from paigow.store.table_changes import close_table
from paigow.store.training import keep_training
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER
from paigow.table.deal.commitments import PublishCommitment
from paigow.table.engine import decide
from paigow.table.records.codec import decode_event, encode
from paigow.table.state import Table
from tests.rules import rule
from tests.store.evenings import appends, before_checkpoints, evening, keep

Opened = Callable[[], Store]
RECORD, RULES, HAPPENED = evening()
BATCHES = appends(HAPPENED)


def _audited(store: Store) -> list[AuditFinding]:
    return list(audit(store, lambda _record: RULES))


@pytest.fixture
def store(opened: Opened) -> Store:
    kept = opened()
    keep(kept, RECORD, BATCHES)
    return kept


def test_an_untouched_evening_has_no_findings(store: Store) -> None:
    assert _audited(store) == []


def _change(store: Store, sql: str, *parameters: object) -> None:
    with store.database.writing() as transaction:
        transaction.rows(sql, *parameters)


@pytest.mark.parametrize("version", [1, 20, BATCHES[-1].last])
def test_a_changed_event_is_found_where_it_stands(store: Store, version: int) -> None:
    (entry,) = store.events("evening", after=version - 1, limit=1)
    body = entry.body[:-2] + bytes([entry.body[-2] ^ 1]) + entry.body[-1:]
    _change(store, "UPDATE journal SET body = ? WHERE version = ?", body, version)
    (found,) = _audited(store)
    assert (found.table, found.version) == ("evening", version)
    assert "byte was changed" in found.problem


def test_a_missing_event_is_found(store: Store) -> None:
    _change(store, "DELETE FROM journal WHERE version = ?", 17)
    assert _audited(store)[0] == AuditFinding("evening", 18, "version 17 is missing")


def test_a_missing_end_is_found(store: Store) -> None:
    _change(store, "DELETE FROM journal WHERE version = ?", BATCHES[-1].last)
    assert any("should end at version" in each.problem for each in _audited(store))


def test_changed_money_is_found(store: Store) -> None:
    version = next(batch.last for batch in BATCHES if batch.floor)
    _change(store, "UPDATE floor_postings SET cents = cents + 1 WHERE version = ? AND cents > 0", version)
    assert _audited(store)[0] == AuditFinding(
        "evening", version, "transfers between shared accounts are incomplete"
    )


def test_a_shared_account_that_was_touched_is_found(store: Store) -> None:
    _change(store, "UPDATE balances SET cents = cents + 5 WHERE account = ?", "floor/evening")
    problems = [each.problem for each in _audited(store)]
    assert any(problem.startswith("floor/evening holds") for problem in problems)
    assert "the shared accounts don't sum to zero" in problems


def test_events_that_do_not_follow_from_their_command_are_found(opened: Opened) -> None:
    """A forger who rewrites the whole chain is still caught: the rules say otherwise."""
    store = opened()
    forged = next(batch for batch in BATCHES if b'"winner-paid"' in b"".join(batch.events))
    at = BATCHES.index(forged)
    event = decode_event(next(body for body in forged.events if b'"winner-paid"' in body))
    body = encode(event).replace(b'"vigorish":', b'"vigorish":1')
    events = tuple(body if b'"winner-paid"' in each else each for each in forged.events)
    changed = type(forged)(
        forged.table,
        forged.after,
        forged.command,
        forged.at,
        events,
        forged.floor,
        forged.body,
    )
    keep(store, RECORD, [*BATCHES[:at], changed])
    (found,) = _audited(store)
    assert found.version == forged.after + 1
    assert found.problem == "other events follow from the command than were kept"


def test_rounds_are_found_again_by_table_and_by_person(store: Store) -> None:
    rounds = store.last_rounds("evening")
    assert [each.round for each in rounds] == [2, 1]
    assert [each.round for each in store.rounds_of("ben")] == [2, 1]
    assert store.rounds_of("nobody") == []
    first = store.round("evening", 1)
    assert first is not None
    assert first.last < rounds[0].first
    assert store.round("evening", 9) is None


def _flipped(value: object) -> object:
    """The same with one bit changed, as a failing disk or a careful attacker would; empty text is filled."""
    match value:
        case bytes():
            return value[:-1] + bytes([value[-1] ^ 1])
        case "":
            return "morning"
        case str():
            return value[:-1] + chr(ord(value[-1]) ^ 64)
        case int():
            return value ^ 1024
        case _:
            raise AssertionError(value)


ANNA = Person("anna", "hash", ("player", "floor"), 5)
REFUSED = {("tables", "id"), ("heads", "table_id"), ("snapshots", "table_id")}
"""What the database itself protects: one refers to the other."""


def _columns(store: Store) -> set[tuple[str, str]]:
    sqlite = "SELECT name FROM pragma_table_info(?)"
    postgres = (
        "SELECT column_name FROM information_schema.columns "
        "WHERE table_name = ? AND table_schema = current_schema()"
    )
    sql = sqlite if isinstance(store.database, SqliteDatabase) else postgres
    # Pruned and packed rounds are changed in separate tests.
    others = ("seeds", "pruned", "packs", "packed_commands", "archives")
    kept = [name for name in TABLES if name not in others]
    return {(name, column) for name in kept for (column,) in store.database.rows(sql, name)}


@rule("R106")
def test_a_bit_that_is_changed_anywhere_is_found(store: Store) -> None:
    middle = BATCHES[len(BATCHES) // 2].last
    store.save_snapshot("evening", StoredSnapshot(middle, encode(_table_at(middle))))
    add_person(store.database, ANNA)
    add_session(store.database, SessionRecord("ab" * 32, "anna", 5, 10))
    keep_fact(store.database, KEY, "0123456789abcdef")
    keep_mark(store.database, Mark("anna", "task", 5, "commission-tiles", "payouts", right=True))
    assign(store.database, [Assignment("anna", "commission-tiles", "payouts", "ben", 5)], "anna")
    keep_training(store.database, "anna", '{"seen": 3}', 5)
    close_table(store.database, "evening", 5)
    columns = _columns(store)
    assert columns > REFUSED
    for name, column in sorted(columns):
        sql = f"SELECT {column} FROM {name} ORDER BY {column} DESC LIMIT 1"  # noqa: S608 - our own names
        ((value,),) = store.database.rows(sql)
        change = f"UPDATE {name} SET {column} = ? WHERE {column} = ?"  # noqa: S608 - our own names
        if (name, column) in REFUSED:
            with pytest.raises(Exception, match=r"(?i)foreign key"):
                _change(store, change, _flipped(value), value)
            continue
        _change(store, change, _flipped(value), value)
        assert _audited(store), (name, column)
        _change(store, change, value, _flipped(value))
    assert _audited(store) == []


def test_what_a_table_is_played_by_is_found_changed_before_its_first_event(store: Store) -> None:
    _change(store, "UPDATE tables SET submission = ?", RECORD.submission + " ")
    (found,) = _audited(store)
    assert (found.table, found.version) == ("evening", 0)
    assert "submission" in found.problem


def test_rules_that_can_no_longer_be_read_are_a_finding(store: Store) -> None:
    def unreadable(_record: TableRecord) -> Rules:
        raise BadInput("the submission isn't valid")

    assert list(audit(store, unreadable)) == [AuditFinding("evening", 0, "the submission isn't valid")]


def test_a_seed_that_was_committed_to_and_is_not_kept_is_found(opened: Opened) -> None:
    store, commitment = opened(), "ab" * 32
    command = PublishCommitment(by=DEALER, commitment=commitment, table="evening")
    bodies = tuple(map(encode, decide(RULES, Table(), command)))
    keep(store, before_checkpoints(RECORD), [Append("evening", 0, "c", 0, bodies, body=encode(command))])
    assert _audited(store) == [AuditFinding("evening", 1, "the seed of abababababab… isn't stored")]
    _change(store, "INSERT INTO seeds VALUES (?, ?, ?)", "evening", commitment, b"sealed")
    assert _audited(store) == []
    _change(store, "UPDATE seeds SET table_id = ?", "eveninG")
    assert [each.problem for each in _audited(store)] == [
        "the seed of abababababab… isn't stored",
        "there is no such table, but seeds are stored for it",
    ]


def test_a_floor_in_use_is_audited_as_of_one_moment(opened: Opened) -> None:
    """Somebody plays on at every step of the audit, which doesn't see it."""
    store, other = opened(), opened()
    keep(store, RECORD, BATCHES[:40])
    more = iter(BATCHES[40:])

    def meanwhile(_table: str, _version: int) -> None:
        if (batch := next(more, None)) is not None:
            other.append([batch])

    assert list(audit(store, lambda _record: RULES, meanwhile)) == []
    assert store.head("evening").version > BATCHES[40].last
    assert _audited(store) == []


def _table_at(version: int) -> Table:
    return next(table for _, _, table in HAPPENED if table.version == version)
