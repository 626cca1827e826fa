"""Every hand of two and of four tiles, counted."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

from paigow.material import TILES
from paigow.ranks.classes import TILE_CLASSES, TILE_HANDS, tile_hand_classes
from paigow.ranks.tiles import TWO_TILE_RANKS, TileRank, rank_two_tiles
from tests.counts.loading import FOLDER, assert_counts, read_rows

VALUES = "zero one two three four five six seven eight nine".split()


def sort_of(rank: TileRank) -> str:
    return rank.category.value if rank.value is None else VALUES[rank.value]


def test_hands_of_two_tiles() -> None:
    hands = list(combinations(TILES, 2))
    assert_counts(
        "two_tiles", {"any": len(hands), **Counter(sort_of(rank_two_tiles(hand)) for hand in hands)}
    )


def listed_sort(rank: TileRank) -> str:
    """As `sort_of`, with the pairs by their part of the regulations' list."""
    if rank.category.value != "pair":
        return sort_of(rank)
    assert rank.place is not None
    return "supreme" if rank.place == 1 else "matched" if rank.place <= 12 else "mixed"


def test_the_106_ranks_of_two_tiles() -> None:
    assert_counts(
        "two_tile_ranks",
        {"all": len(TWO_TILE_RANKS), **Counter(listed_sort(rank) for rank in TWO_TILE_RANKS)},
    )


def test_the_highest_tiles_of_each_value_are_those_beside_the_count() -> None:
    rows = read_rows((FOLDER / "two_tile_ranks.count").read_text(encoding="utf-8"))
    tops = {row.name: [int(top) for top in (row.note or "").split()] for row in rows if row.name in VALUES}
    found = {
        value: sorted(rank.top for rank in TWO_TILE_RANKS if sort_of(rank) == value and rank.top)
        for value in tops
    }
    assert found == tops
    assert len(tops) == 10


def test_hands_of_four_tiles() -> None:
    counted: Counter[str] = Counter()
    for hand in combinations(TILES, 4):
        kinds = {tile.kind for tile in hand}
        pairs = 4 - len(kinds)
        counted["any"] += 1
        counted[("no pair", "one pair", "two pairs")[pairs]] += 1
        counted["one pair of a kind"] += pairs == 1 and [tile.kind for tile in hand].count("H2") == 2
        counted["no pair but a wong"] += not pairs and "9" in kinds and bool(kinds & {"H2", "L2"})
    assert_counts("four_tiles", {**counted, "different": len(tile_hand_classes())})


def test_the_classes_of_four_tiles_stand_for_every_hand_once() -> None:
    weights = {tuple(sorted(tile.kind for tile in hand)): weight for hand, weight in tile_hand_classes()}
    counted = Counter(tuple(sorted(tile.kind for tile in hand)) for hand in combinations(TILES, 4))
    assert weights == counted
    assert len(weights) == TILE_CLASSES
    assert sum(weights.values()) == TILE_HANDS == comb(32, 4)
