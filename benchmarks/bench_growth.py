"""How cost and memory grow with rounds, simulated and at one table, and with tables in one process.

All in one process. Tables on a live floor are measured by `bench_server`.
"""

from __future__ import annotations

import pickle
import resource
import time
import tracemalloc

from benchmarks.bench_simulation import tiles
from benchmarks.report import Report, best_seconds
from paigow.odds.simulation.sampling import simulate
from paigow.submissions.checking import load_submission
from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.seat import house_way
from paigow.table.autoplay.self_play import BOT_NAMES, open_table, played
from paigow.table.state import Table

ROUNDS = (1, 1_000, 100_000, 1_000_000, 10_000_000)
AT_ONE_TABLE = (1, 100, 1_000, 5_000)
TABLES = (1, 10, 100, 1_000)
PLAYERS = dict(enumerate(BOT_NAMES, start=1))


def run(report: Report) -> None:
    """Measure a round's cost among few and many, and a table's."""
    dealing = tiles(6)
    simulate(dealing, 1, seed=1)
    for rounds in ROUNDS:
        seconds = best_seconds(lambda rounds=rounds: simulate(dealing, rounds, seed=1), 2)  # type: ignore[misc]
        report.measured(f"{rounds:,} simulated rounds of seven hands", 1e6 * seconds / rounds, "µs a round")
        report.measured(f"{rounds:,} simulated rounds, most memory until then", _peak_mib(), "MiB")
    _one_table(report)
    for tables in TABLES:
        _tables(report, tables)


def _peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _one_table(report: Report) -> None:
    """Play on at one table: neither a later round nor the table's state may cost more than an early one."""
    rules, chance = _rules(), Chance(seed_from("growth"))
    table = open_table(rules, chance, PLAYERS, 1_000_000_000)
    rounds = 0
    for until in AT_ONE_TABLE:
        start = time.perf_counter()
        *_, (_, _, table) = played(rules, table, chance, dict.fromkeys(BOT_NAMES, house_way), until - rounds)
        seconds = time.perf_counter() - start
        what = f"rounds {rounds + 1:,} to {until:,} at one table"
        report.measured(what, 1e3 * seconds / (until - rounds), "ms a round")
        report.measured(f"the table after round {until:,}", len(pickle.dumps(table)) / 1024, "KiB")
        rounds = until


def _tables(report: Report, number: int) -> None:
    """Open this many tables of six and play a round at each; they share only the rules."""
    start = time.perf_counter()
    _played(number)
    seconds = time.perf_counter() - start
    report.measured(f"{number:,} tables, opened and a round played", 1e3 * seconds / number, "ms a table")
    tracemalloc.start()
    held = _played(number)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    report.measured(f"{len(held):,} tables, held in memory", size / number / 1024, "KiB a table")


def _rules() -> Rules:
    return load_submission("commission-tiles-full").rules


def _played(number: int) -> list[Table]:
    rules = _rules()
    tables = []
    for each in range(number):
        chance = Chance(seed_from(f"growth {each}"))
        table = open_table(rules, chance, PLAYERS, 10_000_000)
        *_, (_, _, table) = played(rules, table, chance, dict.fromkeys(BOT_NAMES, house_way), 1)
        tables.append(table)
    return tables
