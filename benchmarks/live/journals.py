"""A long journal of one table: how long a server takes to load the table from it, and its size."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final
from uuid import UUID

import psycopg

from benchmarks.report import Report, best_seconds
from paigow.server.tables.replica import Replica, SharedMoves, load_replica, prepare_append
from paigow.store.checkpoints import Signer
from paigow.store.journal import Store, open_store
from paigow.store.packing import pack_rounds
from paigow.store.records import Append, TableRecord
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
from tests.store.servers import postgres_server

__all__ = ["evening_appends", "measure_disk", "measure_loading"]

NAME: Final = "long"
SUBMISSION: Final = "commission-tiles-full"
GROUP: Final = 500
GAMES: Final = {"tiles": "commission-tiles-full", "cards": "maryland-poker-full"}
DISK_ROUNDS: Final = 400
AT_MOST: Final = 10.0
"""Kilobytes that a round of six can take."""
STARTED: Final = 1_763_400_000_000
"""When a server was started, in milliseconds: a part of the ids of its dealer's commands."""
SIGNER: Final = Signer(bytes(32))


def measure_loading(report: Report, rounds: int) -> None:
    """Play many rounds into a store; time how a server loads the table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        store = open_store(f"sqlite:///{path}")
        store.add_table(TableRecord(NAME, find_submission(SUBMISSION).text, b"{}", 0))
        events, commands = _fill(store, rounds)
        what = f"a journal of {rounds:,} rounds"
        report.measured(f"{what}: events", events / rounds, "a round")
        report.measured(f"{what}: commands", commands / rounds, "a round")
        report.measured(
            f"{what}: taken up from the last round",
            1000 * best_seconds(lambda: load_replica(store, NAME)),
            "ms",
        )
        replayed = best_seconds(lambda: _from_the_start(store), repeats=1)
        report.measured(f"{what}: taken up from its beginning", 1000 * replayed, "ms")
        report.measured(f"{what}: replayed", 1e6 * replayed / events, "us an event")
        store.close()


def measure_disk(report: Report) -> None:
    """How much a packed round adds to each database with its indexes: the growth between two sizes."""
    with tempfile.TemporaryDirectory() as folder, postgres_server() as server:
        for game, submission in GAMES.items():
            path = Path(folder) / f"{game}.db"
            _grow(report, f"{game}, SQLite", f"sqlite:///{path}", submission)
            with psycopg.connect(server.url, autocommit=True) as connection:
                connection.execute(f"CREATE SCHEMA {game}".encode())
            address = f"{server.url}&options=-csearch_path%3D{game}"
            _grow(report, f"{game}, PostgreSQL", address, submission)


def _grow(report: Report, what: str, address: str, submission: str) -> None:
    name, sizes, rounds = submission.removesuffix("-full"), list[tuple[int, int]](), 0
    store = open_store(address)
    store.add_table(TableRecord(name, find_submission(submission).text, b"{}", 0))
    evening = evening_appends(submission, DISK_ROUNDS, name, store.genesis(name))
    while group := list(islice(evening, GROUP)):
        store.append(group)
        rounds += sum(each.finished is not None for each in group)
        while pack_rounds(store.database, name):
            pass
        if not sizes and rounds >= DISK_ROUNDS // 4:
            sizes.append((rounds, _used(store, address)))
    (few, less), (many, more) = sizes[0], (rounds, _used(store, address))
    store.close()
    report.measured(f"a round of six, {what}", (more - less) / (many - few) / 1000, "KB", AT_MOST)


def _used(store: Store, address: str) -> int:
    """Bytes in use; for PostgreSQL after a vacuum, which it does automatically from time to time."""
    rows = store.database.rows
    if not store.shared:
        sizes = [rows(f"PRAGMA {each}")[0][0] for each in ("page_count", "freelist_count", "page_size")]
        return int((sizes[0] - sizes[1]) * sizes[2])
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("VACUUM FULL")
    sql = (
        "SELECT CAST(sum(pg_total_relation_size(oid)) AS BIGINT) FROM pg_class "
        "WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"
    )
    return int(rows(sql)[0][0])


def _from_the_start(store: Store) -> None:
    replica = Replica(Table(), store.genesis(NAME), RunningRound())
    while entries := store.events(NAME, replica.table.version):
        replica.advance_by(entries)


def evening_appends(
    submission: str, rounds: int, name: str = NAME, begins: bytes = bytes(32)
) -> Iterator[Append]:
    """An evening of six players, as a server would store it: signed, with clients' ids."""
    rules = load_submission(submission).rules
    replica, ids = Replica(Table(), begins, RunningRound()), Random("ids")
    for number, command in enumerate(_evening(rules, replica, rounds)):
        people = str(command.by) in BOT_NAMES
        chosen = f"{command.by}/{UUID(int=ids.getrandbits(128))}" if people else f"auto/{STARTED}/{number}"
        events = decide(rules, replica.table, command)
        append, _ = prepare_append(
            name, replica, command, chosen, events, lambda *_: SharedMoves(), SIGNER.sign
        )
        yield append


def _fill(store: Store, rounds: int) -> tuple[int, int]:
    """Store an evening; returns the numbers of events and of commands."""
    evening, commands = evening_appends(SUBMISSION, rounds, NAME, store.genesis(NAME)), 0
    while group := list(islice(evening, GROUP)):
        store.append(group)
        commands += len(group)
    return store.head(NAME).version, commands


def _evening(rules: Rules, replica: Replica, rounds: int) -> Iterator[Command]:
    """The commands one by one; each must be in the replica before the next is requested."""
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
