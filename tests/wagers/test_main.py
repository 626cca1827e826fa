"""The main wager and what becomes of the bank's center. Not how hands compare."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.faults import BadInput
from paigow.ranks.comparing import Comparison, Half, Outcome
from paigow.wagers.grids import read_grid
from paigow.wagers.main import (
    METHODS,
    MainTerms,
    main_terms,
    settle_dealers_wager,
    settle_main,
    share_shortfall,
    share_surplus,
    surrender_main,
)
from paigow.wagers.money import Cents, dollars
from paigow.wagers.vigorish import Vigorish
from tests.rules import rule, unknown_rules

BOTH = Comparison(Half.WIN, Half.WIN)
HIGH_ONLY = Comparison(Half.COPY, Half.WIN)
LOW_ONLY = Comparison(Half.WIN, Half.LOSE)
ZERO = Comparison(Half.WIN, Half.WIN, zero=True)
NEITHER = Comparison(Half.LOSE, Half.COPY)
FOULED = Comparison(Half.WIN, Half.WIN, fouled=True)
amounts = st.integers(0, 10**7).map(Cents)


def terms_of(cite: str, method: Vigorish) -> MainTerms:
    """The terms of the book that a paragraph belongs to."""
    return main_terms(cite.partition(" ")[0], method)


@pytest.mark.parametrize(
    ("book", "win", "charge"),
    [
        pytest.param("commission-tiles", "7(k)", "7(k)", marks=rule("commission-tiles 7(k)")),
        pytest.param(
            "colorado-tiles", "30-2608(11)", "30-2608(11)", marks=rule("colorado-tiles 30-2608(11)")
        ),
        pytest.param(
            "maryland-poker", "13.A", "13.A", marks=rule("maryland-poker 13.A", "maryland-poker 11.F(4)")
        ),
        pytest.param(
            "rock-island-poker", "17", "3", marks=rule("rock-island-poker 17", "rock-island-poker 3")
        ),
    ],
)
def test_a_win_pays_even_money_less_five_percent(book: str, win: str, charge: str) -> None:
    settled = settle_main(dollars(30), BOTH, main_terms(book, Vigorish.TO_THE_CENT))
    assert (settled.outcome, settled.won, settled.vigorish) == (Outcome.WIN, dollars(30), 150)
    assert (settled.net, settled.handed_back) == (2_850, 5_850)
    assert (settled.cite, settled.vigorish_cite) == (f"{book} {win}", f"{book} {charge}")


@pytest.mark.parametrize(
    ("book", "high", "low"),
    [
        pytest.param("commission-tiles", "7(i)(1)", "7(i)(2)", marks=rule("commission-tiles 7(i)")),
        pytest.param(
            "colorado-tiles", "30-2608(9)(a)", "30-2608(9)(b)", marks=rule("colorado-tiles 30-2608(9)")
        ),
        pytest.param("maryland-poker", "11.F(2)(a)", "11.F(2)(b)", marks=rule("maryland-poker 11.F(2)")),
        pytest.param(
            "rock-island-poker", "15", "16", marks=rule("rock-island-poker 15", "rock-island-poker 16")
        ),
    ],
)
def test_a_push_gives_the_stake_back_and_names_the_half_that_won(book: str, high: str, low: str) -> None:
    terms = main_terms(book, Vigorish.TO_THE_CENT)
    for comparison, paragraph in ((HIGH_ONLY, high), (LOW_ONLY, low)):
        settled = settle_main(dollars(30), comparison, terms)
        assert (settled.outcome, settled.net, settled.handed_back) == (Outcome.PUSH, 0, dollars(30))
        assert settled.cite == f"{book} {paragraph}"


@rule("R2")
def test_a_zero_low_hand_pushes_as_a_win_of_the_high_hand_alone() -> None:
    settled = settle_main(dollars(30), ZERO, main_terms("commission-tiles", Vigorish.TO_THE_CENT))
    assert (settled.outcome, settled.cite) == (Outcome.PUSH, "commission-tiles 7(i)(1)")


@rule("commission-tiles 7(h)", "colorado-tiles 30-2608(8)", "maryland-poker 11.F(1)", "rock-island-poker 12")
@rule("maryland-poker 11.F(1)(b)")
@pytest.mark.parametrize(
    "cite",
    [
        "commission-tiles 7(h)",
        "colorado-tiles 30-2608(8)",
        "maryland-poker 11.F(1)(b)",
        "rock-island-poker 12",
    ],
)
def test_a_loss_takes_the_stake(cite: str) -> None:
    settled = settle_main(dollars(30), NEITHER, terms_of(cite, Vigorish.TO_THE_CENT))
    assert (settled.net, settled.handed_back, settled.cite) == (dollars(-30), 0, cite)


@rule("R21", "rock-island-poker 14")
@pytest.mark.parametrize("cite", ["maryland-poker 11.F(1)", "rock-island-poker 14"])
def test_a_fouled_hand_loses_whatever_it_would_have_won(cite: str) -> None:
    settled = settle_main(dollars(30), FOULED, terms_of(cite, Vigorish.TO_THE_CENT))
    assert (settled.outcome, settled.cite) == (Outcome.LOSE, cite)


@rule("rock-island-poker 3", "R81")
def test_rock_islands_commission_is_to_the_cent_with_a_least_charge_and_no_other() -> None:
    assert METHODS["rock-island-poker"] == (Vigorish.TO_THE_CENT,)
    terms = main_terms("rock-island-poker", Vigorish.TO_THE_CENT)
    assert settle_main(dollars(2), BOTH, terms).vigorish == 25  # 5% of 2.00 = 0.10
    assert settle_main(Cents(1_020), BOTH, terms).vigorish == 51  # 5% of 10.20 = 0.51
    with pytest.raises(BadInput, match="no vigorish up-to-25-cents"):
        main_terms("rock-island-poker", Vigorish.NEXT_QUARTER)


@pytest.mark.parametrize(
    ("book", "paid", "charged"),
    [
        pytest.param("commission-tiles", "8(o)", "8(r)", marks=rule("commission-tiles 8(r)")),
        pytest.param(
            "colorado-tiles", "30-2609(15)", "30-2609(18)", marks=rule("colorado-tiles 30-2609(18)")
        ),
        pytest.param("maryland-poker", "12.J(3)", "12.M", marks=rule("maryland-poker 12.M")),
    ],
)
def test_a_win_from_a_bank_pays_vigorish_too(book: str, paid: str, charged: str) -> None:
    settled = settle_main(dollars(30), BOTH, main_terms(book, Vigorish.TO_THE_CENT), from_bank=True)
    assert (settled.won, settled.vigorish) == (dollars(30), 150)
    assert (settled.cite, settled.vigorish_cite) == (f"{book} {paid}", f"{book} {charged}")


@rule("colorado-tiles 30-2608(12)", "colorado-tiles 30-2608(12)(a)", "colorado-tiles 30-2608(12)(b)")
def test_with_dragons_eye_the_tiles_pay_five_percent_or_none() -> None:
    usual = settle_main(dollars(30), BOTH, main_terms("colorado-tiles", Vigorish.TO_THE_CENT))
    without = settle_main(dollars(30), BOTH, main_terms("colorado-tiles", Vigorish.NONE), from_bank=True)
    assert (usual.net, without.net) == (2_850, 3_000)
    assert without.vigorish_cite == "colorado-tiles 30-2608(12)(b)"


@rule("R11")
@pytest.mark.parametrize("book", ["commission-tiles", "maryland-poker", "rock-island-poker"])
def test_only_colorado_may_do_without_vigorish(book: str) -> None:
    with pytest.raises(BadInput, match=f"{book} has no vigorish none"):
        main_terms(book, Vigorish.NONE)


def test_the_least_charge_cannot_be_chosen_where_no_book_has_it() -> None:
    with pytest.raises(BadInput, match="to-the-cent, up-to-25-cents"):
        main_terms("maryland-poker", Vigorish.LEAST_QUARTER)


def test_an_unknown_book_is_refused() -> None:
    with pytest.raises(BadInput, match="one of commission-tiles"):
        main_terms("nevada-tiles", Vigorish.TO_THE_CENT)


@rule("R54")
@pytest.mark.parametrize(
    "cite", ["commission-tiles 7(f)(1)", "colorado-tiles 30-2608(6)(a)", "maryland-poker 11.D(2)"]
)
def test_a_surrender_gives_up_the_whole_wager(cite: str) -> None:
    settled = surrender_main(dollars(30), terms_of(cite, Vigorish.TO_THE_CENT))
    assert (settled.net, settled.cite) == (dollars(-30), cite)


@rule("R11", "commission-tiles 8(q)", "colorado-tiles 30-2609(17)", "maryland-poker 12.K")
@pytest.mark.parametrize(
    "cite", ["commission-tiles 8(q)", "colorado-tiles 30-2609(17)", "maryland-poker 12.K"]
)
def test_the_dealers_wager_wins_from_a_bank_without_vigorish(cite: str) -> None:
    terms = terms_of(cite, Vigorish.NEXT_QUARTER)
    settled = settle_dealers_wager(dollars(30), BOTH, terms)
    assert (settled.net, settled.vigorish, settled.cite) == (dollars(30), 0, cite)
    assert settle_dealers_wager(dollars(30), HIGH_ONLY, terms).net == 0
    assert settle_dealers_wager(dollars(30), NEITHER, terms).net == dollars(-30)


@rule("R11", "commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J(6)")
@pytest.mark.parametrize(
    "cite", ["commission-tiles 8(o)", "colorado-tiles 30-2609(15)", "maryland-poker 12.J(6)"]
)
def test_a_bank_pays_vigorish_on_its_surplus(cite: str) -> None:
    shares = share_surplus(dollars(200), terms_of(cite, Vigorish.TO_THE_CENT), co_banked=False)
    assert (shares.to_bank, shares.vigorish, shares.to_house, shares.cite) == (
        dollars(190),
        dollars(10),
        0,
        cite,
    )


@rule("R10", "R11", "commission-tiles 8(p)", "colorado-tiles 30-2609(16)", "maryland-poker 12.L(3)(d)")
@pytest.mark.parametrize(
    "cite", ["commission-tiles 8(p)", "colorado-tiles 30-2609(16)", "maryland-poker 12.L(3)(d)"]
)
def test_a_co_bank_gets_half_rounded_down_and_pays_vigorish_on_it(cite: str) -> None:
    terms = terms_of(cite, Vigorish.TO_THE_CENT)
    shares = share_surplus(Cents(20_001), terms, co_banked=True)
    # Half of 200.01 is 100.00, five percent of which is 5.00; the house takes the odd cent.
    assert (shares.to_bank, shares.vigorish, shares.to_house, shares.cite) == (9_500, 500, 10_001, cite)


@rule("R10", "maryland-poker 12.J(4)", "maryland-poker 12.L(2)", "maryland-poker 12.L(3)(a)")
def test_a_shortfall_is_the_banks_or_half_of_it_the_co_banks() -> None:
    terms = main_terms("maryland-poker", Vigorish.TO_THE_CENT)
    alone = share_shortfall(Cents(20_001), terms, co_banked=False)
    assert (alone.from_bank, alone.from_house, alone.cite) == (20_001, 0, "maryland-poker 12.J(4)")
    shared = share_shortfall(Cents(20_001), terms, co_banked=True)
    assert (shared.from_bank, shared.from_house, shared.cite) == (10_000, 10_001, "maryland-poker 12.L(2)")


@given(amounts, st.booleans(), st.sampled_from(METHODS["colorado-tiles"]))
def test_shares_add_up_to_what_was_divided(amount: Cents, co_banked: bool, method: Vigorish) -> None:
    terms = main_terms("colorado-tiles", method)
    surplus = share_surplus(amount, terms, co_banked=co_banked)
    assert surplus.to_bank + surplus.vigorish + surplus.to_house == amount
    shortfall = share_shortfall(amount, terms, co_banked=co_banked)
    assert shortfall.from_bank + shortfall.from_house == amount


def test_every_act_names_a_paragraph_that_exists() -> None:
    cites = {cell.text for column in read_grid("main_paragraphs").values() for cell in column.cells}
    assert unknown_rules(cites) == []
    assert all(
        cell.text.startswith(f"{book} ")
        for book, column in read_grid("main_paragraphs").items()
        for cell in column.cells
    )
