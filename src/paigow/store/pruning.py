"""Prunes old rounds that no person played: a signed note replaces the events between two links.

A run of rounds becomes one row: the versions and rounds it covers, the chain's link before and after it, the
table after it, and the net amounts it moved between shared accounts. So the chain still holds for every
remaining round, and an audit continues from the signed state. It can't re-judge the pruned commands, and
reports how many rounds that affects (R105).
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Final

import msgspec
from msgspec import Struct

from paigow.store.checkpoints import Signer, is_signed_by, moment
from paigow.store.database import Database, Transaction
from paigow.store.journal import Store, rounds_of
from paigow.store.packing import mark_of, packs_after
from paigow.store.records import RoundRecord, link
from paigow.store.rounds import RoundSummary
from paigow.table.deal.commitments import CommitmentPublished
from paigow.table.deal.first_seeds import SeedCommitted
from paigow.table.engine import evolve
from paigow.table.records.codec import decode_event, encode
from paigow.table.state import Table

Nobody = Callable[[str], bool]
"""Whether a name is a bot's, or a command's id shows that no person sent it."""
LONGEST_RUN: Final = 50
"""Rounds pruned per transaction: other writers wait meanwhile."""
_LINE: Final = re.compile(
    r"(paigow pruned 1 \| floor ([0-9a-f]{64}) \| .+) \| ([A-Za-z0-9+/]{85}[AQgw]==)", re.DOTALL
)
_SELECT: Final = (
    "SELECT first_version, last_version, first_round, last_round, rounds, follows, chain, state, moves, at, "
    "note FROM pruned WHERE table_id = ?"
)
_DELETE: Final = (
    "DELETE FROM journal WHERE table_id = ? AND version BETWEEN ? AND ?",
    "DELETE FROM commands WHERE table_id = ? AND first_version BETWEEN ? AND ?",
    "DELETE FROM floor_postings WHERE table_id = ? AND version BETWEEN ? AND ?",
    "DELETE FROM checkpoints WHERE table_id = ? AND version BETWEEN ? AND ?",
    "DELETE FROM rounds WHERE table_id = ? AND last_version BETWEEN ? AND ?",
    "DELETE FROM pruned WHERE table_id = ? AND last_version BETWEEN ? AND ?",
    "DELETE FROM packs WHERE table_id = ? AND last_version BETWEEN ? AND ?",
)
_PERSON: Final = "DELETE FROM round_people WHERE person = ? AND at = ? AND table_id = ? AND round = ?"


class PrunedRun(Struct, frozen=True):
    """Consecutive rounds whose events are gone."""

    first: int
    last: int
    """Versions."""
    first_round: int
    last_round: int
    rounds: int
    follows: bytes
    """The chain's link before the run, and at its end."""
    chain: bytes
    state: bytes
    """The table at its end, its accounts in order, as the list of rounds has it."""
    moves: bytes
    at: int
    note: str = ""

    @property
    def table(self) -> Table:
        return msgspec.json.decode(self.state, type=Table)

    def said(self, floor: str, table: str) -> str:
        """The text that is signed."""
        return (
            f"paigow pruned 1 | floor {floor} | table {table} | versions {self.first} to {self.last}"
            f" | rounds {self.first_round} to {self.last_round}, {self.rounds} in all"
            f" | chain {self.follows.hex()} to {self.chain.hex()} | table {sha256(self.state).hexdigest()}"
            f" | moved {sha256(self.moves).hexdigest()} | {moment(self.at)}"
        )

    def signed(self, signer: Signer, table: str) -> PrunedRun:
        said = self.said(signer.floor, table)
        note = f"{said} | {b64encode(signer.sign_text(said)).decode()}"
        return msgspec.structs.replace(self, note=note)

    def problem(self, table: str, floor: str | None) -> str | None:
        """What is wrong with the note; `floor` is the key of the table's other notes, if there are any."""
        found = _LINE.fullmatch(self.note)
        if found is None:
            return "the note of pruned rounds can't be read"
        said, key, signature = found.groups()
        if said != self.said(key, table) or floor not in (None, key):
            return f"the floor signed something else: {self.note}"
        if not is_signed_by(key, said, b64decode(signature)):
            return "the note of pruned rounds isn't signed by the floor"
        return None


def pruned_runs(database: Database, table: str) -> dict[int, PrunedRun]:
    """The pruned runs of a table, by their first version."""
    runs = (PrunedRun(*row) for row in database.rows(f"{_SELECT} ORDER BY first_version", table))
    return {run.first: run for run in runs}


def pruned_rounds(database: Database) -> int:
    """How many rounds of a store have been pruned in total."""
    return int(database.rows("SELECT CAST(sum(rounds) AS BIGINT) FROM pruned")[0][0] or 0)


class _Run(Struct):
    """Consecutive rounds to prune, and the round after them, which stays."""

    records: list[RoundRecord]
    following: RoundRecord


def prune(store: Store, signer: Signer, table: str, before: int, nobody: Nobody) -> int:
    """Prune unplayed rounds that ended before a time, in milliseconds; return how many."""
    undated = store.database.rows("SELECT undated FROM heads WHERE table_id = ?", table)
    if undated != [(0,)]:
        return 0
    return sum(_prune(store, signer, table, run) for run in list(_runs(store, table, before, nobody)))


def _runs(store: Store, table: str, before: int, nobody: Nobody) -> Iterator[_Run]:
    """A round right after one that people played stays: the previous seed is revealed in it."""
    run, alone_before, expected = list[RoundRecord](), True, 1
    ends = {each.last for each in pruned_runs(store.database, table).values()}
    for record in rounds_of(store, table):
        follows = record.first == expected or record.first - 1 in ends
        alone = follows and record.at < before and _without_people(store, record, nobody)
        prunable = alone and alone_before
        if run and (not prunable or len(run) == LONGEST_RUN or record.first != expected):
            if record.first == expected:
                yield _Run(run, record)
            run = []
        if prunable:
            run.append(record)
        alone_before, expected = alone, record.last + 1
    if len(run) > 1:
        yield _Run(run[:-1], run[-1])


def _without_people(store: Store, record: RoundRecord, nobody: Nobody) -> bool:
    """Whether no person bet in a round or did anything else during it."""
    summary = msgspec.json.decode(record.summary, type=RoundSummary)
    if not all(map(nobody, summary.net)):
        return False
    commands = store.commands(record.table, record.first - 1, record.last - record.first + 1)
    return all(nobody(each.id) for each in commands if each.first <= record.last)


def _prune(store: Store, signer: Signer, table: str, run: _Run) -> int:
    """Prune one run, unless its events don't lead to what follows: then an audit has to report it."""
    first, last = run.records[0], run.following.first - 1
    opens, closes = (
        msgspec.json.decode(each.summary, type=RoundSummary).opens for each in (first, run.following)
    )
    folded = _fold(store, table, opens, last)
    if folded is None or encode(folded.table) != encode(closes):
        return 0
    follows = store.chain_at(table, opens.version)
    found = PrunedRun(
        first.first, last, first.round, run.records[-1].round, len(run.records), follows, folded.chain,
        msgspec.json.encode(closes), b"", max(each.at for each in run.records),
    )  # fmt: skip
    with store.database.writing(long=True) as transaction:
        _write(transaction, signer, table, _joined(store, table, found), run, folded.commitments)
    return len(run.records)


class _Folded(Struct):
    table: Table
    chain: bytes
    commitments: list[str]


def _fold(store: Store, table: str, opens: Table, last: int) -> _Folded | None:
    """The journal from the start of a round to a version; None if its chain is broken there."""
    folded = _Folded(opens, store.chain_at(table, opens.version), [])
    for entry in store.events(table, opens.version, last - opens.version):
        if entry.version != folded.table.version + 1:
            return None
        if link(folded.chain, table, entry.version, entry.at, entry.body) != entry.chain:
            return None
        event = decode_event(entry.body)
        folded.table, folded.chain = evolve(folded.table, event), entry.chain
        if isinstance(event, SeedCommitted | CommitmentPublished):
            folded.commitments.append(event.commitment)
    return folded if folded.table.version == last else None


def _joined(store: Store, table: str, run: PrunedRun) -> PrunedRun:
    """A run merged with the pruned one directly before it, if there is one."""
    earlier = next((e for e in pruned_runs(store.database, table).values() if e.last == run.first - 1), None)
    if earlier is None:
        return run
    return msgspec.structs.replace(
        run,
        first=earlier.first,
        first_round=earlier.first_round,
        rounds=earlier.rounds + run.rounds,
        follows=earlier.follows,
    )


def _write(
    transaction: Transaction,
    signer: Signer,
    table: str,
    pruned: PrunedRun,
    run: _Run,
    commitments: Sequence[str],
) -> None:
    # Locked: nobody packs these rounds meanwhile.
    transaction.hold("heads", ("version",), "table_id", [table])
    sql = "SELECT account, cents FROM floor_postings WHERE table_id = ? AND version BETWEEN ? AND ?"
    sums = Counter[str]()
    for account, cents in transaction.rows(sql, table, pruned.first, pruned.last):
        sums[account] += cents
    moves = sorted((account, cents) for account, cents in sums.items() if cents)
    pruned = msgspec.structs.replace(pruned, moves=msgspec.json.encode(moves)).signed(signer, table)
    transaction.many("DELETE FROM packed_commands WHERE mark = ?", _marks(transaction, table, pruned))
    for statement in _DELETE:
        transaction.many(statement, [(table, pruned.first, pruned.last)])
    people = [
        (person, each.at, table, each.round)
        for each in run.records
        for person in msgspec.json.decode(each.summary, type=RoundSummary).net
    ]
    transaction.many(_PERSON, people)
    transaction.many(
        "DELETE FROM seeds WHERE table_id = ? AND commitment = ?", [(table, each) for each in commitments]
    )
    snapshot = (pruned.last, encode(pruned.table), table, pruned.first, pruned.last - 1)
    sql = "UPDATE snapshots SET version = ?, body = ? WHERE table_id = ? AND version BETWEEN ? AND ?"
    transaction.many(sql, [snapshot])
    transaction.insert("pruned", [(table, *msgspec.structs.astuple(pruned))])
    lines = [(table, pruned.last, line, *move) for line, move in enumerate(moves)]
    if lines:
        transaction.insert("floor_postings", lines)


def _marks(transaction: Transaction, table: str, run: PrunedRun) -> list[tuple[int]]:
    packs = takewhile(lambda pack: pack.last <= run.last, packs_after(transaction, table, run.first - 1))
    return [(mark_of(table, each.id),) for pack in packs for each in pack.unpacked().commands]
