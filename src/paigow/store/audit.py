"""An audit of a store: every chain and sum, every command judged and every round added up again.

It changes nothing. A finding names the table and the version at which things stop being as they should.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from paigow.faults import BadInput
from paigow.store.database import ReadOnlySnapshot
from paigow.store.findings import Finding, audit_floor, guarded, people_listed, table_names
from paigow.store.journal import Lines, Store, commands_of, entries_of
from paigow.store.records import GENESIS, CommandRecord, Entry, TableRecord, genesis, link
from paigow.store.rounds import DerivedRows
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.engine import decide, evolve
from paigow.table.records.codec import decode_command, decode_event, encode, plain
from paigow.table.refusals import Refused
from paigow.table.state import Table

RulesOf = Callable[[TableRecord], Rules]
Progress = Callable[[str, int], None]


def audit(
    store: Store, rules: RulesOf, progress: Progress = lambda _table, _version: None
) -> Iterator[Finding]:
    """Everything that is wrong with a store, table by table, then what tables share: all as of one moment."""
    with store.database.reading() as moment:
        for damage in store.database.damage(moment):
            yield Finding(*damage)
        still = Store(ReadOnlySnapshot(moment))
        names = list[str]()
        yield from guarded("the list of tables", table_names(still, names))
        for name in names:
            yield from audit_table(still, name, rules, progress)
        yield from audit_floor(still)


def audit_table(
    store: Store, name: str, rules: RulesOf, progress: Progress = lambda _table, _version: None
) -> Iterator[Finding]:
    """The first thing wrong with a table's journal; what follows a broken place means nothing."""
    reached = 0

    def so_far(table: str, version: int) -> None:
        nonlocal reached
        reached = version
        progress(table, version)

    try:
        yield from _audit_table(store, name, rules, so_far)
    except Exception as error:  # noqa: BLE001 - damage may look like anything
        yield Finding(name, reached + 1, f"what is kept here cannot be read: {type(error).__name__}")


def _audit_table(store: Store, name: str, rules: RulesOf, progress: Progress) -> Iterator[Finding]:
    sql = "SELECT id, submission, settings, created_at FROM tables WHERE id = ?"
    record = TableRecord(*store.database.rows(sql, name)[0])
    sql = "SELECT version, chain, genesis, undated FROM heads WHERE table_id = ?"
    heads = store.database.rows(sql, name)
    if not heads:
        yield Finding(name, 0, "where the journal ends is not kept")
        return
    [(version, chain, begins, undated)] = heads
    if begins is not None and begins != genesis(record):
        yield Finding(name, 0, "the table's submission, settings or date are not those it was made with")
        return
    # Only tables from before schema 2 have events without a time in the chain.
    if not 0 <= undated <= (version if begins is None else 0):
        yield Finding(name, 0, "how far the chain has no times is not as it was")
        return
    try:
        followed = _Followed(store, name, rules(record), begins or GENESIS, undated)
    except BadInput as fault:
        yield Finding(name, 0, str(fault))
        return
    for entry in entries_of(store, name):
        yield from followed.follow(entry)
        if followed.broken:
            return
        progress(name, followed.reached)
    yield from followed.end(version, chain)


class _Followed:
    """A journal read from its beginning, with all that is kept beside it."""

    def __init__(self, store: Store, name: str, rules: Rules, chain: bytes, undated: int) -> None:
        self.table = Table()
        self.broken = False
        """Whether it makes no sense to read on."""
        self._store = store
        self._name = name
        self._rules = rules
        self._chain = chain
        self._undated = undated
        self._commands = commands_of(store, name)
        self._command = next(self._commands, None)
        self._followed = 0
        self._pending: list[Event] = []
        self._postings = Lines(store, "postings", name)
        self._shared = Lines(store, "floor_postings", name)
        self._line = 0
        self._kept = DerivedRows(store, name, people_listed(store, name))

    @property
    def reached(self) -> int:
        return self.table.version + len(self._pending)

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
        yield from self._over(entry, command)

    def _problem(self, entry: Entry) -> str | None:
        version = self.reached + 1
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
        if posted != self._postings.at(version):
            return "the money that was posted is not the event's"
        command = self._command
        if command is None or not command.first <= version <= command.last or command.id != entry.command:
            return "the event belongs to no command"
        return None

    def _link(self, entry: Entry) -> bytes:
        if entry.version > self._undated:
            return link(self._chain, self._name, entry.version, entry.at, entry.body)
        return _undated_link(self._chain, self._name, entry.version, entry.body)

    def _over(self, entry: Entry, command: CommandRecord) -> Iterator[Finding]:
        """A command is complete."""
        for each in self._pending:
            self.table = evolve(self.table, each)
            self._kept.follow(self.table, each)
        yield from self._kept.problems(self.table, entry.at)
        moved = self._shared.at(entry.version)
        lines, left = [line for line, _, _ in moved], sum(cents for _, _, cents in moved)
        if lines != [*range(len(moved))] or left:
            yield Finding(self._name, entry.version, "what was moved between shared accounts is not whole")
        elif moved:
            theirs = ("house", f"floor/{self._name}", f"wallet/{decode_command(command.body).by}")
            for _, account, _ in moved:
                if account not in theirs and not account.startswith(_METERS):
                    problem = f"{account} was moved by a command that has nothing to do with it"
                    yield Finding(self._name, entry.version, problem)
        self._followed += 1
        self._pending, self._line, self._command = [], 0, next(self._commands, None)

    def end(self, version: int, chain: bytes) -> Iterator[Finding]:
        """Whether that was all."""
        name, table = self._name, self.table
        if self._pending:
            yield Finding(name, table.version + 1, "a command is not complete")
        if (version, chain) != (table.version, self._chain):
            yield Finding(name, table.version, f"the journal should end at version {version}")
        sql = "SELECT count(*) FROM commands WHERE table_id = ?"
        if self._store.database.rows(sql, name) != [(self._followed,)]:
            yield from self._without_events()
        for lines in (self._postings, self._shared):
            if (stray := lines.end()) is not None:
                yield Finding(name, stray, "money was posted without an event")
        if sum(table.balances.values()):
            yield Finding(name, table.version, "the table's accounts do not sum to zero")
        yield from self._kept.left()

    def _without_events(self) -> Iterator[Finding]:
        """Commands that the journal does not lead to."""
        sql = (
            "SELECT commands.command, first_version FROM commands LEFT JOIN journal "
            "ON journal.table_id = commands.table_id AND journal.version = first_version "
            "AND journal.command = commands.command WHERE commands.table_id = ? AND journal.version IS NULL"
        )
        for command, first in self._store.database.rows(sql, self._name):
            yield Finding(self._name, first, f"the command {command} is kept, and no event followed from it")


_METERS = ("floor/meter/", "floor/meters/", "floor/hits/")
"""Where the server keeps meters that tables share."""


def _undated_link(previous: bytes, table: str, version: int, body: bytes) -> bytes:
    """As events were chained before schema 2, without the time at which they were kept."""
    return sha256(b"%b\x00%b\x00%d\x00%b" % (previous, table.encode(), version, body)).digest()


def _judged_again(rules: Rules, table: Table, command: CommandRecord, events: list[Event]) -> str | None:
    """Whether the rules still say what was kept."""
    try:
        read = decode_command(command.body)
        if encode(read) != command.body and not _is_whole(command.body, plain(read)):
            return "the command has something in it that it should not have"
        again = decide(rules, table, read)
    except BadInput:
        return "the command cannot be read"
    except Refused as refusal:
        return f"the command would be refused: {refusal.sentence}"
    except Exception as error:  # noqa: BLE001 - what was never judged before may break anything
        return f"the command cannot be judged: {type(error).__name__}"
    if [encode(event) for event in again] != [encode(event) for event in events]:
        return "other events follow from the command than were kept"
    return None


def _is_whole(body: bytes, record: Any) -> bool:
    """Whether the bytes say what the record says and nothing else; a field they lack has its default."""
    said = msgspec.json.decode(body)
    return msgspec.json.encode(said) == body and _is_within(said, record)


def _is_within(said: Any, record: Any) -> bool:
    if isinstance(said, dict):
        return isinstance(record, dict) and all(
            name in record and _is_within(value, record[name]) for name, value in said.items()
        )
    if isinstance(said, list):
        return (
            isinstance(record, list | tuple)
            and len(said) == len(record)
            and all(map(_is_within, said, record))
        )
    return type(said) is type(record) and said == record
