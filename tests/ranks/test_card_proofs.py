"""All 154,143,080 hands of seven cards, walked hand by hand, against their classes and the counts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from math import comb

import numba
import numpy as np
import numpy.typing as npt
import pytest

from paigow.ranks.batch import LINES, Cards, bonus_lines, nothing_highs, seven_strengths
from paigow.ranks.classes import CARD_CLASSES, card_hand_classes, plain_card_class
from paigow.ranks.lines import EMPERORS_MATCH, FORTUNE_MATCH, Match, NothingHigh
from paigow.ranks.poker import Category, Wheel, five_ranks
from tests.counts.loading import assert_counts

BLOCK = 4_000_000
Counts = npt.NDArray[np.int64]


def _next_hands(hand: Cards, rows: Cards) -> int:
    """Write hands in order, counting down from 52 51 50 49 48 47 46; `hand` is the next. Returns how many."""
    written = 0
    while written < len(rows) and hand[0] >= 6:
        rows[written] = hand
        written += 1
        place = 6
        while place >= 0 and hand[place] == 6 - place:
            place -= 1
        if place < 0:
            hand[0] = 0  # no hand after 6 5 4 3 2 1 0
            break
        hand[place] -= 1
        for after in range(place + 1, 7):
            hand[after] = hand[after - 1] - 1
    return written


def every_hand() -> Iterator[Cards]:
    """Blocks of rows, each hand of seven of 53 cards once, cards in descending order."""
    fill = numba.njit(_next_hands)
    hand = np.arange(52, 45, -1).astype(np.uint8)
    rows = np.zeros((BLOCK, 7), dtype=np.uint8)
    total, done = comb(53, 7), 0
    while written := fill(hand, rows):
        done += written
        sys.stderr.write(f"\r  {done:>11,} of {total:,} hands")
        yield rows[:written]
    assert done == total


def test_walking_writes_every_hand_once() -> None:
    """The walk itself, on its last hands: all sevens of the nine lowest cards, in descending order."""
    hand = np.arange(8, 1, -1).astype(np.uint8)
    rows = np.zeros((100, 7), dtype=np.uint8)
    written = _next_hands(hand, rows)
    assert written == comb(9, 7)
    assert len({tuple(row) for row in rows[:written].tolist()}) == written
    assert (np.diff(rows[:written].astype(int), axis=1) < 0).all()
    assert _next_hands(hand, rows) == 0


@pytest.mark.prove
@pytest.mark.parametrize("wheel", Wheel)
def test_every_hand_ranks_as_its_class(wheel: Wheel) -> None:
    ranks = five_ranks(wheel)
    counted = np.zeros(len(ranks), dtype=np.int64)
    for rows in every_hand():
        counted += np.bincount(seven_strengths(rows, wheel), minlength=len(ranks))
    classes = card_hand_classes()
    weighted = np.zeros(len(ranks), dtype=np.int64)
    np.add.at(weighted, seven_strengths(classes.cards, wheel), classes.weights.astype(np.int64))
    assert np.array_equal(counted, weighted)
    by_category = {
        str(category): int(counted[[rank.category is category for rank in ranks]].sum())
        for category in Category
    }
    assert_counts("seven_cards", {"any": int(counted.sum()), **by_category})


@pytest.mark.prove
@pytest.mark.parametrize(("name", "match"), [("fortune", FORTUNE_MATCH), ("emperors", EMPERORS_MATCH)])
def test_every_hand_makes_the_line_of_its_class(name: str, match: Match) -> None:
    counted = np.zeros(len(LINES), dtype=np.int64)
    highs = np.zeros(len(NothingHigh), dtype=np.int64)
    for rows in every_hand():
        lines = bonus_lines(rows, match)
        counted += np.bincount(lines, minlength=len(LINES))
        highs += np.bincount(nothing_highs(rows, lines), minlength=len(NothingHigh))
    by_line = {str(line): int(count) for line, count in zip(LINES, counted, strict=True)}
    assert_counts(name, {"any": int(counted.sum()), **by_line})
    by_high = {str(line): int(count) for line, count in zip(NothingHigh, highs, strict=True)}
    something = by_high.pop(str(NothingHigh.SOMETHING))
    assert_counts("insurance", {**by_high, "something": something})


@pytest.mark.prove
def test_no_two_rows_are_of_one_class() -> None:
    """By the plain twin; since the weights sum to all hands, every class then has its own."""
    rows = card_hand_classes().cards
    assert len({plain_card_class(tuple(row)) for row in rows.tolist()}) == CARD_CLASSES
