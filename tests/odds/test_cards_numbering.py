"""Sets of cards by suit class: every class has one number, every set of up to five cards its own row."""

from __future__ import annotations

from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from paigow.odds.counting.decks import (
    FEW,
    FIVE,
    FULL,
    HAND,
    SUIT_ORDERS,
    CountedDeck,
    _table,
    classes,
    empty_rows,
    hand_numbers,
    packed,
    set_code,
    suit_codes,
)
from paigow.odds.counting.kernels import sweeping
from paigow.ranks.classes import CARD_CLASSES, CARD_HANDS, card_hand_classes, plain_card_class
from tests.odds.card_ways import BARE, MIDDLE, SMALL


def test_every_class_of_the_full_deck_is_numbered_by_its_row() -> None:
    found = classes(FULL)
    assert len(found) == CARD_CLASSES
    assert int(found.weights.sum(dtype=np.int64)) == CARD_HANDS
    assert (found.cards == card_hand_classes().cards).all()
    assert (hand_numbers(found.cards) == np.arange(len(found))).all()


@pytest.mark.parametrize("deck", [SMALL, BARE, MIDDLE, CountedDeck((2, 7, 14), joker=True)], ids=str)
@pytest.mark.parametrize("cards", range(HAND + 1))
def test_every_set_has_the_number_of_its_plain_class(deck: CountedDeck, cards: int) -> None:
    found = classes(deck, cards)
    assert int(found.weights.sum(dtype=np.int64)) == comb(len(deck), cards)
    numbers = {plain_card_class(tuple(row)): number for number, row in enumerate(found.cards.tolist())}
    assert len(numbers) == len(found)
    sets = list(combinations(deck.card_indexes, cards))[:: 1 if cards < 6 else 7]
    got = hand_numbers(np.array(sets, dtype=np.uint8).reshape(len(sets), cards), deck)
    assert got.tolist() == [numbers[plain_card_class(some)] for some in sets]


def test_a_hand_keeps_its_number_in_any_order_and_any_suits() -> None:
    hand = np.array([52, 51, 46, 33, 20, 9, 2], dtype=np.uint8)
    numbers = set()
    for suits in permutations(range(4)):
        moved = [card if card == 52 else card // 4 * 4 + suits[card % 4] for card in hand.tolist()]
        numbers.update(hand_numbers(np.array([moved, moved[::-1]], dtype=np.uint8)).tolist())
    assert len(numbers) == 1


@pytest.mark.parametrize("sizes", [FEW, FIVE], ids=str)
def test_every_shared_set_of_the_full_deck_has_a_row_of_its_own(sizes: range) -> None:
    table = _table(FULL, sizes)
    every = [classes(FULL, size) for size in sizes]
    codes = np.concatenate([set_code(packed(some.cards)) for some in every])
    slots = codes * table.factors[codes & np.uint64(table.mask)] >> np.uint64(table.bits)
    assert len(np.unique(slots)) == len(codes)
    weights = np.concatenate([some.weights for some in every])
    assert (table.symmetry[slots] * weights == SUIT_ORDERS).all()


def test_the_kernel_adds_up_the_codes_of_all_subsets_of_a_hand() -> None:
    for hand in ([52, 51, 46, 33, 20, 9, 2], [48, 49, 50, 51, 0, 1, 2], [0, 4, 8, 12, 16, 20, 24]):
        cards = np.array([hand], dtype=np.uint8)
        codes = np.zeros(128, dtype=np.uint64)
        sweeping._subset_codes(packed(cards)[0], suit_codes(), codes)
        subsets = [some for size in range(8) for some in combinations(hand, size)]
        plain = [set_code(packed(np.array([some], dtype=np.uint8).reshape(1, -1)))[0] for some in subsets]
        assert sorted(codes.tolist()) == sorted(map(int, plain))
        sizes = {int(code): len(some) for code, some in zip(plain, subsets, strict=True)}
        assert all(sizes[code] == subset.bit_count() for subset, code in enumerate(codes.tolist()))


def test_no_counter_can_overflow() -> None:
    """The bounds of `kernels.sweeping`: rows, sums over one hand's subsets, sums over all hands."""
    held = [SUIT_ORDERS * comb(53 - size, 7 - size) for size in range(6)]
    assert held[0] == 3_699_433_920 < 2**32
    assert held[5] == 27_072 < 2**16
    of_one_hand = [comb(7, size) * most for size, most in enumerate(held)]
    assert max(of_one_hand) < 2**32
    assert comb(53, 7) * max(of_one_hand) < 2**60
    assert comb(53, 7) * sum(of_one_hand) < 2**63
    rows = empty_rows(FULL)
    assert rows.few_counters.dtype == np.uint32
    assert rows.five_counters.dtype == np.uint16
