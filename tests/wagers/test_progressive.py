"""The progressive: tables, feeding, paying in order, and that no fraction of a cent is ever made or lost."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.material import parse_cards
from paigow.ranks.lines import Line
from paigow.wagers import progressive
from paigow.wagers.money import Cents, dollars
from paigow.wagers.paytables import ForOne, Meter, Pay, ShareOfMeter
from paigow.wagers.progressive import (
    WAGER,
    MeterReading,
    Meters,
    MeterTerms,
    Payer,
    ProgressivePayout,
    ProgressiveTerms,
    contribute,
    least_starts,
    opening,
    terms_problems,
)
from tests.rules import rule

AS_LISTED = (
    Line.SEVEN_CARD_STRAIGHT_FLUSH,
    Line.FIVE_ACES,
    Line.ROYAL_FLUSH,
    Line.STRAIGHT_FLUSH,
    Line.FOUR_OF_A_KIND,
    Line.FULL_HOUSE,
)
BELOW = (ForOne(100), ForOne(75), ForOne(4))
MEGA, MAJOR, MINOR = (ShareOfMeter(100, meter) for meter in (Meter.MEGA, Meter.MAJOR, Meter.MINOR))


DOLLAR = dollars(1)


def pay(terms: ProgressiveTerms, meters: Meters, line: Line) -> tuple[Meters, ProgressivePayout]:
    return progressive.pay(terms, WAGER.tables[terms.table_id], meters, line)


def pay_in_order(
    terms: ProgressiveTerms, meters: Meters, lines: list[Line]
) -> tuple[Meters, list[ProgressivePayout]]:
    """Several hands, each paid from what the one before it left."""
    payouts = []
    for line in lines:
        meters, payout = pay(terms, meters, line)
        payouts.append(payout)
    return meters, payouts


def terms(table: str, *rates: str, stake: Cents = DOLLAR) -> ProgressiveTerms:
    """A submission's terms with every meter at its minimum start."""
    starts = least_starts(table).items()
    meters = (
        MeterTerms(meter, start, Fraction(rate)) for (meter, start), rate in zip(starts, rates, strict=True)
    )
    return ProgressiveTerms(table, stake, tuple(meters))


def options_of(given: ProgressiveTerms) -> dict[str, object]:
    """The options of a submission with these terms."""
    starts = tuple(each.start for each in given.meters)
    rates = tuple(each.rate for each in given.meters)
    return {"table": given.table_id, "wager": given.stake, "starts": starts, "rates": rates}


ONE = terms("A", "0.29")
TWO = terms("B", "0.2", "0.05")
THREE = terms("D", "0.2", "0.05", "0.03")


@pytest.mark.parametrize(
    ("table", "paragraph", "pays"),
    [
        pytest.param(
            "A",
            "maryland-poker 13.E(2)",
            (ShareOfMeter(100, Meter.SINGLE), ShareOfMeter(10, Meter.SINGLE), ForOne(500), *BELOW),
            marks=rule("maryland-poker 13.E(2)"),
        ),
        pytest.param(
            "B",
            "maryland-poker 13.E(3)",
            (MAJOR, MINOR, ForOne(500), *BELOW),
            marks=rule("maryland-poker 13.E(3)"),
        ),
        pytest.param(
            "C", "maryland-poker 13.E(4)", (MEGA, MAJOR, MINOR, *BELOW), marks=rule("maryland-poker 13.E(4)")
        ),
        pytest.param(
            "D", "maryland-poker 13.E(5)", (MEGA, MAJOR, MINOR, *BELOW), marks=rule("maryland-poker 13.E(5)")
        ),
    ],
)
def test_a_table_pays_as_the_regulation_lists(table: str, paragraph: str, pays: tuple[Pay, ...]) -> None:
    rows = WAGER.tables[table].lines
    assert [(row.line, row.pay) for row in rows] == list(zip(AS_LISTED, pays, strict=True))
    assert {row.cite for row in rows} == {paragraph}


@pytest.mark.parametrize(
    ("table", "starts"),
    [
        pytest.param("A", {Meter.SINGLE: 10_000}, marks=rule("maryland-poker 13.E(7)(b)")),
        pytest.param("B", {Meter.MAJOR: 10_000, Meter.MINOR: 1_000}, marks=rule("maryland-poker 13.E(7)(c)")),
        pytest.param(
            "C",
            {Meter.MEGA: 10_000, Meter.MAJOR: 1_000, Meter.MINOR: 500},
            marks=rule("maryland-poker 13.E(7)(d)"),
        ),
        pytest.param(
            "D",
            {Meter.MEGA: 10_000, Meter.MAJOR: 2_500, Meter.MINOR: 1_000},
            marks=rule("maryland-poker 13.E(7)(e)"),
        ),
    ],
)
def test_the_least_start_of_each_meter_is_held(table: str, starts: dict[Meter, int]) -> None:
    assert least_starts(table) == {meter: dollars(amount) for meter, amount in starts.items()}
    for low, least in starts.items():
        meters = tuple(
            MeterTerms(meter, Cents(dollars(amount) - (meter is low)), Fraction(1, 10))
            for meter, amount in starts.items()
        )
        (problem,) = terms_problems(options_of(ProgressiveTerms(table, dollars(1), meters)))
        assert (problem.field, problem.problem.split(" starts")[0]) == ("starts", f"the {low}")
        assert problem.allowed == f"at least ${least:,}.00"


@rule("maryland-poker 13.E(6)", "maryland-poker 13.E(7)(a)")
def test_sound_terms_have_no_problems() -> None:
    assert [tuple(terms_problems(options_of(each))) for each in (ONE, TWO, THREE)] == [(), (), ()]


@rule("maryland-poker 13.E(6)", "R39")
@pytest.mark.parametrize(
    ("given_terms", "fields"),
    [
        (terms("A", "0"), ["rates"]),
        (terms("A", "1.01"), ["rates"]),
        (terms("B", "0.5", "-0.1"), ["rates"]),
        (terms("B", "-0.1", "-0.1", stake=Cents(0)), ["wager", "rates", "rates", "rates"]),
        (ProgressiveTerms("B", dollars(1), ONE.meters), ["starts", "rates"]),
        (ProgressiveTerms("C", dollars(1), ()), ["starts", "rates"]),
    ],
)
def test_every_problem_of_the_terms_is_told_at_once(given_terms: ProgressiveTerms, fields: list[str]) -> None:
    assert [problem.field for problem in terms_problems(options_of(given_terms))] == fields


def test_meters_open_at_their_starts() -> None:
    assert opening(TWO) == (
        MeterReading(Meter.MAJOR, dollars(10_000)),
        MeterReading(Meter.MINOR, dollars(1_000)),
    )


@rule("R39", "maryland-poker 13.E(6)")
def test_what_is_less_than_a_cent_is_carried_until_it_is_one() -> None:
    """A third of a cent of every dollar: two wagers show nothing, the third shows a cent."""
    third = terms("A", "1/300")
    meters = opening(third)
    shown = []
    for _ in range(3):
        meters = contribute(third, meters)
        shown.append((meters[0].amount - dollars(10_000), meters[0].carried))
    assert shown == [(0, Fraction(1, 3)), (0, Fraction(2, 3)), (1, 0)]
    assert contribute(third, opening(third), wagers=3) == meters


@rule("R39", "maryland-poker 13.E(6)")
def test_the_rate_is_split_over_the_meters() -> None:
    mega, major, minor = contribute(THREE, opening(THREE), wagers=7)
    assert [mega.amount, major.amount, minor.amount] == [1_000_140, 250_035, 100_021]


@rule("R26", "maryland-poker 11.H(6)(b)(iv)")
@pytest.mark.parametrize(
    ("line", "times"),
    [(Line.ROYAL_FLUSH, 500), (Line.STRAIGHT_FLUSH, 100), (Line.FOUR_OF_A_KIND, 75), (Line.FULL_HOUSE, 4)],
)
def test_for_one_is_paid_from_the_inventory_with_the_stake_inside(line: Line, times: int) -> None:
    five = terms("A", "0.29", stake=dollars(5))
    meters, payout = pay(five, opening(five), line)
    assert (payout.amount, payout.payer, payout.meter) == (dollars(5 * times), Payer.INVENTORY, None)
    assert meters == opening(five)


@rule("maryland-poker 11.H(6)(b)(v)", "R39", "maryland-poker 13.E(2)")
def test_a_tenth_of_the_meter_is_paid_by_the_cage_rounded_down_and_the_rest_stays() -> None:
    meters: Meters = (MeterReading(Meter.SINGLE, Cents(1_234_567), Fraction(2, 7)),)
    after, payout = pay(ONE, meters, Line.FIVE_ACES)
    assert (payout.amount, payout.payer, payout.meter, payout.restart) == (
        123_456,
        Payer.CAGE,
        Meter.SINGLE,
        0,
    )
    assert after == (MeterReading(Meter.SINGLE, Cents(1_111_111), Fraction(2, 7)),)


@rule("R26", "maryland-poker 13.F", "maryland-poker 13.E(8)")
def test_a_meter_paid_in_full_restarts_before_the_next_winner() -> None:
    fed = contribute(TWO, opening(TWO), wagers=1_000)
    lines = [Line.FIVE_ACES, Line.SEVEN_CARD_STRAIGHT_FLUSH, Line.FIVE_ACES, Line.FULL_HOUSE]
    after, payouts = pay_in_order(TWO, fed, lines)
    # 1,000 wagers of a dollar: 200 dollars to the major, 50 to the minor.
    paid = [(payout.amount, payout.payer) for payout in payouts]
    assert paid == [
        (dollars(1_050), Payer.CAGE),
        (dollars(10_200), Payer.CAGE),
        (dollars(1_000), Payer.CAGE),
        (dollars(4), Payer.INVENTORY),
    ]
    assert after == opening(TWO)


@rule("R26", "maryland-poker 13.F")
def test_the_order_of_winners_decides_what_each_is_paid() -> None:
    share_first = pay_in_order(ONE, opening(ONE), [Line.FIVE_ACES, Line.SEVEN_CARD_STRAIGHT_FLUSH])[1]
    whole_first = pay_in_order(ONE, opening(ONE), [Line.SEVEN_CARD_STRAIGHT_FLUSH, Line.FIVE_ACES])[1]
    assert [payout.amount for payout in share_first] == [dollars(1_000), dollars(9_000)]
    assert [payout.amount for payout in whole_first] == [dollars(10_000), dollars(1_000)]


@rule("maryland-poker 7.E(4)", "maryland-poker 11.H(6)(a)")
@pytest.mark.parametrize("line", [Line.FLUSH, Line.THREE_OF_A_KIND, Line.STRAIGHT, Line.NOTHING])
def test_less_than_a_full_house_loses(line: Line) -> None:
    meters, payout = pay(ONE, opening(ONE), line)
    assert (payout.wins, meters) == (False, opening(ONE))


@rule("maryland-poker 7.E(4)", "R24")
@pytest.mark.parametrize(
    ("cards", "amount"),
    [
        ("3h 4h Jo 6h 7h 8h 9h", dollars(10_000)),  # the joker makes no difference to this wager
        ("As Ah Ad Ac Jo 2c 3d", dollars(1_000)),
        ("As Ks Qs Js 10s Ah Kh", dollars(500)),  # a match is just a royal flush
        ("9s 9h 9d 4c 4s 3s 5h", dollars(4)),
        ("9s 9h 9d 4c 7s 3s 5h", 0),
    ],
)
def test_seven_cards_to_money(cards: str, amount: Cents) -> None:
    assert pay(ONE, opening(ONE), WAGER.line(parse_cards(cards, count=7)))[1].amount == amount


rates = st.fractions(0, Fraction(1, 3), max_denominator=997)
acts = st.one_of(st.integers(0, 50), st.sampled_from(Line))


@st.composite
def any_terms(draw: st.DrawFn) -> ProgressiveTerms:
    table = draw(st.sampled_from(sorted(WAGER.tables)))
    meters = tuple(
        MeterTerms(meter, Cents(least + draw(st.integers(0, 10**6))), draw(rates))
        for meter, least in least_starts(table).items()
    )
    return ProgressiveTerms(table, Cents(draw(st.integers(1, 10_000))), meters)


@rule("R26", "R39")
@given(any_terms(), st.lists(acts, max_size=40))
def test_paid_and_shown_and_carried_are_what_was_put_in(
    chosen: ProgressiveTerms, steps: list[int | Line]
) -> None:
    """Paid + meters + carried = contributed + starts + restarts, to the smallest fraction of a cent."""
    meters = opening(chosen)
    put_in = Fraction(sum(each.start for each in chosen.meters))
    paid = 0
    for step in steps:
        if isinstance(step, int):
            meters = contribute(chosen, meters, step)
            put_in += sum(chosen.stake * step * each.rate for each in chosen.meters)
        else:
            meters, payout = pay(chosen, meters, step)
            paid += payout.amount if payout.payer is Payer.CAGE else 0
            put_in += payout.restart
    assert paid + sum(reading.amount + reading.carried for reading in meters) == put_in
    assert all(0 <= reading.carried < 1 and reading.amount >= 0 for reading in meters)
