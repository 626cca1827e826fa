"""What the words for tiles mean for one hand, written plainly. The compiled twin is in `tile_arrays`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from paigow.faults import BadInput
from paigow.houseways.syntax import Extent, Fact, Filter, Reach, Side, Spec, reaching, sign
from paigow.houseways.tiles import (
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
    word_for,
)
from paigow.material.hands import TileSetting
from paigow.material.tiles import Tile, tiles_text
from paigow.ranks.tiles import TileCategory, TileRank, rank_two_tiles, tile_settings


@dataclass(frozen=True, slots=True)
class TileCandidate:
    """One of the up to three settings of a hand, and the ranks of its halves."""

    setting: TileSetting
    low: TileRank
    high: TileRank

    def points(self, side: Side | None) -> int:
        if side is None:
            return points_of(self.low) + points_of(self.high)
        return points_of(self.low if side is Side.LOW else self.high)


@dataclass(frozen=True, slots=True)
class TileHand:
    tiles: tuple[Tile, ...]
    candidates: tuple[TileCandidate, ...]
    pairs: tuple[str, ...]
    """The kinds the hand holds a pair of."""


def read_hand(tiles: Sequence[Tile]) -> TileHand:
    if len(tiles) != 4:
        raise BadInput(f"{len(tiles)} tiles in {tiles_text(tiles)!r}", allowed="four tiles are needed")
    found = (
        TileCandidate(setting, rank_two_tiles(setting.low), rank_two_tiles(setting.high))
        for setting in tile_settings(tiles)
    )
    held = Counter(tile.kind for tile in tiles)
    return TileHand(tuple(tiles), tuple(found), tuple(kind for kind in held if held[kind] >= 2))


def points_of(rank: TileRank) -> int:
    """Points for totals: a gong counts 10, a wong 11, a pair 12 (Wizard Basic, JB Easy)."""
    if rank.value is not None:
        return rank.value
    return {TileCategory.GONG: 10, TileCategory.WONG: 11, TileCategory.PAIR: 12}[rank.category]


def is_strong(rank: TileRank) -> bool:
    return rank.category in (TileCategory.WONG, TileCategory.GONG) or _is_kind(rank, NamedHand.HIGH_NINE)


def _is_kind(rank: TileRank, kind: NamedHand) -> bool:
    if kind is NamedHand.HIGH_NINE:
        return rank.value == 9 and rank.top is not None and rank.top <= 2
    return rank.category is TileCategory(kind.value)


def _matches(pattern: Pattern, kinds: Sequence[str]) -> bool:
    """Whether each element can be matched to a tile of its own."""
    return _can_give(pattern.elements, tuple(kinds))


def _can_give(elements: tuple[TileSet, ...], kinds: tuple[str, ...]) -> bool:
    if not elements:
        return True
    first, rest = elements[0], elements[1:]
    return any(
        kind in first.kinds and _can_give(rest, kinds[:place] + kinds[place + 1 :])
        for place, kind in enumerate(kinds)
    )


def holds(fact: Fact, hand: TileHand) -> bool:
    kinds = [tile.kind for tile in hand.tiles]
    match fact:
        case Pairs(count):
            return len(hand.pairs) == count
        case PairOf(tiles):
            return any(kind in tiles.kinds for kind in hand.pairs)
        case TilesAre(patterns) | Holding(patterns):
            return any(_matches(pattern, kinds) for pattern in patterns)
        case FourthTile():
            return _matches(fact.whole, kinds)
        case OthersAre(patterns):
            others = [kind for kind in kinds if kind not in hand.pairs]
            return len(others) == 2 and any(_matches(pattern, others) for pattern in patterns)
        case StrongPossible():
            return any(is_strong(c.low) or is_strong(c.high) for c in hand.candidates)
        case TotalIs(number):
            return total(hand) in number
    raise AssertionError(f"no meaning for {fact}")


def total(hand: TileHand) -> int:
    return max(candidate.points(None) for candidate in hand.candidates)


def finding(fact: Fact, hand: TileHand) -> str:
    """The actual situation, in words, for a fact that a rule asks about."""
    kinds = [word_for(tile.kind) for tile in hand.tiles]
    match fact:
        case Pairs() | PairOf():
            names = " and ".join(word_for(kind) for kind in hand.pairs)
            return f"the hand holds a pair of {names}" if names else "the hand holds no pair"
        case OthersAre():
            others = [word_for(tile.kind) for tile in hand.tiles if tile.kind not in hand.pairs]
            return f"the others are {'+'.join(others)}"
        case TotalIs():
            return f"the total is {total(hand)}"
        case StrongPossible():
            return "no two tiles make a wong, a gong or a high-nine"
    return f"the tiles are {'+'.join(kinds)}"


def within(extent: Extent) -> Callable[[TileRank], bool]:
    """A predicate that decides whether a rank is in a range of hands."""
    return reaching(extent, lambda spec: lambda rank: _compare(rank, spec))


def _compare(rank: TileRank, spec: Spec) -> int:
    """Whether a rank is below (-1), in (0), or above (1) the hands that a spec names."""
    match spec:
        case Points(value):
            return sign(points_of(rank), value)
        case PointsWith(value, _, top):
            return sign((points_of(rank), -(rank.top or 0)), (value, -top))
        case TileKindSpec(NamedHand.HIGH_NINE):
            return 0 if _is_kind(rank, NamedHand.HIGH_NINE) else sign(points_of(rank), 9.5)
        case TileKindSpec(kind):
            return sign(points_of(rank), {NamedHand.PAIR: 12, NamedHand.WONG: 11, NamedHand.GONG: 10}[kind])
    raise AssertionError(f"no meaning for {spec}")


def admits(part: Filter, hand: TileHand) -> Callable[[TileCandidate], bool]:
    """A predicate that decides whether a setting of this hand passes a filter."""
    return partial(_admits, part, hand)


def _admits(part: Filter, hand: TileHand, candidate: TileCandidate) -> bool:
    halves = (candidate.setting.low, candidate.setting.high)
    match part:
        case PairIs(kept):
            together = {half[0].kind for half in halves if half[0].kind == half[1].kind}
            return bool(hand.pairs) and (together == set(hand.pairs)) is kept
        case Making(results, or_better):
            reach = Reach.OR_BETTER if or_better else Reach.EXACTLY
            return any(
                within(Extent(reach, low))(candidate.low) and within(Extent(reach, high))(candidate.high)
                for low, high in results
            )
        case StrongHands(count):
            return is_strong(candidate.low) + is_strong(candidate.high) >= count
        case TileIn(tiles, side):
            half = candidate.setting.low if side is Side.LOW else candidate.setting.high
            return any(tile.kind in tiles.kinds for tile in half)
        case Beside(tiles, others):
            pattern = Pattern((tiles, others))
            return any(_matches(pattern, [tile.kind for tile in half]) for half in halves)
        case BestTwoApart():
            return not _together([tile.rank for tile in hand.tiles], (0, 1), _ranks_of(halves))
        case BestBesideWorst():
            return _together([tile.rank for tile in hand.tiles], (0, 3), _ranks_of(halves))
        case LargestBesideSmallest():
            counts = [[size_of(tile) for tile in half] for half in halves]
            return _together([size_of(tile) for tile in hand.tiles], (0, 3), counts)
    raise AssertionError(f"no meaning for {part}")


def size_of(tile: Tile) -> int:
    """The pips of a tile; each tile of the supreme pair counts 3."""
    return 3 if tile.kind == "GJ" else tile.pips


def _ranks_of(halves: tuple[tuple[Tile, ...], ...]) -> list[list[int]]:
    return [[tile.rank for tile in half] for half in halves]


def _together(whole: list[int], places: tuple[int, int], halves: list[list[int]]) -> bool:
    """Whether one half has the two numbers at these places of the whole hand, in order."""
    ordered = sorted(whole)
    wanted = [ordered[place] for place in places]
    return any(sorted(half) == wanted for half in halves)
