"""The benchmarks are one report: every part is known to it, and peers stand beside us."""

from __future__ import annotations

from importlib import import_module

import pytest

from benchmarks.__main__ import TITLES, as_json, names, report_lines
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
