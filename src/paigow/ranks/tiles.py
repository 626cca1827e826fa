"""The order of two-tile hands: 20 ranks of pairs, wongs and gongs, then 86 by value and highest tile.

Comparing with a bank, and its zero rule, are in `comparing`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Final

from paigow.material.game import Named
from paigow.material.hands import Setting, TileSetting, hand_of
from paigow.material.tiles import FACES, Tile


class TileCategory(Named):
    """The kinds of two-tile hands, strongest first.

    >>> import paigow
    >>> [paigow.rank(hand).category.value for hand in ("3-6 4-5", "6-6 4-5", "6-6 4-4", "2-2 1-3")]
    ['pair', 'wong', 'gong', 'value']
    """

    PAIR = "pair"
    WONG = "wong"
    GONG = "gong"
    VALUE = "value"


@dataclass(frozen=True, slots=True, order=True)
class TileRank:
    """One of the 106 ranks of two tiles. `strength` orders them, 0 the lowest, 105 the supreme pair.

    A pair, wong or gong has its `place` in the regulation's list, 1 to 20; any other hand has a `value`
    of 0 to 9 and the single rank of its highest tile, `top`.

    >>> import paigow
    >>> supreme, eight = paigow.rank("1-2 2-4"), paigow.rank("2-2 1-3")
    >>> supreme.strength, supreme.place, eight.value, supreme > eight
    (105, 1, 8, True)
    """

    strength: int
    category: TileCategory = field(compare=False)
    place: int | None = field(compare=False)
    value: int | None = field(compare=False)
    top: int | None = field(compare=False)
    name: str = field(compare=False)

    @property
    def is_zero(self) -> bool:
        """Whether the hand has value zero. A pair of fives, for example, has no value at all (R2)."""
        return self.value == 0

    def __str__(self) -> str:
        return self.name


_PAIR_KINDS: Final = ("GJ", *dict.fromkeys(face.kind for face in FACES if face.kind != "GJ"))
_WONGS_AND_GONGS: Final = {
    ("H2", "9"): 17,
    ("L2", "9"): 18,
    ("H2", "H8"): 19,
    ("H2", "L8"): 19,
    ("L2", "H8"): 20,
    ("L2", "L8"): 20,
}
_PLACE_CATEGORIES: Final = dict(
    zip(
        range(1, 21),
        [TileCategory.PAIR] * 16 + [TileCategory.WONG] * 2 + [TileCategory.GONG] * 2,
        strict=True,
    )
)
_MIXED: Final = {"9": "Gow", "L8": "Bot", "L7": "Chit", "5": "Ng", "GJ": "Gee Joon"}


def _place(first: Tile, second: Tile) -> int | None:
    """The place of a pair, wong or gong in commission-tiles 2(b), colorado-tiles 30-2603(2)."""
    if first.kind == second.kind:
        return _PAIR_KINDS.index(first.kind) + 1
    return _WONGS_AND_GONGS.get((first.kind, second.kind)) or _WONGS_AND_GONGS.get((second.kind, first.kind))


def _readings(tile: Tile) -> tuple[tuple[int, int], ...]:
    """The (pips, single rank) that a tile can count as: the supreme pair's tiles, apart, can swap (R1)."""
    own = (tile.pips, tile.rank)
    return (own, (6, 15) if tile.pips == 3 else (3, 17)) if tile.kind == "GJ" else (own,)


def _value_and_top(first: Tile, second: Tile) -> tuple[int, int]:
    """The value of two tiles that aren't a pair, and the better single rank; the higher value counts."""
    return max(
        ((pips + other_pips) % 10, min(rank, other_rank))
        for pips, rank in _readings(first)
        for other_pips, other_rank in _readings(second)
    )


def _key(first: Tile, second: Tile) -> tuple[int, int]:
    """What copies have in common; larger is stronger."""
    place = _place(first, second)
    if place is not None:
        return (10, -place)
    value, top = _value_and_top(first, second)
    return (value, -top)


def _tile_name(tile: Tile) -> str:
    return _MIXED.get(tile.kind, tile.cantonese)


def _place_name(place: int) -> str:
    if place == 1:
        return "Gee Joon, the supreme pair"
    if place <= 16:
        pair = [face for face in FACES if face.kind == _PAIR_KINDS[place - 1]]
        return f"Pair of {pair[0].cantonese}" if len(pair) == 1 else f"Pair of mixed {_tile_name(pair[0])}"
    head = "Teen" if place % 2 else "Day"
    return f"{head} {_PLACE_CATEGORIES[place].value}"


def _rank_of(strength: int, key: tuple[int, int]) -> TileRank:
    value, negated = key
    if value == 10:
        return TileRank(strength, _PLACE_CATEGORIES[-negated], -negated, None, None, _place_name(-negated))
    highest = next(face for face in FACES if face.rank == -negated)
    name = f"{value} with {_tile_name(highest)}"
    return TileRank(strength, TileCategory.VALUE, None, value, -negated, name)


def _possible(first: Tile, second: Tile) -> bool:
    return first is not second or first.copies == 2


def _table() -> tuple[tuple[TileRank, ...], dict[tuple[int, int], TileRank]]:
    """All ranks, weakest first, and the rank of every two faces by index."""
    hands = [pair for pair in combinations_with_replacement(FACES, 2) if _possible(*pair)]
    keys = sorted({_key(*hand) for hand in hands})
    ranks = {key: _rank_of(strength, key) for strength, key in enumerate(keys)}
    table = {}
    for first, second in hands:
        table[first.index, second.index] = table[second.index, first.index] = ranks[_key(first, second)]
    return tuple(ranks.values()), table


_TABLE: Final = _table()
TWO_TILE_RANKS: Final[tuple[TileRank, ...]] = _TABLE[0]
_RANK_OF_FACES: Final = _TABLE[1]


def rank_two_tiles(tiles: Sequence[Tile]) -> TileRank:
    """The rank of two tiles, in any order.

    >>> from paigow.material import parse_tiles
    >>> rank_two_tiles(parse_tiles("6-6 4-5")).name
    'Teen wong'
    """
    first, second = tiles
    return _RANK_OF_FACES[first.index, second.index]


def order_tiles(setting: TileSetting) -> TileSetting:
    """The same split with the higher-ranking half as the high hand: a tile hand can't be fouled (R3)."""
    if rank_two_tiles(setting.low) > rank_two_tiles(setting.high):
        return Setting(setting.high, setting.low)
    return setting


_SPLITS: Final = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))


def tile_settings(tiles: Sequence[Tile]) -> tuple[TileSetting, ...]:
    """The different settings of four tiles, at most three, the highest high hand first."""
    found: dict[frozenset[tuple[int, ...]], TileSetting] = {}
    for halves in _SPLITS:
        one, other = (
            hand_of(sorted((tiles[i] for i in half), key=lambda tile: tile.index)) for half in halves
        )
        faces = frozenset(tuple(tile.index for tile in half) for half in (one, other))
        found.setdefault(faces, order_tiles(Setting(one, other)))
    return tuple(sorted(found.values(), key=_by_strength, reverse=True))


def _by_strength(setting: TileSetting) -> tuple[int, int]:
    return rank_two_tiles(setting.high).strength, rank_two_tiles(setting.low).strength
