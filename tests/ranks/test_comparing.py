"""A player's setting against the bank's, by the paragraphs of all four books. Not what it pays."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given

from paigow.material import CardSetting, TileSetting, parse_card_setting, parse_tile_setting
from paigow.ranks.comparing import Comparison, Half, Outcome, compare_cards, compare_tiles
from paigow.ranks.poker import is_fouled, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import order_tiles, rank_two_tiles
from tests.material.strategies import card_settings, tile_settings
from tests.rules import rule


def tiles(player: str, bank: str) -> Comparison:
    return compare_tiles(parse_tile_setting(player), parse_tile_setting(bank))


def cards(player: str, bank: str) -> Comparison:
    return compare_cards(parse_card_setting(player), parse_card_setting(bank))


def told(comparison: Comparison) -> str:
    return f"{comparison.low.value} {comparison.high.value}: {comparison.outcome.value}"


@rule("commission-tiles 7(j)", "colorado-tiles 30-2608(10)")
def test_tiles_win_when_both_halves_rank_higher() -> None:
    assert told(tiles("2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5")) == "win win: win"


@rule("commission-tiles 7(i)(1)", "colorado-tiles 30-2608(9)(a)")
@pytest.mark.parametrize(
    ("player", "told_of"),
    [
        ("1-1 5-6 / 1-3 1-3", "copy win: push"),  # 3 with Day on both sides
        ("2-6 2-3 / 1-3 1-3", "lose win: push"),  # 3 with an eight, under 3 with Day
    ],
)
def test_tiles_push_when_only_the_high_hand_ranks_higher(player: str, told_of: str) -> None:
    assert told(tiles(player, "1-1 5-6 / 5-5 5-5")) == told_of


@rule("commission-tiles 7(i)(1)", "colorado-tiles 30-2608(9)(a)", "R2")
@pytest.mark.parametrize(
    ("player_low", "bank_low"),
    [
        ("1-3 3-3", "2-2 1-5"),  # 0 with Gor ranks above 0 with Bon, and yet does not win
        ("2-2 1-5", "1-3 3-3"),
        ("1-3 3-3", "1-3 1-5"),  # a copy
    ],
)
def test_tiles_push_when_the_high_hand_wins_and_the_low_hand_is_worth_zero(
    player_low: str, bank_low: str
) -> None:
    comparison = tiles(f"{player_low} / 6-6 6-6", f"{bank_low} / 1-1 1-1")
    assert comparison.zero
    assert comparison.low is not Half.WIN
    assert comparison.outcome is Outcome.PUSH


@rule("commission-tiles 7(h)", "colorado-tiles 30-2608(8)", "R2")
def test_a_low_hand_worth_zero_saves_nothing_when_the_high_hand_loses() -> None:
    assert told(tiles("1-3 3-3 / 1-1 1-1", "2-2 1-5 / 6-6 6-6")) == "lose lose: lose"


@rule("R2", "commission-tiles 7(j)", "colorado-tiles 30-2608(10)")
def test_a_high_hand_worth_zero_is_compared_like_any_other() -> None:
    # Both hands are worth zero in both halves; 5-5 with 4-6 is above 1-5 with 2-2.
    comparison = tiles("5-6 3-6 / 5-5 4-6", "2-2 1-5 / 2-2 1-5")
    assert comparison.high is Half.WIN
    assert comparison.outcome is Outcome.PUSH


@rule("commission-tiles 7(i)(2)", "colorado-tiles 30-2608(9)(b)")
@pytest.mark.parametrize(
    ("player", "told_of"),
    [
        ("1-3 5-5 / 3-6 1-6", "win lose: push"),  # 4 over 3, 6 under 7
        ("1-3 5-5 / 6-6 2-3", "win copy: push"),  # 7 with Teen on both sides
    ],
)
def test_tiles_push_when_only_the_low_hand_ranks_higher(player: str, told_of: str) -> None:
    assert told(tiles(player, "5-6 1-1 / 6-6 1-4")) == told_of


@rule("commission-tiles 7(h)", "colorado-tiles 30-2608(8)")
@pytest.mark.parametrize(
    ("player", "bank", "told_of"),
    [
        ("2-6 2-3 / 5-5 5-5", "1-1 5-6 / 1-3 1-3", "lose lose: lose"),
        ("1-1 5-6 / 5-5 5-5", "1-1 5-6 / 1-3 1-3", "copy lose: lose"),
        ("2-6 2-3 / 6-6 3-6", "1-1 5-6 / 6-6 4-5", "lose copy: lose"),
        ("1-1 5-6 / 6-6 3-6", "1-1 5-6 / 6-6 4-5", "copy copy: lose"),
    ],
)
def test_tiles_lose_when_neither_half_ranks_higher(player: str, bank: str, told_of: str) -> None:
    assert told(tiles(player, bank)) == told_of


@rule("commission-tiles 2(c)", "colorado-tiles 30-2603(3)")
@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ("6-6 4-5", "6-6 3-6"),  # wongs of the same rank
        ("1-1 2-6", "1-1 4-4"),  # gongs of the same rank
    ],
)
def test_equal_pairs_are_a_copy_and_go_to_the_bank(mine: str, theirs: str) -> None:
    comparison = tiles(f"2-5 4-6 / {mine}", f"2-3 1-6 / {theirs}")
    assert comparison.high is Half.COPY
    assert comparison.outcome is not Outcome.WIN


@rule("commission-tiles 2(h)", "colorado-tiles 30-2603(8)")
def test_equal_values_by_tiles_of_equal_rank_are_a_copy_and_go_to_the_bank() -> None:
    assert told(tiles("6-6 2-3 / 5-5 5-5", "6-6 1-4 / 4-6 4-6")) == "copy win: push"


@rule("R3")
def test_a_split_is_put_in_order_before_it_is_compared() -> None:
    assert tiles("6-6 4-5 / 2-2 1-3", "6-6 3-5 / 1-1 5-6") == tiles("2-2 1-3 / 6-6 4-5", "1-1 5-6 / 6-6 3-5")


BANK = "Kc Qh / 10c 10d 8h 7h 3s"


@rule("maryland-poker 11.F", "maryland-poker 11.F(3)", "rock-island-poker 11")
def test_cards_win_when_both_halves_rank_higher() -> None:
    assert told(cards("Ad 2d / Jc Js 9c 5d 2s", BANK)) == "win win: win"


@rule("maryland-poker 11.F(2)", "maryland-poker 11.F(2)(a)", "rock-island-poker 15")
@pytest.mark.parametrize(("low", "half"), [("Kd Qs", "copy"), ("Kd Js", "lose"), ("Qd 2s", "lose")])
def test_cards_push_when_only_the_high_hand_ranks_higher(low: str, half: str) -> None:
    assert told(cards(f"{low} / Jc Jh 9c 5d 4s", BANK)) == f"{half} win: push"


@rule("maryland-poker 11.F(2)", "maryland-poker 11.F(2)(b)", "rock-island-poker 16")
@pytest.mark.parametrize(("high", "half"), [("10h 10s 8d 7s 3h", "copy"), ("10h 10s 8d 6s 4h", "lose")])
def test_cards_push_when_only_the_low_hand_ranks_higher(high: str, half: str) -> None:
    assert told(cards(f"5c 5d / {high}", BANK)) == f"win {half}: push"


@rule("maryland-poker 11.F(1)", "maryland-poker 11.F(1)(a)", "rock-island-poker 12")
def test_cards_lose_when_both_halves_rank_lower() -> None:
    assert told(cards("Kd Js / 9c 9d 8c 7c 3h", BANK)) == "lose lose: lose"


@rule("maryland-poker 11.F(1)(b)", "maryland-poker 6.C(2)", "rock-island-poker 10", "rock-island-poker 12")
@pytest.mark.parametrize(
    ("player", "told_of"),
    [
        ("Kd Qs / 10h 10s 8d 7s 3h", "copy copy: lose"),
        ("Kd Qs / 10h 10s 8d 6s 3h", "copy lose: lose"),
        ("Kd Js / 10h 10s 8d 7s 3h", "lose copy: lose"),
    ],
)
def test_cards_lose_when_one_half_is_a_copy_and_the_other_no_better(player: str, told_of: str) -> None:
    assert told(cards(player, BANK)) == told_of


@rule("maryland-poker 11.F(1)(c)", "rock-island-poker 13", "R21")
def test_a_low_hand_above_its_high_hand_is_a_foul_and_loses_even_where_it_would_win() -> None:
    comparison = cards("Ac Ah / Js Jd 9c 5d 4s", BANK)
    assert comparison.fouled
    assert told(comparison) == "lose lose: lose"


@rule("maryland-poker 11.F(1)(d)", "rock-island-poker 14", "R21")
@pytest.mark.parametrize("player", ["Ac Ah Ad / As Jd 9c 5d", "4s / Ac Ah Ad As Jd 9c"])
def test_any_other_split_is_a_foul_and_loses(player: str) -> None:
    comparison = cards(player, BANK)
    assert comparison.fouled
    assert comparison.outcome is Outcome.LOSE


@rule("maryland-poker 11.B", "rock-island-poker 8", "R22")
def test_a_high_hand_equal_to_its_low_hand_is_no_foul() -> None:
    assert not cards("9c 9d / 9h 9s 8c 4c 2s", BANK).fouled


@rule("commission-tiles 7(h)", "commission-tiles 7(i)", "commission-tiles 7(j)", "rock-island-poker 12")
@pytest.mark.parametrize(("low", "high"), list(product(Half, Half)))
def test_two_winning_halves_win_one_pushes_none_loses(low: Half, high: Half) -> None:
    wins = [low, high].count(Half.WIN)
    assert Comparison(low, high).outcome is {2: Outcome.WIN, 1: Outcome.PUSH, 0: Outcome.LOSE}[wins]


@rule("R2")
@pytest.mark.parametrize("high", Half)
def test_zero_and_foul_take_their_half_and_all_of_it(high: Half) -> None:
    zero = Comparison(Half.WIN, high, zero=True).outcome
    assert zero is (Outcome.PUSH if high is Half.WIN else Outcome.LOSE)
    assert Comparison(Half.WIN, high, fouled=True).outcome is Outcome.LOSE


@given(tile_settings(), tile_settings())
def test_each_half_of_tiles_is_decided_by_its_rank(player: TileSetting, bank: TileSetting) -> None:
    comparison, mine, theirs = compare_tiles(player, bank), order_tiles(player), order_tiles(bank)
    low, high = rank_two_tiles(mine.low), rank_two_tiles(mine.high)
    assert (comparison.high is Half.WIN) == (high > rank_two_tiles(theirs.high))
    assert (comparison.low is Half.WIN) == (low > rank_two_tiles(theirs.low) and low.value != 0)
    assert (comparison.low is Half.COPY) == (low == rank_two_tiles(theirs.low))


@given(tile_settings(), tile_settings())
def test_of_two_tile_hands_at_most_one_wins_and_a_copy_helps_neither(
    one: TileSetting, other: TileSetting
) -> None:
    outcomes = [compare_tiles(one, other).outcome, compare_tiles(other, one).outcome]
    assert outcomes.count(Outcome.WIN) <= 1
    if Outcome.WIN in outcomes:
        assert Outcome.LOSE in outcomes
    assert compare_tiles(one, one).outcome is Outcome.LOSE


@given(card_settings(), card_settings())
def test_each_half_of_cards_is_decided_by_its_rank(player: CardSetting, bank: CardSetting) -> None:
    comparison = compare_cards(player, bank)
    assert comparison.fouled == is_fouled(player)
    if not comparison.fouled:
        assert (comparison.low is Half.WIN) == (rank_two_cards(player.low) > rank_two_cards(bank.low))
        assert (comparison.high is Half.WIN) == (rank_five_cards(player.high) > rank_five_cards(bank.high))
    else:
        assert comparison.outcome is Outcome.LOSE
