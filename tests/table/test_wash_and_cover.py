"""The wash and the stacks, the cover after the deal, and a table without players, clause by clause."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import DealerContext
from paigow.table.autoplay.self_play import next_act
from paigow.table.bank.banking import AcceptBank, OfferBank
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.dice import ShakeDice
from paigow.table.deal.shuffling import StackTiles, TilesStacked, TilesWashed, WashTiles
from paigow.table.deal.sweeping import CoverShaker, ShakerCovered, SweepUnwagered
from paigow.table.engine import decide
from paigow.table.game import ALL_TILES
from paigow.table.hands.progress import HandsLookedAt
from paigow.table.hands.setting import SetHand
from paigow.table.house.opening import BeginPlay, LookAtPieces
from paigow.table.house.seating import Leave, Sit
from paigow.table.house.tile_opening import DisplayPairs, PairsDisplayed
from paigow.table.refusals import Reason
from paigow.table.state import Step, Table, changed
from paigow.table.text import script
from paigow.table.visibility.views import view
from tests.rules import rule
from tests.table.banks import COLORADO, COMMISSION, after, at_offer, refusal
from tests.table.rounds import CHANCE
from tests.table.tables import rules_with

BOOKS: Final = {"commission": COMMISSION, "colorado": COLORADO}
WASHED_BY: Final = {"commission": "4(d)", "colorado": "30-2605(4)"}
FACE_DOWN: Final = rules_with("colorado-tiles-plain", 'table.idle = "stacks-face-down"')
PAIRS_UP: Final = rules_with("colorado-tiles-plain", 'table.idle = "pairs-face-up"')


def seated() -> Table:
    return changed(at_offer({"anna": 1000_00, "bob": 1000_00}), step=Step.SHUFFLE)


def wash(motions: int = 8, by: str = "dealer", order: tuple[str, ...] = ALL_TILES) -> WashTiles:
    return WashTiles(by=by, order=order, motions=motions)


def going_on(rules: Rules, table: Table, step: Step) -> Table:
    while table.step is not step:
        command = next_act(DealerContext(rules, table, CHANCE, now=table.clock + 1, late=True))
        assert command is not None
        table = after(rules, table, command)
    return table


@rule("commission-tiles 4(d)", "colorado-tiles 30-2605(4)")
@pytest.mark.parametrize("book", BOOKS)
def test_each_hand_makes_at_least_eight_circles(book: str) -> None:
    rules, table = BOOKS[book], seated()
    for motions in range(8):
        refused = refusal(rules, table, wash(motions))
        assert (refused.reason, refused.cites) == (Reason.NOT_AS_REQUIRED, (WASHED_BY[book],))
    for motions in (8, 9, 100):
        (event,) = decide(rules, table, wash(motions))
        assert isinstance(event, TilesWashed)
        assert (event.motions, event.cites) == (motions, (WASHED_BY[book],))


@rule("commission-tiles 4(d)", "colorado-tiles 30-2605(4)")
@pytest.mark.parametrize("book", BOOKS)
def test_the_dealer_washes_the_whole_set_and_nobody_else_does(book: str) -> None:
    rules, table = BOOKS[book], seated()
    for by in ("anna", "floor", "observer"):
        assert refusal(rules, table, wash(by=by)).reason is Reason.NOT_YOURS
    # 31 tiles, 33 tiles, and 32 with one 6-6 too many in the place of another tile.
    for order in (ALL_TILES[1:], (*ALL_TILES, "6-6"), ("6-6", *ALL_TILES[:-1])):
        assert refusal(rules, table, wash(order=order)).reason is Reason.BAD_PIECES


@rule("commission-tiles 4(d)", "colorado-tiles 30-2605(4)")
@pytest.mark.parametrize("book", BOOKS)
def test_washed_tiles_are_stacked_eight_by_four_before_anything_else(book: str) -> None:
    rules = BOOKS[book]
    order = ALL_TILES[::-1]
    bet = PlaceWager(by="anna", position=1, chips=100_00)
    table = after(rules, seated(), bet, wash(order=order))
    assert refusal(rules, table, CallNoMoreBets(by="dealer", at=1)).reason is Reason.WRONG_STEP
    assert refusal(rules, table, wash()).reason is Reason.WRONG_STEP
    for by in ("anna", "floor"):
        assert refusal(rules, table, StackTiles(by=by)).reason is Reason.NOT_YOURS
    (event,) = decide(rules, table, StackTiles(by="dealer"))
    assert isinstance(event, TilesStacked)
    assert event.cites == (WASHED_BY[book],)
    table = after(rules, table, StackTiles(by="dealer"))
    assert [len(stack) for stack in table.stock] == [4] * 8
    assert tuple(tile for stack in table.stock for tile in stack) == order
    assert table.step is Step.BETS


@rule("commission-tiles 4(d)", "colorado-tiles 30-2605(4)", "R31")
@pytest.mark.parametrize("book", BOOKS)
def test_the_script_has_the_motions_and_only_one_book_the_heels(book: str) -> None:
    """Colorado's text has the circles and the stacks, and leaves out the heels of the palms."""
    rules, table = BOOKS[book], seated()
    lines = script.of(rules, table, wash())
    said = " ".join(line.do for line in lines)
    assert {cite for line in lines for cite in line.cites} == {WASHED_BY[book]}
    assert "in opposite circles" in said
    assert "at least eight with each hand" in said
    assert ("heels of both palms" in said) is (book == "commission")
    (stacking,) = script.of(rules, table, StackTiles(by="dealer"))
    for clause in ("four tiles with each hand", "eight stacks of four", "in front of the tray"):
        assert clause in stacking.do


def dealt(rules: Rules, *, banked: bool) -> Table:
    """Every stack is dealt, none is swept: the shaker is open on the table."""
    table = at_offer({"anna": 1000_00, "bob": 1000_00})
    opening: tuple[Command, ...] = (wash(), StackTiles(by="dealer"))
    if banked:
        opening = (OfferBank(by="dealer"), AcceptBank(by="anna"), *opening)
    else:
        table = changed(table, step=Step.SHUFFLE)
    table = going_on(rules, after(rules, table, *opening), Step.BETS)
    table = after(rules, table, PlaceWager(by="bob", position=2, chips=100_00))
    if not banked:
        table = after(rules, table, CallNoMoreBets(by="dealer", at=1))
    table = going_on(rules, table, Step.SHAKE)
    table = after(rules, table, ShakeDice(by="anna" if banked else "dealer", dice=(2, 3, 4)))
    return going_on(rules, table, Step.SWEEP)


COVERED_BY: Final = {
    ("commission", False): "6(f)",
    ("commission", True): "8(m)",
    ("colorado", False): "30-2607(6)",
    ("colorado", True): "30-2609(13)",
}


@rule("commission-tiles 6(f)", "commission-tiles 8(m)")
@rule("colorado-tiles 30-2607(6)", "colorado-tiles 30-2609(13)")
@pytest.mark.parametrize(("book", "banked"), COVERED_BY)
def test_the_shaker_is_covered_when_all_is_dealt_and_swept_and_before_anybody_sets(
    book: str, banked: bool
) -> None:
    rules = BOOKS[book]
    cover = CoverShaker(by="dealer")
    setting = SetHand(by="bob", position=2, low=())
    table = dealt(rules, banked=banked)
    # Everything is dealt, but stacks without a wager are still there.
    early = refusal(rules, table, cover)
    assert (early.reason, early.cites) == (Reason.WRONG_STEP, (COVERED_BY[book, banked],))
    table = after(rules, table, SweepUnwagered(by="dealer"))
    assert table.step is Step.COVER
    assert table.shaker.lid_off
    assert refusal(rules, table, setting).reason is Reason.WRONG_STEP
    assert view(rules, table, "bob")["hands"][2]["pieces"] == [None] * 4
    for by in ("anna", "bob", "floor"):
        assert refusal(rules, table, CoverShaker(by=by)).reason is Reason.NOT_YOURS
    event, looked = decide(rules, table, cover)
    assert isinstance(event, ShakerCovered)
    assert event.cites == (COVERED_BY[book, banked],)
    # Only now do the players look (R78), a bank not yet (R53).
    assert isinstance(looked, HandsLookedAt)
    assert looked.places == (2,)
    table = after(rules, table, cover)
    assert not table.shaker.lid_off
    assert table.step is Step.SETTING
    assert None not in view(rules, table, "bob")["hands"][2]["pieces"]
    assert refusal(rules, table, cover).reason is Reason.WRONG_STEP


@rule("commission-tiles 6(f)", "colorado-tiles 30-2609(13)", "colorado-tiles 30-2607(6)", "R31")
@pytest.mark.parametrize(("book", "banked"), COVERED_BY)
def test_the_cover_is_one_shake_and_the_shaker_goes_to_the_right(book: str, banked: bool) -> None:
    rules = BOOKS[book]
    table = after(rules, dealt(rules, banked=banked), SweepUnwagered(by="dealer"))
    (line,) = script.of(rules, table, CoverShaker(by="dealer"))
    assert "shake once" in line.do
    assert "at your right" in line.do
    assert line.cites == (COVERED_BY[book, banked],)


IDLE: Final = {
    "commission": (rules_with("commission-tiles-plain"), "4(g)", "4(c)"),
    "colorado, pairs up": (PAIRS_UP, "30-2605(7)", "30-2605(3)"),
    "colorado, face down": (FACE_DOWN, "30-2605(7)", "30-2605(3)"),
}


def deserted(rules: Rules) -> Table:
    """A table that was in play, its tiles stacked, when the last player leaves."""
    table = seated()
    table = changed(table, between=changed(table.between, opened=True))
    return after(rules, table, wash(), StackTiles(by="dealer"), Leave(by="anna"), Leave(by="bob"))


@rule("commission-tiles 4(g)", "colorado-tiles 30-2605(7)", "R62")
@pytest.mark.parametrize("case", IDLE)
def test_nothing_is_played_at_an_idle_table_until_the_tiles_were_shown_washed_and_stacked(case: str) -> None:
    """A newcomer is shown the pairs, as 4(c) and 2605(3) say; the wash and the stacks of 4(d) follow."""
    rules, idle, first = IDLE[case]
    table = deserted(rules)
    assert table.step is Step.DISPLAY
    assert table.stock == ()
    assert not table.bets_open
    table = after(rules, table, Sit(by="carla", position=4))
    bet = PlaceWager(by="carla", position=4, chips=100)
    begin = BeginPlay(by="dealer")
    for too_early in (wash(), StackTiles(by="dealer"), CallNoMoreBets(by="dealer", at=1), bet, begin):
        assert refusal(rules, table, too_early).reason is Reason.WRONG_STEP
    (shown,) = decide(rules, table, DisplayPairs(by="dealer"))
    assert isinstance(shown, PairsDisplayed)
    assert (shown.tiles[:2], len(shown.tiles)) == (("2-4", "1-2"), 32)
    assert idle in shown.cites
    table = after(rules, table, DisplayPairs(by="dealer"))
    assert first in decide(rules, table, LookAtPieces(by="carla"))[0].cites
    assert refusal(rules, table, wash()).reason is Reason.WRONG_STEP
    table = after(rules, table, begin)
    assert (table.step, table.between.start_of_game) == (Step.SHUFFLE, True)
    assert refusal(rules, table, wash(7)).reason is Reason.NOT_AS_REQUIRED
    table = after(rules, table, wash(), StackTiles(by="dealer"))
    assert (table.step, len(table.stock)) == (Step.BETS, 8)


@rule("commission-tiles 4(g)", "colorado-tiles 30-2605(7)")
@pytest.mark.parametrize("case", IDLE)
def test_the_dealer_of_an_idle_table_does_what_the_house_has_filed(case: str) -> None:
    """The Commission has the pairs face up at once; in Colorado the procedure is the licensee's own."""
    rules, _, _ = IDLE[case]
    act = next_act(DealerContext(rules, deserted(rules), CHANCE))
    assert isinstance(act, DisplayPairs) is (case != "colorado, face down")
    (line,) = script.next_lines(rules, deserted(rules))
    assert ("face down" in line.do) is (case == "colorado, face down")


@rule(
    "commission-tiles 4(g)", "commission-tiles 8(b)", "colorado-tiles 30-2605(7)", "colorado-tiles 30-2609(2)"
)
@pytest.mark.parametrize("book", BOOKS)
def test_the_round_after_an_idle_table_has_no_bank(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, deserted(rules), Sit(by="carla", position=4))
    table = going_on(rules, table, Step.SHUFFLE)
    refused = refusal(rules, table, OfferBank(by="dealer"))
    assert {"8(b)", "30-2609(2)"} & set(refused.cites)


def test_every_case_of_the_cover_is_there() -> None:
    assert set(COVERED_BY) == set(product(BOOKS, (False, True)))
