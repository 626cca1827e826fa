"""`python -m tests.fuzzing --minutes 60 [TARGET...]`: fuzz the parsers; what breaks one joins the corpus."""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from hashlib import sha256
from random import Random
from typing import Final

from tests.fuzzing.keeping import CORPUS
from tests.fuzzing.mutating import mutants
from tests.fuzzing.targets import TARGETS, seeds

SLOW_SECONDS: Final = 5.0
"""An input that keeps a parser busy for this long is a finding too."""


def fuzz(target: str, seconds: float, random: Random) -> tuple[int, set[str]]:
    """How many inputs were tried, and where the target broke."""
    broken: set[str] = set()
    end, tried = time.monotonic() + seconds, 0
    for data in mutants(seeds(target), random):
        if time.monotonic() > end:
            break
        tried += 1
        start = time.process_time()
        try:
            TARGETS[target](data)
        except Exception as fault:  # noqa: BLE001 - whatever escapes is what is looked for
            where = traceback.extract_tb(fault.__traceback__)[-1]
            problem = f"{type(fault).__name__} at {where.filename}:{where.lineno}"
        else:
            spent = time.process_time() - start
            problem = "slow" if spent > SLOW_SECONDS else ""
        if problem and problem not in broken:
            broken.add(problem)
            keep(target, data, problem)
    return tried, broken


def keep(target: str, data: bytes, problem: str) -> None:
    path = CORPUS / target / f"{sha256(data).hexdigest()[:12]}.bin"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    sys.stdout.write(f"{target}: {problem}: kept as {path.name}\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzzing", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"of: {', '.join(TARGETS)}; or all")
    parser.add_argument("--minutes", type=float, default=7.0, help="for all targets together")
    parser.add_argument("--seed", type=int, default=None, help="repeat a run")
    options = parser.parse_args()
    chosen = options.targets or list(TARGETS)
    if unknown := sorted(set(chosen) - set(TARGETS)):
        parser.error(f"no such target: {', '.join(unknown)}")
    seed = int.from_bytes(os.urandom(4)) if options.seed is None else options.seed
    found = 0
    for target in chosen:
        tried, broken = fuzz(target, options.minutes * 60 / len(chosen), Random(f"{seed}/{target}"))
        sys.stdout.write(f"{target}: {tried:,} inputs, {len(broken)} findings (seed {seed})\n")
        sys.stdout.flush()
        found += len(broken)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
