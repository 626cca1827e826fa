"""`paigow serve`, except that some commands fail: `python -m tests.server.poisoned --json …`.

Buying in for a certain amount crashes the engine, or what comes after it, or the store. The error messages
quote everything available, as the worst errors do.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from paigow.cli.application import main
from paigow.server.tables import host
from paigow.server.tables.replica import prepare_append
from paigow.store.journal import Store
from paigow.table.engine import decide
from paigow.table.house.seating import BuyIn

__all__ = ["IN_ENGINE", "IN_STORE", "WHEN_PREPARED"]

IN_ENGINE, WHEN_PREPARED, IN_STORE = 66_66, 77_77, 88_88


def _poison() -> None:
    append = Store.append

    def deadly_decide(rules: Any, table: Any, command: Any) -> Any:
        if isinstance(command, BuyIn) and command.chips == IN_ENGINE:
            raise RuntimeError(f"{command} at {table}")
        return decide(rules, table, command)

    def deadly_prepare(name: str, replica: Any, command: Any, *rest: Any) -> Any:
        made = prepare_append(name, replica, command, *rest)
        if isinstance(command, BuyIn) and command.chips == WHEN_PREPARED:
            raise ValueError(f"{replica} after {command}")
        return made

    def deadly_append(self: Store, batches: Sequence[Any]) -> Any:
        if any(f'"chips":{IN_STORE}'.encode() in getattr(batch, "body", b"") for batch in batches):
            raise OSError(f"failing rows: {batches}")
        return append(self, batches)

    host.decide, host.prepare_append = deadly_decide, deadly_prepare  # type: ignore[assignment, attr-defined]
    Store.append = deadly_append  # type: ignore[method-assign]


if __name__ == "__main__":
    _poison()
    sys.argv[1:1] = ["serve"]
    main()
