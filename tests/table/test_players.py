"""Simple players and the automatic dealer: what they do is allowed, and as their names promise."""

from __future__ import annotations

from itertools import islice

import pytest

from paigow.submissions.rules import Rules
from paigow.table import engine
from paigow.table.acts import STAFF, Command, Event
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import BOT_NAMES, Happening, open_table, played
from paigow.table.bank.banking import AcceptBank, PassBank
from paigow.table.bank.stacks import CutStacks
from paigow.table.engine import decide, evolve, foresee
from paigow.table.hands.setting import SetHand
from paigow.table.hands.surrender import Surrender
from paigow.table.house.asking import awaited
from paigow.table.house.seating import BuyIn, Sit
from paigow.table.refusals import Refused
from paigow.table.state import Table, changed
from tests.rules import rule
from tests.table.tables import rules_with

TABLES = ("commission-tiles-plain", "commission-tiles-full", "colorado-tiles-plain", "colorado-tiles-full")
ROUNDS = 12


def rounds(rules: Rules, kind: str, seed: str = "players") -> list[Happening]:
    """Every command of some rounds of six players of a kind; `played` decides each, so none was refused."""
    chance = Chance(seed_from(seed))
    table = open_table(rules, chance, dict(enumerate(BOT_NAMES, start=1)), rules.wagers["main"].least * 200)
    return list(played(rules, table, chance, dict.fromkeys(BOT_NAMES, PLAYERS[kind]), ROUNDS))


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("kind", PLAYERS)
def test_a_table_of_bots_plays_every_round_to_its_end(table: str, kind: str) -> None:
    happenings = rounds(rules_with(table), kind)
    after: Table = happenings[-1][2]
    assert after.round >= ROUNDS
    assert not after.hands


@pytest.mark.parametrize("table", [*TABLES, "rock-island-poker-plain"])
def test_a_player_without_chips_keeps_nobody_waiting(table: str) -> None:
    rules, chance = rules_with(table), Chance(seed_from("poor"))
    opens = open_table(rules, chance, {1: "Ana", 2: "Ben"}, rules.wagers["main"].least - 1)
    ready = opens
    for event in decide(rules, opens, BuyIn(by="Ben", chips=rules.wagers["main"].least * 200)):
        ready = evolve(ready, event)
    players = {"Ana": PLAYERS["random"], "Ben": PLAYERS["house-way"]}
    happenings = list(islice(played(rules, ready, chance, players, 1), 200))
    assert happenings[-1][2].round == opens.round + 1


@pytest.mark.parametrize("table", TABLES)
def test_the_house_way_player_sets_every_hand_the_house_way_and_never_banks(table: str) -> None:
    rules = rules_with(table)
    happenings = rounds(rules, "house-way")
    assert not any(isinstance(command, AcceptBank | Surrender) for command, _, _ in happenings)
    before = happenings[0][2]
    for command, _, after in happenings:
        if isinstance(command, SetHand):
            low, _ = rules.house_setting(before.hands[command.position].pieces)
            assert sorted(command.low) == sorted(low)
        before = after


@pytest.mark.parametrize(("table", "every"), [("commission-tiles-full", 2), ("colorado-tiles-full", 3)])
def test_the_banker_takes_the_bank_whenever_it_comes(table: str, every: int) -> None:
    happenings = rounds(rules_with(table), "banker")
    banks = [command for command, _, _ in happenings if isinstance(command, AcceptBank)]
    assert len(banks) >= ROUNDS // every
    assert not any(isinstance(command, PassBank) and command.by not in STAFF for command, _, _ in happenings)
    assert any(isinstance(command, CutStacks) for command, _, _ in happenings)


@pytest.mark.parametrize("kind", PLAYERS)
def test_the_same_chance_makes_the_same_play(kind: str) -> None:
    rules = rules_with("commission-tiles-full")
    assert rounds(rules, kind) == rounds(rules, kind)
    assert rounds(rules, kind) != rounds(rules, kind, "other")


@rule("R30", "R61")
def test_who_has_left_is_not_waited_for() -> None:
    rules = rules_with("commission-tiles-plain")
    for _, _, table in rounds(rules, "house-way"):
        assert awaited(rules, changed(table, leaving=BOT_NAMES)) == ()


def test_the_dice_player_adds_every_wager_on_the_dice_in_time() -> None:
    happenings = rounds(rules_with("colorado-tiles-full"), "dice")
    staked = {wager.kind for _, _, table in happenings for wager in table.staked}
    assert staked >= {"match", "odd", "even", "double", "triple", "dice-bonus", "pair-fortunes"}


@pytest.mark.parametrize("table", ["colorado-tiles-full", "maryland-poker-full"])
def test_what_was_found_due_is_not_decided_again_and_follows_as_decided(
    table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = rules_with(table)
    asked: list[tuple[Table, Command]] = []

    def counted(rules: Rules, table: Table, command: Command) -> tuple[Event, ...]:
        asked.append((table, command))
        return decide(rules, table, command)

    chance = Chance(seed_from("tried"))
    before = open_table(rules, chance, dict(enumerate(BOT_NAMES, start=1)), rules.wagers["main"].least * 200)
    monkeypatch.setattr(engine, "decide", counted)
    for command, events, after in played(
        rules, before, chance, dict.fromkeys(BOT_NAMES, PLAYERS["bonus"]), 2
    ):
        assert sum(table is before and act is command for table, act in asked) == 1
        assert events == decide(rules, before, command)
        before = after


def test_what_was_tried_at_another_table_or_under_other_rules_is_decided_anew() -> None:
    rules, chance = rules_with("commission-tiles-full"), Chance(seed_from("anew"))
    table = open_table(rules, chance, {}, 0)
    sit = Sit(by="Ana", position=1)
    assert foresee(rules, table, sit) == decide(rules, table, sit)
    taken = changed(table, chairs=("Ben", *table.chairs[1:]))
    for _ in range(2):
        with pytest.raises(Refused):
            foresee(rules, taken, sit)
    assert foresee(rules, table, Sit(by="Ana", position=2)) == decide(rules, table, Sit(by="Ana", position=2))
    colorado = rules_with("colorado-tiles-full")
    assert decide(colorado, table, sit) != decide(rules, table, sit)
    assert foresee(rules, table, sit) == decide(rules, table, sit)
    assert foresee(colorado, table, sit) == decide(colorado, table, sit)
