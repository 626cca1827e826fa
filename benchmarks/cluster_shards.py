"""The card odds on many workers: measured shards assigned, longest first, to the next free worker."""

from __future__ import annotations

import heapq
import json
from pathlib import Path
from typing import Final

__all__ = ["finished", "print_cluster"]

WORKERS: Final = (1, 2, 4, 8, 12, 24)
STRETCHES: Final = 12
"""Best play is split into this many equal ranges of hands."""
MANY: Final = (2, 4, 8, 16, 32, 64)
"""The numbers of workers computed for way against way."""


def finished(shards: list[float], workers: int, preparation: float = 0.0) -> float:
    """When the last shard is done, with each worker preparing itself first."""
    free = [preparation] * workers
    for seconds in sorted(shards, reverse=True):
        heapq.heappush(free, heapq.heappop(free) + seconds)
    return max(free)


def print_cluster(path: Path) -> None:
    """How long both counts take, by the number of workers."""
    record = json.loads(path.read_text(encoding="utf-8"))
    figures = {figure["what"]: figure for figure in record["figures"]}
    _print_ways({what: float(figure["ours"]) for what, figure in figures.items()})
    first = figures.get("best play, first shard")
    if first is None:
        print("best play: time a shard with `python -m benchmarks cluster --long --json FILE`")
        return
    row = ", ".join(f"{n}: {finished([float(first['ours'])] * STRETCHES, n):,.0f} s" for n in WORKERS)
    print(f"best play, {STRETCHES} shards, by workers: {row}")


def _print_ways(figures: dict[str, float]) -> None:
    what = "way against way"
    if f"{what}, {MANY[-1]} workers" not in figures:
        print(f"{what}: time its shards with `python -m benchmarks cluster --json FILE`")
        return
    preparation, asking, every = (
        figures[f"{what}, {part}"]
        for part in ("preparation of each worker", "preparation by whoever asks", "all shards")
    )
    print(f"{what}, {figures[f'{what}, shards']:.0f} shards, a worker prepares itself in {preparation:.3f} s")
    together = {1: preparation + every, **{n: figures[f"{what}, {n} workers"] for n in MANY}}
    print("  by workers:", ", ".join(f"{n}: {seconds:.2f} s" for n, seconds in together.items()))
    print(f"  {MANY[-1]} workers are {together[1] / together[MANY[-1]]:.0f} times as fast as one")
    print(f"  whoever asks prepares for {asking:.1f} s")
