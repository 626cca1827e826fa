"""`python -m benchmarks [PART...]` runs the parts and ends with one report. Not what they measure."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import time
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Final

from benchmarks.report import Figure, Report, best_seconds, table_lines

PREFIX: Final = "bench_"
TITLES: Final = {
    "ranks": "Evaluator",
    "houseways": "A way over all hands",
    "odds_tiles": "Exact odds, tiles",
    "odds_cards": "Exact odds, cards",
    "simulation": "Rounds simulated",
    "table": "Rounds through the table",
    "waiting": "Commands that somebody waits for",
    "server": "Live floor",
    "command": "A command from socket to socket",
    "processes": "Several processes on one floor",
    "browser": "Browser",
    "growth": "How cost grows",
    "scaling": "The model of many processes, against a run",
    "cluster": "Shards of the card odds",
}
"""The title of each part, in report order; others follow under their own names."""
LOOP: Final = 1000
Parts = dict[str, list[Figure]]


def names() -> list[str]:
    """All parts, in report order."""
    found = {path.stem.removeprefix(PREFIX) for path in Path(__file__).parent.glob(f"{PREFIX}*.py")}
    return [name for name in TITLES if name in found] + sorted(found - TITLES.keys())


def main() -> int:
    """Run the requested parts, or all; 1 if a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure us beside our peers.")
    parser.add_argument("names", nargs="*", metavar="PART", help=f"one or more of: {', '.join(names())}")
    parser.add_argument(
        "--json",
        type=Path,
        metavar="FILE",
        help="also write the figures to a file; of other parts it keeps its own",
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="also write the report to a page")
    parser.add_argument("--long", action="store_true", help="measure longer, and what takes minutes more")
    options = parser.parse_args()
    if unknown := sorted(set(options.names) - set(names())):
        parser.error(f"no such part: {', '.join(unknown)}")
    parts: Parts = {}
    for name in options.names or names():
        print(f"\n{title_of(name)}")
        report, start = Report(long=options.long), time.perf_counter()
        import_module(f"benchmarks.{PREFIX}{name}").run(report)
        parts[name] = report.figures
        report.say(f"{title_of(name)}: measured in {time.perf_counter() - start:.0f} s")
    text = "\n".join(report_lines(parts)) + "\n"
    print(f"\n{text}")
    if options.json:
        measured = {name: figures for name, figures in parts.items() if figures}
        record = as_json(figures_in(options.json) | measured)
        options.json.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    if options.markdown:
        options.markdown.write_text(text, encoding="utf-8")
    return 0 if all(figure.met for figures in parts.values() for figure in figures) else 1


def title_of(name: str) -> str:
    return TITLES.get(name, name)


def machine() -> str:
    cores = len(os.sched_getaffinity(0))
    turns = LOOP / best_seconds(_plain_loop, repeats=200) / 1e6
    python = f"Python {platform.python_version()} ({turns:.1f} million turns of a plain loop a second)"
    return f"{python}{_node()} on {platform.machine()}, {cores} cores"


def _node() -> str:
    """Which Node runs the peer: a newer one is much faster, so ratios only compare under the same version."""
    node = shutil.which("node")
    if node is None:
        return ""
    found = subprocess.run([node, "--version"], capture_output=True, text=True, check=True, timeout=10)
    return f", Node {found.stdout.strip().removeprefix('v')},"


class _Counted:
    __slots__ = ("by", "total")

    def __init__(self, by: int) -> None:
        self.by, self.total = by, 0

    def add(self, more: int) -> int:
        self.total += self.by + more
        return self.total


def _plain_loop() -> None:
    """A yardstick for the interpreter: the same version, built without optimization, takes a third longer."""
    kept: dict[int, tuple[int, int]] = {}
    for number in range(LOOP):
        counted = _Counted(number)
        kept[number % 50] = (counted.add(3), number)
        if kept.get(number % 7):
            counted.add(1)


def report_lines(parts: Parts) -> list[str]:
    """The report as a page: one table for each part, ours next to the peers'."""
    lines = ["# Benchmarks", "", f"{machine()}. `make bench` measures this again."]
    for name, figures in parts.items():
        lines += ["", f"## {title_of(name)}", "", *table_lines(figures)]
    return lines


def figures_in(path: Path) -> Parts:
    """The figures in a file, by part; none if there is no file."""
    if not path.exists():
        return {}
    parts: Parts = {}
    for each in json.loads(path.read_text(encoding="utf-8"))["figures"]:
        part = each.pop("part")
        parts.setdefault(part, []).append(Figure(**each))
    return parts


def as_json(parts: Parts) -> dict[str, object]:
    figures = [{"part": name, **asdict(figure)} for name, each in parts.items() for figure in each]
    return {"schema": "paigow/benchmarks/2", "machine": machine(), "figures": figures}


if __name__ == "__main__":
    sys.exit(main())
