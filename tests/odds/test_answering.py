"""Whole tables: which wagers are listed, by whose ways, and that a page and words come out."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.material.tiles import parse_tiles
from paigow.odds.answering import BEST, Counting, Question, Setter, answer, cents_of_a_dollar
from paigow.odds.counting import Role
from paigow.odds.counting.one_hand import tile_hand_odds
from paigow.odds.counting.tile_ways import tile_surplus, tile_tally
from paigow.odds.reports.charts import crossings, steps
from paigow.odds.reports.html import odds_page
from paigow.odds.reports.wager_odds import OddsReport, WagerOdds, fraction_of
from paigow.odds.subject import subject_of
from paigow.ranks.tiles import order_tiles
from paigow.submissions.checking import load_submission
from paigow.wagers.money import dollars
from paigow.wagers.paytables import Meter
from paigow.wagers.wager import Kind
from tests.rules import rule

TILES = Counting(tile_tally, partial(tile_tally, zero_rule=False), tile_surplus)


def nothing_to_count(*_: object) -> None:
    raise AssertionError("no deal was to be counted")


UNCOUNTED = Counting(nothing_to_count)  # type: ignore[arg-type]


def ask(source: str, **asked: object) -> OddsReport:
    return answer(replace(Question(subject_of(source)), **asked), TILES)  # type: ignore[arg-type]


def names(report: OddsReport) -> list[tuple[str, str]]:
    return [(wager.name, wager.role) for wager in report.wagers]


def test_a_book_lists_every_wager_and_pay_table_it_allows() -> None:
    report = ask("colorado-tiles")
    assert names(report) == [
        ("main", "player"),
        ("main", "bank"),
        ("main against two", "bank"),
        ("main", "co-bank"),
        ("main without vigorish", "player"),
        ("main without vigorish", "bank"),
        ("main without vigorish", "co-bank"),
        *((f"pair-fortunes {table}", "") for table in "1234"),
        *((kind, "") for kind in ("match", "odd", "even", "double", "triple", "dice-bonus")),
        ("dice-bonus placed as shaker", ""),
        ("dice-bonus placed as other", ""),
    ]


def test_a_submission_lists_what_it_offers() -> None:
    assert names(ask("commission-tiles-plain")) == [("main", "player")]
    found = names(ask("colorado-tiles-full"))
    assert ("pair-fortunes 1", "") in found
    assert ("pair-fortunes 2", "") not in found


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ("fortune", ["fortune A", "fortune B", "fortune C", "fortune D"]),
        ("Insurance b", ["insurance B"]),
        ("progressive D", ["progressive D"]),
    ],
)
def test_only_what_is_asked_for_is_worked_out(wanted: str, found: list[str]) -> None:
    report = answer(Question(subject_of("maryland-poker"), wager=wanted), UNCOUNTED)
    assert [wager.name for wager in report.wagers] == found


def test_an_unknown_wager_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput, match="there is no wager 'fortoon'; did you mean fortune"):
        answer(Question(subject_of("maryland-poker"), wager="fortoon"), UNCOUNTED)


@rule("R33")
def test_a_co_bank_is_set_the_house_way_whoever_asks_for_best_play() -> None:
    best = ask("commission-tiles", player=BEST)
    plain = ask("commission-tiles")
    value = {(wager.role, wager.case): wager.value for wager in best.wagers}
    house = {(wager.role, wager.case): wager.value for wager in plain.wagers}
    assert value["co-bank", ""] == house["co-bank", ""]
    assert value["bank", ""] > house["bank", ""]
    assert value["bank", "against two"] > house["bank", "against two"]
    assert value["player", ""] > house["player", ""]


@rule("R33")
def test_a_bank_that_must_set_the_house_way_gains_nothing_by_best_play() -> None:
    bound = replace(subject_of("commission-tiles"), bank_sets_freely=False)
    found = answer(Question(bound, player=BEST, role=Role.BANK), TILES).wagers[0]
    free = ask("commission-tiles", role=Role.BANK).wagers[0]
    assert found.value == free.value
    assert "the bank's hand is set the house way (R33)" in found.assumes[0]


def test_the_same_way_on_both_sides_makes_bank_and_player_one_anothers_mirror() -> None:
    player, bank, *_ = ask("commission-tiles").wagers
    counts = [{result.name: result.count for result in wager.results} for wager in (player, bank)]
    assert counts[0]["win"] == counts[1]["lose"]
    assert counts[0]["lose"] == counts[1]["win"]
    assert player.total == bank.total == 736_281_000


@rule("R2")
def test_without_the_zero_rule_a_player_does_better_by_each_low_hand_it_costs() -> None:
    player = ask("commission-tiles", role=Role.PLAYER).wagers[0]
    details = player.details
    zeros = details["zero_lows"]
    assert isinstance(zeros, int)
    without = fraction_of(details["value_without_zero_rule"])  # type: ignore[arg-type]
    # Each such deal turns a push into a win or a loss into a push: nineteen or twenty twentieths.
    assert Fraction(19 * zeros, 20 * player.total) <= without - player.value <= Fraction(zeros, player.total)


@rule("R11")
def test_vigorish_rounded_up_costs_a_small_wager_more() -> None:
    five, hundred = (
        ask("commission-tiles-full", bet=dollars(amount), role=Role.PLAYER).wagers[0] for amount in (5, 100)
    )
    assert five.value == hundred.value  # 25 cents of 5 dollars and 5 of 100 are five percent
    seven = ask("commission-tiles-full", bet=dollars(7), role=Role.PLAYER).wagers[0]
    wins = next(result.count for result in seven.results if result.name == "win")
    # 35 cents become 50: 15 cents of 7 dollars more for each win.
    assert five.value - seven.value == Fraction(wins, seven.total) * Fraction(15, 700)


def test_meters_of_a_submission_are_taken_and_unknown_ones_refused() -> None:
    subject = subject_of("maryland-poker-full")
    grown = Question(subject, wager="progressive", meters={Meter.MEGA: dollars(300_000)})
    plain = Question(subject, wager="progressive")
    one, other = (answer(question, UNCOUNTED).wagers[0] for question in (plain, grown))
    # 228 of 154,143,080 hands take the mega, 290,000 dollars more, on a one-dollar wager.
    assert other.value - one.value == Fraction(228 * 290_000, 154_143_080)
    with pytest.raises(BadInput, match="progressive C has no meter"):
        answer(Question(subject, wager="progressive", meters={Meter.SINGLE: dollars(1)}), UNCOUNTED)


@pytest.mark.parametrize(
    ("source", "wager", "problem"),
    [
        ("commission-tiles", None, "no progressive is counted here"),
        ("maryland-poker", "fortune", "no progressive is counted here"),
        ("maryland-poker", "progressive A", "progressive A has no mega"),
    ],
)
def test_a_meter_without_an_effect_is_refused(source: str, wager: str | None, problem: str) -> None:
    question = Question(subject_of(source), wager=wager, meters={Meter.MEGA: dollars(1)})
    with pytest.raises(BadInput, match=problem):
        answer(question, UNCOUNTED)


def test_a_dealer_cannot_play_best() -> None:
    with pytest.raises(BadInput, match="the dealer must follow a house way"):
        ask("commission-tiles", dealer=BEST)


def test_the_settings_of_one_hand_add_up_and_the_best_has_the_greatest_value() -> None:
    way = load_way("regulation")
    tiles = parse_tiles("6-6 4-5 2-2 1-3")
    for role in Role:
        found = tile_hand_odds(tiles, way, role)
        assert {setting.total for setting in found.settings} == {20_475}
        assert found.best.value == max(setting.value for setting in found.settings)
        assert len(found.settings) == 3
        for setting in found.settings:
            assert order_tiles(setting.setting) == setting.setting  # type: ignore[arg-type]


def test_best_play_of_every_hand_is_what_one_hand_alone_is_told() -> None:
    way = load_way("regulation")
    best = tile_tally(None, way, Role.PLAYER)
    assert best.value > tile_tally(way, way, Role.PLAYER).value
    three = parse_tiles("2-4 1-2 6-6 5-5")
    assert tile_hand_odds(three, way, Role.PLAYER).best.win > 0


def wellformed(page: str) -> ET.Element:
    body = (
        page.split("\n", 1)[1]
        .replace('<meta charset="utf-8">', "")
        .replace('<meta name="viewport" content="width=device-width, initial-scale=1">', "")
    )
    return ET.fromstring(body.replace("<details open>", "<details>"))  # noqa: S314


@pytest.mark.parametrize("source", ["colorado-tiles", "commission-tiles-plain"])
def test_the_page_is_whole_by_itself_and_says_every_count(source: str) -> None:
    report = ask(source)
    page = odds_page(report)
    assert not re.findall(r"(?:src|href)=|url\((?!\"#)|@import|<script", page)
    tree = wellformed(page)
    assert all(svg.get("aria-label") or svg.get("aria-hidden") for svg in tree.iter("svg"))
    for wager in report.wagers:
        for result in wager.results:
            assert f"<td>{result.count:,}</td>" in page
        assert f"{wager.value.numerator:,} / {wager.value.denominator:,}" in page


def test_the_page_of_the_card_wagers_draws_envy_and_meters() -> None:
    report = answer(Question(subject_of("maryland-poker"), wager="fortune"), UNCOUNTED)
    meters = answer(Question(subject_of("maryland-poker"), wager="progressive"), UNCOUNTED)
    assert "<h2>Envy</h2>" in odds_page(report)
    assert "<h2>The progressive</h2>" in odds_page(meters)
    wellformed(odds_page(meters))


def test_marks_of_an_axis_are_round_numbers() -> None:
    assert steps(0, 100) == [0, 20, 40, 60, 80, 100]
    assert steps(-0.9, 0.9, 4) == [-0.5, 0, 0.5]
    assert crossings([(0.0, 3.0), (10.0, -1.0)]) == [7.5]


def test_conclusions_say_who_gains() -> None:
    assert cents_of_a_dollar(Fraction(1, 8)) == "loses 12.50 cents on every dollar"
    assert cents_of_a_dollar(Fraction(-1, 8)) == "gains 12.50 cents on every dollar"
    assert cents_of_a_dollar(Fraction(1, 10**6)) == "breaks even to a hundredth of a cent"


def test_a_wager_is_called_by_its_kind_and_table() -> None:
    odds = WagerOdds(Kind("fortune"), (), table="A")
    assert (odds.name, odds.title) == ("fortune A", "Fortune Bonus A")


def test_someone_elses_way_is_named_in_what_is_assumed() -> None:
    other = Setter("regulation", load_way("regulation"))
    assert (
        "the player sets by the house way 'regulation'"
        in ask("commission-tiles", player=other).wagers[0].assumes
    )


def test_a_file_is_named_by_its_house_and_table_and_not_by_its_path(tmp_path: Path) -> None:
    """A server counts a temporary file and hands the report to everybody."""
    path = tmp_path / "ours.toml"
    path.write_text(load_submission("colorado-tiles-full").text, encoding="utf-8")
    report = ask(str(path), wager="match")
    assert str(tmp_path) not in json.dumps(report.as_json())
    table = load_submission("colorado-tiles-full").rules.table
    assert report.assumes[0].endswith(f"({table.operator}, table {table.number})")
