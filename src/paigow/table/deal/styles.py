"""The ten styles of delivery: which four tiles of the eight stacks go first, second and so on.

Stacks are given from the dealer's right, each from the top. What the dealer says and moves is the script's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, get_args

from paigow.submissions.rules import Delivery

Stack = tuple[str, ...]
Stacks = tuple[Stack, ...]
Deal = tuple[Stack, ...]


def _house_way(stacks: Stacks) -> Deal:
    """Stack by stack from the first."""
    return stacks


def _two_and_two(one: Stack, other: Stack) -> Deal:
    """The top two of both stacks, then the four left."""
    return (one[:2] + other[:2], one[2:] + other[2:])


def _cup_say(stacks: Stacks) -> Deal:
    """Pick four: two stacks at a time, their top halves and then their bottom halves."""
    pairs = zip(stacks[::2], stacks[1::2], strict=True)
    return tuple(four for one, other in pairs for four in _two_and_two(one, other))


def _jung_quat(stacks: Stacks) -> Deal:
    """Take the heart: the two center stacks, then the two that close up behind them."""
    pairs = ((stacks[3 - step], stacks[4 + step]) for step in range(4))
    return tuple(four for one, other in pairs for four in _two_and_two(one, other))


def _chee_yee(stacks: Stacks) -> Deal:
    """Chop the ears: the two outer stacks, then the next two inward."""
    pairs = ((stacks[step], stacks[7 - step]) for step in range(4))
    return tuple(four for one, other in pairs for four in _two_and_two(one, other))


def _level(stacks: Sequence[Stack], level: int) -> Stack:
    return tuple(stack[level] for stack in stacks)


def _pin_say(stacks: Stacks) -> Deal:
    """Slice four: the top layer of the near four stacks, that of the far four, and so down."""
    near, far = stacks[:4], stacks[:3:-1]
    return tuple(four for level in range(4) for four in (_level(near, level), _level(far, level)))


def _dragon_head(stacks: Stacks) -> Deal:
    """Dragon head and phoenix tail: two tall stacks give two tiles each, the far four stacks one each.

    The first two stacks are set on the third and fourth, which makes the tall ones.
    """
    tall = (stacks[0] + stacks[2], stacks[1] + stacks[3])
    tail = stacks[:3:-1]
    heads = tuple(tall[0][2 * turn : 2 * turn + 2] + tall[1][2 * turn : 2 * turn + 2] for turn in range(4))
    return tuple(four for turn in range(4) for four in (heads[turn], _level(tail, turn)))


_FROM_RIGHT: Final[dict[str, Callable[[Stacks], Deal]]] = {
    "house-way-right": _house_way,
    "cup-say-right": _cup_say,
    "jung-quat": _jung_quat,
    "chee-yee": _chee_yee,
    "pin-say-right": _pin_say,
    "dragon-head-right": _dragon_head,
}
STYLES: Final[tuple[str, ...]] = get_args(Delivery)
"""In the order of commission-tiles 8(k)(1) to (10), colorado-tiles 30-2609(11)(a) to (j)."""


@lru_cache(maxsize=64)
def deal_order(stacks: Stacks, style: str) -> Deal:
    """The eight fours in the order in which they are dealt; from the left is the mirror of from the right."""
    assert len(stacks) == 8 and all(len(stack) == 4 for stack in stacks), stacks
    if style.endswith("-left"):
        return _FROM_RIGHT[style.removesuffix("left") + "right"](stacks[::-1])
    return _FROM_RIGHT[style](stacks)
