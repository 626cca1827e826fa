"""Rounds that the dealer brings to a step, with Anna at position 1 and Bob at 2. Not what is tested there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import Chance, DealerContext, seed_from
from paigow.table.autoplay.self_play import next_act
from paigow.table.bets.betting import PlaceWager
from paigow.table.house.seating import BuyIn, FillTray, Sit
from paigow.table.state import Step, Table
from tests.table.banks import after

__all__ = ["CHANCE", "CHIPS", "SEATS", "betting", "going_on", "seated"]

CHANCE: Final = Chance(seed_from("rounds of tests"))
SEATS: Final = {"anna": 1, "bob": 2}
CHIPS: Final = 1000_00


def going_on(rules: Rules, table: Table, *steps: Step) -> Table:
    """Let dealer and floor continue to one of the steps; what players don't do is skipped (R61)."""
    while table.step not in steps:
        command = next_act(DealerContext(rules, table, CHANCE, now=max(table.clock, 1), late=True))
        assert command is not None, table.step
        table = after(rules, table, command)
    return table


def seated(rules: Rules) -> Table:
    """An open table with a full tray, and two players with 1,000.00 each."""
    table = after(rules, going_on(rules, Table(), Step.IDLE), FillTray(by="floor", chips=10_000_000))
    for person, position in SEATS.items():
        table = after(rules, table, BuyIn(by=person, chips=CHIPS), Sit(by=person, position=position))
    return table


def betting(rules: Rules, wagers: Mapping[str, int] | None = None) -> Table:
    """The same with wagers on the layout: by default 100.00 from each player."""
    table = going_on(rules, seated(rules), Step.BETS)
    for person, chips in (dict.fromkeys(SEATS, 100_00) if wagers is None else wagers).items():
        table = after(rules, table, PlaceWager(by=person, position=SEATS[person], chips=chips))
    return table
