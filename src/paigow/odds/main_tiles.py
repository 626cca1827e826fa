"""The main wager at the tile table by ways of setting: names of ways in, tallies out."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from paigow.houseways import HouseWay
from paigow.houseways.compiled import CompiledWay, compile_way
from paigow.odds.banking import SurplusTally, best_against_two, count_pairs, tally_against_two
from paigow.odds.roles import Role, Tally
from paigow.odds.tiles import (
    Ints,
    Replies,
    TileHands,
    as_set,
    best_choices,
    count_replies,
    tally_choices,
    tile_hands,
)

__all__ = ["choices_of", "compiled", "replies_to", "tile_surplus", "tile_tally"]


@lru_cache(maxsize=32)
def compiled(way: HouseWay) -> CompiledWay:
    return compile_way(way)


def choices_of(way: HouseWay) -> Ints:
    """The setting that a way chooses for every hand, counted as `tile_settings` lists them."""
    return np.asarray(compiled(way).choice, dtype=np.int64)


@lru_cache(maxsize=16)
def replies_to(opponent: HouseWay, role: Role, zero_rule: bool = True) -> tuple[TileHands, Replies]:
    """Every hand and setting against every reply of a way."""
    hands = tile_hands()
    return hands, count_replies(hands, as_set(hands, choices_of(opponent)), role, zero_rule=zero_rule)


def tile_tally(
    hero: HouseWay | None,
    opponent: HouseWay,
    role: Role,
    merits: tuple[int, int] = (19, 20),
    *,
    zero_rule: bool = True,
) -> Tally:
    """All deals of a way, or of best play where none is given, against a way."""
    hands, replies = replies_to(opponent, role, zero_rule)
    choices = best_choices(hands, replies, merits) if hero is None else choices_of(hero)
    return tally_choices(hands, replies, choices)


def tile_surplus(hero: HouseWay | None, opponent: HouseWay) -> SurplusTally:
    """The bank by a way, or at its best, against two opponents of equal wagers."""
    hands = tile_hands()
    pairs = _pairs(opponent)
    choices = best_against_two(hands, pairs) if hero is None else choices_of(hero)
    return tally_against_two(hands, pairs, choices)


@lru_cache(maxsize=4)
def _pairs(opponent: HouseWay) -> Ints:
    hands = tile_hands()
    return count_pairs(hands, as_set(hands, choices_of(opponent)))
