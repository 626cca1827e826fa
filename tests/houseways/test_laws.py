"""Laws that hold for everything that can be written or dealt."""

from __future__ import annotations

import numpy as np
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from paigow.houseways import HouseWay, load_way
from paigow.houseways.arrays import answer
from paigow.houseways.blocks import CardBlock
from paigow.houseways.compiled import compile_way
from paigow.houseways.setting import decide, narrowed, read, satisfied
from paigow.houseways.syntax import Play
from paigow.material.cards import CARDS, SUITS, Card, card_at, cards_text
from paigow.material.game import Game
from paigow.material.tiles import TILES, Tile
from paigow.ranks.classes import TILE_CLASSES, tile_hand_classes
from paigow.ranks.poker import Wheel, card_settings, is_fouled, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import rank_two_tiles, tile_settings
from tests.houseways.pieces import names_of
from tests.houseways.writing import card_ways, tile_ways

tile_hands = st.lists(st.integers(0, 31), min_size=4, max_size=4, unique=True).map(
    lambda places: tuple(TILES[place] for place in places)
)
card_hands = st.lists(st.integers(0, 52), min_size=7, max_size=7, unique=True).map(
    lambda places: tuple(CARDS[place] for place in places)
)
tile_names, card_names = st.sampled_from(names_of(Game.TILES)), st.sampled_from(names_of(Game.CARDS))


@given(tile_ways())
def test_a_tile_way_printed_and_read_is_the_same(text: str) -> None:
    way = HouseWay.parse(text)
    assert HouseWay.parse(str(way)) == way


@given(card_ways())
def test_a_card_way_printed_and_read_is_the_same(text: str) -> None:
    way = HouseWay.parse(text)
    assert HouseWay.parse(str(way)) == way


@given(tile_ways(), tile_hands)
def test_any_tile_way_answers_any_hand(text: str, hand: tuple[Tile, ...]) -> None:
    setting = HouseWay.parse(text).set(hand)
    assert sorted(map(str, setting.low + setting.high)) == sorted(map(str, hand))


@given(card_ways(), card_hands)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_any_card_way_answers_any_hand_and_never_fouls(text: str, hand: tuple[Card, ...]) -> None:
    setting = HouseWay.parse(text).set(hand)
    assert not is_fouled(setting)  # type: ignore[arg-type]
    assert set(setting.low + setting.high) == set(hand)


@given(tile_ways(), st.lists(st.integers(0, TILE_CLASSES - 1), min_size=1, max_size=8))
@settings(max_examples=40)  # each compiles a way for every hand
def test_any_tile_way_is_compiled_to_what_it_says(text: str, places: list[int]) -> None:
    note(text)
    way = HouseWay.parse(text)
    compiled = compile_way(way)
    for place in places:
        hand, _ = tile_hand_classes()[place]
        decision = decide(way, hand)
        assert tile_settings(hand)[compiled.choice[place]] == decision.setting
        assert way.rules[compiled.rule[place]] is decision.rule


@given(card_ways(), card_hands, st.sampled_from(list(Wheel)))
def test_any_card_way_is_compiled_to_what_it_says(text: str, hand: tuple[Card, ...], wheel: Wheel) -> None:
    note(f"{text}{cards_text(hand)}")
    way = HouseWay.parse(text)
    ordered = sorted((card.index for card in hand), reverse=True)
    block = CardBlock(np.array([ordered], dtype=np.uint8), wheel, way.joker_in_groups)
    found, decision = answer(way, block), decide(way, hand, wheel)
    assert card_settings(hand)[found.choice[0]] == decision.setting
    assert way.rules[found.rule[0]] is decision.rule


@given(tile_names, tile_hands)
def test_the_first_rule_that_fits_and_leaves_a_setting_speaks(name: str, hand: tuple[Tile, ...]) -> None:
    way = load_way(name)
    view = read(way, hand, Wheel.SECOND)
    spoke = decide(way, hand).rule
    for rule in way.rules:
        if not isinstance(rule.action, Play):
            return  # a guard changes what later rules see
        fits = rule.condition is None or satisfied(rule.condition, view)
        if rule is spoke:
            assert fits
            assert narrowed(rule, view)
            return
        assert not (fits and narrowed(rule, view))


@given(tile_names, tile_hands, st.permutations(range(4)))
def test_the_order_of_the_tiles_does_not_matter(name: str, hand: tuple[Tile, ...], order: list[int]) -> None:
    one, other = (decide(load_way(name), tiles) for tiles in (hand, [hand[place] for place in order]))
    assert one.rule is other.rule
    assert (one.low_name, one.high_name) == (other.low_name, other.high_name)


@given(tile_names, tile_hands)
def test_the_high_hand_is_never_below_the_low(name: str, hand: tuple[Tile, ...]) -> None:
    setting = load_way(name).set(hand)
    assert rank_two_tiles(setting.low) <= rank_two_tiles(setting.high)  # type: ignore[arg-type]


@given(card_names, card_hands, st.permutations(list(SUITS)))
def test_suits_may_be_exchanged(name: str, hand: tuple[Card, ...], suits: list[str]) -> None:
    exchange = dict(zip(SUITS, suits, strict=True))
    other = [card if card.suit is None else card_at(card.rank, exchange[card.suit]) for card in hand]
    one, two = decide(load_way(name), hand), decide(load_way(name), other)
    assert one.rule is two.rule
    for first, second in ((one, two),):
        assert rank_two_cards(first.setting.low) == rank_two_cards(second.setting.low)  # type: ignore[arg-type]
        assert rank_five_cards(first.setting.high) == rank_five_cards(second.setting.high)  # type: ignore[arg-type]
