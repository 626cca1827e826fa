"""Clauses about the bank that hold in every book that has one: who is asked, what is covered, the cut.

What must happen comes from section 8, 30-2609, and chapter 12.
"""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bank.banking import AcceptBank, BankAccepted, BankOffered, OfferBank, PassBank
from paigow.table.bank.center import CollectShortfall, PayFromCenter
from paigow.table.bank.covering import DirectDealerWager, PlaceDealerWager
from paigow.table.bank.stacks import Cut, CutStacks, every_cut
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.engine import decide
from paigow.table.game import ALL_TILES
from paigow.table.ledger import CENTER, INVENTORY
from paigow.table.refusals import Reason
from paigow.table.state import Step, Table, Wager, changed
from paigow.wagers.wager import MAIN
from tests.rules import rule
from tests.table.banks import BOOKS, COLORADO, COMMISSION, after, at_offer, happened, money, refusal
from tests.table.centers import CLOSE, exposed, to_the_cent
from tests.table.tables import rules_with

RACKS = {"anna": 1000_00, "bob": 1000_00, "carla": 1000_00}
OFFER = OfferBank(by="dealer")
every_book = pytest.mark.parametrize("book", BOOKS)


def offered(rules: Rules, table: Table) -> str:
    event, *_ = decide(rules, table, OFFER)
    assert isinstance(event, BankOffered)
    return event.person


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)")
@rule("maryland-poker 12.C", "maryland-poker 12.C(1)", "maryland-poker 12.C(1)(a)", "maryland-poker 12.C(4)")
def test_players_are_asked_one_after_the_other_and_only_the_one_asked_answers(book: str) -> None:
    rules, table = BOOKS[book], at_offer(RACKS)
    for person in RACKS:
        assert refusal(rules, table, AcceptBank(by=person)).reason is Reason.NOTHING_THERE
    for asked in RACKS:
        assert offered(rules, table) == asked
        table = after(rules, table, OFFER)
        assert refusal(rules, table, OFFER).reason is Reason.PENDING
        for other in RACKS.keys() - {asked}:
            assert refusal(rules, table, AcceptBank(by=other)).reason is Reason.NOTHING_THERE
            assert refusal(rules, table, PassBank(by=other)).reason is Reason.NOTHING_THERE
        assert after(rules, table, AcceptBank(by=asked)).bank is not None
        table = after(rules, table, PassBank(by=asked))
    table = after(rules, table, OFFER)
    assert (table.bank, table.offer, table.step) == (None, None, Step.SHUFFLE)


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C(2)", "R7")
@pytest.mark.parametrize(("pointer", "first"), [(1, "anna"), (2, "bob"), (3, "carla")])
def test_the_first_offer_goes_where_the_last_one_moved_it(book: str, pointer: int, first: str) -> None:
    rules = BOOKS[book]
    assert offered(rules, at_offer(RACKS, pointer=pointer)) == first


@every_book
@rule("commission-tiles 8(d)", "commission-tiles 8(d)(2)", "commission-tiles 8(e)")
@rule("colorado-tiles 30-2609(4)", "colorado-tiles 30-2609(4)(b)", "colorado-tiles 30-2609(5)")
@rule("maryland-poker 12.D", "maryland-poker 12.D(2)", "maryland-poker 12.E", "maryland-poker 12.E(2)", "R8")
def test_a_bank_covers_all_wagers_of_the_others_and_a_co_bank_half_of_them(book: str) -> None:
    """Bob and Carla have wagered 200.00 and 300.00: 500.00, of which a co-bank carries 250.00."""
    rules = BOOKS[book]
    wagers = (Wager("bob", 2, MAIN, 200_00), Wager("carla", 3, MAIN, 300_00))
    for chips, alone, shared in ((500_00, True, True), (499_99, False, True), (249_99, False, False)):
        table = at_offer({**RACKS, "anna": chips})
        table = changed(table, wagers=wagers)
        asked = changed(table, offer=after(rules, at_offer(RACKS), OFFER).offer)
        for co_bank, enough, cover in ((False, alone, 500_00), (True, shared, 250_00)):
            accept = AcceptBank(by="anna", co_bank=co_bank)
            if enough:
                taken = after(rules, asked, accept)
                assert money(taken, "cover/anna") == cover
                assert money(taken, "rack/anna") == chips - cover
            else:
                assert refusal(rules, asked, accept).reason is Reason.NOT_COVERED


@pytest.mark.parametrize("book", BOOKS)
@rule("commission-tiles 8(e)", "colorado-tiles 30-2609(5)", "maryland-poker 12.E", "maryland-poker 12.E(1)")
def test_a_bank_is_a_co_bank_only_where_that_is_offered_and_asked_for(book: str) -> None:
    alone = rules_with(f"{book}-full", 'banking.co-bank = "nobody"')
    shared = rules_with(f"{book}-full", 'banking.co-bank = "everyone"')
    table = at_offer(RACKS)
    asked = after(alone, table, OFFER)
    assert refusal(alone, asked, AcceptBank(by="anna", co_bank=True)).reason is Reason.NOT_OFFERED
    for rules in (alone, shared):
        (plain,) = happened(rules, after(rules, table, OFFER), AcceptBank(by="anna"))
        assert isinstance(plain, BankAccepted)
        assert not plain.co_banked
    # Everybody can ask for it, in turn.
    for person in RACKS:
        table = after(shared, table, OFFER)
        (half,) = happened(shared, table, AcceptBank(by=person, co_bank=True))
        assert isinstance(half, BankAccepted)
        assert half.co_banked
        table = after(shared, table, PassBank(by=person))


@every_book
@rule(
    "commission-tiles 8(e)", "commission-tiles 8(h)", "colorado-tiles 30-2609(5)", "colorado-tiles 30-2609(8)"
)
@rule("maryland-poker 12.E(5)", "maryland-poker 12.G(1)")
def test_the_dealer_does_not_wager_against_a_co_bank(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_offer(RACKS), OFFER, AcceptBank(by="anna", co_bank=True))
    table = changed(table, step=Step.BETS)
    tray = money(table, "inventory")
    assert refusal(rules, table, PlaceDealerWager(by="dealer")).reason is Reason.NOT_ELIGIBLE
    assert refusal(rules, table, DirectDealerWager(by="anna", most=0)).reason is Reason.NOT_ELIGIBLE
    sole = after(rules, at_offer(RACKS), OFFER, AcceptBank(by="anna"))
    laid = after(rules, changed(sole, step=Step.BETS), PlaceDealerWager(by="dealer"))
    # Anna's last wager against the dealer was 100.00.
    assert money(laid, "inventory") == tray - 100_00


@every_book
@rule("commission-tiles 8(f)", "colorado-tiles 30-2609(6)", "maryland-poker 12.F")
def test_who_takes_the_bank_gets_the_wagers_on_both_areas_back(book: str) -> None:
    rules = BOOKS[book]
    table = at_offer(RACKS, seats={"anna": 1, "bob": 3, "carla": 4})
    own = (Wager("anna", 1, MAIN, 50_00), Wager("anna", 2, MAIN, 70_00))
    balances = {"wager/anna/1/main": 50_00, "wager/anna/2/main": 70_00}
    world = table.balances["world"] - 120_00
    table = changed(table, wagers=own, balances={**table.balances, **balances, "world": world})
    (taken,) = happened(rules, after(rules, table, OFFER), AcceptBank(by="anna"))
    assert isinstance(taken, BankAccepted)
    assert sorted(position for _, position, _ in taken.returned) == [1, 2]
    banking = after(rules, after(rules, table, OFFER), AcceptBank(by="anna"))
    assert banking.wagers == ()
    assert money(banking, "rack/anna") == 1000_00 + 50_00 + 70_00


@rule("commission-tiles 8(g)", "commission-tiles 8(g)(1)", "commission-tiles 8(g)(2)", "R6")
@rule("colorado-tiles 30-2609(7)", "colorado-tiles 30-2609(7)(a)", "colorado-tiles 30-2609(7)(b)")
@pytest.mark.parametrize("rules", [COMMISSION, COLORADO], ids=["commission", "colorado"])
def test_a_cut_moves_adjacent_stacks_and_a_split_leaves_some_for_either_end(rules: Rules) -> None:
    """A split block has two stacks or more, of which at least one goes to each end."""
    wash, stack = WashTiles(by="dealer", order=ALL_TILES), StackTiles(by="dealer")
    table = after(rules, at_offer(RACKS), OFFER, AcceptBank(by="anna"), wash, stack)
    assert table.step is Step.CUT
    sound = set(every_cut())
    for first in range(10):
        for last in range(10):
            for split in range(10):
                cut = Cut(first, last, "right", split)
                size = last - first + 1
                allowed = 1 <= first <= last <= 8 and (split == 0 or (size >= 2 and 1 <= split < size))
                assert (cut in sound) is allowed, cut
                if not allowed:
                    refused = refusal(rules, table, CutStacks(by="anna", cut=cut))
                    assert refused.reason is Reason.NOT_AS_REQUIRED, cut
    assert refusal(rules, table, CutStacks(by="bob", cut=Cut(1, 1, "left"))).reason is Reason.NOT_YOURS
    once = after(rules, table, CutStacks(by="anna", cut=Cut(2, 3, "right")))
    assert refusal(rules, once, CutStacks(by="anna", cut=Cut(2, 3, "right"))).reason is Reason.WRONG_STEP


@every_book
@pytest.mark.parametrize("co_bank", [False, True])
@rule(
    "commission-tiles 8(o)",
    "commission-tiles 8(p)",
    "colorado-tiles 30-2609(15)",
    "colorado-tiles 30-2609(16)",
)
@rule("maryland-poker 12.J(3)", "maryland-poker 12.J(4)", "maryland-poker 12.J(5)", "maryland-poker 12.J(6)")
@rule("maryland-poker 12.L(1)", "maryland-poker 12.L(1)(c)", "maryland-poker 12.L(2)")
@rule("maryland-poker 12.L(3)", "maryland-poker 12.L(3)(b)", "maryland-poker 12.L(3)(c)")
def test_winners_are_paid_from_the_center_and_it_is_closed_when_all_are_paid(
    book: str, co_bank: bool
) -> None:
    """Carla's loss of 100.00 pays Bob's win of 60.00; 40.00 are over."""
    rules = to_the_cent(book)
    table = exposed(rules, {"bob": (60_00, "wins"), "carla": (100_00, "loses")}, co_bank=co_bank)
    assert money(table, CENTER) == 100_00
    assert refusal(rules, table, CLOSE).reason is Reason.OUT_OF_ORDER
    assert refusal(rules, table, CollectShortfall(by="dealer")).reason is Reason.NOTHING_THERE
    tray = money(table, INVENTORY)
    table = after(rules, table, PayFromCenter(by="dealer", place=2))
    # 60.00 of the center are Bob's, and he pays five percent of them, 3.00, to the house.
    assert money(table, CENTER) == 40_00
    assert money(table, INVENTORY) == tray + 3_00
    bank = money(table, "rack/anna")
    table = after(rules, table, CLOSE)
    # A bank gets 40.00 less 2.00; a co-bank half of 40.00 less 1.00, and the house the other half.
    assert money(table, "rack/anna") == bank + (19_00 if co_bank else 38_00)
    assert money(table, INVENTORY) == tray + 3_00 + (21_00 if co_bank else 2_00)
    assert money(table, CENTER) == 0


@every_book
@rule(
    "commission-tiles 8(h)", "colorado-tiles 30-2609(8)", "maryland-poker 12.G(1)", "maryland-poker 12.G(3)"
)
def test_no_more_bets_waits_for_the_dealers_wager_even_if_it_is_none(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_offer(RACKS), OFFER, AcceptBank(by="anna"))
    table = after(rules, changed(table, step=Step.BETS), PlaceWager(by="bob", position=2, chips=100_00))
    close = CallNoMoreBets(by="dealer", at=1)
    assert refusal(rules, table, close).reason is Reason.OUT_OF_ORDER
    table = after(rules, table, DirectDealerWager(by="anna", most=0))
    assert refusal(rules, table, close).reason is Reason.OUT_OF_ORDER
    table = after(rules, table, PlaceDealerWager(by="dealer"))
    assert table.bank is not None
    assert table.bank.dealer_wager == 0
    assert happened(rules, table, close)
