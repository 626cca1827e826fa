"""Seven cards to money: which line each optional poker wager pays for a hand, and envy for others' hands."""

from __future__ import annotations

import pytest

from paigow.material import parse_cards
from paigow.ranks.lines import Line, NothingHigh
from paigow.wagers.emperors import WAGER as EMPERORS
from paigow.wagers.fortune import WAGER as FORTUNE
from paigow.wagers.insurance import WAGER as INSURANCE
from paigow.wagers.money import Cents, dollars
from paigow.wagers.paytables import ToOne
from paigow.wagers.wager import HeldHand, LineWager, envy_bonuses, is_envied, qualifies
from tests.rules import rule

BONUS_WAGERS = (FORTUNE, EMPERORS)
NATURAL_RUN = "3h 4h 5h 6h 7h 8h 9h"
ACE_KING_MATCH = "As Ks Qs Js 10s Ah Kh"
KING_QUEEN_MATCH = "As Ks Qs Js 10s Kd Qd"
JOKER_MATCH = "As Jo Qs Js 10s Ac Kc"
JOKER_RUN = "Ad 2d Jo 4d 5d 6d 7d"
FIVE_ACES = "As Ah Ad Ac Jo 2c 3d"
ROYAL = "As Ks Qs Js 10s 4d 4c"
FOUR = "9s 9h 9d 9c 2s 3s 5h"
FULL_HOUSE = "9s 9h 9d 4c 4s 3s 5h"
THREE_AND_STRAIGHT = "5s 5h 5d 6c 7s 8h 9d"
NOTHING = "Ks Jh 9d 7c 5s 3h 2d"


@rule("R24", "maryland-poker 7.E(1)", "maryland-poker 7.E(2)", "R44")
@pytest.mark.parametrize(
    ("cards", "fortune", "emperors"),
    [
        (NATURAL_RUN, 8_000, 8_000),
        (ACE_KING_MATCH, 2_000, 2_000),
        (JOKER_MATCH, 2_000, 2_000),
        (KING_QUEEN_MATCH, 2_000, 150),  # the king and queen match for the Fortune Bonus only
        (JOKER_RUN, 1_000, 1_000),
        (FIVE_ACES, 400, 400),
        (ROYAL, 150, 150),
        (FOUR, 25, 25),
        (FULL_HOUSE, 5, 5),
        (THREE_AND_STRAIGHT, 3, 3),  # three of a kind stands above the straight
    ],
)
def test_each_wager_pays_for_its_own_best_line(cards: str, fortune: int, emperors: int) -> None:
    hand = parse_cards(cards, count=7)
    for wager, odds in zip(BONUS_WAGERS, (fortune, emperors), strict=True):
        assert wager.settle(dollars(2), wager.line(hand), wager.tables["A"]).net == dollars(2 * odds)


@rule("maryland-poker 1.B(7)", "R25")
def test_a_wager_qualifies_from_five_dollars() -> None:
    assert [qualifies(FORTUNE, Cents(cents)) for cents in (0, 499, 500, 501)] == [False, False, True, True]


@rule("maryland-poker 1.B(4)")
@pytest.mark.parametrize("wager", BONUS_WAGERS)
def test_four_of_a_kind_and_better_are_envied(wager: LineWager[Line]) -> None:
    envied = [NATURAL_RUN, ACE_KING_MATCH, KING_QUEEN_MATCH, JOKER_RUN, FIVE_ACES, ROYAL, FOUR]
    for table in wager.envy_tables.values():
        assert all(is_envied(wager, parse_cards(cards), table) for cards in envied)
        less = (FULL_HOUSE, THREE_AND_STRAIGHT, NOTHING)
        assert not any(is_envied(wager, parse_cards(cards), table) for cards in less)


HANDS = (
    HeldHand("Ann", parse_cards(FOUR)),
    HeldHand("Bob", parse_cards(KING_QUEEN_MATCH)),
    HeldHand("Ann", parse_cards(NOTHING)),
    HeldHand("Cy", parse_cards(FULL_HOUSE)),
    HeldHand(None, parse_cards(FIVE_ACES)),
)


@rule(
    "R25",
    "maryland-poker 11.H(3)(b)(i)",
    "maryland-poker 11.H(3)(b)(ii)",
    "maryland-poker 11.H(4)(e)(i)",
    "maryland-poker 11.H(4)(e)(ii)",
)
@pytest.mark.parametrize(
    ("holder", "earned"),
    [
        ("Ann", [("Bob", dollars(1_000))]),  # not for her own four of a kind, nor the dealer's five aces
        ("Bob", [("Ann", dollars(5))]),
        ("Cy", [("Ann", dollars(5)), ("Bob", dollars(1_000))]),
    ],
)
def test_envy_is_paid_for_each_hand_of_others_and_never_for_ones_own_nor_the_dealers(
    holder: str, earned: list[tuple[str, Cents]]
) -> None:
    bonuses = envy_bonuses(FORTUNE, FORTUNE.envy_tables["A"], dollars(5), holder, HANDS)
    assert [(bonus.owner, bonus.amount) for bonus in bonuses] == earned


@rule("R25", "R44")
def test_each_qualifying_wager_is_envied_by_its_own_table_and_its_own_lines() -> None:
    bonuses = envy_bonuses(EMPERORS, EMPERORS.envy_tables["D"], dollars(500), "Cy", HANDS)
    assert [(bonus.amount, bonus.line) for bonus in bonuses] == [
        (dollars(5), Line.FOUR_OF_A_KIND),
        (dollars(50), Line.ROYAL_FLUSH),  # no match for Emperor's Treasure
    ]


@rule("maryland-poker 1.B(7)")
@pytest.mark.parametrize("wager", BONUS_WAGERS)
def test_a_smaller_wager_earns_no_envy(wager: LineWager[Line]) -> None:
    assert envy_bonuses(wager, wager.envy_tables["A"], Cents(499), "Cy", HANDS) == ()


INSURANCE_LINES = (
    NothingHigh.NINE_HIGH,
    NothingHigh.TEN_HIGH,
    NothingHigh.JACK_HIGH,
    NothingHigh.QUEEN_HIGH,
    NothingHigh.KING_HIGH,
    NothingHigh.ACE_HIGH,
)


@pytest.mark.parametrize(
    ("table", "paragraph", "odds"),
    [
        pytest.param(
            "A", "maryland-poker 13.D(1)", (100, 25, 15, 6, 5, 3), marks=rule("maryland-poker 13.D(1)")
        ),
        pytest.param(
            "B", "maryland-poker 13.D(2)", (100, 25, 15, 7, 5, 3), marks=rule("maryland-poker 13.D(2)")
        ),
    ],
)
def test_an_insurance_table_pays_as_the_regulation_lists(
    table: str, paragraph: str, odds: tuple[int, ...]
) -> None:
    rows = INSURANCE.tables[table].lines
    assert [(row.line, row.pay) for row in rows] == [
        (line, ToOne(n)) for line, n in zip(INSURANCE_LINES, odds, strict=True)
    ]
    settled = [INSURANCE.settle(dollars(3), line, INSURANCE.tables[table]) for line in INSURANCE_LINES]
    assert [each.net for each in settled] == [dollars(3 * n) for n in odds]
    assert INSURANCE.tables[table].cite == paragraph


@rule("R24", "maryland-poker 7.E(3)", "maryland-poker 11.H(5)(b)")
@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("9s 8h 7d 5c 4s 3h 2d", NothingHigh.NINE_HIGH),
        ("10s 8h 7d 5c 4s 3h 2d", NothingHigh.TEN_HIGH),
        ("Js 9h 8d 6c 5s 3h 2d", NothingHigh.JACK_HIGH),
        ("Qs 9h 8d 6c 5s 3h 2d", NothingHigh.QUEEN_HIGH),
        (NOTHING, NothingHigh.KING_HIGH),
        ("As Qh 9d 7c 6s 4h 2d", NothingHigh.ACE_HIGH),
        ("Jo Qh 9d 7c 6s 4h 2d", NothingHigh.ACE_HIGH),
    ],
)
def test_a_hand_of_nothing_is_insured_by_its_highest_card(cards: str, line: NothingHigh) -> None:
    assert INSURANCE.line(parse_cards(cards, count=7)) is line


@rule("R24", "maryland-poker 11.H(5)(a)")
@pytest.mark.parametrize(
    "cards",
    [
        "As Ah 9d 7c 6s 4h 2d",  # a pair
        "As Jo 9d 7c 6s 4h 2d",  # the joker pairs the ace
        "9s 8h 7d 6c 5s 3h 2d",  # a straight
        "Jo 8h 7d 6c 5s 3h Kd",  # a straight with the joker
        "As Qs 9s 7s 6s 4h 2d",  # a flush
        FULL_HOUSE,
    ],
)
def test_anything_made_loses_the_insurance(cards: str) -> None:
    line = INSURANCE.line(parse_cards(cards, count=7))
    assert line is NothingHigh.SOMETHING
    assert INSURANCE.settle(dollars(3), line, INSURANCE.tables["B"]).net == dollars(-3)
