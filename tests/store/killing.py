"""A process that stores an evening and is killed: `python -m tests.store.killing ADDRESS`.

It prints each command's id once it is committed, so its killer knows what must be there.
"""

from __future__ import annotations

import sys

from paigow.store.journal import open_store
from tests.store.evenings import appends, evening


def main(address: str) -> None:
    record, _, happened = evening(rounds=1)
    store = open_store(address)
    store.add_table(record)
    done = store.head(record.id).version
    for batch in appends(happened):
        if batch.last > done:
            store.append([batch])
        sys.stdout.write(f"{batch.command}\n")
        sys.stdout.flush()
    store.close()


if __name__ == "__main__":
    main(sys.argv[1])
