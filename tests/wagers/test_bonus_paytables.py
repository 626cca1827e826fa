"""The Fortune Bonus, Emperor's Treasure and envy tables against the numbers of maryland-poker 13.B and 13.C.

The numbers stand here as the regulation lists them, table by table, and owe nothing to the data files.
"""

from __future__ import annotations

import pytest
from _pytest.mark import ParameterSet

from paigow.ranks.lines import Line
from paigow.wagers.bonus import BONUS_TABLES, BONUS_WAGERS, settle_bonus
from paigow.wagers.envy import ENVY_TABLES
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents, dollars
from paigow.wagers.paytables import FixedAmount, ToOne
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


def shown(paragraph: str, kind: WagerKind, table: str, numbers: tuple[int, ...]) -> ParameterSet:
    return pytest.param(paragraph, kind, table, numbers, marks=rule(paragraph), id=f"{kind} {table}")


TO_ONE = (
    shown(
        "maryland-poker 13.B(1)", WagerKind.FORTUNE, "A", (8_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.B(3)", WagerKind.FORTUNE, "B", (5_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.B(5)", WagerKind.FORTUNE, "C", (5_000, 1_000, 750, 250, 100, 50, 20, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.B(7)", WagerKind.FORTUNE, "D", (2_500, 1_000, 750, 250, 125, 50, 25, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.C(1)", WagerKind.EMPERORS, "A", (8_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.C(3)", WagerKind.EMPERORS, "B", (5_000, 2_000, 1_000, 400, 150, 50, 25, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.C(5)", WagerKind.EMPERORS, "C", (5_000, 1_000, 750, 250, 100, 50, 20, 5, 4, 3, 2)
    ),
    shown(
        "maryland-poker 13.C(7)", WagerKind.EMPERORS, "D", (2_500, 1_000, 750, 250, 125, 50, 25, 5, 4, 3, 2)
    ),
)
ENVY_DOLLARS = (
    shown("maryland-poker 13.B(2)", WagerKind.FORTUNE, "A", (5_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.B(4)", WagerKind.FORTUNE, "B", (3_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.B(6)", WagerKind.FORTUNE, "C", (1_000, 250, 100, 50, 25, 10, 5)),
    shown("maryland-poker 13.B(8)", WagerKind.FORTUNE, "D", (1_000, 750, 250, 100, 50, 20, 5)),
    shown("maryland-poker 13.C(2)", WagerKind.EMPERORS, "A", (5_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.C(4)", WagerKind.EMPERORS, "B", (3_000, 1_000, 500, 250, 50, 20, 5)),
    shown("maryland-poker 13.C(6)", WagerKind.EMPERORS, "C", (1_000, 250, 100, 50, 25, 10, 5)),
    shown("maryland-poker 13.C(8)", WagerKind.EMPERORS, "D", (1_000, 750, 250, 100, 50, 20, 5)),
)


@pytest.mark.parametrize(("paragraph", "kind", "table", "numbers"), TO_ONE)
def test_a_bonus_table_pays_as_the_regulation_lists(
    paragraph: str, kind: WagerKind, table: str, numbers: tuple[int, ...]
) -> None:
    rows = BONUS_TABLES[kind][table].lines
    assert [(row.line, row.pay) for row in rows] == [
        (line, ToOne(odds)) for line, odds in zip(AS_LISTED, numbers, strict=True)
    ]
    assert {row.cite for row in rows} == {paragraph}


@pytest.mark.parametrize(("paragraph", "kind", "table", "numbers"), ENVY_DOLLARS)
def test_an_envy_table_pays_as_the_regulation_lists(
    paragraph: str, kind: WagerKind, table: str, numbers: tuple[int, ...]
) -> None:
    rows = ENVY_TABLES[kind][table].lines
    assert [(row.line, row.pay) for row in rows] == [
        (line, FixedAmount(dollars(amount))) for line, amount in zip(AS_LISTED[:7], numbers, strict=True)
    ]
    assert {row.cite for row in rows} == {paragraph}


@rule("maryland-poker 13.B", "maryland-poker 13.C")
@pytest.mark.parametrize("kind", BONUS_WAGERS)
def test_each_bonus_table_has_the_envy_table_of_its_letter(kind: WagerKind) -> None:
    assert list(BONUS_TABLES[kind]) == list(ENVY_TABLES[kind]) == ["A", "B", "C", "D"]


@pytest.mark.parametrize(("paragraph", "kind", "table", "numbers"), TO_ONE)
def test_a_stake_of_seven_dollars_and_a_cent_wins_as_many_times_itself(
    paragraph: str, kind: WagerKind, table: str, numbers: tuple[int, ...]
) -> None:
    for line, odds in zip(AS_LISTED, numbers, strict=True):
        settled = settle_bonus(kind, Cents(701), line, table)
        assert (settled.net, settled.handed_back) == (701 * odds, 701 * (odds + 1))
        assert (settled.cite, settled.line) == (paragraph, line.value)


@rule(
    "maryland-poker 7.E(1)",
    "maryland-poker 7.E(2)",
    "maryland-poker 11.H(3)(a)(i)",
    "maryland-poker 11.H(4)(a)",
)
@pytest.mark.parametrize("line", [Line.TWO_PAIR, Line.PAIR, Line.NOTHING])
@pytest.mark.parametrize(
    ("kind", "paragraph"),
    [
        (WagerKind.FORTUNE, "maryland-poker 11.H(3)(a)(i)"),
        (WagerKind.EMPERORS, "maryland-poker 11.H(4)(a)"),
    ],
)
def test_less_than_a_straight_loses_the_stake(kind: WagerKind, paragraph: str, line: Line) -> None:
    settled = settle_bonus(kind, dollars(5), line, "A")
    assert (settled.net, settled.handed_back, settled.cite) == (dollars(-5), 0, paragraph)
