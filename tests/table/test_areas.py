"""Who owns a spot and whose hand is set first: two areas, several players on a spot. Not the money there."""

from __future__ import annotations

from itertools import permutations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bets.areas import far_house_way, next_to_set, order_of_setting, setter_of
from paigow.table.bets.betting import PlaceWager, TakeBackWager
from paigow.table.bets.limits import room
from paigow.table.hands.progress import waits_for_look
from paigow.table.hands.setting import AskHelp, SetAbsent, SetHand
from paigow.table.house.seating import Leave, Sit
from paigow.table.refusals import Reason
from paigow.table.state import Bank, DealtHand, HandStatus, Step, Table, changed
from paigow.table.visibility.legal import legal
from tests.rules import rule
from tests.table.banks import after, money, refusal
from tests.table.eye_tables import bet, betting
from tests.table.tables import rules_with

COMMISSION = rules_with("commission-tiles-plain", "spots.two-areas = true")
COLORADO = rules_with("colorado-tiles-full")
MARYLAND = rules_with("maryland-poker-plain", "spots.two-areas = true")
ONE_AREA = {
    "commission-tiles": rules_with("commission-tiles-plain"),
    "colorado-tiles": rules_with("colorado-tiles-plain"),
    "maryland-poker": rules_with("maryland-poker-plain"),
    "rock-island-poker": rules_with("rock-island-poker"),
}
TWO_AREAS = {"commission-tiles": COMMISSION, "colorado-tiles": COLORADO, "maryland-poker": MARYLAND}
every_book = pytest.mark.parametrize("book", TWO_AREAS)
two_areas = rule("commission-tiles 10(a)", "colorado-tiles 30-2611(1)", "maryland-poker 7.F", "R56")
TILES = (("6-6", "6-6", "1-1", "1-1"), ("5-5", "4-6", "1-5", "1-6"))


def setting(table: Table, *places: int) -> Table:
    """The table with hands to be set at these places."""
    hands = {place: DealtHand(place, TILES[index % 2]) for index, place in enumerate(places)}
    return changed(table, step=Step.SETTING, bets_open=False, staked=table.wagers, hands=hands)


@pytest.mark.parametrize("book", ONE_AREA)
@rule("commission-tiles 10(a)", "colorado-tiles 30-2611(1)", "maryland-poker 7.F", "R42", "R56")
def test_a_second_area_is_the_operators_to_allow(book: str) -> None:
    table = after(ONE_AREA[book], betting({"anna": 2}), bet("anna", 2, 5000))
    assert refusal(ONE_AREA[book], table, bet("anna", 3, 5000)).reason is Reason.NOT_ELIGIBLE


@every_book
@two_areas
def test_the_two_areas_are_neighbours_and_position_6_is_not_beside_1(book: str) -> None:
    rules = TWO_AREAS[book]
    for own, other in permutations(range(1, 7), 2):
        table = after(rules, betting({"anna": own}), bet("anna", own, 5000))
        if abs(own - other) == 1:
            assert after(rules, table, bet("anna", other, 5000)).wager("anna", other, "main") is not None
        else:
            refused = refusal(rules, table, bet("anna", other, 5000))
            assert refused.reason is Reason.NOT_ELIGIBLE, (own, other)


@every_book
@two_areas
def test_nobody_has_more_than_two_areas(book: str) -> None:
    rules = TWO_AREAS[book]
    table = after(rules, betting({"anna": 3}), bet("anna", 3, 5000), bet("anna", 2, 5000))
    assert refusal(rules, table, bet("anna", 4, 5000)).reason is Reason.NOT_ELIGIBLE


@every_book
@two_areas
def test_a_second_area_goes_with_a_wager_on_the_first(book: str) -> None:
    rules = TWO_AREAS[book]
    assert refusal(rules, betting({"anna": 3}), bet("anna", 2, 5000)).reason is Reason.NOT_ELIGIBLE
    table = after(rules, betting({"anna": 3}), bet("anna", 3, 5000), bet("anna", 2, 5000))
    assert after(rules, table, TakeBackWager(by="anna", position=3)).wagers == ()
    kept = after(rules, table, TakeBackWager(by="anna", position=2)).wagers
    assert [wager.position for wager in kept] == [3]


@every_book
@two_areas
def test_a_free_spot_is_the_first_comers_and_nobody_sits_down_there(book: str) -> None:
    rules = TWO_AREAS[book]
    table = after(
        rules,
        betting({"anna": 2, "bob": 4}),
        bet("anna", 2, 5000),
        bet("bob", 4, 5000),
        bet("anna", 3, 5000),
    )
    assert refusal(rules, table, bet("bob", 3, 5000)).reason is Reason.PLACE_TAKEN
    assert refusal(rules, table, Sit(by="carla", position=3)).reason is Reason.PLACE_TAKEN
    assert setter_of(table, 3) == "anna"
    table = after(rules, table, TakeBackWager(by="anna", position=3), Sit(by="carla", position=3))
    assert setter_of(table, 3) == "carla"


@rule(
    "commission-tiles 8(f)", "colorado-tiles 30-2609(6)", "colorado-tiles 30-2611(1)", "maryland-poker 12.F"
)
@pytest.mark.parametrize(
    "rules",
    [rules_with(f"{book}-full", "spots.two-areas = true") for book in TWO_AREAS],
    ids=TWO_AREAS.keys(),
)
def test_the_bank_wagers_on_no_second_area(rules: Rules) -> None:
    """Of no kind, anywhere: on the free spots next to it, on one farther off, on another player's."""
    table = changed(betting({"anna": 3, "bob": 1}), bank=Bank("anna", 3))
    for kind in (*rules.wagers, "tip") if rules.tips.wagers else rules.wagers:
        for position in (1, 2, 4, 6):
            refused = refusal(rules, table, bet("anna", position, rules.wagers["main"].least, kind))
            assert refused.reason is Reason.NOT_ELIGIBLE, (kind, position)
            assert refused.cites == rules.cite("bank on one area"), (kind, position)
    placing = [option.command for option in legal(rules, table, "anna")]
    assert {command.position for command in placing if isinstance(command, PlaceWager)} <= {3}


@pytest.mark.parametrize(
    ("near", "far", "commission", "colorado", "house_way"),
    [
        # Anna sits at 3: the far spot is 4, then 2.
        ((3, 5000), (4, 5001), (4, 3), (4, 3), False),
        ((3, 5000), (4, 4999), (3, 4), (3, 4), True),
        ((3, 5000), (4, 5000), (3, 4), (3, 4), True),
        ((3, 5000), (2, 5001), (2, 3), (2, 3), False),
        ((3, 5000), (2, 4999), (3, 2), (3, 2), True),
        # Equal: counterclockwise, the lower position; in Colorado the near one.
        ((3, 5000), (2, 5000), (2, 3), (3, 2), True),
    ],
)
@rule(
    "commission-tiles 10(b)",
    "colorado-tiles 30-2611(1)",
    "colorado-tiles 30-2611(2)",
    "maryland-poker 7.F(2)",
    "maryland-poker 7.F(3)",
    "R18",
    "R56",
)
def test_the_larger_wager_is_set_first_and_a_smaller_far_one_the_house_way(
    near: tuple[int, int],
    far: tuple[int, int],
    commission: tuple[int, ...],
    colorado: tuple[int, ...],
    house_way: bool,
) -> None:
    for rules, order, bound in (
        (COMMISSION, commission, False),
        (MARYLAND, commission, False),
        (COLORADO, colorado, house_way),
    ):
        table = after(rules, betting({"anna": 3}), bet("anna", *near), bet("anna", *far))
        table = setting(table, near[0], far[0])
        assert order_of_setting(rules, table, "anna") == order
        assert next_to_set(rules, table, "anna") == order[0]
        assert waits_for_look(rules, table) == (order[0],)
        assert far_house_way(rules, table, far[0]) is bound
        assert not far_house_way(rules, table, near[0])


@rule("colorado-tiles 30-2611(1)", "R56")
def test_larger_means_the_main_wager_and_nothing_beside_it() -> None:
    table = after(
        COLORADO,
        betting({"anna": 3}),
        bet("anna", 3, 5000),
        bet("anna", 4, 5100),
        bet("anna", 3, 2500, "pair-fortunes"),
        bet("anna", 3, 2500, "tip"),
    )
    assert order_of_setting(COLORADO, setting(table, 3, 4), "anna") == (4, 3)


@rule("commission-tiles 10(b)", "R56")
def test_a_hand_out_of_turn_is_neither_set_nor_explained() -> None:
    table = after(COMMISSION, betting({"anna": 3}), bet("anna", 3, 5000), bet("anna", 4, 6000))
    table = setting(table, 3, 4)
    for command in (
        SetHand(by="anna", position=3, low=("1-1", "1-1")),
        AskHelp(by="anna", position=3),
        SetAbsent(by="dealer", position=3),
    ):
        refused = refusal(COMMISSION, table, command)
        assert (refused.reason, refused.cites) == (Reason.OUT_OF_ORDER, ("10(b)", "R56"))
    table = after(COMMISSION, table, SetHand(by="anna", position=4, low=("1-5", "1-6")))
    again = SetHand(by="anna", position=4, low=("5-5", "4-6"))
    assert refusal(COMMISSION, table, again).reason is Reason.NOTHING_THERE
    table = after(COMMISSION, table, SetHand(by="anna", position=3, low=("1-1", "1-1")))
    assert table.step is Step.DEALER_SETTING


@rule("colorado-tiles 30-2611(2)", "R18")
def test_a_far_spot_is_laid_the_house_way_by_player_or_dealer() -> None:
    table = after(COLORADO, betting({"anna": 3}), bet("anna", 3, 5000), bet("anna", 4, 5000))
    table = setting(table, 4, 3)
    table = after(COLORADO, table, SetHand(by="anna", position=3, low=("1-5", "1-6")))
    # The regulation keeps pairs: 1-1 1-1 under 6-6 6-6 and no other.
    refused = refusal(COLORADO, table, SetHand(by="anna", position=4, low=("6-6", "1-1")))
    assert (refused.reason, refused.cites) == (Reason.NOT_AS_REQUIRED, ("30-2611(2)", "R18"))
    for command in (
        SetHand(by="anna", position=4, low=("1-1", "1-1")),
        SetAbsent(by="dealer", position=4),
    ):
        laid = after(COLORADO, table, command).hands[4]
        assert (laid.status, laid.low) == (HandStatus.SET, ("1-1", "1-1"))


@pytest.mark.parametrize(
    ("rules", "cite"), [(COMMISSION, "10(b)"), (MARYLAND, "7.F(3)")], ids=["commission", "maryland"]
)
@rule("commission-tiles 10(b)", "maryland-poker 7.F(3)", "R56")
def test_of_equal_wagers_the_lower_positions_hand_comes_first(rules: Rules, cite: str) -> None:
    table = after(rules, betting({"anna": 4}), bet("anna", 4, 5000), bet("anna", 3, 5000))
    refused = refusal(rules, setting(table, 3, 4), AskHelp(by="anna", position=4))
    assert (refused.reason, refused.cites) == (Reason.OUT_OF_ORDER, (cite, "R56"))


CARDS = (("As", "Ad", "Ks", "Qh", "9c", "5d", "3h"), ("Ah", "Kd", "Qs", "Jc", "8d", "4c", "2h"))


@rule("maryland-poker 7.F(1)", "maryland-poker 7.F(2)", "maryland-poker 7.F(4)", "R56")
def test_in_maryland_two_hands_never_mix_and_a_hand_that_lies_is_final() -> None:
    table = after(MARYLAND, betting({"anna": 3}), bet("anna", 3, 5000), bet("anna", 4, 6000))
    table = setting(table, 3, 4)
    hands = {place: DealtHand(place, cards) for place, cards in zip((3, 4), CARDS, strict=True)}
    table = changed(table, hands=hands)
    first = SetHand(by="anna", position=4, low=("Qs", "Jc"))
    refused = refusal(MARYLAND, table, SetHand(by="anna", position=3, low=("Ks", "Qh")))
    assert (refused.reason, refused.cites) == (Reason.OUT_OF_ORDER, ("7.F(2)", "R56"))
    mixed = SetHand(by="anna", position=4, low=("Ks", "Jc"))
    assert refusal(MARYLAND, table, mixed).reason is Reason.BAD_PIECES
    table = after(MARYLAND, table, first)
    assert refusal(MARYLAND, table, first).reason is Reason.NOTHING_THERE
    assert after(MARYLAND, table, SetHand(by="anna", position=3, low=("Ks", "Qh"))).hands[3].low == (
        "Ks",
        "Qh",
    )


RIDERS = {"anna": 1, "bob": 2, "carla": 3, "dave": 4, "erin": 5}
several = rule("colorado-tiles 30-2606(5)", "colorado-tiles 30-2611(3)", "R18")


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@several
def test_as_many_share_a_spot_as_the_operator_allows(most: int) -> None:
    rules = rules_with("colorado-tiles-full", f"spots.players-per-spot = {most}")
    table = after(rules, betting(RIDERS), bet("anna", 1, 1000))
    riders = [bet(person, 1, 1000) for person in RIDERS if person != "anna"]
    table = after(rules, table, *riders[: most - 1])
    refused = refusal(rules, table, riders[most - 1])
    assert refused.reason is (Reason.NOT_ELIGIBLE if most == 1 else Reason.PLACE_TAKEN)
    # A person on the spot can still change the amount.
    if most > 1:
        assert after(rules, table, bet("bob", 1, 2000)).wager("bob", 1, "main") is not None


@pytest.mark.parametrize("book", ["commission-tiles-full", "maryland-poker-full", "rock-island-poker"])
@several
def test_elsewhere_than_in_colorado_nobody_shares_a_spot(book: str) -> None:
    rules = rules_with(book)
    table = after(rules, betting(RIDERS), bet("anna", 1, 5000))
    assert refusal(rules, table, bet("bob", 1, 5000)).reason is Reason.NOT_ELIGIBLE


@several
def test_a_rider_needs_the_seated_players_main_wager() -> None:
    assert refusal(COLORADO, betting(RIDERS), bet("bob", 1, 1000)).reason is Reason.NOT_ELIGIBLE
    table = after(COLORADO, betting(RIDERS), bet("anna", 1, 500, "odd"))
    assert refusal(COLORADO, table, bet("bob", 1, 1000)).reason is Reason.NOT_ELIGIBLE


@pytest.mark.parametrize("kind", ["pair-fortunes", "odd", "match", "dice-bonus", "tip"])
@several
def test_riders_make_main_wagers_only(kind: str) -> None:
    table = after(COLORADO, betting(RIDERS), bet("anna", 1, 1000), bet("bob", 1, 1000))
    assert refusal(COLORADO, table, bet("bob", 1, 500, kind)).reason is Reason.NOT_ELIGIBLE


@several
@rule("R58")
def test_each_has_the_minimum_and_all_together_the_spots_maximum() -> None:
    table = after(COLORADO, betting(RIDERS), bet("anna", 1, 30000), bet("anna", 1, 1000, "tip"))
    assert refusal(COLORADO, table, bet("bob", 1, 999)).reason is Reason.BELOW_MINIMUM
    # 500.00 is the maximum: 300.00 and a tip of 10.00 leave 190.00.
    assert room(COLORADO, table, "bob", 1, "main").most == 19000
    assert refusal(COLORADO, table, bet("bob", 1, 19001)).reason is Reason.ABOVE_MAXIMUM
    table = after(COLORADO, table, bet("bob", 1, 19000))
    assert refusal(COLORADO, table, bet("carla", 1, 1000)).reason is Reason.ABOVE_MAXIMUM
    assert refusal(COLORADO, table, bet("anna", 1, 30001)).reason is Reason.ABOVE_MAXIMUM


@several
def test_nobody_rides_on_the_banks_spot() -> None:
    table = changed(betting(RIDERS), bank=Bank("anna", 1))
    assert refusal(COLORADO, table, bet("bob", 1, 1000)).reason is Reason.NOT_ELIGIBLE


@several
def test_only_the_seated_player_sets_and_asks() -> None:
    table = after(COLORADO, betting(RIDERS), bet("anna", 1, 1000), bet("bob", 1, 5000))
    table = setting(table, 1)
    assert order_of_setting(COLORADO, table, "bob") == ()
    for command in (SetHand(by="bob", position=1, low=("1-1", "1-1")), AskHelp(by="bob", position=1)):
        assert refusal(COLORADO, table, command).reason is Reason.NOT_ELIGIBLE
    assert (
        after(COLORADO, table, SetHand(by="anna", position=1, low=("1-1", "1-1"))).hands[1].set_by == "anna"
    )


@several
def test_riders_wagers_go_back_when_the_seated_player_leaves() -> None:
    table = after(COLORADO, betting(RIDERS), bet("anna", 1, 1000), bet("bob", 1, 5000), bet("bob", 2, 1000))
    table = after(COLORADO, table, Leave(by="anna"))
    assert [wager.key for wager in table.wagers] == [("bob", 2, "main")]
    assert money(table, "rack/bob") == 1_000_00 - 1000
    # A rider who leaves takes only their own wagers along.
    table = after(COLORADO, betting(RIDERS), bet("anna", 1, 1000), bet("bob", 1, 5000))
    table = after(COLORADO, table, Leave(by="bob"))
    assert [wager.key for wager in table.wagers] == [("anna", 1, "main")]
