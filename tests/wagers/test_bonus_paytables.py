"""The Fortune Bonus, Emperor's Treasure and envy tables against the numbers of maryland-poker 13.B and 13.C.

The numbers are as the regulation lists them, table by table, independent of the data files.
"""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from paigow.ranks.lines import Line
from paigow.wagers.money import Cents, dollars
from paigow.wagers.paytables import FixedAmount, ToOne
from paigow.wagers.registry import line_wager
from paigow.wagers.wager import Kind
from tests.rules import rule

AS_LISTED = (
    Line.SEVEN_CARD_STRAIGHT_FLUSH,
    Line.ROYAL_MATCH,
    Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER,
    Line.FIVE_ACES,
    Line.ROYAL_FLUSH,
    Line.STRAIGHT_FLUSH,
    Line.FOUR_OF_A_KIND,
    Line.FULL_HOUSE,
    Line.FLUSH,
    Line.THREE_OF_A_KIND,
    Line.STRAIGHT,
)
"""(a) to (k) of every table; envy stops at (g). Emperor's match is an ace and king suited."""


def shown(paragraph: str, kind: Kind, table: str, numbers: tuple[int, ...]) -> ParameterSet:
    return pytest.param(paragraph, kind, table, numbers, marks=rule(paragraph), id=f"{kind} {table}")


TO_ONE = (
    shown(
        "maryland-poker 13.B(1)", Kind("fortune"), "A", (8_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.B(3)", Kind("fortune"), "B", (5_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown("maryland-poker 13.B(5)", Kind("fortune"), "C", (5_000, 1_000, 750, 250, 100, 50, 20, 5, 4, 3, 2)),
    shown("maryland-poker 13.B(7)", Kind("fortune"), "D", (2_500, 1_000, 750, 250, 125, 50, 25, 5, 4, 3, 2)),
    shown(
        "maryland-poker 13.C(1)", Kind("emperors"), "A", (8_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.C(3)", Kind("emperors"), "B", (5_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown("maryland-poker 13.C(5)", Kind("emperors"), "C", (5_000, 1_000, 750, 250, 100, 50, 20, 5, 4, 3, 2)),
    shown("maryland-poker 13.C(7)", Kind("emperors"), "D", (2_500, 1_000, 750, 250, 125, 50, 25, 5, 4, 3, 2)),
)
ENVY_DOLLARS = (
    shown("maryland-poker 13.B(2)", Kind("fortune"), "A", (5_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.B(4)", Kind("fortune"), "B", (3_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.B(6)", Kind("fortune"), "C", (1_000, 250, 100, 50, 25, 10, 5)),
    shown("maryland-poker 13.B(8)", Kind("fortune"), "D", (1_000, 750, 250, 100, 50, 20, 5)),
    shown("maryland-poker 13.C(2)", Kind("emperors"), "A", (5_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.C(4)", Kind("emperors"), "B", (3_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.C(6)", Kind("emperors"), "C", (1_000, 250, 100, 50, 25, 10, 5)),
    shown("maryland-poker 13.C(8)", Kind("emperors"), "D", (1_000, 750, 250, 100, 50, 20, 5)),
)


@pytest.mark.parametrize(("paragraph", "kind", "table", "numbers"), TO_ONE)
def test_a_bonus_table_pays_as_the_regulation_lists(
    paragraph: str, kind: Kind, table: str, numbers: tuple[int, ...]
) -> None:
    rows = line_wager(kind).tables[table].lines
    assert [(row.line, row.pay) for row in rows] == [
        (line, ToOne(odds)) for line, odds in zip(AS_LISTED, numbers, strict=True)
    ]
    assert {row.cite for row in rows} == {paragraph}


@pytest.mark.parametrize(("paragraph", "kind", "table", "numbers"), ENVY_DOLLARS)
def test_an_envy_table_pays_as_the_regulation_lists(
    paragraph: str, kind: Kind, table: str, numbers: tuple[int, ...]
) -> None:
    rows = line_wager(kind).envy_tables[table].lines
    assert [(row.line, row.pay) for row in rows] == [
        (line, FixedAmount(dollars(amount))) for line, amount in zip(AS_LISTED[:7], numbers, strict=True)
    ]
    assert {row.cite for row in rows} == {paragraph}


@rule("maryland-poker 13.B", "maryland-poker 13.C")
@pytest.mark.parametrize("kind", [Kind("fortune"), Kind("emperors")])
def test_each_bonus_table_has_the_envy_table_of_its_letter(kind: Kind) -> None:
    assert list(line_wager(kind).tables) == list(line_wager(kind).envy_tables) == ["A", "B", "C", "D"]


@pytest.mark.parametrize(("paragraph", "kind", "table", "numbers"), TO_ONE)
def test_a_stake_of_seven_dollars_and_a_cent_wins_as_many_times_itself(
    paragraph: str, kind: Kind, table: str, numbers: tuple[int, ...]
) -> None:
    for line, odds in zip(AS_LISTED, numbers, strict=True):
        wager = line_wager(kind)
        settled = wager.settle(Cents(701), line, wager.tables[table])
        assert (settled.net, settled.line) == (701 * odds, line.value)
        assert wager.tables[table].cite == paragraph


@rule(
    "maryland-poker 7.E(1)",
    "maryland-poker 7.E(2)",
    "maryland-poker 11.H(3)(a)(i)",
    "maryland-poker 11.H(4)(a)",
)
@pytest.mark.parametrize("line", [Line.TWO_PAIR, Line.PAIR, Line.NOTHING])
@pytest.mark.parametrize("kind", [Kind("fortune"), Kind("emperors")])
def test_less_than_a_straight_loses_the_stake(kind: Kind, line: Line) -> None:
    wager = line_wager(kind)
    assert wager.settle(dollars(5), line, wager.tables["A"]).net == dollars(-5)
