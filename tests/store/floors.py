"""Floors of any size, made from one evening: the same rounds at many tables, each with a chain of its own.

`python -m tests.store.floors ROUNDS ADDRESS PROCESSES` makes one, audits it, and says how long each took.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterator
from contextlib import closing

import msgspec

from paigow.cli.auditing import findings_of
from paigow.cli.store import _rules
from paigow.store.journal import Store, open_store
from paigow.store.records import Append, TableRecord
from tests.store.evenings import appends, evening

__all__ = ["make_floor"]

ROUNDS_EACH = 200
GROUP = 500


def make_floor(store: Store, rounds: int, each: int = ROUNDS_EACH) -> int:
    """Fill a store with tables of so many rounds each; gives how many events there are."""
    record, _, happened = evening(rounds=each)
    batches = appends(happened)
    events = 0
    for number in range(max(1, rounds // each)):
        name = f"table-{number}"
        store.add_table(TableRecord(name, record.submission, record.settings, number))
        for group in _groups(batches, name):
            store.append(group)
        events += batches[-1].last
    return events


def _groups(batches: list[Append], name: str) -> Iterator[list[Append]]:
    for start in range(0, len(batches), GROUP):
        yield [
            msgspec.structs.replace(
                batch,
                table=name,
                floor=tuple(
                    (account.replace("floor/evening", f"floor/{name}"), cents)
                    for account, cents in batch.floor
                ),
            )
            for batch in batches[start : start + GROUP]
        ]


def _main(rounds: int, address: str, processes: int) -> None:
    start = time.monotonic()
    with closing(open_store(address)) as store:
        events = make_floor(store, rounds)
    made = time.monotonic() - start
    start = time.monotonic()
    open_store(address).close()
    opened = time.monotonic() - start
    start = time.monotonic()
    found = findings_of(address, None, _rules, processes=processes)
    audited = time.monotonic() - start
    memory = max(
        resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    sys.stdout.write(
        f"{rounds} rounds, {events} events: made in {made:.1f} s, opened in {opened:.2f} s, "
        f"audited in {audited:.1f} s by {processes} processes ({len(found)} findings), {memory // 1024} MB\n"
    )


if __name__ == "__main__":
    _main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
