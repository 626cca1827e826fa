"""The live floor over real sockets, driven from a separate process, compared with boardgame.io's server.

The same driver and pattern for both: tables of six clients that change their wagers, with every change sent
to all six. Ours is on disk before anyone is notified; the peer keeps everything in memory. All of it shares
one machine, and the servers' runs alternate, so that other load affects them equally.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from benchmarks.live.commits import measure_commits
from benchmarks.live.journals import measure_disk, measure_loading
from benchmarks.live.peer import peer_command
from benchmarks.live.processes import Driven, driven, floor_command
from benchmarks.report import Report
from tests.store.servers import postgres_server

__all__ = ["run"]

TABLES: Final = (50, 200)
TIMES_PEER: Final = {
    ("SQLite", "table"): 3.0,
    ("SQLite", "client"): 5.0,
    ("PostgreSQL", "table"): 2.5,
    ("PostgreSQL", "client"): 4.0,
}
PATTERNS: Final = {
    "table": "one in flight per table",
    "client": "one in flight per client",
    "paced": "paced at 1,000 a second",
}
PACED_MILLISECONDS: Final = {"SQLite": 15.0}
"""99 of 100 commands at 1,000 per second, with PostgreSQL and Node idle on the same machine."""
ALONE_MILLISECONDS: Final = 10.0
"""The same with nothing else on the machine."""
PACED_MICROSECONDS: Final = {"SQLite": 650.0}
QUIET_MICROSECONDS: Final = {100: 1_500.0}
"""The server's CPU share at 1,000 commands per second, and at 50 by the number of tables."""
GROWTH: Final = 1.25
"""At the most tables, a command can cost this many times what it costs at one: the spread between runs."""
CLIENT_KILOBYTES: Final = 30.0
PEER: Final = "boardgame.io"
WATCHERS: Final = 600
Servers = dict[str, Driven]


def run(report: Report) -> None:
    """Rates and latencies next to the peer's, then memory, growth, commits, and a long journal's cost."""
    seconds, turns = (10.0, 3) if report.long else (2.0, 2)
    for tables in TABLES:
        with _servers(tables, report) as servers:
            for pattern in PATTERNS:
                _compare(report, servers, tables, pattern, (seconds, turns))
    _alone(report, seconds, turns)
    _memory(report)
    _spectators(report)
    _growth(report)
    measure_commits(report)
    measure_loading(report, rounds=5_000 if report.long else 400)
    measure_disk(report)


@contextmanager
def _servers(tables: int, report: Report) -> Iterator[Servers]:
    """Ours on both stores and the peer, with all tables open."""
    peer = peer_command()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = stack.enter_context(postgres_server())
        commands = {
            "SQLite": floor_command(f"sqlite:///{folder}/floor.db", tables),
            "PostgreSQL": floor_command(database.url, tables),
        }
        if isinstance(peer, str):
            report.say(peer)
        else:
            commands[PEER] = peer
        servers = {
            name: stack.enter_context(driven(command, PEER if name == PEER else "paigow"))
            for name, command in commands.items()
        }
        for server in servers.values():
            server.ask(open=tables)
        yield servers


def _compare(report: Report, servers: Servers, tables: int, pattern: str, effort: tuple[float, int]) -> None:
    seconds, turns = effort
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in servers}
    for _ in range(turns):
        for name, server in servers.items():
            runs[name].append(server.run(pattern, seconds))
    theirs = runs.pop(PEER, None)
    for name, ours in runs.items():
        what = f"{tables} tables, {PATTERNS[pattern]}, {name}"
        _rates(report, what, TIMES_PEER.get((name, pattern)), ours, theirs)
        report.measured(f"{what}: p50 to the last seat", 1000 * _mean(ours, "p50"), "ms")
        late, paced = 1000 * min(each["p99"] for each in ours), pattern == "paced"
        most, dearest = PACED_MILLISECONDS.get(name), PACED_MICROSECONDS.get(name)
        report.measured(f"{what}: p99 to the last seat", late, "ms", most if paced else None)
        spent = _microseconds(ours, "server")
        report.measured(f"{what}: processor of the server", spent, "us a command", dearest if paced else None)
        report.measured(f"{what}: processor of the driver", _microseconds(ours, "driver"), "us a command")
    if theirs is not None:
        what = f"{tables} tables, {PATTERNS[pattern]}, {PEER}"
        report.measured(f"{what}: p50 to the last seat", 1000 * _mean(theirs, "p50"), "ms")
        report.measured(f"{what}: p99 to the last seat", 1000 * min(each["p99"] for each in theirs), "ms")
        report.measured(f"{what}: processor of the server", _microseconds(theirs, "server"), "us a command")


def _rates(
    report: Report,
    what: str,
    target: float | None,
    ours: list[dict[str, Any]],
    theirs: list[dict[str, Any]] | None,
) -> None:
    rate = _rate(ours, "commands")
    if theirs is None:
        report.measured(f"{what}: durable commands", rate, "a second")
    else:
        peers = _rate(theirs, "commands")
        report.compared(f"{what}: durable commands", rate, "a second", PEER, peers, target)
    report.measured(f"{what}: updates", _rate(ours, "updates"), "a second")
    if theirs is not None:
        # Other load on the machine affects this comparison least.
        mine, peers = (1e6 / _microseconds(runs, "server") for runs in (ours, theirs))
        report.compared(f"{what}: commands a second of processor", mine, "", PEER, peers)


def _rate(runs: list[dict[str, Any]], what: str) -> float:
    return float(sum(run[what] for run in runs) / sum(run["seconds"] for run in runs))


def _mean(runs: list[dict[str, Any]], what: str) -> float:
    return fmean(run[what] for run in runs)


def _microseconds(runs: list[dict[str, Any]], who: str) -> float:
    return float(1e6 * sum(run[f"{who}_seconds"] for run in runs) / sum(run["commands"] for run in runs))


def _alone(report: Report, seconds: float, turns: int) -> None:
    """At 1,000 commands per second with no other server on the machine; the best of several runs."""
    with (
        tempfile.TemporaryDirectory() as folder,
        driven(floor_command(f"sqlite:///{folder}/floor.db", TABLES[0])) as server,
    ):
        server.ask(open=TABLES[0])
        runs = [server.run("paced", 2 * seconds) for _ in range(turns)]
    what = f"{TABLES[0]} tables alone, {PATTERNS['paced']}, SQLite"
    late = 1000 * min(each["p99"] for each in runs)
    report.measured(f"{what}: p99 to the last seat", late, "ms", ALONE_MILLISECONDS)
    report.measured(f"{what}: processor of the server", _microseconds(runs, "server"), "us a command")


def _memory(report: Report) -> None:
    """What an idle table and an idle client add to a server that already has some."""
    with tempfile.TemporaryDirectory() as folder:
        few, many = (
            _idle_kilobytes(Path(folder), tables=tables, watchers=0) for tables in (TABLES[0], 5 * TABLES[0])
        )
        report.measured("memory of an idle table", (many - few) / (4 * TABLES[0]), "KB")
        full = _idle_kilobytes(Path(folder), tables=TABLES[0], watchers=WATCHERS)
        each = (full - few) / WATCHERS
        report.measured("memory of an idle client", each, "KB")
        report.compared("idle clients", 1000 / each, "a MB", "wanted", 1000 / CLIENT_KILOBYTES, 1)


def _idle_kilobytes(folder: Path, *, tables: int, watchers: int) -> int:
    store = f"sqlite:///{folder}/idle-{tables}-{watchers}.db"
    with driven(floor_command(store, tables)) as server:
        server.ask(watch=1 + watchers, tables=tables)
        return server.kilobytes


def _spectators(report: Report) -> None:
    """What one more spectator adds to each command."""
    with (
        tempfile.TemporaryDirectory() as folder,
        driven(floor_command(f"sqlite:///{folder}/floor.db", 1)) as server,
    ):
        server.ask(open=1, seats=1)
        alone = _microseconds([server.run("table", 2.0)], "server")
        server.ask(watch=WATCHERS, tables=1)
        watched = _microseconds([server.run("table", 2.0)], "server")
    report.measured("a spectator: processor", max(0.0, watched - alone) / WATCHERS, "us a command")


def _growth(report: Report) -> None:
    """One table, ten, a hundred, and more: the same commands per second over all of them."""
    costs = []
    for tables in (1, 10, 100, 1000, 2000):
        with (
            tempfile.TemporaryDirectory() as folder,
            driven(floor_command(f"sqlite:///{folder}/floor.db", tables)) as server,
        ):
            server.ask(open=tables, seats=1)
            server.settle()
            found = server.run("paced", 4.0, rate=50.0)
            what = f"{tables:,} tables of one client, 50 commands a second"
            report.measured(f"{what}: p50", 1000 * found["p50"], "ms")
            report.measured(f"{what}: p99", 1000 * found["p99"], "ms")
            costs.append(_microseconds([found], "server"))
            report.measured(f"{what}: processor", costs[-1], "us a command", QUIET_MICROSECONDS.get(tables))
            report.measured(f"{what}: memory", server.kilobytes / 1000, "MB")
    report.measured("2,000 tables: processor a command, times that of one", costs[-1] / costs[0], "", GROWTH)
