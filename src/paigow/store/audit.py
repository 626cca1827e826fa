"""An audit of a store: every chain and sum, every command judged and every round added up again.

It changes nothing. A finding names the table and the version at which things stop being as they should.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from paigow.faults import BadInput
from paigow.store.journal import Store
from paigow.store.records import (
    GENESIS,
    CommandRecord,
    Entry,
    Finished,
    Posting,
    RoundRecord,
    TableRecord,
    link,
)
from paigow.store.results import RoundSoFar
from paigow.table.acts import Event
from paigow.table.engine import decide, evolve
from paigow.table.refusals import Refused
from paigow.table.rules import TableRules
from paigow.table.said.codec import decode_command, decode_event, encode
from paigow.table.state import Table

__all__ = ["Finding", "audit", "audit_floor", "audit_table"]

Rules = Callable[[TableRecord], TableRules]
Progress = Callable[[str, int], None]
_ALL = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is not as it should be, and from which version on."""

    table: str
    version: int
    problem: str


def audit(
    store: Store, rules: Rules, progress: Progress = lambda _table, _version: None
) -> Iterator[Finding]:
    """Everything that is wrong with a store, table by table, then the accounts that tables share."""
    for record in store.tables():
        yield from audit_table(store, record, rules(record), progress)
    yield from audit_floor(store)


def audit_table(
    store: Store, record: TableRecord, rules: TableRules, progress: Progress = lambda _table, _version: None
) -> Iterator[Finding]:
    """The first thing wrong with a table's journal; what follows a broken place means nothing."""
    commands = _commands(store, record.id)
    postings = _postings(store, record.id)
    kept = _Kept(store, record.id)
    table, chain, pending = Table(), GENESIS, list[Event]()
    expected: CommandRecord | None = next(commands, None)
    for entry in _entries(store, record.id):
        problem = _link_problem(record.id, entry, table.version + len(pending) + 1, chain)
        chain = entry.chain
        event = None if problem else _decoded(entry)
        if event is None:
            yield Finding(record.id, entry.version, problem or "the event cannot be read")
            return
        if [(p.account, p.cents) for p in event.postings] != postings.pop(entry.version, []):
            yield Finding(record.id, entry.version, "the money that was posted is not the event's")
            return
        pending.append(event)
        belongs = expected is not None and expected.first <= entry.version <= expected.last
        if expected is None or not belongs or expected.id != entry.command:
            yield Finding(record.id, entry.version, "the event belongs to no command")
            return
        if entry.version == expected.last:
            problem = _judged_again(rules, table, expected, pending)
            if problem:
                yield Finding(record.id, expected.first, problem)
                return
            for each in pending:
                table = evolve(table, each)
                kept.follow(table, each)
            yield from kept.problems(table, entry.at)
            pending, expected = [], next(commands, None)
            progress(record.id, table.version)
    yield from _end_problems(store, record.id, table, chain, pending, postings)
    yield from kept.left()


class _Kept:
    """What is kept besides the journal, to load a table and list its rounds, beside what was played."""

    def __init__(self, store: Store, table: str) -> None:
        self._table = table
        self._rounds = {each.round: each for each in store.last_rounds(table, _ALL)}
        self._people: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
        sql = "SELECT round, person, at FROM round_people WHERE table_id = ?"
        for number, person, at in store.database.rows(sql, table):
            self._people[number].append((person, at))
        self._snapshot = store.snapshot(table)
        self._so_far = RoundSoFar()
        self._over: Finished | None = None

    def follow(self, table: Table, event: Event) -> None:
        self._so_far.take(table, event)
        self._over, self._so_far.ended = self._so_far.ended or self._over, None

    def problems(self, table: Table, at: int) -> Iterator[Finding]:
        """After a command, which was kept at a time."""
        snapshot, over = self._snapshot, self._over
        if snapshot is not None and snapshot.version <= table.version:
            if snapshot.version != table.version or snapshot.body != encode(table):
                yield Finding(self._table, snapshot.version, "the snapshot is not the table at that version")
            self._snapshot = None
        if over is not None:
            self._over = None
            record = RoundRecord(self._table, over.round, over.first, table.version, at, over.summary)
            found = self._rounds.pop(over.round, None)
            people = sorted(self._people.pop(over.round, []))
            if found != record or people != sorted((person, at) for person in over.people):
                problem = f"round {over.round} is not listed as it was played"
                yield Finding(self._table, table.version, problem)

    def left(self) -> Iterator[Finding]:
        """What is kept of something that never was."""
        for number in sorted({*self._rounds, *self._people}):
            yield Finding(self._table, 0, f"round {number} is listed and was not played")
        if self._snapshot is not None:
            yield Finding(self._table, self._snapshot.version, "the snapshot is of a version to come")


def _entries(store: Store, table: str) -> Iterator[Entry]:
    after = 0
    while entries := store.events(table, after):
        yield from entries
        after = entries[-1].version


def _commands(store: Store, table: str) -> Iterator[CommandRecord]:
    after = 0
    while commands := store.commands(table, after):
        yield from commands
        after = commands[-1].first


def _postings(store: Store, table: str) -> dict[int, list[tuple[str, int]]]:
    by_version: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for posting in store.postings(table):
        by_version[posting.version].append((posting.account, posting.cents))
    return dict(by_version)


def _link_problem(table: str, entry: Entry, version: int, chain: bytes) -> str | None:
    if entry.version != version:
        return f"version {version} is missing"
    if link(chain, table, entry.version, entry.body) != entry.chain:
        return "the chain is broken: a byte was changed here"
    return None


def _decoded(entry: Entry) -> Event | None:
    try:
        return decode_event(entry.body)
    except BadInput:
        return None


def _judged_again(rules: TableRules, table: Table, command: CommandRecord, events: list[Event]) -> str | None:
    """Whether the rules still say what was kept."""
    try:
        again = decide(rules, table, decode_command(command.body))
    except BadInput:
        return "the command cannot be read"
    except Refused as refusal:
        return f"the command would be refused: {refusal.sentence}"
    if [encode(event) for event in again] != [encode(event) for event in events]:
        return "other events follow from the command than were kept"
    return None


def _end_problems(
    store: Store,
    name: str,
    table: Table,
    chain: bytes,
    pending: list[Event],
    postings: dict[int, list[tuple[str, int]]],
) -> Iterator[Finding]:
    head = store.head(name)
    if pending:
        yield Finding(name, table.version + 1, "a command is not complete")
    if (head.version, head.chain) != (table.version, chain):
        yield Finding(name, table.version, f"the journal should end at version {head.version}")
    if postings:
        yield Finding(name, min(postings), "money was posted without an event")
    if sum(table.balances.values()):
        yield Finding(name, table.version, "the table's accounts do not sum to nothing")


def audit_floor(store: Store) -> Iterator[Finding]:
    """Whether the shared accounts are what was posted to them, and sum to nothing."""
    sql = "SELECT version, account, cents FROM floor_postings ORDER BY table_id, version, line"
    moved: dict[str, int] = defaultdict(int)
    for row in store.database.rows(sql):
        posting = Posting(*row)
        moved[posting.account] += posting.cents
    kept = store.balances()
    for account in sorted({*moved, *kept}):
        if moved.get(account, 0) != kept.get(account, 0):
            problem = f"{account} holds {kept.get(account, 0)} cents, {moved.get(account, 0)} were posted"
            yield Finding("floor", 0, problem)
    if sum(kept.values()):
        yield Finding("floor", 0, "the shared accounts do not sum to nothing")
