"""Hours of play on one server: people come, play, drop out, and go, while memory is sampled.

`python -m tests.server.soak MINUTES` reports how much memory the server and its writer process use, and its
growth per hour: the slope of a line through all samples after the first quarter.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from paigow.cli.store import rules_of
from paigow.store.audit import audit
from paigow.store.journal import open_store
from tests.server.players import at_table, guest, play_round
from tests.server.running import Server, running

__all__ = ["Soaked", "soak"]

TABLES = ("commission-tiles", "colorado-tiles", "maryland-poker", "rock-island-poker")
PEOPLE = 6
EVERY = 2.0
"""Seconds between samples."""
SAID_EVERY = 150
FAILED = (OSError, TimeoutError, WebSocketException, AssertionError, KeyError, httpx.HTTPError)


@dataclass(frozen=True, slots=True)
class Soaked:
    """Memory in MB at times in seconds, and how much was played."""

    samples: list[tuple[float, float]]
    visits: int
    rounds: int

    @property
    def settled(self) -> list[tuple[float, float]]:
        """The samples after the first quarter, when everything has been used once."""
        return self.samples[len(self.samples) // 4 :]

    @property
    def slope(self) -> float:
        """MB per hour, by least squares."""
        settled = self.settled
        middle = sum(at for at, _ in settled) / len(settled)
        mean = sum(size for _, size in settled) / len(settled)
        above = sum((at - middle) * (size - mean) for at, size in settled)
        return 3_600 * above / sum((at - middle) ** 2 for at, _ in settled)

    def __str__(self) -> str:
        settled = [size for _, size in self.settled]
        return (
            f"{self.samples[-1][0] / 60:.0f} minutes, {self.visits} visits, {self.rounds} rounds: "
            f"{self.samples[0][1]:.1f} MB at first, {settled[0]:.1f} settled, {max(settled):.1f} at most, "
            f"{settled[-1]:.1f} at last; {self.slope:+.2f} MB an hour"
        )


def _memory(server: Server) -> float:
    """Resident memory of the server and the processes that it started, in MB."""
    number = server.process.pid
    children = Path(f"/proc/{number}/task/{number}/children").read_text("ascii").split()
    pages = [int(Path(f"/proc/{each}/statm").read_text("ascii").split()[1]) for each in (number, *children)]
    return sum(pages) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def _visit(address: str, table: str, name: str, random: Random) -> None:
    """Connect, sit if there is a chair, play a while; now and then leave without a word."""
    someone = await guest(address, name)
    async with at_table(address, table, someone["token"]) as player:
        free = [place for place, sits in enumerate(player.view["chairs"], start=1) if sits is None]
        if not free:
            await player.give("ask-for-rules")
            return
        await player.sit(random.choice(free))
        for _ in range(random.randint(1, 3)):
            async with asyncio.timeout(60):
                await play_round(player)
        if random.random() < 0.7:
            await player.give("leave")


async def _people(server: Server, until: float, visits: list[str], number: int) -> None:
    random = Random(f"soak/{number}")
    for visit in count():
        if time.monotonic() >= until:
            return
        with suppress(*FAILED):
            table = random.choice(TABLES)
            await _visit(server.address, table, f"Guest {number}", random)
            visits.append(f"{number}/{visit}")
        await asyncio.sleep(random.random())


async def _sampled(server: Server, until: float, visits: list[str]) -> list[tuple[float, float]]:
    samples, start = list[tuple[float, float]](), time.monotonic()
    while time.monotonic() < until:
        samples.append((time.monotonic() - start, _memory(server)))
        if len(samples) % SAID_EVERY == 0:
            sys.stderr.write(f"{Soaked(samples, len(visits), 0)}\n")
        await asyncio.sleep(EVERY)
    return samples


def soak(address: str, minutes: float) -> Soaked:
    """Play for this long on a new floor, then audit it."""
    visits: list[str] = []
    with running(address, "--pace", "0.02", "--rate", "1000") as server:

        async def live() -> list[tuple[float, float]]:
            until = time.monotonic() + 60 * minutes
            people = [_people(server, until, visits, number) for number in range(PEOPLE)]
            sampled = asyncio.create_task(_sampled(server, until, visits))
            await asyncio.gather(*people)
            return await sampled

        samples = asyncio.run(live())
        assert server.stop() == 0
        assert "Traceback" not in server.log, server.log
    with closing(open_store(address)) as store:
        assert list(audit(store, rules_of)) == []
        [(rounds,)] = store.database.rows("SELECT count(*) FROM rounds")
    return Soaked(samples, len(visits), rounds)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        sys.stdout.write(f"{soak(f'sqlite:///{directory}/floor.db', float(sys.argv[1]))}\n")
