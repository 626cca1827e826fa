"""A server in which some commands fail: `python -m tests.server.poisoned --json …`, otherwise `paigow serve`.

Who buys in for a certain sum brings down the engine, or what follows on it, or the store. What the errors say
quotes everything that was at hand, as the worst errors do.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from paigow.cli.application import main
from paigow.server.keeping import laid_out
from paigow.server.tables import host as hosting
from paigow.store.journal import Store
from paigow.table.engine import decide
from paigow.table.house.seating import BuyIn

__all__ = ["IN_ENGINE", "IN_STORE", "WHEN_LAID_OUT"]

IN_ENGINE, WHEN_LAID_OUT, IN_STORE = 66_66, 77_77, 88_88


def _poison() -> None:
    append = Store.append

    def deadly_decide(rules: Any, table: Any, command: Any) -> Any:
        if isinstance(command, BuyIn) and command.chips == IN_ENGINE:
            raise RuntimeError(f"{command} at {table}")
        return decide(rules, table, command)

    def deadly_layout(name: str, course: Any, command: Any, *rest: Any) -> Any:
        made = laid_out(name, course, command, *rest)
        if isinstance(command, BuyIn) and command.chips == WHEN_LAID_OUT:
            raise ValueError(f"{course} after {command}")
        return made

    def deadly_append(self: Store, batches: Sequence[Any]) -> Any:
        if any(f'"chips":{IN_STORE}'.encode() in getattr(batch, "body", b"") for batch in batches):
            raise OSError(f"failing rows: {batches}")
        return append(self, batches)

    hosting.decide, hosting.laid_out = deadly_decide, deadly_layout  # type: ignore[assignment, attr-defined]
    Store.append = deadly_append  # type: ignore[method-assign]


if __name__ == "__main__":
    _poison()
    sys.argv[1:1] = ["serve"]
    main()
