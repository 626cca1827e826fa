"""The plain twin of the tile counts: single tiles, every deal separately, compared by `compare_tiles`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

from paigow.material.hands import TileSetting
from paigow.material.tiles import TILES, Tile
from paigow.ranks.comparing import Half, Outcome, compare_tiles
from paigow.ranks.tiles import tile_settings

__all__ = [
    "EIGHT_KINDS",
    "SIX_KINDS",
    "Way",
    "best_of",
    "highest_high",
    "highest_low",
    "physical_hands",
    "tally_pairs",
    "tally_surplus",
]

EIGHT_KINDS = ("H2", "L2", "H8", "9", "5", "L6", "H10", "GJ")
"""Sixteen tiles with wongs, gongs, values of zero, mixed and identical pairs and the supreme pair."""
SIX_KINDS = ("H2", "9", "H8", "L4", "L6", "GJ")

Hand = tuple[int, ...]
Way = Callable[[tuple[Tile, ...]], TileSetting]


def highest_high(tiles: tuple[Tile, ...]) -> TileSetting:
    return tile_settings(tiles)[0]


def highest_low(tiles: tuple[Tile, ...]) -> TileSetting:
    return tile_settings(tiles)[-1]


def physical_hands(kinds: tuple[str, ...], without: Hand = ()) -> Iterator[Hand]:
    """Four of the single tiles of these kinds, each tile distinct, some gone."""
    yield from combinations([n for n, tile in enumerate(TILES) if tile.kind in kinds and n not in without], 4)


def tiles_of(hand: Hand) -> tuple[Tile, ...]:
    return tuple(TILES[n] for n in hand)


@cache
def _compared(player: TileSetting, bank: TileSetting, zero_rule: bool) -> tuple[Outcome, bool, bool]:
    """The outcome for the player, and whether the low and high hands are copies."""
    found = compare_tiles(player, bank)
    wins = (found.low is Half.WIN) + (found.high is Half.WIN)
    plain = (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)[wins]
    return (
        found.outcome if zero_rule else plain,
        found.low is Half.COPY,
        found.high is Half.COPY,
    )


def tally_pairs(kinds: tuple[str, ...], player: Way, bank: Way, *, zero_rule: bool = True) -> Counter[object]:
    """All ordered deals of two hands: outcomes of the player, and copies."""
    counts: Counter[object] = Counter()
    settings = {hand: (player(tiles_of(hand)), bank(tiles_of(hand))) for hand in physical_hands(kinds)}
    for one, (mine, _) in ((frozenset(hand), set_) for hand, set_ in settings.items()):
        for other, (_, theirs) in settings.items():
            if one.isdisjoint(other):
                outcome, low_copy, high_copy = _compared(mine, theirs, zero_rule)
                counts[outcome] += 1
                counts["low copy"] += low_copy
                counts["high copy"] += high_copy
                counts["both"] += low_copy and high_copy
    return counts


def best_of(kinds: tuple[str, ...], hand: Hand, bank: Way) -> int:
    """The greatest 19 wins less 20 losses of a hand's settings against all replies of a way."""
    merits = []
    replies = [bank(tiles_of(reply)) for reply in physical_hands(kinds, without=hand)]
    for mine in tile_settings(tiles_of(hand)):
        outcomes = Counter(_compared(mine, theirs, True)[0] for theirs in replies)
        merits.append(19 * outcomes[Outcome.WIN] - 20 * outcomes[Outcome.LOSE])
    return max(merits)


def tally_surplus(kinds: tuple[str, ...], bank: Way, opponents: Way) -> Counter[int]:
    """All ordered deals to a bank and two opponents, by how many wagers the bank is up."""
    gain = {Outcome.WIN: -1, Outcome.PUSH: 0, Outcome.LOSE: 1}
    counts: Counter[int] = Counter()
    for hand in physical_hands(kinds):
        held = bank(tiles_of(hand))
        replies = {reply: opponents(tiles_of(reply)) for reply in physical_hands(kinds, without=hand)}
        results = {reply: gain[_compared(given, held, True)[0]] for reply, given in replies.items()}
        for one in replies:
            for other in physical_hands(kinds, without=hand + one):
                counts[results[one] + results[other]] += 1
    return counts
