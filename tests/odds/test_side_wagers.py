"""The optional wagers: counts from the literature, edges published or computed here."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from paigow.books import registry
from paigow.faults import BadInput
from paigow.odds.reports.wager_odds import WagerOdds, percent
from paigow.odds.wagers.lines import Terms, dice_bonus_odds, envy_per_other, line_counts, line_odds, roll_odds
from paigow.odds.wagers.progressive import check_meters, progressive_odds, progressive_return
from paigow.ranks.lines import Line, NothingHigh
from paigow.wagers.dragons_eye import ROLL_WAGERS
from paigow.wagers.money import dollars
from paigow.wagers.pair_fortunes import PairLine
from paigow.wagers.payout_limit import PayoutLimit
from paigow.wagers.paytables import Meter
from paigow.wagers.progressive import MeterTerms, ProgressiveTerms
from paigow.wagers.registry import line_wager
from paigow.wagers.wager import Kind
from tests.rules import rule

ALL_HANDS = comb(53, 7)


def test_the_lines_of_seven_cards_are_those_of_the_literature() -> None:
    # Alspach, Simon Fraser University; Wizard of Odds.
    counts = line_counts(line_wager("fortune"))
    assert counts[Line.SEVEN_CARD_STRAIGHT_FLUSH] == 32
    assert counts[Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER] == 196
    assert counts[Line.FIVE_ACES] == 1_128
    assert counts[Line.FOUR_OF_A_KIND] == 307_472
    assert counts[Line.FULL_HOUSE] == 4_188_528
    assert counts[Line.FLUSH] == 6_172_088
    assert counts[Line.THREE_OF_A_KIND] == 7_672_500
    assert counts[Line.STRAIGHT] == 11_034_204
    assert counts[Line.TWO_PAIR] == 35_553_816
    assert counts[Line.PAIR] == 64_221_960
    assert counts[Line.NOTHING] == 24_780_420
    assert sum(counts.values()) == ALL_HANDS == 154_143_080


@rule("R24")
def test_royal_flushes_are_those_of_the_literature_and_the_match_of_emperors_is_half_as_likely() -> None:
    fortune, emperors = line_counts(line_wager("fortune")), line_counts(line_wager("emperors"))
    # A royal is natural in 4 suits, or lacks one of 5 cards to the joker; ace and king, or king and queen, of
    # the 3 other suits go with it, Emperor's Treasure counting the first only.
    assert fortune[Line.ROYAL_MATCH] == 4 * (1 + 5) * 3 * 2
    assert emperors[Line.ROYAL_MATCH] == 4 * (1 + 5) * 3
    # 26,132 hands contain a royal (Wizard of Odds). In each suit, these are runs of seven: eight to ace,
    # natural or with the joker for any one card, and seven to king with the joker for the eight or the nine.
    runs = 4 * (1 + 7) + 4 * 2
    assert fortune[Line.ROYAL_MATCH] + fortune[Line.ROYAL_FLUSH] + runs == 26_132


def test_the_progressive_counts_both_runs_of_seven_and_every_royal_beside_them() -> None:
    counts = line_counts(line_wager("progressive"))
    assert counts[Line.SEVEN_CARD_STRAIGHT_FLUSH] == 32 + 196
    assert counts[Line.ROYAL_FLUSH] == 26_132 - 40
    assert counts[Line.FULL_HOUSE] == 4_188_528


@rule("R24")
def test_hands_that_make_nothing_are_24_780_420_whatever_their_high_card() -> None:
    counts = line_counts(line_wager("insurance"))
    assert sum(counts.values()) - counts[NothingHigh.SOMETHING] == 24_780_420


@rule("R16")
def test_the_lines_of_four_tiles_are_those_counted_by_hand() -> None:
    # Two pairs: C(16,2) = 120, one of them supreme and heaven. A given pair with two tiles that do not pair:
    # C(30,2) - 15 = 420, and 5 of the 16 kinds are mixed, the supreme pair among them.
    assert line_counts(line_wager("pair-fortunes")) == {
        PairLine.GEE_JOON_AND_HEAVEN: 1,
        PairLine.TWO_PAIR: 119,
        PairLine.GEE_JOON: 420,
        PairLine.MIXED_PAIR: 4 * 420,
        PairLine.IDENTICAL_PAIR: 11 * 420,
        PairLine.NOTHING: comb(32, 4) - 120 - 16 * 420,
    }


@rule("R16", "colorado-tiles 30-2699.01(4)")
def test_pair_fortunes_table_1_keeps_the_published_share() -> None:
    odds = line_odds(line_wager("pair-fortunes"), "1")
    assert percent(odds.edge) == "5.2976%"  # Wizard of Odds
    # 300 + 119 * 25 + 420 * 8 + 1680 * 4 + 4620 * 3 - 29120 of 35,960
    assert odds.value == Fraction(-1905, 35_960)


@pytest.mark.parametrize(
    ("table_id", "gained"),
    [
        ("2", 250 + 119 * 25 + 420 * 8 + 1680 * 5 + 4620 * 2 - 29_120),
        ("3", 250 + 119 * 30 + 420 * 7 + 1680 * 5 + 4620 * 2 - 29_120),
        ("4", 200 + 119 * 30 + 420 * 10 + 1680 * 4 + 4620 * 2 - 29_120),
    ],
)
def test_the_other_tables_of_pair_fortunes_by_arithmetic(table_id: str, gained: int) -> None:
    assert line_odds(line_wager("pair-fortunes"), table_id).value == Fraction(gained, 35_960)


@rule("maryland-poker 13.C(1)")
def test_emperors_treasure_is_the_published_fortune_bonus_with_one_match() -> None:
    # Wizard of Odds gives 7.766% for 8000/2000/1000/400/150/50/25/5/4/3/2 where king and queen alone match;
    # ace and king alone are as likely.
    assert percent(line_odds(line_wager("emperors"), "A").edge, 3) == "7.766%"
    # Maryland's Fortune Bonus has both: 72 hands more win 2,000 instead of 150.
    wider = line_odds(line_wager("fortune"), "A").value - line_odds(line_wager("emperors"), "A").value
    assert wider == Fraction(72 * (2_000 - 150), ALL_HANDS)


@rule("maryland-poker 13.D(2)")
def test_insurance_b_keeps_the_published_share() -> None:
    assert percent(line_odds(line_wager("insurance"), "B").edge, 2) == "7.35%"  # Wizard of Odds


@rule("R25")
def test_envy_adds_the_published_points_for_each_other_player() -> None:
    # About 0.92 points at 3000/1000/500/250/50/20/5 on five dollars (Wizard of Odds).
    each = envy_per_other(line_wager("emperors"), line_wager("emperors").envy_tables["B"], dollars(5))
    assert percent(each, 2) == "0.92%"
    paid = 32 * 3000 + 72 * 1000 + 196 * 500 + 1128 * 250 + (25_948 + 72) * 50 + 184_644 * 20 + 307_472 * 5
    assert each == Fraction(paid, 5 * ALL_HANDS)
    odds = line_odds(line_wager("emperors"), "B")
    envies = odds.details["envy"]
    assert isinstance(envies, list)
    assert [row["others"] for row in envies] == [1, 2, 3, 4, 5]
    with_five = odds.value + 5 * each
    assert envies[-1]["value"] == {"numerator": with_five.numerator, "denominator": with_five.denominator}


@rule("R25")
def test_less_than_five_dollars_earn_no_envy() -> None:
    wager = line_wager("fortune")
    assert envy_per_other(wager, wager.envy_tables["A"], dollars(4)) == 0
    # A sum in dollars is worth half as much to twice the stake.
    five, ten = (envy_per_other(wager, wager.envy_tables["A"], dollars(n)) for n in (5, 10))
    assert five == 2 * ten


@rule("R26", "maryland-poker 13.G")
def test_a_payout_limit_cuts_only_what_is_above_it() -> None:
    limit = PayoutLimit(dollars(50_000), "maryland-poker 13.G(1)(a)")
    plain = line_odds(line_wager("fortune"), "A")
    # 50,000 dollars are 8,000 times 6.25: five dollars lose nothing, ten lose 3,000 units of the top line.
    assert line_odds(line_wager("fortune"), "A", Terms(dollars(5), limit)).value == plain.value
    ten = line_odds(line_wager("fortune"), "A", Terms(dollars(10), limit))
    assert plain.value - ten.value == Fraction(32 * 3_000, ALL_HANDS)
    assert ten.details["uncut_stake_cents"] == 625


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        # Of 216 throws: one die 3 * 25, two dice 3 * 5, three dice 1.
        (Kind("match"), Fraction(75 + 2 * 15 + 3 - 125, 216)),
        (Kind("odd"), Fraction((108 - 3) - (108 + 3), 216)),
        (Kind("even"), Fraction((108 - 3) - (108 + 3), 216)),
        (Kind("double"), Fraction(4 * 36 - 180, 216)),
        (Kind("triple"), Fraction(30 * 6 - 210, 216)),
    ],
)
@rule("R15", "colorado-tiles 30-2612(1)", "colorado-tiles 30-2612(4)")
def test_dice_wagers_by_arithmetic(kind: Kind, value: Fraction) -> None:
    odds = roll_odds(ROLL_WAGERS[kind])
    assert (odds.total, odds.value) == (216, value)


@rule("R13", "colorado-tiles 30-2612(6)")
def test_the_dice_bonus_is_a_chain_of_three_rolls() -> None:
    p, q, mine = Fraction(1, 36), Fraction(35, 36), Fraction(1, 6)
    # From the last rung back: what the next roll is worth to the shaker and to another player.
    third = mine * (p * 10_000 - q) + (1 - mine) * (p * 1_000 - q)
    second = mine * (p * (500 + third) - q) + (1 - mine) * (p * (50 + third) - q)
    as_shaker, as_other = p * (30 + second) - q, p * (25 + second) - q
    assert dice_bonus_odds(first_shaker=True).value == as_shaker
    assert dice_bonus_odds(first_shaker=False).value == as_other
    assert dice_bonus_odds().value == mine * as_shaker + (1 - mine) * as_other
    assert dice_bonus_odds(first_shaker=True).total == 216**3
    assert dice_bonus_odds().hit_frequency == p


@rule("R26", "maryland-poker 13.E(2)")
def test_the_progressive_grows_with_its_meter_and_breaks_even_where_it_says() -> None:
    returns = progressive_return("A")
    fixed = 26_092 * 500 + 184_644 * 100 + 307_472 * 75 + 4_188_528 * 4
    assert returns.fixed == Fraction(fixed, ALL_HANDS)
    assert returns.shares == {Meter.SINGLE: (228 + Fraction(1_128, 10)) / ALL_HANDS}
    even = returns.break_even(Meter.SINGLE, {Meter.SINGLE: dollars(10_000)}, dollars(1))
    # (1 - fixed) / share of the meter, in cents of a one-dollar wager
    assert even == 100 * (ALL_HANDS - fixed) / (228 + Fraction(1_128, 10))


@rule("maryland-poker 13.E(4)")
def test_each_meter_of_three_has_its_own_break_even() -> None:
    meters = {Meter.MEGA: dollars(10_000), Meter.MAJOR: dollars(1_000), Meter.MINOR: dollars(500)}
    returns = progressive_return("C")
    for meter, reading in meters.items():
        even = returns.break_even(meter, meters, dollars(5))
        share = returns.shares[meter] / dollars(5)
        assert returns.value(meters, dollars(5)) + (even - reading) * share == 0


@rule("R39")
def test_in_the_long_run_the_meters_pay_what_they_are_fed_and_start_with() -> None:
    terms = ProgressiveTerms("A", dollars(1), (MeterTerms(Meter.SINGLE, dollars(10_000), Fraction(20, 100)),))
    returns = progressive_return("A")
    assert returns.long_run(terms) == returns.fixed + Fraction(1, 5) + Fraction(228 * 10_000, ALL_HANDS) - 1


@pytest.mark.parametrize(
    ("meters", "sentence"),
    [
        ({Meter.SINGLE: dollars(-1)}, "the meter can't be -$1.00; it must be $0 or more"),
        ({Meter.MEGA: dollars(1)}, "progressive A has no mega; it has meter"),
    ],
)
def test_meters_that_cannot_be_are_refused(meters: dict[Meter, int], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence.replace("$", r"\$")):
        check_meters("A", meters)  # type: ignore[arg-type]


def test_a_progressive_wager_of_nothing_is_refused() -> None:
    with pytest.raises(BadInput, match=r"more than \$0"):
        progressive_odds("A", dollars(0))


def assert_consistent(odds: WagerOdds) -> None:
    """What holds of every wager: results fill the total, and JSON says the same numbers."""
    data = odds.as_json()
    assert sum(data["counts"].values()) == data["total"] == odds.total  # type: ignore[attr-defined]
    value = data["value"]
    assert Fraction(value["numerator"], value["denominator"]) == odds.value == -odds.edge  # type: ignore[index]


def test_every_optional_wager_keeps_something_for_the_house_and_is_consistent() -> None:
    wagers = [
        *(line_odds(line_wager("pair-fortunes"), table) for table in "1234"),
        *(
            line_odds(line_wager(kind), table)
            for kind in (Kind("fortune"), Kind("emperors"))
            for table in "ABCD"
        ),
        *(line_odds(line_wager("insurance"), table) for table in "AB"),
        *(progressive_odds(table, dollars(1)) for table in "ABCD"),
    ]
    for odds in wagers:
        assert_consistent(odds)
        assert 0 < odds.edge < 1


def test_a_books_own_pay_table_is_what_its_odds_are_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two pair alone, at 200 to 1: of 35,960 hands, 120 hold two pairs, one of them Gee Joon and heaven."""
    (tmp_path / "paytables").mkdir()
    own = "line\t1\nparagraph\t4(b)\ntwo pair\t200 to 1\n"
    (tmp_path / "paytables" / "pair-fortunes.tsv").write_text(own, encoding="utf-8")
    monkeypatch.setattr(registry, "folder_of", lambda _: tmp_path)
    registry.pay_tables.cache_clear()
    try:
        odds = line_odds(line_wager("pair-fortunes"), "1", book="ours")
    finally:
        registry.pay_tables.cache_clear()
    assert odds.value == Fraction(119 * 200 - (35_960 - 119), 35_960)
