"""Kills at steps of packing and archiving: `python -m tests.store.killed_moving ADDRESS DIRECTORY EVERY`.

A child process packs and archives everything possible, and kills itself with SIGKILL at one step: a statement
of a transaction, a commit, a part of the archive's file. Then the store is read, and a line of JSON reports
its state. The next child continues with what was left, and dies one step later, or `EVERY` steps later for a
sample.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from paigow.server.http.tables import rebuild_round
from paigow.store.archiving import DAY, archive_problems, archive_rounds, archives
from paigow.store.audit import audit
from paigow.store.database import Database, Transaction
from paigow.store.journal import Store, open_store
from tests.store.evenings import SIGNER, appends, evening

RECORD, RULES, HAPPENED = evening(rounds=6)
BATCHES = appends(HAPPENED)
LATER = 10 * DAY
Reach = Callable[[str], None]


class _DeadlyTransaction:
    """A transaction in which every statement is a step."""

    def __init__(self, transaction: Transaction, reach: Reach) -> None:
        self._transaction = transaction
        self._reach = reach

    def __getattr__(self, name: str) -> Any:
        self._reach(f"statement {name}")
        return getattr(self._transaction, name)


class _DeadlyDatabase:
    """A database whose transactions are full of steps, including the commit."""

    def __init__(self, database: Database, reach: Reach) -> None:
        self._database = database
        self._reach = reach

    def __getattr__(self, name: str) -> Any:
        return getattr(self._database, name)

    @contextmanager
    def writing(self, *, long: bool = False) -> Iterator[_DeadlyTransaction]:
        with self._database.writing(long=long) as transaction:
            yield _DeadlyTransaction(transaction, self._reach)
            self._reach("before a commit")
        self._reach("after a commit")


def _stepping(function: Callable[..., Any], reach: Reach, name: str) -> Callable[..., Any]:
    def stepped(*given: Any, **named: Any) -> Any:
        reach(f"before {name}")
        done = function(*given, **named)
        reach(f"after {name}")
        return done

    return stepped


def _move(address: str, directory: Path, last: int, told: int) -> NoReturn:
    """Pack and archive everything, and die at a step; the child's whole life."""
    steps = count(1)

    def reach(step: str) -> None:
        if next(steps) == last:
            os.write(told, step.encode())
            os.kill(os.getpid(), signal.SIGKILL)

    zipfile.ZipFile.writestr = _stepping(zipfile.ZipFile.writestr, reach, "a part of a file")  # type: ignore[method-assign]
    Path.replace = _stepping(Path.replace, reach, "a file's name")  # type: ignore[method-assign]
    store = Store(_DeadlyDatabase(open_store(address).database, reach))
    archive_rounds(store, SIGNER, directory, LATER)
    os._exit(0)


def _killed_at(address: str, directory: Path, last: int) -> str | None:
    """Where a child died; None if it finished."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        _move(address, directory, last, write)
    os.close(write)
    with os.fdopen(read) as said:
        step = said.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL:
        return step
    if status:
        raise AssertionError(f"a child ended with {status} and not by its kill")
    return None


def _state(address: str) -> dict[str, Any]:
    """A hash of everything a reader finds, and how far the rounds have moved."""
    store = open_store(address)
    try:
        answers = [store.kept_as("evening", batch.command) for batch in BATCHES]
        rounds = store.last_rounds("evening", 100)
        found = (
            [
                (each.version, each.command, each.at, each.body, each.chain)
                for each in store.events("evening")
            ],
            [(each.id, each.first, each.last, each.body) for each in store.commands("evening")],
            [rebuild_round(store, each) for each in rounds],
            answers,
            store.balances(),
        )
        [(packs,)] = store.database.rows("SELECT count(*) FROM packs WHERE archived = ''")
        problems = [p for each in archives(store.database) for p in archive_problems(Path(each.file))]
        return {
            "read": sha256(repr(found).encode()).hexdigest(),
            "findings": [str(each) for each in audit(store, lambda _record: RULES)] + problems,
            "packs": packs,
            "archives": len(archives(store.database)),
        }
    finally:
        store.close()


def main(address: str, directory: Path, every: int) -> None:
    store = open_store(address)
    store.add_table(RECORD)
    store.append(BATCHES)
    store.close()
    before = _state(address)
    _say({"step": "", **before})
    last = 1
    while (step := _killed_at(address, directory, last)) is not None:
        after = _state(address)
        _say({"step": step, **after})
        moved = (after["packs"], after["archives"]) != (before["packs"], before["archives"])
        before, last = after, 1 if moved else last + every
    _say({"step": "end", **_state(address)})


def _say(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
