"""Draws from given entropy: fair, complete, and reproducible.

Fairness is shown exactly, with words smaller than 32 bits: every word, or every row of words, is fed in, and
every outcome must come up equally often. A byte-level test shows how the stream of words is made.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import permutations, product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paigow.faults import BadInput
from paigow.material import CARDS, TILES, shuffling
from paigow.material.shuffling import between, dice_from, draws, permutation, reduced, shuffled
from tests.material.strategies import seeds

SEED = bytes(range(32))
labels = st.text(max_size=20)


def reduced_or_passed_over(word: int, bound: int) -> int:
    """What one word is reduced to, or -1 if it was rejected and the next word taken."""
    numbers = iter([word, 0])
    result = reduced(numbers, [bound])[0]
    return result if list(numbers) else -1


@pytest.mark.parametrize("bound", range(1, 33))
def test_every_number_below_a_bound_comes_from_equally_many_words(
    bound: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shuffling, "_WORD_RANGE", 32)
    found = Counter(reduced_or_passed_over(word, bound) for word in range(32))
    passed_over = found.pop(-1, 0)
    assert found == dict.fromkeys(range(bound), 32 // bound)
    assert passed_over == 32 % bound


def test_a_word_that_would_favour_small_numbers_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shuffling, "_WORD_RANGE", 8)
    # Of eight words 6 and 7 would make 0 and 1 likelier than 2.
    assert reduced(iter([6, 7, 5, 7, 2]), [3, 3]) == [2, 2]


def test_words_of_32_bits_are_passed_over_from_the_largest_multiple_on() -> None:
    # 2**32 is 613,566,756 sevens and 4 more.
    assert 2**32 % 7 == 4
    assert reduced(iter([2**32 - 4, 2**32 - 5]), [7]) == [6]


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_every_order_is_reached_and_equally_often(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # With words below 12, none is rejected for bounds 2, 3, and 4, so each row of words is one draw.
    monkeypatch.setattr(shuffling, "_WORD_RANGE", 12)
    found: Counter[tuple[int, ...]] = Counter()
    for row in product(range(12), repeat=size - 1):
        monkeypatch.setattr(shuffling, "_words_of", lambda _seed, _label, row=row: iter(row))
        found[permutation(SEED, "tiles", size)] += 1
    assert found == dict.fromkeys(permutations(range(size)), 12 ** (size - 1) // factorial(size))


def test_the_words_are_the_blocks_of_a_keyed_hash() -> None:
    blocks = b"".join(hmac.new(SEED, b"cut/%d" % block, sha256).digest() for block in range(3))
    words: Iterator[int] = shuffling._words_of(SEED, "cut")
    first = [next(words) for _ in range(24)]
    assert first == [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, 96, 4)]


@given(seeds, labels)
def test_a_shuffle_holds_what_was_put_in(seed: bytes, label: str) -> None:
    assert Counter(shuffled(seed, label, TILES)) == Counter(TILES)
    assert sorted(shuffled(seed, label, CARDS), key=CARDS.index) == list(CARDS)
    assert sorted(permutation(seed, label, 53)) == list(range(53))


@given(seeds, labels)
def test_the_same_seed_and_label_always_give_the_same(seed: bytes, label: str) -> None:
    assert permutation(seed, label, 32) == permutation(seed, label, 32)
    assert dice_from(seed, label) == dice_from(seed, label)
    assert between(seed, label, 10, 43) == between(seed, label, 10, 43)


@given(seeds, st.lists(labels, min_size=2, max_size=2, unique=True))
def test_other_labels_give_other_draws(seed: bytes, two: list[str]) -> None:
    bounds = [2**32] * 8
    assert draws(seed, two[0], bounds) != draws(seed, two[1], bounds)


@given(seeds, labels, st.integers(-100, 100), st.integers(0, 1000))
def test_a_cut_lies_between_its_ends(seed: bytes, label: str, first: int, more: int) -> None:
    assert first <= between(seed, label, first, first + more) <= first + more


@given(seeds, labels, st.lists(st.integers(1, 2**32), max_size=20))
def test_each_draw_lies_below_its_bound(seed: bytes, label: str, bounds: list[int]) -> None:
    numbers = draws(seed, label, bounds)
    assert len(numbers) == len(bounds)
    assert all(0 <= number < bound for number, bound in zip(numbers, bounds, strict=True))


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(BadInput, match=f"a seed can't have {length} bytes; 32 bytes are needed"):
        permutation(bytes(length), "tiles", 32)


def chi_square(found: Counter[int], cells: range, draws_made: int) -> float:
    mean = draws_made / len(cells)
    return sum((found[cell] - mean) ** 2 / mean for cell in cells)


# Upper bounds that chance exceeds once in ten thousand, from tables of the chi-square distribution; the seed
# is fixed, so a fair source always passes.
def test_dice_fall_evenly() -> None:
    shakes = [dice_from(SEED, f"dice/{number}") for number in range(20_000)]
    for values in zip(*(shake.values for shake in shakes), strict=True):
        assert chi_square(Counter(values), range(1, 7), 20_000) < 25.7  # 5 degrees of freedom
    assert {shake.total for shake in shakes} == set(range(3, 19))


def test_cuts_fall_evenly() -> None:
    places = Counter(between(SEED, f"cut/{number}", 10, 43) for number in range(34_000))
    assert chi_square(places, range(10, 44), 34_000) < 72.2  # 33 degrees of freedom


def test_tiles_come_to_every_place_evenly() -> None:
    orders = [permutation(SEED, f"tiles/{number}", 32) for number in range(8_000)]
    for place in (0, 7, 16, 30, 31):
        found = Counter(order[place] for order in orders)
        assert chi_square(found, range(32), 8_000) < 69.3  # 31 degrees of freedom
