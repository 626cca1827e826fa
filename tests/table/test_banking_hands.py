"""The bank's hand: when and by whom it is set, when it is reset, and the dealer's wager against it."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bank.bank_setting import (
    BankExposed,
    BankHandReset,
    DealerWagerDecided,
    ExposeBank,
    SetBankHand,
    SetBankHouseWay,
)
from paigow.table.hands.setting import AskHelp, HandSet, SetDealerHand, SetHand
from paigow.table.ledger import CENTER, INVENTORY
from paigow.table.refusals import Reason
from paigow.table.state import Bank, HandStatus, Step, Table, changed
from tests.rules import rule
from tests.table.banks import (
    BETTER,
    BOOKS,
    COMMISSION,
    EVEN,
    HANDS,
    MARYLAND,
    WORSE,
    after,
    hand,
    happened,
    money,
    refusal,
)
from tests.table.tables import rules_with

STAKE = "wager/dealer/0/main"
EXPOSE = ExposeBank(by="dealer")
every_book = pytest.mark.parametrize("book", BOOKS)


def at_bank_setting(
    bank: tuple[str, str],
    dealer: tuple[str, str] | None = None,
    *,
    co_banked: bool = False,
    stake: int = 30_00,
) -> Table:
    """Bob at 2 has set; Anna at 1 banks and sets next, then the dealer if the dealer bet."""
    hands = {1: hand(1, bank, HandStatus.DEALT), 2: hand(2, bank)}
    balances = {"world": -1000_00, INVENTORY: 1000_00}
    if dealer is not None:
        hands[0] = hand(0, dealer, HandStatus.DEALT)
        balances = {"world": -1000_00 - stake, INVENTORY: 1000_00, STAKE: stake}
    return Table(
        step=Step.BANK_SETTING,
        chairs=("anna", "bob", *(None,) * 4),
        bank=Bank("anna", 1, co_banked, stake if dealer else None),
        hands=hands,
        balances=balances,
    )


def pieces(half: str) -> tuple[str, ...]:
    return tuple(half.split())


@every_book
@rule("commission-tiles 7(c)", "colorado-tiles 30-2608(3)", "maryland-poker 11.C(3)", "R53")
def test_the_bank_sets_after_all_players_and_before_the_dealer(book: str) -> None:
    rules = BOOKS[book]
    table = at_bank_setting(HANDS[book], BETTER[book])
    set_bank = SetBankHand(by="anna", low=pieces(HANDS[book][0]))
    assert refusal(rules, changed(table, step=Step.SETTING), set_bank).reason is Reason.WRONG_STEP
    dealer = SetDealerHand(by="dealer", low=pieces(BETTER[book][0]))
    assert refusal(rules, table, dealer).reason is Reason.WRONG_STEP
    (event,) = happened(rules, table, set_bank)
    assert isinstance(event, HandSet)
    assert (event.place, event.set_by, event.then) == (1, "anna", Step.DEALER_SETTING)
    assert refusal(rules, table, SetBankHand(by="bob", low=())).reason is Reason.NOT_YOURS


@every_book
@rule("commission-tiles 7(c)", "colorado-tiles 30-2608(3)", "maryland-poker 11.C(3)")
def test_the_bank_neither_sets_nor_asks_for_help_before(book: str) -> None:
    rules = BOOKS[book]
    table = at_bank_setting(HANDS[book])
    table = changed(table, step=Step.SETTING)
    early = SetHand(by="anna", position=1, low=pieces(HANDS[book][0]))
    assert refusal(rules, table, early).reason is Reason.NOT_ELIGIBLE
    assert refusal(rules, table, AskHelp(by="anna", position=1)).reason is Reason.NOT_ELIGIBLE
    told = happened(rules, changed(table, step=Step.BANK_SETTING), AskHelp(by="anna", position=1))
    assert len(told) == 1


@every_book
@rule("R51", "maryland-poker 12.I")
def test_without_a_dealers_wager_the_dealers_hand_is_not_set(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_bank_setting(HANDS[book]), SetBankHand(by="anna", low=pieces(HANDS[book][0])))
    assert table.step is Step.EXPOSE_BANK


@every_book
@rule("commission-tiles 8(n)", "colorado-tiles 30-2609(14)", "maryland-poker 12.I", "R53")
def test_with_one_the_dealers_hand_is_set_after_the_banks(book: str) -> None:
    rules = BOOKS[book]
    table = at_bank_setting(HANDS[book], BETTER[book])
    table = after(rules, table, SetBankHand(by="anna", low=pieces(HANDS[book][0])))
    assert refusal(rules, table, EXPOSE).reason is Reason.WRONG_STEP
    assert table.step is Step.DEALER_SETTING


@every_book
@rule("commission-tiles 8(e)", "colorado-tiles 30-2609(5)", "maryland-poker 12.E(4)", "R33")
def test_the_dealer_sets_a_co_banks_hand_the_house_way(book: str) -> None:
    rules = BOOKS[book]
    table = at_bank_setting(HANDS[book], co_banked=True)
    refused = refusal(rules, table, SetBankHand(by="anna", low=pieces(HANDS[book][0])))
    assert (refused.reason, refused.cites) == (Reason.NOT_ELIGIBLE, rules.cite("co-bank's hand set"))
    table = after(rules, table, SetBankHouseWay(by="dealer"))
    assert (table.hands[1].set_by, table.step) == ("house-way", Step.EXPOSE_BANK)
    low, high = rules.house_setting(tuple(" ".join(HANDS[book]).split()))
    assert (table.hands[1].low, table.hands[1].high) == (low, high)


@rule("R61", "R30")
def test_a_bank_that_does_not_set_in_time_is_set_the_house_way() -> None:
    # The pair is kept: 4-4 4-4 over 2-2 5-6.
    table = after(
        COMMISSION, at_bank_setting(("4-4 2-2", "4-4 5-6")), SetBankHouseWay(by="dealer", because="time-up")
    )
    assert sorted(table.hands[1].low) == ["2-2", "5-6"]
    assert refusal(COMMISSION, table, SetBankHouseWay(by="anna")).reason is Reason.NOT_YOURS


@rule("R3")
def test_a_banks_tiles_are_ordered_whichever_half_it_names() -> None:
    table = at_bank_setting(HANDS["commission-tiles"])
    table = after(COMMISSION, table, SetBankHand(by="anna", low=("4-4", "4-4")))
    assert (table.hands[1].low, table.hands[1].high) == (("2-2", "5-6"), ("4-4", "4-4"))


def test_a_bank_sets_its_own_pieces_in_two_hands() -> None:
    table = at_bank_setting(HANDS["commission-tiles"])
    for low in (("6-6", "6-6"), ("4-4",), ("4-4", "4-4", "2-2")):
        assert refusal(COMMISSION, table, SetBankHand(by="anna", low=low)).reason is Reason.BAD_PIECES


def at_expose(bank: tuple[str, str], dealer: tuple[str, str] | None = None) -> Table:
    hands = {1: hand(1, bank), 2: hand(2, bank), **({0: hand(0, dealer)} if dealer else {})}
    return changed(at_bank_setting(bank, dealer), step=Step.EXPOSE_BANK, hands=hands)


def decided(rules: Rules, table: Table) -> DealerWagerDecided:
    event = happened(rules, table, EXPOSE)[-1]
    assert isinstance(event, DealerWagerDecided)
    return event


@every_book
@rule(
    "commission-tiles 8(n)", "colorado-tiles 30-2609(14)", "maryland-poker 12.I(1)", "maryland-poker 12.I(3)"
)
@rule("R53")
def test_a_dealer_who_wins_keeps_the_wager_on_open_pieces(book: str) -> None:
    rules = BOOKS[book]
    table = at_expose(HANDS[book], BETTER[book])
    assert isinstance(happened(rules, table, EXPOSE)[0], BankExposed)
    assert decided(rules, table).outcome == "win"
    table = after(rules, table, EXPOSE)
    assert (money(table, STAKE), money(table, CENTER)) == (30_00, 0)
    assert (table.hands[0].status, table.step) == (HandStatus.EXPOSED, Step.EXPOSE)


@every_book
@rule("commission-tiles 8(n)", "colorado-tiles 30-2609(14)", "maryland-poker 12.I(4)")
def test_a_dealer_who_pushes_puts_the_wager_back_into_the_tray(book: str) -> None:
    rules = BOOKS[book]
    table = at_expose(HANDS[book], EVEN[book])
    assert decided(rules, table).outcome == "push"
    table = after(rules, table, EXPOSE)
    assert (money(table, STAKE), money(table, CENTER), money(table, INVENTORY)) == (0, 0, 1030_00)


@every_book
@rule("commission-tiles 8(n)", "colorado-tiles 30-2609(14)", "maryland-poker 12.I(5)")
def test_a_dealer_who_loses_moves_the_wager_to_the_center(book: str) -> None:
    rules = BOOKS[book]
    table = at_expose(HANDS[book], WORSE[book])
    assert decided(rules, table).outcome == "lose"
    table = after(rules, table, EXPOSE)
    assert (money(table, STAKE), money(table, CENTER)) == (0, 30_00)
    # The bank wins a copy: the same hand loses too.
    assert decided(rules, at_expose(HANDS[book], HANDS[book])).outcome == "lose"


@rule("R2", "commission-tiles 8(n)")
def test_a_zero_low_hand_never_wins_for_the_dealer_either() -> None:
    # Both lows are 0; the dealer's has the higher tile, 1-3 above 5-5, and still does not win.
    table = at_expose(("5-5 4-6", "1-6 3-4"), ("1-3 3-3", "6-6 6-6"))
    assert decided(COMMISSION, table).outcome == "push"


HOUSE_WAY = ("As Kd", "9c 9d 7c 6c 2d")
ODD = ("9c 7c", "As Kd 9d 6c 2d")
"""The same cards without a pair: unwise, but ace high over nine high is valid."""
FOULED = ("As Ad", "Kc Qh 9s 7d 2c")


@rule("maryland-poker 12.I(2)", "maryland-poker 14.I", "R33")
def test_a_sole_bank_that_fouled_is_reset_the_house_way_and_does_not_lose() -> None:
    """Aces in the low hand over nothing: reset, the aces are high, king-queen low."""
    table = at_expose(FOULED, ("Ks Jd", "3c 3d 9h 7s 2h"))
    exposed, reset, outcome = happened(MARYLAND, table, EXPOSE)
    assert isinstance(exposed, BankExposed)
    assert isinstance(reset, BankHandReset)
    assert (sorted(reset.low), sorted(reset.high)) == (["Kc", "Qh"], sorted("As Ad 9s 7d 2c".split()))
    assert "R33" in reset.cites
    # The dealer's pair of threes loses to the aces, king-jack to king-queen.
    assert isinstance(outcome, DealerWagerDecided)
    assert outcome.outcome == "lose"
    assert after(MARYLAND, table, EXPOSE).hands[1].set_by == "house-way"


@rule("maryland-poker 14.I", "R33")
def test_a_sole_bank_sets_as_it_likes_unless_the_submission_binds_it() -> None:
    free = happened(MARYLAND, at_expose(ODD), EXPOSE)
    assert [type(event) for event in free] == [BankExposed]
    bound = rules_with("maryland-poker-full", 'banking.sole-bank-sets = "house-way"')
    events = happened(bound, at_expose(ODD), EXPOSE)
    assert [type(event) for event in events] == [BankExposed, BankHandReset]
    reset = events[1]
    assert isinstance(reset, BankHandReset)
    # The pair of nines is kept in the high hand, ace-king goes low.
    assert (sorted(reset.low), sorted(reset.high)) == (["As", "Kd"], sorted("9c 9d 7c 6c 2d".split()))
    right = happened(bound, at_expose(HOUSE_WAY), EXPOSE)
    assert [type(event) for event in right] == [BankExposed]


@every_book
@rule("R53")
def test_with_no_player_left_to_expose_the_center_is_next(book: str) -> None:
    """All have surrendered, or only the dealer wagered."""
    rules = BOOKS[book]
    table = at_expose(HANDS[book], WORSE[book])
    gone = changed(table.hands[2], status=HandStatus.SURRENDERED)
    table = changed(table, hands={**table.hands, 2: gone})
    assert after(rules, table, EXPOSE).step is Step.CENTER
