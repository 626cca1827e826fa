"""The 32 tiles and how they are written."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given

from paigow.faults import BadInput
from paigow.material import FACES, KINDS, TILES, Tile, parse_tile, parse_tiles, tiles_text
from paigow.material.pieces import filled
from paigow.material.tiles import _check, tiles_named
from tests.material.strategies import tile_hands, tiles
from tests.rules import rule

# The column "number of tiles in set" beside each rank of commission-tiles 2(g) and colorado-tiles 30-2603(7).
IN_SET = {
    **dict.fromkeys("6-6 1-1 4-4 1-3 5-5 3-3 2-2 5-6 4-6 1-6 1-5".split(), 2),
    **dict.fromkeys("3-6 4-5 2-6 3-5 2-5 3-4 2-4 1-4 2-3 1-2".split(), 1),
}


@rule("commission-tiles 2(a)", "colorado-tiles 30-2603(1)")
def test_a_set_is_32_tiles_eleven_faces_twice_and_ten_once() -> None:
    assert len(TILES) == 32 == 11 * 2 + 10
    assert Counter(map(str, TILES)) == IN_SET


@rule("commission-tiles 4(a)(1)", "colorado-tiles 30-2605(1)(a)")
def test_a_set_sorts_into_the_supreme_pair_and_fifteen_others() -> None:
    kinds = Counter(tile.kind for tile in TILES)
    assert len(kinds) == len(KINDS) == 16
    assert set(kinds.values()) == {2}


def test_the_pips_of_a_tile_are_those_of_both_ends() -> None:
    assert {str(face): face.pips for face in FACES} == {
        face: int(face[0]) + int(face[2]) for face in map(str, FACES)
    }


def test_no_two_of_the_twenty_one_faces_are_alike() -> None:
    # Two ends of one to six pips, in either order.
    assert {str(face) for face in FACES} == {
        f"{low}-{high}" for high in range(1, 7) for low in range(1, high + 1)
    }


NAMES = {
    "6-6": "Teen Heaven Twelve 天 H2 66",
    "1-1": "Day Earth Two 地 L2 11",
    "4-4": "Yun Man 人 H8 44",
    "1-3": "Gor Goose 鵝 鹅 H4 13 31",
    "5-5": "Mooy Plum 梅 H10 55",
    "3-3": "Chong Long 長三 长三 H6 33",
    "2-2": "Bon Bench 板凳 L4 22",
    "5-6": "Foo Axe Eleven 斧頭 56 65",
    "4-6": "Ping Screen 屏風 L10 46 64",
    "1-6": "Tit LongLeg 高腳七 H7 16 61",
    "1-5": "Look CopperHammer 銅錘六 L6 15 51",
    "3-6": "BlackNine 黑九 36",
    "4-5": "RedNine 紅九 45",
    "2-6": "FlatEight 平八 26",
    "3-5": "SlantingEight 斜八 35",
    "2-5": "BlackSeven 黑七 25",
    "3-4": "RedSeven 紅七 34",
    "2-4": "GJ6 GreatSix GeeJoonSix 大頭六 24 42",
    "1-4": "RedFive 紅五 14",
    "2-3": "BlackFive 黑五 23",
    "1-2": "GJ3 SmallThree GeeJoonThree 丁三 12 21",
}


@pytest.mark.parametrize("face", NAMES)
def test_a_tile_goes_by_pips_and_by_names_in_three_tongues(face: str) -> None:
    assert {str(parse_tile(name)) for name in [face, *NAMES[face].split()]} == {face}


@pytest.mark.parametrize("name", "Nine Gow Ten Six Seven Eight Five Bot Chit Ng GJ GeeJoon L7 L8".split())
def test_a_name_that_several_tiles_share_is_refused_with_the_choice(name: str) -> None:
    assert len(tiles_named(name)) > 1
    with pytest.raises(BadInput, match=f"'{name}' names . tiles") as fault:
        parse_tile(name)
    assert fault.value.allowed is not None
    assert all(f"{tile} ({tile.english})" in fault.value.allowed for tile in tiles_named(name))


@pytest.mark.parametrize("text", ["teen", "TEEN", "TeEn", " Teen "])
def test_capitals_and_blanks_around_do_not_matter(text: str) -> None:
    assert str(parse_tile(text)) == "6-6"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("6-6 4-5 2-2 1-3", "6-6 4-5 2-2 1-3"),
        ("66,45,22,31", "6-6 4-5 2-2 1-3"),
        ("Low Ten Copper Hammer red five gee joon three", "4-6 1-5 1-4 1-2"),
        ("Long Leg Long", "1-6 3-3"),
        ("天 地 人 鵝", "6-6 1-1 4-4 1-3"),
        ("Teen\tTeen\nDay", "6-6 6-6 1-1"),
        ("", ""),
    ],
)
def test_tiles_are_read_one_after_another(text: str, read: str) -> None:
    assert tiles_text(parse_tiles(text)) == read


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("6-6 7-7", "there is no tile '7-7' (at character 5); write a tile as 6-6, 66, or by name"),
        ("Teen Goor", "there is no tile 'Goor' (at character 6); did you mean Gor?"),
        ("Heavn", "there is no tile 'Heavn' (at character 1); did you mean Heaven?"),
        ("66 66 66", "6-6 (Heaven) appears 3 times; a set has only two"),
        ("36 36", "3-6 (Black Nine) appears twice; a set has only one"),
        ("6 6", "there is no tile '6' (at character 1)"),
        ("x" * 401, "401 characters are too many for a hand; write at most 400"),
    ],
)
def test_what_is_not_understood_is_said_with_its_place_and_what_would_do(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        parse_tiles(text)
    assert str(fault.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [("66", "there is 1 tile in '66'; 2 are needed"), ("", "there are 0 tiles in ''; 2")],
)
def test_a_wrong_number_is_said(text: str, sentence: str) -> None:
    with pytest.raises(BadInput) as fault:
        parse_tiles(text, count=2)
    assert str(fault.value).startswith(sentence)


@given(tiles)
def test_what_is_printed_reads_back_as_the_same_tile(tile: Tile) -> None:
    assert parse_tile(str(tile)) is tile
    assert eval(repr(tile), {"Tile": Tile}) is tile  # noqa: S307 - the repr is ours
    for name in (tile.english, tile.cantonese, tile.chinese):
        assert parse_tile(name) is tile


@given(tile_hands(4))
def test_a_printed_hand_reads_back(hand: tuple[Tile, ...]) -> None:
    assert parse_tiles(tiles_text(hand)) == hand


@given(tiles)
def test_a_pickled_or_copied_tile_is_the_same_object(tile: Tile) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(tile, protocol)) is tile  # noqa: S301 - pickled a line ago
    assert copy.copy(tile) is tile
    assert copy.deepcopy(tile) is tile


def spoiled(**changes: object) -> tuple[Tile, ...]:
    """The faces with something wrong in the first one."""
    first = FACES[0]
    fields = {name: getattr(first, name) for name in Tile.__slots__} | changes
    return (filled(Tile, tuple(fields.values())), *FACES[1:])


@pytest.mark.parametrize(
    ("faces", "complaint"),
    [
        (FACES[1:], "32 tiles"),
        (spoiled(high=7), "one to six pips"),
        (spoiled(low=1, high=1), "no face stands twice"),
        (FACES[::-1], "strongest first"),
        (spoiled(rank=2), "seventeen single ranks"),
        (spoiled(kind="L2"), "sixteen kinds"),
        (spoiled(english="Earth"), "names of its own"),
    ],
)
def test_a_spoiled_table_of_tiles_is_not_loaded(faces: tuple[Tile, ...], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        _check(faces)
