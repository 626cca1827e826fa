"""Hands and settings of either game, read and printed."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from paigow.faults import BadInput
from paigow.material import (
    Card,
    CardSetting,
    Tile,
    TileSetting,
    cards_text,
    parse_card_setting,
    parse_hand,
    parse_setting,
    parse_tile_setting,
    tiles_text,
)
from tests.material.strategies import card_hands, card_settings, tile_hands, tile_settings


@given(tile_settings())
def test_a_printed_tile_setting_reads_back(setting: TileSetting) -> None:
    assert parse_tile_setting(str(setting)) == parse_setting(str(setting)) == setting
    assert pickle.loads(pickle.dumps(setting)) == setting  # noqa: S301 - pickled here


@given(card_settings())
def test_a_printed_card_setting_reads_back(setting: CardSetting) -> None:
    assert parse_card_setting(str(setting)) == parse_setting(str(setting)) == setting
    assert pickle.loads(pickle.dumps(setting)) == setting  # noqa: S301 - pickled here


@given(tile_hands(4))
def test_a_hand_of_tiles_is_known_by_its_words(hand: tuple[Tile, ...]) -> None:
    assert parse_hand(tiles_text(hand)) == hand
    for names in (
        [tile.english for tile in hand],
        [tile.cantonese for tile in hand],
        [tile.chinese for tile in hand],
    ):
        assert parse_hand(", ".join(names)) == hand


@given(card_hands(7))
def test_a_hand_of_cards_is_known_by_its_words(hand: tuple[Card, ...]) -> None:
    assert parse_hand(cards_text(hand)) == hand


def test_the_pieces_of_a_setting_are_those_of_both_halves() -> None:
    setting = parse_tile_setting("2-2 1-3 / 6-6 4-5")
    assert tiles_text(setting.pieces) == "2-2 1-3 6-6 4-5"


def test_a_wrong_split_of_seven_cards_is_read_since_fouls_are_judged_elsewhere() -> None:
    assert str(parse_card_setting("As Kd 2s / 3s 4s 5s 6d")) == "As Kd 2s / 3s 4s 5s 6d"


def test_five_cards_before_two_is_the_order_mixed_up() -> None:
    with pytest.raises(BadInput, match=r"high hand comes first .*; write the low hand first: LOW / HIGH"):
        parse_card_setting("Kh Kd Jh 10s 4d / As Ac")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the hand is empty; give tiles such as 6-6 4-5, or cards such as As Jo 10h"),
        (" , ", "the hand is empty"),
        (
            "xyz",
            "there is no tile or card 'xyz'; write tiles as 6-6, 66, or Teen, and cards as As, 10h, or Jo",
        ),
        ("As 66", "66 is a tile and As is a card; a hand is all tiles or all cards"),
        ("Nine Eight", "'Nine' names 2 tiles (at character 1); say 3-6 (Black Nine) or 4-5 (Red Nine)"),
        ("High Four, High Four, High Four", "1-3 (Goose) appears 3 times; a set has only two"),
    ],
)
def test_a_hand_that_is_not_understood(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        parse_hand(text)
    assert str(fault.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("6-6 4-5 2-2 1-3", "'6-6 4-5 2-2 1-3' is not a setting; write the low hand, a slash, and the high"),
        ("66 / 45 / 22", "'66 / 45 / 22' is not a setting"),
        ("2-2 1-3 / 6-6", "there is 1 tile in the high hand of '2-2 1-3 / 6-6'; two are needed in each"),
        ("2-2 / 6-6 4-5 1-3", "there is 1 tile in the low hand"),
        ("36 66 / 36 11", "3-6 (Black Nine) appears twice; a set has only one"),
        ("As Kd / 2s 3s 4s 5s", "there are 6 cards in 'As Kd 2s 3s 4s 5s'; 7 are needed"),
        ("As Kd / 2s 3s 4s 5s 6s 7s 8s", "there are 9 cards in"),
        ("As Kd / As 3s 4s 5s 6s", "As (the ace of spades) appears twice"),
        ("As Kd / 2s 3s 4s 5s 6x", "there is no card '6x' (at character 21); 'x' isn't a suit"),
        ("2-2 1-3 / 6-6 7-7", "there is no tile '7-7' (at character 15)"),
    ],
)
def test_a_setting_that_is_not_understood(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        parse_setting(text)
    assert str(fault.value).startswith(sentence)
