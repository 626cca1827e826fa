"""Pay text both ways, the data files' format, and that every line has a paragraph. Not their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from itertools import chain
from typing import TypeVar

import pytest

from paigow.faults import BadInput
from paigow.wagers.dragons_eye import DICE_BONUS, MATCH
from paigow.wagers.money import Cents, dollars
from paigow.wagers.paytables import (
    FixedAmount,
    ForOne,
    Meter,
    Pay,
    Paytable,
    ShareOfMeter,
    ToOne,
    load_paytables,
    parse_pay,
    parse_paytables,
)
from paigow.wagers.progressive import LEAST_STARTS
from paigow.wagers.registry import line_wagers
from paigow.wagers.wager import RollLine
from tests.rules import unknown_rules

L = TypeVar("L", bound=Enum)


class Rung(Enum):
    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


HEAD = "line\tA\tB\nparagraph\tmaryland-poker 13.D(1)\tmaryland-poker 13.D(2)\n"


def lines_of(tables: Mapping[str, Paytable[L]]) -> list[tuple[Pay, str]]:
    return [(row.pay, row.cite) for table in tables.values() for row in table.lines]


def every_line() -> list[tuple[Pay, str]]:
    by_line = [
        lines_of(tables) for wager in line_wagers().values() for tables in (wager.tables, wager.envy_tables)
    ]
    rolls = load_paytables(MATCH.package, "dragon's eye", tuple(RollLine))
    return list(chain(*by_line, lines_of(LEAST_STARTS), lines_of(rolls), lines_of(DICE_BONUS.tables)))


def test_every_line_names_a_paragraph_that_exists() -> None:
    lines = every_line()
    assert unknown_rules({cite for _, cite in lines}) == []
    # Fortune and Emperor's 4 tables of 11 and 7 each, insurance 2 of 6, progressive 4 of 6 and 9 starts,
    # Pair Fortunes 4 of 5, five dice wagers, the dice bonus 2 of 3.
    assert len(lines) == 2 * 4 * (11 + 7) + 2 * 6 + 4 * 6 + 9 + 4 * 5 + 5 + 2 * 3


def test_what_every_line_pays_reads_back() -> None:
    assert all(parse_pay(str(pay)) == pay for pay, _ in every_line())


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("8,000 to 1", ToOne(8_000)),
        ("500 for 1", ForOne(500)),
        ("$5,000", FixedAmount(dollars(5_000))),
        ("10% of meter", ShareOfMeter(10, Meter.SINGLE)),
        ("100% of mega", ShareOfMeter(100, Meter.MEGA)),
    ],
)
def test_the_four_kinds_of_payout_are_read(text: str, pay: Pay) -> None:
    assert parse_pay(text) == pay


@pytest.mark.parametrize(
    "text", ["", "8 to 2", "0 to 1", "-3 to 1", "x for 1", "10% of jackpot", "% of meter", "² to 1"]
)
def test_what_is_no_payout_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="is not a payout"):
        parse_pay(text)


def test_to_one_and_for_one_differ_by_the_stake_they_leave_or_include() -> None:
    assert ToOne(4).on(Cents(100)) == ForOne(4).on(Cents(100)) == 400
    kinds: set[Pay] = {ToOne(4), ForOne(4)}
    assert len(kinds) == 2


def test_a_table_is_read_strongest_first_and_may_lack_a_line() -> None:
    tables = parse_paytables(HEAD + "top\t9 to 1\t8 to 1\nbottom\t2 to 1\t-\n", "sample", tuple(Rung))
    assert [row.line for row in tables["A"].lines] == [Rung.TOP, Rung.BOTTOM]
    assert [row.line for row in tables["B"].lines] == [Rung.TOP]
    assert (tables["A"].name, tables["A"].cite) == ("sample A", "maryland-poker 13.D(1)")
    assert tables["B"].find(Rung.BOTTOM) is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the grid is empty"),
        (HEAD, "has no lines"),
        (HEAD + "top\t9 to 1\n", "the row has 2 cells"),
        (HEAD + "tip\t9 to 1\t9 to 1\n", "did you mean top"),
        (HEAD + "top\t9 to 1\t9 to 1\ntop\t9 to 1\t9 to 1\n", "two rows are called 'top'"),
        (HEAD + "bottom\t9 to 1\t9 to 1\ntop\t9 to 1\t9 to 1\n", "strongest first"),
        (HEAD + "top\t9 to 1\t9 to 1\nmiddle\t10 to 1\t8 to 1\n", "middle pays more than top in sample A"),
        (HEAD + "top\tnine\t9 to 1\n", "'nine' is not a payout"),
        ("line\tA\tA\nparagraph\tx\ty\ntop\t9 to 1\t9 to 1\n", "two columns are called 'A'"),
        ("line\tA\ntop\t9 to 1\n", "has no paragraph"),
    ],
)
def test_a_table_that_cannot_be_right_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        parse_paytables(text, "sample", tuple(Rung))
