"""The benchmarks are one report: it includes every part, and compares peers with us."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import pytest

from benchmarks.__main__ import TITLES, as_json, figures_in, names, report_lines
from benchmarks.docs import BLOCKS, PAGES, SLOW, rewritten
from benchmarks.report import Figure


@pytest.mark.parametrize("name", names())
def test_every_part_can_be_run(name: str) -> None:
    assert callable(import_module(f"benchmarks.bench_{name}").run)


def test_parts_come_in_the_order_of_the_report() -> None:
    assert [name for name in names() if name in TITLES] == [name for name in TITLES if name in names()]


def test_a_peer_stands_beside_us() -> None:
    figures = [Figure("hands", 30.0, "a second", "peer", 10.0, 2.0), Figure("seconds", 1.5, "s")]
    lines = report_lines({"ranks": figures})
    assert "## Evaluator" in lines
    assert "| hands | 30 | a second | peer | 10 | 3.00 | 2: met |" in lines
    assert "| seconds | 1.5 | s |  |  |  |  |" in lines
    assert as_json({"ranks": figures})["schema"] == "paigow/benchmarks/2"


def test_a_figure_that_may_not_be_larger_stands_beside_its_goal() -> None:
    slow, quick = (Figure("p99", milliseconds, "ms", at_most=10.0) for milliseconds in (12.5, 9.5))
    assert (slow.met, quick.met) == (False, True)
    assert "| p99 | 12.5 | ms |  |  |  | at most 10: missed |" in report_lines({"server": [slow]})


def test_parts_measured_again_leave_the_others_as_they_were(tmp_path: Path) -> None:
    kept = tmp_path / "figures.json"
    assert figures_in(kept) == {}
    parts = {
        "ranks": [Figure("hands", 30.0, "a second", "peer", 10.0, 2.0)],
        "server": [Figure("p99", 9.5, "ms")],
    }
    kept.write_text(json.dumps(as_json(parts)), encoding="utf-8")
    assert figures_in(kept) == parts


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_pages_have_the_figures_that_were_measured(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("<!-- figures: ") == text.count("<!-- end of figures -->") > 0
    assert rewritten(text, without=SLOW) == text, "write them with `python -m benchmarks.docs`"


def test_every_figure_that_pages_can_quote_is_quoted() -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [name for name in BLOCKS if f"<!-- figures: {name} -->" not in text] == []
