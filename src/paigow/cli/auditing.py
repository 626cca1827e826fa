"""An audit from the command line: open a store in any state, audit tables in parallel."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from paigow.faults import BadInput
from paigow.server.keys import derived_key
from paigow.server.tables.seeds import spoiled_seeds
from paigow.store.archiving import archives
from paigow.store.audit import Audited, RulesOf, TableAudits, audit, removed_tables
from paigow.store.beside_packs import IdSums, compared_ids, packed_to
from paigow.store.checkpoints import Signer, notes_of
from paigow.store.database import ReadOnlySnapshot
from paigow.store.findings import AuditFinding, audit_floor, guarded, table_names
from paigow.store.journal import Store, open_store
from paigow.store.whole_file import whole_file

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

WORTH_PROCESSES: Final = 20_000
"""Below this many events, auditing is faster than starting other processes."""
BETWEEN_LOOKS: Final = 0.2

EventsProgress = Callable[[int], None]
"""Called with the number of events audited since the last call."""


def findings_of(
    address: str | None,
    key: bytes | None,
    rules: RulesOf,
    progress: EventsProgress = lambda _events: None,
    processes: int = 1,
    since: Sequence[Audited] = (),
    ended: list[Audited] | None = None,
) -> list[AuditFinding]:
    """Everything wrong with a store. With the key, sealed seeds are opened too.

    Tables in `since` are audited from there on; each table's end is added to `ended`.
    """
    ended = [] if ended is None else ended
    try:
        store = open_store(address, damaged=True)
    except BadInput as fault:
        return [AuditFinding("floor", 0, str(fault))]
    with closing(store):
        if processes > 1 and _events(store) - sum(each.version for each in since) > WORTH_PROCESSES:
            pool = _AuditPool(address, rules, processes)
            found = list(pool.audit(store, progress, since, ended))
        else:
            found = list(audit(store, rules, _advancing(progress), since, ended))
        if key is not None:
            found += guarded("the checkpoints", _foreign_notes(store, key, since))
            found += guarded("the sealed seeds", spoiled_seeds(store.database, key))
    return found


def _foreign_notes(store: Store, key: bytes, since: Sequence[Audited]) -> Iterator[AuditFinding]:
    """Tables with checkpoints signed by another key. An audit checks that all of a table's share one key."""
    own = Signer(derived_key(key, "checkpoints")).floor
    first = [
        (table.id, *note) for table in store.tables() for note in notes_of(store.database, table.id, 0, 1)
    ]
    trusted = [(each.table, each.version, each.checkpoint) for each in since if each.checkpoint]
    for table, version, note in (*first, *trusted):
        if f"| floor {own} |" not in note:
            yield AuditFinding(table, version, "its checkpoint isn't signed with this floor's key")
    for archive in archives(store.database):
        if f"| floor {own} |" not in archive.note:
            yield AuditFinding("floor", 0, f"the archive {archive.day} isn't signed with this floor's key")


def audited_before(file: Path | None) -> list[Audited]:
    """The resume points an earlier audit wrote to a file; empty if the file doesn't exist yet."""
    if file is None or not file.exists():
        return []
    if not file.is_file():
        raise BadInput(
            f"{file} is not a file", where="--since", allowed="name a file that an audit wrote, or a new one"
        )
    try:
        return msgspec.json.decode(file.read_bytes(), type=list[Audited])
    except (OSError, msgspec.MsgspecError) as error:
        allowed = "delete it to audit from the start"
        problem = f"{file} wasn't written by this version of paigow audit"
        raise BadInput(problem, where=str(error), allowed=allowed) from error


def keep_audited(file: Path | None, before: Sequence[Audited], ended: Sequence[Audited]) -> None:
    """Write where an audit ended. A table with a finding starts again from where it started this time."""
    if file is None:
        return
    kept = {each.table: each for each in (*before, *ended)}
    with whole_file(file) as part:
        part.write_bytes(msgspec.json.format(msgspec.json.encode(list(kept.values())), indent=1))


def _events(store: Store) -> int:
    try:
        return sum(version for (version,) in store.database.rows("SELECT version FROM heads"))
    except Exception:  # noqa: BLE001 - the audit will say what is wrong with it
        return 0


def _advancing(progress: EventsProgress) -> Callable[[str, int], None]:
    reached: dict[str, int] = {}

    def advance(table: str, version: int) -> None:
        progress(version - reached.get(table, 0))
        reached[table] = version

    return advance


class _AuditPool:
    """Processes that audit tables in parallel."""

    def __init__(self, address: str | None, rules: RulesOf, processes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._done: Synchronized[int] = context.Value("q", 0)
        self._pool = ProcessPoolExecutor(processes, context, _begin, (address, rules, self._done))

    def audit(
        self, store: Store, progress: EventsProgress, since: Sequence[Audited], ended: list[Audited]
    ) -> Iterator[AuditFinding]:
        """Each process audits its own snapshot; what tables share is audited from a single one."""
        with self._pool, store.database.reading() as moment:
            still, names = Store(ReadOnlySnapshot(moment)), list[str]()
            yield from guarded("the list of tables", table_names(still, names))
            yield from removed_tables(names, since)
            trusted = {each.table: each for each in since}
            packed = {} if since else packed_to(still)
            audits = [
                self._pool.submit(_audited, name, trusted.get(name), packed.get(name, 0)) for name in names
            ]
            for damage in store.database.damage(moment):
                yield AuditFinding(*damage)
            yield from audit_floor(still)
            self._wait(audits, progress)
            sums = IdSums()
            for each in audits:
                found, reached, summed = each.result()
                ended += reached
                sums = sums.plus(summed)
                yield from found
            yield from compared_ids(still, packed, sums)

    def _wait(self, audits: Sequence[Future[_WorkerResult]], progress: EventsProgress) -> None:
        told, done = 0, self._done
        while told < done.value or not all(each.done() for each in audits):
            progress(done.value - told)
            told = done.value
            time.sleep(BETWEEN_LOOKS)


_WorkerResult = tuple[list[AuditFinding], list[Audited], IdSums]
_worker: dict[str, Any] = {}
"""The initial state of a pool process."""


def _begin(address: str | None, rules: RulesOf, done: Synchronized[int]) -> None:
    moments = ExitStack()
    moment = moments.enter_context(open_store(address, damaged=True).database.reading())
    _worker.update(tables=TableAudits(Store(ReadOnlySnapshot(moment)), rules), done=done, moments=moments)


def _audited(name: str, since: Audited | None, summed_to: int) -> _WorkerResult:
    """One table, audited by a pool process."""
    tables, done = _worker["tables"], _worker["done"]
    reached = 0 if since is None else since.version

    def advance(_table: str, version: int) -> None:
        nonlocal reached
        if version - reached >= 1_000:
            with done.get_lock():
                done.value += version - reached
            reached = version

    found = list(tables.audit(name, since, advance, summed_to))
    ended, tables.ended = tables.ended, []
    sums, tables.sums = tables.sums, IdSums()
    return found, ended, sums
