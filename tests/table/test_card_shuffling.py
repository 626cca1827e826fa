"""The basis for each kind of card shuffle, and which methods replace which device."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.card_state import TableDeck
from paigow.table.deal.card_methods import Methods, every_method, methods, oldest_deck
from paigow.table.deal.card_shuffling import CardsShuffled, ShuffleCards
from paigow.table.game import ALL_CARDS
from paigow.table.house.equipment import equipment_of
from paigow.table.state import Step, Table, changed
from tests.rules import rule
from tests.table.banks import at_offer, happened
from tests.table.tables import FROM_HAND, rules_with, table_without

FULL = rules_with("maryland-poker-full")
PLAIN = rules_with("maryland-poker-plain")
ROCK_ISLAND = rules_with("rock-island-poker-full")


def shuffled(rules: Rules, *, spread: str = "", asked: bool = False, begins: bool = False) -> CardsShuffled:
    """The shuffle after a round, or after a period in which the cards were spread."""
    table = at_offer({"anna": 1000_00}, start_of_game=begins)
    backs = rules.deck_backs
    decks = tuple(TableDeck(back, 0, fresh=False, stored=number > 0) for number, back in enumerate(backs))
    gear = changed(table.cards, decks=decks, dealt=True, spread=spread, inspection_asked=asked)
    table = changed(table, step=Step.SHUFFLE, cards=gear)
    event = happened(rules, table, ShuffleCards(by="dealer", order=ALL_CARDS))[0]
    assert isinstance(event, CardsShuffled)
    return event


@rule("maryland-poker 5.A(1)", "maryland-poker 5.A(2)", "maryland-poker 4.D")
def test_a_shuffle_before_the_game_and_one_after_a_round_rest_on_their_own_paragraphs() -> None:
    first, later = shuffled(PLAIN, begins=True).cites, shuffled(PLAIN).cites
    assert {"5.A(1)", "4.D"} <= set(first)
    assert "5.A(2)" not in first
    assert "5.A(2)" in later
    assert not {"5.A(1)", "4.D"} & set(later)


@rule("maryland-poker 5.C(1)", "maryland-poker 5.C(2)")
def test_only_a_shuffle_by_hand_leads_to_the_cut() -> None:
    by_hand, by_machine = shuffled(PLAIN), shuffled(FULL)
    assert (by_hand.then, by_machine.then) == (Step.CUT, Step.BETS)
    assert "5.C(2)" in by_hand.cites
    assert "5.C(1)" in by_machine.cites
    assert "5.C(1)" not in by_hand.cites


@rule("maryland-poker 5.H(5)", "maryland-poker 5.H(5)(a)", "maryland-poker 5.H(5)(b)", "R62", "R70")
def test_a_kept_deck_is_told_apart_from_an_ordinary_round_and_from_one_asked_for() -> None:
    ordinary, kept = set(shuffled(FULL).cites), set(shuffled(FULL, spread="face-down").cites)
    asked = set(shuffled(FULL, spread="face-up", asked=True).cites)
    assert not any(cite.startswith("5.H") for cite in ordinary)
    assert {"5.H(5)", "5.H(5)(a)", "5.H(5)(b)"} <= kept & asked
    assert "R70" in asked - kept


@rule("R36", "R70", "maryland-poker 9.A(1)", "maryland-poker 5.K(3)")
@pytest.mark.parametrize(
    ("changes", "failed", "now"),
    [
        ((), (), Methods("shuffler", "automated-shoe", "flat-button")),
        # The button requires both machines.
        ((), ("shoe",), Methods("shuffler", "manual-shoe", "shaker")),
        ((), ("shuffler",), Methods("hand", "automated-shoe", "shaker")),
        ((), ("shoe", "shuffler"), Methods("hand", "manual-shoe", "shaker")),
        # Dealing from the hand requires an automated shuffler: without one a shoe takes over, or the spare
        # machine.
        (FROM_HAND, (), Methods("shuffler", "hand", "shaker")),
        (FROM_HAND, ("shuffler",), Methods("hand", "manual-shoe", "shaker")),
        (
            ('fallback.dealing = "hand"', 'fallback.shuffling = "shuffler"'),
            ("shoe", "shuffler"),
            Methods("shuffler", "hand", "shaker"),
        ),
    ],
)
def test_which_methods_stand_in(changes: tuple[str, ...], failed: tuple[str, ...], now: Methods) -> None:
    assert methods(rules_with("maryland-poker-full", *changes), table_without(*failed)) == now


@rule("R31", "R59", "R42")
def test_stand_ins_are_on_the_list_of_equipment_only_where_a_device_may_fail() -> None:
    spare = {"shaker", "dice", "manual-shoe", "device-cover"}
    assert spare <= {item.name for item in equipment_of(FULL)}
    assert "device-cover" not in {item.name for item in equipment_of(PLAIN)}
    assert (every_method(FULL, "starting"), every_method(PLAIN, "starting")) == (
        ("flat-button", "shaker"),
        ("shaker",),
    )
    # Rock Island's stacks made up by hand while its machine is away: four hours instead of eight.
    assert oldest_deck(ROCK_ISLAND, Table()) == 8
    assert oldest_deck(ROCK_ISLAND, table_without("shuffler")) == 4
