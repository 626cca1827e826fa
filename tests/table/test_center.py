"""Banked rounds settled through the center, to the cent, in every book that has banks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.table.bank.bank_setting import ExposeBank
from paigow.table.bank.center import (
    CollectShortfall,
    DealerWagerPaid,
    PayFromCenter,
    ShortfallCollected,
    shortfall,
    unpaid,
)
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.settling import FinishRound, WinnerPaid
from paigow.table.ledger import CENTER, INVENTORY
from paigow.table.refusals import Reason
from paigow.table.state import Step
from tests.rules import rule
from tests.table.banks import BOOKS, COMMISSION, TRAY, after, happened, money, refusal
from tests.table.centers import (
    CHANGES,
    CLOSE,
    OUTCOMES,
    PLAYERS,
    closing,
    exposed,
    gains,
    settled,
    to_the_cent,
    to_the_quarter,
    wagered,
)
from tests.table.tables import rules_with

COLLECT = CollectShortfall(by="dealer")
LOST = {
    "commission-tiles": ("7(h)", "8(o)"),
    "colorado-tiles": ("30-2608(8)", "30-2609(15)"),
    "maryland-poker": ("11.F(1)(a)", "11.F(1)", "12.J(2)"),
}
"""Both halves lower, collected for the bank."""
CO_BANKED = {
    "commission-tiles": "8(p)",
    "colorado-tiles": "30-2609(16)",
    "maryland-poker": "12.L(1)(b)",
}
every_book = pytest.mark.parametrize("book", BOOKS)


@every_book
@rule("commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J", "maryland-poker 12.J(1)")
@rule("maryland-poker 12.J(2)", "maryland-poker 12.A(1)")
def test_hands_are_exposed_by_position_and_losers_go_to_the_center_at_once(book: str) -> None:
    rules = BOOKS[book]
    table = wagered(rules, {"bob": (50_00, "loses"), "carla": (60_00, "pushes"), "dave": (70_00, "loses")})
    table = after(rules, table, ExposeBank(by="dealer"))
    first, second, third = (ExposeHand(by="dealer", position=place) for place in (2, 3, 4))
    assert refusal(rules, table, second).reason is Reason.OUT_OF_ORDER
    compared, lost, *_ = happened(rules, table, first)
    assert getattr(compared, "outcome", None) == "lose"
    assert lost.cites == LOST[book]
    table = after(rules, table, first)
    assert (money(table, CENTER), money(table, INVENTORY)) == (50_00, TRAY)
    # A push is neither collected nor paid: tiles leave it down, cards return it (R86).
    table = after(rules, table, second)
    stays = 60_00 if rules.is_tiles else 0
    assert (money(table, CENTER), table.rack("carla")) == (50_00, 1000_00 - stays)
    assert money(table, "wager/carla/3/main") == stays
    table = after(rules, table, third)
    assert (money(table, CENTER), table.step) == (120_00, Step.CENTER)


@every_book
@rule("commission-tiles 8(p)", "colorado-tiles 30-2609(16)", "maryland-poker 12.L", "maryland-poker 12.L(1)")
@rule("maryland-poker 12.L(1)(a)", "maryland-poker 12.L(1)(b)")
def test_so_they_are_in_a_co_banked_round(book: str) -> None:
    rules = BOOKS[book]
    table = wagered(rules, {"bob": (50_00, "loses"), "carla": (60_00, "wins")}, co_bank=True)
    table = after(rules, table, ExposeBank(by="dealer"))
    assert refusal(rules, table, ExposeHand(by="dealer", position=3)).reason is Reason.OUT_OF_ORDER
    compared, lost, *_ = happened(rules, table, ExposeHand(by="dealer", position=2))
    limb, *taken = LOST[book]
    assert compared.cites == (*rules.cite("expose with co-bank"), limb)
    assert lost.cites == (limb, *taken[:-1], CO_BANKED[book])
    assert money(after(rules, table, ExposeHand(by="dealer", position=2)), CENTER) == 50_00


@every_book
@rule("commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J(3)", "R53")
def test_winners_are_paid_from_the_center_by_position_and_the_dealer_last(book: str) -> None:
    rules = BOOKS[book]
    table = exposed(
        rules,
        {"bob": (200_00, "loses"), "carla": (40_00, "wins"), "dave": (50_00, "wins")},
        dealer=(30_00, "wins"),
    )
    assert unpaid(table) == (3, 4, 0)
    for place in (4, 0, 2):
        reason = Reason.NOTHING_THERE if place == 2 else Reason.OUT_OF_ORDER
        assert refusal(rules, table, PayFromCenter(by="dealer", place=place)).reason is reason
    assert refusal(rules, table, PayFromCenter(by="anna", place=3)).reason is Reason.NOT_YOURS
    centers = []
    for place in (3, 4, 0):
        assert refusal(rules, table, CLOSE).reason is Reason.OUT_OF_ORDER
        table = after(rules, table, PayFromCenter(by="dealer", place=place))
        centers.append(money(table, CENTER))
    # 200.00 less 40.00, less 50.00, less 30.00.
    assert centers == [160_00, 110_00, 80_00]


@every_book
@rule("commission-tiles 8(r)", "colorado-tiles 30-2609(18)", "maryland-poker 12.M", "R11")
@pytest.mark.parametrize(
    # Five percent of 45.10 is 2.255: half a cent up, or up to the next quarter.
    ("method", "vigorish"),
    [("to-the-cent", 2_26), ("up-to-25-cents", 2_50)],
)
def test_a_winner_pays_vigorish_to_the_house(book: str, method: str, vigorish: int) -> None:
    rules = rules_with(f"{book}-full", *CHANGES[book], f'vigorish.method = "{method}"')
    table = exposed(rules, {"bob": (100_00, "loses"), "carla": (45_10, "wins")})
    paid, *_ = happened(rules, table, PayFromCenter(by="dealer", place=3))
    assert isinstance(paid, WinnerPaid)
    assert (paid.won, paid.vigorish) == (45_10, vigorish)
    table = after(rules, table, PayFromCenter(by="dealer", place=3))
    assert table.rack("carla") == 1000_00 + 45_10 - vigorish
    assert (money(table, INVENTORY), money(table, CENTER)) == (TRAY + vigorish, 54_90)


@every_book
@rule("commission-tiles 8(q)", "colorado-tiles 30-2609(17)", "maryland-poker 12.K", "R11")
def test_the_dealers_winning_wager_goes_back_to_the_tray_doubled_without_vigorish(book: str) -> None:
    rules = BOOKS[book]
    table = exposed(rules, {"bob": (100_00, "loses")}, dealer=(30_00, "wins"))
    assert money(table, INVENTORY) == TRAY - 30_00
    (paid,) = happened(rules, table, PayFromCenter(by="dealer", place=0))
    assert isinstance(paid, DealerWagerPaid)
    assert (paid.won, paid.cites) == (30_00, rules.cite("dealer's wager paid"))
    table = after(rules, table, PayFromCenter(by="dealer", place=0))
    assert (money(table, INVENTORY), money(table, CENTER)) == (TRAY + 30_00, 70_00)


@every_book
@rule(
    "commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J(6)", "maryland-poker 12.J(7)"
)
@rule("R11")
def test_a_surplus_is_the_banks_less_five_percent(book: str) -> None:
    wagers = {"bob": (100_00, "loses"), "carla": (60_50, "wins"), "dave": (47_30, "loses")}
    # 100.00 + 47.30 - 60.50 - 30.00 = 56.80; five percent is 2.84. Carla: 60.50 less 3.025.
    for rules, vigorish, carla in ((to_the_cent(book), 2_84, 57_47), (to_the_quarter(book), 3_00, 57_25)):
        table = settled(rules, exposed(rules, wagers, dealer=(30_00, "wins")))
        bank = 56_80 - vigorish
        house = 30_00 + vigorish + 60_50 - carla
        assert gains(table) == {"anna": bank, "bob": -100_00, "carla": carla, "dave": -47_30, "tray": house}
        assert bank + carla + house == 147_30


@every_book
@rule(
    "commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J(4)", "maryland-poker 12.J(5)"
)
@rule("R8")
def test_what_the_center_lacks_is_collected_from_the_bank(book: str) -> None:
    rules = to_the_cent(book)
    wagers = {"bob": (50_00, "loses"), "carla": (200_00, "wins"), "dave": (75_50, "wins")}
    table = exposed(rules, wagers, dealer=(30_00, "loses"))
    # 50.00 and the dealer's 30.00 are there; 275.50 is owed.
    assert (money(table, CENTER), shortfall(table)) == (80_00, 195_50)
    assert refusal(rules, table, PayFromCenter(by="dealer", place=3)).reason is Reason.OUT_OF_ORDER
    (event,) = happened(rules, table, COLLECT)
    assert isinstance(event, ShortfallCollected)
    assert (event.from_bank, event.from_house) == (195_50, 0)
    table = after(rules, table, COLLECT)
    assert refusal(rules, table, COLLECT).reason is Reason.NOTHING_THERE
    table = settled(rules, table)
    # Vigorish: 10.00, and 3.775 to the cent 3.78. The house lost 30.00.
    assert gains(table) == {
        "anna": -195_50,
        "bob": -50_00,
        "carla": 190_00,
        "dave": 71_72,
        "tray": 13_78 - 30_00,
    }


@every_book
@rule("commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J(4)")
def test_the_center_pays_while_it_lasts_and_only_the_rest_is_collected(book: str) -> None:
    rules = BOOKS[book]
    wagers = {"bob": (100_00, "loses"), "carla": (80_00, "wins"), "dave": (60_00, "wins")}
    table = exposed(rules, wagers)
    assert refusal(rules, table, COLLECT).reason is Reason.NOTHING_THERE
    table = after(rules, table, PayFromCenter(by="dealer", place=3))
    # 20.00 are left and 60.00 are owed.
    (event,) = happened(rules, table, COLLECT)
    assert isinstance(event, ShortfallCollected)
    assert event.from_bank == 40_00


@every_book
@pytest.mark.parametrize("co_bank", [False, True])
@rule(
    "commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J(4)", "maryland-poker 12.J(6)"
)
@rule("commission-tiles 8(p)", "colorado-tiles 30-2609(16)", "maryland-poker 12.L(2)")
def test_a_center_that_is_exactly_enough_leaves_and_needs_nothing(book: str, co_bank: bool) -> None:
    rules = to_the_cent(book)
    wagers = {"bob": (100_00, "loses"), "carla": (70_00, "wins"), "dave": (30_00, "wins")}
    table = exposed(rules, wagers, co_bank=co_bank)
    for place in (3, 4):
        table = after(rules, table, PayFromCenter(by="dealer", place=place))
    assert refusal(rules, table, COLLECT).reason is Reason.NOTHING_THERE
    closed = closing(rules, table)
    assert (closed.surplus, closed.to_bank, closed.vigorish, closed.to_house) == (0, 0, 0, 0)
    table = settled(rules, table)
    # 70.00 less 3.50, 30.00 less 1.50.
    assert gains(table) == {"bob": -100_00, "carla": 66_50, "dave": 28_50, "tray": 5_00}


@every_book
@rule(
    "commission-tiles 8(p)",
    "colorado-tiles 30-2609(16)",
    "maryland-poker 12.L(1)(c)",
    "maryland-poker 12.L(3)",
)
@rule("maryland-poker 12.L(3)(c)", "maryland-poker 12.L(3)(d)", "maryland-poker 12.L(3)(e)", "R10", "R11")
def test_a_co_banks_surplus_is_halved_and_the_odd_cent_is_the_houses(book: str) -> None:
    wagers = {"bob": (101_01, "loses"), "carla": (40_00, "wins")}
    # 61.01: 30.50 and 30.51. Five percent of 30.50 is 1.525.
    for rules, vigorish in ((to_the_cent(book), 1_53), (to_the_quarter(book), 1_75)):
        table = exposed(rules, wagers, co_bank=True)
        table = after(rules, table, PayFromCenter(by="dealer", place=3))
        closed = closing(rules, table)
        assert (closed.surplus, closed.to_house, closed.vigorish) == (61_01, 30_51, vigorish)
        assert closed.cites == rules.cite("surplus with co-bank")
        table = settled(rules, table)
        assert gains(table) == {
            "anna": 30_50 - vigorish,
            "bob": -101_01,
            "carla": 38_00,
            "tray": 30_51 + vigorish + 2_00,
        }


@every_book
@rule(
    "commission-tiles 8(p)",
    "colorado-tiles 30-2609(16)",
    "maryland-poker 12.L(2)",
    "maryland-poker 12.L(3)(a)",
)
@rule("maryland-poker 12.L(3)(b)", "R10")
def test_a_co_banks_shortfall_is_halved_and_the_odd_cent_is_the_houses(book: str) -> None:
    rules = to_the_cent(book)
    table = exposed(rules, {"bob": (50_00, "loses"), "carla": (120_25, "wins")}, co_bank=True)
    (event,) = happened(rules, table, COLLECT)
    assert isinstance(event, ShortfallCollected)
    # Half of 70.25 is 35.125.
    assert (event.from_bank, event.from_house) == (35_12, 35_13)
    table = settled(rules, table)
    # Five percent of 120.25 is 6.0125.
    assert gains(table) == {"anna": -35_12, "bob": -50_00, "carla": 114_24, "tray": 6_01 - 35_13}


@every_book
@rule("R10", "R11")
def test_a_surplus_smaller_than_the_least_vigorish_is_all_vigorish(book: str) -> None:
    rules = to_the_quarter(book)
    table = exposed(rules, {"bob": (50_10, "loses"), "carla": (50_00, "wins")})
    table = after(rules, table, PayFromCenter(by="dealer", place=3))
    closed = closing(rules, table)
    assert (closed.surplus, closed.vigorish, closed.to_bank) == (10, 10, 0)


@every_book
@rule("R8")
def test_cover_is_free_again_when_the_round_is_over(book: str) -> None:
    rules = BOOKS[book]
    table = exposed(rules, {"bob": (100_00, "pushes")}, dealer=(30_00, "pushes"))
    assert money(table, "cover/anna") == 130_00
    table = after(rules, table, CLOSE)
    assert money(table, "cover/anna") == 130_00
    table = after(rules, table, FinishRound(by="dealer"))
    assert (money(table, "cover/anna"), table.rack("anna"), table.bank) == (0, 1000_00, None)


@rule("commission-tiles 7(l)")
def test_hands_are_collected_in_the_order_in_which_they_can_be_rebuilt() -> None:
    wagers = {"bob": (50_00, "wins"), "carla": (60_00, "loses"), "dave": (70_00, "pushes")}
    table = exposed(COMMISSION, wagers, dealer=(30_00, "wins"))
    # 60.00 pay Bob's 50.00; 20.00 are short for the dealer's 30.00.
    table = after(COMMISSION, table, PayFromCenter(by="dealer", place=2), COLLECT)
    table = after(COMMISSION, table, PayFromCenter(by="dealer", place=0), CLOSE)
    # Losers and pushes as they were exposed, winners as they were paid, the dealer's hand, the bank's.
    assert [hand.place for hand in table.discards] == [3, 4, 2, 0, 1]


chips = st.integers(25_00, 150_00)
outcomes = st.sampled_from(sorted(OUTCOMES))


@given(
    st.dictionaries(st.sampled_from(PLAYERS), st.tuples(chips, outcomes), min_size=1),
    st.none() | st.tuples(chips, outcomes),
    st.sampled_from([*BOOKS]),
    st.booleans(),
)
@rule("R10", "R11", "R53")
def test_every_banked_round_settles_with_nothing_left_over(
    wagers: dict[str, tuple[int, str]], dealer: tuple[int, str] | None, book: str, co_bank: bool
) -> None:
    """No account goes below zero, all are empty at the end, and the sum of all gains is zero."""
    rules = BOOKS[book]
    table = settled(rules, exposed(rules, wagers, None if co_bank else dealer, co_bank=co_bank))
    assert sum(gains(table).values()) == 0
    left = {name for name in table.balances if not name.startswith("rack/")}
    assert left == {"world", INVENTORY}
    assert table.step in (Step.OFFER, Step.SHUFFLE)
