"""The card odds on many workers: measured shards dealt out, longest first, to whoever is free."""

from __future__ import annotations

import heapq
import json
from pathlib import Path
from typing import Final

__all__ = ["finished", "print_cluster"]

WORKERS: Final = (1, 2, 4, 5, 8, 12, 24)
SHARDS: Final = {"way against way": (21, 35, 35, 29, 8), "best play": (1,) * 12}
"""How the work is cut: by the cards that two hands may share, or into equal stretches of hands."""


def finished(shards: list[float], workers: int) -> float:
    """When the last shard is done."""
    free = [0.0] * workers
    for seconds in sorted(shards, reverse=True):
        heapq.heappush(free, heapq.heappop(free) + seconds)
    return max(free)


def print_cluster(path: Path) -> None:
    """How long both counts take, by the number of workers."""
    record = json.loads(path.read_text(encoding="utf-8"))
    figures = {figure["what"]: float(figure["ours"]) for figure in record["figures"]}
    for what, sizes in SHARDS.items():
        first = figures.get(f"{what}, first shard")
        if first is None:
            print(f"{what}: time its shards with `python -m benchmarks cluster --long --json FILE`")
            continue
        shards = [first * size / sizes[0] for size in sizes]
        row = ", ".join(f"{workers}: {finished(shards, workers):,.0f} s" for workers in WORKERS)
        print(f"{what}, {len(shards)} shards, by workers: {row}")
