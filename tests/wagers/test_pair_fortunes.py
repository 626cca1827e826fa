"""Pair Fortunes: the lines of four tiles and what tables 1 to 4 pay for them. Not when it can be made."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from paigow.material import TILES, parse_tiles
from paigow.wagers.money import dollars
from paigow.wagers.pair_fortunes import WAGER, PairLine, pair_line
from paigow.wagers.paytables import ToOne
from tests.rules import rule

AS_LISTED = (
    PairLine.GEE_JOON_AND_HEAVEN,
    PairLine.TWO_PAIR,
    PairLine.GEE_JOON,
    PairLine.MIXED_PAIR,
    PairLine.IDENTICAL_PAIR,
)
COUNTS = {
    PairLine.GEE_JOON_AND_HEAVEN: 1,
    PairLine.TWO_PAIR: 16 * 15 // 2 - 1,  # two of the sixteen pairs, except that one
    PairLine.GEE_JOON: 420,  # two of the other 30 tiles, 30 * 29 / 2, that are none of 15 pairs
    PairLine.MIXED_PAIR: 4 * 420,  # nines, eights, sevens, fives
    PairLine.IDENTICAL_PAIR: 11 * 420,
    PairLine.NOTHING: 29_120,  # sixteen kinds, four of them, either tile of each: 1,820 * 2^4
}


@rule("colorado-tiles 30-2699.01(4)")
@pytest.mark.parametrize(
    ("table", "odds"),
    [
        ("1", (300, 25, 8, 4, 3)),
        ("2", (250, 25, 8, 5, 2)),
        ("3", (250, 30, 7, 5, 2)),
        ("4", (200, 30, 10, 4, 2)),
    ],
)
def test_a_table_pays_as_the_regulation_lists(table: str, odds: tuple[int, ...]) -> None:
    rows = WAGER.tables[table].lines
    assert [(row.line, row.pay) for row in rows] == [
        (line, ToOne(n)) for line, n in zip(AS_LISTED, odds, strict=True)
    ]
    for line, times in zip(AS_LISTED, odds, strict=True):
        settled = WAGER.settle(dollars(7), line, WAGER.tables[table])
        assert settled.net == dollars(7 * times)


@rule("R16", "colorado-tiles 30-2699.01(3)")
@pytest.mark.parametrize(
    ("tiles", "line"),
    [
        ("2-4 1-2 6-6 6-6", PairLine.GEE_JOON_AND_HEAVEN),
        ("2-4 1-2 1-1 1-1", PairLine.TWO_PAIR),
        ("2-4 1-2 3-6 4-5", PairLine.TWO_PAIR),
        ("6-6 6-6 1-1 1-1", PairLine.TWO_PAIR),
        ("1-4 2-3 2-5 3-4", PairLine.TWO_PAIR),
        ("2-4 6-6 1-2 4-5", PairLine.GEE_JOON),
        ("3-6 6-6 4-5 1-2", PairLine.MIXED_PAIR),
        ("2-6 3-5 1-1 6-6", PairLine.MIXED_PAIR),
        ("6-6 4-5 6-6 1-3", PairLine.IDENTICAL_PAIR),
        ("4-4 4-4 2-4 1-3", PairLine.IDENTICAL_PAIR),
        ("6-6 4-5 1-1 3-6", PairLine.MIXED_PAIR),
        ("6-6 4-5 1-1 4-4", PairLine.NOTHING),
        ("6-6 2-6 1-1 4-4", PairLine.NOTHING),
        ("2-4 2-3 1-3 5-5", PairLine.NOTHING),
    ],
)
def test_the_highest_line_of_four_tiles_counts_however_they_lie(tiles: str, line: PairLine) -> None:
    four = parse_tiles(tiles, count=4)
    assert {pair_line(order) for order in (four, four[::-1], four[1:] + four[:1])} == {line}


@rule("R16")
def test_every_four_tiles_are_counted() -> None:
    found = Counter(pair_line(four) for four in combinations(TILES, 4))
    assert found == COUNTS
    assert sum(COUNTS.values()) == 35_960


@rule("colorado-tiles 30-2699.01(4)")
def test_table_1_keeps_the_published_5_2976_percent() -> None:
    """As a copy of the Wizard of Odds page gives it."""
    stake = dollars(1)
    results = {line: WAGER.settle(stake, line, WAGER.tables["1"]).net for line in PairLine}
    edge = -Fraction(sum(results[line] * count for line, count in COUNTS.items()), 35_960 * stake)
    assert f"{float(edge):.4%}" == "5.2976%"


@rule("colorado-tiles 30-2699.01(3)")
@pytest.mark.parametrize("table", WAGER.tables)
def test_no_pair_loses(table: str) -> None:
    settled = WAGER.settle(dollars(5), PairLine.NOTHING, WAGER.tables[table])
    assert settled.net == dollars(-5)
