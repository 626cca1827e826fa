"""The automatic dealer and the bots at one table: one task that does the next thing, or waits for its time.

It seals a seed before betting and reveals it when the round is over. A person may take its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections.abc import Mapping
from dataclasses import dataclass

from paigow.server.hosting import Happened, TableHost
from paigow.server.pacing import Pace
from paigow.server.seeds import SeedVault
from paigow.table.acts import DEALER, Command
from paigow.table.automatic import Moment, next_act
from paigow.table.chance import Chance
from paigow.table.players import PLAYERS
from paigow.table.refusals import Refused
from paigow.table.sealing import CommitSeed, RevealSeed, mixed
from paigow.table.seating import BuyIn, Sit
from paigow.table.self_play import with_tray_filled
from paigow.table.state import Table
from paigow.table.waiting import awaited

__all__ = ["DealingTask"]


@dataclass(slots=True)
class Waiting:
    """What the table waits for now, and until when, on the monotonic clock."""

    since_version: int
    until: float | None


class DealingTask:
    """Runs a table by itself. `bots` says which policy plays for which seated name."""

    def __init__(self, host: TableHost, vault: SeedVault, pace: Pace, bots: Mapping[str, str]) -> None:
        self.host = host
        self.pace = pace
        self.bots = dict(bots)
        self.deadline: float | None = None
        self._vault = vault
        self._changed = asyncio.Event()
        self._numbers = itertools.count()
        self._started = int(time.time() * 1000)
        self._task: asyncio.Task[None] | None = None
        self._waiting_for: tuple[object, ...] = ()
        host.watchers.append(self._notice)

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Stop between two acts; nothing is left half done."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _notice(self, _happened: Happened) -> None:
        self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            command, delay = self._next()
            if command is not None and delay <= 0:
                await self._give(command)
                continue
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), delay if command is not None else self._left())
                continue
            if command is not None:
                await self._give(command)

    async def _give(self, command: Command) -> None:
        try:
            await self.host.give(command, f"auto/{self._started}/{next(self._numbers)}")
        except Refused:
            # Somebody was faster, or a bot misjudged: look again at the table as it is now.
            await asyncio.sleep(0.05)

    def _left(self) -> float | None:
        return None if self.deadline is None else max(0.0, self.deadline - time.monotonic())

    def _next(self) -> tuple[Command | None, float]:
        """What to do next, and after how long."""
        table = self.host.table
        if (seal := self._seal(table)) is not None:
            return seal, 0.0
        chance = self._chance(table)
        for person in awaited(self.host.rules, table):
            if person in self.bots and chance is not None:
                command = PLAYERS[self.bots[person]](self.host.rules, table, person, chance)
                if command is not None:
                    return command, self.pace.bot
        if chance is None:
            return None, 0.0
        return self._dealers(table, chance)

    def _dealers(self, table: Table, chance: Chance) -> tuple[Command | None, float]:
        now = int(time.time())
        late = self.deadline is not None and time.monotonic() >= self.deadline
        act = next_act(Moment(self.host.rules, table, chance, now, late=late))
        act = with_tray_filled(self.host.rules, table, act)
        key = (table.step, table.choosing, table.offer, awaited(self.host.rules, table) and table.round)
        if act is not None:
            self.deadline = None
            return act, self.pace.act
        if key != self._waiting_for or self.deadline is None:
            self._waiting_for = key
            limit = self.pace.limit(table.step, choosing=bool(table.choosing))
            self.deadline = None if limit is None else time.monotonic() + limit
        return None, 0.0

    def _seal(self, table: Table) -> Command | None:
        """Reveal what is over, then seal anew, before anything is drawn."""
        commitment = table.seal.commitment
        if commitment is not None and not table.stock and not table.hands and table.round > table.seal.round:
            seed = self._vault.open(self.host.record.id, commitment)
            return RevealSeed(by=DEALER, seed=seed.hex())
        if commitment is None and not table.stock and any(table.chairs):
            return CommitSeed(by=DEALER, commitment=self._vault.seal(self.host.record.id))
        return None

    def _chance(self, table: Table) -> Chance | None:
        commitment = table.seal.commitment
        if commitment is None:
            return None
        seed = self._vault.open(self.host.record.id, commitment)
        return Chance(mixed(seed, table.seal.words))

    async def seat_bots(self, names: Mapping[int, str], chips: int, policy: str) -> None:
        """Put a bot on each of the given positions."""
        for position, name in names.items():
            self.bots[name] = policy
            if self.host.table.position_of(name) is None:
                for command in (Sit(by=name, position=position), BuyIn(by=name, chips=chips)):
                    await self._give(command)
