"""The wagers against a bank: its cover, the dealer's wager, a bank without opponents, void rounds."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bank.banking import AcceptBank, BankLapsed, OfferBank
from paigow.table.bank.covering import DealerWagerPlaced, DirectDealerWager, PlaceDealerWager
from paigow.table.bets.betting import CallNoMoreBets, NoMoreBets, PlaceWager, TakeBackWager
from paigow.table.deal.delivery import DeliverStack
from paigow.table.deal.dice import AnnounceTotal, LiftLid, ShakeDice, counted_place
from paigow.table.deal.sweeping import wagered_places
from paigow.table.game import ALL_TILES
from paigow.table.house.seating import GiveCoupons, Leave
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason
from paigow.table.state import Bank, Shaker, Step, Table, changed
from paigow.table.text import script
from paigow.table.visibility.due_context import DueContext
from tests.rules import rule
from tests.table.banks import (
    BOOKS,
    COLORADO,
    COMMISSION,
    MARYLAND,
    TRAY,
    after,
    at_offer,
    happened,
    money,
    refusal,
)
from tests.table.tables import rules_with

STAKE = "wager/dealer/0/main"
NO_MORE = CallNoMoreBets(by="dealer", at=1)
LAY = PlaceDealerWager(by="dealer")
every_book = pytest.mark.parametrize("book", BOOKS)


def at_bets(rules: Rules, anna: int = 1000_00, *, co_bank: bool = False, last_wager: int = 100_00) -> Table:
    """Anna banks at position 1, the pieces are ready, and Bob and Carla can bet."""
    racks = {"anna": anna, "bob": 1000_00, "carla": 1000_00}
    table = at_offer(racks, last_wagers=dict.fromkeys(racks, last_wager))
    table = after(rules, table, OfferBank(by="dealer"), AcceptBank(by="anna", co_bank=co_bank))
    return changed(table, step=Step.BETS)


def bets(person: str, chips: int, coupon: int = 0) -> PlaceWager:
    return PlaceWager(by=person, position={"bob": 2, "carla": 3}[person], chips=chips, coupon=coupon)


@every_book
@rule("commission-tiles 8(d)(2)", "colorado-tiles 30-2609(4)(b)", "maryland-poker 12.D(2)", "R8")
def test_a_wager_that_the_bank_could_not_cover_is_refused(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_bets(rules, anna=150_00), bets("bob", 100_00))
    refused = refusal(rules, table, bets("carla", 50_01))
    assert (refused.reason, refused.cites) == (Reason.NOT_COVERED, rules.cite("cover"))
    table = after(rules, table, bets("carla", 50_00))
    assert (money(table, "cover/anna"), money(table, "rack/anna")) == (150_00, 0)
    # Raised is refused, lowered is accepted, and releases what it no longer needs.
    assert refusal(rules, table, bets("carla", 51_00)).reason is Reason.NOT_COVERED
    assert money(after(rules, table, bets("carla", 30_00)), "rack/anna") == 20_00


@every_book
@rule("R8", "R10")
def test_a_co_bank_covers_half_rounded_down(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_bets(rules, anna=75_00, co_bank=True), bets("bob", 100_00), bets("carla", 50_01))
    # Half of 150.01 is 75.005, and 75.00 is all she has.
    assert money(table, "cover/anna") == 75_00
    assert refusal(rules, table, bets("carla", 50_02)).reason is Reason.NOT_COVERED


@rule("R8", "R30")
def test_cover_follows_wagers_taken_back_and_players_who_leave() -> None:
    table = after(COMMISSION, at_bets(COMMISSION), bets("bob", 100_00), bets("carla", 60_00))
    assert money(table, "cover/anna") == 160_00
    table = after(COMMISSION, table, TakeBackWager(by="bob", position=2))
    assert money(table, "cover/anna") == 60_00
    table = after(COMMISSION, table, Leave(by="carla"))
    assert (money(table, "cover/anna"), money(table, "rack/anna")) == (0, 1000_00)


@rule("R30")
def test_the_bank_cannot_leave() -> None:
    refused = refusal(COMMISSION, at_bets(COMMISSION), Leave(by="anna"))
    assert refused.reason is Reason.NOT_ELIGIBLE
    assert "R30" in refused.cites


@rule("R57", "R8")
def test_a_coupon_needs_no_cover() -> None:
    table = after(COMMISSION, at_bets(COMMISSION), GiveCoupons(by="floor", person="bob", coupons=50_00))
    table = after(COMMISSION, table, bets("bob", 100_00, coupon=50_00))
    assert money(table, "cover/anna") == 100_00


@rule("R57", "R8")
def test_promotional_chips_need_cover_and_never_are_cover() -> None:
    rules = rules_with(
        "colorado-tiles-plain",
        'banking.bank = "everyone"',
        'approvals.dealer-wager = "SG-1"',
        "instruments.promotional-chips = true",
    )
    table = at_bets(rules, anna=60_00)
    table = after(
        rules,
        table,
        GiveCoupons(by="floor", person="bob", promotional=40_00),
        GiveCoupons(by="floor", person="anna", promotional=500_00),
        PlaceWager(by="bob", position=2, chips=20_00, promotional=40_00),
    )
    assert (money(table, "cover/anna"), money(table, "rack/anna")) == (60_00, 0)
    assert refusal(rules, table, bets("carla", 10_00)).reason is Reason.NOT_COVERED


@every_book
@rule(
    "commission-tiles 8(h)", "colorado-tiles 30-2609(8)", "maryland-poker 12.G(1)", "maryland-poker 12.G(2)"
)
@rule("maryland-poker 12.G(4)", "R52")
def test_the_dealer_wagers_the_banks_last_wager_from_the_tray(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_bets(rules, last_wager=80_00), bets("bob", 100_00), LAY)
    assert table.bank is not None
    assert table.bank.dealer_wager == 80_00
    assert (money(table, STAKE), money(table, INVENTORY)) == (80_00, TRAY - 80_00)
    # It is covered like any wager against the bank: 100.00 + 80.00.
    assert money(table, "cover/anna") == 180_00


@rule("commission-tiles 8(h)", "colorado-tiles 30-2609(8)", "maryland-poker 12.G(1)")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("calculation", "amount"),
    [
        # Half of 80.01, down to the cent.
        (('banking.dealer-wager = "share-of-last-wager"', "banking.dealer-wager-percent = 50"), 40_00),
        (('banking.dealer-wager = "fixed"', "banking.dealer-wager-amount = 35"), 35_00),
    ],
)
def test_or_by_the_submitted_calculation(book: str, calculation: tuple[str, ...], amount: int) -> None:
    approved = () if book == "maryland-poker" else ('approvals.dealer-wager = "X-1"',)
    rules = rules_with(f"{book}-full", *calculation, *approved)
    table = after(rules, at_bets(rules, last_wager=80_01), bets("bob", 100_00))
    (event,) = happened(rules, table, LAY)
    assert isinstance(event, DealerWagerPlaced)
    assert event.amount == amount


@every_book
@rule("commission-tiles 8(h)", "colorado-tiles 30-2609(8)", "maryland-poker 12.G(3)", "R52")
@pytest.mark.parametrize("most", [30_00, 0])
def test_the_bank_may_direct_less_or_none(book: str, most: int) -> None:
    rules = BOOKS[book]
    directed = DirectDealerWager(by="anna", most=most)
    table = after(rules, at_bets(rules), bets("bob", 100_00), directed, LAY)
    assert table.bank is not None
    assert (table.bank.dealer_wager, money(table, STAKE)) == (most, most)


@every_book
@rule("commission-tiles 8(h)", "colorado-tiles 30-2609(8)", "maryland-poker 12.G(3)")
def test_but_never_more_nor_can_anybody_else(book: str) -> None:
    rules = BOOKS[book]
    table = at_bets(rules, last_wager=80_00)
    assert refusal(rules, table, DirectDealerWager(by="anna", most=80_01)).reason is Reason.ABOVE_MAXIMUM
    assert refusal(rules, table, DirectDealerWager(by="anna", most=-1)).reason is Reason.NOT_ACCEPTED
    assert refusal(rules, table, DirectDealerWager(by="bob", most=0)).reason is Reason.NOT_YOURS
    closed = changed(table, bets_open=False)
    assert refusal(rules, closed, DirectDealerWager(by="anna", most=0)).reason is Reason.WRONG_STEP


@rule("R8", "R52")
def test_the_dealers_wager_is_at_most_what_is_still_covered() -> None:
    table = after(COMMISSION, at_bets(COMMISSION, anna=120_00), bets("bob", 100_00), LAY)
    assert table.bank is not None
    assert table.bank.dealer_wager == 20_00
    assert money(table, "rack/anna") == 0


@rule("R52")
def test_the_dealers_wager_comes_last() -> None:
    """A player's later wager returns it to the tray, so that players are covered first."""
    table = after(COMMISSION, at_bets(COMMISSION, anna=150_00), bets("bob", 100_00))
    assert refusal(COMMISSION, table, NO_MORE).reason is Reason.OUT_OF_ORDER
    table = after(COMMISSION, table, LAY)
    assert money(table, STAKE) == 50_00
    table = after(COMMISSION, table, bets("carla", 40_00))
    assert (money(table, STAKE), money(table, INVENTORY), money(table, "cover/anna")) == (0, TRAY, 140_00)
    assert refusal(COMMISSION, table, NO_MORE).reason is Reason.OUT_OF_ORDER
    table = after(COMMISSION, table, LAY)
    assert money(table, STAKE) == 10_00
    assert refusal(COMMISSION, table, LAY).reason is Reason.NOTHING_THERE
    # So does the bank's limit.
    table = after(COMMISSION, table, DirectDealerWager(by="anna", most=0))
    assert (money(table, STAKE), money(table, "cover/anna")) == (0, 140_00)
    (event, *_) = happened(COMMISSION, table, LAY, NO_MORE)[1:]
    assert isinstance(event, NoMoreBets)


@rule("commission-tiles 8(h)", "colorado-tiles 30-2609(8)", "maryland-poker 12.G", "R52")
@pytest.mark.parametrize("step", [Step.SHUFFLE, Step.STACK, Step.CUT, Step.STYLE])
def test_it_is_laid_after_shuffle_and_cut_and_before_no_more_bets(step: Step) -> None:
    for rules in BOOKS.values():
        refused = refusal(rules, changed(at_bets(rules), step=step), LAY)
        assert refused.reason is Reason.WRONG_STEP


@every_book
@rule(
    "commission-tiles 8(e)", "commission-tiles 8(h)", "colorado-tiles 30-2609(5)", "colorado-tiles 30-2609(8)"
)
@rule("maryland-poker 12.E(5)")
def test_the_dealer_does_not_wager_against_a_co_bank(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_bets(rules, co_bank=True), bets("bob", 100_00))
    for command in (LAY, DirectDealerWager(by="anna", most=0)):
        refused = refusal(rules, table, command)
        assert (refused.reason, refused.cites) == (Reason.NOT_ELIGIBLE, rules.cite("no dealer's wager"))
    (event, *_) = happened(rules, table, NO_MORE)
    assert isinstance(event, NoMoreBets)
    assert money(table, INVENTORY) == TRAY


@rule("commission-tiles 8(h)", "colorado-tiles 30-2609(8)")
@pytest.mark.parametrize(("most", "on_top"), [(100_00, "dealer's wager"), (0, "marker")])
def test_the_dealers_wager_lies_on_the_dealers_tiles_instead_of_the_marker(most: int, on_top: str) -> None:
    table = after(
        COMMISSION, at_bets(COMMISSION), bets("bob", 100_00), DirectDealerWager(by="anna", most=most), LAY
    )
    (delivered,) = happened(COMMISSION, _dealing(table), DeliverStack(by="dealer", place=0))
    assert getattr(delivered, "on_top", None) == on_top


def _dealing(table: Table) -> Table:
    """Dealing begins with the dealer: eight from the bank at 1 counts 1 to 6, dead hand, dealer."""
    stacks = tuple(ALL_TILES[start : start + 4] for start in range(0, 32, 4))
    shaker = Shaker(dice=(2, 3, 3), shakes=3, lid_off=True, announced=8, start=0)
    return changed(
        table, step=Step.DEAL, stock=stacks, shaker=shaker, bets_open=False, staked=table.wagers, round=1
    )


@rule("R51", "commission-tiles 8(l)", "colorado-tiles 30-2609(12)")
@pytest.mark.parametrize(("most", "places"), [(100_00, (0, 1, 2)), (0, (1, 2))])
def test_the_dealers_place_is_wagered_only_if_the_dealer_wagers(most: int, places: tuple[int, ...]) -> None:
    table = after(
        COMMISSION, at_bets(COMMISSION), bets("bob", 100_00), DirectDealerWager(by="anna", most=most), LAY
    )
    assert wagered_places(table) == places


@every_book
@rule("R51")
def test_a_bank_that_nobody_wagers_against_lapses_to_the_house(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_bets(rules), DirectDealerWager(by="anna", most=0), LAY)
    (event,) = happened(rules, table, NO_MORE)
    assert isinstance(event, BankLapsed)
    assert event.cites == ("R51",)
    table = after(rules, table, NO_MORE)
    assert (table.bank, table.step, table.bets_open) == (None, Step.BETS, True)
    # She can bet like everybody else, and the dealer calls again.
    table = after(rules, table, PlaceWager(by="anna", position=1, chips=50_00), NO_MORE)
    assert not table.bets_open


@rule("R51")
def test_a_co_bank_lapses_too_and_a_bank_against_the_dealer_alone_does_not() -> None:
    (event,) = happened(COMMISSION, at_bets(COMMISSION, co_bank=True), NO_MORE)
    assert isinstance(event, BankLapsed)
    events = happened(COMMISSION, at_bets(COMMISSION), LAY, NO_MORE)
    assert isinstance(events[-1], NoMoreBets)


@rule("R51", "R16")
def test_what_a_lapsed_bank_wagered_beside_its_hand_goes_back_with_it() -> None:
    rules = rules_with(
        "colorado-tiles-full", 'approvals.dealer-wager = "SG-1"', "pair-fortunes.without-main = false"
    )
    table = after(rules, at_bets(rules), PlaceWager(by="anna", position=1, kind="pair-fortunes", chips=5_00))
    assert money(table, "rack/anna") == 995_00
    table = after(rules, table, DirectDealerWager(by="anna", most=0), LAY, NO_MORE)
    assert (table.bank, table.wagers, money(table, "rack/anna")) == (None, (), 1000_00)


@every_book
@rule("commission-tiles 8(f)", "colorado-tiles 30-2609(6)", "maryland-poker 12.F")
def test_the_bank_has_one_area_and_no_main_wager_on_it(book: str) -> None:
    rules = BOOKS[book]
    table = at_bets(rules)
    for position in (1, 4):
        refused = refusal(rules, table, PlaceWager(by="anna", position=position, chips=50_00))
        assert refused.reason is Reason.NOT_ELIGIBLE


@rule("commission-tiles 8(f)", "R56")
def test_wagers_on_two_areas_come_back_when_their_player_banks() -> None:
    table = at_offer({"anna": 1000_00, "bob": 1000_00}, seats={"anna": 1, "bob": 4})
    table = after(
        COMMISSION,
        table,
        PlaceWager(by="anna", position=1, chips=50_00),
        PlaceWager(by="anna", position=2, chips=60_00),
        OfferBank(by="dealer"),
        AcceptBank(by="anna"),
    )
    assert (table.wagers, money(table, "rack/anna")) == ((), 1000_00)


@rule("R18")
def test_others_wagers_on_a_spot_come_back_when_its_player_banks() -> None:
    rules = rules_with(
        "colorado-tiles-plain",
        'banking.bank = "everyone"',
        'approvals.dealer-wager = "SG-1"',
        "spots.players-per-spot = 4",
        "spots.two-areas = true",
    )
    table = after(
        rules,
        at_offer({"anna": 1000_00, "bob": 1000_00}),
        PlaceWager(by="anna", position=1, chips=50_00),
        PlaceWager(by="bob", position=1, chips=20_00),
        PlaceWager(by="bob", position=2, chips=30_00),
        OfferBank(by="dealer"),
        AcceptBank(by="anna"),
    )
    assert [wager.key for wager in table.wagers] == [("bob", 2, "main")]
    assert money(table, "cover/anna") == 30_00
    refused = refusal(rules, table, PlaceWager(by="bob", position=1, chips=20_00))
    assert refused.reason is Reason.NOT_ELIGIBLE


@rule("R50", "R12")
def test_a_void_round_returns_everything_and_the_same_bank_goes_on() -> None:
    """Tiles to the wrong position void the round: no new offer, no change in the rotation."""
    before = after(
        COMMISSION,
        at_bets(COMMISSION),
        bets("bob", 100_00),
        DirectDealerWager(by="anna", most=30_00),
        LAY,
    )
    table = after(COMMISSION, _dealing(before), DeliverStack(by="dealer", place=3))
    assert table.bank == Bank("anna", 1, most_dealer_wager=30_00)
    assert (table.step, table.bets_open, table.wagers) == (Step.SHUFFLE, True, ())
    assert [money(table, account) for account in ("rack/anna", "cover/anna", "rack/bob", INVENTORY)] == [
        1000_00,
        0,
        1000_00,
        TRAY,
    ]
    assert table.between == before.between
    again = after(COMMISSION, changed(table, step=Step.BETS), bets("bob", 100_00), LAY)
    assert money(again, STAKE) == 30_00


@rule("commission-tiles 8(j)", "colorado-tiles 30-2609(10)", "R5")
@pytest.mark.parametrize("rules", [COMMISSION, COLORADO])
def test_tiles_are_counted_from_the_bank_over_eight_places(rules: Rules) -> None:
    table = Table(bank=Bank("anna", 3))
    # 3 is one, 4 two, 5 three, 6 four, the dead hand five, the dealer six, 1 seven, 2 eight, 3 nine.
    assert [counted_place(rules, table, total) for total in (3, 5, 6, 7, 9, 18)] == [5, 7, 0, 1, 3, 4]


@rule("maryland-poker 5.K(1)(e)", "maryland-poker 12.H")
def test_cards_are_counted_from_the_bank_over_seven_places() -> None:
    table = Table(bank=Bank("anna", 3))
    # 3 is one, 4 two, 5 three, 6 four, the dealer five, 1 six, 2 seven, 3 eight.
    assert [counted_place(MARYLAND, table, total) for total in (3, 5, 6, 8, 18)] == [5, 0, 1, 3, 6]


@rule("commission-tiles 8(i)", "colorado-tiles 30-2609(9)", "maryland-poker 5.K(1)(a)(i)")
@rule("maryland-poker 5.K(1)(a)(ii)", "maryland-poker 5.K(1)(c)", "R61")
@pytest.mark.parametrize("book", BOOKS)
def test_the_bank_shakes_three_times_and_leaves_the_lid_to_the_dealer(book: str) -> None:
    rules = BOOKS[book]
    if book == "maryland-poker":
        rules = rules_with("maryland-poker-full", 'starting.method = "shaker"')
    table = changed(at_bets(rules), step=Step.SHAKE, bets_open=False)
    assert refusal(rules, table, ShakeDice(by="bob", dice=(1, 2, 3))).reason is Reason.NOT_YOURS
    few = ShakeDice(by="anna", dice=(1, 2, 3), shakes=2)
    assert refusal(rules, table, few).reason is Reason.NOT_AS_REQUIRED
    table = after(rules, table, ShakeDice(by="anna", dice=(1, 2, 3)))
    # The bank took the lid off: covered again, and the bank shakes once more.
    lifted = after(rules, table, LiftLid(by="anna"))
    assert (lifted.step, lifted.shaker) == (Step.SHAKE, Shaker())
    assert refusal(rules, lifted, LiftLid(by="dealer")).reason is Reason.WRONG_STEP
    # Or the time is up and the dealer shakes instead.
    (shaken,) = happened(rules, lifted, ShakeDice(by="dealer", dice=(4, 4, 1), because="time-up"))
    assert "R61" in shaken.cites
    table = after(rules, lifted, ShakeDice(by="anna", dice=(4, 4, 1)), LiftLid(by="dealer"))
    total = after(rules, table, AnnounceTotal(by="dealer", total=9))
    assert total.shaker.start == counted_place(rules, table, 9)


def _told(rules: Rules, table: Table) -> str:
    shown = script.prompt(DueContext(rules, table, 1, late=True))
    assert shown.act == LAY
    return shown.lines[0].do


@every_book
@rule("commission-tiles 8(h)", "colorado-tiles 30-2609(8)", "R52")
def test_the_script_tells_the_dealers_wager_where_it_comes_from_and_what_reduces_it(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_bets(rules), bets("bob", 50_00))
    assert "Take $100.00 from the tray (the bank's last wager of $100.00)" in _told(rules, table)
    moved = script.prompt(DueContext(rules, table, 1, late=True)).money
    assert moved == {INVENTORY: -100_00, STAKE: 100_00, "rack/anna": -100_00, "cover/anna": 100_00}
    # 120.00 less the cover of Bob's 50.00 leaves 70.00.
    poor = after(rules, at_bets(rules, anna=120_00), bets("bob", 50_00))
    assert "$70.00 from the tray (the bank's last wager of $100.00, reduced to what the bank" in _told(
        rules, poor
    )
    less = after(rules, table, DirectDealerWager(by="anna", most=20_00))
    assert "$20.00 from the tray (the bank's last wager of $100.00, reduced because the bank" in _told(
        rules, less
    )
    broke = after(rules, at_bets(rules, anna=50_00), bets("bob", 50_00))
    assert _told(rules, broke).startswith("Take nothing from the tray (the bank's last wager of $100.00, ")
    none = after(rules, table, DirectDealerWager(by="anna", most=0))
    assert _told(rules, none) == "The bank wants no wager from you: take nothing from the tray."


@rule("commission-tiles 8(h)", "R52")
def test_a_house_that_calculates_the_dealers_wager_tells_how() -> None:
    share = rules_with(
        "commission-tiles-full",
        'banking.dealer-wager = "share-of-last-wager"',
        "banking.dealer-wager-percent = 30",
    )
    # 30% of 100.00.
    table = after(share, at_bets(share), bets("bob", 50_00))
    assert "Take $30.00 from the tray (30% of the bank's last wager of $100.00)" in _told(share, table)
