"""Clauses about wagering, setting, surrender and showing that hold in every book, tried at a table of each.

What must happen comes from the paragraphs; the hands are those of `banks`, explained there.
"""

from __future__ import annotations

from typing import Final

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bets.betting import CallNoMoreBets, LammersPlaced, PlaceWager
from paigow.table.hands.card_progress import CountSurrendered, SurrenderedCounted
from paigow.table.hands.comparing import ExposeHand, HandExposed, WagersPushed
from paigow.table.hands.setting import AskHelp, HouseWayTold, SetHand
from paigow.table.hands.settling import FinishRound
from paigow.table.hands.surrender import Surrender, SurrenderedHandTaken, WagerSurrendered
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason
from paigow.table.state import Bank, DealtHand, HandStatus, Step, Table, Wager, changed
from paigow.wagers.wager import MAIN
from tests.rules import rule
from tests.table.banks import (
    BETTER,
    BOOKS,
    EVEN,
    HANDS,
    WORSE,
    after,
    at_offer,
    hand,
    happened,
    money,
    refusal,
)
from tests.table.tables import FROM_HAND, rules_with

SEATS: Final = {"anna": 1, "bob": 2, "carla": 4}
METHODS: Final = {
    "shoe": rules_with("maryland-poker-plain", *("fortune.offered = true", "limits.fortune.minimum = 1")),
    "hand": rules_with("maryland-poker-full", *FROM_HAND, "limits.fortune.minimum = 1"),
    "automated": rules_with("maryland-poker-full", "limits.fortune.minimum = 1"),
}
every_book = pytest.mark.parametrize("book", BOOKS)


def pieces(half: str) -> tuple[str, ...]:
    return tuple(half.split())


def betting() -> Table:
    table = at_offer({"anna": 1000_00, "bob": 1000_00, "carla": 1000_00}, seats=SEATS)
    return changed(table, step=Step.BETS)


def live(step: Step, hands: dict[int, DealtHand], *, wager: int = 100_00) -> Table:
    """A round in which Anna, Bob, and Carla have bet at positions 1, 2, and 4, if they have a hand."""
    people = {position: person for person, position in SEATS.items()}
    wagers = tuple(Wager(people[place], place, MAIN, wager) for place in sorted(hands) if place)
    balances = {f"wager/{each.person}/{each.position}/main": wager for each in wagers}
    table = betting()
    return changed(
        table,
        step=step,
        bets_open=False,
        hands=hands,
        wagers=wagers,
        staked=wagers,
        balances={**table.balances, **balances, "world": table.balances["world"] - len(wagers) * wager},
    )


def at_setting(book: str) -> Table:
    dealt = HandStatus.DEALT
    return live(
        Step.SETTING,
        {0: hand(0, HANDS[book], dealt), 1: hand(1, BETTER[book], dealt), 2: hand(2, WORSE[book], dealt)},
    )


def at_expose(book: str) -> Table:
    """The dealer has set; Anna's hand is better in both halves, Bob's worse, Carla's in one half."""
    hands = {0: HANDS[book], 1: BETTER[book], 2: WORSE[book], 4: EVEN[book]}
    return live(Step.EXPOSE, {place: hand(place, halves) for place, halves in hands.items()})


@every_book
@rule("commission-tiles 7(b)", "colorado-tiles 30-2608(2)")
@rule("maryland-poker 11.A(1)", "maryland-poker 11.A(2)", "maryland-poker 11.A(5)")
def test_a_hand_is_set_once_and_by_its_own_player_alone(book: str) -> None:
    rules, table = BOOKS[book], at_setting(book)
    low = pieces(BETTER[book][0])
    for other in ("bob", "carla", "floor"):
        refused = refusal(rules, table, SetHand(by=other, position=1, low=low))
        assert refused.reason in (Reason.NOT_ELIGIBLE, Reason.NOT_YOURS), other
    assert table.hands[1].status is HandStatus.DEALT
    table = after(rules, table, SetHand(by="anna", position=1, low=low))
    assert table.hands[1].status is HandStatus.SET
    again = refusal(rules, table, SetHand(by="anna", position=1, low=pieces(BETTER[book][1])[:2]))
    assert again.reason is Reason.NOTHING_THERE


@every_book
@rule("commission-tiles 7(b)", "colorado-tiles 30-2608(2)", "maryland-poker 11.A(3)", "R64")
def test_the_house_way_is_told_for_ones_own_hand_and_only_to_the_asker(book: str) -> None:
    rules, table = BOOKS[book], at_setting(book)
    (told,) = happened(rules, table, AskHelp(by="anna", position=1))
    assert isinstance(told, HouseWayTold)
    assert (told.person, told.position) == ("anna", 1)
    assert sorted(told.low + told.high) == sorted(table.hands[1].pieces)
    for other in ("bob", "carla"):
        assert refusal(rules, table, AskHelp(by=other, position=1)).reason is Reason.NOT_ELIGIBLE


@every_book
@rule("commission-tiles 10(b)", "colorado-tiles 30-2611(2)", "maryland-poker 7.F(1)", "maryland-poker 7.F(4)")
def test_of_two_areas_a_hand_that_lies_is_not_changed(book: str) -> None:
    rules = rules_with(f"{book}-plain", "spots.two-areas = true")
    dealt = HandStatus.DEALT
    table = live(Step.SETTING, {0: hand(0, HANDS[book], dealt), 1: hand(1, BETTER[book], dealt)})
    second = Wager("anna", 2, MAIN, 100_00)
    chairs = ("anna", None, None, None, None, None)
    table = changed(
        table,
        chairs=chairs,
        hands={**table.hands, 2: hand(2, WORSE[book], dealt)},
        wagers=(*table.wagers, second),
        staked=(*table.staked, second),
    )
    high = pieces(BETTER[book][1])[:2]
    early = refusal(rules, table, SetHand(by="anna", position=2, low=pieces(WORSE[book][0])))
    assert early.reason is Reason.OUT_OF_ORDER
    table = after(rules, table, SetHand(by="anna", position=1, low=pieces(BETTER[book][0])))
    assert refusal(rules, table, SetHand(by="anna", position=1, low=high)).reason is Reason.NOTHING_THERE
    assert table.hands[2].status is dealt


@every_book
@rule("commission-tiles 7(f)", "commission-tiles 7(f)(1)", "commission-tiles 7(f)(2)", "R54")
@rule("colorado-tiles 30-2608(6)", "colorado-tiles 30-2608(6)(a)", "colorado-tiles 30-2608(6)(b)")
@rule("maryland-poker 11.D", "maryland-poker 11.D(1)", "maryland-poker 11.D(2)", "maryland-poker 11.D(4)")
def test_a_wager_is_surrendered_after_the_dealers_hand_is_set_and_before_the_own_is_shown(book: str) -> None:
    rules, table = BOOKS[book], at_expose(book)
    give_up = Surrender(by="bob", position=2)
    unset = changed(
        table, step=Step.SETTING, hands={**table.hands, 0: hand(0, HANDS[book], HandStatus.DEALT)}
    )
    assert refusal(rules, unset, give_up).reason is Reason.WRONG_STEP
    assert refusal(rules, table, Surrender(by="anna", position=2)).reason is Reason.NOTHING_THERE
    tray = money(table, INVENTORY)
    lost, taken = happened(rules, table, give_up)
    assert isinstance(lost, WagerSurrendered)
    assert isinstance(taken, SurrenderedHandTaken)
    assert taken.to_count is not rules.is_tiles
    given_up = after(rules, table, give_up)
    assert money(given_up, INVENTORY) == tray + 100_00
    assert given_up.hands[2].status is HandStatus.SURRENDERED
    assert given_up.wagers_on(2) == ()
    if not rules.is_tiles:
        # Seven cards, counted face down before anything else is finished.
        over = changed(given_up, step=Step.FINISH)
        assert refusal(rules, over, FinishRound(by="dealer")).reason is Reason.OUT_OF_ORDER
        (counted,) = happened(rules, given_up, CountSurrendered(by="dealer", position=2))
        assert isinstance(counted, SurrenderedCounted)
        assert counted.count == 7
    shown = changed(table, hands={**table.hands, 2: hand(2, WORSE[book], HandStatus.EXPOSED)})
    assert refusal(rules, shown, give_up).reason is Reason.NOTHING_THERE


@every_book
@rule("commission-tiles 7(g)", "colorado-tiles 30-2608(7)")
@rule("maryland-poker 11.E", "maryland-poker 11.E(1)", "maryland-poker 11.E(2)")
def test_hands_are_shown_from_the_dealers_right_and_each_result_is_announced(book: str) -> None:
    rules, table = BOOKS[book], at_expose(book)
    for position in (2, 4):
        assert refusal(rules, table, ExposeHand(by="dealer", position=position)).reason is Reason.OUT_OF_ORDER
    for position, outcome in ((1, "win"), (2, "lose"), (4, "push")):
        shown = happened(rules, table, ExposeHand(by="dealer", position=position))[0]
        assert isinstance(shown, HandExposed)
        assert (shown.position, shown.outcome) == (position, outcome)
        table = after(rules, table, ExposeHand(by="dealer", position=position))


@pytest.mark.parametrize("book", ["commission-tiles", "colorado-tiles"])
@rule("commission-tiles 7(h)", "commission-tiles 7(i)", "commission-tiles 7(j)")
@rule("colorado-tiles 30-2608(8)", "colorado-tiles 30-2608(9)", "colorado-tiles 30-2608(10)")
def test_losing_and_pushing_tiles_are_collected_at_once_and_winning_ones_stay(book: str) -> None:
    rules, table = BOOKS[book], at_expose(book)
    tray = money(table, INVENTORY)
    for position in (1, 2, 4):
        table = after(rules, table, ExposeHand(by="dealer", position=position))
    status = {place: table.hands[place].status for place in (1, 2, 4)}
    assert status == {1: HandStatus.EXPOSED, 2: HandStatus.COLLECTED, 4: HandStatus.COLLECTED}
    # The losing wager is in the tray; the push is neither paid nor taken.
    assert money(table, INVENTORY) == tray + 100_00
    assert [each.person for each in table.wagers] == ["anna", "carla"]


@rule("maryland-poker 11.F", "maryland-poker 11.F(2)", "R86")
def test_a_tie_at_cards_is_returned_to_the_player() -> None:
    book = "maryland-poker"
    rules, table = BOOKS[book], at_expose(book)
    table = changed(table, hands={0: table.hands[0], 4: table.hands[4]})
    _, pushed, *_ = happened(rules, table, ExposeHand(by="dealer", position=4))
    assert isinstance(pushed, WagersPushed)
    done = after(rules, table, ExposeHand(by="dealer", position=4))
    assert money(done, "rack/carla") == money(table, "rack/carla") + 100_00
    assert money(done, INVENTORY) == money(table, INVENTORY)


@pytest.mark.parametrize(
    ("method", "id_"),
    [
        pytest.param("shoe", "8.C(1)", marks=rule("maryland-poker 8.C", "maryland-poker 8.C(1)")),
        pytest.param("hand", "9.A(3)(a)", marks=rule("maryland-poker 9.A(3)", "maryland-poker 9.A(3)(a)")),
        pytest.param(
            "automated", "10.A(2)(a)", marks=rule("maryland-poker 10.A(2)", "maryland-poker 10.A(2)(a)")
        ),
    ],
)
@rule("maryland-poker 1.B(7)")
def test_the_dealer_closes_the_bets_and_lays_a_lammer_beside_wagers_of_five_dollars(
    method: str, id_: str
) -> None:
    rules, table = METHODS[method], betting()
    least = rules.wagers["main"].least
    for person, position, bonus in (("anna", 1, 5_00), ("bob", 2, 4_99), ("carla", 4, 5_01)):
        main = PlaceWager(by=person, position=position, chips=max(100_00, least))
        table = after(
            rules, table, main, PlaceWager(by=person, position=position, kind="fortune", chips=bonus)
        )
    close = CallNoMoreBets(by="dealer", at=1)
    assert refusal(rules, table, CallNoMoreBets(by="anna", at=1)).reason is Reason.NOT_YOURS
    (laid,) = (event for event in happened(rules, table, close) if isinstance(event, LammersPlaced))
    assert id_ in laid.cites
    assert [(person, position) for person, position, _ in laid.keys] == [("anna", 1), ("carla", 4)]


@every_book
@rule("commission-tiles 8(f)", "colorado-tiles 30-2609(6)", "maryland-poker 12.F")
def test_a_bank_makes_no_wager_of_any_kind_on_another_area(book: str) -> None:
    """Each kind that the table offers, on both neighbors of the bank's position."""
    rules: Rules = rules_with(f"{book}-full", "spots.two-areas = true")
    table = changed(betting(), bank=Bank("bob", 2))
    for kind, limit in rules.wagers.items():
        for position in (1, 3):
            wager = PlaceWager(by="bob", position=position, kind=kind, chips=limit.least)
            refused = refusal(rules, table, wager)
            assert refused.reason is Reason.NOT_ELIGIBLE, (kind, position)
            assert {"8(f)", "30-2609(6)", "12.F"} & set(refused.cites), (kind, refused.cites)
