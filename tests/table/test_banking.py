"""Who is offered the bank, who can take it, and where the next offer starts. Not the bank's money."""

from __future__ import annotations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bank.banking import (
    AcceptBank,
    BankAccepted,
    BankNotTaken,
    BankOffered,
    BankPassed,
    OfferBank,
    PassBank,
)
from paigow.table.bets.betting import PlaceWager
from paigow.table.hands.settling import FinishRound
from paigow.table.house.seating import Leave
from paigow.table.refusals import Reason
from paigow.table.state import DEALER_PLACE, Bank, Step, Table, Wager, changed
from paigow.wagers.wager import MAIN, Kind
from tests.rules import rule
from tests.table.banks import BOOKS, COLORADO, COMMISSION, MARYLAND, after, at_offer, happened, refusal
from tests.table.tables import rules_with

OFFER, PASS = OfferBank(by="dealer"), PassBank(by="dealer", because="time-up")
FOUR = {"anna": 1000_00, "bob": 1000_00, "carla": 1000_00, "dave": 1000_00}
every_book = pytest.mark.parametrize("book", BOOKS)


def offered(rules: Rules, table: Table) -> list[str]:
    """Everybody whom the dealer asks, if all stay silent."""
    asked = []
    while table.step is Step.OFFER:
        (event,) = happened(rules, table, OFFER)
        table = after(rules, table, OFFER)
        if isinstance(event, BankOffered):
            asked.append(event.person)
            table = after(rules, table, PASS)
    return asked


def finished(rules: Rules, table: Table, bank: str | None = None, wagered: tuple[str, ...] = ()) -> Table:
    """The table after the round is over, with this bank and 100.00 from everyone who bet."""
    seat = table.position_of
    banked = None if bank is None else Bank(bank, seat(bank) or 0)
    staked = tuple(Wager(person, seat(person) or 0, MAIN, 100_00) for person in wagered)
    return after(
        rules, changed(table, step=Step.FINISH, bank=banked, staked=staked), FinishRound(by="dealer")
    )


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C(1)(a)", "R7", "R32")
def test_the_bank_is_offered_from_position_1_counterclockwise(book: str) -> None:
    assert offered(BOOKS[book], at_offer(FOUR)) == ["anna", "bob", "carla", "dave"]


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C", "maryland-poker 12.C(1)")
def test_each_player_may_take_the_bank_or_pass_it_to_the_next(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_offer(FOUR), OFFER, PassBank(by="anna"), OFFER)
    assert table.offer is not None
    assert (table.offer.person, table.offer.passed) == ("bob", ("anna",))
    (taken,) = happened(rules, table, AcceptBank(by="bob"))
    assert isinstance(taken, BankAccepted)
    assert (taken.person, taken.position, taken.then) == ("bob", 2, Step.SHUFFLE)


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C(1)(b)")
def test_the_marker_of_the_bank_lies_before_who_accepted(book: str) -> None:
    table = after(BOOKS[book], at_offer(FOUR), OFFER, AcceptBank(by="anna"))
    assert table.bank == Bank("anna", 1)
    assert table.offer is None


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C(4)")
def test_when_nobody_wants_the_bank_the_house_banks(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_offer({"anna": 1000_00}), OFFER, PASS)
    (event,) = happened(rules, table, OFFER)
    assert isinstance(event, BankNotTaken)
    table = after(rules, table, OFFER)
    assert (table.step, table.bank, table.offer) == (Step.SHUFFLE, None, None)


@rule("R61")
def test_silence_passes_the_bank_on() -> None:
    (event,) = happened(COMMISSION, after(COMMISSION, at_offer(FOUR), OFFER), PASS)
    assert isinstance(event, BankPassed)
    assert (event.person, event.in_silence) == ("anna", True)
    assert "R61" in event.cites


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C(2)", "R7", "R32")
def test_next_time_the_neighbour_of_the_first_is_asked_first(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_offer(FOUR), OFFER, AcceptBank(by="anna"))
    table = finished(rules, table, bank="anna", wagered=("bob",))
    assert table.between.pointer == 2


@rule("commission-tiles 8(c)", "R7")
@pytest.mark.parametrize("bank", ["anna", "carla", None])
def test_the_first_offer_moves_on_whoever_accepted(bank: str | None) -> None:
    table = finished(COMMISSION, at_offer(FOUR), bank=bank, wagered=("anna", "bob", "carla", "dave"))
    assert table.between.pointer == 2


@rule("R7")
def test_empty_positions_are_skipped_by_offer_and_pointer() -> None:
    seats = {"anna": 2, "bob": 5, "carla": 6}
    table = at_offer(dict.fromkeys(seats, 1000_00), seats=seats, pointer=3)
    assert offered(COMMISSION, table) == ["bob", "carla", "anna"]
    assert finished(COMMISSION, table, wagered=("bob",)).between.pointer == 6


@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "R7")
@pytest.mark.parametrize("rules", [COMMISSION, COLORADO])
def test_after_the_last_position_the_first_offer_is_the_dealers_and_then_position_1s(
    rules: Rules,
) -> None:
    everyone = tuple(FOUR)
    table = at_offer(FOUR, pointer=4)
    assert offered(rules, table) == ["dave", "anna", "bob", "carla"]
    dealers = finished(rules, table, wagered=everyone)
    # One round without any offer, and the next begins at position 1.
    assert (dealers.between.pointer, dealers.step) == (DEALER_PLACE, Step.SHUFFLE)
    following = finished(rules, dealers, wagered=everyone)
    assert (following.between.pointer, following.step) == (1, Step.OFFER)


@rule("maryland-poker 12.C(2)", "R32")
def test_in_maryland_the_dealer_has_no_turn() -> None:
    table = finished(MARYLAND, at_offer(FOUR, pointer=4), wagered=tuple(FOUR))
    assert (table.between.pointer, table.step) == (1, Step.OFFER)


@rule("R7")
def test_a_whole_turn_of_first_offers() -> None:
    """Three players at 1, 3 and 4: asked first in turn, then the dealer's round, then again."""
    seats = {"anna": 1, "bob": 3, "carla": 4}
    table = at_offer(dict.fromkeys(seats, 1000_00), seats=seats)
    firsts = []
    for _ in range(5):
        firsts.append((offered(COMMISSION, table) or ["-"])[0] if table.step is Step.OFFER else "dealer")
        table = finished(COMMISSION, table, wagered=tuple(seats))
    assert firsts == ["anna", "bob", "carla", "dealer", "anna"]


@every_book
@rule("commission-tiles 8(c)", "colorado-tiles 30-2609(3)", "maryland-poker 12.C(3)", "R7")
def test_nobody_banks_two_rounds_running(book: str) -> None:
    rules = BOOKS[book]
    table = at_offer(FOUR, banked_last=("anna",))
    assert offered(rules, table) == ["bob", "carla", "dave"]
    refused = refusal(rules, table, AcceptBank(by="anna"))
    assert refused.reason is Reason.NOT_ELIGIBLE
    assert "banked the last round" in refused.sentence
    assert refused.cites == rules.cite("banked last")


@rule("commission-tiles 8(c)", "R7")
def test_a_co_bank_has_banked_too() -> None:
    table = after(COMMISSION, at_offer(FOUR), OFFER, AcceptBank(by="anna", co_bank=True))
    table = after(COMMISSION, changed(table, step=Step.FINISH), FinishRound(by="dealer"))
    assert table.between.banked_last == ("anna",)


@rule("colorado-tiles 30-2609(3)", "R7")
def test_in_colorado_the_house_banks_between_two_banks() -> None:
    everyone = tuple(FOUR)
    banked = finished(COLORADO, at_offer(FOUR), bank="anna")
    assert (banked.step, banked.between.house_round_due) == (Step.SHUFFLE, True)
    # The house round doesn't move the offer: position 2 is asked first after it, and Anna can bank again.
    house = finished(COLORADO, banked, wagered=everyone)
    assert (house.step, house.between.pointer) == (Step.OFFER, 2)
    assert offered(COLORADO, house) == ["bob", "carla", "dave", "anna"]
    # A round that everybody passed is followed by an offer at once.
    passed = finished(COLORADO, at_offer(FOUR), wagered=everyone)
    assert passed.step is Step.OFFER


@rule("colorado-tiles 30-2609(3)", "R7")
def test_in_colorado_a_house_round_may_be_the_dealers_turn_too() -> None:
    banked = finished(COLORADO, at_offer(FOUR, pointer=4), bank="anna")
    assert banked.between.pointer == DEALER_PLACE
    house = finished(COLORADO, banked, wagered=tuple(FOUR))
    assert (house.between.pointer, house.step) == (1, Step.OFFER)


@rule("commission-tiles 8(c)")
def test_elsewhere_another_bank_may_follow_at_once() -> None:
    for rules in (COMMISSION, MARYLAND):
        assert finished(rules, at_offer(FOUR), bank="anna").step is Step.OFFER


@every_book
@rule("commission-tiles 8(b)", "colorado-tiles 30-2609(2)", "maryland-poker 12.B", "maryland-poker 12.B(1)")
@rule("maryland-poker 12.B(2)", "R32", "R62")
def test_nobody_banks_the_first_round_of_the_game(book: str) -> None:
    """The round after opening or after an idle table; not the round after every shuffle."""
    rules = BOOKS[book]
    start = changed(at_offer(FOUR, start_of_game=True), step=Step.SHUFFLE)
    assert refusal(rules, start, OFFER).reason is Reason.WRONG_STEP
    second = finished(rules, start, wagered=("anna",))
    assert (second.step, second.between.pointer) == (Step.OFFER, 1)


@every_book
@rule("commission-tiles 8(d)", "commission-tiles 8(d)(1)", "colorado-tiles 30-2609(4)")
@rule("colorado-tiles 30-2609(4)(a)", "maryland-poker 12.D", "maryland-poker 12.D(1)", "R7")
def test_a_bank_has_wagered_against_the_dealer_in_the_last_round_without_a_bank(book: str) -> None:
    rules = BOOKS[book]
    first = finished(rules, changed(at_offer(FOUR), step=Step.SHUFFLE), wagered=("bob", "dave"))
    assert offered(rules, changed(first, step=Step.OFFER)) == ["bob", "dave"]
    refused = refusal(rules, changed(first, step=Step.OFFER), AcceptBank(by="anna"))
    assert (refused.reason, refused.cites) == (Reason.NOT_ELIGIBLE, rules.cite("wagered last"))
    # A banked round in between doesn't matter: it isn't a round against the dealer.
    second = finished(rules, first, bank="bob", wagered=("anna",))
    assert set(second.between.last_wagers) == {"bob", "dave"}


@rule("R7", "R89", "colorado-tiles 30-2609(4)(a)")
def test_a_dice_wager_is_no_wager_against_the_dealers_hand() -> None:
    staked = (Wager("anna", 1, Kind("odd"), 5_00), Wager("bob", 2, MAIN, 10_00))
    table = changed(at_offer(FOUR), step=Step.FINISH, staked=staked)
    assert after(COLORADO, table, FinishRound(by="dealer")).between.last_wagers == {"bob": 10_00}


@rule("R89", "colorado-tiles 30-2609(4)(a)")
@pytest.mark.parametrize("kind", ["odd", "dice-bonus", "pair-fortunes"])
def test_a_round_without_a_main_wager_leaves_eligibility_as_it_was(kind: str) -> None:
    before = at_offer(FOUR)
    between = changed(before.between, banked_last=("carla",), house_round_due=True)
    staked = (Wager("anna", 1, Kind(kind), 5_00),)
    table = changed(before, step=Step.FINISH, staked=staked, between=between)
    then = after(COLORADO, table, FinishRound(by="dealer")).between
    assert then.last_wagers == before.between.last_wagers != {}
    assert (then.banked_last, then.house_round_due) == (("carla",), True)


@rule("commission-tiles 8(h)", "R52")
def test_the_last_wager_is_the_one_at_the_own_seat() -> None:
    staked = (Wager("anna", 1, MAIN, 40_00), Wager("anna", 2, MAIN, 90_00))
    table = changed(at_offer({"anna": 1000_00}), step=Step.FINISH, staked=staked)
    assert after(COMMISSION, table, FinishRound(by="dealer")).between.last_wagers == {"anna": 40_00}


@rule("colorado-tiles 30-2606(5)", "colorado-tiles 30-2611(3)")
@pytest.mark.parametrize(("counts", "last"), [("seated-player", 40_00), ("whole-spot", 65_00)])
def test_on_a_shared_spot_the_seated_players_wager_counts_or_all_of_it(counts: str, last: int) -> None:
    rules = rules_with(
        "colorado-tiles-plain",
        'banking.bank = "everyone"',
        'approvals.dealer-wager = "SG-1"',
        "spots.players-per-spot = 4",
        f'spots.bank-counts = "{counts}"',
    )
    staked = (Wager("anna", 1, MAIN, 40_00), Wager("bob", 1, MAIN, 25_00), Wager("bob", 2, MAIN, 10_00))
    table = changed(at_offer({"anna": 1000_00, "bob": 1000_00}), step=Step.FINISH, staked=staked)
    assert after(rules, table, FinishRound(by="dealer")).between.last_wagers == {"anna": last, "bob": 10_00}


@every_book
@rule("commission-tiles 8(d)(2)", "colorado-tiles 30-2609(4)(b)", "maryland-poker 12.D(2)", "R8")
def test_who_cannot_cover_the_others_wagers_is_not_asked(book: str) -> None:
    rules = BOOKS[book]
    table = at_offer({"anna": 149_00, "bob": 1000_00, "carla": 1000_00})
    table = after(
        rules,
        table,
        PlaceWager(by="bob", position=2, chips=100_00),
        PlaceWager(by="carla", position=3, chips=50_00),
    )
    # 150.00 is down against Anna: alone she is a dollar short, but with the house for half she has twice
    # 74.50.
    assert offered(rules, table) == ["anna", "bob", "carla"]
    asked = after(rules, table, OFFER)
    refused = refusal(rules, asked, AcceptBank(by="anna"))
    assert (refused.reason, refused.cites) == (Reason.NOT_COVERED, rules.cite("cover"))
    shared = after(rules, asked, AcceptBank(by="anna", co_bank=True))
    assert shared.balances["cover/anna"] == 75_00
    poorer = changed(table, balances={**table.balances, "rack/anna": 74_00})
    assert offered(rules, poorer) == ["bob", "carla"]


@rule("commission-tiles 8(d)(2)", "R8")
def test_chips_on_the_table_are_also_those_of_the_own_wager() -> None:
    table = at_offer({"anna": 100_00, "bob": 1000_00})
    table = after(
        COMMISSION,
        table,
        PlaceWager(by="anna", position=1, chips=60_00),
        PlaceWager(by="bob", position=2, chips=100_00),
        OFFER,
        AcceptBank(by="anna"),
    )
    assert table.balances["cover/anna"] == 100_00
    assert table.wager("anna", 1, "main") is None


@rule("R7")
def test_who_leaves_when_asked_has_passed() -> None:
    table = after(COMMISSION, at_offer(FOUR), OFFER, Leave(by="anna"), OFFER)
    assert table.offer is not None
    assert (table.offer.person, table.offer.passed) == ("bob", ("anna",))


@rule("R7")
def test_the_dealer_asks_one_after_the_other() -> None:
    table = after(COMMISSION, at_offer(FOUR), OFFER)
    assert refusal(COMMISSION, table, OFFER).reason is Reason.PENDING
    assert refusal(COMMISSION, table, AcceptBank(by="bob")).reason is Reason.NOTHING_THERE
    assert refusal(COMMISSION, table, PassBank(by="bob")).reason is Reason.NOTHING_THERE
    answered = after(COMMISSION, table, PASS)
    assert refusal(COMMISSION, answered, AcceptBank(by="anna")).reason is Reason.NOTHING_THERE
    assert refusal(COMMISSION, answered, PASS).reason is Reason.NOTHING_THERE


@pytest.mark.parametrize(
    ("rules", "change", "command", "reason"),
    [
        (COMMISSION, {}, AcceptBank(by="floor"), Reason.NOT_YOURS),
        (rules_with("commission-tiles"), {}, AcceptBank(by="zoe", co_bank=True), Reason.NOT_OFFERED),
        (COMMISSION, {"step": Step.BETS}, AcceptBank(by="zoe"), Reason.WRONG_STEP),
        (COMMISSION, {}, AcceptBank(by="zoe"), Reason.NOT_SEATED),
        (COMMISSION, {}, AcceptBank(by="bob"), Reason.NOT_ELIGIBLE),
        (COMMISSION, {}, AcceptBank(by="anna"), Reason.NOTHING_THERE),
    ],
)
def test_the_bank_is_refused_for_the_first_reason_that_there_is(
    rules: Rules, change: dict[str, Step], command: AcceptBank, reason: Reason
) -> None:
    """Every row but the last also breaks the rules of the rows below it: nobody was asked."""
    table = at_offer({"anna": 0, "bob": 0, "carla": 1000_00}, banked_last=("bob",))
    table = after(COMMISSION, table, PlaceWager(by="carla", position=3, chips=100_00))
    assert refusal(rules, changed(table, **change), command).reason is reason


@rule("commission-tiles 8(a)", "colorado-tiles 30-2609(1)", "maryland-poker 12.A")
@pytest.mark.parametrize("book", [*BOOKS, "rock-island-poker"])
def test_where_the_submission_lets_nobody_bank_there_is_no_offer(book: str) -> None:
    rules = rules_with(book)
    table = finished(rules, at_offer(FOUR), wagered=("anna",))
    assert table.step is Step.SHUFFLE
    for command in (OFFER, AcceptBank(by="anna"), PASS):
        assert refusal(rules, changed(table, step=Step.OFFER), command).reason is Reason.NOT_OFFERED


@rule("commission-tiles 8(e)", "colorado-tiles 30-2609(5)", "maryland-poker 12.E")
@pytest.mark.parametrize("book", BOOKS)
def test_co_banking_is_the_submissions_choice(book: str) -> None:
    changes = ['banking.bank = "everyone"', 'banking.co-bank = "nobody"']
    if book != "maryland-poker":
        changes.append('approvals.dealer-wager = "X-1"')
    rules = rules_with(f"{book}-full", *changes)
    table = after(rules, at_offer(FOUR), OFFER)
    refused = refusal(rules, table, AcceptBank(by="anna", co_bank=True))
    assert refused.reason is Reason.NOT_OFFERED


@rule(
    "commission-tiles 8(e)", "colorado-tiles 30-2609(5)", "maryland-poker 12.E(1)", "maryland-poker 12.E(2)"
)
@pytest.mark.parametrize("book", BOOKS)
def test_every_bank_may_ask_for_a_co_bank_and_has_one_only_if_it_asks(book: str) -> None:
    rules = BOOKS[book]
    for count, person in enumerate(FOUR):
        table = after(rules, at_offer(FOUR), *(OFFER, PASS) * count, OFFER)
        shared = after(rules, table, AcceptBank(by=person, co_bank=True))
        alone = after(rules, table, AcceptBank(by=person))
        assert shared.bank is not None
        assert alone.bank is not None
        assert (shared.bank.co_banked, alone.bank.co_banked) == (True, False)


@rule("commission-tiles 8(e)", "colorado-tiles 30-2609(5)", "maryland-poker 12.E(3)")
@pytest.mark.parametrize("book", BOOKS)
def test_a_co_bank_has_a_marker_of_its_own(book: str) -> None:
    rules = BOOKS[book]
    table = after(rules, at_offer(FOUR), OFFER)
    (shared,) = happened(rules, table, AcceptBank(by="anna", co_bank=True))
    assert isinstance(shared, BankAccepted)
    assert shared.co_banked
    assert shared.cites == rules.cite("accept co-bank", "may bank")
