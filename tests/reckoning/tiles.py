"""Tiles: a fresh reading of the tables of commission-tiles 2 and colorado-tiles 30-2603. Cards: `poker`."""

from __future__ import annotations

__all__ = ["PAIRS", "TILE_RANK", "outcome_of_tiles", "pair_rank", "strength", "value_of"]

Two = tuple[str, str]

PAIRS: tuple[tuple[frozenset[str], ...], ...] = (
    (frozenset({"2-4", "1-2"}),),
    *((frozenset({tile}),) for tile in ("6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2")),
    *((frozenset({tile}),) for tile in ("5-6", "4-6", "1-6", "1-5")),
    (frozenset({"3-6", "4-5"}),),
    (frozenset({"3-5", "2-6"}),),
    (frozenset({"3-4", "2-5"}),),
    (frozenset({"1-4", "2-3"}),),
    (frozenset({"6-6", "4-5"}), frozenset({"6-6", "3-6"})),
    (frozenset({"1-1", "4-5"}), frozenset({"1-1", "3-6"})),
    (frozenset({"6-6", "2-6"}), frozenset({"6-6", "3-5"}), frozenset({"6-6", "4-4"})),
    (frozenset({"1-1", "2-6"}), frozenset({"1-1", "3-5"}), frozenset({"1-1", "4-4"})),
)
"""First to twentieth (C 2(b), CO 30-2603(2)). A set of one tile means two of it."""

TILE_RANK = {
    "6-6": 1,
    "1-1": 2,
    "4-4": 3,
    "1-3": 4,
    "5-5": 5,
    "3-3": 6,
    "2-2": 7,
    "5-6": 8,
    "4-6": 9,
    "1-6": 10,
    "1-5": 11,
    "3-6": 12,
    "4-5": 12,
    "2-6": 13,
    "3-5": 13,
    "2-5": 14,
    "3-4": 14,
    "2-4": 15,
    "1-4": 16,
    "2-3": 16,
    "1-2": 17,
}
"""C 2(g), CO 30-2603(7)."""


def pair_rank(two: Two) -> int | None:
    """Which of the twenty permissible pairs two tiles are; None if they aren't one."""
    for rank, pairs in enumerate(PAIRS, start=1):
        if frozenset(two) in pairs:
            return rank
    return None


def _counts(tile: str) -> tuple[tuple[int, int], ...]:
    """The spots a tile can count, each with the rank it then has (C 2(e), R1)."""
    if tile in ("2-4", "1-2"):
        return ((6, 15), (3, 17))
    return ((sum(map(int, tile.split("-"))), TILE_RANK[tile]),)


def _readings(two: Two) -> list[tuple[int, int]]:
    """Every value that two tiles can have, with the rank of the higher tile."""
    return [
        ((first + second) % 10, min(rank, other))
        for first, rank in _counts(two[0])
        for second, other in _counts(two[1])
    ]


def value_of(two: Two) -> int | None:
    """The value from 0 to 9; a pair, wong or gong has none (C 2(d), R2)."""
    return None if pair_rank(two) is not None else max(value for value, _ in _readings(two))


def strength(two: Two) -> tuple[int, int, int]:
    """Larger is higher: pairs by rank, then values, then the higher tile (C 2(b), (d), (f))."""
    rank = pair_rank(two)
    if rank is not None:
        return (1, -rank, 0)
    value, tile = max(_readings(two), key=lambda reading: (reading[0], -reading[1]))
    return (0, value, -tile)


def outcome_of_tiles(player: tuple[Two, Two], opponent: tuple[Two, Two]) -> str:
    """Win, lose or push of a hand against the dealer's or the bank's (C 7(h) to (j), R2, R3)."""
    low, high = sorted(player, key=strength)
    their_low, their_high = sorted(opponent, key=strength)
    high_wins = strength(high) > strength(their_high)
    low_wins = strength(low) > strength(their_low) and value_of(low) != 0
    return {2: "win", 1: "push", 0: "lose"}[high_wins + low_wins]
