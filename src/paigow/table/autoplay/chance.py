"""Chance for a table, drawn from a seed: orders, dice, places. The same seed and moment give the same draw.

The table itself knows no chance: the dealer fills in the fields of commands that chance decides, and whoever
verifies a round draws them again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from msgspec.structs import replace

from paigow.material.shuffling import between, dice_from, shuffled
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command
from paigow.table.autoplay.acting import Draws
from paigow.table.deal.card_cutting import FEWEST, MOST, CutCards
from paigow.table.deal.card_shuffling import ShuffleCards, UsePreshuffled
from paigow.table.deal.card_start import GenerateStart
from paigow.table.deal.dice import ShakeDice
from paigow.table.deal.shuffling import WashTiles
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.state import CARD_PLACES, Pieces, Table


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


_Draw = Callable[[Rules, Table, Draws], Any]

_DRAWS: Final[Mapping[type[Command], tuple[str, _Draw]]] = {
    WashTiles: ("order", lambda rules, table, chance: chance.order(rules, table)),
    ShuffleCards: ("order", lambda rules, table, chance: chance.order(rules, table)),
    UsePreshuffled: ("order", lambda rules, table, chance: chance.order(rules, table)),
    ShakeDice: ("dice", lambda _rules, table, chance: chance.dice(table)),
    GenerateStart: (
        "number",
        lambda _rules, table, chance: chance.number(table, "start", 1, len(CARD_PLACES)),
    ),
}
CHANCE_FIELDS: Final[Mapping[type[Command], str]] = {kind: field for kind, (field, _) in _DRAWS.items()}
"""The field of each command that no actor chooses."""


def is_drawn(command: Command) -> bool:
    """Whether there is chance in a command: of all cuts, in the dealer's own (R41)."""
    return type(command) in CHANCE_FIELDS or (isinstance(command, CutCards) and command.by == DEALER)


def drawn(rules: Rules, table: Table, command: Command, chance: Draws) -> Command:
    """The same command with what chance gives at this moment in place of what it says."""
    if isinstance(command, CutCards) and is_drawn(command):
        return replace(command, depth=chance.number(table, "cut", FEWEST, MOST))
    found = _DRAWS.get(type(command))
    if found is None:
        return command
    field, draw = found
    return replace(command, **{field: draw(rules, table, chance)})
