"""`python -m tests.mutants [TEXT...]`: run all mutants, or those with a TEXT in their id or file."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.collected import TestsByRule, collected_apart
from tests.mutants.catalog import Mutant, catalog, flaws, sample
from tests.mutants.results import RESULTS, read, written
from tests.mutants.running import Judged, judged


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument(
        "texts", nargs="*", metavar="TEXT", help="run only mutants with this in their id or file name"
    )
    parser.add_argument(
        "--sample", type=int, metavar="N", help="run only N of each book, always the same ones"
    )
    parser.add_argument("--jobs", type=int, default=2, help="how many mutants to run at a time")
    parser.add_argument(
        "--by-rule", type=Path, metavar="FILE", help="a rules report; without it, tests are collected first"
    )
    parser.add_argument("--show", action="store_true", help="print the test output of each survivor")
    parser.add_argument(
        "--write",
        action="store_true",
        help=f"update {RESULTS.name} with the mutants that are killed or equivalent",
    )
    options = parser.parse_args()
    everything = catalog()
    mutants = sample(everything, options.sample) if options.sample else everything
    if options.texts:
        mutants = tuple(m for m in mutants if any(t in f"{m.id} {m.listed} {m.file}" for t in options.texts))
    for flaw in (found := flaws(mutants)):
        _say(flaw)
    if found or not mutants:
        return 1
    by_rule = _report(options.by_rule) if options.by_rule else collected_apart()
    done = _run(mutants, by_rule, options.jobs, show=options.show)
    bad = [each for each in done if each.problem]
    if options.write:
        before = read() if RESULTS.exists() else []
        sound = [each for each in done if not each.problem]
        RESULTS.write_text(written(sound, everything, before), encoding="utf-8")
    return 1 if bad else 0


def _report(path: Path) -> TestsByRule:
    rules: TestsByRule = json.loads(path.read_text(encoding="utf-8"))["rules"]
    return rules


def _run(mutants: Sequence[Mutant], by_rule: TestsByRule, jobs: int, *, show: bool) -> list[Judged]:
    start, done = time.monotonic(), list[Judged]()
    with TemporaryDirectory(prefix="paigow-mutants-") as folder:
        for each in judged(mutants, by_rule, Path(folder), jobs):
            done.append(each)
            _tell(each, f"{len(done)}/{len(mutants)}", show=show)
    bad = sum(1 for each in done if each.problem)
    explained = sum(1 for each in done if each.mutant.equivalent and not each.problem)
    seconds = time.monotonic() - start
    _say(f"{len(done)} mutants, {explained} equivalent, {bad} unexplained, {seconds:.0f} s")
    return done


def _tell(each: Judged, place: str, *, show: bool) -> None:
    tests = sorted(set(each.verdict.failed.values()))
    _say(
        f"{place} {each.mutant.id} ({each.seconds:.1f} s): {each.problem or ', '.join(tests) or 'equivalent'}"
    )
    if each.problem and show:
        _say(each.output)


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
