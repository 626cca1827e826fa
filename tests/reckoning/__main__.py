"""Run the campaign by hand: `python -m tests.reckoning --seeds 0 4 --commands 3500 [--variation NAME]`."""

from __future__ import annotations

import argparse
import sys

from tests.reckoning.campaign import run
from tests.reckoning.coverage import missing, table_of
from tests.reckoning.variations import VARIATIONS


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 4), metavar=("FIRST", "AFTER_LAST"))
    parser.add_argument("--commands", type=int, default=3_500, help="commands of each variation and seed")
    parser.add_argument("--variation", choices=VARIATIONS, action="append")
    given = parser.parse_args()
    report = run(range(*given.seeds), given.commands, given.variation or tuple(VARIATIONS), _write)
    never = ", ".join(missing(report.counts)) or "nothing required"
    _write(f"{table_of(report.counts)}\n{report.figures()}\nnever came up: {never}")


if __name__ == "__main__":
    main()
