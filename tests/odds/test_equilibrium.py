"""Both sides free to set: bounds that plain Python confirms, one deal of single tiles after another."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.material.tiles import KINDS, TILES, Tile
from paigow.odds.counting import Role
from paigow.odds.counting.equilibrium import (
    SHARES,
    Equilibrium,
    hand_losses,
    pure,
    solve_tiles,
    sure_value,
)
from paigow.odds.counting.tile_deals import hand_number, tile_hands
from paigow.odds.counting.tile_ways import choices_of, tile_tally
from paigow.ranks.comparing import Outcome, compare_tiles
from tests.rules import rule

FEW = KINDS[:3] + KINDS[11:13]
"""Five kinds, ten tiles: 210 hands by 15 replies."""
GAIN = {Outcome.WIN: 19, Outcome.PUSH: 0, Outcome.LOSE: -20}


@cache
def solved() -> Equilibrium:
    return solve_tiles(Fraction(1, 100_000), hands=tile_hands(FEW))


@cache
def deals() -> tuple[tuple[int, int], ...]:
    """Every deal of two hands of single tiles, by the numbers of the hands."""
    hands, tiles = tile_hands(FEW), [tile for tile in TILES if tile.kind in FEW]
    numbers: dict[frozenset[Tile], int] = {}
    for four in combinations(range(len(tiles)), 4):
        numbers[frozenset(four)] = hand_number(hands, [tiles[place] for place in four])  # type: ignore[arg-type]
    return tuple((numbers[one], numbers[other]) for one in numbers for other in numbers if not one & other)


def plain_sure_value(found: Equilibrium, role: Role) -> Fraction:
    """The best reply to a mixture, hand by hand, by comparing settings one by one."""
    hands = found.hands
    gained: dict[int, dict[int, int]] = {}
    mixture = found.mixture(role)
    for mine, theirs in deals():
        replies = gained.setdefault(theirs, dict.fromkeys(range(int(hands.counts[theirs])), 0))
        for reply in replies:
            for setting in np.flatnonzero(mixture[mine]):
                ours, other = hands.settings[mine][setting], hands.settings[theirs][reply]
                if role is Role.PLAYER:
                    gain = -GAIN[compare_tiles(ours, other).outcome]
                else:
                    gain = GAIN[compare_tiles(other, ours).outcome]
                replies[reply] += gain * int(mixture[mine, setting])
    best = sum(max(replies.values()) for replies in gained.values())
    return -Fraction(best, len(deals()) * SHARES * 20)


@rule("R2", "R11")
def test_the_bounds_are_what_plain_counting_finds() -> None:
    found = solved()
    assert len(deals()) == 210 * 15  # C(10,4) * C(6,4)
    assert plain_sure_value(found, Role.PLAYER) == found.lower
    assert -plain_sure_value(found, Role.BANK) == found.upper
    assert found.lower <= found.upper <= found.lower + Fraction(1, 100_000)


def test_a_mixture_is_whole_and_of_settings_that_exist() -> None:
    found = solved()
    existing = np.arange(3) < found.hands.counts[:, None]
    for role in Role:
        assert (found.mixture(role).sum(axis=1) == SHARES).all()
        assert not found.mixture(role)[~existing].any()


def test_no_way_of_setting_does_better_than_the_bounds() -> None:
    """Whatever one side does, the other can limit it to the value: 200 random ways, and the extremes."""
    found, hands = solved(), tile_hands(FEW)
    chance = np.random.default_rng(7)
    tried = [np.zeros(len(hands), dtype=np.int64), hands.counts - 1]
    tried += [chance.integers(0, hands.counts) for _ in range(200)]
    for choices in tried:
        assert sure_value(hands, pure(choices), Role.PLAYER) <= found.upper
        assert sure_value(hands, pure(choices), Role.BANK) <= -found.lower


def test_what_hands_lose_adds_up_to_what_the_way_loses() -> None:
    """A player's best reply to the dealer's mixture gets `upper`; a way gets that less its hands' losses."""
    found, hands = solved(), tile_hands(FEW)
    choices = hands.counts - 1
    gained = Fraction(0)
    for mine, theirs in deals():
        ours = hands.settings[mine][choices[mine]]
        for setting in np.flatnonzero(found.dealer[theirs]):
            outcome = compare_tiles(ours, hands.settings[theirs][setting]).outcome
            gained += GAIN[outcome] * int(found.dealer[theirs, setting])
    value = gained / (len(deals()) * SHARES * 20)
    losses = hand_losses(found, choices, Role.PLAYER)
    assert found.upper - sum(each.loss for each in losses) == value
    assert [each.loss for each in losses] == sorted((each.loss for each in losses), reverse=True)


@pytest.mark.parametrize("gap", [Fraction(0), Fraction(-1), Fraction(1)])
def test_a_gap_that_means_nothing_is_rejected(gap: Fraction) -> None:
    with pytest.raises(BadInput, match="the gap can't be"):
        solve_tiles(gap, hands=tile_hands(FEW))


@rule("R11")
def test_the_best_reply_to_a_way_is_the_one_that_the_odds_count() -> None:
    """Two programs for one number: the certificate's best reply, and best play as `paigow odds` counts it."""
    way = load_way("traditional")
    held_to = -sure_value(tile_hands(), pure(choices_of(way)), Role.BANK)
    assert held_to == tile_tally(None, way, Role.PLAYER).value


@pytest.mark.prove
def test_the_value_of_the_whole_game_is_known_to_a_millionth() -> None:
    found = solve_tiles(Fraction(1, 1_000_000))
    assert found.gap <= Fraction(1, 1_000_000)
    # No dealer's way limits a perfect player to less than the value, and no player's way guarantees more.
    for name in ("regulation", "traditional", "foxwoods-tiles"):
        way = load_way(name)
        assert tile_tally(None, way, Role.PLAYER).value >= found.lower
        assert sure_value(found.hands, pure(choices_of(way)), Role.PLAYER) <= found.upper
