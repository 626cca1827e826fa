"""An audit of a store: checks every chain and sum, and re-judges every command and round.

It is read-only. A finding names the table and the first version that is wrong. A later audit can resume at
the last checkpoint that an earlier one verified. The person who runs it saves that resume point and trusts
the table state in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256

import msgspec
from msgspec import Struct

from paigow.faults import BadInput
from paigow.store.beside_packs import IdSums, KeptBesidePacks, compared_ids, packed_to
from paigow.store.checkpoints import KeptNotes, signed_by
from paigow.store.database import ReadOnlySnapshot
from paigow.store.findings import AuditFinding, audit_floor, guarded, people_listed, table_names
from paigow.store.journal import SharedLines, Store, commands_of, entries_of
from paigow.store.judged import judged_again
from paigow.store.packing import link_at
from paigow.store.pruning import PrunedRun, pruned_runs
from paigow.store.records import GENESIS, CommandRecord, Entry, TableRecord, genesis, link
from paigow.store.rounds import DerivedRows, RunningRound, first_table
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.engine import evolve
from paigow.table.records.codec import decode_command
from paigow.table.state import Table

RulesOf = Callable[[TableRecord], Rules]
AuditProgress = Callable[[str, int], None]
"""Called with a table and the version reached there."""


class Audited(Struct, frozen=True, forbid_unknown_fields=True):
    """A resume point: the last round end of a table that was audited without a finding.

    Everything after it is audited again, so only this record has to be trusted: the table's state there. The
    floor's own signature shows that the journal is still the one that was audited.
    """

    table: str
    opens: Table
    chain: bytes
    checkpoint: str = ""
    """The floor's signed note about this end; empty if it hasn't signed yet, or no round has ended."""
    numbered: int = 0
    """The last round that ended."""
    commands: int = 0
    people: int = 0
    """How many commands were checked, and how many entries in the list of who played which round."""
    reached: int = 0
    reached_chain: bytes = b""
    """The journal's end at that time: it was audited as well, and still has to be there."""
    pruned: int = 0
    """How many rounds of the table had been pruned."""

    @property
    def version(self) -> int:
        return self.opens.version


def audit(
    store: Store,
    rules: RulesOf,
    progress: AuditProgress = lambda _table, _version: None,
    since: Sequence[Audited] = (),
    ended: list[Audited] | None = None,
) -> Iterator[AuditFinding]:
    """Everything wrong with a store, table by table, then what tables share, from one snapshot.

    Tables in `since` are audited from there on; each table's end is added to `ended`.
    """
    with store.database.reading() as moment:
        for damage in store.database.damage(moment):
            yield AuditFinding(*damage)
        still = Store(ReadOnlySnapshot(moment))
        names = list[str]()
        yield from guarded("the list of tables", table_names(still, names))
        yield from removed_tables(names, since)
        tables, trusted = TableAudits(still, rules), {each.table: each for each in since}
        packed = {} if since else packed_to(still)
        for name in names:
            yield from tables.audit(name, trusted.get(name), progress, packed.get(name, 0))
        if ended is not None:
            ended += tables.ended
        yield from compared_ids(still, packed, tables.sums)
        yield from audit_floor(still)


def removed_tables(names: Sequence[str], since: Sequence[Audited]) -> Iterator[AuditFinding]:
    """Tables that an earlier audit saw and that are now missing."""
    for name in sorted({each.table for each in since} - {*names}):
        yield AuditFinding(name, 0, "the table was audited before and is now missing")


class TableAudits:
    """Audits one table after another, from a store's snapshot."""

    def __init__(self, store: Store, rules: RulesOf) -> None:
        self.ended: list[Audited] = []
        """Where the tables without findings ended."""
        self.sums = IdSums()
        """Sums over the ids of packed commands."""
        self._store = store
        self._rules = rules

    @cached_property
    def _listed(self) -> Mapping[str, int]:
        return people_listed(self._store)

    def audit(
        self, name: str, since: Audited | None, progress: AuditProgress, summed_to: int = 0
    ) -> Iterator[AuditFinding]:
        """The first thing wrong with a table's journal. What follows a broken place is meaningless.

        Ids of commands packed up to version `summed_to` are added to the sums.
        """
        reached = 0 if since is None else since.version

        def so_far(table: str, version: int) -> None:
            nonlocal reached
            reached = version
            progress(table, version)

        try:
            yield from self._audit(name, since, so_far, summed_to)
        except BadInput as fault:
            yield AuditFinding(name, reached + 1, str(fault))
        except Exception as error:  # noqa: BLE001 - damage may look like anything
            yield AuditFinding(name, reached + 1, f"stored data can't be read: {type(error).__name__}")

    def _audit(
        self, name: str, since: Audited | None, progress: AuditProgress, summed_to: int
    ) -> Iterator[AuditFinding]:
        sql = "SELECT id, submission, settings, created_at FROM tables WHERE id = ?"
        record = TableRecord(*self._store.database.rows(sql, name)[0])
        sql = "SELECT version, chain, genesis, undated FROM heads WHERE table_id = ?"
        heads = self._store.database.rows(sql, name)
        if not heads:
            yield AuditFinding(name, 0, "the journal's end isn't stored")
            return
        [(version, chain, begins, undated)] = heads
        if begins is not None and begins != genesis(record):
            yield AuditFinding(name, 0, "the table's submission, settings, or date were changed")
            return
        # Only tables from before schema 2 have events whose time isn't in the chain.
        if not 0 <= undated <= (version if begins is None else 0):
            yield AuditFinding(name, 0, "the version up to which the chain has no times was changed")
            return
        runs = pruned_runs(self._store.database, name)
        if since is not None and since.pruned != sum(run.rounds for run in runs.values()):
            # Part of what was audited before is pruned, so what is left is read from the start.
            yield from self._rewritten(since)
            since = None
        start = since or Audited(name, first_table(record.settings), begins or GENESIS)
        try:
            people = self._listed.get(name, 0)
            notes = KeptNotes(self._store.database, name, signed_by(record.settings), start.version)
            packs = KeptBesidePacks(self._store.database, name, start.version, summed_to)
            rules = self._rules(record)
            followed = _Followed(self._store, rules, start, undated, people, runs, notes, packs)
        except BadInput as fault:
            yield AuditFinding(name, 0, str(fault))
            return
        problems = list(followed.begin())
        for entry in () if problems else entries_of(self._store, name, start.version):
            problems += followed.follow(entry)
            if followed.broken:
                break
            progress(name, followed.reached)
        if not followed.broken:
            problems += followed.end(version, chain)
            self.sums = self.sums.plus(packs.sums)
        yield from problems
        if not problems:
            self.ended.append(followed.ended())

    def _rewritten(self, since: Audited) -> Iterator[AuditFinding]:
        """Whether the journal's links differ where an earlier audit ended, if there still are any."""
        for version, chain in ((since.version, since.chain), (since.reached, since.reached_chain)):
            if version and link_at(self._store.database, since.table, version) not in (None, chain):
                yield AuditFinding(since.table, version, "this isn't the journal that was audited before")


class _Followed:
    """Reads a journal from its start, or where an earlier audit ended, with all rows derived from it."""

    def __init__(
        self,
        store: Store,
        rules: Rules,
        start: Audited,
        undated: int,
        people: int,
        runs: Mapping[int, PrunedRun],
        notes: KeptNotes,
        packs: KeptBesidePacks,
    ) -> None:
        self.table = start.opens
        self.reached = start.version
        """The version of the last event processed."""
        self.broken = False
        """Whether reading on makes no sense."""
        self._start = self._last_end = start
        self._store = store
        self._name = start.table
        self._rules = rules
        self._chain = start.chain
        self._undated = undated
        self._commands = commands_of(store, self._name, start.version)
        self._command: CommandRecord | None = None
        self._followed = start.commands
        self._entries: list[Entry] = []
        """The events read of an incomplete command."""
        self._shared = SharedLines(store, self._name, start.version)
        self._notes = notes
        self._packs = packs
        self._runs = {first: run for first, run in runs.items() if first > start.version}
        self._pruned = sum(run.rounds for run in runs.values())
        self._pruned_versions = sum(run.last - run.first + 1 for run in runs.values())
        self._people = people
        self._kept = DerivedRows(
            store,
            self._name,
            start.version,
            RunningRound(start.opens, start.numbered),
            people - start.people,
        )

    def begin(self) -> Iterator[AuditFinding]:
        """Whether the journal still leads to where an earlier audit ended."""
        start = self._start
        problem = None if start.checkpoint == "" else self._notes.begin(start.checkpoint, start.chain)
        for version, chain in ((start.version, start.chain), (start.reached, start.reached_chain)):
            if version and link_at(self._store.database, self._name, version) != chain:
                problem = "this isn't the journal that was audited before"
        if problem is not None:
            self.broken = True
            yield AuditFinding(self._name, start.version, problem)

    def _skip_pruned(self) -> Iterator[AuditFinding]:
        """Skip pruned rounds, if they explain the gap before the next event's version."""
        first = self.reached + 1
        run = None if self._entries else self._runs.get(first)
        if run is None:
            return
        del self._runs[first]
        problem = run.problem(self._name, self._notes.floor)
        moved = [(line, *move) for line, move in enumerate(msgspec.json.decode(run.moves))]
        if problem is None and run.follows != self._chain:
            problem = "pruned rounds don't follow on the journal before them"
        elif problem is None and self._shared.at(run.last) != moved:
            problem = "what pruned rounds moved between shared accounts is not what was signed"
        if problem is not None:
            self.broken = True
            yield AuditFinding(self._name, first, problem)
            return
        self._notes.resume(run.note.split(" | ")[1].removeprefix("floor "))
        self.table, self._chain, self.reached = run.table, run.chain, run.table.version
        self._kept.resume(self.table, run.last_round)
        yield from self._kept.problems(self.table, run.at)

    def follow(self, entry: Entry) -> Sequence[AuditFinding]:
        """Process the next event."""
        if entry.version == self.reached + 1:
            return self._follow(entry)
        found = [*self._skip_pruned()]
        return found if self.broken else [*found, *self._follow(entry)]

    def _follow(self, entry: Entry) -> Sequence[AuditFinding]:
        if self._command is None:
            self._command = next(self._commands, None)
        command = self._command
        problem = self._problem(entry, command)
        self._chain = entry.chain
        if problem is not None or command is None:
            self.broken = True
            return (AuditFinding(self._name, entry.version, problem or "the event has no command"),)
        self._entries.append(entry)
        self.reached = entry.version
        return self._complete(command) if entry.version == command.last else ()

    def _problem(self, entry: Entry, command: CommandRecord | None) -> str | None:
        version = self.reached + 1
        if entry.version != version:
            return f"version {version} is missing"
        if self._link(entry) != entry.chain:
            return "the chain is broken: a byte was changed here"
        if command is None or not command.first <= version <= command.last or command.id != entry.command:
            return "the event has no command"
        return None

    def _complete(self, command: CommandRecord) -> Sequence[AuditFinding]:
        """All events of a command have been read."""
        entries, self._entries = self._entries, []
        judged = judged_again(self._rules, self.table, command, entries)
        if judged.problem is None:
            return self._over(entries[-1], judged.events, command)
        self.broken = True
        return (AuditFinding(self._name, judged.version, judged.problem),)

    def _link(self, entry: Entry) -> bytes:
        if entry.version > self._undated:
            return link(self._chain, self._name, entry.version, entry.at, entry.body)
        return _undated_link(self._chain, self._name, entry.version, entry.body)

    def _over(self, last: Entry, events: Sequence[Event], command: CommandRecord) -> Sequence[AuditFinding]:
        """A command must follow from the rules, and the rows stored with it from its events."""
        table, kept = self.table, self._kept
        for event in events:
            table = evolve(table, event)
            kept.follow(table, event)
        self.table = table
        self._followed += 1
        self._command = None
        found = [*kept.problems(table, last.at)]
        signed = self._notes.follow(table, last.chain, last.at, events)
        found += [AuditFinding(self._name, last.version, problem) for problem in signed]
        if moved := self._shared.at(last.version):
            found += self._moved(moved, last.version, command)
        if kept.opens is table:
            found += self._beside(self._packs.at(table.version))
            # A round's end that is also a command's end: a later audit can resume here.
            note, people = self._notes.last_at(table.version), self._people - kept.people_left
            self._last_end = Audited(
                self._name, table, last.chain, note, kept.numbered, self._followed, people
            )
        return found

    def _beside(self, problems: Iterable[tuple[int, str]]) -> list[AuditFinding]:
        return [AuditFinding(self._name, version, problem) for version, problem in problems]

    def _moved(
        self, moved: Sequence[tuple[int, str, int]], version: int, command: CommandRecord
    ) -> Iterator[AuditFinding]:
        """What is wrong with a command's postings to shared accounts."""
        lines, left = [line for line, _, _ in moved], sum(cents for _, _, cents in moved)
        if lines != [*range(len(moved))] or left:
            yield AuditFinding(self._name, version, "transfers between shared accounts are incomplete")
            return
        theirs = (f"floor/{self._name}", f"wallet/{decode_command(command.body).by}")
        for _, account, _ in moved:
            if account not in theirs and not account.startswith(_METERS) and not _HOUSE.fullmatch(account):
                problem = f"{account} was moved by a command that has nothing to do with it"
                yield AuditFinding(self._name, version, problem)

    def end(self, version: int, chain: bytes) -> Iterator[AuditFinding]:
        """Check that there is nothing left over."""
        name, table = self._name, self.table
        if self._entries:
            yield AuditFinding(name, table.version + 1, "a command is incomplete")
        if (version, chain) != (table.version, self._chain):
            yield AuditFinding(name, table.version, f"the journal should end at version {version}")
        yield from self._whole(version)
        if (stray := self._shared.end()) is not None:
            yield AuditFinding(name, stray, "money was posted without an event")
        if sum(table.balances.values()):
            yield AuditFinding(name, table.version, "the table's accounts don't sum to zero")
        for run in self._runs.values():
            yield AuditFinding(name, run.first, "rounds are marked as pruned that exist, or never did")
        yield from self._kept.left()
        for stray in self._notes.left():
            yield AuditFinding(name, stray, "there is a checkpoint, but no event at its version")

    def ended(self) -> Audited:
        """Where a later audit can resume, if there was no finding."""
        return msgspec.structs.replace(
            self._last_end, reached=self.table.version, reached_chain=self._chain, pruned=self._pruned
        )

    def _whole(self, version: int) -> Iterator[AuditFinding]:
        """Whether packs and rows together are complete and without overlap."""
        rows, name = self._store.database.rows, self._name
        sql = (
            "SELECT CAST(coalesce(sum(commands), 0) AS BIGINT), "
            "CAST(coalesce(sum(last_version - first_version + 1), 0) AS BIGINT) FROM packs WHERE table_id = ?"
        )
        [(commands, events)] = rows(sql, name)
        [(kept,)] = rows("SELECT count(*) FROM commands WHERE table_id = ?", name)
        if kept + commands != self._followed:
            yield from self._without_events()
        [(kept,)] = rows("SELECT count(*) FROM journal WHERE table_id = ?", name)
        if kept + events + self._pruned_versions != version:
            sql = (
                "SELECT version FROM journal JOIN packs ON packs.table_id = journal.table_id "
                "AND version BETWEEN first_version AND last_version WHERE journal.table_id = ? "
                "ORDER BY version LIMIT 1"
            )
            yield AuditFinding(name, max([*rows(sql, name), (0,)])[0], "an event is stored twice")
        yield from self._beside(self._packs.left())

    def _without_events(self) -> Iterator[AuditFinding]:
        """Commands that no event of the journal refers to."""
        sql = (
            "SELECT commands.command, first_version FROM commands LEFT JOIN journal "
            "ON journal.table_id = commands.table_id AND journal.version = first_version "
            "AND journal.command = commands.command WHERE commands.table_id = ? AND journal.version IS NULL"
        )
        for command, first in self._store.database.rows(sql, self._name):
            yield AuditFinding(self._name, first, f"the command {command} is stored, but has no event")


_METERS = ("floor/meter/", "floor/meters/", "floor/hits/")
"""Where the server keeps meters that tables share."""
_HOUSE = re.compile("house(#[1-9][0-9]*)?")
"""The house's accounts, one per process."""


def _undated_link(previous: bytes, table: str, version: int, body: bytes) -> bytes:
    """How events were chained before schema 2, without their time."""
    return sha256(b"%b\x00%b\x00%d\x00%b" % (previous, table.encode(), version, body)).digest()
