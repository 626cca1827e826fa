"""The reckoner's own ranks against examples and tables of the regulations, without the engine."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.reckoning.poker import category, five, is_fouled, outcome_of_cards, two
from tests.reckoning.seven import bonus_line, insurance_line, progressive_line
from tests.reckoning.sides import pair_fortunes_line
from tests.reckoning.tiles import PAIRS, TILE_RANK, outcome_of_tiles, pair_rank, strength, value_of
from tests.rules import rule

SINGLE = ("3-6", "4-5", "2-6", "3-5", "2-5", "3-4", "2-4", "1-4", "2-3", "1-2")
"""The tiles that a set has once (C 2(g)); it has the eleven others twice: 10 + 22 = 32."""


@rule("commission-tiles 2(a)", "commission-tiles 2(g)", "colorado-tiles 30-2603(7)")
def test_the_set_of_tiles_has_thirty_two() -> None:
    assert len(TILE_RANK) == 21
    assert sum(1 if tile in SINGLE else 2 for tile in TILE_RANK) == 32


@rule("commission-tiles 2(b)", "colorado-tiles 30-2603(2)")
def test_twenty_permissible_pairs_from_the_supreme_pair_down() -> None:
    assert len(PAIRS) == 20
    assert pair_rank(("2-4", "1-2")) == 1
    assert pair_rank(("6-6", "6-6")) == 2
    assert pair_rank(("1-5", "1-5")) == 12
    assert pair_rank(("3-6", "4-5")) == 13
    assert pair_rank(("4-5", "6-6")) == 17
    assert pair_rank(("1-1", "4-4")) == 20
    assert pair_rank(("5-5", "4-6")) is None


@pytest.mark.parametrize(
    ("tiles", "value"),
    [(("1-1", "3-3"), 8), (("5-6", "1-6"), 8), (("5-5", "4-6"), 0), (("2-4", "1-4"), 8), (("1-2", "2-3"), 8)],
)
@rule("commission-tiles 2(d)(1)", "commission-tiles 2(d)(2)", "commission-tiles 2(e)", "R1")
def test_values(tiles: tuple[str, str], value: int) -> None:
    """The first two are the regulation's examples. 2-4 with 1-4 and 1-2 with 2-3 count 3 + 5."""
    assert value_of(tiles) == value


@rule("R1", "commission-tiles 2(h)")
def test_the_supreme_pairs_tiles_apart_make_copies() -> None:
    assert strength(("2-4", "1-4")) == strength(("1-2", "2-3"))


@rule("commission-tiles 2(c)", "commission-tiles 7(h)", "commission-tiles 7(i)(2)")
def test_a_copy_is_the_dealers() -> None:
    """Both hold 1-4 with 2-3 (mixed fives) high; low 9 by 5-5 (5-5 with 3-6) beats 7 (4-6 with 1-6)."""
    better, worse = ("5-5", "3-6"), ("4-6", "1-6")
    fives = ("1-4", "2-3")
    assert outcome_of_tiles((better, fives), (worse, fives)) == "push"
    assert outcome_of_tiles((worse, fives), (worse, fives)) == "lose"


@rule("commission-tiles 7(h)", "commission-tiles 7(i)(1)", "R2")
def test_a_low_hand_of_zero_never_wins() -> None:
    """5-5 with 4-6 is 20, a zero by the fifth tile; 2-2 with 1-5 is 10, a zero by the seventh."""
    zero, lower_zero = ("5-5", "4-6"), ("2-2", "1-5")
    assert value_of(zero) == value_of(lower_zero) == 0
    assert strength(zero) > strength(lower_zero)
    player, dealer = (zero, ("6-6", "6-6")), (lower_zero, ("1-1", "1-1"))
    assert outcome_of_tiles(player, dealer) == "push"
    assert outcome_of_tiles(dealer, player) == "lose"


@rule("commission-tiles 2(f)", "commission-tiles 7(j)")
def test_the_higher_tile_decides_equal_values() -> None:
    """6-6 with 1-2 as six is 18, and 1-1 with 1-2 as six is 8: both worth 8, the first by the higher tile."""
    assert value_of(("6-6", "1-2")) == value_of(("1-1", "1-2")) == 8
    assert strength(("6-6", "1-2")) > strength(("1-1", "1-2"))


@pytest.mark.parametrize(
    ("tiles", "line"),
    [
        ("2-4 1-2 6-6 6-6", "gee-joon-and-heaven"),
        ("2-4 1-2 1-1 1-1", "two-pair"),
        ("3-6 4-5 1-6 1-6", "two-pair"),
        ("2-4 1-2 3-4 1-6", "gee-joon"),
        ("3-6 6-6 4-5 1-6", "mixed"),
        ("3-6 6-6 6-6 1-6", "identical"),
        ("6-6 3-6 1-1 2-6", "nothing"),
    ],
)
@rule("colorado-tiles 30-2699.01(3)", "colorado-tiles 30-2699.01(4)", "R16")
def test_lines_of_pair_fortunes(tiles: str, line: str) -> None:
    """The last has a wong and a gong, which aren't pairs."""
    assert pair_fortunes_line(tiles.split()) == line


HIGH_TO_LOW = (
    "Ac Ad Ah As Jo",
    "As Ks Qs Js 10s",
    "Ah 2h 3h 4h 5h",
    "Kd Qd Jd 10d 9d",
    "2c 3c 4c 5c 6c",
    "As Ah Ad Jo 2c",
    "2s 2h 2d 2c Ac",
    "As Ah Jo Ks Kh",
    "2s 2h 2d 3s 3h",
    "As Jo 9s 8s 2s",
    "Ks Qs 9s 8s 2s",
    "Ac Kd Qh Js 10c",
    "Ac 2d 3h 4s 5c",
    "Kc Qd Jh 10s 9c",
    "6c 5d 4h 3s 2c",
    "As Ah Jo Kc Qd",
    "2s 2h 2d Ac Kd",
    "As Jo Kc Kd Qh",
    "3s 3h 2c 2d Ah",
    "As Jo 4c 3d 9h",
    "2s 2h Ac Kd Qh",
    "Ac Kd Qh Js 9c",
    "7c 5d 4h 3s 2c",
)
"""Maryland's list from its top: five aces to a seven high. The joker is an ace or completes."""


@rule("maryland-poker 6.B", "maryland-poker 6.B(3)", "maryland-poker 6.B(7)", "maryland-poker 6.A(2)", "R23")
def test_five_cards_in_marylands_order() -> None:
    hands = [five(tuple(sorted(text.split()))) for text in HIGH_TO_LOW]
    assert hands == sorted(hands, reverse=True)
    assert len(set(hands)) == len(hands)


@rule("R20", "rock-island-poker 9")
def test_the_wheel_may_be_lowest_at_rock_island() -> None:
    wheel, six_high = "2d 3h 4s 5c Ac".split(), "2c 3s 4h 5d 6c".split()
    assert five(tuple(wheel), "second") > five(tuple(six_high), "second")
    assert five(tuple(wheel), "lowest") < five(tuple(six_high), "lowest")


@rule("maryland-poker 6.A(2)", "rock-island-poker 2", "R23")
def test_the_joker_completes_no_pair() -> None:
    assert category("Kc Qd 9h 4s Jo".split()) == "nothing"
    assert category("Kc Kd 9h 4s Jo".split()) == "pair"
    assert category("Kc Qd Jh 9s Jo".split()) == "straight"
    assert category("As Ks 9s 4s Jo".split()) == "flush"
    assert two(("Jo", "Ac")) > two(("Kc", "Kd"))


@rule("R23")
def test_in_a_flush_the_joker_is_the_highest_card_missing() -> None:
    """A-Jo-9-4-2 reads A-K-9-4-2: over A-Q-J-10-9 of another suit and equal to A-K-9-4-2 of one."""
    joker = five(tuple("As Jo 9s 4s 2s".split()))
    assert joker > five(tuple("Ah Qh Jh 10h 8h".split()))
    assert joker == five(tuple("Ad Kd 9d 4d 2d".split()))


@pytest.mark.parametrize(
    ("low", "high", "fouled"),
    [
        ("Kc Kd", "Qc Qd 9h 4s 2c", True),
        ("Kc Kd", "Kh Ks 9h 4s 2c", False),
        ("Ac Kd", "Ah Kh 9d 4s 2c", False),
        ("Ac Kd", "Ah Qh 9d 4s 2c", True),
        ("Ac Ad", "Kh Ks 9h 9s 2c", False),
        ("Ac", "Kd Kh Ks 9h 9s 2c", True),
    ],
)
@rule("maryland-poker 11.F(1)(c)", "maryland-poker 11.F(1)(d)", "rock-island-poker 14", "R21", "R22")
def test_fouls(low: str, high: str, fouled: bool) -> None:
    assert is_fouled(low.split(), high.split(), "second") is fouled


@rule("maryland-poker 11.F(1)(b)", "maryland-poker 11.F(2)", "maryland-poker 11.F(3)")
def test_a_copy_of_one_half_is_the_dealers() -> None:
    dealer = ("Ac Kd".split(), "Qc Qd 9h 4s 2c".split())
    copied = ("Ah Ks".split(), "Kc Kh 9d 4d 2d".split())
    better = ("2h 2s".split(), "Jc Jd Jh 4d 3c".split())
    assert outcome_of_cards(copied, dealer, "second") == "push"
    assert outcome_of_cards(dealer, dealer, "second") == "lose"
    assert outcome_of_cards(better, dealer, "second") == "win"


@pytest.mark.parametrize(
    ("cards", "fortune", "emperors", "progressive"),
    [
        ("2s 3s 4s 5s 6s 7s 8s", "seven-straight-flush", "seven-straight-flush", "seven-straight-flush"),
        ("As 2s 3s 4s 5s 6s 7s", "seven-straight-flush", "seven-straight-flush", "seven-straight-flush"),
        ("Qs Ks As 2s 3s 4s 5s", "straight-flush", "straight-flush", "straight-flush"),
        ("As Ks Qs Js 10s Ad Kd", "royal-match", "royal-match", "royal"),
        ("As Ks Qs Jo 10s Kd Qd", "royal-match", "royal", "royal"),
        ("As Ks Qs Js 10s Ad Kc", "royal", "royal", "royal"),
        (
            *("2s 3s 4s Jo 6s 7s 8s", "seven-straight-flush-joker", "seven-straight-flush-joker"),
            "seven-straight-flush",
        ),
        ("Ac Ad Ah As Jo Kc Kd", "five-aces", "five-aces", "five-aces"),
        ("As Ks Qs Js 10s 2d 3c", "royal", "royal", "royal"),
        ("As Ah Ad Jo 9s 7c 2d", "four", "four", "four"),
        ("As Ah Jo 9s 9h 7c 2d", "full-house", "full-house", "full-house"),
        ("As Js 9s 7s 2s 3d 3h", "flush", "flush", "nothing"),
        ("9s 9d 9h 8c 7d 6h 5s", "three", "three", "nothing"),
        ("9s 8d 7h 6c 5d 2h 2s", "straight", "straight", "nothing"),
        ("9s 9d 7h 7c 5d 3h 2s", "nothing", "nothing", "nothing"),
    ],
)
@rule("maryland-poker 6.D", "maryland-poker 6.E", "maryland-poker 6.F", "R24")
def test_seven_cards(cards: str, fortune: str, emperors: str, progressive: str) -> None:
    """The third wraps around its ace, which no run does: ace to five is what it is."""
    held = cards.split()
    assert bonus_line("fortune", held) == fortune
    assert bonus_line("emperors", held) == emperors
    assert progressive_line(held) == progressive


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("2c 3d 4h 5s 7c 8d 9h", "nine"),
        ("2c 3d 4h 6s 8c 9d Kh", "king"),
        ("2c 3d 7h 8s 10c Qd Jo", "ace"),
        ("2c 3d 4h 5s Ac 8d 9h", "nothing"),
        ("2c 2d 4h 5s 7c 8d 9h", "nothing"),
        ("2c 4c 5c 7c 9c Jd Kh", "nothing"),
    ],
)
@rule("maryland-poker 7.E(3)", "maryland-poker 11.H(5)", "R24")
def test_insured_hands_make_nothing_at_all(cards: str, line: str) -> None:
    """The fourth is a wheel, the fifth a pair, the sixth a flush."""
    assert insurance_line(cards.split()) == line


@rule("maryland-poker 6.D", "maryland-poker 6.E(2)")
def test_whatever_matches_for_emperors_matches_for_fortune() -> None:
    royal = "As Ks Qs Js 10s".split()
    matches = {"fortune": 0, "emperors": 0}
    for pair in combinations([f"{rank}{suit}" for rank in ("A", "K", "Q") for suit in "cdh"], 2):
        for kind in matches:
            matches[kind] += bonus_line(kind, [*royal, *pair]) == "royal-match"
    # Ace and king, or king and queen, of three suits; Emperor's requires ace and king.
    assert matches == {"fortune": 6, "emperors": 3}
