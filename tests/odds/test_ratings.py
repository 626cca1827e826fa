"""Power ratings: against hands set one by one, and against the tallies of the ways themselves."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import cast

import numpy as np
import pytest

import paigow
from paigow.cli.application import run
from paigow.houseways import HouseWay, load_way
from paigow.material.cards import CARDS
from paigow.material.hands import TileSetting
from paigow.material.tiles import TILES, Tile, parse_tiles
from paigow.odds.counting import Role
from paigow.odds.counting.one_hand import best_settings
from paigow.odds.counting.ratings import COLUMNS, ratings
from paigow.ranks.classes import tile_hand_classes
from paigow.ranks.tiles import TileRank, rank_two_tiles
from tests.odds import brute_cards
from tests.odds.card_ways import SMALL, at_random
from tests.odds.test_cards import plainly
from tests.rules import rule


def set_by(way: HouseWay, tiles: Sequence[Tile]) -> TileSetting:
    return cast(TileSetting, way.set(tiles))


def test_tiles_are_rated_as_set_one_by_one() -> None:
    way = load_way("traditional")
    lows: Counter[str] = Counter()
    highs: Counter[str] = Counter()
    for tiles, weight in tile_hand_classes():
        setting = set_by(way, tiles)
        lows[rank_two_tiles(setting.low).name] += weight
        highs[rank_two_tiles(setting.high).name] += weight
    found = ratings(way)
    for half, names in (("low", lows), ("high", highs)):
        rated = [each for each in found if each.half == half]
        by_name: Counter[str] = Counter()
        for each in rated:
            by_name[each.name] += each.hands
        assert by_name == names
        # 35,960 = C(32,4); each rank beats all those before it.
        assert rated[-1].beats + rated[-1].hands == rated[0].total == 35_960
        assert [each.beats for each in rated] == [sum(e.hands for e in rated[:n]) for n in range(len(rated))]


@rule("R2")
def test_a_low_hand_of_zero_is_rated_as_it_is_settled() -> None:
    way = load_way("traditional")
    lows: Counter[TileRank] = Counter()
    for tiles, weight in tile_hand_classes():
        lows[rank_two_tiles(set_by(way, tiles).low)] += weight
    rated = {each.name: each for each in ratings(way) if each.half == "low"}
    assert any(rank.is_zero for rank in lows)
    for rank in lows:
        won = sum(weight for other, weight in lows.items() if rank > other and not rank.is_zero)
        lost = sum(weight for other, weight in lows.items() if other > rank and not other.is_zero)
        assert rated[rank.name].as_player == Fraction(won, 35_960)
        assert rated[rank.name].as_bank == 1 - Fraction(lost, 35_960)


@pytest.mark.parametrize("role", ["player", "bank"])
def test_both_halves_of_a_setting_are_rated_beside_the_hand(role: str) -> None:
    way, hand = load_way("traditional"), parse_tiles("6-6 4-5 2-2 1-3")
    best = paigow.best_settings(hand, way, role="bank" if role == "bank" else "player").best
    setting = cast(TileSetting, best.setting)
    mine = rank_two_tiles(setting.low), rank_two_tiles(setting.high)
    left = list(TILES)
    for tile in hand:
        left.remove(tile)
    beats = [0, 0]
    known: dict[tuple[int, ...], tuple[bool, bool]] = {}
    for reply in combinations(left, 4):
        key = tuple(sorted(tile.index for tile in reply))
        if key not in known:
            theirs = set_by(way, reply)
            low, high = rank_two_tiles(theirs.low), rank_two_tiles(theirs.high)
            known[key] = (
                (mine[0] > low, mine[1] > high)
                if role == "player"
                else (mine[0] >= low or low.is_zero, mine[1] >= high)
            )
        for half in range(2):
            beats[half] += known[key][half]
    assert [best.low_beats, best.high_beats] == beats


def test_cards_are_rated_beside_the_hand_as_dealt_one_by_one() -> None:
    dealer = at_random(SMALL, 3)
    other, plain = plainly(dealer), brute_cards.plain_deck(SMALL)
    for row in (1, 200, 400):
        low, high = brute_cards.replies(SMALL, row, other)
        dealt = sorted(
            (int(np.sum(plain.low[row, n] > low)), int(np.sum(plain.high[row, n] > high)))
            for n in np.flatnonzero(~plain.fouled[row])
        )
        hand = [CARDS[card] for card in dealer.hands.cards[row]]
        found = best_settings(hand, dealer, Role.PLAYER)
        assert sorted((each.low_beats, each.high_beats) for each in found) == dealt


def test_the_command_writes_every_rank(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ratings.csv"
    assert run(["ratings", "traditional", "--csv", str(file)]) == 0
    assert "low hands" in capsys.readouterr().out
    rows = list(csv.reader(StringIO(file.read_text(encoding="utf-8"))))
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == 1 + len(ratings(load_way("traditional")))
    assert run(["ratings", "traditional", "--csv", str(tmp_path / "none" / "x.csv")]) == 3
