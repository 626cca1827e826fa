"""Every deal of two or three tile hands: against single tiles dealt one by one, and against arithmetic."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt
import pytest

from paigow.material.tiles import TILES, parse_tiles
from paigow.odds.counting import Role, Tally, tile_ways
from paigow.odds.counting.kernels import tiles as kernels
from paigow.odds.counting.tile_deals import (
    TILE_DEALS,
    AsSet,
    TileHands,
    as_set,
    best_choices,
    count_replies,
    hand_number,
    tally_choices,
    tile_hands,
)
from paigow.ranks.comparing import Outcome
from paigow.ranks.tiles import rank_two_tiles, tile_settings
from tests.odds import brute_tiles as brute
from tests.rules import rule

Ints = npt.NDArray[np.int64]


def first_settings(hands: TileHands) -> Ints:
    """The highest high hand of everything."""
    return np.zeros(len(hands), dtype=np.int64)


def last_settings(hands: TileHands) -> Ints:
    """The highest low hand of everything."""
    return hands.counts - 1


def test_two_hands_of_32_tiles_are_dealt_in_736_281_000_ways() -> None:
    assert comb(32, 4) * comb(28, 4) == TILE_DEALS == 736_281_000
    hands = tile_hands()
    replies = count_replies(hands, as_set(hands, first_settings(hands)), Role.PLAYER)
    assert tally_choices(hands, replies, last_settings(hands)).total == TILE_DEALS
    existing = np.arange(3) < hands.counts[:, None]
    assert set(replies.counts.sum(axis=(2, 3, 4))[existing]) == {comb(28, 4)} == {20_475}


def agrees(tally: Tally, counts: dict[object, int], *, as_bank: bool) -> bool:
    win, lose = (Outcome.LOSE, Outcome.WIN) if as_bank else (Outcome.WIN, Outcome.LOSE)
    return (
        tally.win,
        tally.push,
        tally.lose,
        tally.low_copies,
        tally.high_copies,
        tally.both_copies,
    ) == (
        counts[win],
        counts[Outcome.PUSH],
        counts[lose],
        counts["low copy"],
        counts["high copy"],
        counts["both"],
    )


@rule("R2")
@pytest.mark.parametrize("zero_rule", [True, False])
def test_sixteen_tiles_dealt_one_by_one_give_the_same_integers(*, zero_rule: bool) -> None:
    hands = tile_hands(brute.EIGHT_KINDS)
    counts = brute.tally_pairs(brute.EIGHT_KINDS, brute.highest_low, brute.highest_high, zero_rule=zero_rule)
    high, low = first_settings(hands), last_settings(hands)
    as_player = count_replies(hands, as_set(hands, high), Role.PLAYER, zero_rule=zero_rule)
    as_bank = count_replies(hands, as_set(hands, low), Role.BANK, zero_rule=zero_rule)
    assert tally_choices(hands, as_player, low).total == comb(16, 4) * comb(12, 4)
    assert agrees(tally_choices(hands, as_player, low), counts, as_bank=False)
    assert agrees(tally_choices(hands, as_bank, high), counts, as_bank=True)


def test_the_best_setting_of_sixteen_tiles_is_the_one_found_one_by_one() -> None:
    hands = tile_hands(brute.EIGHT_KINDS)
    replies = count_replies(hands, as_set(hands, first_settings(hands)), Role.PLAYER)
    choices = best_choices(hands, replies)
    for number, tiles in enumerate(hands.tiles):
        lose, _, win = replies.outcomes[number, choices[number]].tolist()
        copies = iter(range(32))
        held = tuple(next(n for n in copies if TILES[n] is tile) for tile in sorted(tiles, key=TILES.index))
        assert 19 * win - 20 * lose == brute.best_of(brute.EIGHT_KINDS, held, brute.highest_high), tiles


def physical(choice: int) -> tuple[npt.NDArray[np.uint32], AsSet]:
    """All 35,960 hands of single tiles, set with the given choice of `tile_settings`."""
    found = []
    for hand in combinations(range(32), 4):
        setting = tile_settings([TILES[n] for n in hand])[choice]
        low, high = rank_two_tiles(setting.low), rank_two_tiles(setting.high)
        found.append((sum(1 << n for n in hand), low.strength, high.strength, low.is_zero))
    masks, lows, highs, zeros = zip(*found, strict=True)
    return np.array(masks, dtype=np.uint32), AsSet(
        np.array(lows, dtype=np.int64), np.array(highs, dtype=np.int64), np.array(zeros)
    )


def test_3620_kinds_of_hands_and_35960_hands_of_single_tiles_give_the_same_integers() -> None:
    hands = tile_hands()
    replies = count_replies(hands, as_set(hands, last_settings(hands)), Role.PLAYER)
    by_kind = np.tensordot(hands.weights, replies.counts[:, 0], axes=1)
    masks, mine = physical(0)
    _, theirs = physical(-1)
    single = np.zeros((3, 3, 2), dtype=np.int64)
    kernels.count_physical(masks, mine.low, mine.high, mine.zero, theirs.low, theirs.high, single)
    assert single.sum() == TILE_DEALS
    assert np.array_equal(by_kind, single)


def test_the_bank_sees_the_same_deals_from_the_other_side() -> None:
    hands = tile_hands()
    high, low = first_settings(hands), last_settings(hands)
    player = tally_choices(hands, count_replies(hands, as_set(hands, high), Role.PLAYER), low)
    bank = tally_choices(hands, count_replies(hands, as_set(hands, low), Role.BANK), high)
    assert (player.win, player.push, player.lose) == (bank.lose, bank.push, bank.win)
    assert player.zero_lows == bank.zero_lows > 0


def test_best_play_is_no_worse_than_any_other() -> None:
    hands = tile_hands()
    replies = count_replies(hands, as_set(hands, first_settings(hands)), Role.BANK)
    best = tally_choices(hands, replies, best_choices(hands, replies)).value
    assert best > tally_choices(hands, replies, first_settings(hands)).value
    assert best > tally_choices(hands, replies, last_settings(hands)).value


def test_one_hand_alone_is_counted_as_among_all() -> None:
    hands = tile_hands()
    number = hand_number(hands, parse_tiles("2-4 1-2 6-6 4-5"))
    opponent = as_set(hands, last_settings(hands))
    alone = count_replies(hands, opponent, Role.PLAYER, only=number)
    assert np.array_equal(alone.counts[0], count_replies(hands, opponent, Role.PLAYER).counts[number])


@rule("R11")
def test_a_bank_with_two_opponents_is_counted_as_dealt_one_by_one() -> None:
    hands = tile_hands(brute.SIX_KINDS)
    pairs = tile_ways.count_pairs(hands, as_set(hands, last_settings(hands)))
    tally = tile_ways.tally_against_two(hands, pairs, first_settings(hands))
    assert tally.total == comb(12, 4) * comb(8, 4)
    assert tally.counts == dict(brute.tally_surplus(brute.SIX_KINDS, brute.highest_high, brute.highest_low))


@rule("R11", "commission-tiles 8(o)")
def test_vigorish_is_taken_of_what_is_over_when_both_opponents_are_settled() -> None:
    tally = tile_ways.SurplusTally({-2: 1, -1: 2, 0: 4, 1: 2, 2: 1})
    # (-2 - 2 + 0 + 2 * 0.95 + 1.90) / (10 rounds * 2 wagers)
    assert tally.value == Fraction(-20, 100) / 20


def test_two_opponents_of_a_full_set_agree_with_one_where_vigorish_is_left_out() -> None:
    hands = tile_hands()
    opponent = as_set(hands, last_settings(hands))
    one = tally_choices(hands, count_replies(hands, opponent, Role.BANK), first_settings(hands))
    pairs = tile_ways.count_pairs(hands, opponent)
    two = tile_ways.tally_against_two(hands, pairs, first_settings(hands))
    assert two.total == tile_ways.THREE_HAND_DEALS == TILE_DEALS * 10_626
    # Each opponent by itself is one opponent: the mean surplus is twice the mean of one.
    mean = Fraction(sum(surplus * n for surplus, n in two.counts.items()), two.total)
    assert mean == 2 * Fraction(one.win - one.lose, one.total)
    best = tile_ways.tally_against_two(hands, pairs, tile_ways.best_against_two(hands, pairs))
    assert best.value > two.value
