"""The order of two-tile hands against a fresh reading of the regulation: two hands at a time, no numbers."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given

from paigow.material import TILES, Tile, TileSetting
from paigow.ranks.tiles import TWO_TILE_RANKS, order_tiles, rank_two_tiles, tile_settings
from tests.material.strategies import tile_hands
from tests.material.strategies import tile_settings as any_tile_settings
from tests.ranks.test_tiles import PLACED
from tests.rules import rule

Two = tuple[Tile, ...]
PAIRS = {frozenset(hand.split()): place for hand, place in PLACED.items()}


def place_of(hand: Two) -> int | None:
    return PAIRS.get(frozenset(map(str, hand)))


def value_of(pips: tuple[int, int]) -> int:
    return sum(pips) % 10


def best_reading(hand: Two) -> tuple[int, int]:
    """Value and highest single rank, every allowed count of the 1-2 and the 2-4 tried, the value first."""
    counts = [
        [(3, 17), (6, 15)] if str(tile) in {"1-2", "2-4"} else [(tile.pips, tile.rank)] for tile in hand
    ]
    readings = [
        (value_of((one[0], other[0])), min(one[1], other[1])) for one in counts[0] for other in counts[1]
    ]
    highest = max(value for value, _ in readings)
    return highest, min(top for value, top in readings if value == highest)


def judged(one: Two, other: Two) -> int:
    """1, 0 or -1 as the first hand is higher, a copy or lower: 2(b) to 2(h) in their order."""
    places = place_of(one) or 21, place_of(other) or 21
    if places != (21, 21):
        return (places[0] < places[1]) - (places[0] > places[1])
    (value, top), (other_value, other_top) = best_reading(one), best_reading(other)
    if value != other_value:
        return 1 if value > other_value else -1
    return (top < other_top) - (top > other_top)


@rule("commission-tiles 2(b)", "commission-tiles 2(d)", "commission-tiles 2(e)", "commission-tiles 2(f)")
@rule("colorado-tiles 30-2603(2)", "colorado-tiles 30-2603(4)", "colorado-tiles 30-2603(5)")
@rule("colorado-tiles 30-2603(6)")
def test_every_two_hands_stand_as_the_regulation_judges_them() -> None:
    hands = sorted({tuple(sorted(hand, key=str)) for hand in combinations(TILES, 2)}, key=str)
    split = [
        (one, other)
        for one, other in combinations(hands, 2)
        if judged(one, other)
        != (rank_two_tiles(one) > rank_two_tiles(other)) - (rank_two_tiles(one) < rank_two_tiles(other))
    ]
    assert split == []


def test_the_judgement_is_a_total_order() -> None:
    """For any three ranks the judgment is transitive, and for any two it is antisymmetric."""
    examples = list({rank_two_tiles(hand).strength: hand for hand in combinations(TILES, 2)}.values())
    assert len(examples) == 106
    beats = [[judged(one, other) for other in examples] for one in examples]
    for i in range(106):
        assert beats[i][i] == 0
        for j in range(106):
            assert beats[i][j] == -beats[j][i]
            if beats[i][j] == 1:
                assert all(beats[i][k] == 1 for k in range(106) if beats[j][k] == 1)


def test_ranks_compare_as_their_strengths() -> None:
    for one in TWO_TILE_RANKS:
        assert [other < one for other in TWO_TILE_RANKS].count(True) == one.strength


@given(tile_hands(2))
def test_the_order_of_the_tiles_in_a_hand_is_no_matter(hand: Two) -> None:
    assert rank_two_tiles(hand) == rank_two_tiles(hand[::-1])


@given(any_tile_settings())
def test_ordering_keeps_the_pieces_and_settles(setting: TileSetting) -> None:
    ordered = order_tiles(setting)
    assert sorted(map(str, ordered.pieces)) == sorted(map(str, setting.pieces))
    assert rank_two_tiles(ordered.low) <= rank_two_tiles(ordered.high)
    assert order_tiles(ordered) == ordered


@given(tile_hands(4))
def test_the_settings_of_a_hand_are_all_its_splits_once(hand: Two) -> None:
    settings = tile_settings(hand)
    splits = {
        frozenset({tuple(sorted(map(str, half))) for half in (setting.low, setting.high)})
        for setting in settings
    }
    wanted = {
        frozenset(
            {
                tuple(sorted((str(hand[0]), str(hand[i])))),
                tuple(sorted(str(hand[j]) for j in {1, 2, 3} - {i})),
            }
        )
        for i in (1, 2, 3)
    }
    assert splits == wanted
    assert len(settings) == len(splits)
    highs = [(rank_two_tiles(setting.high), rank_two_tiles(setting.low)) for setting in settings]
    assert highs == sorted(highs, reverse=True)
