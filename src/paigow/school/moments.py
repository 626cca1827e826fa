"""Tables as they come up in play: rounds that bots play from a seed, moment by moment."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paigow.school.tasks import Picker
from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import Chance
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import BOT_NAMES, STACKS, open_table, played
from paigow.table.state import Table

_SEATS: Final = {1: "dice", 2: "banker", 4: "house-way", 5: "bonus"}
_ROUNDS: Final = 3


def tables_of(rules: Rules, pick: Picker) -> Iterator[Table]:
    """Every table state of a few rounds, from open bets on: one player banks, others add side wagers."""
    chance = Chance(pick.seed())
    names = {position: BOT_NAMES[position - 1] for position in _SEATS}
    table = open_table(rules, chance, names, rules.wagers["main"].least * STACKS)
    players = {names[position]: PLAYERS[kind] for position, kind in _SEATS.items()}
    for _, _, after in played(rules, table, chance, players, _ROUNDS):
        yield after
