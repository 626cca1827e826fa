"""The reckoner's own amounts against arithmetic written here, without the engine."""

from __future__ import annotations

import pytest

from tests.reckoning.dice import odds
from tests.reckoning.facts import FACTS, ORDERS
from tests.reckoning.terms import Terms, payout_limit, paytable, vigorish
from tests.rules import rule


def _terms(book: str, method: str = "to-the-cent") -> Terms:
    return Terms({"rulebook": book, "vigorish.method": method})


@pytest.mark.parametrize(
    ("book", "method", "won", "due"),
    [
        ("commission-tiles", "to-the-cent", 10_00, 50),
        ("commission-tiles", "to-the-cent", 10_10, 51),  # 50.5
        ("commission-tiles", "to-the-cent", 10_09, 50),  # 50.45
        ("commission-tiles", "up-to-25-cents", 10_00, 50),
        ("commission-tiles", "up-to-25-cents", 10_20, 75),  # 51
        ("commission-tiles", "up-to-25-cents", 5_00, 25),
        ("commission-tiles", "up-to-25-cents", 10, 10),  # 25, and no more than was won
        ("colorado-tiles", "none", 10_00, 0),
        ("rock-island-poker", "to-the-cent", 10_20, 51),
        ("rock-island-poker", "to-the-cent", 4_00, 25),  # 20, and at least a quarter
    ],
)
@rule("commission-tiles 7(k)", "colorado-tiles 30-2608(11)", "maryland-poker 13.A(1)", "R11", "R81")
def test_vigorish(book: str, method: str, won: int, due: int) -> None:
    assert vigorish(_terms(book, method), won) == due


@rule("colorado-tiles 30-2612(1)(a)", "colorado-tiles 30-2612(1)(b)", "colorado-tiles 30-2612(1)(c)")
def test_match_as_in_the_regulations_examples() -> None:
    assert [odds(("anna", place, "match"), (1, 2, 3), 0, None) for place in (1, 2, 3, 4)] == [1, 1, 1, 0]
    assert [odds(("anna", place, "match"), (3, 3, 4), 0, None) for place in (3, 4)] == [2, 1]
    assert odds(("anna", 5, "match"), (5, 5, 5), 0, None) == 3


@rule("colorado-tiles 30-2612(2)", "colorado-tiles 30-2612(4)", "colorado-tiles 30-2612(6)", "R13", "R15")
def test_a_triple_loses_even_and_wins_double_triple_and_the_bonus() -> None:
    triple = (2, 2, 2)
    assert odds(("anna", 1, "even"), triple, 0, None) == 0
    assert odds(("anna", 1, "even"), (2, 2, 3), 0, None) == 1
    assert odds(("anna", 1, "double"), triple, 0, None) == 4
    assert odds(("anna", 1, "double"), (2, 2, 3), 0, None) == 0
    assert odds(("anna", 1, "triple"), triple, 0, None) == 30
    ladder = [odds(("anna", 1, "dice-bonus"), triple, count, "anna") for count in (0, 1, 2)]
    assert ladder == [30, 500, 10_000]
    others = [odds(("anna", 1, "dice-bonus"), triple, count, "bob") for count in (0, 1, 2)]
    assert others == [25, 50, 1_000]


@rule("maryland-poker 13.G(1)(a)", "maryland-poker 13.G(1)(b)", "R26")
def test_the_payout_limit_is_the_greater_of_its_two_sums() -> None:
    """Least stakes of $5: table B 5,000 to 1 twice is $50,000; table A 8,000 to 1 twice is $80,000."""
    values = {
        "rulebook": "maryland-poker",
        "payout-limit.on": True,
        "limits.fortune.minimum": 5,
        "limits.emperors.minimum": 5,
        "fortune.offered": True,
        "emperors.offered": True,
        "fortune.table": "B",
        "emperors.table": "B",
    }
    assert payout_limit(Terms(values)) == 50_000_00
    assert payout_limit(Terms({**values, "fortune.table": "A", "emperors.table": "A"})) == 80_000_00
    assert payout_limit(Terms({**values, "payout-limit.on": False})) is None


@rule("maryland-poker 13.B(1)", "maryland-poker 13.D(2)", "colorado-tiles 30-2699.01(4)")
def test_a_few_lines_as_the_regulations_print_them() -> None:
    assert paytable("fortune", "A")["seven-straight-flush"] == 8_000
    assert paytable("emperors", "D")["royal"] == 125
    assert paytable("insurance", "B")["queen"] == 7
    assert paytable("pair-fortunes", "4")["gee-joon"] == 10


JUDGED = {
    "outcome",
    "won",
    "vigorish",
    "postings",
    "keys",
    "line",
    "withheld",
    "fouled",
    "low_half",
    "high_half",
}


def test_the_reckoner_is_told_nothing_that_the_engine_worked_out() -> None:
    told = {name for names in (*FACTS.values(), *ORDERS.values()) for name in names}
    assert not told & JUDGED
