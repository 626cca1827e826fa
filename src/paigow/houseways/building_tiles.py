"""From the parse tree of a tile way to its records. What both games share is in `building`."""

from __future__ import annotations

from lark import Token

from paigow.faults import BadInput, suggestion
from paigow.houseways.building import FrameBuilder, ParsedItems, exact, fault_at, string_of
from paigow.houseways.grammar import place
from paigow.houseways.syntax import Best, Extent, Fact, Filter, HalfIs, Reach, Spec
from paigow.houseways.tiles import (
    ANY_TILE,
    Beside,
    BestBesideWorst,
    BestTwoApart,
    FourthTile,
    Holding,
    LargestBesideSmallest,
    Making,
    NamedHand,
    OthersAre,
    PairIs,
    PairOf,
    Pairs,
    Pattern,
    Points,
    PointsWith,
    StrongHands,
    StrongPossible,
    TileIn,
    TileKindSpec,
    TilesAre,
    TileSet,
    TotalIs,
    kinds_named,
)
from paigow.material.tiles import FACES

MOST_POINTS = 9


class TileBuilder(FrameBuilder):
    """The words of tiles, with the bands known so far."""

    def __init__(self) -> None:
        super().__init__()
        self.bands: dict[str, TileSet] = {}

    def tile_band(self, items: ParsedItems) -> tuple[str, TileSet]:
        name, members = string_of(items[0]), _union(items[1:])
        self.bands[name] = members
        return name, members

    def tile(self, items: ParsedItems) -> TileSet:
        token: Token = items[0]
        try:
            word, kinds = kinds_named(str(token))
        except BadInput as fault:
            raise fault_at(token, fault) from None
        return TileSet((word,), frozenset(kinds))

    def band_name(self, items: ParsedItems) -> TileSet:
        name = string_of(items[0])
        if name not in self.bands:
            hint = suggestion(name, self.bands, f"the house way defines {', '.join(self.bands) or 'no band'}")
            raise BadInput(f"there is no band {name!r}", where=place(items[0]), allowed=hint)
        return TileSet((f'"{name}"',), self.bands[name].kinds)

    def tiles(self, items: ParsedItems) -> TileSet:
        return _union(items)

    def any_tile(self, _: ParsedItems) -> TileSet:
        return ANY_TILE

    def pattern(self, items: ParsedItems) -> Pattern:
        if len(items) > 4:
            raise BadInput(f"{'+'.join(map(str, items))} names {len(items)} tiles", allowed="a hand has four")
        return Pattern(tuple(items))

    def any_two_of(self, items: ParsedItems) -> Pattern:
        return Pattern((items[0], items[0]), any_two=True)

    def patterns(self, items: ParsedItems) -> tuple[Pattern, ...]:
        return tuple(items)

    def two_tile_pairs(self, _: ParsedItems) -> Fact:
        return Pairs(2)

    def one_tile_pair(self, _: ParsedItems) -> Fact:
        return Pairs(1)

    def no_tile_pair(self, _: ParsedItems) -> Fact:
        return Pairs(0)

    def tile_pair_of(self, items: ParsedItems) -> Fact:
        return PairOf(items[0])

    def tiles_are(self, items: ParsedItems) -> Fact:
        return TilesAre(_of_size(4, "the tiles are", items[0]))

    def others_are(self, items: ParsedItems) -> Fact:
        return OthersAre(_of_size(2, "the others are", items[0]))

    def holding(self, items: ParsedItems) -> Fact:
        return Holding(items[0])

    def fourth_tile_is(self, items: ParsedItems) -> Fact:
        pattern, fourth = items
        _of_size(3, "holding ... with fourth tile", (pattern,))
        return FourthTile(pattern, fourth)

    def strong_possible(self, _: ParsedItems) -> Fact:
        return StrongPossible()

    def total_is(self, items: ParsedItems) -> Fact:
        return TotalIs(items[0])

    def pair_kept(self, _: ParsedItems) -> Filter:
        return PairIs(True)

    def pair_split(self, _: ParsedItems) -> Filter:
        return PairIs(False)

    def making(self, items: ParsedItems) -> Filter:
        return Making(tuple(items), False)

    def making_or_better(self, items: ParsedItems) -> Filter:
        return Making(tuple(items), True)

    def result(self, items: ParsedItems) -> tuple[Spec, Spec]:
        low, high = items
        return low, high

    def tile_kind_half(self, items: ParsedItems) -> Filter:
        spec, side = items
        return HalfIs(side, exact(spec))

    def tile_kind_or_better_half(self, items: ParsedItems) -> Filter:
        spec, side = items
        return HalfIs(side, Extent(Reach.OR_BETTER, spec))

    def strong_hand(self, _: ParsedItems) -> Filter:
        return StrongHands(1)

    def two_strong_hands(self, _: ParsedItems) -> Filter:
        return StrongHands(2)

    def tile_in(self, items: ParsedItems) -> Filter:
        return TileIn(*items)

    def beside(self, items: ParsedItems) -> Filter:
        return Beside(*items)

    def best_two_apart(self, _: ParsedItems) -> Filter:
        return BestTwoApart()

    def best_beside_worst(self, _: ParsedItems) -> Filter:
        return BestBesideWorst()

    def largest_beside_smallest(self, _: ParsedItems) -> Filter:
        return LargestBesideSmallest()

    def points(self, items: ParsedItems) -> Spec:
        return Points(_value(items[0]))

    def points_with(self, items: ParsedItems) -> Spec:
        token, tile = items
        ranks = {face.rank for face in FACES if face.kind in tile.kinds}
        if len(ranks) != 1:
            raise BadInput(
                f"{tile} is not one tile to measure by", where=place(token), allowed="name one, such as Chong"
            )
        return PointsWith(_value(token), str(tile), ranks.pop())

    def tile_kind(self, items: ParsedItems) -> Spec:
        return TileKindSpec(NamedHand(str(items[0])))

    def best_points(self, items: ParsedItems) -> Best:
        worst, side = items
        return Best(side, worst, points=True)

    def most_points(self, _: ParsedItems) -> Best:
        return Best(None, points=True)


def _union(items: ParsedItems) -> TileSet:
    words = tuple(word for item in items for word in item.words)
    return TileSet(words, frozenset().union(*(item.kinds for item in items)))


def _value(token: Token) -> int:
    value = int(token)
    if value > MOST_POINTS:
        raise BadInput(
            f"no two tiles have {value} points", where=place(token), allowed="name 0 to 9, or a kind of hand"
        )
    return value


def _of_size(size: int, words: str, patterns: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
    for pattern in patterns:
        if len(pattern.elements) != size:
            raise BadInput(
                f"'{words}' has {len(pattern.elements)} tiles in {pattern}",
                allowed=f"{size} are needed; use `any` for any tile",
            )
    return patterns
