"""A submission's choices as plain values, and the amounts that follow from them alone."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["Terms", "payout_limit", "paytable", "vigorish"]

LEAST_LIMIT = 5_000_000
"""$50,000 (MD 13.G(1)(a))."""
QUARTER = 25


@dataclass(frozen=True)
class Terms:
    """The lines of a submission, by their names: `vigorish.method`, `limits.main.minimum`."""

    values: Mapping[str, Any]

    @property
    def book(self) -> str:
        return str(self.values["rulebook"])

    @property
    def is_tiles(self) -> bool:
        return self.book.endswith("tiles")

    @property
    def wheel(self) -> str:
        """MD 6.B(7) fixes it; Rock Island leaves it open (R20)."""
        return str(self.values.get("ranking.wheel", "second"))

    def says(self, name: str, otherwise: Any = False) -> Any:
        return self.values.get(name, otherwise)

    def minimum(self, kind: str) -> int:
        return int(self.values[f"limits.{kind}.minimum"] * 100)

    def maximum(self, kind: str) -> int:
        return int(self.values[f"limits.{kind}.maximum"] * 100)


@cache
def _paytables() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "paytables.toml").read_text())


def paytable(name: str, table: str | None = None) -> dict[str, Any]:
    """Lines and what they pay: `paytable("fortune", "A")`."""
    found: dict[str, Any] = _paytables()[name]
    return found if table is None else found[table]


def vigorish(terms: Terms, won: int) -> int:
    """Five percent of an amount won, in cents, and never more than was won (R11, R14, R81)."""
    method = terms.says("vigorish.method", "to-the-cent")
    if won == 0 or method == "none":
        return 0
    to_the_cent = (won * 5 + 50) // 100
    if terms.book == "rock-island-poker":
        return min(won, max(QUARTER, to_the_cent))
    if method == "to-the-cent":
        return to_the_cent
    quarters = 0
    while quarters * QUARTER * 100 < won * 5:
        quarters += 1
    return min(won, quarters * QUARTER)


def payout_limit(terms: Terms) -> int | None:
    """The most that one hand can be paid on optional wagers: 13.G, or None without a limit (R26).

    (b) is the most that a hand could win with the minimum stake on every wager offered.
    """
    if not terms.says("payout-limit.on"):
        return None
    together: list[int] = []
    for line in ("seven-straight-flush", "royal-match", "seven-straight-flush-joker", "five-aces", "royal"):
        bonus = sum(
            paytable(kind, terms.values[f"{kind}.table"])[line] * terms.minimum(kind)
            for kind in ("fortune", "emperors")
            if terms.says(f"{kind}.offered")
        )
        together.append(bonus + _fixed_progressive(terms, line))
    if terms.says("insurance.offered"):
        together.append(
            paytable("insurance", terms.values["insurance.table"])["nine"] * terms.minimum("insurance")
        )
    return max(LEAST_LIMIT, *together)


def _fixed_progressive(terms: Terms, line: str) -> int:
    """What the Progressive pays on a line from the inventory; shares of a meter are outside the limit."""
    if not terms.says("progressive.offered"):
        return 0
    lines = {"royal-match": "royal", "seven-straight-flush-joker": "seven-straight-flush"}
    pay = paytable("progressive", terms.values["progressive.table"])[lines.get(line, line)]
    return 0 if isinstance(pay, list) else pay * round(terms.values["progressive.wager"] * 100)
