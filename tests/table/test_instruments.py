"""What each table accepts as a wager, and the fate of coupons, promotional chips, and tips. Not limits."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Limit, Rules
from paigow.table.bets.betting import PlaceWager, TakeBackWager
from paigow.table.bets.limits import limit_of
from paigow.table.hands.comparing import ExposeHand
from paigow.table.hands.settling import FinishRound, PayWinner
from paigow.table.hands.surrender import Surrender
from paigow.table.house.seating import CashOut, GiveCoupons
from paigow.table.ledger import INVENTORY, ISSUED, TIPS, coupons, promotional
from paigow.table.refusals import Reason
from paigow.table.state import Bank, DealtHand, HandStatus, Step, Table, changed
from tests.rules import rule
from tests.table.banks import after, money, refusal
from tests.table.eye_tables import TRAY, bet, betting
from tests.table.tables import rules_with

SEATS = {"anna": 1, "bob": 2}
GIVEN = 100_00
_PLAIN_GAME = ("dragons-eye.offered = false", 'banking.bank = "nobody"', 'banking.co-bank = "nobody"')
COLORADO = rules_with("colorado-tiles-full", *_PLAIN_GAME)
QUARTERS = rules_with("colorado-tiles-full", *_PLAIN_GAME, 'vigorish.method = "up-to-25-cents"')
COMMISSION = rules_with("commission-tiles-full")
MARYLAND = rules_with("maryland-poker-full")
ROCK_ISLAND = rules_with("rock-island-poker")
WINS = (("1-1", "1-1"), ("6-6", "6-6"))
LOSES = (("1-3", "3-5"), ("1-6", "3-4"))
PUSHES = (("1-3", "3-5"), ("6-6", "6-6"))


def shown(table: Table, halves: tuple[tuple[str, ...], tuple[str, ...]]) -> Table:
    """The table about to expose position 1, against a pair of eights over 4 + 11, value 5."""
    against = DealtHand(0, ("2-2", "5-6", "4-4", "4-4"), HandStatus.SET, ("2-2", "5-6"), ("4-4", "4-4"))
    own = DealtHand(1, (*halves[0], *halves[1]), HandStatus.SET, *halves)
    hands = {0: against, 1: own}
    return changed(table, step=Step.EXPOSE, bets_open=False, staked=table.wagers, hands=hands)


def settled(rules: Rules, table: Table, halves: tuple[tuple[str, ...], tuple[str, ...]]) -> Table:
    table = after(rules, shown(table, halves), ExposeHand(by="dealer", position=1))
    if table.step is Step.PAY:
        table = after(rules, table, PayWinner(by="dealer", position=1))
    return after(rules, table, FinishRound(by="dealer"))


def placed(rules: Rules, *bets: PlaceWager) -> Table:
    return after(rules, betting(SEATS, given=GIVEN), *bets)


@pytest.mark.parametrize(
    ("rules", "takes_coupons", "takes_promotional"),
    [
        (COMMISSION, True, False),
        (COLORADO, True, True),
        (MARYLAND, False, False),
        (ROCK_ISLAND, False, False),
        (rules_with("colorado-tiles-plain"), False, False),
        (rules_with("commission-tiles-plain"), False, False),
    ],
)
@rule("commission-tiles 5(a)", "colorado-tiles 30-2606(1)", "maryland-poker 7.A", "R57")
def test_each_table_takes_what_its_book_and_its_operator_allow(
    rules: Rules, takes_coupons: bool, takes_promotional: bool
) -> None:
    table = betting(SEATS, given=GIVEN)
    for wager, taken in (
        (bet("anna", 1, 2500, coupon=2500), takes_coupons),
        (bet("anna", 1, 2500, given=500), takes_promotional),
    ):
        if taken:
            assert after(rules, table, wager).wagers
        else:
            assert refusal(rules, table, wager).reason is Reason.NOT_ACCEPTED
    give = GiveCoupons(by="floor", person="bob", promotional=100)
    if takes_promotional:
        assert money(after(rules, table, give), promotional("bob")) == GIVEN + 100
    else:
        assert refusal(rules, table, give).reason is Reason.NOT_OFFERED


@rule("colorado-tiles 30-2608(12)", "colorado-tiles 30-2608(12)(a)", "colorado-tiles 30-2608(12)(b)", "R14")
def test_with_dragons_eye_a_won_main_wager_pays_five_percent_or_none() -> None:
    """$30 win $30; five percent of it is $1.50."""
    for method, vigorish in (("to-the-cent", 150), ("none", 0)):
        rules = rules_with("colorado-tiles-full", f'vigorish.method = "{method}"')
        before = betting(SEATS)
        table = settled(rules, after(rules, before, bet("anna", 1, 3000)), WINS)
        assert money(table, "rack/anna") - money(before, "rack/anna") == 3000 - vigorish


@pytest.mark.parametrize("rules", [COMMISSION, COLORADO, MARYLAND, ROCK_ISLAND])
@rule("commission-tiles 5(a)", "colorado-tiles 30-2606(1)", "maryland-poker 7.B", "R57")
def test_a_spoken_wager_with_cash_is_nowhere_accepted(rules: Rules) -> None:
    spoken = PlaceWager(by="anna", position=1, chips=2500, cash=True)
    refused = refusal(rules, betting(SEATS), spoken)
    assert (refused.reason, refused.cites) == (Reason.NOT_ACCEPTED, rules.cite("no cash"))


@rule("R57")
def test_a_coupon_goes_with_chips_of_its_face_on_the_main_wager() -> None:
    table = betting(SEATS, given=GIVEN)
    for wager in (
        bet("anna", 1, 2499, coupon=2500),
        bet("anna", 1, 2000, given=5000, coupon=2500),
        bet("anna", 1, 0, coupon=2500),
        bet("anna", 1, 2500, coupon=-1),
    ):
        assert refusal(COLORADO, table, wager).reason is Reason.NOT_ACCEPTED
    table = after(COLORADO, table, bet("anna", 1, 2500, coupon=2500))
    side = bet("anna", 1, 2500, "pair-fortunes", coupon=2500)
    assert refusal(COLORADO, table, side).reason is Reason.NOT_ACCEPTED
    # Taken back in time, everything is where it was.
    table = after(COLORADO, table, TakeBackWager(by="anna", position=1))
    assert money(table, coupons("anna")) == GIVEN


@rule("R57", "R58")
def test_a_coupon_counts_neither_for_the_minimum_nor_for_the_maximum() -> None:
    table = betting(SEATS, given=GIVEN)
    assert refusal(COLORADO, table, bet("anna", 1, 999, coupon=999)).reason is Reason.BELOW_MINIMUM
    assert after(COLORADO, table, bet("anna", 1, 50000, coupon=2500)).wagers


@pytest.mark.parametrize(
    ("chips", "given", "coupon", "vigorish", "quarters"),
    [
        # Five percent of chips + promotional + coupon: of 50.00, 62.50, 75.10, 10.10.
        (2500, 0, 2500, 250, 250),
        (2500, 1250, 2500, 313, 325),
        (2505, 2500, 2505, 376, 400),
        (1010, 0, 0, 51, 75),
    ],
)
@rule("R57", "R11", "colorado-tiles 30-2608(11)")
def test_a_won_coupon_pays_its_face_and_vigorish_is_due_on_both(
    chips: int, given: int, coupon: int, vigorish: int, quarters: int
) -> None:
    for rules, taken in ((COLORADO, vigorish), (QUARTERS, quarters)):
        table = settled(rules, placed(rules, bet("anna", 1, chips, given=given, coupon=coupon)), WINS)
        won = chips + given + coupon
        assert money(table, "rack/anna") == 1_000_00 + won - taken
        assert money(table, INVENTORY) == TRAY - won + taken
        assert money(table, coupons("anna")) == GIVEN - coupon
        assert money(table, promotional("anna")) == GIVEN


@rule("R57")
def test_a_pushed_coupon_stays_and_a_lost_one_is_taken() -> None:
    wager = bet("anna", 1, 2500, given=500, coupon=2500)
    pushed = settled(COLORADO, placed(COLORADO, wager), PUSHES)
    assert (money(pushed, coupons("anna")), money(pushed, promotional("anna"))) == (GIVEN, GIVEN)
    assert money(pushed, "rack/anna") == 1_000_00
    lost = settled(COLORADO, placed(COLORADO, wager), LOSES)
    assert (money(lost, coupons("anna")), money(lost, promotional("anna"))) == (GIVEN - 2500, GIVEN - 500)
    assert money(lost, INVENTORY) == TRAY + 2500
    # What was issued and is now used up returns to where it was issued.
    assert money(lost, ISSUED) == 3000


@rule("R57", "R54")
def test_a_surrendered_wager_forfeits_coupon_and_promotional_chips() -> None:
    table = shown(placed(COLORADO, bet("anna", 1, 2500, given=500, coupon=2500)), WINS)
    table = after(COLORADO, table, Surrender(by="anna", position=1))
    assert (money(table, coupons("anna")), money(table, promotional("anna"))) == (GIVEN - 2500, GIVEN - 500)
    assert money(table, INVENTORY) == TRAY + 2500


@rule("R57")
def test_promotional_chips_play_any_wager_and_are_not_cashed() -> None:
    bets = (bet("anna", 1, 0, given=2500), bet("anna", 1, 0, "pair-fortunes", given=1000))
    table = settled(COLORADO, placed(COLORADO, *bets), WINS)
    # Two pair, 25 to 1 on 10.00; even money on 25.00 less 1.25: won in chips.
    assert money(table, "rack/anna") == 1_000_00 + 25000 + 2500 - 125
    assert money(table, promotional("anna")) == GIVEN
    table = after(COLORADO, table, CashOut(by="anna"))
    assert (money(table, "rack/anna"), money(table, promotional("anna"))) == (0, GIVEN)


@pytest.mark.parametrize("rules", [COMMISSION, MARYLAND, ROCK_ISLAND, rules_with("colorado-tiles-plain")])
@rule("R57", "colorado-tiles 30-2602")
def test_tip_wagers_are_colorados_where_the_operator_takes_them(rules: Rules) -> None:
    table = after(rules, betting(SEATS), bet("anna", 1, 5000))
    assert refusal(rules, table, bet("anna", 1, 100, "tip")).reason is Reason.NOT_OFFERED


@rule("R57", "R58")
def test_a_tip_has_no_minimum_and_lies_within_the_spots_maximum() -> None:
    assert limit_of(COLORADO, "tip") == Limit(1, 2500)
    table = after(COLORADO, betting(SEATS), bet("anna", 1, 49000))
    assert after(COLORADO, table, bet("anna", 1, 1, "tip")).wager("anna", 1, "tip") is not None
    # 490.00 of 500.00 is taken; the submission's own limit is 25.00.
    assert refusal(COLORADO, table, bet("anna", 1, 1001, "tip")).reason is Reason.ABOVE_MAXIMUM
    table = after(COLORADO, betting(SEATS), bet("anna", 1, 10000))
    assert refusal(COLORADO, table, bet("anna", 1, 2501, "tip")).reason is Reason.ABOVE_MAXIMUM
    table = after(COLORADO, table, bet("anna", 1, 2500, "tip"))
    assert refusal(COLORADO, table, bet("anna", 1, 47501)).reason is Reason.ABOVE_MAXIMUM


@rule("R57")
def test_a_tip_rides_on_the_own_hand_beside_a_main_wager() -> None:
    assert refusal(COLORADO, betting(SEATS), bet("anna", 1, 100, "tip")).reason is Reason.NOT_ELIGIBLE
    table = after(COLORADO, betting(SEATS), bet("anna", 1, 5000), bet("bob", 1, 5000))
    assert refusal(COLORADO, table, bet("bob", 1, 100, "tip")).reason is Reason.NOT_ELIGIBLE
    table = after(COLORADO, table, bet("anna", 1, 100, "tip"), TakeBackWager(by="anna", position=1))
    assert table.wagers == ()


@pytest.mark.parametrize(
    ("halves", "tips", "rack", "tray"),
    [
        # 10.10 wins 10.10 less 0.51; the main wager of 50.00 wins 50.00 less 2.50.
        (WINS, 1010 + 1010 - 51, 1_000_00 - 1010 + 5000 - 250, TRAY - 5000 - 1010 + 250 + 51),
        (PUSHES, 0, 1_000_00, TRAY),
        (LOSES, 0, 1_000_00 - 6010, TRAY + 6010),
    ],
)
@rule("R57", "R11")
def test_a_winning_tip_and_what_it_won_are_the_tip_boxs(
    halves: tuple[tuple[str, ...], tuple[str, ...]], tips: int, rack: int, tray: int
) -> None:
    table = settled(COLORADO, placed(COLORADO, bet("anna", 1, 5000), bet("anna", 1, 1010, "tip")), halves)
    assert (money(table, TIPS), money(table, "rack/anna"), money(table, INVENTORY)) == (tips, rack, tray)


@rule("R57", "R8")
def test_a_bank_covers_chips_of_both_sorts_and_tips_but_no_coupon() -> None:
    rules = rules_with("colorado-tiles-full", "dragons-eye.offered = false")
    table = changed(betting(SEATS, given=GIVEN), bank=Bank("bob", 2))
    table = after(rules, table, bet("anna", 1, 2500, given=500, coupon=2500), bet("anna", 1, 100, "tip"))
    assert money(table, "cover/bob") == 3100
