"""A server that kills itself with SIGKILL at an append, again and again, and restarts on the same port.

`python -m tests.server.killed --json ADDRESS EVERY DEATHS`: what was being written at each death is recorded
in a file. One process imports everything, and every life is a fork of it. Seeds are made from table and
round, so that an evening is the same no matter how often it was interrupted. One round of cards and one roll
of the dice are arranged, because they are too rare by chance.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import socket
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from paigow.server import lifecycle
from paigow.server.background import work_quietly
from paigow.server.connections import client
from paigow.server.tables import dealer, floor, seeds
from paigow.server.tables.catalog import NewTable, TableSettings, checked_submission
from paigow.server.tables.timing import pace_of
from paigow.store.journal import Store
from paigow.store.records import TableRecord
from paigow.submissions.checking import find_submission
from paigow.table.autoplay.chance import Chance
from paigow.table.deal.mixing import seed_commitment
from paigow.table.game import ALL_CARDS

__all__ = ["ARRANGED", "TABLES"]

TABLES = {"tiles": "colorado-tiles-full", "cards": "maryland-poker-full"}
ARRANGED = 2
"""The round with a royal flush in several hands, and three of a kind on the dice."""
NOON = 1_700_000_000
_rounds: dict[str, int] = {}


def royal_order() -> tuple[str, ...]:
    """Four royal flushes, each within seven consecutive cards; the other places get what is left."""
    royals = [[f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10")] for suit in "shdc"]
    rest = iter(card for card in ALL_CARDS if not any(card in royal for royal in royals))
    packets = [(*royal, next(rest), next(rest)) for royal in royals]
    return (*itertools.chain.from_iterable(packets), *rest)


def _arrange() -> None:
    """Randomness, seeds, and time that are the same in every run."""
    order, dice, commit = Chance.order, Chance.dice, seeds.SealedChance._commit
    tables = [TableRecord(name, find_submission(example).text, b"", 0) for name, example in TABLES.items()]
    for record in tables:
        checked_submission(record)

    def arranged_order(self: Chance, rules: Any, table: Any) -> tuple[str, ...]:
        cards = not rules.is_tiles and table.drawing.number == ARRANGED
        return royal_order() if cards else order(self, rules, table)

    def arranged_dice(self: Chance, table: Any) -> tuple[int, int, int]:
        return (5, 5, 5) if table.round + 1 == ARRANGED else dice(self, table)

    def counted_commit(self: seeds.SealedChance) -> Any:
        _rounds[self._host.record.id] = self._host.table.round
        return commit(self)

    def same_seed(self: seeds.SeedVault, table: str, number: int) -> str:
        seed = sha256(f"{table}/{_rounds[table]}".encode()).digest()
        commitment = seed_commitment(table, number, seed)
        nonce = bytes(seeds.NONCE_BYTES)
        sealed = nonce + self._cipher.encrypt(
            nonce, seed + number.to_bytes(seeds.NUMBER_BYTES, "big"), seeds._bound_to(table, commitment)
        )
        with self._database.writing() as transaction:
            sql = "INSERT INTO seeds VALUES (?, ?, ?) ON CONFLICT (table_id, commitment) DO NOTHING"
            transaction.many(sql, [(table, commitment, sealed)])
        self._open[table, commitment] = seed
        return commitment

    Chance.order, Chance.dice = arranged_order, arranged_dice  # type: ignore[method-assign]
    seeds.SealedChance._commit = counted_commit  # type: ignore[method-assign]
    seeds.SeedVault.seal = same_seed  # type: ignore[method-assign]
    stopped = SimpleNamespace(
        time=lambda: NOON, monotonic=time.monotonic, perf_counter=time.perf_counter, time_ns=time.time_ns
    )
    for module in (dealer, client, seeds):
        module.time = stopped  # type: ignore[attr-defined]
    # Nobody's hand is set for them because the server was away for a moment.
    floor.pace_of = lambda *given, **more: replace(pace_of(*given, **more), grace=1e6)  # type: ignore[attr-defined]


def _die(server: int, deaths: str, when: str, batches: Sequence[Any]) -> None:
    """The server dies, and so does its writer process, which may be this one."""
    with Path(deaths).open("a", encoding="utf-8") as file:
        file.writelines(f"{when} {batch.table} {batch.command}\n" for batch in batches)
    os.kill(server, signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGKILL)


def _die_at(number: int, life: int, deaths: str) -> None:
    """Die at an append: before the commit in one life, after it and before any answer in the next."""
    append, server = Store.append, os.getpid()
    count = itertools.count(1)

    def deadly(self: Store, batches: Sequence[Any]) -> Any:
        # A retried command that is already stored adds nothing, and must eventually be answered.
        fresh = any(self.kept_as(batch.table, batch.command) is None for batch in batches)
        now = fresh and next(count) == number
        if now and life % 2 == 0:
            _die(server, deaths, "before", batches)
        outcomes = append(self, batches)
        if now:
            _die(server, deaths, "after", batches)
        return outcomes

    Store.append = deadly  # type: ignore[method-assign]


def _live(address: str, port: int, every: int, life: int, deaths: str) -> None:
    work_quietly(0)
    if every:
        # In varying steps, so that different moments are hit over the lives.
        _die_at(every if every == 1 else every + life % 5, life, deaths)
    settings = TableSettings(clock=False, pace=0)
    tables = [NewTable(name, find_submission(book).text, settings) for name, book in TABLES.items()]
    options = lifecycle.ServerOptions(port=port, store=address, pace=0, counting=False)
    lifecycle.run(options, tables, lambda _address: None)


def _end(child: int) -> None:
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os._exit(0)


def main(address: str, every: int, deaths: str) -> None:
    _arrange()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    sys.stdout.write(json.dumps({"address": f"http://127.0.0.1:{port}/"}) + "\n")
    sys.stdout.flush()
    for life in itertools.count():
        child = os.fork()
        if not child:
            _live(address, port, every, life, deaths)
            os._exit(0)
        signal.signal(signal.SIGTERM, lambda *_, now=child: _end(now))
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != -signal.SIGKILL:
            return


if __name__ == "__main__":
    main(sys.argv[2], int(sys.argv[3]), sys.argv[4])
