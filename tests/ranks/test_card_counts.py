"""Every hand of two, five and seven cards, counted: seven through the 6,972,147 classes of suits.

`make prove` walks all 154,143,080 hand by hand: see `test_card_proofs`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from paigow.material import CARDS
from paigow.ranks.batch import (
    LINES,
    bonus_lines,
    five_strengths,
    nothing_highs,
    progressive_lines,
    seven_strengths,
)
from paigow.ranks.classes import CARD_CLASSES, CARD_HANDS, HandClasses, card_hand_classes, class_count
from paigow.ranks.kernels import JOKER
from paigow.ranks.lines import EMPERORS_MATCH, FORTUNE_MATCH, Line, Match, NothingHigh
from paigow.ranks.poker import Category, Order, Wheel, Wild, five_ranks, is_wild, rank_two_cards, two_ranks
from tests.counts.loading import assert_counts, expected


@pytest.fixture(scope="module")
def classes() -> HandClasses:
    return card_hand_classes()


def categories(strengths: npt.NDArray[np.uint16], wheel: Order = Wheel.SECOND) -> npt.NDArray[np.uint8]:
    return np.array([rank.category for rank in five_ranks(wheel)], dtype=np.uint8)[strengths]


def tally(found: npt.NDArray[np.uint8], weights: npt.NDArray[np.uint8], names: list[str]) -> dict[str, int]:
    """How many hands have each number, by name; unused names are left out."""
    counts = np.zeros(len(names), dtype=np.int64)
    np.add.at(counts, found, weights.astype(np.int64))
    return {name: int(count) for name, count in zip(names, counts, strict=True) if count}


CATEGORIES = [str(category) for category in Category]
LINE_NAMES = [str(line) for line in LINES]


def test_hands_of_two_cards() -> None:
    ranks = [rank_two_cards(pair) for pair in combinations(CARDS, 2)]
    counted = Counter("pair" if rank.category is Category.PAIR else "other" for rank in ranks)
    assert_counts("two_cards", {"any": len(ranks), **counted, "ranks": len(two_ranks())})


@pytest.mark.parametrize("wheel", Wheel)
def test_ranks_of_five_cards(wheel: Wheel) -> None:
    counted = Counter(str(rank.category) for rank in five_ranks(wheel))
    assert_counts("five_card_ranks", {"all": len(five_ranks(wheel)), **counted})


@cache
def all_fives() -> npt.NDArray[np.uint8]:
    return np.array(list(combinations(range(53), 5)), dtype=np.uint8)


@pytest.mark.parametrize("wheel", [*Wheel, *Wild])
def test_hands_of_five_cards(wheel: Order) -> None:
    cards = all_fives()
    found = categories(five_strengths(cards, wheel), wheel)
    once = np.ones(len(cards), dtype=np.uint8)
    joker = (cards == JOKER).any(axis=1)
    counted = {"any": len(cards)}
    for kind, part in (("natural", ~joker), ("joker", joker)):
        counted |= {
            f"{kind} {name}": count for name, count in tally(found[part], once[part], CATEGORIES).items()
        }
    counted["five aces"] = counted.pop("joker five aces")
    assert_counts("five_cards_wild" if is_wild(wheel) else "five_cards", counted)


def test_the_classes_of_seven_cards(classes: HandClasses) -> None:
    assert_counts(
        "card_classes",
        {
            "seven natural": class_count(7),
            "six and joker": class_count(6),
            "all": len(classes),
            "hands": int(classes.weights.sum(dtype=np.int64)),
        },
    )
    assert (len(classes), CARD_HANDS) == (CARD_CLASSES, comb(53, 7))


def test_no_class_stands_twice(classes: HandClasses) -> None:
    """That different rows are of different classes is shown for small hands, and proven by `make prove`."""
    powers = np.int64(53) ** np.arange(7)
    numbers = np.sort(classes.cards.astype(np.int64) @ powers)
    assert (numbers[1:] != numbers[:-1]).all()


@pytest.mark.parametrize("wheel", Wheel)
def test_the_best_five_of_seven_cards(classes: HandClasses, wheel: Wheel) -> None:
    found = categories(seven_strengths(classes.cards, wheel), wheel)
    counted = tally(found, classes.weights, CATEGORIES)
    assert_counts("seven_cards", {"any": sum(counted.values()), **counted})


@pytest.mark.parametrize("wheel", Wheel)
def test_the_best_five_of_seven_natural_cards(classes: HandClasses, wheel: Wheel) -> None:
    natural = classes.cards[:, 0] != JOKER
    found = categories(seven_strengths(classes.cards[natural], wheel), wheel)
    counted = tally(found, classes.weights[natural], CATEGORIES)
    counted["straight flush"] += counted.pop("royal flush")
    assert_counts("seven_natural_cards", {"any": sum(counted.values()), **counted})


@pytest.mark.parametrize(("name", "match"), [("fortune", FORTUNE_MATCH), ("emperors", EMPERORS_MATCH)])
def test_the_lines_of_the_bonus_wagers(classes: HandClasses, name: str, match: Match) -> None:
    counted = tally(bonus_lines(classes.cards, match), classes.weights, LINE_NAMES)
    assert_counts(name, {"any": sum(counted.values()), **counted})


def test_the_lines_of_the_progressive(classes: HandClasses) -> None:
    lines = progressive_lines(bonus_lines(classes.cards, FORTUNE_MATCH))
    counted = tally(lines, classes.weights, LINE_NAMES)
    assert_counts("progressive", {"any": sum(counted.values()), **counted})


def test_the_lines_of_insurance(classes: HandClasses) -> None:
    highs = nothing_highs(classes.cards, bonus_lines(classes.cards, FORTUNE_MATCH))
    names = [*(str(line) for line in NothingHigh if line is not NothingHigh.SOMETHING), "something"]
    assert_counts("insurance", tally(highs, classes.weights, names))


def has_run(ranks: tuple[int, ...]) -> bool:
    """Five in a row, the ace low or high."""
    held = {*ranks, 1} if 14 in ranks else set(ranks)
    return any(held >= set(range(low, low + 5)) for low in range(1, 11))


def test_the_sets_of_ranks_without_a_run_are_those_of_the_arithmetic() -> None:
    """The numbers of sets that insurance.count multiplies, from sets of ranks alone."""
    natural = Counter(max(ranks) for ranks in combinations(range(2, 15), 7) if not has_run(ranks))
    assert natural == {9: 2, 10: 16, 11: 62, 12: 175, 13: 411, 14: 833}
    joker = [
        ranks
        for ranks in combinations(range(2, 14), 6)
        if not any(has_run((*ranks, fifth)) for fifth in range(2, 15))
    ]
    assert len(joker) == 427


def edge(counts: dict[str, int], pays: dict[str, int]) -> float:
    """What the house keeps of a stake at odds of `pays` to 1, in percent."""
    total = comb(53, 7)
    returned = sum((odds + 1) * counts[line] for line, odds in pays.items())
    return float(100 - Fraction(100 * returned, total))


def test_insurance_has_the_edge_that_the_wizard_of_odds_prints() -> None:
    names = "nine ten jack queen king ace".split()
    pays = {f"{name}-high": odds for name, odds in zip(names, (100, 25, 15, 7, 5, 3), strict=True)}
    assert round(edge(expected("insurance"), pays), 2) == 7.35


def test_fortune_with_king_and_queen_only_has_the_edge_that_the_wizard_of_odds_prints(
    classes: HandClasses,
) -> None:
    counted = tally(bonus_lines(classes.cards, frozenset({(13, 12)})), classes.weights, LINE_NAMES)
    assert counted[Line.ROYAL_MATCH.value] == 72  # 4 * 3 natural, 4 * 5 * 3 with the joker
    odds = (8000, 2000, 1000, 400, 150, 50, 25, 5, 4, 3, 2)
    assert round(edge(counted, dict(zip(LINE_NAMES, odds, strict=False))), 3) == 7.766
