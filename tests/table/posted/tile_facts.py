"""Facts about tiles that are posted as sentences, checked by their ranks and by the styles of delivery."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Final

import pytest

from paigow.material.cards import parse_cards
from paigow.material.hands import parse_tile_setting
from paigow.material.tiles import FACES, TILES, Tile, parse_tile, parse_tiles
from paigow.ranks.comparing import Half, compare_tiles
from paigow.ranks.poker import Wheel, rank_five_cards
from paigow.ranks.tiles import TWO_TILE_RANKS, TileCategory, TileRank, rank_two_tiles
from paigow.submissions.checking import Submission
from paigow.table.deal.delivery import deal_order
from tests.table.posted.facts import fact
from tests.table.test_delivery_styles import NUMBERED, WRITTEN

PAIRS: Final = tuple(combinations(TILES, 2))
APART: Final = frozenset({"1-2", "2-4"})


def tiles_in(sentence: str) -> list[Tile]:
    return [parse_tile(name) for name in re.findall(r"\b[1-6]-[1-6]\b", sentence)]


def rank(text: str) -> TileRank:
    return rank_two_tiles(parse_tiles(text))


def five(text: str, wheel: Wheel = Wheel.SECOND) -> object:
    return rank_five_cards(parse_cards(text), wheel)


@fact
def two_tiles(_sentence: str, _submission: Submission) -> None:
    for wrong in ("6-6", "6-6 6-6 1-1"):
        with pytest.raises(ValueError, match="unpack"):
            rank_two_tiles(parse_tiles(wrong))


@fact
def named_hands_first(_sentence: str, _submission: Submission) -> None:
    named = [each for each in TWO_TILE_RANKS if each.category is not TileCategory.VALUE]
    others = [each for each in TWO_TILE_RANKS if each.category is TileCategory.VALUE]
    assert len(named) == 20
    assert min(named) > max(others)


@fact
def values(_sentence: str, _submission: Submission) -> None:
    found = set()
    for one, other in PAIRS:
        ranked = rank_two_tiles((one, other))
        if ranked.category is not TileCategory.VALUE:
            assert ranked.value is None
        elif not {str(one), str(other)} & APART:
            assert ranked.value == (one.pips + other.pips) % 10
            found.add(ranked.value)
    assert found == set(range(10))


@fact
def example_of_value(sentence: str, _submission: Submission) -> None:
    one, other = tiles_in(sentence)
    spots, worth = map(int, re.findall(r"\b\d+\b(?!-)", re.sub(r"\d-\d", "", sentence)))
    assert one.pips + other.pips == spots
    assert rank_two_tiles((one, other)).value == worth


@fact
def supreme_tiles_apart(_sentence: str, _submission: Submission) -> None:
    """Of two readings of one value the better top tile counts; two readings of different value never tie."""
    for tile in map(parse_tile, sorted(APART)):
        for other in (face for face in FACES if str(face) not in APART):
            ranked = rank_two_tiles((tile, other))
            readings = [
                ((other.pips + pips) % 10, -min(other.rank, single)) for pips, single in ((6, 15), (3, 17))
            ]
            value, top = max(readings)
            assert (ranked.value, ranked.top) == (value, -top)


@fact
def copies(_sentence: str, _submission: Submission) -> None:
    for one, other in combinations(TWO_TILE_RANKS, 2):
        assert (one.place, one.value, one.top) != (other.place, other.value, other.top)
        if one.value is not None and one.value == other.value:
            assert one.top is not None
            assert other.top is not None
            assert (one > other) is (one.top < other.top)
        elif one.value is not None and other.value is not None:
            assert (one > other) is (one.value > other.value)
    same = compare_tiles(parse_tile_setting("1-3 2-5 / 6-6 4-5"), parse_tile_setting("1-3 3-4 / 6-6 3-6"))
    assert (same.low, same.high) == (Half.COPY, Half.COPY)


@fact
def wongs_and_gongs(sentence: str, _submission: Submission) -> None:
    """The tiles that the sentence names make the hand, and no others do."""
    category = TileCategory(sentence.partition("s:")[0].lower())
    first, second, *others = tiles_in(sentence)
    assert {tile.pips for tile in others} == {8 if category is TileCategory.GONG else 9}
    assert {tile for tile in FACES if tile.pips in (8, 9) and tile.pips == others[0].pips} == set(others)
    said = {frozenset((str(head), str(other))) for head in (first, second) for other in others}
    made = {
        frozenset((str(one), str(other)))
        for one, other in PAIRS
        if rank_two_tiles((one, other)).category is category
    }
    assert made == said


@fact
def supreme_pair(sentence: str, _submission: Submission) -> None:
    assert rank_two_tiles(tiles_in(sentence)) == max(TWO_TILE_RANKS)
    assert "Gee Joon" in str(max(TWO_TILE_RANKS))


@fact
def matched_pairs(_sentence: str, _submission: Submission) -> None:
    like = {rank_two_tiles((one, other)).place for one, other in PAIRS if str(one) == str(other)}
    assert like == set(range(2, 13))


@fact
def mixed_pairs(_sentence: str, _submission: Submission) -> None:
    places = {
        one.pips: rank_two_tiles((one, other)).place
        for one, other in PAIRS
        if str(one) != str(other) and one.pips == other.pips and one.kind == other.kind
    }
    assert places == {9: 13, 8: 14, 7: 15, 5: 16}


_STYLES: Final = {
    "House way, right": "house-way-right",
    "House way, left": "house-way-left",
    "Cup say, right": "cup-say-right",
    "Cup say, left": "cup-say-left",
    "Jung quat": "jung-quat",
    "Chee yee": "chee-yee",
    "Pin say, right": "pin-say-right",
    "Pin say, left": "pin-say-left",
    "Dragon head, right": "dragon-head-right",
    "Dragon head, left": "dragon-head-left",
    "two by two toward the left": "cup-say-right",
    "two by two toward the right": "cup-say-left",
    "each new middle pair": "jung-quat",
    "the remaining ends": "chee-yee",
    "right four, left four": "pin-say-right",
    "left four, right four": "pin-say-left",
    "each of the left four": "dragon-head-right",
    "each of the right four": "dragon-head-left",
}
"""A style by its name, or by how its second sentence continues."""


@fact
def deliveries(sentence: str, submission: Submission) -> None:
    """The fours of each style as worked out from the regulations' text; the words follow the same order."""
    style = next(style for words, style in _STYLES.items() if words in sentence)
    assert style in submission.rules.banking.deliveries
    written = {str(each.values[0]): str(each.values[1]) for each in WRITTEN}[style]
    lines = [set(line.split()) for line in written.strip().splitlines()]
    assert [set(hand) for hand in deal_order(NUMBERED, style)] == lines
    _follows_the_words(style, lines)


def _follows_the_words(style: str, hands: list[set[str]]) -> None:
    """What the sentences say about the first and the second hand, with stacks numbered from the right."""
    right, left = ("1", "8") if style.endswith("right") else ("8", "1")
    first = {
        "house-way": {f"{right}{level}" for level in "abcd"},
        "cup-say": {f"{stack}{level}" for stack in (right, "2" if right == "1" else "7") for level in "ab"},
        "jung-quat": {f"{stack}{level}" for stack in "45" for level in "ab"},
        "chee-yee": {f"{stack}{level}" for stack in "18" for level in "ab"},
        "pin-say": {f"{stack}a" for stack in ("1234" if right == "1" else "8765")},
        "dragon-head": {f"{stack}{level}" for stack in ("12" if right == "1" else "87") for level in "ab"},
    }
    assert hands[0] == first[style.removesuffix("-right").removesuffix("-left")]
    assert left not in {tile[0] for tile in hands[0]} or style == "chee-yee"
