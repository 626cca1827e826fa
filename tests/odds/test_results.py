"""The page of results: integers beside edges, and what others published beside what is counted here."""

from __future__ import annotations

import pytest

from paigow.cli.results import main
from paigow.houseways import Game, load_way
from paigow.odds.main_tiles import tile_surplus, tile_tally
from paigow.odds.results import WayResults, results_page
from paigow.odds.results_published import published_figures
from paigow.odds.roles import Role, Tally

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
