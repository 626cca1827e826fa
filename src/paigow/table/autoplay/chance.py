"""Chance for a table, drawn from a seed: orders, dice, places. The same seed and moment give the same draw.

The table itself knows no chance; whoever deals for it (the automatic dealer, a server, a test) asks here.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from paigow.material.shuffling import between, dice_from, shuffled
from paigow.submissions.rules import Rules
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.state import Pieces, Table

__all__ = ["Chance", "seed_from"]


def seed_from(text: str) -> bytes:
    """A seed of the right length from any words or number."""
    return sha256(text.encode()).digest()


@dataclass(frozen=True, slots=True)
class Chance:
    """Draws labelled by what they are for and by the table's version, so that none is made twice."""

    seed: bytes

    def order(self, rules: Rules, table: Table) -> Pieces:
        """All pieces of the game in some order."""
        return shuffled(self.seed, f"{table.version}/order", ALL_TILES if rules.is_tiles else ALL_CARDS)

    def dice(self, table: Table) -> tuple[int, int, int]:
        return dice_from(self.seed, f"{table.version}/dice").values

    def number(self, table: Table, label: str, first: int, last: int) -> int:
        """A number from first to last."""
        return between(self.seed, f"{table.version}/{label}", first, last)
