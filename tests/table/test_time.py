"""Time is evidence (R88): "no more bets" carries it, self-play has its own clock, none runs backward."""

from __future__ import annotations

from itertools import pairwise

import pytest

from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import Chance, DealerContext, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import BOT_NAMES, next_act, next_command, open_table, played
from paigow.table.bets.betting import CallNoMoreBets, NoMoreBets
from paigow.table.engine import decide, evolve
from paigow.table.house.card_opening import ChangeDecks
from paigow.table.house.equipment import PlaceDice
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table, Wager, changed
from paigow.table.visibility.due_context import OPENED, simulated_time
from paigow.table.visibility.legal import legal
from paigow.wagers.wager import MAIN
from tests.rules import rule
from tests.table.tables import FROM_HAND, rules_with

HOUR = 3600
TABLES = ("commission-tiles-full", "colorado-tiles-full", "maryland-poker-full", "rock-island-poker-full")
CHANCE = Chance(seed_from("time"))


def _betting(rules: Rules) -> Table:
    """Anna's wager is down, and bets are open."""
    table = open_table(rules, CHANCE, {1: "anna"}, 100_000)
    while table.step is not Step.BETS:
        command = next_act(DealerContext(rules, table, CHANCE, late=True))
        assert command is not None
        for event in decide(rules, table, command):
            table = evolve(table, event)
    return changed(table, wagers=(Wager("anna", 1, MAIN, rules.wagers["main"].least),))


@rule("R88", "R59", "commission-tiles 3(c)", "colorado-tiles 30-2604(3)", "maryland-poker 3.C")
@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("at", [0, -1])
def test_no_more_bets_without_a_time_is_refused(name: str, at: int) -> None:
    rules = rules_with(name)
    table = _betting(rules)
    with pytest.raises(Refused) as caught:
        decide(rules, table, CallNoMoreBets(by="dealer", at=at))
    assert caught.value.reason is Reason.NOT_AS_REQUIRED
    assert "R88" in caught.value.cites
    calls = [option for option in legal(rules, table, "dealer") if isinstance(option.command, CallNoMoreBets)]
    assert [option.command.at > 0 for option in calls if isinstance(option.command, CallNoMoreBets)] == [True]


@rule("R88")
@pytest.mark.parametrize("name", TABLES)
def test_a_call_told_late_closes_the_bets_no_earlier_than_the_table_knows(name: str) -> None:
    rules = rules_with(name)
    table = _betting(rules)
    closed, *_ = decide(rules, table, CallNoMoreBets(by="dealer", at=table.clock - 1))
    assert isinstance(closed, NoMoreBets)
    assert closed.at == table.clock


@rule("R88")
@pytest.mark.parametrize("name", TABLES)
def test_the_clock_of_self_play_moves_on_believably(name: str) -> None:
    rules = rules_with(name)
    table = open_table(rules, CHANCE, dict(enumerate(BOT_NAMES, start=1)), 10_000_000)
    players = dict.fromkeys(BOT_NAMES, PLAYERS["house-way"])
    happened = [event for _, events, _ in played(rules, table, CHANCE, players, 6) for event in events]
    times = [event.at for event in happened if isinstance(event, NoMoreBets)]
    assert len(times) == 6
    assert table.clock >= OPENED
    # A minute to six minutes from one call to the next: ten to sixty rounds an hour.
    assert all(60 <= later - earlier <= 360 for earlier, later in pairwise(times))


@rule("R88", "R59", "commission-tiles 3(c)")
def test_self_play_changes_dice_that_its_clock_has_made_old() -> None:
    rules = rules_with("commission-tiles-full")
    table = _betting(rules)
    placed = table.between.dice_placed_at
    assert placed is not None
    events = (placed + 24 * HOUR - OPENED) // 3
    young, old = (changed(table, version=version) for version in (events, events + 1))
    assert simulated_time(young) == placed + 24 * HOUR
    assert isinstance(next_command(rules, young, CHANCE, {}), CallNoMoreBets)
    assert isinstance(next_command(rules, old, CHANCE, {}), PlaceDice)


@rule("R88", "R59", "maryland-poker 3.C(1)")
def test_self_play_changes_decks_that_its_clock_has_made_old() -> None:
    rules = rules_with("maryland-poker-full", *FROM_HAND)
    table = _betting(rules)
    placed = table.cards.decks[0].placed_at
    events = (placed + 4 * HOUR - OPENED) // 3
    young, old = (changed(table, version=version) for version in (events, events + 1))
    assert isinstance(next_command(rules, young, CHANCE, {}), CallNoMoreBets)
    assert isinstance(next_command(rules, old, CHANCE, {}), ChangeDecks)
