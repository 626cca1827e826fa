"""The results page: integers next to edges, and published figures next to ours."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from paigow.cli.application import run
from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.tile_ways import tile_surplus, tile_tally
from paigow.odds.reports.wager_odds import percent
from paigow.ranks.lines import FORTUNE_MATCH, Line, bonus_line, lines_made
from paigow.ranks.poker import Wheel
from tests.rules import rule
from tools.results.__main__ import main
from tools.results.page import WayResults, results_page
from tools.results.published import published_figures
from tools.results.record import BEST, Record
from tools.results.rulings import ruling_prices

ROOT = Path(__file__).parent.parent.parent
ALL_CARD_DEALS = 8_250_459_031_214_400


def tile_results(name: str) -> WayResults:
    way = load_way(name)
    best = {role: tile_tally(None, way, role) for role in Role}
    without = tile_tally(way, way, Role.PLAYER, zero_rule=False)
    return WayResults(
        name, way.title, tile_tally(way, way, Role.PLAYER), best, tile_surplus(way, way), without
    )


def made_up_cards() -> WayResults:
    """A tally of the right total, not of any way."""
    win, lose = 2_000_000_000_000_000, 2_100_000_000_000_000
    tally = Tally(win, ALL_CARD_DEALS - win - lose, lose, 1, 2, 3, 0)
    return WayResults("trump-plaza", "made up", tally, dict.fromkeys(Role, tally))


def test_every_integer_stands_on_the_page() -> None:
    tiles = tile_results("regulation")
    page = results_page(
        {Game.TILES: [tiles], Game.CARDS: [made_up_cards()]}, {Game.TILES: [], Game.CARDS: []}, []
    )
    for tally in (tiles.same, *tiles.best.values()):
        assert f"| {tally.win:,} | {tally.push:,} | {tally.lose:,} |" in page
    assert "| 2,000,000,000,000,000 | 4,150,459,031,214,400 | 2,100,000,000,000,000 |" in page
    assert "7,823,721,906,000" in page


@pytest.mark.parametrize(
    ("heading", "row", "columns"),
    [
        ("## Tiles", "`traditional`", (1, 3)),
        ("### Both hands set by the way, from the player's side", "`traditional`", (1, 2, 3, 4, 5, 6)),
        ("### Best play as player against the way", "`traditional`", (1, 2, 3, 4, 5, 6)),
        ("### Best play as bank against the way", "`traditional`", (1, 2, 3, 4, 5, 6)),
        ("### The bank against two opponents", "`traditional`", (1, 2, 3, 4, 5, 6)),
        ("### Optional wagers", "Pair Fortunes 3", (1, 2, 3)),
        ("## What a choice changes", "tiles, `traditional` as player: a zero", (1, 2)),
    ],
)
def test_the_command_named_with_a_table_repeats_its_rows(
    heading: str, row: str, columns: tuple[int, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "docs" / "results.md").read_text(encoding="utf-8")
    section = text[text.index(f"\n{heading}") :]
    named = section[section.index("`paigow odds ") + 1 :]
    asked = named[: named.index("`")].replace("WAY", "traditional")
    cells = (
        next(line for line in section.splitlines() if line.startswith(f"| {row}")).strip("| ").split(" | ")
    )
    if heading == "## Tiles":
        asked = asked.removesuffix(" --as player")
    assert run(asked.split()[1:]) == 0
    printed = capsys.readouterr().out
    assert [cells[column] for column in columns if cells[column] not in printed] == []


def test_foxwoods_is_within_a_few_hundredths_of_what_was_published() -> None:
    # Wizard of Odds, Wizard Way page, for a way close to this one: 2.44, 0.53, 1.67 and -0.20 percent.
    way = tile_results("foxwoods-tiles")
    found = {figure.what: figure for figure in published_figures({Game.TILES: [way], Game.CARDS: []}, {})}
    assert len(found) == 4
    for figure in found.values():
        ours, theirs = (float(text.removesuffix("%")) for text in (figure.ours, figure.theirs))
        assert ours == pytest.approx(theirs, abs=0.05), figure


def test_the_command_writes_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "regulation"]) == 0
    assert capsys.readouterr().out.startswith("# Results\n")


def test_what_is_not_counted_yet_is_said() -> None:
    known = made_up_cards()
    lacking = WayResults("trump-plaza", "made up", known.same, {Role.PLAYER: known.same})
    page = results_page({Game.TILES: [], Game.CARDS: [lacking]}, {Game.TILES: [], Game.CARDS: []}, [])
    assert "Best play is not counted yet against `trump-plaza` as bank;" in page
    assert "Best play as bank against the way" not in page


def test_a_tally_on_record_is_not_counted_again(tmp_path: Path) -> None:
    file, way = tmp_path / "results.json", load_way("foxwoods")
    tally = made_up_cards().same

    def recorded(wheel: Wheel, name: str, found: Tally | None) -> Tally | None:
        return Record.load(file).tally(BEST, (name, load_way(name)), Role.BANK, wheel, lambda: found)

    assert recorded(Wheel.SECOND, "foxwoods", None) is None
    assert recorded(Wheel.SECOND, "foxwoods", tally) == tally
    assert recorded(Wheel.SECOND, "foxwoods", None) == tally
    assert recorded(Wheel.LOWEST, "foxwoods", None) is None
    assert recorded(Wheel.SECOND, "stones", None) is None
    assert (
        Record.load(file).tally("foxwoods", ("foxwoods", way), Role.BANK, Wheel.SECOND, lambda: None) is None
    )


def test_a_file_that_is_no_record_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    file.write_text('{"schema": "other"}', encoding="utf-8")
    with pytest.raises(BadInput, match="is no record of results: 'tallies'; remove it to count afresh"):
        Record.load(file)


def test_every_tally_on_record_counts_all_deals_and_stands_on_the_page() -> None:
    docs = Path(__file__).parent.parent.parent / "docs"
    page = (docs / "results.md").read_text(encoding="utf-8")
    rows = Record.load(docs / "results.json").rows.values()
    assert rows
    for row in rows:
        assert row.win + row.push + row.lose == ALL_CARD_DEALS
        if row.wheel == Wheel.SECOND.value:
            assert f"| {row.win:,} | {row.push:,} | {row.lose:,} |" in page


@rule("R11", "R15", "R16", "R24", "R33", "R57", "R81")
def test_what_rulings_cost_is_what_arithmetic_says() -> None:
    """Five percent of $7 is 35 cents, up to the next quarter 50: 15 of 700 cents of every win more."""
    same = Tally(win=2, push=1, lose=3, low_copies=0, high_copies=0, both_copies=0, zero_lows=0)
    best = Tally(win=3, push=1, lose=2, low_copies=0, high_copies=0, both_copies=0, zero_lows=0)
    way = WayResults("foxwoods", "Foxwoods", same, {Role.BANK: best})
    found = {text: (here, other) for text, here, other in ruling_prices([], [way])}
    (rounded,) = [edges for text, edges in found.items() if "25 cents (R11)" in text]
    assert rounded == (
        percent(Fraction(11, 60)),
        percent(Fraction(11, 60) + Fraction(15, 2100)),
    )
    (least,) = [edges for text, edges in found.items() if "R81" in text]
    assert least[1] == percent(Fraction(11, 60) + Fraction(15, 600))
    # 7,672,500 hands are paid as three of a kind, of which 7,470,676 are by poker rank: one unit more each.
    (threes,) = [edges for text, edges in found.items() if "by poker rank" in text]
    assert threes == ("7.6792%", percent(Fraction(87_036, 1_133_405) + Fraction(201_824, 154_143_080)))
    # A double at 4 to 1 wins on 36 of 216 rolls, on 30 without triples; a number shows on 91, 108 times.
    (double,) = [edges for text, edges in found.items() if text.startswith("double")]
    assert double == (percent(Fraction(180 - 4 * 36, 216)), percent(Fraction(186 - 4 * 30, 216)))
    (match,) = [edges for text, edges in found.items() if text.startswith("match")]
    assert match == (percent(Fraction(125 - 108, 216)), percent(Fraction(125 - 91, 216)))
    # 14 hands would be paid 8 instead of 25 to 1.
    (pairs,) = [edges for text, edges in found.items() if "Gee Joon" in text]
    assert pairs == ("5.2976%", percent(Fraction(381, 7_192) + Fraction(14 * 17, 35_960)))
    # The bank gains 19/20 of 3 in 6 and loses 2 in 6; by the way it gains 3 and loses 2 as well: its mirror.
    (likes,) = [edges for text, edges in found.items() if "R33" in text]
    assert likes == (percent(Fraction(2 * 20 - 3 * 19, 120)),) * 2
    # Two of the five wagers that do not push are won.
    (coupon,) = [edges for text, edges in found.items() if "R57" in text]
    assert coupon == (percent(-Fraction(2, 5) * Fraction(19, 20)), percent(-Fraction(2, 5)))


@rule("R24")
def test_ace_to_seven_of_a_suit_are_28_hands_that_would_be_straight_flushes() -> None:
    """Four without the joker, and 24 with it in place of a card from two to seven (R24)."""
    (price,) = [edges for text, *edges in ruling_prices([], []) if "ace to seven" in text]
    hands = [
        parse_cards(" ".join("Jo" if rank == missing else f"{rank}{suit}" for rank in "A234567"))
        for suit in "shdc"
        for missing in ("", *"234567")
    ]
    lines = Counter(bonus_line(hand, FORTUNE_MATCH) for hand in hands)
    assert lines == {Line.SEVEN_CARD_STRAIGHT_FLUSH: 4, Line.SEVEN_CARD_STRAIGHT_FLUSH_JOKER: 24}
    assert all(Line.STRAIGHT_FLUSH in lines_made(hand) for hand in hands)
    assert not any(Line.ROYAL_FLUSH in lines_made(hand) for hand in hands)
    more = Fraction(4 * (8_000 - 50) + 24 * (1_000 - 50), 154_143_080)
    assert price == ["7.6792%", percent(Fraction(87_036, 1_133_405) + more)]
