"""The shipped edges: exactly those of the permanent tables, as counted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from paigow.odds.counting import Role, Tally
from paigow.odds.counting.tile_ways import tile_tally
from paigow.ranks.poker import Wheel
from paigow.server.background import Edges, counted_edges, counted_tally
from paigow.server.tables.catalog import TableSettings, demonstration_names, layout_record
from paigow.submissions.checking import load_submission
from tests.rules import rule
from tests.table.tables import rules_with
from tools.results.record import Record

RESULTS = Path(__file__).parent.parent.parent / "docs" / "results.json"


def _tally(example: str) -> Tally:
    """All deals of two hands set the submission's way, counted now or taken from the results page."""
    submission = load_submission(example)
    chosen = submission.rules.way
    name, way = chosen.name, chosen.way
    if submission.game.value == "tiles":
        return tile_tally(way, way, Role.PLAYER)
    layout = layout_record("t", submission, rules_with(example), TableSettings(title="t"))
    wheel = Wheel(layout["wheel"])
    found = Record.load(RESULTS).tally(name, (name, way), Role.PLAYER, wheel, lambda: None)
    assert found is not None, f"`{name}` has no tally in docs/results.json"
    return found


@rule("R11")
@pytest.mark.parametrize("example", demonstration_names())
def test_the_record_agrees_with_what_is_counted(example: str) -> None:
    """Five percent of what is won: 19/20 for each win, one unit for each loss, over all deals."""
    submission, tally = load_submission(example), _tally(example)
    edges = counted_edges()
    as_player = Fraction(tally.lose, tally.total) - Fraction(tally.win, tally.total) * Fraction(19, 20)
    assert edges[submission.digest, "player"] == as_player, "run tools/count-edges"
    if rules_with(example).banking.offered:
        as_bank = Fraction(tally.win, tally.total) - Fraction(tally.lose, tally.total) * Fraction(19, 20)
        assert edges[submission.digest, "bank"] == as_bank, "run tools/count-edges"


@pytest.mark.parametrize("example", ["rock-island-poker-full", "maryland-poker-full"])
def test_the_deals_of_card_tables_come_with_the_program(example: str) -> None:
    kept = counted_tally(load_submission(example))
    assert kept == _tally(example)
    # C(53,7) hands by C(46,7) replies.
    assert kept.total == 154_143_080 * 53_524_680
    assert counted_tally(load_submission("commission-tiles-full")) is None, "tiles are counted at once"


def test_another_submission_is_counted_for_itself(tmp_path: Path) -> None:
    edges = Edges(tmp_path, counting=False)
    assert edges.main_edge(load_submission("commission-tiles-full")) is not None
    other = load_submission("commission-tiles-plain")
    assert edges.main_edge(other) is None
