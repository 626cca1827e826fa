"""The payout limit: its size, and that it caps what it should and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.material import CARDS
from paigow.material.cards import Card, parse_cards
from paigow.wagers.fortune import WAGER as FORTUNE
from paigow.wagers.money import Cents, dollars
from paigow.wagers.payout_limit import (
    LimitedOffer,
    LimitedPayout,
    PayoutLimit,
    most_at_least_stakes,
    payout_limit,
    under_limit,
)
from paigow.wagers.paytables import ForOne, ToOne
from paigow.wagers.registry import line_wager
from paigow.wagers.wager import HeldHand, envy_bonuses
from tests.rules import rule

CITES = ("maryland-poker 13.G(1)(a)", "maryland-poker 13.G(1)(b)")
FIFTY_THOUSAND = PayoutLimit(dollars(50_000), CITES[0])


def offer(kind: str, table: str, least: Cents) -> LimitedOffer:
    return LimitedOffer(line_wager(kind), line_wager(kind).tables[table], least)


EVERYTHING = [
    offer("fortune", "A", dollars(5)),
    offer("emperors", "B", dollars(5)),
    offer("insurance", "A", dollars(5)),
    offer("progressive", "A", dollars(1)),
]


def in_order(limit: PayoutLimit, dues: list[Cents]) -> list[LimitedPayout]:
    """One hand's payouts in settlement order (R40): each in full until the limit is reached."""
    payouts: list[LimitedPayout] = []
    for due in dues:
        before = Cents(sum(each.paid for each in payouts))
        payouts.append(under_limit(limit, before, due))
    return payouts


@rule("maryland-poker 13.G(1)(a)", "maryland-poker 13.G(1)", "R26")
@pytest.mark.parametrize(
    "offers",
    [
        [],
        [offer("fortune", "A", dollars(5))],  # 8,000 * 5 = 40,000
        [offer("insurance", "A", dollars(500))],  # 100 * 500, no more than the other sum
    ],
)
def test_the_limit_is_fifty_thousand_where_least_stakes_win_no_more(offers: list[LimitedOffer]) -> None:
    assert payout_limit(offers, *CITES) == FIFTY_THOUSAND


@rule("maryland-poker 13.G(1)(b)", "maryland-poker 13.G(1)", "R26")
@pytest.mark.parametrize(
    ("offers", "amount"),
    [
        ([offer("fortune", "A", dollars(10))], 80_000),  # 8,000 * 10
        (EVERYTHING, 65_000),  # one natural run of seven: 8,000 * 5 + 5,000 * 5; the meter's share is outside
        ([offer("insurance", "B", dollars(501))], 50_100),
        # A royal flush at 500 for 1 is the most that isn't paid by a meter.
        ([offer("progressive", "B", dollars(200))], 100_000),
        # With three meters the royal flush takes the minor: a straight flush at 100 for 1 is the most.
        ([offer("progressive", "C", dollars(1_000))], 100_000),
    ],
)
def test_the_limit_is_what_least_stakes_could_win_where_that_is_more(
    offers: list[LimitedOffer], amount: int
) -> None:
    assert payout_limit(offers, *CITES) == PayoutLimit(dollars(amount), CITES[1])


@rule("R26")
def test_a_royal_match_may_be_the_most_when_the_progressive_is_dear() -> None:
    """2,000 * 1 + 2,000 * 1 + 500 * 40 = 24,000, more than the 16,000 of a natural run of seven."""
    offers = [
        offer("fortune", "A", dollars(1)),
        offer("emperors", "A", dollars(1)),
        offer("progressive", "A", dollars(40)),
    ]
    assert most_at_least_stakes(offers) == dollars(24_000)


def limited_payouts(offers: list[LimitedOffer], cards: tuple[Card, ...]) -> list[Cents]:
    """What a hand is due from each wager at its minimum, without shares of a meter."""
    rows = [(each.table.find(each.wager.line(cards)), each.least) for each in offers]
    return [row.pay.on(least) for row, least in rows if row and isinstance(row.pay, ToOne | ForOne)]


stakes = st.integers(1, 10**6).map(Cents)
RARE = (
    "8h 9h 10h Jh Qh Kh Ah",
    "3h 4h 5h Jo 7h 8h 9h",
    "As Ks Qs Js 10s Ah Kh",
    "As Ks Qs Js 10s Kd Qd",
    "As Ah Ad Ac Jo 2c 3d",
    "As Ks Qs Js 10s 4d 4c",
    "9h 10h Jh Qh Kh 2c 2d",
    "9s 8h 7d 5c 4s 3h 2d",
)
hands = st.one_of(
    st.sampled_from(RARE).map(parse_cards),
    st.lists(st.sampled_from(CARDS), min_size=7, max_size=7, unique=True).map(tuple),
)


@st.composite
def any_offers(draw: st.DrawFn) -> list[LimitedOffer]:
    kinds = [each.wager.kind for each in EVERYTHING]
    return [offer(kind, draw(st.sampled_from(list(line_wager(kind).tables))), draw(stakes)) for kind in kinds]


@rule("maryland-poker 13.G(1)(b)")
@given(any_offers(), hands)
def test_no_hand_at_the_least_stakes_is_ever_cut(offers: list[LimitedOffer], cards: tuple[Card, ...]) -> None:
    dues = limited_payouts(offers, cards)
    assert sum(dues) <= most_at_least_stakes(offers)
    assert [each.withheld for each in in_order(payout_limit(offers, *CITES), dues)] == [0 for _ in dues]


@rule("maryland-poker 13.G(1)(b)")
@given(any_offers())
def test_some_hand_comes_to_exactly_the_most(offers: list[LimitedOffer]) -> None:
    assert max(sum(limited_payouts(offers, parse_cards(cards))) for cards in RARE) == most_at_least_stakes(
        offers
    )


@rule("maryland-poker 13.G", "R26", "R40")
def test_a_binding_limit_cuts_the_later_payouts_of_the_hand() -> None:
    """Natural run of seven, 5 dollars on Fortune A and 2 on Emperor's A: 40,000, then 10,000 of 16,000."""
    dues = [dollars(40_000), dollars(16_000), dollars(100)]
    paid = in_order(FIFTY_THOUSAND, dues)
    assert [each.paid for each in paid] == [dollars(40_000), dollars(10_000), 0]
    assert [each.withheld for each in paid] == [0, dollars(6_000), dollars(100)]
    assert {each.cite for each in paid} == {"maryland-poker 13.G(1)(a)"}


@rule("maryland-poker 13.G", "R26")
def test_a_limit_that_does_not_bind_cuts_nothing() -> None:
    dues = [dollars(40_000), dollars(10_000)]
    assert [each.paid for each in in_order(FIFTY_THOUSAND, dues)] == dues


@rule("maryland-poker 13.G")
def test_an_operator_without_a_limit_pays_everything() -> None:
    assert under_limit(None, dollars(1_000_000), dollars(80_000)).paid == dollars(80_000)


@rule("maryland-poker 13.G(2)", "R26")
def test_envy_is_paid_in_full_beside_a_hand_that_has_reached_the_limit() -> None:
    assert under_limit(FIFTY_THOUSAND, dollars(50_000), dollars(5)).paid == 0
    run = tuple(parse_cards("3h 4h 5h 6h 7h 8h 9h"))
    others = [HeldHand(name, run) for name in ("Ann", "Bob", "Cy", "Di", "Ed")]
    envy = envy_bonuses(FORTUNE, FORTUNE.envy_tables["A"], dollars(5), "Flo", others)
    assert [bonus.amount for bonus in envy] == [dollars(5_000)] * 5


@given(st.lists(st.integers(0, 10**7).map(Cents), max_size=4))
def test_paid_and_withheld_are_what_was_due_and_the_limit_holds(dues: list[Cents]) -> None:
    paid = in_order(FIFTY_THOUSAND, dues)
    assert [each.paid + each.withheld for each in paid] == dues
    assert sum(each.paid for each in paid) == min(sum(dues), dollars(50_000))
