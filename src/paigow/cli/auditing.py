"""An audit from the command line: a store opened whatever state it is in, tables audited side by side."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from paigow.faults import BadInput
from paigow.server.tables.seeds import spoiled_seeds
from paigow.store.audit import RulesOf, audit, audit_table
from paigow.store.database import ReadOnlySnapshot
from paigow.store.findings import Finding, audit_floor, guarded, table_names
from paigow.store.journal import Store, open_store

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

WORTH_PROCESSES: Final = 20_000
"""So many events are audited sooner than other processes are started."""
BETWEEN_LOOKS: Final = 0.2

Progress = Callable[[int], None]
"""Told how many more events have been audited."""


def findings_of(
    address: str | None,
    key: bytes | None,
    rules: RulesOf,
    progress: Progress = lambda _events: None,
    processes: int = 1,
) -> list[Finding]:
    """Everything that is wrong with a store; its sealed seeds are opened if the key is given."""
    try:
        store = open_store(address, damaged=True)
    except BadInput as fault:
        return [Finding("floor", 0, str(fault))]
    with closing(store):
        if processes > 1 and _events(store) > WORTH_PROCESSES:
            found = list(_side_by_side(store, address, rules, progress, processes))
        else:
            found = list(audit(store, rules, _advancing(progress)))
        if key is not None:
            found += guarded("the sealed seeds", spoiled_seeds(store.database, key))
    return found


def _events(store: Store) -> int:
    try:
        return sum(version for (version,) in store.database.rows("SELECT version FROM heads"))
    except Exception:  # noqa: BLE001 - the audit will say what is wrong with it
        return 0


def _advancing(progress: Progress) -> Callable[[str, int], None]:
    reached: dict[str, int] = {}

    def advance(table: str, version: int) -> None:
        progress(version - reached.get(table, 0))
        reached[table] = version

    return advance


def _side_by_side(
    store: Store, address: str | None, rules: RulesOf, progress: Progress, processes: int
) -> Iterator[Finding]:
    """Each table as of a moment of its own, by any of several processes; what tables share, as of one."""
    context = multiprocessing.get_context("spawn")
    done: Synchronized[int] = context.Value("q", 0)
    with (
        ProcessPoolExecutor(processes, context, _begin, (address, done)) as pool,
        store.database.reading() as moment,
    ):
        still, names = Store(ReadOnlySnapshot(moment)), list[str]()
        yield from guarded("the list of tables", table_names(still, names))
        audits = [pool.submit(_audited, name, rules) for name in names]
        for damage in store.database.damage(moment):
            yield Finding(*damage)
        yield from audit_floor(still)
        _wait(audits, done, progress)
        for each in audits:
            yield from each.result()


def _wait(audits: list[Future[list[Finding]]], done: Synchronized[int], progress: Progress) -> None:
    told = 0
    while told < done.value or not all(each.done() for each in audits):
        progress(done.value - told)
        told = done.value
        time.sleep(BETWEEN_LOOKS)


_worker: dict[str, Any] = {}
"""What a process of the pool has been given."""


def _begin(address: str | None, done: Synchronized[int]) -> None:
    _worker.update(store=open_store(address, damaged=True), done=done)


def _audited(name: str, rules: RulesOf) -> list[Finding]:
    """One table, by a process of the pool."""
    store, done = _worker["store"], _worker["done"]
    reached = 0

    def advance(_table: str, version: int) -> None:
        nonlocal reached
        if version - reached >= 1_000:
            with done.get_lock():
                done.value += version - reached
            reached = version

    with store.database.reading() as moment:
        return list(audit_table(Store(ReadOnlySnapshot(moment)), name, rules, advance))
