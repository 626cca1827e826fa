"""A spot shared with its seated player is one of the rider's betting areas (R77). Not how hands are set."""

from __future__ import annotations

from itertools import permutations

import pytest

from paigow.submissions.rules import Rules
from paigow.table.bank.banking import AcceptBank, OfferBank
from paigow.table.bets.areas import areas_of
from paigow.table.bets.betting import PlaceWager, TakeBackWager
from paigow.table.house.seating import Leave
from paigow.table.refusals import Reason
from paigow.table.state import Step, Table, changed
from paigow.table.visibility.legal import legal
from tests.rules import rule
from tests.table.banks import after, refusal
from tests.table.eye_tables import bet, betting
from tests.table.tables import rules_with

COLORADO = rules_with("colorado-tiles-full")
RIDERS = {"anna": 1, "bob": 2, "carla": 3, "dave": 4, "erin": 5}
ALL_SEATED = {"anna": 1, "bob": 2, "carla": 3, "dave": 4, "erin": 5, "finn": 6}
riding = rule("colorado-tiles 30-2606(5)", "colorado-tiles 30-2611(1)", "colorado-tiles 30-2611(3)", "R77")


def _others_wagered(rules: Rules, rider: str) -> Table:
    """Everybody but the rider has a main wager at their own seat."""
    wagers = (bet(person, seat, 1000) for person, seat in ALL_SEATED.items() if person != rider)
    return after(rules, betting(ALL_SEATED), *wagers)


@pytest.mark.parametrize("rider", ALL_SEATED)
@riding
def test_where_two_areas_are_not_permitted_a_player_has_one_spot_own_or_shared(rider: str) -> None:
    rules = rules_with("colorado-tiles-full", "spots.two-areas = false")
    table = _others_wagered(rules, rider)
    for first, other in permutations(range(1, 7), 2):
        one = after(rules, table, bet(rider, first, 1000))
        refused = refusal(rules, one, bet(rider, other, 1000))
        assert refused.reason is Reason.NOT_ELIGIBLE, (first, other)
        # The amount can change, and once it is taken back the other spot is open.
        assert after(rules, one, bet(rider, first, 2000)).wager(rider, first, "main") is not None
        moved = after(rules, one, TakeBackWager(by=rider, position=first), bet(rider, other, 1000))
        assert areas_of(moved, rider) == (other,)


@pytest.mark.parametrize("rider", ALL_SEATED)
@riding
def test_where_two_areas_are_permitted_they_are_adjacent_shared_or_not(rider: str) -> None:
    table = _others_wagered(COLORADO, rider)
    for first, other in permutations(range(1, 7), 2):
        one = after(COLORADO, table, bet(rider, first, 1000))
        if abs(first - other) != 1:
            assert refusal(COLORADO, one, bet(rider, other, 1000)).reason is Reason.NOT_ELIGIBLE
            continue
        two = after(COLORADO, one, bet(rider, other, 1000))
        assert set(areas_of(two, rider)) == {first, other}
        for third in {*range(1, 7)} - {first, other}:
            assert refusal(COLORADO, two, bet(rider, third, 1000)).reason is Reason.NOT_ELIGIBLE


@riding
def test_pair_fortunes_is_a_wager_on_the_own_area_and_dice_wagers_are_not() -> None:
    rules = rules_with("colorado-tiles-full", "spots.two-areas = false")
    table = after(rules, betting(RIDERS), bet("anna", 1, 1000))
    fortunes = after(rules, table, bet("carla", 3, 500, "pair-fortunes"))
    assert refusal(rules, fortunes, bet("carla", 1, 1000)).reason is Reason.NOT_ELIGIBLE
    dice = after(rules, table, bet("carla", 3, 500, "odd"), bet("carla", 1, 1000))
    assert areas_of(dice, "carla") == (1,)


@riding
@rule("colorado-tiles 30-2606(4)")
def test_a_riders_dice_wagers_go_back_with_the_main_wager_they_need() -> None:
    rules = rules_with("colorado-tiles-full", "spots.two-areas = false", "dragons-eye.without-main = false")
    table = after(rules, betting(RIDERS), bet("anna", 1, 1000))
    assert refusal(rules, table, bet("carla", 3, 500, "odd")).reason is Reason.NOT_ELIGIBLE
    table = after(rules, table, bet("carla", 1, 1000), bet("carla", 3, 500, "odd"))
    assert after(rules, table, TakeBackWager(by="anna", position=1)).wagers == ()
    assert after(rules, table, Leave(by="anna")).wagers == ()
    alone = after(rules, table, TakeBackWager(by="carla", position=1)).wagers
    assert [wager.key for wager in alone] == [("anna", 1, "main")]


@riding
@rule("R16", "R18")
def test_riders_dice_wagers_go_back_when_the_seated_player_banks() -> None:
    rules = rules_with("colorado-tiles-full", "spots.two-areas = false", "dragons-eye.without-main = false")
    table = after(rules, betting(RIDERS), bet("anna", 1, 1000), bet("carla", 1, 1000))
    table = after(rules, table, bet("carla", 3, 500, "odd"), bet("anna", 1, 500, "odd"))
    between = changed(table.between, start_of_game=False, last_wagers={"anna": 1000})
    table = changed(table, step=Step.OFFER, between=between)
    banked = after(rules, table, OfferBank(by="dealer"), AcceptBank(by="anna"))
    # The bank's own hand replaces the main wager that its dice wager needs.
    assert [wager.key for wager in banked.wagers] == [("anna", 1, "odd")]


@riding
def test_the_wagers_offered_are_those_on_spots_that_are_open_to_the_player() -> None:
    rules = rules_with("colorado-tiles-full", "spots.two-areas = false", "dragons-eye.offered = false")
    table = after(rules, betting(RIDERS), bet("anna", 1, 1000), bet("bob", 2, 1000))

    def spots(now: Table) -> set[int]:
        options = legal(rules, now, "carla")
        return {each.command.position for each in options if isinstance(each.command, PlaceWager)}

    assert spots(table) == {1, 2, 3}
    assert spots(after(rules, table, bet("carla", 2, 1000))) == {2}
    assert spots(after(rules, table, bet("carla", 3, 1000))) == {3}
