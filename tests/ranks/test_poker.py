"""The order of card hands, paragraph by paragraph of maryland-poker 6 and rock-island-poker 2 and 9."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from paigow.material import CARDS, parse_card_setting, parse_cards
from paigow.ranks.poker import (
    Category,
    FiveRank,
    TwoRank,
    Wheel,
    best_five,
    card_settings,
    is_fouled,
    rank_five_cards,
    rank_two_cards,
)
from tests.rules import rule


def five(hand: str, wheel: Wheel = Wheel.SECOND) -> FiveRank:
    return rank_five_cards(parse_cards(hand, count=5), wheel)


def two(hand: str) -> TwoRank:
    return rank_two_cards(parse_cards(hand, count=2))


def assert_descending(hands: list[str], wheel: Wheel = Wheel.SECOND) -> None:
    assert all(five(higher, wheel) > five(lower, wheel) for higher, lower in pairwise(hands))


# One hand of each kind, from the top.
KINDS = {
    "Ac Ad Ah As Jo": Category.FIVE_ACES,
    "As Ks Qs Js 10s": Category.ROYAL_FLUSH,
    "9h 8h 7h 6h 5h": Category.STRAIGHT_FLUSH,
    "4c 4d 4h 4s Kd": Category.FOUR_OF_A_KIND,
    "6c 6d 6h 2s 2d": Category.FULL_HOUSE,
    "Kd Jd 7d 4d 2d": Category.FLUSH,
    "8c 7d 6h 5s 4c": Category.STRAIGHT,
    "9c 9d 9h Ks 4c": Category.THREE_OF_A_KIND,
    "Jc Jd 3h 3s Ac": Category.TWO_PAIR,
    "5c 5d Ah Ks Qc": Category.PAIR,
    "Ac Kd Qh Js 9c": Category.HIGH_CARD,
}


@rule("maryland-poker 6.B", "rock-island-poker 9")
@pytest.mark.parametrize("wheel", Wheel)
def test_the_kinds_of_hand_stand_in_their_order(wheel: Wheel) -> None:
    assert [five(hand, wheel).category for hand in KINDS] == list(KINDS.values())
    assert_descending(list(KINDS), wheel)


@rule("maryland-poker 6.A")
def test_cards_rank_from_the_ace_down_to_the_two() -> None:
    order = "A K Q J 10 9 8 7 6 5 4 3 2".split()
    pairs = [two(f"{rank}c {rank}d") for rank in order]
    assert all(higher > lower for higher, lower in pairwise(pairs))


@rule("maryland-poker 6.A(1)")
def test_the_ace_is_low_only_with_two_three_four_five() -> None:
    assert five("Ac 2d 3h 4s 5c").category is Category.STRAIGHT
    assert five("As 2s 3s 4s 5s").category is Category.STRAIGHT_FLUSH
    for wrapped in ("Kc Ad 2h 3s 4c", "Qc Kd Ah 2s 3c", "Jc Qd Kh As 2c"):
        assert five(wrapped).category is Category.HIGH_CARD


@rule("maryland-poker 6.A(1)", "maryland-poker 6.A(2)", "R23")
@pytest.mark.parametrize("naturals", ["Kc Ad 2h 3s", "Qc Kd Ah 2s", "Jc Kd Ah 2s"])
def test_the_joker_makes_no_straight_around_the_ace(naturals: str) -> None:
    assert five(f"{naturals} Jo").category is Category.PAIR


@rule("maryland-poker 6.A(2)", "rock-island-poker 2", "R23")
@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Jo Kc 9d 5h 2s", "ace-high"),
        ("Jo Ac 9d 5h 2s", "pair of aces"),
        ("Jo 9c 9d 5h 2s", "pair of nines"),  # an ace beside it, not a third nine
        ("Jo 9c 9d 5h 5s", "two pair, nines and fives"),  # nor a full house
        ("Jo Ac Ad 5h 5s", "full house, aces over fives"),
        ("Jo 9c 9d 9h As", "full house, nines over aces"),
        ("Jo Ac Ad Ah 5s", "four aces"),
        ("Jo 9c 9d 9h 9s", "four nines"),
        ("Jo Ac Ad Ah As", "five aces"),
    ],
)
def test_the_joker_is_an_ace_where_it_completes_nothing(hand: str, name: str) -> None:
    assert five(hand).name == name


@rule("maryland-poker 6.A(2)", "rock-island-poker 2", "R23")
@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("Jo 9c 8d 7h 5s", "nine-high straight"),  # the gap
        ("Jo 9c 8d 7h 6s", "ten-high straight"),  # the top rather than the bottom
        ("Jo Kc Qd Jh 10s", "ace-high straight"),
        ("Jo Ac Kd Qh Js", "ace-high straight"),
        ("Jo 9c 8c 7c 6c", "ten-high straight flush"),
        ("Jo As Ks Qs 10s", "royal flush"),
        ("Jo As 3s 4s 5s", "ace-to-five straight flush"),
        ("Jo 9c 7c 4c 2c", "ace-high flush"),
    ],
)
def test_the_joker_completes_straights_and_flushes(hand: str, name: str) -> None:
    assert five(hand).name == name


@rule("maryland-poker 6.A(2)", "R20", "R23")
def test_with_two_three_four_five_the_joker_makes_whichever_straight_is_higher() -> None:
    assert five("Jo 2c 3d 4h 5s", Wheel.SECOND).name == "ace-to-five straight"
    assert five("Jo 2c 3d 4h 5s", Wheel.LOWEST).name == "six-high straight"


@rule("rock-island-poker 2", "R23")
@pytest.mark.parametrize(
    ("hand", "stands_for"),
    [("Jo Ks 9s 5s 2s", "As"), ("Jo As 9s 5s 2s", "Ks"), ("Jo As Ks 5s 2s", "Qs"), ("Jo As Ks Qs 2s", "Js")],
)
def test_in_a_flush_the_joker_is_the_highest_card_of_the_suit_that_is_missing(
    hand: str, stands_for: str
) -> None:
    assert five(hand) == five(hand.replace("Jo", stands_for))
    assert five(hand).category is Category.FLUSH


@rule("rock-island-poker 2", "maryland-poker 6.B(2)", "R23")
def test_in_a_flush_it_would_rather_complete_the_royal() -> None:
    assert five("Jo As Ks Qs Js").category is Category.ROYAL_FLUSH


@rule("maryland-poker 6.B(1)")
def test_five_aces_are_four_aces_and_the_joker_and_nothing_beats_them() -> None:
    assert five("Ac Ad Ah As Jo") > five("As Ks Qs Js 10s")
    assert five("Ac Ad Ah Jo Kc").category is not Category.FIVE_ACES


@rule("maryland-poker 6.B(2)")
@pytest.mark.parametrize("hand", ["As Ks Qs Js 10s", "Jo Ks Qs Js 10s", "As Jo Qs Js 10s", "As Ks Qs Js Jo"])
def test_a_royal_flush_is_ten_to_ace_of_a_suit_with_or_without_the_joker(hand: str) -> None:
    assert five(hand).category is Category.ROYAL_FLUSH
    assert five(hand) == five("Ah Kh Qh Jh 10h")


STRAIGHTS = "Q J 10 9 8 7 6 5 4 3 2".split()


def run(top: int, suits: str) -> str:
    """Five ranks in a row below the one at a place of `STRAIGHTS`."""
    return " ".join(rank + suit for rank, suit in zip(STRAIGHTS[top : top + 5], suits, strict=True))


@rule("maryland-poker 6.B(3)", "R20")
def test_ace_to_five_is_the_highest_straight_flush_below_the_royal() -> None:
    lower = [run(top, "hhhhh") for top in range(7)]
    assert_descending(["As Ks Qs Js 10s", "As 2s 3s 4s 5s", "Ks Qs Js 10s 9s", *lower, "4c 4d 4h 4s Kd"])
    assert lower[-1] == "6h 5h 4h 3h 2h"


@rule("maryland-poker 6.B(7)", "R20")
def test_ace_to_five_is_the_second_highest_straight() -> None:
    lower = [run(top, "hshsh") for top in range(7)]
    assert_descending(["As Kh Qs Js 10s", "As 2h 3s 4s 5s", "Ks Qh Js 10s 9s", *lower, "Ac Ad Ah Ks Qd"])
    assert lower[-1] == "6h 5s 4h 3s 2h"


@rule("rock-island-poker 9", "R20")
@pytest.mark.parametrize("suits", ["hhhhh", "hshsh"])
def test_where_the_book_is_silent_ace_to_five_may_be_chosen_to_be_the_lowest(suits: str) -> None:
    wheel = " ".join(rank + suit for rank, suit in zip("A2345", suits, strict=True))
    lowest_other = run(6, suits)
    assert five(wheel, Wheel.SECOND) > five(lowest_other, Wheel.SECOND)
    assert five(wheel, Wheel.LOWEST) < five(lowest_other, Wheel.LOWEST)
    assert five(wheel, Wheel.LOWEST).category == five(wheel, Wheel.SECOND).category


@rule("maryland-poker 6.B(4)")
def test_four_aces_are_the_highest_four_of_a_kind_and_four_twos_the_lowest() -> None:
    order = "A K Q J 10 9 8 7 6 5 4 3 2".split()
    fours = [f"{r}c {r}d {r}h {r}s {'3c' if r != '3' else '4c'}" for r in order]
    assert_descending([*fours, "Ac Ad Ah Ks Kd"])


@rule("maryland-poker 6.B(5)")
def test_the_three_of_a_full_house_decide_first() -> None:
    assert_descending(
        [
            "Ac Ad Ah Ks Kd",
            "Ac Ad Ah 2s 2d",
            "Kc Kd Kh As Ad",
            "3c 3d 3h 2s 2d",
            "2c 2d 2h As Ad",
            "2c 2d 2h 3s 3d",
        ]
    )


@rule("maryland-poker 6.B(6)")
def test_of_two_flushes_the_first_card_from_the_top_that_differs_decides() -> None:
    assert_descending(
        [
            "Ac Kc Qc Jc 9c",
            "Ad Kd Qd Jd 8d",
            "Ah Kh Qh 10h 9h",
            "Ks Qs Js 10s 8s",
            "7c 5c 4c 3c 2c",
            "Ac Kd Qh Js 10c",
        ]
    )


@rule("maryland-poker 6.B(8)")
def test_three_aces_are_the_highest_three_of_a_kind_and_three_twos_the_lowest() -> None:
    assert_descending(
        [
            "Ac Ad Ah 3s 2d",
            "Kc Kd Kh As Qd",
            "3c 3d 3h As Kd",
            "2c 2d 2h As Kd",
            "2c 2d 2h 4s 3d",
            "Ac Ad Kh Ks Qd",
        ]
    )


@rule("maryland-poker 6.B(9)")
def test_the_higher_pair_of_two_decides_first() -> None:
    assert_descending(
        [
            "Ac Ad Kh Ks 2d",
            "Ac Ad 2h 2s Kd",
            "Kc Kd Qh Qs Ad",
            "3c 3d 2h 2s Ad",
            "3c 3d 2h 2s 4d",
            "Ac Ad Kh Qs Jd",
        ]
    )


@rule("maryland-poker 6.B(10)")
def test_a_pair_may_be_a_high_hand_or_a_low_hand() -> None:
    assert_descending(
        ["Ac Ad 4h 3s 2d", "Kc Kd Ah Qs Jd", "2c 2d Ah Ks Qd", "2c 2d 5h 4s 3d", "Ac Kd Qh Js 9d"]
    )
    assert two("Ac Ad") > two("Kc Kd") > two("2c 2d") > two("Ac Kd")
    assert two("Ac Ad").category is Category.PAIR


@rule("maryland-poker 6.C", "maryland-poker 6.C(1)")
def test_of_hands_of_one_kind_the_highest_card_that_the_other_lacks_decides() -> None:
    assert_descending(["Ac Ad Kh 3s 2d", "Ac Ad Qh Js 10d", "Ac Ad Qh Js 9d", "Ac Ad Qh 10s 9d"])
    assert_descending(
        ["Ac Kd Qh Js 9d", "Ac Kd Qh Js 8d", "Ac Kd Qh 10s 9d", "Ac Kd Jh 10s 9d", "Kc Qd Jh 10s 8d"]
    )
    assert two("Ac Kd") > two("Ac Qd") > two("Ac 2d") > two("Kc Qd") > two("3c 2d")


@rule("maryland-poker 6.C(1)")
def test_suits_never_matter() -> None:
    assert five("Ac Kd Qh Js 9d") == five("As Kh Qd Jc 9c")
    assert five("Ac Kc Qc Jc 9c") == five("As Ks Qs Js 9s")


@rule("maryland-poker 6.A(2)", "rock-island-poker 2", "R23")
def test_in_two_cards_the_joker_is_an_ace() -> None:
    assert two("Jo Ac") == two("Ac Ad")
    assert two("Jo Kc") == two("Ac Kd")
    assert two("Jo Ac").name == "pair of aces"


@rule("rock-island-poker 6", "rock-island-poker 7", "maryland-poker 11.B")
def test_seven_cards_have_21_settings_of_two_and_five() -> None:
    hand = parse_cards("As Kd Jo 10h 9c 9d 2s")
    settings = card_settings(hand)
    assert len(set(settings)) == 21
    assert {(len(setting.low), len(setting.high)) for setting in settings} == {(2, 5)}
    assert all(set(setting.pieces) == set(hand) for setting in settings)


@rule(
    "maryland-poker 1.B(5)",
    "maryland-poker 1.B(6)",
    "maryland-poker 11.B",
    "rock-island-poker 8",
    "R21",
    "R22",
)
@pytest.mark.parametrize(
    ("setting", "fouled"),
    [
        ("Kd Qs / Ah Jo 9c 9d 2s", False),
        ("9c 9d / Ah Jo Kd Qs 2s", False),  # a pair under a pair of aces
        ("Ah Jo / 9c 9d Kd Qs 2s", True),  # a pair of aces over a pair of nines
        ("9c 8d / Ah Kd Qs 4c 2s", False),
        ("Ah Kd / Qs 9c 8d 4c 2s", True),  # ace-high over queen-high
        ("Ah 3d / Ac Qs 8d 4c 2s", False),  # ace-three under ace-queen
        ("Ah Kd / Ac Qs 8d 4c 2s", True),  # ace-king over ace-queen
        ("Ah Kd / Ac Ks 8d 4c 2s", False),  # equal in the top two: the two rank lower (R22)
        ("9c 9d / 9h 9s 8d 4c 2s", False),  # equal pairs
        ("10c 10d / 9h 9s 8d 4c 2s", True),
        ("9c 9d / 8h 7s 6d 5c 4s", False),  # a straight is above any pair
        ("Ah As / 8h 8s 7d 7c 2s", False),  # two pair is above any pair
        ("2h 2s / Ah Ks Qd Jc 9s", True),  # a pair of twos over ace-high
        ("Jo 9d / Ah Kd Qs 4c 2s", False),  # the joker is an ace in both halves
    ],
)
def test_the_five_rank_at_least_as_high_as_the_two(setting: str, fouled: bool) -> None:
    assert is_fouled(parse_card_setting(setting)) is fouled


@rule("maryland-poker 11.B", "rock-island-poker 14", "R21")
@pytest.mark.parametrize(
    "setting", ["Ah Kd Qs / 9c 8d 4c 2s", "2s / Ah Kd Qs 9c 8d 4c", "/ As Kd Jo 10h 9c 9d 2s"]
)
def test_any_other_split_is_a_foul(setting: str) -> None:
    assert is_fouled(parse_card_setting(setting))


@pytest.mark.parametrize(
    ("hand", "name"),
    [
        ("6c 6d 6h 2s 2d", "full house, sixes over twos"),
        ("As 2d 3h 4c 5s", "ace-to-five straight"),
        ("8c 7d 6h 5s 4c", "eight-high straight"),
        ("7c 5c 4c 3c 2c", "seven-high flush"),
        ("9c 9d 9h Ks 4c", "three nines"),
        ("Ac Kd Qh Js 9c", "ace-high"),
    ],
)
def test_hands_have_the_names_people_use(hand: str, name: str) -> None:
    assert five(hand).name == str(five(hand)) == name


def test_two_cards_have_names() -> None:
    assert [str(two(hand)) for hand in ("Ac Kd", "6c 6d", "Jo 2c")] == [
        "ace-king",
        "pair of sixes",
        "ace-two",
    ]


def test_the_best_five_of_seven() -> None:
    best = best_five(parse_cards("2c 2d Ah Kh Qh Jo 3h"))
    assert rank_five_cards(best).name == "ace-high flush"
    # Seven in a row: where the wheel is second it is above the seven-high straight.
    run_of_seven = parse_cards("As 2d 3h 4c 5s 6d 7h")
    assert rank_five_cards(best_five(run_of_seven), Wheel.SECOND).name == "ace-to-five straight"
    assert rank_five_cards(best_five(run_of_seven, Wheel.LOWEST), Wheel.LOWEST).name == "seven-high straight"


def test_two_cards_rank_alike_in_either_order() -> None:
    assert all(rank_two_cards(pair) == rank_two_cards(pair[::-1]) for pair in combinations(CARDS, 2))
