"""Pair Fortunes at the table: when it can be made, what settles it, what returns it. Not its lines."""

from __future__ import annotations

import pytest

from paigow.table.bets.betting import TakeBackWager
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.progress import to_expose, unset
from paigow.table.hands.setting import SetHand
from paigow.table.hands.surrender import Surrender
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason
from paigow.table.sides.pair_fortunes import PairFortunesLost, PairFortunesPaid
from paigow.table.state import Bank, DealtHand, HandStatus, Step, Table, changed
from tests.rules import rule
from tests.table.banks import after, happened, money, refusal
from tests.table.eye_tables import TRAY, bet, betting, dealer_to
from tests.table.tables import rules_with

PF = "pair-fortunes"
SEATS = {"anna": 1, "bob": 2}
_NO_EYE = ("dragons-eye.offered = false", 'banking.bank = "nobody"', 'banking.co-bank = "nobody"')
FREE = rules_with("colorado-tiles-full", *_NO_EYE)
BOUND = rules_with(
    "colorado-tiles-full", *_NO_EYE, "pair-fortunes.without-main = false", "pair-fortunes.above-main = false"
)
PLAIN = rules_with("colorado-tiles-plain")


def dealt(table: Table, hands: dict[int, str]) -> Table:
    """The table where players set, each with these tiles and the dealer with a pair over 8."""
    tiles = {0: "4-4 4-4 1-3 2-2", **hands}
    held = {place: DealtHand(place, tuple(four.split())) for place, four in tiles.items()}
    return changed(table, step=Step.SETTING, bets_open=False, staked=table.wagers, hands=held)


@rule("colorado-tiles 30-2699.01(1)", "colorado-tiles 30-2699.01(2)")
def test_it_is_made_only_where_it_is_offered_and_in_its_own_area() -> None:
    table = after(FREE, betting(SEATS), bet("anna", 1, 5000), bet("anna", 1, 1000, PF))
    assert {wager.kind for wager in table.wagers} == {"main", PF}
    assert refusal(PLAIN, betting(SEATS), bet("anna", 1, 1000, PF)).reason is Reason.NOT_OFFERED


@rule("colorado-tiles 30-2699.01(2)", "R16")
def test_the_operator_may_require_a_main_wager_beside_it() -> None:
    refused = refusal(BOUND, betting(SEATS), bet("anna", 1, 1000, PF))
    assert (refused.reason, refused.cites) == (
        Reason.NOT_ELIGIBLE,
        ("30-2699.01(2)", "30-2699.01(3)", "R16"),
    )
    assert after(FREE, betting(SEATS), bet("anna", 1, 1000, PF)).wager("anna", 1, PF) is not None


@rule("colorado-tiles 30-2699.01(3)", "R16", "R58")
def test_the_operator_may_let_it_exceed_the_main_wager() -> None:
    main = bet("anna", 1, 2000)
    assert after(FREE, betting(SEATS), main, bet("anna", 1, 2500, PF)).wager("anna", 1, PF) is not None
    table = after(BOUND, betting(SEATS), main)
    assert refusal(BOUND, table, bet("anna", 1, 2001, PF)).reason is Reason.ABOVE_MAXIMUM
    table = after(BOUND, table, bet("anna", 1, 2000, PF))
    # Nor can the main wager then go below it.
    assert refusal(BOUND, table, bet("anna", 1, 1999)).reason is Reason.BELOW_MINIMUM
    assert after(BOUND, table, bet("anna", 1, 3000)).wager("anna", 1, PF) is not None


@rule("colorado-tiles 30-2699.01(3)", "R58")
def test_it_is_placed_before_the_deal_within_its_own_limits() -> None:
    table = after(FREE, betting(SEATS), bet("anna", 1, 5000))
    assert refusal(FREE, table, bet("anna", 1, 99, PF)).reason is Reason.BELOW_MINIMUM
    assert refusal(FREE, table, bet("anna", 1, 2501, PF)).reason is Reason.ABOVE_MAXIMUM
    closed = changed(table, bets_open=False, step=Step.SHAKE)
    assert refusal(FREE, closed, bet("anna", 1, 500, PF)).reason is Reason.WRONG_STEP


@rule("R16")
def test_it_goes_back_with_the_main_wager_that_it_needs() -> None:
    back = TakeBackWager(by="anna", position=1)
    bets = (bet("anna", 1, 2000), bet("anna", 1, 1000, PF))
    assert after(BOUND, betting(SEATS), *bets, back).wagers == ()
    assert [wager.kind for wager in after(FREE, betting(SEATS), *bets, back).wagers] == [PF]


@pytest.mark.parametrize("low", ["6-6 2-6", "6-6 1-4", "2-6 1-4"])
@rule("colorado-tiles 30-2699.01(3)", "R16")
def test_the_four_tiles_count_however_they_are_set(low: str) -> None:
    table = after(FREE, betting(SEATS), bet("anna", 1, 5000), bet("anna", 1, 1000, PF))
    table = dealt(table, {1: "6-6 6-6 2-6 1-4"})
    table = after(FREE, table, SetHand(by="anna", position=1, low=tuple(low.split())))
    table = dealer_to(FREE, table, Step.EXPOSE)
    events = happened(FREE, table, ExposeHand(by="dealer", position=1))
    assert [event.won for event in events if isinstance(event, PairFortunesPaid)] == [3000]


@pytest.mark.parametrize(
    ("tiles", "pays"),
    [
        ("2-4 1-2 6-6 6-6", (300, 250, 250, 200)),
        ("1-1 1-1 3-6 4-5", (25, 25, 30, 30)),
        ("2-4 1-2 1-1 5-5", (8, 8, 7, 10)),
        ("3-4 2-5 6-6 1-1", (4, 5, 5, 4)),
        ("5-5 5-5 1-6 4-6", (3, 2, 2, 2)),
        ("6-6 4-5 1-1 4-4", (0, 0, 0, 0)),
    ],
)
@rule("colorado-tiles 30-2699.01(4)", "R16")
def test_each_table_pays_its_lines_when_the_hand_is_shown(tiles: str, pays: tuple[int, ...]) -> None:
    for number, odds in enumerate(pays, start=1):
        rules = rules_with("colorado-tiles-full", *_NO_EYE, f'pair-fortunes.table = "{number}"')
        table = dealt(after(rules, betting(SEATS), bet("anna", 1, 1000, PF)), {1: tiles})
        table = changed(table, step=Step.EXPOSE)
        table = after(rules, table, ExposeHand(by="dealer", position=1))
        expected = 1000 * odds if odds else -1000
        assert money(table, "rack/anna") == 1_000_00 + expected, number
        assert money(table, INVENTORY) == TRAY - expected


@rule("R16", "R54")
def test_a_hand_with_it_is_not_surrendered() -> None:
    table = after(
        FREE,
        betting(SEATS),
        bet("anna", 1, 5000),
        bet("anna", 1, 1000, PF),
        bet("bob", 2, 5000),
    )
    table = dealt(table, {1: "6-6 6-6 2-6 1-4", 2: "5-5 5-5 1-6 4-6"})
    table = dealer_to(FREE, table, Step.EXPOSE)
    assert refusal(FREE, table, Surrender(by="anna", position=1)).reason is Reason.NOT_ELIGIBLE
    assert after(FREE, table, Surrender(by="bob", position=2)).hands[2].status is HandStatus.SURRENDERED


@rule("R16")
def test_without_a_main_wager_the_place_is_wagered_and_the_hand_not_set() -> None:
    table = after(FREE, betting(SEATS), bet("anna", 1, 1000, PF), bet("bob", 2, 5000))
    table = dealt(table, {1: "6-6 6-6 2-6 1-4", 2: "5-5 5-5 1-6 4-6"})
    assert (unset(table), to_expose(FREE, table)) == ((2,), (1,))
    refused = refusal(FREE, table, SetHand(by="anna", position=1, low=("2-6", "1-4")))
    assert refused.reason is Reason.NOTHING_THERE
    table = dealer_to(FREE, table, Step.EXPOSE)
    assert to_expose(FREE, table) == (1, 2)


@rule("R16", "R51")
def test_with_nothing_else_in_play_the_dealers_tiles_are_swept_and_none_are_set() -> None:
    table = after(FREE, betting(SEATS), bet("anna", 1, 1000, PF), bet("bob", 2, 1000, PF))
    hands = {place: DealtHand(place, ("6-6", "6-6", "2-6", "1-4")) for place in range(8)}
    table = changed(table, step=Step.SWEEP, bets_open=False, staked=table.wagers, hands=hands)
    table = dealer_to(FREE, table, Step.EXPOSE)
    swept = {place for place, hand in table.hands.items() if hand.status is HandStatus.DEAD}
    assert swept == {0, 3, 4, 5, 6, 7}
    table = dealer_to(FREE, table, Step.FINISH)
    assert money(table, "rack/anna") == money(table, "rack/bob") == 1_000_00 + 3000


@rule("R16", "R38")
def test_the_bank_may_make_it_without_a_main_wager() -> None:
    banked = changed(betting(SEATS), bank=Bank("anna", 1))
    assert after(BOUND, banked, bet("anna", 1, 1000, PF)).wager("anna", 1, PF) is not None
    assert refusal(BOUND, banked, bet("bob", 2, 1000, PF)).reason is Reason.NOT_ELIGIBLE


@rule("R16")
def test_in_a_banked_round_a_losing_one_is_the_houses() -> None:
    rules = rules_with("colorado-tiles-full", "dragons-eye.offered = false")
    table = changed(betting(SEATS), bank=Bank("bob", 2, dealer_wager=0))
    table = after(rules, table, bet("anna", 1, 5000), bet("anna", 1, 1000, PF))
    hands = {
        0: DealtHand(0, ("5-5", "4-6", "1-6", "1-5"), HandStatus.DEAD),
        1: DealtHand(1, ("1-3", "2-5", "5-6", "1-5"), HandStatus.SET, ("1-3", "2-5"), ("5-6", "1-5")),
        2: DealtHand(2, ("6-6", "6-6", "1-1", "1-1"), HandStatus.EXPOSED, ("1-1", "1-1"), ("6-6", "6-6")),
    }
    table = changed(table, step=Step.EXPOSE, bets_open=False, staked=table.wagers, hands=hands)
    events = happened(rules, table, ExposeHand(by="dealer", position=1))
    assert any(isinstance(event, PairFortunesLost) for event in events)
    table = after(rules, table, ExposeHand(by="dealer", position=1))
    assert (money(table, INVENTORY), money(table, "center")) == (TRAY + 1000, 5000)
