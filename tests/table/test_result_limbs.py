"""Every result cites the clause that applies, and nothing else, in all four books (R93)."""

from __future__ import annotations

import pytest

from paigow.ranks.comparing import Comparison, Half, Outcome
from paigow.table.game import compare
from paigow.table.hands.comparing import cite_foul, cite_limb, limb_of
from tests.rules import rule
from tests.table.tables import rules_with

WIN, COPY, LOSE = Half.WIN, Half.COPY, Half.LOSE
HALVES = [(low, high) for low in Half for high in Half]
# A win, a push by either half, a loss with both halves lower and one with a copy.
LIMBS = {
    "commission-tiles": ("7(j)", "7(i)(1)", "7(i)(2)", "7(h)", "7(h)"),
    "colorado-tiles": ("30-2608(10)", "30-2608(9)(a)", "30-2608(9)(b)", "30-2608(8)", "30-2608(8)"),
    "maryland-poker": ("11.F(3)", "11.F(2)(a)", "11.F(2)(b)", "11.F(1)(a)", "11.F(1)(b)"),
    "rock-island-poker": ("11", "15", "16", "12", "12"),
}
COPIES = {"maryland-poker": ", 6.C(2)", "rock-island-poker": ", 10"}
"""What is said about a copy goes with it, in a push too."""


def _expected(book: str, low: Half, high: Half) -> str:
    win, only_high, only_low, lower, copy = LIMBS[book]
    beside = COPIES.get(book, "") if COPY in (low, high) else ""
    if low is high is WIN:
        return win
    if WIN in (low, high):
        return (only_high if high is WIN else only_low) + beside
    return (copy if COPY in (low, high) else lower) + beside


@rule(
    "commission-tiles 7(h)", "commission-tiles 7(i)(1)", "commission-tiles 7(i)(2)", "commission-tiles 7(j)"
)
@rule("colorado-tiles 30-2608(8)", "colorado-tiles 30-2608(9)(a)", "colorado-tiles 30-2608(9)(b)")
@rule("colorado-tiles 30-2608(10)", "maryland-poker 11.F(1)(a)", "maryland-poker 11.F(1)(b)")
@rule("maryland-poker 11.F(2)(a)", "maryland-poker 11.F(2)(b)", "maryland-poker 11.F(3)")
@rule("rock-island-poker 10", "rock-island-poker 11", "rock-island-poker 12", "rock-island-poker 15")
@rule("rock-island-poker 16", "R93")
@pytest.mark.parametrize("book", LIMBS)
@pytest.mark.parametrize(("low", "high"), HALVES)
def test_a_result_names_its_limb_alone(book: str, low: Half, high: Half) -> None:
    rules = rules_with(f"{book}-plain")
    pieces = (("x",) * 2, ("x",) * (2 if rules.is_tiles else 5))
    comparison = Comparison(low, high)
    cites = cite_limb(rules, comparison, limb_of(comparison, *pieces))
    assert ", ".join(cites) == _expected(book, low, high)


@rule("R2", "R93")
def test_the_ruling_on_zero_is_named_only_where_the_low_hand_is_worth_zero() -> None:
    rules = rules_with("commission-tiles-plain")
    bank = (("2-2", "1-5"), ("5-6", "5-6"))
    # 10 + 10 make 20, worth zero; 4 + 8 make 12, worth 2. The pair of twelves beats the elevens.
    for low, zero in ((("4-6", "5-5"), True), (("1-3", "3-5"), False)):
        player = (low, ("6-6", "6-6"))
        result = compare(player, bank, None)
        assert result.outcome is (Outcome.PUSH if zero else Outcome.WIN)
        assert ("R2" in cite_limb(rules, result, limb_of(result, *player))) is zero


@rule("maryland-poker 11.B", "maryland-poker 11.F(1)(c)", "maryland-poker 11.F(1)(d)", "rock-island-poker 8")
@rule("rock-island-poker 13", "rock-island-poker 14", "R21", "R93")
@pytest.mark.parametrize(
    ("book", "order", "split"),
    [("maryland-poker", "11.F(1)(c)", "11.F(1)(d)"), ("rock-island-poker", "13", "14")],
)
def test_a_foul_names_the_way_it_is_one(book: str, order: str, split: str) -> None:
    rules = rules_with(f"{book}-plain")
    cards = ("Ah", "Ad", "As", "Kc", "Qd", "7s", "5c")
    by_order, by_split = cite_foul(rules, cards[:2], cards[2:]), cite_foul(rules, cards[:3], cards[3:])
    assert by_order[0] == order
    assert split not in by_order
    assert by_split[0] == split
    assert order not in by_split
