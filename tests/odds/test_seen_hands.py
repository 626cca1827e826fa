"""The value of seen hands at tiles: against tiles dealt one by one, and against other counts."""

from __future__ import annotations

import json
from collections import Counter
from math import comb
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.material.hands import TileSetting
from paigow.material.tiles import KINDS, Tile
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.known import Known
from paigow.odds.counting.seen_hands import best_seeing, best_seeing_a_tile, best_seeing_choices, deals_seen
from paigow.odds.counting.tile_deals import TILE_DEALS, tile_hands
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.runs.shards import Run
from paigow.odds.simulation.sampling import FALSE_ALARM, Estimate, Exact, Range
from paigow.ranks.comparing import Outcome
from paigow.ranks.tiles import rank_two_tiles, tile_settings
from tests.odds import brute_tiles
from tests.rules import rule

SEVEN_KINDS = (*brute_tiles.SIX_KINDS, "H10")
DEALT = 20_000
DOCS = Path(__file__).parent.parent.parent / "docs"
FATES = (Outcome.LOSE, Outcome.PUSH, Outcome.WIN)


@pytest.fixture
def here(tmp_path: Path) -> Run:
    return Run(workers=1, directory=tmp_path)


def outcomes(tally: Tally) -> tuple[int, int, int]:
    return tally.win, tally.push, tally.lose


def dealt_one_by_one(kinds: tuple[str, ...], role: Role) -> tuple[int, int, int]:
    """Own hand, one hand seen, the dealer's from the rest: 19 wins less 20 losses, the first of equals."""
    found: Counter[int] = Counter()
    known: dict[tuple[str, ...], Counter[int]] = {}
    for own in brute_tiles.physical_hands(kinds):
        name = tuple(sorted(tile.kind for tile in brute_tiles.tiles_of(own)))
        if name not in known:
            known[name] = _beside(kinds, own, role)
        found += known[name]
    return found[2], found[1], found[0]


def _beside(kinds: tuple[str, ...], own: tuple[int, ...], role: Role) -> Counter[int]:
    """How often somebody who sees another hand loses (0), pushes (1) and wins (2) with this one."""
    replies = list(brute_tiles.physical_hands(kinds, own))
    theirs = [brute_tiles.highest_high(brute_tiles.tiles_of(reply)) for reply in replies]
    settings = tile_settings(brute_tiles.tiles_of(own))
    fates = np.array([[fate(mine, reply, role) for reply in theirs] for mine in settings])
    masks = np.array([sum(1 << n for n in reply) for reply in replies])
    total: Counter[int] = Counter()
    for seen in masks.tolist():
        unseen = fates[:, masks & seen == 0]
        best = max(unseen, key=lambda row: 19 * np.sum(row == 2) - 20 * np.sum(row == 0))
        total.update(best.tolist())
    return total


def fate(mine: TileSetting, theirs: TileSetting, role: Role) -> int:
    if role is Role.PLAYER:
        return FATES.index(brute_tiles._compared(mine, theirs, True)[0])
    return 2 - FATES.index(brute_tiles._compared(theirs, mine, True)[0])


@rule("R2", "R127")
@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("kinds", [brute_tiles.SIX_KINDS, SEVEN_KINDS], ids=len)
def test_tiles_dealt_one_by_one_give_the_same_integers(kinds: tuple[str, ...], role: Role, here: Run) -> None:
    """With six kinds the dealer's hand is all that stays unseen; with seven it is four of six tiles."""
    first = np.zeros(len(tile_hands(kinds)), dtype=np.int64)
    tally = best_seeing_choices(first, role, 1, here, kinds=kinds)
    tiles = 2 * len(kinds)
    assert tally.total == comb(tiles, 4) * comb(tiles - 4, 4) * comb(tiles - 8, 4)
    assert outcomes(tally) == dealt_one_by_one(kinds, role)


def test_nothing_seen_is_best_play_as_counted_reply_by_reply(here: Run) -> None:
    way, role = load_way("traditional"), Role.BANK
    assert outcomes(best_seeing(way, role, 0, here)) == outcomes(tile_tally(None, way, role))


def test_more_seen_is_worth_more(here: Run) -> None:
    way = load_way("traditional")
    blind = tile_tally(None, way, Role.PLAYER).value
    a_tile = best_seeing_a_tile(way, Role.PLAYER)
    all_of_it = best_seeing(way, Role.PLAYER, 6, here)
    assert (a_tile.total, all_of_it.total) == (4 * TILE_DEALS, TILE_DEALS)
    assert blind < a_tile.value < all_of_it.value


def test_a_table_has_no_more_than_six_other_hands(here: Run) -> None:
    with pytest.raises(BadInput, match="choose 0 to 6"):
        best_seeing(load_way("traditional"), Role.PLAYER, 7, here)


@pytest.mark.prove
def test_one_hand_seen_adds_up_over_the_hands_that_can_be_seen(tmp_path: Path) -> None:
    """A second way: each of 3,620 kinds of seen hands as tiles out of play, with best play counted."""
    way = load_way("traditional")
    hands = tile_hands()
    found = np.zeros(3, dtype=np.int64)
    for tiles, weight in zip(hands.tiles, hands.weights.tolist(), strict=True):
        found += weight * np.array(outcomes(tile_tally(None, way, Role.PLAYER, known=Known(tiles))))
    tally = best_seeing(way, Role.PLAYER, 1, Run(directory=tmp_path))
    assert tally.total == deals_seen(1)
    assert outcomes(tally) == tuple(found.tolist())


@pytest.mark.prove
def test_the_dealers_hand_in_sight_adds_up_over_the_hands_that_it_can_be(tmp_path: Path) -> None:
    way = load_way("regulation")
    hands = tile_hands()
    found = np.zeros(3, dtype=np.int64)
    for tiles, weight in zip(hands.tiles, hands.weights.tolist(), strict=True):
        found += weight * np.array(outcomes(tile_tally(None, way, Role.PLAYER, known=Known((), tiles))))
    assert outcomes(best_seeing(way, Role.PLAYER, 6, Run(directory=tmp_path))) == tuple(found.tolist())


@pytest.mark.prove
@pytest.mark.parametrize("others", range(1, 6))
def test_dealt_hands_gain_by_seeing_what_is_on_record(others: int) -> None:
    """A second way: tiles dealt at random, each setting compared with every hand of the unseen tiles."""
    way = load_way("traditional")
    recorded = json.loads((DOCS / "studies.json").read_text(encoding="utf-8"))["seen"]
    win, push, lose = recorded[f"traditional {others}"]
    seeing = Tally(win, push, lose, None, None, None, 0)
    gain = seeing.value - tile_tally(way, way, Role.PLAYER).value
    every = list(brute_tiles.physical_hands(KINDS))
    masks = np.array([sum(1 << n for n in hand) for hand in every])
    set_by_way = {tiles: cast(TileSetting, way.set(tiles)) for tiles in set(map(_sorted, every))}
    low, high, _ = np.array([_strengths(set_by_way[_sorted(hand)]) for hand in every]).T
    chance = np.random.default_rng(others)
    gains = []
    for _ in range(DEALT):
        dealt = chance.permutation(32)[: 4 + 4 * others].tolist()
        unseen = masks & sum(1 << n for n in dealt) == 0
        own = brute_tiles.tiles_of(tuple(sorted(dealt[:4])))
        merits = {}
        for setting in tile_settings(own):
            my_low, my_high, worthless = _strengths(setting)
            wins = ((low[unseen] < my_low) & (not worthless)).astype(int) + (high[unseen] < my_high)
            merits[str(setting)] = float(19 * np.sum(wins == 2) - 20 * np.sum(wins == 0)) / (20 * len(wins))
        gains.append(max(merits.values()) - merits[str(way.set(own))])
    found = Estimate(
        "gain", DEALT, float(np.mean(gains)), float(np.var(gains, ddof=1)), Range(0.0, 1.95), Exact(gain)
    )
    assert not found.disagrees
    assert found.around(FALSE_ALARM)[0] > 0


def _sorted(hand: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(sorted(brute_tiles.tiles_of(hand), key=str))


def _strengths(setting: TileSetting) -> tuple[int, int, bool]:
    low = rank_two_tiles(setting.low)
    return low.strength, rank_two_tiles(setting.high).strength, low.is_zero
