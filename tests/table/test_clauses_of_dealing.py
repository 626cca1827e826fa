"""Clauses about opening and dealing that hold in every book: inspection, dice, totals, the sweep, the start.

Each clause is tried at a table of each book that has it; what must happen comes from its paragraph.
"""

from __future__ import annotations

from typing import Final

import pytest
from msgspec.structs import replace

from paigow.submissions.rules import Rules
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.card_start import GenerateStart, StartFound
from paigow.table.deal.dice import AnnounceTotal
from paigow.table.deal.shuffling import WashTiles
from paigow.table.deal.sweeping import SweepUnwagered, UnwageredSwept
from paigow.table.engine import decide
from paigow.table.game import ALL_TILES
from paigow.table.house.equipment import CheckEquipment, PlaceDice
from paigow.table.house.opening import BeginPlay, LookAtPieces, VerifyInspection
from paigow.table.house.seating import BuyIn, Leave, Sit
from paigow.table.house.tile_opening import (
    DisplayPairs,
    InspectTiles,
    ReceiveTiles,
    SealTiles,
    SignEnvelope,
    TilesInspected,
    TilesUnsuitable,
)
from paigow.table.refusals import Reason
from paigow.table.state import Bank, DealtHand, HandStatus, Shaker, Step, Table, Wager, changed
from paigow.table.visibility.views import view
from paigow.wagers.wager import MAIN
from tests.rules import rule
from tests.table.banks import COLORADO, COMMISSION, after, at_offer, happened, refusal
from tests.table.tables import FROM_HAND, PRESHUFFLED, rules_with

SHOE: Final = rules_with("maryland-poker-plain")
HAND: Final = rules_with("maryland-poker-full", *FROM_HAND)
AUTOMATED: Final = rules_with("maryland-poker-full")
GENERATOR: Final = rules_with("maryland-poker-full", *PRESHUFFLED)
HOUR: Final = 3600
TILE_BOOKS: Final = {"commission": COMMISSION, "colorado": COLORADO}


def received(rules: Rules) -> Table:
    return after(rules, Table(), CheckEquipment(by="dealer"), ReceiveTiles(by="dealer", at=1))


def _inspections() -> list[object]:
    """What is wrong with the set, by which clause of 4(a), and of 2605(1)."""
    whole = InspectTiles(by="dealer")
    spoiled = [
        (replace(whole, found=whole.found[1:]), "4(a)(1)", "30-2605(1)(a)"),
        (replace(whole, found=(*whole.found[1:], "1-2")), "4(a)(1)", "30-2605(1)(a)"),
        (replace(whole, unlike=("4-4",)), "4(a)(2)", "30-2605(1)(b)"),
        (replace(whole, flawed=("1-1",)), "4(a)(3)", "30-2605(1)(c)"),
    ]
    return [
        pytest.param(book, command, id_, marks=rule(f"{TILE_BOOKS[book].book.name} {id_}"))
        for command, commission, colorado in spoiled
        for book, id_ in (("commission", commission), ("colorado", colorado))
    ]


@pytest.mark.parametrize(("book", "command", "id_"), _inspections())
def test_a_set_that_is_not_whole_alike_and_unmarked_is_not_played_with(
    book: str, command: InspectTiles, id_: str
) -> None:
    rules = TILE_BOOKS[book]
    (event,) = decide(rules, received(rules), command)
    assert isinstance(event, TilesUnsuitable)
    assert id_ in event.cites
    assert after(rules, received(rules), command).step is Step.SUBSTITUTE
    (sound,) = decide(rules, received(rules), InspectTiles(by="dealer"))
    assert isinstance(sound, TilesInspected)


@rule("commission-tiles 4(a)(3)(ii)", "colorado-tiles 30-2605(1)(c)(ii)", "R66")
@pytest.mark.parametrize("book", TILE_BOOKS)
def test_dealer_and_supervisor_are_two_people(book: str) -> None:
    rules = TILE_BOOKS[book]
    table = after(rules, received(rules), InspectTiles(by="dealer", flawed=("1-1",)))
    table = after(rules, table, SealTiles(by="dealer", name="Tan", at=1))
    assert refusal(rules, table, SignEnvelope(by="floor", name="Tan")).reason is Reason.NOT_ELIGIBLE
    assert refusal(rules, table, SignEnvelope(by="dealer", name="Lee")).reason is Reason.NOT_YOURS
    assert after(rules, table, SignEnvelope(by="floor", name="Lee")).step is Step.SUBSTITUTE


@rule("commission-tiles 4(b)", "commission-tiles 4(c)")
@rule("colorado-tiles 30-2605(2)", "colorado-tiles 30-2605(3)")
@pytest.mark.parametrize("book", TILE_BOOKS)
def test_the_first_to_arrive_looks_at_the_pairs_and_only_then_are_they_washed(book: str) -> None:
    rules = TILE_BOOKS[book]
    table = after(rules, received(rules), InspectTiles(by="dealer"), VerifyInspection(by="floor"))
    table = after(rules, table, DisplayPairs(by="dealer"))
    assert refusal(rules, table, BeginPlay(by="dealer")).reason is Reason.NOTHING_THERE
    table = after(rules, table, Sit(by="anna", position=3), Sit(by="bob", position=1))
    assert refusal(rules, table, LookAtPieces(by="bob")).reason is Reason.NOT_ELIGIBLE
    assert refusal(rules, table, WashTiles(by="dealer", order=ALL_TILES)).reason is Reason.WRONG_STEP
    table = after(rules, table, LookAtPieces(by="anna"), BeginPlay(by="dealer"))
    assert after(rules, table, WashTiles(by="dealer", order=ALL_TILES)).step is Step.STACK


def wagered(placed_at: int) -> Table:
    table = at_offer({"anna": 1000_00, "bob": 1000_00})
    between = changed(table.between, dice_placed_at=placed_at, dice_inspected_at=placed_at)
    return changed(table, step=Step.BETS, between=between, wagers=(Wager("anna", 1, MAIN, 100_00),))


@rule("commission-tiles 3(c)", "colorado-tiles 30-2604(3)", "maryland-poker 2.C(1)(c)", "R59")
@pytest.mark.parametrize(
    ("rules", "id_"),
    [(COMMISSION, "3(c)"), (COLORADO, "30-2604(3)"), (SHOE, "2.C(1)(c)")],
    ids=["commission", "colorado", "maryland"],
)
def test_dice_that_lay_in_the_shaker_for_more_than_24_hours_stop_the_bets(rules: Rules, id_: str) -> None:
    table = wagered(placed_at=HOUR)
    late = CallNoMoreBets(by="dealer", at=25 * HOUR + 1)
    refused = refusal(rules, table, late)
    assert (refused.reason, id_ in refused.cites) == (Reason.NOT_AS_REQUIRED, True)
    assert decide(rules, table, CallNoMoreBets(by="dealer", at=25 * HOUR))
    assert decide(rules, after(rules, table, PlaceDice(by="dealer", at=25 * HOUR)), late)


@rule("commission-tiles 6(b)", "colorado-tiles 30-2607(2)", "maryland-poker 5.K(1)(b)(ii)")
@pytest.mark.parametrize("rules", [COMMISSION, COLORADO, SHOE], ids=["commission", "colorado", "maryland"])
def test_three_dice_total_three_to_eighteen(rules: Rules) -> None:
    table = changed(wagered(1), step=Step.TOTAL, bets_open=False, shaker=Shaker((1, 1, 1), 3, "dealer"))
    for total in (0, 1, 2, 19):
        refused = refusal(rules, table, AnnounceTotal(by="dealer", total=total))
        assert refused.reason is Reason.NOT_AS_REQUIRED
    for total in range(3, 19):
        assert decide(rules, table, AnnounceTotal(by="dealer", total=total))


@rule("maryland-poker 5.K(2)(a)", "maryland-poker 5.K(2)(b)", "R28")
def test_the_generators_number_is_counted_from_the_dealer_or_from_the_bank() -> None:
    """Seven places in a circle, counterclockwise: the dealer, then positions 1 to 6."""
    circle = ["dealer", "1", "2", "3", "4", "5", "6"]
    house = changed(wagered(1), step=Step.START, bets_open=False)
    banks = {position: changed(house, bank=Bank("bob", position)) for position in range(1, 7)}
    for first, table in {0: house, **banks}.items():
        for number in range(1, 8):
            found, *_ = decide(GENERATOR, table, GenerateStart(by="dealer", number=number))
            assert isinstance(found, StartFound)
            aloud = circle[(first + number - 1) % 7]
            assert found.start == circle.index(aloud), (first, number)


def dealt(rules: Rules, *, banked: bool = False, dealer_wager: int = 0) -> Table:
    """Everything is dealt: Anna at 1 and Bob at 2 have bet, or Bob banks; nobody else has."""
    pieces = 4 if rules.is_tiles else 7
    hands = {place: DealtHand(place, tuple("6-6" for _ in range(pieces))) for place in rules.circle}
    anna, bob = Wager("anna", 1, MAIN, 100_00), Wager("bob", 2, MAIN, 100_00)
    return changed(
        wagered(1),
        step=Step.SWEEP,
        bets_open=False,
        hands=hands,
        wagers=(anna,) if banked else (anna, bob),
        staked=(anna,) if banked else (anna, bob),
        bank=Bank("bob", 2, dealer_wager=dealer_wager) if banked else None,
        shaker=Shaker((1, 1, 1), 3, "dealer", lid_off=True),
    )


SWEPT: Final = [
    (COMMISSION, False, "6(e)"),
    (COLORADO, False, "30-2607(5)"),
    (SHOE, False, "8.G"),
    (HAND, False, "9.F"),
    (AUTOMATED, False, "10.F"),
    (AUTOMATED, False, "10.F(1)"),
    (AUTOMATED, False, "10.F(2)"),
    (COMMISSION, True, "8(l)"),
    (COLORADO, True, "30-2609(12)"),
]


@pytest.mark.parametrize(
    ("rules", "banked", "id_"),
    [
        pytest.param(*row, marks=rule(f"{row[0].book.name} {row[2]}"), id=f"{row[0].book.name} {row[2]}")
        for row in SWEPT
    ],
)
def test_stacks_without_a_wager_are_taken_in_and_nobody_sees_them(
    rules: Rules, banked: bool, id_: str
) -> None:
    table = dealt(rules, banked=banked, dealer_wager=50_00)
    (event,) = decide(rules, table, SweepUnwagered(by="dealer"))
    assert isinstance(event, UnwageredSwept)
    assert sorted(event.places) == [3, 4, 5, 6]
    assert id_ in event.cites
    swept = after(rules, table, SweepUnwagered(by="dealer"))
    gone = {place for place, hand in swept.hands.items() if hand.status is HandStatus.DEAD}
    assert gone == {3, 4, 5, 6, *({7} if rules.is_tiles else ())}
    for person in ("anna", "bob", "observer"):
        seen = {hand["place"]: hand["pieces"] for hand in view(rules, swept, person)["hands"]}
        assert all(set(seen[place]) == {None} for place in gone), person


@rule("commission-tiles 8(l)", "commission-tiles 8(n)", "R51")
@rule("colorado-tiles 30-2609(12)", "colorado-tiles 30-2609(14)")
@pytest.mark.parametrize("book", TILE_BOOKS)
@pytest.mark.parametrize(("wager", "collected"), [(0, True), (50_00, False)])
def test_the_dealers_own_stack_is_played_only_for_a_wager_against_the_bank(
    book: str, wager: int, collected: bool
) -> None:
    rules = TILE_BOOKS[book]
    swept = after(rules, dealt(rules, banked=True, dealer_wager=wager), SweepUnwagered(by="dealer"))
    assert (swept.hands[0].status is HandStatus.DEAD) is collected


@rule(
    "commission-tiles 8(b)", "commission-tiles 4(g)", "colorado-tiles 30-2609(2)", "colorado-tiles 30-2605(7)"
)
@rule("maryland-poker 12.B", "maryland-poker 12.B(1)", "maryland-poker 12.B(2)", "R32", "R62")
@pytest.mark.parametrize(
    "rules", [COMMISSION, COLORADO, AUTOMATED], ids=["commission", "colorado", "maryland"]
)
def test_a_table_that_everybody_left_starts_a_new_game_without_a_bank(rules: Rules) -> None:
    """A round was played, so that a bank would be offered; then the table was idle."""
    table = at_offer({"anna": 1000_00})
    assert not table.between.start_of_game
    table = changed(table, step=Step.BETS, between=changed(table.between, opened=True))
    table = after(rules, table, Leave(by="anna"))
    assert table.step is Step.DISPLAY
    table = changed(table, step=Step.IDLE)
    table = after(rules, table, BuyIn(by="bob", chips=100_00), Sit(by="bob", position=1))
    begun = after(rules, table, BeginPlay(by="dealer"))
    assert begun.between.start_of_game
    assert begun.step is not Step.OFFER


@rule("commission-tiles 5(b)", "colorado-tiles 30-2606(2)", "maryland-poker 7.C")
@pytest.mark.parametrize("rules", [COMMISSION, COLORADO, SHOE], ids=["commission", "colorado", "maryland"])
def test_somebody_without_a_seat_does_not_wager(rules: Rules) -> None:
    table = after(rules, changed(wagered(1), wagers=()), BuyIn(by="zoe", chips=500_00))
    for position in range(1, 7):
        refused = refusal(rules, table, PlaceWager(by="zoe", position=position, chips=100_00))
        assert refused.reason is Reason.NOT_SEATED
    placed = happened(rules, table, PlaceWager(by="bob", position=2, chips=100_00))
    assert placed
