"""What a way loses: divided without remainder, zero where play is best, and explained hand by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from paigow.houseways import HouseWay, load_way
from paigow.material.cards import parse_cards
from paigow.material.tiles import parse_tiles
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.one_hand import card_hand_odds, tile_hand_odds
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.counting.way_cost import card_cost, tile_cost
from paigow.odds.runs.shards import Run
from paigow.ranks.poker import Wheel

WAY = "regulation"
WORST = HouseWay.parse(
    'way "as bad as can be"\ngame tiles\n1  when holding Teen  play the worst high\n'
    "2  otherwise  play the worst high\nfinally the worst low, then the worst high\n"
)


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("dealer", [WAY, "foxwoods-tiles"])
def test_the_cost_is_the_difference_of_two_counts_and_is_divided_whole(role: Role, dealer: str) -> None:
    way, opponent = load_way(WAY), load_way(dealer)
    found = tile_cost(way, opponent, role)
    assert found.value == tile_tally(way, opponent, role).value
    assert found.best_value == tile_tally(None, opponent, role).value
    for parts in (found.rules, found.sorts):
        assert sum((part.cost for part in parts), Fraction()) == found.cost > 0
        assert sum(part.hands for part in parts) == 35_960
        assert [part.cost for part in parts] == sorted((part.cost for part in parts), reverse=True)


def test_sorts_of_hands_are_those_counted_by_hand() -> None:
    found = tile_cost(load_way(WAY), load_way(WAY), Role.PLAYER)
    hands = {part.name: part.hands for part in found.sorts}
    # Two pairs 120, one pair 6,720, no pair 29,120 (a probability thread on the Wizard of Vegas forum).
    assert hands["two pairs"] == 120
    assert hands["a pair"] == 6_720
    assert hands["a wong or gong and no pair"] + hands["neither pair, wong nor gong"] == 29_120


def test_a_dear_hand_loses_what_its_settings_differ_by() -> None:
    way = load_way(WAY)
    found = tile_cost(way, way, Role.PLAYER, most=5)
    assert len(found.hands) == 5
    for hand in found.hands:
        told = tile_hand_odds(parse_tiles(str(hand.hand)), way, Role.PLAYER)
        values = {setting.setting: setting.value for setting in told.settings}
        assert hand.loss == values[hand.best] - values[hand.way_sets] > 0
        assert hand.best == told.best.setting
        assert hand.cost == hand.loss * Fraction(hand.hands, 35_960)


def test_a_way_that_is_as_bad_as_can_be_costs_more_by_every_rule() -> None:
    bad = tile_cost(WORST, load_way(WAY), Role.PLAYER)
    good = tile_cost(load_way(WAY), load_way(WAY), Role.PLAYER)
    assert bad.cost > good.cost
    assert all(part.cost > 0 for part in bad.rules)


@pytest.mark.prove
def test_what_a_card_way_gives_up_is_the_difference_of_two_counts() -> None:
    counting = CardCounting(Wheel.SECOND, Run())
    way = load_way("foxwoods")
    found = card_cost(way, way, Role.PLAYER, counting, most=5)
    assert found.value == counting.tally(way, way, Role.PLAYER).value
    assert found.best_value == counting.tally(None, way, Role.PLAYER).value
    for parts in (found.rules, found.sorts):
        assert sum((part.cost for part in parts), Fraction()) == found.cost > 0
        assert sum(part.hands for part in parts) == 154_143_080
    for hand in found.hands:
        told = card_hand_odds(parse_cards(str(hand.hand)), way, Role.PLAYER, Wheel.SECOND)
        values = {setting.setting: setting.value for setting in told.settings}
        assert hand.loss == values[hand.best] - values[hand.way_sets] > 0
