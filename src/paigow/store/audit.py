"""An audit of a store: every chain and sum, every command judged and every round added up again.

It changes nothing. A finding names the table and the version at which things stop being as they should.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from hashlib import sha256

from paigow.faults import BadInput
from paigow.store.database import AsOf
from paigow.store.findings import Finding, audit_floor
from paigow.store.journal import Store
from paigow.store.records import (
    GENESIS,
    CommandRecord,
    Entry,
    Finished,
    RoundRecord,
    TableRecord,
    genesis,
    link,
)
from paigow.store.results import RoundSoFar
from paigow.table.acts import Event
from paigow.table.deal.sealing import SeedCommitted
from paigow.table.engine import decide, evolve
from paigow.table.refusals import Refused
from paigow.table.rules import TableRules
from paigow.table.said.codec import decode_command, decode_event, encode
from paigow.table.state import Table

__all__ = ["Finding", "audit", "audit_floor", "audit_table"]

Rules = Callable[[TableRecord], TableRules]
Progress = Callable[[str, int], None]
Lines = dict[int, list[tuple[int, str, int]]]
"""What was posted at a version: the number of the line, the account, the cents."""
_ALL = 2**31 - 1


def audit(
    store: Store, rules: Rules, progress: Progress = lambda _table, _version: None
) -> Iterator[Finding]:
    """Everything that is wrong with a store, table by table, then what tables share: all as of one moment."""
    with store.database.reading() as moment:
        still = Store(AsOf(moment))
        for record in still.tables():
            yield from audit_table(still, record, rules, progress)
        yield from audit_floor(still)


def audit_table(
    store: Store, record: TableRecord, rules: Rules, progress: Progress = lambda _table, _version: None
) -> Iterator[Finding]:
    """The first thing wrong with a table's journal; what follows a broken place means nothing."""
    sql = "SELECT version, chain, genesis, undated FROM heads WHERE table_id = ?"
    heads = store.database.rows(sql, record.id)
    if not heads:
        yield Finding(record.id, 0, "where the journal ends is not kept")
        return
    [(version, chain, begins, undated)] = heads
    if begins is not None and begins != genesis(record):
        yield Finding(record.id, 0, "the table's submission, settings or date are not those it was made with")
        return
    try:
        followed = _Followed(store, record.id, rules(record), begins or GENESIS, undated)
    except BadInput as fault:
        yield Finding(record.id, 0, str(fault))
        return
    for entry in _entries(store, record.id):
        found = list(followed.follow(entry))
        yield from found
        if followed.broken:
            return
        progress(record.id, followed.table.version)
    yield from followed.end(version, chain)


class _Followed:
    """A journal read from its beginning, with all that is kept beside it."""

    def __init__(self, store: Store, name: str, rules: TableRules, chain: bytes, undated: int) -> None:
        self.table = Table()
        self.broken = False
        """Whether it makes no sense to read on."""
        self._name = name
        self._rules = rules
        self._chain = chain
        self._undated = undated
        self._commands = _commands(store, name)
        self._command = next(self._commands, None)
        self._pending: list[Event] = []
        self._postings = _lines(store, "postings", name)
        self._shared = _lines(store, "floor_postings", name)
        self._line = 0
        self._kept = _Kept(store, name)

    def follow(self, entry: Entry) -> Iterator[Finding]:
        """Take up the next event."""
        problem = self._problem(entry)
        self._chain = entry.chain
        if problem is not None:
            self.broken = True
            yield Finding(self._name, entry.version, problem)
            return
        command = self._command
        assert command is not None
        if entry.version != command.last:
            return
        problem = _judged_again(self._rules, self.table, command, self._pending)
        if problem is not None:
            self.broken = True
            yield Finding(self._name, command.first, problem)
            return
        yield from self._over(entry)

    def _problem(self, entry: Entry) -> str | None:
        version = self.table.version + len(self._pending) + 1
        if entry.version != version:
            return f"version {version} is missing"
        if self._link(entry) != entry.chain:
            return "the chain is broken: a byte was changed here"
        try:
            event = decode_event(entry.body)
        except BadInput:
            return "the event cannot be read"
        self._pending.append(event)
        posted = [
            (line, each.account, each.cents) for line, each in enumerate(event.postings, start=self._line)
        ]
        self._line += len(posted)
        if posted != self._postings.pop(version, []):
            return "the money that was posted is not the event's"
        command = self._command
        if command is None or not command.first <= version <= command.last or command.id != entry.command:
            return "the event belongs to no command"
        return None

    def _link(self, entry: Entry) -> bytes:
        if entry.version > self._undated:
            return link(self._chain, self._name, entry.version, entry.at, entry.body)
        return _undated_link(self._chain, self._name, entry.version, entry.body)

    def _over(self, entry: Entry) -> Iterator[Finding]:
        """A command is complete."""
        for each in self._pending:
            self.table = evolve(self.table, each)
            self._kept.follow(self.table, each)
        yield from self._kept.problems(self.table, entry.at)
        moved = self._shared.pop(entry.version, [])
        lines, left = [line for line, _, _ in moved], sum(cents for _, _, cents in moved)
        if lines != [*range(len(moved))] or left:
            yield Finding(self._name, entry.version, "what was moved between shared accounts is not whole")
        self._pending, self._line, self._command = [], 0, next(self._commands, None)

    def end(self, version: int, chain: bytes) -> Iterator[Finding]:
        """Whether that was all."""
        name, table = self._name, self.table
        if self._pending:
            yield Finding(name, table.version + 1, "a command is not complete")
        if (version, chain) != (table.version, self._chain):
            yield Finding(name, table.version, f"the journal should end at version {version}")
        elif self._command is not None:
            yield Finding(name, self._command.first, "a command is kept that no event followed from")
        for lines in (self._postings, self._shared):
            if lines:
                yield Finding(name, min(lines), "money was posted without an event")
        if sum(table.balances.values()):
            yield Finding(name, table.version, "the table's accounts do not sum to nothing")
        yield from self._kept.left()


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
        sql = "SELECT commitment FROM seeds WHERE table_id = ?"
        self._seeds = {commitment for (commitment,) in store.database.rows(sql, table)}
        self._so_far = RoundSoFar()
        self._over: Finished | None = None
        self._missing: str | None = None

    def follow(self, table: Table, event: Event) -> None:
        self._so_far.take(table, event)
        if isinstance(event, SeedCommitted) and event.commitment not in self._seeds:
            self._missing = event.commitment
        self._over, self._so_far.ended = self._so_far.ended or self._over, None

    def problems(self, table: Table, at: int) -> Iterator[Finding]:
        """After a command, which was kept at a time."""
        snapshot, over = self._snapshot, self._over
        if self._missing is not None:
            yield Finding(self._table, table.version, f"the seed of {self._missing[:12]}… is not kept")
            self._missing = None
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


def _lines(store: Store, name: str, table: str) -> Lines:
    by_version: Lines = defaultdict(list)
    sql = f"SELECT version, line, account, cents FROM {name} WHERE table_id = ? ORDER BY version, line"  # noqa: S608 - our own names
    for version, line, account, cents in store.database.rows(sql, table):
        by_version[version].append((line, account, cents))
    return dict(by_version)


def _undated_link(previous: bytes, table: str, version: int, body: bytes) -> bytes:
    """As events were chained before schema 2, without the time at which they were kept."""
    return sha256(b"%b\x00%b\x00%d\x00%b" % (previous, table.encode(), version, body)).digest()


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
