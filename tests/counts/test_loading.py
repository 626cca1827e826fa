"""The `.count` files themselves: they parse, their arithmetic is right, a difference is shown."""

from __future__ import annotations

import pytest

from tests.counts.loading import FOLDER, Row, assert_counts, expected, read_rows, worked_out

FILES = sorted(path.stem for path in FOLDER.glob("*.count"))


def rows(name: str) -> list[Row]:
    return read_rows((FOLDER / f"{name}.count").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FILES)
def test_every_count_says_where_it_comes_from(name: str) -> None:
    assert [row.name for row in rows(name) if not row.arithmetic and not row.note] == []


@pytest.mark.parametrize("name", FILES)
def test_the_arithmetic_beside_a_count_gives_it(name: str) -> None:
    given = {row.name: worked_out(row.arithmetic) for row in rows(name) if row.arithmetic}
    assert_counts(name, {**expected(name), **given})


@pytest.mark.parametrize("name", FILES)
def test_no_name_stands_twice(name: str) -> None:
    names = [row.name for row in rows(name)]
    assert sorted(set(names)) == sorted(names)


PARTS = {
    "two_tiles": "any",
    "two_tile_ranks": "all",
    "five_cards": "any",
    "five_card_ranks": "all",
    "seven_cards": "any",
    "seven_natural_cards": "any",
    "fortune": "any",
    "emperors": "any",
    "progressive": "any",
}


@pytest.mark.parametrize("name", PARTS)
def test_the_parts_add_up_to_the_whole(name: str) -> None:
    parts = expected(name)
    whole = parts.pop(PARTS[name])
    assert sum(parts.values()) == whole


def test_a_row_may_have_arithmetic_words_or_both() -> None:
    lines = [
        "# for people",
        "",
        "wong  8  = 4 * 2  # twelves",
        "any  1,378  = C(53, 2)",
        "five aces  1  # one joker",
    ]
    assert read_rows("\n".join(lines)) == [
        Row("wong", 8, "4 * 2", "twelves"),
        Row("any", 1378, "C(53, 2)", None),
        Row("five aces", 1, None, "one joker"),
    ]


@pytest.mark.parametrize("line", ["wong", "wong 8", "wong  eight", "wong  8  4 * 2"])
def test_anything_else_is_no_row(line: str) -> None:
    with pytest.raises(ValueError, match="not a row"):
        read_rows(line)


@pytest.mark.parametrize("arithmetic", ["1 / 2", "x", "open('f')", "1.5 + 1", "C(4)"])
def test_arithmetic_is_of_whole_numbers(arithmetic: str) -> None:
    with pytest.raises(ValueError, match="no arithmetic"):
        worked_out(arithmetic)


def test_a_split_is_shown_row_by_row() -> None:
    counted = {**expected("two_tiles"), "wong": 9, "bong": 1}
    del counted["gong"]
    with pytest.raises(AssertionError) as failure:
        assert_counts("two_tiles", counted)
    shown = str(failure.value).splitlines()
    assert shown[0] == "two_tiles.count splits on 3 of 14 rows:"
    assert [line.split() for line in shown[1:4]] == [
        ["wong", "expected", "8,", "counted", "9"],
        ["gong", "expected", "16,", "counted", "nothing"],
        ["bong", "expected", "nothing,", "counted", "1"],
    ]
