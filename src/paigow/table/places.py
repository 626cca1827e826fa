"""The places around a table and how they are counted. Who sits there is not known here.

Places are numbers: the dealer 0, the betting positions 1 to 6 counterclockwise from the dealer's right,
and, at a tile table, the dead hand 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

DEALER: Final = 0
POSITIONS: Final = (1, 2, 3, 4, 5, 6)
DEAD_HAND: Final = 7
TILE_PLACES: Final = (DEALER, *POSITIONS, DEAD_HAND)
CARD_PLACES: Final = (DEALER, *POSITIONS)


def round_from(first: int, circle: Sequence[int]) -> tuple[int, ...]:
    """All places of a circle in its order, beginning with the given one."""
    at = circle.index(first)
    return (*circle[at:], *circle[:at])


def count_from(first: int, total: int, circle: Sequence[int]) -> int:
    """The place that a count reaches when the first place is number one (R5).

    >>> count_from(DEALER, 9, TILE_PLACES), count_from(DEALER, 15, TILE_PLACES)
    (0, 6)
    """
    return circle[(circle.index(first) + total - 1) % len(circle)]


def place_name(place: int) -> str:
    match place:
        case 0:
            return "the dealer"
        case 7:
            return "the dead hand"
        case _:
            return f"position {place}"
