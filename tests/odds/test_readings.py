"""Both readings of a line: what they change, by other counts; and short ways, by the odds of any way."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from paigow.cli.application import run
from paigow.houseways import load_way
from paigow.houseways.checking import check_way
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.odds import short_tiles
from paigow.odds.counting import Role
from paigow.odds.counting.tile_ways import tile_tally
from paigow.odds.readings import LineReading, price, readings
from paigow.odds.reports.wager_odds import fraction_of
from paigow.ranks.classes import tile_hand_classes

TILES = [each for each in readings() if load_way(each.way).game is Game.TILES]


def of(way: str, name: str) -> LineReading:
    return next(each for each in readings() if (each.way, each.name) == (way, name))


@pytest.mark.parametrize("reading", TILES, ids=lambda each: f"{each.way}-{each.name}")
def test_the_other_reading_answers_every_hand(reading: LineReading) -> None:
    found = check_way(reading.other())
    assert (found.unanswered, found.fouled) == (0, 0)


@pytest.mark.parametrize(
    ("way", "name", "hands"),
    [
        # 2 Teen, 2 Day, 2 fives, 6 sixes and GJ: the finding of the way itself.
        ("generic", "teen-low", 2 * 2 * 2 * 6),
        # The case that the reading is about never comes up.
        ("wizard-basic", "few-points", 0),
    ],
)
def test_so_many_hands_are_set_otherwise(way: str, name: str, hands: int) -> None:
    reading = of(way, name)
    assert price(reading).hands == hands
    here, other = load_way(way), reading.other()
    one_by_one = sum(weight for tiles, weight in tile_hand_classes() if here.set(tiles) != other.set(tiles))
    assert one_by_one == hands


@pytest.mark.parametrize(
    ("way", "name", "hand", "here", "other"),
    [
        # A straight whose pair cannot go low: 9 to 5 leaves a 5 and the 2.
        ("mgm", "made-hand-kept", "9s 8d 7h 6c 5s 5d 2c", "9s 8d", "5s 2c"),
        ("trump-plaza", "made-hand-broken", "9s 8d 7h 6c 5s 5d 2c", "5s 2c", "9s 8d"),
        ("santa-ana-star", "pair-high", "9s 8d 7h 6c 5s 5d 2c", "5s 2c", "9s 8d"),
        ("trump-plaza", "four-aces-split", "As Ah Ad Ac 7s 7d 2c", "7s 7d", "As Ah"),
        # The flush leaves A-K, which is better than the A-9 of the pair played high.
        ("foxwoods", "ace-always", "Ah Ks Kd 9s 6s 3s 2s", "Ah Kd", "Ah 9s"),
        ("santa-ana-star", "ten-is-a-face", "9s 9h 7c 7d Ah 10s 2c", "7d 7c", "Ah 10s"),
        ("santa-ana-star", "four-with-pair", "10s 10h 10d 10c 2s 2d 7c", "2s 2d", "10s 10h"),
        ("flamingo", "four-with-pair", "Js Jh Jd Jc 4s 4d 2c", "Js Jh", "4s 4d"),
        # The straight 10 to 6 leaves the jack low.
        ("golden-nugget", "straight-flush-kept", "Js 10s 9s 8s 7s 6h 2d", "Js 2d", "6h 2d"),
        ("ballys", "four-aces-kept", "As Ah Ad Ac 7s 7d 2c", "As Ah", "7s 7d"),
        ("golden-nugget", "four-with-pair", "Ks Kh Kd Kc 7s 7d 2c", "Ks Kh", "7s 7d"),
        # A full house with the joker as an ace, which can also complete a flush of spades.
        ("foxwoods", "made-hand-first", "As Jo Qs Qh Qd 7s 2s", "As Jo", "Qh Qd"),
    ],
)
def test_a_hand_is_set_as_each_reading_of_a_card_way_says(
    way: str, name: str, hand: str, here: str, other: str
) -> None:
    cards = parse_cards(hand)
    for one, low in ((load_way(way), here), (of(way, name).other(), other)):
        ranks = sorted(card.rank for card in one.set(cards).low)
        assert ranks == sorted(card.rank for card in parse_cards(low))


def test_a_way_without_open_lines_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["way", "readings", "--way", "nobody"]) == 3
    assert "one of ballys, casino-real" in capsys.readouterr().err


def test_a_reading_is_priced_by_what_best_play_makes_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    reading = of("traditional", "pair-beaten")
    found = price(reading)
    best = [tile_tally(None, way, Role.PLAYER).value for way in (load_way("traditional"), reading.other())]
    assert found.against_best == best[0] - best[1] > 0
    assert run(["way", "readings", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["readings"]
    assert len(told) == len(TILES)
    (one,) = (each for each in told if (each["way"], each["name"]) == ("traditional", "pair-beaten"))
    assert [fraction_of(one[f"best_value_{which}"]) for which in ("here", "instead")] == best
    way = load_way("traditional")
    assert fraction_of(one["same_value_here"]) == tile_tally(way, way, Role.PLAYER).value
    assert run(["way", "readings"]) == 0
    assert "of 35,960 hands" in capsys.readouterr().out


PLAIN = (
    "when one setting is better in both hands play the only way",
    "when one pair play the pair kept",
    "when two pairs play the pair kept",
    "when a strong hand possible play the best high",
    "when the best low is below 3 and the best high is 7 or better play the best high",
    "when the best low is below 5 and the best high is 8 or better play the best high",
)


def test_a_short_way_gives_up_what_the_odds_of_its_file_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = [short_tiles.ALL_HANDS.candidate(text) for text in PLAIN]
    few = tuple(each for each in found if each is not None)
    assert len(few) == len(PLAIN)
    monkeypatch.setattr(short_tiles, "candidates", lambda: few)
    monkeypatch.setattr(short_tiles, "pairs", lambda: None)
    dealer = load_way("traditional")
    way = short_tiles.search(dealer, Role.PLAYER, Fraction(1, 50))
    file = tmp_path / "short.way"
    file.write_text(way.text("Short", "a test"), encoding="utf-8")
    played = load_way(file)
    assert len(played.rules) == len(way.rules) <= len(PLAIN) + 1
    assert check_way(played).unanswered == 0
    assert tile_tally(played, dealer, Role.PLAYER).value == way.value
    assert tile_tally(None, dealer, Role.PLAYER).value == way.best_value
    assert 0 < way.cost <= Fraction(1, 50)


def test_a_margin_that_no_rules_reach_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["way", "short", "traditional", "--within", "0"]) == 3
    assert "above 0" in capsys.readouterr().err
    assert run(["way", "improve", "foxwoods", "--dealer", "traditional"]) == 3
    assert "a house way for tiles" in capsys.readouterr().err


def test_rules_before_a_way_take_what_the_odds_of_the_changed_way_say(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [
        short_tiles.ALL_HANDS.candidate(text)
        for text in (*PLAIN, "when the total is 12 or more play the best low")
    ]
    monkeypatch.setattr(short_tiles, "candidates", lambda: tuple(each for each in found if each is not None))
    way = load_way("regulation")
    change = short_tiles.improve("regulation", way, way, Role.PLAYER, 2)
    assert 1 <= len(change.rules) <= 2
    assert list(change.costs) == sorted(change.costs, reverse=True)
    assert len({*change.costs}) == 1 + len(change.rules)
    file = tmp_path / "improved.way"
    file.write_text(change.text(), encoding="utf-8")
    best = tile_tally(None, way, Role.PLAYER).value
    assert best - tile_tally(way, way, Role.PLAYER).value == change.costs[0]
    assert best - tile_tally(load_way(file), way, Role.PLAYER).value == change.costs[-1]
    # What the command prints is the file itself; what it gives up is said beside it.
    assert run(["way", "improve", "regulation", "--rules", "2"]) == 0
    printed = capsys.readouterr()
    assert printed.out == change.text()
    assert "Given up against best play" in printed.err
