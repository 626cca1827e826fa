"""Which card goes to which place, derived from the books' words for every method and start."""

from __future__ import annotations

from itertools import product

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.card_state import TableDeck
from paigow.table.deal.card_cutting import CutCards
from paigow.table.deal.card_dealing import CardsDealt, CountStub, DealCards, StubCounted
from paigow.table.deal.card_methods import oldest_deck
from paigow.table.deal.card_shuffling import ShuffleCards
from paigow.table.deal.card_start import FollowButton, GenerateStart
from paigow.table.deal.dice import AnnounceTotal, LiftLid, ShakeDice
from paigow.table.game import ALL_CARDS
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.state import Step, Table, changed
from paigow.table.text import script
from tests.rules import rule
from tests.table.banks import after, at_offer, happened
from tests.table.tables import FROM_HAND, rules_with, table_without

MANUAL_SHOE = rules_with("maryland-poker-plain")
HAND = rules_with("maryland-poker-full", *FROM_HAND)
AUTOMATED_SHOE = rules_with("maryland-poker-full")
STACKS = rules_with("rock-island-poker-plain")
STACKS_BY_MACHINE = rules_with("rock-island-poker-full")
PLACES = range(7)
"""The dealer 0, positions 1 to 6 counterclockwise: clockwise is one less, around from the dealer to 6."""
CUT = 17


def betting(rules: Rules) -> Table:
    """Anna has wagered; all decks are at the table."""
    table = at_offer({"anna": 1000_00})
    decks = tuple(TableDeck(back, 0, fresh=False) for back in rules.deck_backs)
    return changed(table, step=Step.SHUFFLE, cards=changed(table.cards, decks=decks))


def roll_of(total: int) -> tuple[int, int, int]:
    return next(roll for roll in product(range(1, 7), range(1, 7), range(1, 7)) if sum(roll) == total)


def starting(rules: Rules, start: int) -> tuple[Command, ...]:
    """The commands that make the deal begin at a place: counted from the dealer as one."""
    if rules.starting.method == "generator":
        return (GenerateStart(by="dealer", number=start + 1),)
    if rules.starting.method == "flat-button":
        return (FollowButton(by="dealer"),)
    # Totals 8 to 14 are seven and one to seven more: the dealer, then positions 1 to 6.
    return (
        ShakeDice(by="dealer", dice=roll_of(start + 8)),
        LiftLid(by="dealer"),
        AnnounceTotal(by="dealer", total=start + 8),
    )


def dealt(rules: Rules, start: int) -> CardsDealt:
    """The deal of a deck that leaves the shuffle in the order of its kind, cut where the table cuts."""
    table = betting(rules)
    table = changed(table, cards=changed(table.cards, button=start))
    stack = (*ALL_CARDS[-CUT:], *ALL_CARDS[:-CUT]) if rules is MANUAL_SHOE else ALL_CARDS
    cut = (CutCards(by="anna", depth=CUT),) if rules is MANUAL_SHOE else ()
    table = after(
        rules,
        table,
        ShuffleCards(by="dealer", order=stack),
        *cut,
        PlaceWager(by="anna", position=1, chips=100_00),
        CallNoMoreBets(by="dealer", at=1),
        *starting(rules, start),
    )
    (event,) = happened(rules, table, DealCards(by="dealer"))
    assert isinstance(event, CardsDealt)
    return event


@rule("maryland-poker 8.D(2)", "maryland-poker 9.C", "maryland-poker 5.F(1)", "R28", "R35")
@pytest.mark.parametrize("rules", [MANUAL_SHOE, HAND], ids=["manual-shoe", "hand"])
@pytest.mark.parametrize("start", PLACES)
def test_single_cards_go_clockwise_from_the_start_seven_times_around(rules: Rules, start: int) -> None:
    """Card number n, counted from zero, goes n places clockwise from the start."""
    event = dealt(rules, start)
    for place in PLACES:
        expected = [card for n, card in enumerate(ALL_CARDS[:49]) if (start - n) % 7 == place]
        assert list(event.hands[place]) == expected
        assert len(expected) == 7
    assert event.stub == ALL_CARDS[49:]


@rule("maryland-poker 10.C(1)", "maryland-poker 10.C(2)", "R28", "R35")
@pytest.mark.parametrize("start", PLACES)
def test_stacks_from_an_automated_shoe_go_clockwise(start: int) -> None:
    event = dealt(AUTOMATED_SHOE, start)
    for turn in range(7):
        assert event.hands[(start - turn) % 7] == ALL_CARDS[7 * turn : 7 * turn + 7]


@rule("rock-island-poker 2", "rock-island-poker 3", "R29", "R42")
@pytest.mark.parametrize("rules", [STACKS, STACKS_BY_MACHINE], ids=["by hand", "by machine"])
@pytest.mark.parametrize("start", PLACES)
def test_rock_islands_stacks_go_in_the_order_of_the_count(rules: Rules, start: int) -> None:
    event = dealt(rules, start)
    for turn in range(7):
        assert event.hands[(start + turn) % 7] == ALL_CARDS[7 * turn : 7 * turn + 7]
    assert event.stub == ALL_CARDS[49:]


@rule("maryland-poker 5.K(1)(d)", "maryland-poker 5.K(2)(a)", "R5", "R28")
def test_the_count_is_the_same_for_dice_and_generator() -> None:
    """The dealer is one, position 1 two; eight is the dealer again, fifteen too."""
    for total in range(3, 19):
        table = after(
            STACKS,
            betting(STACKS),
            ShuffleCards(by="dealer", order=ALL_CARDS),
            PlaceWager(by="anna", position=1, chips=100_00),
            CallNoMoreBets(by="dealer", at=1),
            ShakeDice(by="dealer", dice=roll_of(total)),
            LiftLid(by="dealer"),
            AnnounceTotal(by="dealer", total=total),
        )
        assert table.shaker.start == (total - 1) % 7


@rule("maryland-poker 8.F", "maryland-poker 8.F(1)")
def test_all_53_cards_may_be_dealt_by_mistake_and_the_count_finds_it() -> None:
    """Seven times around and four more from the start: four hands of eight, and nothing is left."""
    clockwise = (1, 0, 6, 5, 4, 3, 2)
    table = after(
        MANUAL_SHOE,
        betting(MANUAL_SHOE),
        ShuffleCards(by="dealer", order=ALL_CARDS),
        CutCards(by="anna", depth=CUT),
        PlaceWager(by="anna", position=1, chips=100_00),
        CallNoMoreBets(by="dealer", at=1),
        *starting(MANUAL_SHOE, 1),
        DealCards(by="dealer", places=(*clockwise * 7, *clockwise[:4])),
    )
    assert [len(table.hands[place].pieces) for place in clockwise] == [8, 8, 8, 8, 7, 7, 7]
    counted, voided = happened(MANUAL_SHOE, table, CountStub(by="dealer"))
    assert isinstance(counted, StubCounted)
    assert counted.count == 0
    assert isinstance(voided, RoundVoided)
    assert "8.F(1)" in voided.cites


@rule("maryland-poker 3.C(1)", "maryland-poker 3.C(2)", "R59")
def test_hours_of_a_deck_follow_the_method_in_use() -> None:
    """Eight hours from a shoe; if the shoe fails and hands deal, four."""
    from_shoe = rules_with(
        "maryland-poker-full", 'fallback.dealing = "hand"', 'fallback.shuffling = "shuffler"'
    )
    assert oldest_deck(from_shoe, Table()) == 8
    assert oldest_deck(from_shoe, table_without("shoe")) == 4
    assert oldest_deck(AUTOMATED_SHOE, table_without("shoe")) == 8
    assert oldest_deck(HAND, Table()) == 4


@rule("rock-island-poker 4", "R31", "R42")
def test_the_dealer_watches_over_how_cards_are_touched_at_rock_island() -> None:
    duties = [duty for duty in script.duties(STACKS) if "4" in duty.cites]
    told = " ".join(duty.do for duty in duties)
    for words in ("above the table", "only that player and you touch", "past the edge", "mark, bend"):
        assert words in told
    assert all("4" not in duty.cites for duty in script.duties(MANUAL_SHOE))
