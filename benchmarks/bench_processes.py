"""Several processes on one PostgreSQL floor, each driven at its own tables, as a proxy would send clients.

All of it shares one machine, so the figure that counts is CPU time: per command for all servers and the
database, with 1, 2, and 4 processes and the same total commands per second; and per spectator for a read-only
server, when thousands watch one table.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPConnection
from typing import Final

from benchmarks.bench_scaling import commits_of, costs_beside
from benchmarks.live.processes import Driven, driven, floor_command, tree_seconds
from benchmarks.report import Report
from benchmarks.scaling import simulate
from tests.store.servers import PostgresServer, postgres_server

PROCESSES: Final = (1, 2, 4)
TABLES: Final = 40
RATE: Final = 400.0
SPECTATORS: Final = 5_000
SPECTATED: Final = 2.0
"""Commands per second at the table that all watch."""


def driven_at(processes: int) -> str:
    """The prefix of the figures for this many processes."""
    return f"{processes} process{'es' if processes > 1 else ''}, {RATE:,.0f} commands a second"


def run(report: Report) -> None:
    """Commands of 1, 2, and 4 processes, then one table with a crowd around it."""
    seconds = 15.0 if report.long else 6.0
    for number in PROCESSES:
        with postgres_server() as database:
            _processes(report, database, number, seconds, commits_of(database.url))
    with postgres_server() as database:
        _spectators(report, database, seconds)


def _processes(
    report: Report, database: PostgresServer, number: int, seconds: float, commits: tuple[float, float]
) -> None:
    with ExitStack() as stack, ThreadPoolExecutor(number) as drivers:
        each = TABLES // number
        servers = []
        for part in range(number):
            command = floor_command(database.url, each, "--named", f"part{part}")
            servers.append(stack.enter_context(driven(command, named=f"part{part}")))
        list(drivers.map(lambda server: server.ask(open=each), servers))

        def drive(server: Driven) -> dict[str, float]:
            return server.run("paced", seconds, rate=RATE / number)

        list(drivers.map(drive, servers))
        before = tree_seconds(database.pid)
        runs = list(drivers.map(drive, servers))
        spent = tree_seconds(database.pid) - before
    commands = sum(run["commands"] for run in runs)
    what = driven_at(number)
    theirs = sum(run["server_seconds"] for run in runs)
    report.measured(f"{what}: processor of the servers", 1e6 * theirs / commands, "us a command")
    report.measured(f"{what}: processor of the database", 1e6 * spent / commands, "us a command")
    loops = sum(run["loop_seconds"] for run in runs) / commands
    told = simulate(costs_beside(loops, *commits), RATE / number, number)
    middle, late = sum(run["p50"] for run in runs) / number, max(run["p99"] for run in runs)
    report.compared(f"{what}: p50", 1e3 * middle, "ms", "model", 1e3 * told.p50)
    report.compared(f"{what}: p99", 1e3 * late, "ms", "model", 1e3 * told.p99)


def _spectators(report: Report, database: PostgresServer, seconds: float) -> None:
    with (
        driven(floor_command(database.url, 1)) as plays,
        driven(floor_command(database.url, 0, "--read-only")) as reads,
    ):
        plays.ask(open=1)
        reads.ask(watch=SPECTATORS, tables=1, token=_token(plays.address))
        quiet = reads.processor_seconds
        reads.ask(heard=True)
        found = plays.run("paced", seconds, rate=SPECTATED)
        heard = reads.ask(heard=True)["heard"]
        while more := reads.ask(heard=True)["heard"]:
            heard += more
        spent = reads.processor_seconds - quiet
        kilobytes = reads.kilobytes
    what = f"{SPECTATORS:,} spectators of one table"
    report.measured(f"{what}: processor of the server that reads", 1e6 * spent / heard, "us an update")
    report.measured(f"{what}: updates", heard / found["commands"] / SPECTATORS, "of each command to each")
    report.measured(
        f"{what}: processor of the server that plays",
        1e6 * found["server_seconds"] / found["commands"],
        "us a command",
    )
    report.measured(f"{what}: p99 to the last seat", 1e3 * found["p99"], "ms")
    report.measured(f"{what}: memory of the server that reads", kilobytes / 1000, "MB")


def _token(address: tuple[str, int]) -> str:
    connection = HTTPConnection(*address)
    connection.request(
        "POST", "/api/session", json.dumps({"name": "Crowd"}), {"Content-Type": "application/json"}
    )
    return str(json.loads(connection.getresponse().read())["token"])
