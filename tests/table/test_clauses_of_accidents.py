"""Clauses about irregularities that hold in every book: exposed pieces, misdeals, and where the money goes.

What must happen comes from section 9, 30-2610, chapter 14, and the rulings on them.
"""

from __future__ import annotations

from typing import Final

import pytest

from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.deal.card_dealing import DealCards
from paigow.table.deal.delivery import DeliverStack, next_place
from paigow.table.deal.dice import AnnounceTotal
from paigow.table.engine import decide
from paigow.table.irregularities.reports import ChooseAfterExposure, PieceExposed, ReportExposed
from paigow.table.irregularities.voiding import HandVoided, RoundVoided
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason
from paigow.table.state import Step, Table
from tests.rules import rule
from tests.table.banks import COLORADO, COMMISSION, after, happened, money, refusal
from tests.table.rounds import CHIPS, SEATS, betting, going_on
from tests.table.tables import FROM_HAND, rules_with

SHOE: Final = rules_with("maryland-poker-plain")
HAND: Final = rules_with("maryland-poker-full", *FROM_HAND)
BOOKS: Final = {"commission": COMMISSION, "colorado": COLORADO, "maryland": SHOE}
every_book = pytest.mark.parametrize("book", BOOKS)


def exposed(rules: Rules, table: Table, place: int) -> tuple[Event, ...]:
    return happened(rules, table, ReportExposed(by="dealer", place=place, index=0))


def require_all_back(before: Table, table: Table) -> None:
    """Every wager is its player's again, nothing is left in play, and the pieces are shuffled."""
    for person in SEATS:
        assert money(table, f"rack/{person}") == CHIPS, person
    assert money(table, INVENTORY) == money(before, INVENTORY)
    assert table.wagers == ()
    assert table.hands == {}
    assert table.stock == ()
    assert table.step is Step.SHUFFLE


@every_book
@rule("commission-tiles 9(d)", "colorado-tiles 30-2610(4)", "maryland-poker 14.C", "R55", "R78")
@pytest.mark.parametrize("play_on", [False, True])
def test_a_player_who_has_not_looked_chooses_to_void_the_hand_or_to_play(book: str, play_on: bool) -> None:
    rules = BOOKS[book]
    table = going_on(rules, betting(rules), Step.COVER)
    (shown,) = exposed(rules, table, 1)
    assert isinstance(shown, PieceExposed)
    assert shown.asks
    table = after(rules, table, ReportExposed(by="dealer", place=1, index=0))
    # Nothing continues before the answer, and nobody else can give it.
    for other in ("bob", "dealer", "floor"):
        choice = ChooseAfterExposure(by=other, position=1, play_on=play_on)
        assert refusal(rules, table, choice).reason in (Reason.NOT_ELIGIBLE, Reason.NOT_YOURS), other
    done = after(rules, table, ChooseAfterExposure(by="anna", position=1, play_on=play_on))
    assert money(done, "rack/anna") == (CHIPS - 100_00 if play_on else CHIPS)
    assert money(done, "rack/bob") == CHIPS - 100_00
    assert [wager.person for wager in done.wagers] == (["anna", "bob"] if play_on else ["bob"])
    events = decide(rules, table, ChooseAfterExposure(by="anna", position=1, play_on=play_on))
    assert any(isinstance(event, HandVoided) for event in events) is not play_on


@every_book
@rule("commission-tiles 9(d)", "colorado-tiles 30-2610(4)", "maryland-poker 14.C", "R78")
def test_a_player_who_has_looked_has_no_choice(book: str) -> None:
    rules = BOOKS[book]
    table = going_on(rules, betting(rules), Step.SETTING)
    (shown,) = exposed(rules, table, 1)
    assert isinstance(shown, PieceExposed)
    assert not shown.asks
    after_it = after(rules, table, ReportExposed(by="dealer", place=1, index=0))
    late = ChooseAfterExposure(by="anna", position=1, play_on=False)
    assert refusal(rules, after_it, late).reason is Reason.NOTHING_THERE


@every_book
@rule("commission-tiles 9(e)", "colorado-tiles 30-2610(5)", "maryland-poker 14.D")
def test_an_exposed_piece_of_the_dealer_voids_all_hands(book: str) -> None:
    rules = BOOKS[book]
    table = going_on(rules, betting(rules), Step.COVER)
    *_, void = exposed(rules, table, 0)
    assert isinstance(void, RoundVoided)
    require_all_back(table, after(rules, table, ReportExposed(by="dealer", place=0, index=0)))


@pytest.mark.parametrize("book", ["commission", "colorado"])
@pytest.mark.parametrize("place", [3, 6, 7])
@rule("commission-tiles 9(e)", "colorado-tiles 30-2610(5)")
def test_so_does_one_of_the_dead_hand_or_of_a_place_without_a_wager(book: str, place: int) -> None:
    rules = BOOKS[book]
    table = going_on(rules, betting(rules), Step.COVER)
    require_all_back(table, after(rules, table, ReportExposed(by="dealer", place=place, index=0)))


@rule("maryland-poker 14.J", "R34")
@pytest.mark.parametrize("place", [0, 1, 5])
def test_dealt_from_the_hand_any_exposed_card_voids(place: int) -> None:
    table = going_on(HAND, betting(HAND), Step.COUNT_STUB)
    require_all_back(table, after(HAND, table, ReportExposed(by="dealer", place=place, index=0)))


@pytest.mark.parametrize("book", ["commission", "colorado"])
@rule("commission-tiles 9(c)", "colorado-tiles 30-2610(3)", "R19")
def test_tiles_at_a_wrong_position_by_a_wrong_total_void_all_hands(book: str) -> None:
    rules = BOOKS[book]
    table = going_on(rules, betting(rules), Step.TOTAL)
    assert table.shaker.dice is not None
    right = sum(table.shaker.dice)
    wrong = right + 1 if right < 18 else right - 1
    called = after(rules, table, AnnounceTotal(by="dealer", total=wrong))
    deliver = DeliverStack(by="dealer", place=next_place(rules, called))
    assert any(isinstance(event, RoundVoided) for event in decide(rules, called, deliver))
    require_all_back(table, after(rules, called, deliver))


@rule("maryland-poker 14.B")
def test_a_first_card_at_a_wrong_position_voids_all_hands() -> None:
    table = going_on(SHOE, betting(SHOE), Step.TOTAL)
    assert table.shaker.dice is not None
    right = sum(table.shaker.dice)
    called = after(SHOE, table, AnnounceTotal(by="dealer", total=right + 1 if right < 18 else right - 1))
    require_all_back(table, after(SHOE, called, DealCards(by="dealer")))


@rule("maryland-poker 14.F", "R91")
@pytest.mark.parametrize("face_up", [(3, 9), (0, 1, 2, 3, 4), tuple(range(40))])
def test_more_than_one_card_face_up_voids_all_hands(face_up: tuple[int, ...]) -> None:
    table = going_on(SHOE, betting(SHOE), Step.DEAL)
    require_all_back(table, after(SHOE, table, DealCards(by="dealer", found_face_up=face_up)))
