"""What a bank wins and pays on coupons, promotional chips, surrendered and optional wagers."""

from __future__ import annotations

import pytest

from paigow.table.bank.bank_setting import ExposeBank
from paigow.table.bank.center import CollectShortfall
from paigow.table.bank.covering import PlaceDealerWager
from paigow.table.bets.betting import PlaceWager
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.surrender import Surrender
from paigow.table.house.seating import GiveCoupons
from paigow.table.irregularities.reports import ReportOffTable
from paigow.table.ledger import CENTER, INVENTORY, ISSUED
from paigow.table.refusals import Reason
from paigow.table.sides.optional import SettleOptional
from paigow.table.state import Step, changed
from tests.rules import rule
from tests.table.banks import BOOKS, TRAY, after, money, refusal
from tests.table.centers import (
    CHANGES,
    CLOSE,
    exposed,
    gains,
    settled,
    to_the_cent,
    wagered,
)
from tests.table.tables import rules_with

COLLECT = CollectShortfall(by="dealer")
every_book = pytest.mark.parametrize("book", BOOKS)


@rule("R57")
@pytest.mark.parametrize(
    ("outcome", "bob", "anna", "tray", "coupons"),
    [
        # Carla loses 200.00 besides. Bob's 100.00 win 100.00 from the bank and the face of 50.00 from the
        # house, less five percent of 150.00; the bank keeps 100.00 less 5.00.
        ("wins", 142_50, 95_00, -50_00 + 7_50 + 5_00, 0),
        # The bank has 300.00 over, less 15.00; the coupon is taken and gives the bank nothing.
        ("loses", -100_00, 285_00, 15_00, 0),
        # 200.00 over, less 10.00; the coupon is Bob's again.
        ("pushes", 0, 190_00, 10_00, 50_00),
    ],
)
def test_against_a_bank_a_coupons_part_is_the_houses(
    outcome: str, bob: int, anna: int, tray: int, coupons: int
) -> None:
    rules = to_the_cent("commission-tiles")
    wagers = {"bob": (100_00, outcome), "carla": (200_00, "loses")}
    table = settled(rules, exposed(rules, wagers, coupons={"bob": 50_00}))
    expected = {"anna": anna, "bob": bob, "carla": -200_00, "tray": tray}
    assert gains(table) == {person: cents for person, cents in expected.items() if cents}
    assert (money(table, "coupons/bob"), money(table, ISSUED)) == (coupons, -coupons)


@rule("R57")
@pytest.mark.parametrize(
    ("outcome", "bob", "promotional", "anna", "tray"),
    [
        # 20.00 in chips and 40.00 promotional win 60.00 less 3.00; the bank pays it.
        ("wins", 57_00, 40_00, -60_00, 3_00),
        # If lost, the house puts in 40.00 in chips for the promotional ones: 60.00 less 3.00 for the bank.
        ("loses", -20_00, 0, 57_00, 3_00 - 40_00),
    ],
)
def test_promotional_chips_play_against_a_bank_like_chips(
    outcome: str, bob: int, promotional: int, anna: int, tray: int
) -> None:
    rules = rules_with(
        "colorado-tiles-full",
        *CHANGES["colorado-tiles"],
        'vigorish.method = "to-the-cent"',
        "instruments.promotional-chips = true",
    )
    table = wagered(rules, {"bob": (20_00, outcome)})
    table = after(
        rules,
        changed(table, step=Step.BETS, bets_open=True),
        GiveCoupons(by="floor", person="bob", promotional=40_00),
    )
    table = after(
        rules,
        table,
        PlaceWager(by="bob", position=2, chips=20_00, promotional=40_00),
        PlaceDealerWager(by="dealer"),
    )
    table = changed(table, step=Step.EXPOSE_BANK, bets_open=False)
    table = after(rules, table, ExposeBank(by="dealer"), ExposeHand(by="dealer", position=2))
    table = settled(rules, table)
    assert gains(table) == {"anna": anna, "bob": bob, "tray": tray}
    assert money(table, "promotional/bob") == promotional


@every_book
@rule("R9", "R54")
def test_a_surrendered_wager_goes_to_the_center_like_a_losing_one(book: str) -> None:
    rules = to_the_cent(book)
    table = wagered(rules, {"bob": (100_00, "wins"), "carla": (50_00, "pushes")})
    table = after(rules, table, Surrender(by="bob", position=2))
    assert (money(table, CENTER), money(table, INVENTORY)) == (100_00, TRAY)
    table = after(rules, table, ExposeBank(by="dealer"), ExposeHand(by="dealer", position=3))
    assert gains(settled(rules, table)) == {"anna": 95_00, "bob": -100_00, "tray": 5_00}


@rule("colorado-tiles 30-2610(7)", "R12", "R80")
@pytest.mark.parametrize("co_bank", [False, True])
def test_what_was_surrendered_before_a_void_goes_back_without_vigorish(co_bank: bool) -> None:
    """The bank's tile leaves the table: Bob's 100.00 in the center and Carla's wager are theirs again."""
    rules = to_the_cent("colorado-tiles")
    table = wagered(rules, {"bob": (100_00, "wins"), "carla": (50_00, "wins")}, co_bank=co_bank)
    table = after(rules, table, Surrender(by="bob", position=2))
    assert (money(table, CENTER), [wager.person for wager in table.forfeited]) == (100_00, ["bob"])
    table = after(rules, table, ReportOffTable(by="dealer", place=1))
    assert gains(table) == {"tray": 0}
    assert (table.forfeited, money(table, CENTER), money(table, "cover/anna")) == ((), 0, 0)
    assert table.bank is not None
    assert (table.bank.person, table.step) == ("anna", Step.SHUFFLE)


@rule("colorado-tiles 30-2610(7)", "R10", "R67", "R80")
@pytest.mark.parametrize(("co_bank", "anna", "tray"), [(False, 100_01, 0), (True, 50_00, 50_01)])
def test_what_a_tile_off_the_table_lost_stays_lost_in_a_void_round(
    co_bank: bool, anna: int, tray: int
) -> None:
    """Bob's 100.01 are the bank's, or divided with the odd cent for the house; no vigorish either way."""
    rules = to_the_cent("colorado-tiles")
    table = wagered(rules, {"bob": (100_01, "wins"), "carla": (50_00, "wins")}, co_bank=co_bank)
    table = after(rules, table, ReportOffTable(by="dealer", place=2), ReportOffTable(by="dealer", place=1))
    assert gains(table) == {"anna": anna, "bob": -100_01, "tray": tray}


@rule("maryland-poker 12.N", "R38", "R40")
def test_optional_wagers_are_the_houses_in_a_banked_round_too() -> None:
    """A Fortune wager needs no cover and never goes to the center."""
    rules = BOOKS["maryland-poker"]
    table = wagered(rules, {"bob": (100_00, "loses")})
    table = changed(table, step=Step.BETS, bets_open=True)
    table = after(rules, table, PlaceWager(by="bob", position=2, kind="fortune", chips=5_00))
    table = after(rules, table, PlaceWager(by="anna", position=1, kind="fortune", chips=5_00))
    assert money(table, "cover/anna") == 100_00
    table = changed(table, step=Step.EXPOSE_BANK, bets_open=False)
    table = after(rules, table, ExposeBank(by="dealer"), ExposeHand(by="dealer", position=2))
    assert money(table, CENTER) == 100_00
    assert table.wager("bob", 2, "fortune") is not None
    # Once the center is closed they are settled where they are, the bank's own first.
    table = after(rules, table, CLOSE)
    assert (table.step, money(table, CENTER)) == (Step.OPTIONAL, 0)
    held = (table.rack("anna"), table.rack("bob"))
    for position in (1, 2):
        table = after(rules, table, SettleOptional(by="dealer", position=position, kind="fortune"))
    # A pair of eights and a pair of sevens are no Fortune lines: both lose, to the tray.
    assert (table.rack("anna"), table.rack("bob")) == held
    assert (table.step, money(table, INVENTORY)) == (Step.FINISH, TRAY + 5_00 + 10_00)


@rule("maryland-poker 12.A(2)")
def test_what_the_chapter_leaves_alone_is_as_in_any_round() -> None:
    """Wagers still close at "no more bets" and keep their limits."""
    rules = BOOKS["maryland-poker"]
    table = wagered(rules, {"bob": (100_00, "loses")})
    late = PlaceWager(by="carla", position=3, chips=50_00)
    assert refusal(rules, table, late).reason is Reason.WRONG_STEP
    early = changed(table, step=Step.BETS, bets_open=True)
    low = PlaceWager(by="carla", position=3, chips=5_00)
    assert refusal(rules, early, low).reason is Reason.BELOW_MINIMUM
