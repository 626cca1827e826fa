"""The order of two-tile hands, paragraph by paragraph of the two tile regulations, which agree."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from paigow.material import FACES, TILES, parse_tile, parse_tile_setting, parse_tiles
from paigow.ranks.tiles import (
    TWO_TILE_RANKS,
    TileCategory,
    TileRank,
    order_tiles,
    rank_two_tiles,
    tile_settings,
)
from tests.rules import rule

# The list of commission-tiles 2(b) and colorado-tiles 30-2603(2); hands on one line share a rank.
PAIRINGS = """
2-4 1-2
6-6 6-6
1-1 1-1
4-4 4-4
1-3 1-3
5-5 5-5
3-3 3-3
2-2 2-2
5-6 5-6
4-6 4-6
1-6 1-6
1-5 1-5
3-6 4-5
3-5 2-6
3-4 2-5
1-4 2-3
6-6 4-5, 6-6 3-6
1-1 4-5, 1-1 3-6
6-6 2-6, 6-6 3-5, 6-6 4-4
1-1 2-6, 1-1 3-5, 1-1 4-4
""".strip().splitlines()
PLACED = {hand: place for place, line in enumerate(PAIRINGS, 1) for hand in line.split(", ")}

# The list of commission-tiles 2(g) and colorado-tiles 30-2603(7).
SINGLES = """
6-6
1-1
4-4
1-3
5-5
3-3
2-2
5-6
4-6
1-6
1-5
3-6 4-5
2-6 3-5
2-5 3-4
2-4
1-4 2-3
1-2
""".strip().splitlines()


def ranked(hand: str) -> TileRank:
    return rank_two_tiles(parse_tiles(hand, count=2))


@rule("commission-tiles 2(b)", "colorado-tiles 30-2603(2)")
@pytest.mark.parametrize(("hand", "place"), PLACED.items())
def test_each_pairing_of_the_list_has_its_place(hand: str, place: int) -> None:
    assert ranked(hand).place == place
    assert rank_two_tiles(parse_tiles(hand)[::-1]) == ranked(hand)


@rule("commission-tiles 2(b)", "colorado-tiles 30-2603(2)")
def test_the_list_is_in_order_and_nothing_else_is_a_pair() -> None:
    firsts = [ranked(line.split(", ")[0]) for line in PAIRINGS]
    assert all(higher > lower for higher, lower in pairwise(firsts))
    listed = {frozenset(parse_tiles(hand)) for hand in PLACED}
    for hand in combinations(TILES, 2):
        assert (rank_two_tiles(hand).place is not None) == (frozenset(hand) in listed)


@rule("commission-tiles 2(b)", "colorado-tiles 30-2603(2)")
def test_the_lowest_pairing_is_above_every_hand_without_one() -> None:
    lowest = ranked("1-1 2-6")
    others = [rank for rank in TWO_TILE_RANKS if rank.place is None]
    assert len(others) == 86
    assert max(others) < lowest


@rule("commission-tiles 2(b)", "colorado-tiles 30-2603(2)")
@pytest.mark.parametrize(
    ("category", "places"),
    [("pair", range(1, 17)), ("wong", range(17, 19)), ("gong", range(19, 21))],
)
def test_sixteen_pairs_two_wongs_two_gongs(category: str, places: range) -> None:
    found = [rank.place for rank in TWO_TILE_RANKS if rank.category is TileCategory(category)]
    assert sorted(place for place in found if place) == list(places)


@rule("commission-tiles 2(d)(1)", "colorado-tiles 30-2603(4)(a)")
def test_a_two_and_a_six_are_worth_eight() -> None:
    assert ranked("1-1 3-3").value == 8


@rule("commission-tiles 2(d)(2)", "colorado-tiles 30-2603(4)(b)")
def test_an_eleven_and_a_seven_total_eighteen_and_are_worth_eight() -> None:
    assert sum(tile.pips for tile in parse_tiles("5-6 1-6")) == 18
    assert ranked("5-6 1-6").value == 8


@rule("commission-tiles 2(d)", "colorado-tiles 30-2603(4)")
def test_the_value_is_the_last_digit_of_all_pips() -> None:
    plain = [hand for hand in combinations(TILES, 2) if not any(tile.kind == "GJ" for tile in hand)]
    valued = [hand for hand in plain if rank_two_tiles(hand).place is None]
    assert len(valued) > 300
    for first, second in valued:
        assert rank_two_tiles((first, second)).value == int(str(first.pips + second.pips)[-1])


@rule("commission-tiles 2(d)", "colorado-tiles 30-2603(4)")
def test_a_higher_value_ranks_higher_whatever_the_tiles() -> None:
    valued = [rank for rank in TWO_TILE_RANKS if rank.value is not None]
    assert all(
        (one > other) == (one.value > other.value)
        for one in valued
        for other in valued
        if one.value is not None and other.value is not None and one.value != other.value
    )


@rule("R2")
@pytest.mark.parametrize("hand", ["5-5 5-5", "4-6 4-6", "1-4 2-3", "6-6 2-6", "1-1 4-4"])
def test_a_pair_or_gong_whose_pips_end_in_nought_has_no_value(hand: str) -> None:
    assert sum(tile.pips for tile in parse_tiles(hand)) % 10 == 0
    assert ranked(hand).value is None
    assert not ranked(hand).is_zero


@rule("R2")
@pytest.mark.parametrize("hand", ["5-5 4-6", "1-3 3-3", "2-2 1-5", "5-6 3-6"])
def test_other_hands_whose_pips_end_in_nought_are_worth_zero(hand: str) -> None:
    assert ranked(hand).is_zero


@rule("commission-tiles 2(e)", "colorado-tiles 30-2603(5)", "R1")
@pytest.mark.parametrize(
    ("hand", "value", "top"),
    [
        ("1-2 1-5", 9, 11),  # 3 + 6; as six it would be worth 2
        ("2-4 1-5", 9, 11),  # counted 3
        ("1-2 6-6", 8, 1),  # counted 6: 18
        ("2-4 6-6", 8, 1),
        ("1-2 3-4", 3, 14),  # counted 6: 13; the seven ranks above fifteenth
        ("2-4 3-4", 3, 14),
        ("1-2 3-5", 4, 13),  # counted 6: 14
        ("2-4 3-5", 4, 13),
        ("1-2 2-3", 8, 16),  # 3 + 5: as 3 it ranks seventeenth, below the five
        ("2-4 2-3", 8, 16),  # counted 3, so it ranks seventeenth and not fifteenth
        ("2-4 1-4", 8, 16),
        ("1-2 1-4", 8, 16),
    ],
)
def test_the_supreme_pairs_tiles_apart_count_three_or_six(hand: str, value: int, top: int) -> None:
    assert (ranked(hand).value, ranked(hand).top) == (value, top)


@rule("commission-tiles 2(e)", "colorado-tiles 30-2603(5)", "R1")
def test_the_two_tiles_of_the_supreme_pair_are_alike_when_apart() -> None:
    three, six = parse_tile("1-2"), parse_tile("2-4")
    for other in FACES:
        if other.kind != "GJ":
            assert rank_two_tiles((three, other)) == rank_two_tiles((six, other))


@rule("R1")
def test_a_six_with_a_red_five_copies_a_three_with_a_black_five() -> None:
    assert ranked("2-4 1-4") == ranked("1-2 2-3")
    assert ranked("2-4 1-4").name == "8 with Ng"


@rule("commission-tiles 2(f)", "colorado-tiles 30-2603(6)")
def test_of_equal_values_the_higher_tile_decides() -> None:
    # All worth 7, by their highest tiles in order of 2(g).
    sevens = [
        "6-6 2-3",
        "1-1 1-4",
        "4-4 4-5",
        "1-3 2-4",
        "5-5 1-6",
        "3-3 5-6",
        "2-2 1-2",
        "5-6 1-5",
        "4-6 3-4",
    ]
    assert {ranked(hand).value for hand in sevens} == {7}
    assert all(ranked(higher) > ranked(lower) for higher, lower in pairwise(sevens))


@rule("commission-tiles 2(f)", "colorado-tiles 30-2603(6)")
def test_the_lower_tile_never_decides() -> None:
    assert ranked("6-6 1-4") == ranked("6-6 2-3")
    assert ranked("4-4 4-6") == ranked("4-4 5-5")


@rule("commission-tiles 2(g)", "colorado-tiles 30-2603(7)")
def test_single_tiles_stand_in_seventeen_ranks() -> None:
    expected = {face: rank for rank, line in enumerate(SINGLES, 1) for face in line.split()}
    assert {str(face): face.rank for face in FACES} == expected
    assert len(expected) == 21


@rule("commission-tiles 2(h)", "colorado-tiles 30-2603(8)", "commission-tiles 1:Copy hand")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("4-5 1-6", "3-6 1-6"),  # unlike nines
        ("2-6 2-5", "3-5 3-4"),  # unlike eights and sevens
        ("1-3 5-5", "1-3 4-6"),  # the same four with tens of different rank
    ],
)
def test_equal_value_by_tiles_of_equal_rank_is_a_copy(one: str, other: str) -> None:
    assert ranked(one) == ranked(other)


@rule("commission-tiles 1:High hand", "commission-tiles 1:Second highest or low hand", "R3")
@rule("colorado-tiles 30-2601(10)", "colorado-tiles 30-2601(18)")
def test_the_higher_half_is_the_high_hand_however_it_was_given() -> None:
    set_right = parse_tile_setting("2-2 1-3 / 6-6 4-5")
    set_wrong = parse_tile_setting("6-6 4-5 / 2-2 1-3")
    assert order_tiles(set_wrong) == order_tiles(set_right) == set_right


@rule("R3", "commission-tiles 1:Second highest or low hand", "colorado-tiles 30-2601(18)")
def test_two_equal_halves_are_allowed() -> None:
    equal = parse_tile_setting("6-6 1-4 / 6-6 2-3")
    assert order_tiles(equal) == equal


@pytest.mark.parametrize(
    ("hand", "settings"),
    [
        ("6-6 4-5 2-2 1-3", ["1-3 2-2 / 6-6 4-5", "1-3 4-5 / 6-6 2-2", "2-2 4-5 / 6-6 1-3"]),
        ("6-6 6-6 1-1 1-1", ["1-1 1-1 / 6-6 6-6", "6-6 1-1 / 6-6 1-1"]),
        ("6-6 6-6 1-1 4-5", ["1-1 4-5 / 6-6 6-6", "6-6 1-1 / 6-6 4-5"]),
    ],
)
def test_four_tiles_have_at_most_three_settings_the_highest_high_hand_first(
    hand: str, settings: list[str]
) -> None:
    assert [str(setting) for setting in tile_settings(parse_tiles(hand))] == settings


def test_ranks_are_numbered_from_the_weakest() -> None:
    assert [rank.strength for rank in TWO_TILE_RANKS] == list(range(106))
    assert TWO_TILE_RANKS[-1].name == "Gee Joon, the supreme pair"
    assert TWO_TILE_RANKS[0].is_zero
    assert len({rank.name for rank in TWO_TILE_RANKS}) == 106
