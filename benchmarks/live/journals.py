"""A long journal of one table: how long a server takes to take the table up from it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Final

from benchmarks.report import Report, best_seconds
from paigow.server.tables.replica import Replica, SharedMoves, load_replica, prepare_append
from paigow.store.journal import Store, open_store
from paigow.store.records import TableRecord
from paigow.store.rounds import RunningRound
from paigow.submissions.checking import find_submission, load_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import FLOOR, Command
from paigow.table.autoplay.chance import Chance, DealerContext, seed_from
from paigow.table.autoplay.seat import house_way
from paigow.table.autoplay.self_play import BOT_NAMES, next_act, played
from paigow.table.engine import decide
from paigow.table.house.seating import BuyIn, FillTray, Sit
from paigow.table.state import Step, Table

__all__ = ["measure_loading"]

NAME: Final = "long"
SUBMISSION: Final = "commission-tiles-full"
GROUP: Final = 500


def measure_loading(report: Report, rounds: int) -> None:
    """Play many rounds into a store; time what a server does when it takes the table up."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        store = open_store(f"sqlite:///{path}")
        store.add_table(TableRecord(NAME, find_submission(SUBMISSION).text, b"{}", 0))
        events, commands = _fill(store, rounds)
        what = f"a journal of {rounds:,} rounds"
        report.measured(f"{what}: events", events / rounds, "a round")
        report.measured(f"{what}: commands", commands / rounds, "a round")
        pages, size = (store.database.rows(f"PRAGMA {each}")[0][0] for each in ("page_count", "page_size"))
        report.measured(f"{what}: on disk", pages * size / events, "bytes an event")
        report.measured(
            f"{what}: taken up from the last round",
            1000 * best_seconds(lambda: load_replica(store, NAME)),
            "ms",
        )
        replayed = best_seconds(lambda: _from_the_start(store), repeats=1)
        report.measured(f"{what}: taken up from its beginning", 1000 * replayed, "ms")
        report.measured(f"{what}: replayed", 1e6 * replayed / events, "us an event")
        store.close()


def _from_the_start(store: Store) -> None:
    replica = Replica(Table(), store.genesis(NAME), RunningRound())
    while entries := store.events(NAME, replica.table.version):
        replica.advance_by(entries)


def _fill(store: Store, rounds: int) -> tuple[int, int]:
    """Keep an evening of six players, as a server would; gives the numbers of events and of commands."""
    rules = load_submission(SUBMISSION).rules
    replica, numbers = Replica(Table(), store.genesis(NAME), RunningRound()), count()
    evening = _evening(rules, replica, rounds)

    def kept(command: Command) -> object:
        events = decide(rules, replica.table, command)
        batch, _ = prepare_append(
            NAME, replica, command, str(next(numbers)), events, lambda *_: SharedMoves(), lambda *_: None
        )
        return batch

    while group := [kept(command) for command in islice(evening, GROUP)]:
        store.append(group)  # type: ignore[arg-type]
    return replica.table.version, next(numbers)


def _evening(rules: Rules, replica: Replica, rounds: int) -> Iterator[Command]:
    """The commands one by one; each must be kept in the replica before the next is asked for."""
    chance = Chance(seed_from("journal"))
    while replica.table.step is not Step.IDLE:
        command = next_act(DealerContext(rules, replica.table, chance))
        assert command is not None
        yield command
    yield FillTray(by=FLOOR, chips=rules.wagers["main"].most * 40)
    for position, person in enumerate(BOT_NAMES, start=1):
        yield BuyIn(by=person, chips=10_000_000)
        yield Sit(by=person, position=position)
    players = dict.fromkeys(BOT_NAMES, house_way)
    for command, _, _ in played(rules, replica.table, chance, players, rounds):
        yield command
