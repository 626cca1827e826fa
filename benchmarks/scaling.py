"""From measured costs to a million seats: a simulation of processes, their writers, and shared resources.

`python -m benchmarks.scaling [FIGURES.json]` reads what `python -m benchmarks --json` wrote; docs/scaling.md
says what follows from it. Commands arrive at random; one loop per process decides and sends, one writer
commits whatever waits, and a commit can need a turn on a resource shared by all processes of a database.
"""

from __future__ import annotations

import argparse
import heapq
import json
from collections import deque
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.cluster_shards import print_cluster

__all__ = ["Costs", "Told", "costs_from", "print_floor", "simulate"]

MEASURED: Final = Path(__file__).with_name("measured.json")
SEATS: Final = 1_000_000
SEATS_A_TABLE: Final = 6
ROUND_SECONDS: Final = 60.0
"""A round of six people at an unhurried table; the automatic dealer's pauses alone take half of it."""
WANTED: Final = 0.1
"""Seconds from a command to the last seat, at the 99th percentile: what feels instant."""
FOLLOWED: Final = 0.05
"""The share of commands at tables that another process follows too: only these are announced."""
LARGEST_GROUP: Final = 512
SECONDS: Final = 20.0
SLOTS: Final = 8
"""Writers measured in parallel."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The measurements, in seconds and kilobytes."""

    command: float
    """The loop's time to decide a command and send it to six seats."""
    viewer: float
    """The loop's time for one more recipient."""
    commit: float
    """The writer's time for a group of one, and for each additional command."""
    commit_more: float
    turn: float
    """The database's time for a commit, when many writers take turns."""
    meter_turn: float
    """The same when all of them feed one meter, each through its own share."""
    note: float
    """The loop's time to learn that another process has written."""
    notes: float | None
    """Notifications per second that processes can send in parallel, if measured."""
    reader: float | None
    """A read-only server's loop time for one spectator's update, if measured."""
    table_kilobytes: float
    client_kilobytes: float
    process_megabytes: float
    commands_a_round: float
    round_kilobytes: float


def costs_from(path: Path) -> Costs:
    """The costs in a file of figures."""
    record = json.loads(path.read_text(encoding="utf-8"))
    figures = {figure["what"]: float(figure["ours"]) for figure in record["figures"]}
    named = partial(_named, figures)
    one, many = named("PostgreSQL, a commit of 1") / 1e3, named("PostgreSQL, a commit of 200") / 1e3
    return Costs(
        command=named("200 tables, one in flight per table, PostgreSQL: processor of the server") / 1e6,
        viewer=named("a spectator: processor") / 1e6,
        commit=one,
        commit_more=max(0.0, many - one) / 199,
        turn=1 / named("PostgreSQL, 8 writers: commits"),
        meter_turn=1 / named("PostgreSQL, 8 writers that share a meter: commits"),
        note=named("PostgreSQL, a note heard: processor") / 1e6,
        notes=figures.get("PostgreSQL, 8 processes that announce: notes"),
        reader=figures.get("5,000 spectators of one table: processor of the server that reads"),
        table_kilobytes=named("memory of an idle table"),
        client_kilobytes=named("memory of an idle client"),
        process_megabytes=named("1 tables of one client, 50 commands a second: memory"),
        commands_a_round=named("commands"),
        round_kilobytes=named("a round of six, tiles, PostgreSQL"),
    )


def _named(figures: dict[str, float], what: str) -> float:
    """A figure by its name, or by the end of its name."""
    found = [value for name, value in figures.items() if name == what or name.endswith(f"rounds: {what}")]
    assert found, f"no figure says {what!r}: measure again with `python -m benchmarks server --json FILE`"
    return found[0]


@dataclass(frozen=True, slots=True)
class Told:
    """How long commands took to the last seat, and how many groups were committed per second."""

    p50: float
    p99: float
    commits: float


class Process:
    """One server process: its loop, and its writer with its queue."""

    __slots__ = ("free", "waiting", "writing")

    def __init__(self) -> None:
        self.free = 0.0
        self.waiting: deque[float] = deque()
        self.writing = False

    def work(self, now: float, seconds: float) -> float:
        """When the loop finishes something that arrives now."""
        self.free = max(now, self.free) + seconds
        return self.free


def simulate(costs: Costs, rate: float, processes: int = 1, turn: float = 0.0, viewers: int = 0) -> Told:
    """This many processes, each with `rate` commands per second; a commit needs a `turn` that all share."""
    random = Random(1)
    members = [Process() for _ in range(processes)]
    tell = costs.command / 2 + viewers * costs.viewer
    happenings: list[tuple[float, int, str, int, Any]] = []
    number, turn_free, commits = 0, 0.0, 0
    latencies: list[float] = []

    def later(when: float, what: str, who: int, which: Any) -> None:
        nonlocal number
        number += 1
        heapq.heappush(happenings, (when, number, what, who, which))

    def write(now: float, who: int) -> None:
        nonlocal turn_free, commits
        member = members[who]
        group = [member.waiting.popleft() for _ in range(min(len(member.waiting), LARGEST_GROUP))]
        member.writing = True
        commits += 1
        ready = now + costs.commit + costs.commit_more * (len(group) - 1)
        turn_free = max(now, turn_free) + turn
        later(max(ready, turn_free), "written", who, group)

    for who in range(processes):
        later(random.expovariate(rate), "given", who, None)
    while happenings:
        now, _, what, who, which = heapq.heappop(happenings)
        member = members[who]
        if what == "given":
            if now < SECONDS:
                later(now + random.expovariate(rate), "given", who, None)
            later(member.work(now, costs.command / 2), "decided", who, now)
        elif what == "decided":
            member.waiting.append(which)
            if not member.writing:
                write(now, who)
        else:
            latencies += [member.work(now, tell) - given for given in which]
            member.writing = False
            if member.waiting:
                write(now, who)
    latencies.sort()
    return Told(
        latencies[len(latencies) // 2], latencies[int(0.99 * (len(latencies) - 1))], commits / SECONDS
    )


def _most(fits: Any, least: float, most: float) -> float:
    """The largest number, to about two percent, that still fits."""
    if not fits(least):
        return 0.0
    while most / least > 1.02:
        middle = (least * most) ** 0.5
        least, most = (middle, most) if fits(middle) else (least, middle)
    return least


def print_floor(costs: Costs) -> None:
    """How many commands, tables, and processes the costs allow."""
    by_table = costs.commands_a_round / ROUND_SECONDS
    tables = SEATS / SEATS_A_TABLE
    rate = _most(lambda rate: simulate(costs, rate).p99 <= WANTED, 1.0, 1 / costs.command)
    held = rate / by_table
    alone = simulate(costs, rate)
    needed = tables / held
    memory = costs.process_megabytes / 1e3 + held * (costs.table_kilobytes + 6 * costs.client_kilobytes) / 1e6
    print(f"commands of a table                     {by_table:10.2f} a second")
    print(f"commands of a million seats             {tables * by_table:10,.0f} a second")
    print(f"commands of a process, p99 within 100 ms{rate:10,.0f} a second, p50 {1e3 * alone.p50:.0f} ms")
    print(
        f"tables of a process                     {held:10,.0f} with {6 * held:,.0f} seats in {memory:.2f} GB"
    )
    print(f"processes for a million seats           {needed:10,.0f}")
    print(f"journal of a day                        {_terabytes(costs, tables):10.1f} TB")
    _shared(costs, rate, needed)
    _spectators(costs, by_table, rate)


def _terabytes(costs: Costs, tables: float) -> float:
    return tables * 86_400 / ROUND_SECONDS * costs.round_kilobytes / 1e9


def _shared(costs: Costs, rate: float, needed: float) -> None:
    """How many processes can take turns on one resource before commands are late."""
    for what, turn in (("the database", costs.turn), ("one shared meter", costs.meter_turn)):

        def fits(processes: float, turn: float = turn) -> bool:
            return simulate(costs, rate / 2, round(processes), turn).p99 <= WANTED

        most = round(_most(fits, 1.0, 256.0))
        print(f"half-loaded processes that {what + ' lets by':<24}{most:10,}")
        if what == "the database":
            print(f"databases for a million seats           {ceil(2 * needed / max(1, most)):10,}")
    announced = rate / 2 * FOLLOWED
    if costs.notes is not None:
        print(f"half-loaded processes that NOTIFY lets by{costs.notes / announced:9,.0f}")
    listeners = _most(lambda many: many * announced * costs.note < 0.1, 1.0, 4096.0)
    print(f"processes whose notes take a tenth of a loop{listeners:6,.0f}")


def _spectators(costs: Costs, by_table: float, rate: float) -> None:
    """How many can watch one table, alone in its process, and every table."""
    alone = replace(costs, command=costs.command)
    one = _most(lambda many: simulate(alone, by_table, viewers=round(many)).p99 <= WANTED, 1.0, 1e6)
    every = _most(lambda many: simulate(costs, rate / 2, viewers=round(many)).p99 <= WANTED, 1.0, 1e4)
    print(f"spectators of one table, alone          {one:10,.0f}")
    print(f"spectators of every table, half loaded  {every:10,.0f}")
    if costs.reader is not None:
        reads = replace(costs, command=0.0, commit=0.0, viewer=costs.reader / 1e6)
        each = _most(lambda many: simulate(reads, by_table, viewers=round(many)).p99 <= WANTED, 1.0, 1e6)
        print(f"spectators of one table, by each reader {each:10,.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scaling", description=__doc__)
    parser.add_argument("figures", nargs="?", type=Path, default=MEASURED)
    path = parser.parse_args().figures
    print_floor(costs_from(path))
    print_cluster(path)


if __name__ == "__main__":
    main()
