"""Money as text both ways, and the roundings. What is rounded: see vigorish and progressive."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.faults import BadInput
from paigow.wagers.money import (
    LARGEST,
    Cents,
    dollars,
    down_to_cent,
    half_up_to_cent,
    money,
    parse_money,
    up_to_quarter,
)

amounts = st.integers(-LARGEST, LARGEST).map(Cents)
exact = st.fractions(0, 10**7, max_denominator=10**6)


@given(amounts)
def test_what_is_written_reads_back(amount: Cents) -> None:
    assert parse_money(money(amount)) == amount


@pytest.mark.parametrize(
    ("cents", "text"),
    [
        (0, "$0.00"),
        (5, "$0.05"),
        (1_250, "$12.50"),
        (100_000, "$1,000.00"),
        (123_456_789, "$1,234,567.89"),
        (-25, "-$0.25"),
    ],
)
def test_amounts_are_written_to_the_cent(cents: int, text: str) -> None:
    assert money(Cents(cents)) == text


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("12", 1_200),
        ("$12", 1_200),
        (" 12.50 ", 1_250),
        ("$1,000", 100_000),
        ("1000.05", 100_005),
        ("-$5", -500),
    ],
)
def test_amounts_are_read_with_or_without_sign_and_commas(text: str, cents: int) -> None:
    assert parse_money(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "$",
        "twelve",
        "12.5",
        "12.505",
        "1,00",
        "10,0000",
        "1e3",
        "$-5",
        "--5",
        "١٢",
        "5 5",
        "£5",
        "0x10",
        "9" * 50,
    ],
)
def test_what_is_no_amount_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadInput, match=r"\$12\.50"):
        parse_money(text)


def test_more_than_any_table_holds_is_refused() -> None:
    assert parse_money(money(LARGEST)) == LARGEST
    with pytest.raises(BadInput, match="too much"):
        parse_money("$1,000,000,000,000.01")


def test_a_dollar_is_a_hundred_cents() -> None:
    assert dollars(3) == 300


@given(exact)
def test_half_a_cent_and_more_count_as_one(amount: Fraction) -> None:
    assert half_up_to_cent(amount) == floor(amount + Fraction(1, 2))


@given(exact)
def test_rounding_down_leaves_less_than_a_cent(amount: Fraction) -> None:
    assert down_to_cent(amount) == floor(amount)


@given(exact)
def test_rounding_to_quarters_goes_up_to_the_nearest(amount: Fraction) -> None:
    assert up_to_quarter(amount) == 25 * ceil(amount / 25)
