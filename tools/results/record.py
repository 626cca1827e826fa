"""The card tallies stored next to the results page, so that nobody has to count them twice.

A tally is keyed by the ways' content and the wheel's rank. Not the page, nor the counting.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.odds.counting import Role, Tally
from paigow.ranks.poker import Order

__all__ = ["BEST", "Record"]

SCHEMA: Final = "paigow/results/1"
BEST: Final = "best"


@dataclass(frozen=True, slots=True)
class Row:
    """One tally: who sets how, against which way, on which side."""

    hero: str
    opponent: str
    role: str
    wheel: str
    way: str
    """The fingerprint of the opponent's way: a way against itself or best play against it."""
    win: int
    push: int
    lose: int
    low_copies: int | None
    high_copies: int | None
    both_copies: int | None

    @property
    def key(self) -> tuple[str, ...]:
        return self.hero, self.role, self.wheel, self.way

    @property
    def tally(self) -> Tally:
        return Tally(
            self.win, self.push, self.lose, self.low_copies, self.high_copies, self.both_copies, zero_lows=0
        )


@dataclass(slots=True)
class Record:
    """Tallies by their subject, written to the file whenever one is added."""

    file: Path | None = None
    rows: dict[tuple[str, ...], Row] = field(default_factory=dict)

    @classmethod
    def load(cls, file: Path | None) -> Record:
        """What the file contains; empty if there is none yet."""
        if file is None or not file.exists():
            return cls(file)
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            rows = [Row(**row) for row in content["tallies"]]
        except (OSError, ValueError, KeyError, TypeError) as fault:
            raise BadInput(
                f"{file} is no record of results: {fault}", allowed="remove it to count afresh"
            ) from fault
        return cls(file, {row.key: row for row in rows})

    def tally(
        self,
        hero: str,
        opponent: tuple[str, HouseWay],
        role: Role,
        wheel: Order,
        count: Callable[[], Tally | None],
    ) -> Tally | None:
        """The tally on record, or counted now; None if it is neither."""
        from paigow.houseways.cache import fingerprint

        name, way = opponent
        key = (hero, role.value, wheel.value, fingerprint(way, wheel))
        if key not in self.rows:
            found = count()
            if found is None:
                return None
            counts = {field: number for field, number in asdict(found).items() if field != "zero_lows"}
            self.rows[key] = Row(hero, name, role.value, wheel.value, key[-1], **counts)
            self._save(self.rows.values())
        return self.rows[key].tally

    def _save(self, rows: Iterable[Row]) -> None:
        if self.file is not None:
            ordered = sorted(rows, key=lambda row: (row.wheel, row.opponent, row.hero, row.role))
            content = {"schema": SCHEMA, "tallies": [asdict(row) for row in ordered]}
            self.file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
