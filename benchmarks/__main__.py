"""`python -m benchmarks [NAME...]` calls `run(report)` of the `bench_*.py` files here. Not their content."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from dataclasses import asdict
from importlib import import_module
from pathlib import Path

from benchmarks.report import Report

PREFIX = "bench_"


def names() -> list[str]:
    """Every benchmark there is, in the order of its file."""
    return sorted(path.stem.removeprefix(PREFIX) for path in Path(__file__).parent.glob(f"{PREFIX}*.py"))


def main() -> int:
    """Run the benchmarks asked for, or all; 1 when a target was missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure us beside our peers.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one or more of: {', '.join(names())}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures to a file")
    parser.add_argument("--long", action="store_true", help="measure longer where noise matters")
    options = parser.parse_args()
    if unknown := sorted(set(options.names) - set(names())):
        parser.error(f"no such benchmark: {', '.join(unknown)}")

    print(f"Python {platform.python_version()} on {platform.machine()}")
    report = Report(long=options.long)
    for name in options.names or names():
        print(f"\n{name}")
        import_module(f"benchmarks.{PREFIX}{name}").run(report)
    if options.json:
        content = {"schema": "paigow/benchmarks/1", "figures": [asdict(figure) for figure in report.figures]}
        options.json.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    return 0 if all(figure.met for figure in report.figures) else 1


if __name__ == "__main__":
    sys.exit(main())
