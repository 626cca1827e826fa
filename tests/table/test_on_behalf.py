"""Acting for a player (R85): what the automatic dealer does and when, and what the dealer can do at all."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Chance, DealerContext, seed_from
from paigow.table.autoplay.self_play import next_act, open_table
from paigow.table.bank.bank_setting import SetBankHouseWay
from paigow.table.bank.banking import AcceptBank, OfferBank, PassBank
from paigow.table.bank.stacks import DeclineCut, IndicateDelivery
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.card_cutting import PassCut
from paigow.table.deal.dice import ShakeDice
from paigow.table.engine import decide, evolve
from paigow.table.hands.setting import SetAbsent
from paigow.table.house.asking import AskDealer
from paigow.table.house.seating import Leave
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table, changed
from paigow.table.visibility.legal import legal
from tests.rules import rule
from tests.table.tables import rules_with

CHANCE = Chance(seed_from("on behalf"))
EVERYTHING_OWN = "dragons-eye.offered = false"
TABLES = {
    "commission-tiles": rules_with("commission-tiles-full"),
    "colorado-tiles": rules_with("colorado-tiles-full", EVERYTHING_OWN),
    "maryland-poker": rules_with("maryland-poker-plain"),
    "rock-island-poker": rules_with("rock-island-poker-plain"),
}
acting_for = rule("commission-tiles 7(b)", "colorado-tiles 30-2608(2)", "maryland-poker 11.A(2)")
acting_for_banks = rule("commission-tiles 8(i)", "colorado-tiles 30-2609(9)", "R61", "R85")


def _after(rules: Rules, table: Table, *commands: Command) -> Table:
    for command in commands:
        for event in decide(rules, table, command):
            table = evolve(table, event)
    return table


def _on_to(rules: Rules, table: Table, step: Step) -> Table:
    """Nobody answers in time until the table is at a step."""
    while table.step is not step:
        command = next_act(DealerContext(rules, table, CHANCE, late=True))
        assert command is not None, table.step
        table = _after(rules, table, command)
    return table


def _betting(rules: Rules) -> Table:
    table = open_table(rules, CHANCE, {1: "anna", 2: "bob"}, 1_000_000)
    bets = (PlaceWager(by=person, position=seat, chips=5000) for seat, person in ((1, "anna"), (2, "bob")))
    return _after(rules, _on_to(rules, table, Step.BETS), *bets)


def _banked(rules: Rules, step: Step) -> Table:
    """Anna has the bank; the table is at a step at which the bank is asked for something."""
    table = changed(_betting(rules), wagers=())
    between = changed(table.between, start_of_game=False, last_wagers={"anna": 5000})
    table = changed(table, step=Step.OFFER, between=between)
    table = _after(rules, table, OfferBank(by="dealer"), AcceptBank(by="anna"))
    table = _after(rules, table, PlaceWager(by="bob", position=2, chips=5000))
    return _on_to(rules, table, step)


def _acts(rules: Rules, table: Table, person: str) -> list[str | None]:
    """Why the automatic dealer acts: at once, once the time is up, and at once if it was asked."""
    asked = _after(rules, table, AskDealer(by=person))
    moments = ((table, False), (table, True), (asked, False))
    acts = [next_act(DealerContext(rules, at, CHANCE, late=late)) for at, late in moments]
    return [None if act is None else str(getattr(act, "because", "nothing")) for act in acts]


@acting_for
@rule("rock-island-poker 4", "R61", "R85")
@pytest.mark.parametrize("book", TABLES)
def test_a_players_hand_waits_for_the_player_the_time_or_a_request(book: str) -> None:
    rules = TABLES[book]
    table = _on_to(rules, _betting(rules), Step.SETTING)
    assert _acts(rules, table, "anna") == [None, "time-up", "asked"]
    with pytest.raises(Refused) as caught:
        decide(rules, table, SetAbsent(by="dealer", position=1))
    assert (caught.value.reason, caught.value.cites[-1]) == (Reason.NOT_ELIGIBLE, "R85")
    gone = _after(rules, table, Leave(by="anna"))
    act = next_act(DealerContext(rules, gone, CHANCE))
    assert act == SetAbsent(by="dealer", position=1)
    asked = _after(rules, table, AskDealer(by="bob"))
    reasons = {
        (option.command.position, option.command.because)
        for option in legal(rules, asked, "dealer")
        if isinstance(option.command, SetAbsent)
    }
    assert reasons == {(1, "time-up"), (2, "time-up"), (2, "asked")}


@acting_for_banks
@rule("commission-tiles 8(c)", "commission-tiles 8(g)", "commission-tiles 7(c)")
@rule("colorado-tiles 30-2609(3)", "colorado-tiles 30-2609(7)", "colorado-tiles 30-2608(3)")
@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
@pytest.mark.parametrize(
    ("step", "act"),
    [
        (Step.CUT, DeclineCut),
        (Step.STYLE, IndicateDelivery),
        (Step.SHAKE, ShakeDice),
        (Step.BANK_SETTING, SetBankHouseWay),
    ],
)
def test_what_is_the_banks_waits_for_the_bank_the_time_or_a_request(
    book: str, step: Step, act: type[Command]
) -> None:
    rules = TABLES[book]
    table = _banked(rules, step)
    assert _acts(rules, table, "anna") == [None, "time-up", "asked"]
    assert isinstance(next_act(DealerContext(rules, table, CHANCE, late=True)), act)
    with pytest.raises(Refused) as caught:
        _after(rules, table, AskDealer(by="bob"))
    assert caught.value.reason is Reason.NOTHING_THERE


@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C", "R61", "R85")
@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
def test_an_offer_waits_for_the_player_the_time_or_a_request(book: str) -> None:
    rules = TABLES[book]
    table = _betting(rules)
    between = changed(table.between, start_of_game=False, last_wagers={"anna": 5000, "bob": 5000})
    table = changed(table, step=Step.OFFER, between=between)
    table = _after(rules, table, OfferBank(by="dealer"))
    assert _acts(rules, table, "anna") == [None, "time-up", "asked"]
    # Anna's request ends once it is carried out: Bob has asked for nothing.
    asked = _after(rules, table, AskDealer(by="anna"), PassBank(by="dealer", because="asked"))
    assert isinstance(next_act(DealerContext(rules, asked, CHANCE)), OfferBank)
    offered = _after(rules, asked, OfferBank(by="dealer"))
    assert next_act(DealerContext(rules, offered, CHANCE)) is None


@rule("maryland-poker 5.E", "R41", "R61", "R85")
def test_the_cut_of_cards_waits_for_the_player_the_time_or_a_request() -> None:
    rules = TABLES["maryland-poker"]
    table = open_table(rules, CHANCE, {1: "anna", 2: "bob"}, 1_000_000)
    table = _on_to(rules, table, Step.CUT)
    assert _acts(rules, table, "anna") == [None, "time-up", "asked"]
    assert isinstance(next_act(DealerContext(rules, table, CHANCE, late=True)), PassCut)
