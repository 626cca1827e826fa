"""What every store must do, on both real SQLite and real PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256

import pytest

from paigow.faults import BadInput
from paigow.store.journal import Store, open_store
from paigow.store.records import (
    Append,
    Appended,
    Conflict,
    Declined,
    DeferredAppend,
    Entry,
    Fill,
    Overdrawn,
    Repeated,
    StoredSnapshot,
    TableRecord,
    link,
)

Opened = Callable[[], Store]


def _store(opened: Opened) -> Store:
    store = opened()
    store.add_table(TableRecord("one", "submission", b"{}", 1))
    store.add_table(TableRecord("two", "submission", b"{}", 2))
    return store


def test_a_table_starts_empty_and_is_added_once(opened: Opened) -> None:
    store = _store(opened)
    store.add_table(TableRecord("one", "another", b"", 9))
    assert [(record.id, record.submission) for record in store.tables()] == [
        ("one", "submission"),
        ("two", "submission"),
    ]
    assert (store.head("one").version, store.head("one").chain) == (0, store.genesis("one"))


def test_events_follow_each_other_in_dense_versions_and_a_chain(opened: Opened) -> None:
    store = _store(opened)
    assert store.append([Append("one", 0, "a", 10, (b"first", b"second"))]) == [Appended(2)]
    assert store.append([Append("one", 2, "b", 11, (b"third",))]) == [Appended(3)]
    entries = opened().events("one")
    assert [(entry.version, entry.command, entry.at, entry.body) for entry in entries] == [
        (1, "a", 10, b"first"),
        (2, "a", 10, b"second"),
        (3, "b", 11, b"third"),
    ]
    submission, settings = sha256(b"submission").digest(), sha256(b"{}").digest()
    chain = sha256(b"one\x001\x00" + submission + settings).digest()
    for entry in entries:
        told = f"{entry.version}\0{entry.at}\0".encode()
        chain = sha256(chain + b"\0one\0" + told + entry.body).digest()
        assert entry.chain == chain
    assert store.head("one").chain == chain


def test_reading_goes_on_from_any_version(opened: Opened) -> None:
    store = _store(opened)
    store.append([Append("one", 0, "a", 0, tuple(b"%d" % number for number in range(10)))])
    assert [entry.body for entry in store.events("one", after=7)] == [b"7", b"8", b"9"]
    assert [entry.body for entry in store.events("one", after=2, limit=2)] == [b"2", b"3"]
    assert store.events("one", after=10) == []


def test_a_command_that_was_kept_is_answered_and_not_repeated(opened: Opened) -> None:
    store = _store(opened)
    store.append([Append("one", 0, "a", 0, (b"x", b"y"))])
    assert opened().append([Append("one", 2, "a", 0, (b"x", b"y"))]) == [Repeated(1, 2)]
    assert store.head("one").version == 2


def test_who_comes_second_is_told_the_version_and_adds_nothing(opened: Opened) -> None:
    store, other = _store(opened), opened()
    assert store.append([Append("one", 0, "a", 0, (b"x",))]) == [Appended(1)]
    assert other.append([Append("one", 0, "b", 0, (b"y",))]) == [Conflict(1)]
    assert [entry.body for entry in other.events("one")] == [b"x"]


def test_many_commands_of_many_tables_are_judged_each_for_itself(opened: Opened) -> None:
    store = _store(opened)
    outcomes = store.append(
        [
            Append("one", 0, "a", 0, (b"1",)),
            Append("two", 0, "a", 0, (b"2",)),
            Append("one", 0, "late", 0, (b"3",)),
            Append("one", 1, "b", 0, (b"4",)),
            Append("one", 2, "a", 0, (b"1",)),
        ]
    )
    assert outcomes == [Appended(1), Appended(1), Conflict(1), Appended(2), Repeated(1, 1)]
    assert [entry.body for entry in store.events("one")] == [b"1", b"4"]


def test_what_was_decided_ahead_falls_with_what_it_was_decided_on(opened: Opened) -> None:
    """The second batch was decided on the first one's event; another event at that version doesn't match."""
    store, other = _store(opened), opened()
    begins = store.genesis("one")
    first = link(begins, "one", 1, 0, b"mine")
    other.append([Append("one", 0, "theirs", 0, (b"theirs",))])
    outcomes = store.append(
        [
            Append("one", 0, "a", 0, (b"mine",), follows=begins),
            Append("one", 1, "b", 0, (b"ahead",), follows=first),
        ]
    )
    assert outcomes == [Conflict(1), Conflict(1)]
    theirs = link(begins, "one", 1, 0, b"theirs")
    assert store.append([Append("one", 1, "c", 0, (b"next",), follows=theirs)]) == [Appended(2)]


def test_shared_accounts_move_with_the_command_and_are_never_overdrawn(opened: Opened) -> None:
    store = _store(opened)
    given = (("house", -1000), ("wallet/anna", 1000))
    store.append([Append("one", 0, "a", 0, (b"x",), floor=given)])
    taken = (("wallet/anna", -1001), ("floor/one", 1001))
    assert store.append([Append("one", 1, "b", 0, (b"y",), floor=taken)]) == [Overdrawn("wallet/anna")]
    assert (store.head("one").version, store.balance("wallet/anna"), store.balance("house")) == (
        1,
        1000,
        -1000,
    )
    assert sum(store.balances().values()) == 0


def test_what_was_decided_on_another_balance_is_not_kept(opened: Opened) -> None:
    store = _store(opened)
    moved = (("floor/meter", 100), ("floor/rest", -100))
    first = Append("one", 0, "a", 0, (b"x",), floor=moved, expects=(("floor/meter", 0),))
    assert store.append([first]) == [Appended(1)]
    # Two in one transaction that both depend on what the first of them changes.
    both = [
        Append("one", after, f"b{after}", 0, (b"y",), floor=moved, expects=(("floor/meter", 100),))
        for after in (1, 2)
    ]
    assert store.append(both) == [Appended(2), Conflict(2)]
    assert store.balance("floor/meter") == 200


def test_two_writers_of_one_wallet_never_spend_it_twice(opened: Opened) -> None:
    store, other = _store(opened), opened()
    store.append([Append("one", 0, "a", 0, (b"x",), floor=(("house", -100), ("wallet/anna", 100)))])
    spend = (("wallet/anna", -100), ("floor", 100))

    def spending(job: tuple[Store, str, int]) -> object:
        where, table, after = job
        return where.append([Append(table, after, "spend", 0, (b"s",), floor=spend)])[0]

    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(spending, [(store, "one", 1), (other, "two", 0)]))
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Appended", "Overdrawn"]
    assert store.balance("wallet/anna") == 0


def test_two_writers_of_one_table_both_get_on_but_never_at_one_version(opened: Opened) -> None:
    writers = [_store(opened), opened()]

    def write(writer: int) -> int:
        conflicts = 0
        for number in range(25):
            while True:
                after = writers[writer].head("one").version
                (outcome,) = writers[writer].append([Append("one", after, f"{writer}/{number}", 0, (b"e",))])
                if isinstance(outcome, Appended):
                    break
                conflicts += 1
        return conflicts

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, range(2)))
    assert [entry.version for entry in writers[0].events("one")] == list(range(1, 51))


def test_a_late_command_is_decided_on_everything_kept_before_it(opened: Opened) -> None:
    store = _store(opened)
    store.append([Append("one", 0, "a", 0, (b"1", b"2")), Append("one", 2, "b", 0, (b"3",))])
    read: list[bytes] = []

    def decide(entries: Sequence[Entry]) -> Append:
        read.extend(entry.body for entry in entries)
        return Append("one", entries[-1].version, "late", 0, (b"4",))

    assert opened().append([DeferredAppend("one", "late", 1, decide)]) == [Appended(4)]
    assert read == [b"2", b"3"]
    assert store.append([DeferredAppend("one", "late", 4, decide)]) == [Repeated(4, 4)], (
        "it is asked only once"
    )
    assert store.append([DeferredAppend("one", "other", 4, lambda _entries: None)]) == [Declined(4)]
    assert store.head("one").version == 4


def test_late_commands_of_many_writers_all_get_on_at_once(opened: Opened) -> None:
    """Nobody has to try twice, no matter how many others write to the same table."""
    store = _store(opened)

    def write(writer: int) -> list[object]:
        def decide(entries: Sequence[Entry], command: str) -> Append:
            return Append("one", len(entries), command, 0, (command.encode(),))

        own = opened()
        commands = [f"{writer}/{number}" for number in range(10)]
        return [
            own.append([DeferredAppend("one", name, 0, partial(decide, command=name))])[0]
            for name in commands
        ]

    with ThreadPoolExecutor(4) as pool:
        outcomes = [outcome for found in pool.map(write, range(4)) for outcome in found]
    assert {outcome.version for outcome in outcomes if isinstance(outcome, Appended)} == {*range(1, 41)}
    assert len({entry.command for entry in store.events("one")}) == 40


def test_an_account_is_filled_only_when_it_would_not_hold_enough(opened: Opened) -> None:
    store = _store(opened)
    fill = Fill("wallet/anna", "house", 500)

    def spend(after: int, cents: int) -> Append:
        moves = (("wallet/anna", -cents), ("floor/one", cents))
        return Append("one", after, f"spend {after}", 0, (b"x",), floor=moves, fill=fill)

    assert store.append([spend(0, 300), spend(1, 200)]) == [Appended(1), Appended(2)]
    assert store.balances() == {"wallet/anna": 0, "house": -500, "floor/one": 500}
    assert store.append([spend(2, 100)]) == [Appended(3)]
    assert store.balances() == {"wallet/anna": 400, "house": -1000, "floor/one": 600}
    assert store.append([spend(3, 901)]) == [Overdrawn("wallet/anna")], "even if it is filled"


def test_the_newest_snapshot_is_kept(opened: Opened) -> None:
    store = _store(opened)
    assert store.snapshot("one") is None
    store.save_snapshot("one", StoredSnapshot(5, b"five"))
    store.save_snapshot("one", StoredSnapshot(9, b"nine"))
    assert opened().snapshot("one") == StoredSnapshot(9, b"nine")


def test_a_table_that_does_not_exist_is_a_sentence(opened: Opened) -> None:
    store = _store(opened)
    with pytest.raises(BadInput, match="no table 'three'"):
        store.append([Append("three", 0, "a", 0, (b"x",))])


def test_an_address_that_is_none_is_a_sentence() -> None:
    with pytest.raises(BadInput, match="sqlite:///PATH or postgresql://"):
        open_store("mysql://nowhere")
