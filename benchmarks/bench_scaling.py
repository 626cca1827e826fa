"""The model behind docs/scaling.md compared with a run: a floor under commands at fixed rates.

Its inputs are measured along with the run, so that both see the same machine. The loop's time per command
enters the model in two ways: the CPU time of its thread alone, which leaves out waits between threads, and
that of the whole server, which counts the writer's work twice.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from typing import Final

from benchmarks.live.commits import commit_seconds
from benchmarks.live.processes import driven, floor_command
from benchmarks.report import Report
from benchmarks.scaling import MEASURED, Costs, costs_from, simulate
from paigow.store.journal import open_store

TABLES: Final = 50
RATES: Final = (50, 200, 400, 1_000)
GROUPS: Final = (1, 50)


def run(report: Report) -> None:
    """The median and the 99th percentile to the last seat: as measured, next to the model's."""
    seconds = 20.0 if report.long else 5.0
    with tempfile.TemporaryDirectory() as folder:
        one, many = commits_of(f"sqlite:///{folder}/commits.db")
        with driven(floor_command(f"sqlite:///{folder}/floor.db", TABLES)) as server:
            server.ask(open=TABLES)
            for rate in RATES:
                found = server.run("paced", seconds, rate=float(rate))
                for model in ("loop", "server"):
                    costs = costs_beside(found[f"{model}_seconds"] / found["commands"], one, many)
                    told = simulate(costs, found["commands"] / found["seconds"])
                    what = f"{TABLES} tables, {rate:,} commands a second, SQLite"
                    peer = f"model, {model}'s processor"
                    report.compared(f"{what}: p50", 1e3 * found["p50"], "ms", peer, 1e3 * told.p50)
                    report.compared(f"{what}: p99", 1e3 * found["p99"], "ms", peer, 1e3 * told.p99)


def costs_beside(command: float, one: float, many: float) -> Costs:
    """The model's costs with what was measured along with a run: of a command, and of commits."""
    more = max(0.0, many - one) / (GROUPS[1] - 1)
    return replace(costs_from(MEASURED), command=command, commit=one, commit_more=more)


def commits_of(address: str) -> tuple[float, float]:
    """How long commits of one command and of many take on a store, in seconds."""
    store = open_store(address)
    one, many = (commit_seconds(store, size) for size in GROUPS)
    store.close()
    return one, many
