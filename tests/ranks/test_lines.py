"""What seven cards make for the bonus wagers, by maryland-poker 6.D to 6.F. What a line pays is elsewhere."""

from __future__ import annotations

import pytest
from hypothesis import given

from paigow.material import CARDS, Card, parse_cards
from paigow.material.cards import RANK_NAMES
from paigow.ranks.lines import (
    BY_CATEGORY,
    EMPERORS_MATCH,
    FORTUNE_MATCH,
    Line,
    NothingHigh,
    bonus_line,
    lines_made,
    nothing_high,
    progressive_line,
)
from paigow.ranks.poker import Category, best_five, rank_five_cards
from tests.material.strategies import card_hands
from tests.rules import rule


def fortune(hand: str) -> Line:
    return bonus_line(parse_cards(hand, count=7), FORTUNE_MATCH)


def emperors(hand: str) -> Line:
    return bonus_line(parse_cards(hand, count=7), EMPERORS_MATCH)


def progressive(hand: str) -> Line:
    return progressive_line(parse_cards(hand, count=7))


NATURAL_RUNS = ["9h 8h 7h 6h 5h 4h 3h", "Ah Kh Qh Jh 10h 9h 8h", "Ah 2h 3h 4h 5h 6h 7h"]
JOKER_RUNS = [
    "9h 8h Jo 6h 5h 4h 3h",
    "9h 8h 7h 6h 5h 4h Jo",
    "Jo Kh Qh Jh 10h 9h 8h",
    "Jo 2h 3h 4h 5h 6h 7h",
    "Ah 2h 3h 4h Jo 6h 7h",
]


@rule("maryland-poker 6.D", "maryland-poker 6.D(1)", "maryland-poker 6.E", "maryland-poker 6.E(1)", "R24")
@pytest.mark.parametrize("hand", NATURAL_RUNS)
def test_seven_suited_in_a_row_without_joker_stand_on_top(hand: str) -> None:
    assert fortune(hand) is emperors(hand) is Line.SEVEN_CARD_STRAIGHT_FLUSH


@rule(
    "maryland-poker 6.D(1)", "maryland-poker 6.D(3)", "maryland-poker 6.E(1)", "maryland-poker 6.E(3)", "R24"
)
@pytest.mark.parametrize("hand", JOKER_RUNS)
def test_seven_suited_in_a_row_with_the_joker_stand_third(hand: str) -> None:
    assert fortune(hand) is emperors(hand) is Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER


@rule(
    "maryland-poker 6.A(1)", "maryland-poker 6.D(1)", "maryland-poker 6.E(1)", "maryland-poker 6.F(1)", "R24"
)
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Qh Kh Ah 2h 3h 4h 5h", Line.STRAIGHT_FLUSH),  # around the ace
        ("Jo Kh Ah 2h 3h 4h 5h", Line.STRAIGHT_FLUSH),
        ("9h 8h 7h 6h 5h 4h 3d", Line.STRAIGHT_FLUSH),  # one of another suit
        ("9h 8h 7h 6h 5h 4h 2h", Line.STRAIGHT_FLUSH),  # a gap
    ],
)
def test_no_other_seven_are_in_a_row(hand: str, line: Line) -> None:
    assert fortune(hand) is emperors(hand) is progressive(hand) is line


@rule("maryland-poker 6.D(2)", "maryland-poker 6.D(2)(a)", "maryland-poker 6.E(2)", "R24")
@pytest.mark.parametrize("royal", ["As Ks Qs Js 10s", "As Ks Jo Js 10s", "Jo Ks Qs Js 10s"])
def test_a_royal_flush_with_ace_and_king_of_one_suit_matches_for_both_wagers(royal: str) -> None:
    assert fortune(f"{royal} Ad Kd") is emperors(f"{royal} Ad Kd") is Line.ROYAL_MATCH


@rule("maryland-poker 6.D(2)", "maryland-poker 6.D(2)(b)", "maryland-poker 6.E(2)", "R24")
@pytest.mark.parametrize("royal", ["As Ks Qs Js 10s", "As Ks Qs Jo 10s"])
def test_king_and_queen_of_one_suit_match_for_the_fortune_bonus_only(royal: str) -> None:
    assert fortune(f"{royal} Kd Qd") is Line.ROYAL_MATCH
    assert emperors(f"{royal} Kd Qd") is Line.ROYAL_FLUSH


@rule(
    "maryland-poker 6.D(2)",
    "maryland-poker 6.D(2)(a)",
    "maryland-poker 6.D(2)(b)",
    "maryland-poker 6.E(2)",
    "R24",
)
@pytest.mark.parametrize(
    "others",
    [
        "Ad Kh",  # two suits
        "Kd Qh",
        "Ad Qd",  # neither pair of ranks
        "Qd Jd",
        "Ad Jo",  # the joker is no king
        "Kd Jo",
        "9s 2s",
    ],
)
def test_no_other_two_cards_match(others: str) -> None:
    line = fortune(f"As Ks Qs Js 10s {others}")
    assert line is emperors(f"As Ks Qs Js 10s {others}") is Line.ROYAL_FLUSH


@rule("maryland-poker 6.D", "maryland-poker 6.E")
def test_the_three_seven_card_lines_are_above_five_aces() -> None:
    order = list(Line)
    above = [Line.SEVEN_CARD_STRAIGHT_FLUSH, Line.ROYAL_MATCH, Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER]
    assert order[:4] == [*above, Line.FIVE_ACES]


@rule("maryland-poker 11.H(1)", "maryland-poker 7.E(1)", "maryland-poker 7.E(2)", "R24")
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        ("Ac Ad Ah As Jo 7c 2d", Line.FIVE_ACES),
        ("As Ks Qs Js Jo 7c 2d", Line.ROYAL_FLUSH),
        ("9s 8s Jo 6s 5s Ac Ad", Line.STRAIGHT_FLUSH),
        ("9s 9c 9d 9h Jo Ac Kd", Line.FOUR_OF_A_KIND),
        ("9s 9c 9d Jo Ac 4d 2h", Line.FULL_HOUSE),  # the joker is the second ace
        ("9s 7s 4s 2s Jo Ac Ad", Line.FLUSH),  # over three aces
        ("9s 9c 9d 8h 7c 6d 5h", Line.THREE_OF_A_KIND),  # over a straight: the tables list it so
        ("9s 8c 7d 6h Jo Ac 2d", Line.STRAIGHT),
        ("9s 9c 8d 8h 4c Kd 2h", Line.TWO_PAIR),
        ("9s 9c 8d 8h 4c 4d 2h", Line.TWO_PAIR),
        ("9s 9c 8d 7h 4c Kd 2h", Line.PAIR),
        ("9s Jc 8d 7h 4c Kd 2h", Line.NOTHING),
    ],
)
def test_the_best_line_of_seven_cards(hand: str, line: Line) -> None:
    assert fortune(hand) is emperors(hand) is line


@rule("maryland-poker 6.F", "maryland-poker 6.F(1)", "R24")
@pytest.mark.parametrize("hand", [*NATURAL_RUNS, *JOKER_RUNS])
def test_for_the_progressive_a_run_of_seven_is_best_joker_or_not(hand: str) -> None:
    assert progressive(hand) is Line.SEVEN_CARD_STRAIGHT_FLUSH


@rule("maryland-poker 6.F")
@pytest.mark.parametrize(
    ("hand", "line"),
    [
        pytest.param("Ac Ad Ah As Jo 7c 2d", Line.FIVE_ACES, marks=rule("maryland-poker 6.F(2)")),
        pytest.param("As Ks Qs Js 10s Kd Qd", Line.ROYAL_FLUSH, marks=rule("maryland-poker 6.F(3)")),
        pytest.param("Jo Ks Qs Js 10s 2d 3c", Line.ROYAL_FLUSH, marks=rule("maryland-poker 6.F(3)")),
        pytest.param("9s 8s 7s 6s 5s Ac Ad", Line.STRAIGHT_FLUSH, marks=rule("maryland-poker 6.F(4)")),
        pytest.param("9s 9c 9d 9h Jo Ac Kd", Line.FOUR_OF_A_KIND, marks=rule("maryland-poker 6.F(5)")),
        pytest.param("9s 9c 9d 8h 8c Ac Kd", Line.FULL_HOUSE, marks=rule("maryland-poker 6.F(6)")),
        ("9s 7s 4s 2s Js Ac Ad", Line.NOTHING),
        ("9s 9c 9d 8h 7c 6d 5h", Line.NOTHING),
    ],
)
def test_the_lines_of_the_progressive(hand: str, line: Line) -> None:
    assert progressive(hand) is line


@rule("maryland-poker 7.E(3)", "R24")
@pytest.mark.parametrize(
    ("hand", "high"),
    [
        ("9s 8c 7d 6h 4c 3d 2h", 9),
        ("10s 8c 7d 6h 4c 3d 2h", 10),
        ("Ks 8c 7d 6h 4c 3d 2h", 13),
        ("As 8c 7d 6h 4c 3d Kh", 14),
        ("Jo Kc Qd 9h 8c 4d 3h", 14),  # the joker makes it ace-high
        ("9s 9c 7d 6h 4c 3d 2h", None),  # a pair
        ("9s 8c 7d 6h 5c 3d 2h", None),  # a straight
        ("9s 8s 7s 6s 4s 3d 2h", None),  # a flush
        ("Jo Ac Qd 9h 8c 4d 3h", None),  # a pair of aces
        ("Jo 9c 8d 7h 6c 3d 2h", None),  # the joker completes a straight
    ],
)
def test_insurance_asks_for_seven_cards_that_make_nothing_at_all(hand: str, high: int | None) -> None:
    name = "a pair or better" if high is None else f"{RANK_NAMES[high]}-high"
    assert str(nothing_high(parse_cards(hand, count=7))) == name


@given(card_hands(7))
def test_the_line_agrees_with_the_best_five_but_for_its_own_rules(hand: tuple[Card, ...]) -> None:
    best = rank_five_cards(best_five(hand)).category
    made = lines_made(hand)
    line = bonus_line(hand, FORTUNE_MATCH)
    assert line is min(made, key=list(Line).index)
    if best not in {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}:
        assert line is BY_CATEGORY[best]
    assert (nothing_high(hand) is not NothingHigh.SOMETHING) == (best is Category.HIGH_CARD)


@given(card_hands(7))
def test_the_order_of_the_cards_is_no_matter(hand: tuple[Card, ...]) -> None:
    ordered = tuple(sorted(hand, key=CARDS.index))
    assert lines_made(hand) == lines_made(ordered)
    assert progressive_line(hand) is progressive_line(ordered)
