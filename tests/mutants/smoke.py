"""Checks that a mutant still runs: it imports, and every book's table plays a round.

A mutant that fails here breaks more than its rule, so a failing test would prove nothing.
"""

from __future__ import annotations

from typing import Final

__all__ = ["BOOKS", "loads", "plays"]

BOOKS: Final = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")


def loads() -> None:
    """The engine and the four books load, and so do a table's rules by each book's plain example."""
    import paigow.table.engine  # noqa: F401 - that it can be imported is what is asked
    from tests.table.tables import rules_with

    for book in BOOKS:
        rules_with(f"{book}-plain")


def plays() -> None:
    """Two players bet, set the house way and are settled, once in each book."""
    from paigow.table.autoplay.chance import seed_from
    from paigow.table.autoplay.self_play import record
    from tests.table.tables import rules_with

    for book in BOOKS:
        rules = rules_with(f"{book}-plain")
        file = record(rules, "", seed_from("an ordinary round"), ("house-way", "house-way"), 1)
        assert len(file.rounds) == 1, f"no round was finished at the table of {book}"
