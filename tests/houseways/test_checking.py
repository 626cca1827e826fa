"""What is proven about each way over every hand: tiles here, cards in the proofs."""

from __future__ import annotations

from math import comb

import pytest

from paigow.faults import BadInput
from paigow.houseways import HouseWay, load_way
from paigow.houseways.checking import WayCheck, check_way, compare_ways, tally_way
from paigow.material.game import Game
from paigow.ranks.classes import CARD_HANDS, TILE_HANDS
from paigow.ranks.poker import Wheel
from tests.houseways.pieces import HERE, names_of
from tests.rules import rule

PRINTED = HERE / "printed"


def counts(check: WayCheck) -> dict[str, int]:
    return {str(rule.label): hands for rule, hands in check.by_rule}


@pytest.mark.parametrize("name", names_of(Game.TILES))
def test_a_tile_way_is_clean(name: str) -> None:
    check = check_way(load_way(name))
    assert check.hands == TILE_HANDS == sum(counts(check).values())
    assert (check.unanswered, check.fouled, check.unreachable, check.conflicts) == (0, 0, (), ())
    assert check.clean


@rule("commission-tiles 7(d)(1)", "commission-tiles 7(d)(2)", "R4")
def test_the_default_way_counts() -> None:
    """The supreme pair with any two of the 30 others; 120 hands of two pairs, none of them split."""
    check = check_way(load_way("regulation"))
    assert counts(check)["1"] == comb(30, 2)
    tally = tally_way(load_way("regulation"))
    assert tally.hands == TILE_HANDS == sum(tally.low.values()) == sum(tally.high.values())
    assert tally.high["Gee Joon, the supreme pair"] == comb(30, 2)
    pairs_low = sum(hands for name, hands in tally.low.items() if name.startswith("Pair"))
    assert pairs_low == 120
    pairs_high = sum(hands for name, hands in tally.high.items() if name.startswith(("Pair", "Gee")))
    assert pairs_high == 6_720 + 120


@rule("commission-tiles 7(d)(2)", "R4")
def test_the_default_way_plays_every_wong_that_no_pair_beats() -> None:
    """2,704 hands hold a wong and no pair (a probability thread on the Wizard of Vegas forum)."""
    tally = tally_way(load_way("regulation"))
    assert tally.high["Teen wong"] + tally.high["Day wong"] == 2_704


class TestPrintedOriginals:
    """The checker's findings in ways as printed; the readings chosen resolve them."""

    def test_generic_disagrees_with_itself(self) -> None:
        check = check_way(load_way(PRINTED / "generic.way"))
        (conflict,) = check.conflicts
        assert (str(conflict.first.label), str(conflict.second.label)) == ("9a", "9b")
        # two Teens, two Days, two fives, and four sixes or two Gee Joon
        assert conflict.hands == 2 * 2 * 2 * (4 + 2)
        assert f"{conflict.hands} hands" in load_way("generic").texts("finding")[0]

    def test_horseshoe_names_a_result_that_cannot_be_made(self) -> None:
        check = check_way(load_way(PRINTED / "horseshoe.way"))
        assert [str(rule.label) for rule in check.unreachable] == ["4e"]

    def test_taj_mahal_takes_exceptions_away_before_they_are_reached(self) -> None:
        check = check_way(load_way(PRINTED / "taj-mahal.way"))
        assert [rule.label.letter for rule in check.unreachable] == list("abcdfl")
        assert "A, B, C, D, F and L" in load_way("taj-mahal").texts("finding")[0]

    def test_traditional_splits_a_pair_that_is_better_kept(self) -> None:
        """As its finding says: the hand is among those on which an only-way rule would differ."""
        with_rule = HouseWay.parse(
            'way "t"\ngame tiles\nas "traditional", but\n'
            "1 when one setting is better in both hands or two pairs\n"
            "    play the only way, or else the pair kept\n"
        )
        differences = compare_ways(load_way("traditional"), with_rule)
        split = [d for d in differences if str(d.first.label) == "3c"]
        # Teen or Day pairs with GJ and a 4, 5 or 6: kept low 7, 8 or 9 above split low 6, 7 or 8
        assert sum(d.hands for d in split) >= 2 * 2 * (4 + 2 + 4)

    @pytest.mark.prove
    @pytest.mark.parametrize(("name", "pairs"), [("trump-plaza", 12), ("ballys", 11)])
    def test_four_aces_with_a_pair_are_claimed_twice(self, name: str, pairs: int) -> None:
        (conflict,) = check_way(load_way(PRINTED / f"{name}.way")).conflicts
        # four of the four aces and the joker, a pair of another rank, a card of a third
        assert conflict.hands == comb(5, 4) * pairs * comb(4, 2) * 44
        assert f"{conflict.hands:,} hands" in load_way(name).texts("finding")[0]


class TestFindings:
    END = "9  otherwise play the best low\nfinally the best low, then the best high\n"

    def check(self, rules: str) -> WayCheck:
        return check_way(HouseWay.parse(f'way "w"\ngame tiles\n{rules}\n{self.END}'))

    def test_a_rule_that_never_speaks(self) -> None:
        check = self.check("1 when two pairs play the pair kept\n2 when two pairs play the pair split")
        assert [str(rule.label) for rule in check.unreachable] == ["2"]
        assert not check.clean

    def test_unless_it_says_why(self) -> None:
        rules = (
            '1 when two pairs play the pair kept\n2 when two pairs play the pair split silent "printed twice"'
        )
        assert self.check(rules).clean

    def test_a_rule_that_speaks_though_it_says_it_is_silent(self) -> None:
        check = self.check('1 when two pairs play the pair kept silent "never"')
        assert [str(rule.label) for rule in check.speaking_though_silent] == ["1"]
        assert not check.clean

    def test_two_rules_of_one_level_that_disagree(self) -> None:
        check = self.check("1a when a pair of 9 play the pair kept\n1b when holding 9 play the pair split")
        (conflict,) = check.conflicts
        # both nines with any two of the other 30 tiles
        assert conflict.hands == comb(30, 2)
        assert len(conflict.examples) == 3

    def test_two_rules_of_one_level_that_agree_wherever_both_fit(self) -> None:
        check = self.check("1a when a pair of 9 play the pair kept\n1b when one pair play the pair kept")
        assert check.conflicts == ()

    def test_rules_of_different_levels_may_disagree(self) -> None:
        check = self.check("1 when a pair of 9 play the pair kept\n2 when holding 9 play the pair split")
        assert check.conflicts == ()

    def test_equal_hands_of_other_tiles_are_no_difference(self) -> None:
        """Two mixed nines are worth the same, whichever goes where."""
        check = self.check(
            "1a when a pair of 9 play the pair split\n"
            "1b when a pair of 9 play the pair split, then the best high"
        )
        assert check.conflicts == ()


def test_differences_add_up_and_show_both_rules() -> None:
    one, other = load_way("generic"), load_way("regulation")
    differences = compare_ways(one, other)
    assert [d.hands for d in differences] == sorted((d.hands for d in differences), reverse=True)
    assert compare_ways(one, one) == ()
    back = compare_ways(other, one)
    assert sum(d.hands for d in differences) == sum(d.hands for d in back)


def test_a_delta_differs_only_by_its_own_rows() -> None:
    base = load_way("canberra")
    delta = HouseWay.parse('way "d"\ngame tiles\nas "canberra", but\n1i struck out\n')
    (difference,) = compare_ways(base, delta)
    assert str(difference.first.label) == "1i"
    # two H8, two L8, two nines, two L4
    assert difference.hands == 2**4


def test_ways_of_two_games_cannot_be_compared() -> None:
    with pytest.raises(BadInput, match="is for tiles"):
        compare_ways(load_way("regulation"), load_way("foxwoods"))


@pytest.mark.prove
@pytest.mark.parametrize("wheel", list(Wheel))
@pytest.mark.parametrize("name", names_of(Game.CARDS))
def test_a_card_way_is_clean(name: str, wheel: Wheel) -> None:
    check = check_way(load_way(name), wheel)
    assert check.hands == CARD_HANDS == sum(counts(check).values())
    assert check.clean


@pytest.mark.prove
def test_card_hands_by_rule_are_the_published_counts() -> None:
    """Alspach's counts of seven cards with a joker (Simon Fraser University)."""
    by_rule = counts(check_way(load_way("trump-plaza")))
    assert by_rule["19"] == 24_780_420
    assert by_rule["18"] == 64_221_960
    assert by_rule["1"] + by_rule["2"] == 1_128
    # He counts by the best hand; three aces and the joker can also be a straight flush: an ace with three of
    # the four other cards of a royal or a wheel in its suit, and two of the three other aces.
    also_straight_flush = 2 * 4 * comb(4, 3) * comb(3, 2)
    assert sum(by_rule[number] for number in "3456") == 307_472 + also_straight_flush
    # five aces with a pair of kings: the other pair is one of six
    assert by_rule["1"] == comb(4, 2)


@pytest.mark.prove
def test_a_tally_of_cards_adds_up() -> None:
    tally = tally_way(load_way("foxwoods"))
    assert tally.hands == CARD_HANDS == sum(tally.low.values()) == sum(tally.high.values())
    # five aces stay together only with kings low
    assert tally.high["five aces"] == comb(4, 2)
