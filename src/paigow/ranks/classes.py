"""Every hand once: four tiles by kind, seven cards up to suit symmetry, each with the hands it represents.

Two card hands are equivalent if a permutation of suits turns one into the other; two tile hands if they hold
the same kinds. No rule of either game distinguishes equivalent hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import Final

import numpy as np
import numpy.typing as npt

from paigow.material.cards import JOKER
from paigow.material.tiles import FACES, KINDS, Tile

TILE_HANDS: Final = comb(32, 4)
TILE_CLASSES: Final = 3_620
CARD_HANDS: Final = comb(53, 7)
CARD_CLASSES: Final = 6_972_147


@dataclass(frozen=True, slots=True)
class HandClasses:
    """One hand of seven cards per class. Cards are in descending index order; `weights` sum to all hands."""

    cards: npt.NDArray[np.uint8]
    weights: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.cards)


def suit_shapes(cards: int) -> Iterator[tuple[int, ...]]:
    """The ways to distribute a number of cards over four suits, largest suit first."""
    for shape in combinations_with_replacement(range(min(cards, 13), -1, -1), 4):
        if sum(shape) == cards:
            yield shape


def _classes_of_shape(shape: tuple[int, ...]) -> int:
    """How many classes share this shape: multisets of masks for suits of one size."""
    return prod(comb(comb(13, size) + shape.count(size) - 1, shape.count(size)) for size in set(shape))


def class_count(cards: int) -> int:
    """The number of classes with this many natural cards."""
    return sum(map(_classes_of_shape, suit_shapes(cards)))


@cache
def _masks_by_size(largest: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    sizes = np.array([comb(13, size) for size in range(largest + 1)], dtype=np.int64)
    table = np.zeros((largest + 1, int(sizes.max())), dtype=np.int64)
    for size in range(largest + 1):
        masks = sorted(
            (sum(1 << rank for rank in ranks) for ranks in combinations(range(13), size)), reverse=True
        )
        table[size, : len(masks)] = masks
    return table, sizes


def card_hand_classes(naturals: int = 7) -> HandClasses:
    """All classes of seven cards, with or without the joker: 6,972,147, representing 154,143,080 hands.

    A smaller number of natural cards gives the classes of smaller hands, for tests and for odds.
    """
    from paigow.ranks import kernels

    by_size, sizes = _masks_by_size(naturals)
    total = class_count(naturals) + class_count(naturals - 1)
    cards = np.zeros((total, naturals), dtype=np.uint8)
    weights = np.zeros(total, dtype=np.uint8)
    at = 0
    for joker in (False, True):
        for shape in suit_shapes(naturals - joker):
            at = kernels.enumerate_suit_masks(by_size, sizes, np.array(shape), joker, cards, weights, at)
    assert at == total
    return HandClasses(cards, weights)


def plain_card_class(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The plain twin: a hand's suit masks in canonical order, and a flag for the joker."""
    masks = [0] * 4
    for card in cards:
        if card != JOKER.index:
            masks[card % 4] |= 1 << card // 4
    return (*sorted(masks, key=lambda mask: (mask.bit_count(), mask), reverse=True), JOKER.index in cards)


def tile_hand_classes() -> tuple[tuple[tuple[Tile, ...], int], ...]:
    """The 3,620 hands of four tiles that differ in kind, each with how many of the 35,960 it represents."""
    faces = {
        kind: [face for face in FACES if face.kind == kind for _ in range(face.copies)] for kind in KINDS
    }
    found = []
    for kinds in combinations_with_replacement(KINDS, 4):
        counts = {kind: kinds.count(kind) for kind in kinds}
        if max(counts.values()) <= 2:
            hand = tuple(tile for kind, held in counts.items() for tile in faces[kind][:held])
            found.append((hand, prod(comb(2, held) for held in counts.values())))
    return tuple(found)
