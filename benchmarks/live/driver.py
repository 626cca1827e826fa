"""The load driver: clients at many tables in one separate process, controlled by lines on its input.

`{"open": N}` fills N tables; `{"watch": N, "tables": T}` adds N spectators at T tables, with one session if a
`token` is given; `{"heard": true}` answers how many messages they received since the last time; `{"run":
PATTERN, "seconds": S}` drives those that are open and answers with what was measured. Latency runs from the
moment a command was due until the last of the six seats has seen it.
"""

from __future__ import annotations

import argparse
import json
import resource
import select
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any, Final

from benchmarks.live.dialects import SEATS, Opening, dialect
from benchmarks.live.links import Link, Poll

__all__ = ["PATTERNS", "main"]

PATTERNS: Final = ("table", "client", "paced")
"""One command in flight per table; one per client; a fixed rate over all tables."""
DRAIN_SECONDS: Final = 20.0
OPEN_SECONDS: Final = 300.0
TOGETHER: Final = 200
"""Spectators that connect in parallel."""
ANSWERED_AFTER: Final = 20
"""Connections opened between two polls of the sockets: with thousands, the first ones' pings can't wait."""


class Seats:
    """A table: its clients, and the commands that not all of them have seen."""

    __slots__ = ("least", "links", "unseen", "versions")

    def __init__(self, links: list[Link]) -> None:
        self.links = links
        self.versions = [link.version for link in links]
        for place, link in enumerate(links):
            link.place = place
        self.least = min(self.versions)
        self.unseen: deque[tuple[int, float]] = deque()


class Driver:
    """Tracks commands sent, done, and seen."""

    def __init__(self, name: str, address: tuple[str, int], named: str) -> None:
        self.poll = Poll()
        self.tables: list[Seats] = []
        self.dialect = dialect(name, address, self, named)
        self.heard = 0
        self.on_done: Callable[[Link], None] = lambda _link: None
        self.on_seen: Callable[[Seats], None] = lambda _seats: None
        self.number = 0
        self.reset()

    def reset(self) -> None:
        self.done = self.updates = self.in_flight = 0
        self.latencies: list[float] = []

    def open(self, tables: int, seats: int) -> None:
        """Open this many tables in parallel."""
        opening = [self.dialect.open(number, seats, self.poll) for number in range(tables)]
        self.tables = [Seats(links) for links in self._all(opening)]

    def watch(self, number: int, tables: int, token: str | None) -> None:
        """Add this many spectators, spread over the tables."""
        for start in range(0, number, TOGETHER):
            some = range(start, min(number, start + TOGETHER))
            self._all([self.dialect.watch(each % tables, self.poll, token) for each in some])

    def watched(self, _link: Link, _payload: bytes) -> None:
        self.heard += 1

    def _all(self, openings: list[Opening[list[Link]]]) -> list[list[Link]]:
        opening = dict(enumerate(openings))
        opened: dict[int, list[Link]] = {}
        end = time.perf_counter() + OPEN_SECONDS
        while opening and time.perf_counter() < end:
            for number, steps in tuple(opening.items()):
                if number % ANSWERED_AFTER == 0:
                    self.poll.once(0.0)
                try:
                    next(steps)
                except StopIteration as over:
                    opened[number] = over.value
                    del opening[number]
            self.poll.once(0.005)
        assert not opening, f"{len(opening)} could not be opened"
        return [opened[number] for number in sorted(opened)]

    def send(self, link: Link, due: float) -> None:
        link.sent = due
        self.number += 1
        self.in_flight += 1
        link.say(self.dialect.command(link, self.number))

    def updated(self, link: Link, version: int) -> None:
        self.updates += 1
        link.version = version
        if link.table >= len(self.tables):
            return
        seats = self.tables[link.table]
        seats.versions[link.place] = version
        self._look(seats)

    def kept(self, link: Link, version: int) -> None:
        self.done += 1
        self.in_flight -= 1
        seats = self.tables[link.table]
        seats.unseen.append((version, link.sent))
        self.on_done(link)
        self._look(seats)

    def _look(self, seats: Seats) -> None:
        unseen = seats.unseen
        least = min(seats.versions)
        if not unseen or unseen[0][0] > least:
            return
        now = time.perf_counter()
        while unseen and unseen[0][0] <= least:
            self.latencies.append(now - unseen.popleft()[1])
        if not unseen:
            self.on_seen(seats)

    def finish(self) -> None:
        """Wait for what is in flight."""
        self.on_done = lambda _link: None
        self.on_seen = lambda _seats: None
        end = time.perf_counter() + DRAIN_SECONDS
        while self.in_flight and time.perf_counter() < end:
            self.poll.once(0.05)
        assert not self.in_flight, f"{self.in_flight} commands were never answered"


def _per_table(driver: Driver, end: float) -> None:
    turns = {id(seats): cycle(seats.links) for seats in driver.tables}

    def again(seats: Seats) -> None:
        driver.send(next(turns[id(seats)]), time.perf_counter())

    driver.on_seen = again
    for seats in driver.tables:
        again(seats)
    while time.perf_counter() < end:
        driver.poll.once(0.1)


def _per_client(driver: Driver, end: float) -> None:
    driver.on_done = lambda link: driver.send(link, time.perf_counter())
    for seats in driver.tables:
        for link in seats.links:
            driver.send(link, time.perf_counter())
    while time.perf_counter() < end:
        driver.poll.once(0.1)


def _paced(driver: Driver, end: float, rate: float) -> None:
    """Commands are due at fixed times, whatever the server does; clients take turns, tables first."""
    idle = deque(seats.links[seat] for seat in range(len(driver.tables[0].links)) for seats in driver.tables)
    driver.on_done = idle.append
    due = time.perf_counter()
    while due < end:
        now = time.perf_counter()
        while due <= now and idle:
            driver.send(idle.popleft(), due)
            due += 1 / rate
        driver.poll.once(max(0.0, min(due - time.perf_counter(), 0.05)) if idle else 0.05)


def _measure(driver: Driver, pattern: str, seconds: float, rate: float) -> dict[str, Any]:
    driver.reset()
    spent, start = _processor_seconds(), time.perf_counter()
    if pattern == "paced":
        _paced(driver, start + seconds, rate)
    else:
        (_per_table if pattern == "table" else _per_client)(driver, start + seconds)
    driver.finish()
    result = {
        "commands": driver.done,
        "updates": driver.updates,
        "seconds": time.perf_counter() - start,
        "driver_seconds": _processor_seconds() - spent,
    }
    return {**result, **_percentiles(driver.latencies)}


def _percentiles(latencies: list[float]) -> dict[str, float]:
    ordered = sorted(latencies)
    return {name: ordered[int(share * (len(ordered) - 1))] for name, share in (("p50", 0.5), ("p99", 0.99))}


def _processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _orders(driver: Driver) -> Iterator[dict[str, Any]]:
    """One instruction after another; meanwhile pings are answered, or idle clients would be disconnected."""
    while True:
        ready, _, _ = select.select([sys.stdin], [], [], 0.1)
        if ready:
            line = sys.stdin.readline()
            if not line:
                return
            yield json.loads(line)
        driver.poll.once(0.0)


def main() -> None:
    """Do what the lines on the input say; answer each with a line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("dialect")
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("--named", default="table")
    options = parser.parse_args()
    driver = Driver(options.dialect, (options.host, options.port), options.named)
    for order in _orders(driver):
        result: dict[str, Any] = {}
        if "open" in order:
            driver.open(order["open"], order.get("seats", SEATS))
        elif "watch" in order:
            driver.watch(order["watch"], order["tables"], order.get("token"))
        elif "heard" in order:
            result, driver.heard = {"heard": driver.heard}, 0
        else:
            result = _measure(driver, order["run"], order["seconds"], order.get("rate", 1000.0))
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
