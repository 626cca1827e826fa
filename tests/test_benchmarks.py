"""The benchmarks are one report: every part is known to it, and peers stand beside us."""

from __future__ import annotations

import json
import re
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

from benchmarks.__main__ import TITLES, as_json, names, report_lines
from benchmarks.report import Figure
from benchmarks.scaling import MEASURED

JOURNAL = "a journal of 400 rounds"
SCALING_ROWS = (
    ("50 tables, one in flight per table, SQLite: processor of the server",),
    ("50 tables, one in flight per client, SQLite: processor of the server",),
    ("a spectator: processor",),
    ("SQLite, a commit of 1", "SQLite, a commit of 200"),
    ("PostgreSQL, a commit of 1", "PostgreSQL, a commit of 200"),
    ("PostgreSQL, 8 writers: commits",),
    ("PostgreSQL, 8 writers that share a meter: commits",),
    ("PostgreSQL, a note heard: processor",),
    ("memory of an idle table", "memory of an idle client"),
    tuple(f"{tables} tables of one client, 50 commands a second: memory" for tables in ("1", "1,000")),
    (f"{JOURNAL}: commands", f"{JOURNAL}: events"),
    (f"{JOURNAL}: on disk",),
    (f"{JOURNAL}: taken up from the last round", f"{JOURNAL}: taken up from its beginning"),
)


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


def test_the_page_about_running_has_the_rates_that_were_measured() -> None:
    page = (Path(__file__).parent.parent / "docs" / "running.md").read_text(encoding="utf-8")
    table = page.partition("## Throughput")[2].partition("|---:|\n")[2].partition("\n\n")[0]
    told = [[cell.strip() for cell in row.split("|")[2:5]] for row in table.splitlines()]
    known = {figure["what"]: figure for figure in json.loads(MEASURED.read_text("utf-8"))["figures"]}
    for (tables, flight), row in zip(product((50, 200), ("table", "client")), told, strict=True):
        what = f"{tables} tables, one in flight per {flight}"
        ours = [known[f"{what}, {store}: durable commands"] for store in ("SQLite", "PostgreSQL")]
        assert row == [f"{rate:,.0f}" for rate in (ours[0]["ours"], ours[1]["ours"], ours[0]["theirs"])]


def test_the_page_about_scaling_has_the_costs_that_were_measured() -> None:
    page = (Path(__file__).parent.parent / "docs" / "scaling.md").read_text(encoding="utf-8")
    table = page.partition("## What was measured")[2].partition("\n\n")[2].partition("\n\n")[0]
    told = [re.findall(r"[\d.]+", row.split("|")[2]) for row in table.splitlines()[2:]]
    known = {figure["what"]: figure["ours"] for figure in json.loads(MEASURED.read_text("utf-8"))["figures"]}
    assert told == [[f"{known[name]:.3g}" for name in names] for names in SCALING_ROWS]
