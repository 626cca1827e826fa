"""Pairs of card hands summed set by set: how the work is split, and what is sent. Counts: `test_cards`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from paigow.material.cards import JOKER
from paigow.odds.counting.card_relations import (
    EVERY_KEY,
    Pairing,
    Parcel,
    key_of,
    opened,
    pairing_sums,
    pairings,
    ranges,
)
from paigow.odds.counting.kernels import relations as kernels
from tests.odds.card_ways import SMALL, at_random, best_high, best_low


@pytest.fixture(scope="module")
def pairs() -> tuple[Pairing, ...]:
    return pairings(best_low(SMALL), at_random(SMALL, 5))


def test_hands_that_are_set_by_ranks_alone_need_no_suits() -> None:
    """Four ranks make a flush only with the joker: few hands of this deck aren't set by ranks alone."""
    by_ranks, corrected, suited = pairings(best_low(SMALL), best_high(SMALL))
    assert len(by_ranks.cards) == len(corrected.cards) > 10 * len(suited.cards)
    # Corrections take from one point what they add to another.
    for side in (corrected.theirs, suited.mine, suited.theirs):
        assert side.weights.sum() == 0
    # 17 cards, 7 of them: C(17, 7).
    assert by_ranks.mine.weights.sum() == by_ranks.theirs.weights.sum() == 19_448


@pytest.mark.parametrize("pieces", [2, 9, 200])
def test_any_cut_adds_up_to_the_whole(pairs: tuple[Pairing, ...], pieces: int) -> None:
    for pair in pairs:
        cut = ranges(pair, pieces)
        assert [start for start, _, _ in cut] == sorted(start for start, _, _ in cut)
        whole = pairing_sums(pair)
        assert whole.any()
        parts = np.sum([pairing_sums(pair, start, stop) for start, stop, _ in cut], axis=0)
        assert parts.tolist() == whole.tolist()


def test_every_subset_of_a_row_is_numbered_by_its_three_lowest_ranks(pairs: tuple[Pairing, ...]) -> None:
    rows = pairs[2].cards[::97]
    counts = np.zeros(EVERY_KEY, dtype=np.int64)
    kernels.count_subsets(rows, np.ones(len(rows), dtype=np.int32), counts)
    plain: Counter[int] = Counter()
    for row in rows.tolist():
        ranks = [13 if card == JOKER.index else card // 4 for card in row]
        plain.update(key_of(some) for size in range(8) for some in combinations(ranks, size))
    assert {int(key): int(counts[key]) for key in np.flatnonzero(counts)} == plain


def test_a_parcel_opens_to_what_was_packed(pairs: tuple[Pairing, ...]) -> None:
    for pair in pairs:
        there = opened(Parcel.of(pair))
        assert (there.by, there.left) == (pair.by, pair.left)
        assert [each.tolist() for each in there.arrays()] == [each.tolist() for each in pair.arrays()]
