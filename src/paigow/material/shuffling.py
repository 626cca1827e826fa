"""Orders, dice and cuts drawn from given entropy: the same seed and label always give the same draw.

A seed is expanded into 32-bit numbers, block by block, as HMAC-SHA-256(seed, "label/block"). A number is
reduced to the wanted range only if it is below the largest multiple of that range. Larger numbers are
rejected, so that every outcome is equally likely. Where seeds come from and when they are revealed is decided
elsewhere.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import count
from typing import Final, TypeVar

from paigow.faults import BadInput
from paigow.material.dice import FACES_OF_A_DIE, NUMBER_OF_DICE, Dice

SEED_BYTES: Final = 32
_WORD_RANGE: Final = 2**32
_Item = TypeVar("_Item")


def _words_of(seed: bytes, label: str) -> Iterator[int]:
    """The endless 32-bit numbers of one labeled stream."""
    if len(seed) != SEED_BYTES:
        raise BadInput(f"a seed can't have {len(seed)} bytes", allowed=f"{SEED_BYTES} bytes are needed")
    for block in count():
        digest = hmac.digest(seed, f"{label}/{block}".encode(), sha256)
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")


def reduced(numbers: Iterator[int], bounds: Iterable[int]) -> list[int]:
    """One number from 0 up to each bound (exclusive). Rejection sampling avoids a bias to small numbers."""
    results = []
    for bound in bounds:
        assert 0 < bound <= _WORD_RANGE
        limit = _WORD_RANGE - _WORD_RANGE % bound
        number = next(numbers)
        while number >= limit:
            number = next(numbers)
        results.append(number % bound)
    return results


def draws(seed: bytes, label: str, bounds: Iterable[int]) -> list[int]:
    """Independent unbiased numbers, each from 0 up to but not including its bound."""
    return reduced(_words_of(seed, label), bounds)


def permutation(seed: bytes, label: str, size: int) -> tuple[int, ...]:
    """A permutation of 0 to size - 1, each equally likely (Fisher and Yates, from the end down)."""
    order = list(range(size))
    places = range(size - 1, 0, -1)
    for place, other in zip(places, draws(seed, label, (place + 1 for place in places)), strict=True):
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def shuffled(seed: bytes, label: str, items: Sequence[_Item]) -> tuple[_Item, ...]:
    return tuple(items[place] for place in permutation(seed, label, len(items)))


def dice_from(seed: bytes, label: str) -> Dice:
    return Dice(*(1 + value for value in draws(seed, label, [FACES_OF_A_DIE] * NUMBER_OF_DICE)))


def between(seed: bytes, label: str, first: int, last: int) -> int:
    """A number from first to last, both included: a place to cut, a position from a generator."""
    return first + draws(seed, label, [last - first + 1])[0]
