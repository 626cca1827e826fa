"""Which parts of commands are chance, and how they are drawn at a moment. Not where the seed comes from.

Who deals fills them in; who verifies draws them again and compares.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER as THE_DEALER
from paigow.table.acts import Command
from paigow.table.autoplay.acting import Draws
from paigow.table.deal.card_cutting import FEWEST, MOST, CutCards
from paigow.table.deal.card_shuffling import ShuffleCards, UsePreshuffled
from paigow.table.deal.card_start import GenerateStart
from paigow.table.deal.dice import ShakeDice
from paigow.table.deal.shuffling import WashTiles
from paigow.table.places import CARD_PLACES
from paigow.table.state import Table

__all__ = ["CHANCE_FIELDS", "drawn", "is_drawn"]

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
    return type(command) in CHANCE_FIELDS or (isinstance(command, CutCards) and command.by == THE_DEALER)


def drawn(rules: Rules, table: Table, command: Command, chance: Draws) -> Command:
    """The same command with what chance gives at this moment in place of what it says."""
    if isinstance(command, CutCards) and is_drawn(command):
        return replace(command, depth=chance.number(table, "cut", FEWEST, MOST))
    found = _DRAWS.get(type(command))
    if found is None:
        return command
    field, draw = found
    return replace(command, **{field: draw(rules, table, chance)})
