"""The floor of one process: its store, its rooms, and their upkeep. Not the connections to it."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from paigow.faults import BadInput
from paigow.server.accounts.identity import is_bot
from paigow.server.connections.options_queue import OptionsQueue
from paigow.server.keys import derived_key
from paigow.server.monitoring import Timings
from paigow.server.tables.beacons import BeaconSource
from paigow.server.tables.catalog import (
    TABLE_NAME,
    NewTable,
    checked_submission,
    decode_settings,
    is_demonstration,
    layout_of,
    record_of,
)
from paigow.server.tables.checkpoint_feed import CheckpointFeed
from paigow.server.tables.floor_accounts import FloorMeters, MeterBoard, Wallets, require_same_terms
from paigow.server.tables.group_commit import WriteProcess, Writer
from paigow.server.tables.host import TableHost
from paigow.server.tables.replica import SharedMoves
from paigow.server.tables.room import Room
from paigow.server.tables.seeds import SeedVault
from paigow.server.tables.timing import pace_of
from paigow.store.checkpoints import Signer
from paigow.store.database import LAST_TABLE_CHANGE, fact
from paigow.store.journal import Store
from paigow.store.packing import pack_rounds
from paigow.store.pruning import prune
from paigow.store.records import TableRecord
from paigow.store.table_changes import closed_tables
from paigow.submissions.checking import Submission
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.editions import AdoptEdition, KnownEdition, edition_at, edition_of, known

if TYPE_CHECKING:
    from paigow.server.accounts.rate_limits import LoginLimiter
    from paigow.server.tables.peers import PeerProcesses

SWEEP_EVERY: Final = 5.0
PACK_EVERY: Final = 60.0
"""How often finished rounds are packed, in seconds."""
BETWEEN_PACKS: Final = 0.05
"""How long packing pauses after some rounds, to leave the store to commands, in seconds."""
PRUNE_EVERY: Final = 1800.0
PRUNED_AFTER: Final = 24 * 3600.0
LOBBY_SEEN: Final = 15.0
"""How long a visit to the lobby counts, in seconds; its page polls more often."""
_log = logging.getLogger("paigow.floor")


class Floor:
    """All tables of a store. Created and used on one event loop."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        pace: float = 1.0,
        process: WriteProcess | None = None,
        beacon: BeaconSource | None = None,
        *,
        plays_alone: bool = False,
        only_shown: str | None = None,
        without_demonstration: bool = False,
    ) -> None:
        self.store = store
        self.key = key
        self.pace = pace
        """Multiplier for the pace of every table."""
        self.plays_alone = plays_alone
        """Whether bots play at public tables when nobody is there."""
        self.only_shown = only_shown
        """Why nobody can act on this floor, as a sentence; None if people can play here."""
        self.without_demonstration = without_demonstration
        """Whether the demonstration tables of earlier starts count as closed."""
        self._closed: frozenset[str] = frozenset()
        self.adopted: str | None = None
        """The number of the last table change that this floor has adopted."""
        self._lobby_seen_at = -LOBBY_SEEN
        self.rooms: dict[str, Room] = {}
        self.unserved: set[str] = set()
        """Tables of the store that aren't served, because their submission isn't valid."""
        self.draining = False
        self.started_at = time.time()
        self.signer = Signer(derived_key(key, "checkpoints"))
        self.feed = CheckpointFeed(store)
        self.vault = SeedVault(store.database, key, beacon)
        self.wallets = Wallets(store.balance)
        self.meters = FloorMeters(store.balances_of)
        self.meter_board = MeterBoard(self.meters)
        self.options_queue = OptionsQueue()
        self.timings = Timings()
        self.writer = Writer(store, self.timings, process)
        self._tasks: set[asyncio.Task[None]] = set()
        self._peers: PeerProcesses | None = None
        if store.shared:
            from paigow.server.tables.peers import PeerProcesses
            from paigow.store.postgres import PostgresDatabase

            assert isinstance(store.database, PostgresDatabase)
            self._peers = peers = PeerProcesses(
                store.database, self.rooms, self._open_tables, reads_only=only_shown is not None
            )
            self.wallets.share = self.meters.share = lambda: peers.share
            self.writer.on_committed = peers.committed
            peers.also_followed = self._asked_about
            peers.synchronized = self.meter_board.look

    def share_logins(self, limiter: LoginLimiter) -> None:
        """Make password attempts count at all processes of the floor."""
        if self._peers is not None:
            limiter.tell_others = self._peers.tell_login
            self._peers.login_heard = limiter.hear

    def open(self) -> None:
        """Open every table in the store, except those whose submission is no longer valid."""
        self.adopt_changes()
        loop = asyncio.get_running_loop()
        self._tasks.add(loop.create_task(self._sweeping()))
        self._tasks.add(loop.create_task(self._packing()))
        if self.plays_alone:
            self._tasks.add(loop.create_task(self._pruning()))
        if self._peers is not None:
            self._peers.start()

    def adopt_changes(self) -> None:
        """Open tables that were added to the store, and close or reopen the others as it says."""
        self.adopted = fact(self.store.database, LAST_TABLE_CHANGE)
        self._closed = frozenset(closed_tables(self.store.database))
        self._open_tables()
        for room in self.rooms.values():
            room.set_closed(self._is_closed(room.host.record))

    def _is_closed(self, record: TableRecord) -> bool:
        """Whether a table is closed, for good or while this server runs."""
        return record.id in self._closed or self.is_left_out(record)

    def is_left_out(self, record: TableRecord) -> bool:
        """Whether it is a demonstration table, and this server runs without them."""
        return self.without_demonstration and is_demonstration(record)

    def _open_tables(self) -> None:
        for record in self.store.tables():
            if record.id in self.rooms or record.id in self.unserved:
                continue
            try:
                submission = checked_submission(record)
                self._open_table(record, submission)
            except BadInput as fault:
                self.unserved.add(record.id)
                _log.warning("not served: %s", fault)

    def add(self, new: NewTable) -> Room:
        """Add a table to the floor, or return the existing one with this name.

        The name of a table that isn't served stays taken: its successor's name ends in the submission's
        digest.
        """
        if new.id in self.unserved:
            new = replace(new, id=f"{new.id}-{sha256(new.submission.encode()).hexdigest()[:6]}")
        if new.id not in self.rooms:
            record, rules = record_of(new, self.signer)
            if new.settings.listed:
                require_same_terms(rules, (room.host.rules for room in self.listed()))
            self.store.add_table(record)
            kept = next(each for each in self.store.tables() if each.id == new.id)
            self._open_table(kept, checked_submission(kept))
            for name in self._earlier_versions(new.id):
                sentence = "table %s: %s is still open beside it: paigow tables close %s closes it"
                _log.warning(sentence, new.id, name, name)
        elif self.rooms[new.id].closed:
            _log.warning("table %s is closed; paigow tables open %s opens it again", new.id, new.id)
        return self.rooms[new.id]

    def _earlier_versions(self, name: str) -> list[str]:
        """The open tables whose names differ in nothing but their submission's digest."""
        stem = name.rpartition("-")[0]
        return [room.host.record.id for room in self.listed() if _is_version(room.host.record.id, stem, name)]

    def _open_table(self, record: TableRecord, submission: Submission) -> None:
        settings = decode_settings(record.settings)
        rules = submission.rules
        host = self.host_for(record, rules)
        if self.only_shown is None:
            _bring_to_edition(host)
        pace = pace_of(rules.timers, factor=self.pace * settings.pace, clock=settings.clock)
        layout = layout_of(record.id, submission, rules, settings)
        room = Room(host, submission, settings, self.vault, pace, layout)
        room.closed = self._is_closed(record)
        room.plays_alone = self.plays_alone and settings.listed and settings.bots > 1
        room.lobby_watched = self._lobby_watched
        room.only_shown = self.only_shown
        if (peers := self._peers) is not None:
            room.runs_here = lambda: peers.holds(record.id)
            room.broadcast = lambda person, word: peers.broadcast(record.id, person, word)
            room.connected_elsewhere = lambda person: peers.connected_elsewhere(record.id, person)
            room.entered = lambda: peers.entered(record.id)
        self.rooms[record.id] = room
        self.options_queue.watch(room)
        self.meter_board.watch(room)
        self.feed.watch(room)
        room.dealer.start()

    def host_for(self, record: TableRecord, rules: Rules) -> TableHost:
        """A table in memory, using this floor's wallets and shared meters."""
        private_id = "" if decode_settings(record.settings).listed else record.id

        def moves(table: str, command: Command, events: tuple[Event, ...]) -> SharedMoves:
            carried = self.wallets.moves(table, command, events)
            shared = self.meters.moves(rules, private_id, events)
            return SharedMoves((*carried.moves, *shared.moves), carried.fill, shared.expects)

        host = TableHost(record, rules, self.store, self.writer, moves)
        host.sign = self.signer.sign
        host.keeps_snapshots = self.only_shown is None
        host.enrich = partial(self.meters.with_readings, rules, private_id)
        return host

    def _asked_about(self) -> Iterator[str]:
        """Tables that somebody asks about without being there."""
        yield from self.feed.awaited()
        if self._lobby_watched():
            yield from (room.host.record.id for room in self.listed())

    async def refresh(self, rooms: Iterable[Room] | None = None) -> None:
        """Bring tables that other processes run up to date, or all of them."""
        if self._peers is not None:
            asked = self.rooms.values() if rooms is None else rooms
            await self._peers.refresh([room.host.record.id for room in asked])

    async def find(self, name: str) -> Room | None:
        """A table by name, up to date; another process may have just added it."""
        unknown = self._peers is not None and name not in self.rooms and name not in self.unserved
        if (
            unknown
            and TABLE_NAME.fullmatch(name)
            and (await asyncio.to_thread(self.store.settings, name)) != b""
        ):
            self._open_tables()
        room = self.rooms.get(name)
        if room is not None:
            await self.refresh([room])
        return room

    def lobby_seen(self) -> None:
        """Somebody is viewing the lobby: tables with only bots play at their usual pace for a while."""
        was_watched, self._lobby_seen_at = self._lobby_watched(), time.monotonic()
        if not was_watched:
            for room in self.listed():
                if room.plays_alone:
                    room.dealer.proceed()

    def _lobby_watched(self) -> bool:
        return time.monotonic() - self._lobby_seen_at < LOBBY_SEEN

    def listed(self) -> Iterator[Room]:
        """The tables in the lobby: public ones that aren't closed."""
        return (room for room in self.rooms.values() if room.settings.listed and not room.closed)

    async def _sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_EVERY)
            for room in tuple(self.rooms.values()):
                room.sweep()

    async def _packing(self) -> None:
        """Finished rounds are packed a few at a time; in between, commands are written (R140)."""
        while True:
            await asyncio.sleep(PACK_EVERY)
            for room in [each for each in self.rooms.values() if each.runs_here()]:
                name, finished = room.host.record.id, room.finished_rounds
                if finished <= room.packed_at:
                    continue
                try:
                    packed = 1
                    while packed:
                        packed = await asyncio.to_thread(pack_rounds, self.store.database, name)
                        await asyncio.sleep(BETWEEN_PACKS if packed else 0)
                except Exception:  # noqa: BLE001 - a database has many ways to be away
                    _log.exception("table %s: couldn't pack its finished rounds", name)
                else:
                    room.packed_at = finished

    async def _pruning(self) -> None:
        """Rounds with only bots are pruned after a day, so that a floor without people doesn't grow."""
        while True:
            before = int((time.time() - PRUNED_AFTER) * 1000)
            for room in [each for each in self.rooms.values() if each.plays_alone and each.runs_here()]:
                name = room.host.record.id
                try:
                    count = await asyncio.to_thread(prune, self.store, self.signer, name, before, is_nobody)
                except Exception:  # noqa: BLE001 - a database has many ways to be away
                    _log.exception("table %s: couldn't prune its old rounds", name)
                else:
                    if count:
                        _log.info("table %s: %d rounds without people pruned", name, count)
            await asyncio.sleep(PRUNE_EVERY)

    @property
    def runs(self) -> int:
        """How many tables this process runs."""
        return sum(room.runs_here() for room in self.rooms.values())

    @property
    def live(self) -> list[str]:
        """The tables at which a round is being played."""
        return [name for name, room in self.rooms.items() if room.is_live(room.host.table)]

    async def drain(self, patience: float) -> None:
        """Start no more rounds, and wait until those in play are finished and their seeds revealed."""
        self.draining = True
        for room in self.rooms.values():
            room.draining = True
            room.dealer.proceed()
        end = time.monotonic() + patience
        while time.monotonic() < end:
            rooms = self.rooms.values()
            if all(room.host.settled and not room.should_run(room.host.table) for room in rooms):
                # The last commits may not have been published yet.
                for room in rooms:
                    room.audience.flush()
                return
            await asyncio.sleep(0.05)
        _log.warning("still in play after %.0f seconds: %s", patience, ", ".join(self.live))

    async def close(self) -> None:
        """Stop everything; what was acknowledged is already stored."""
        self.feed.close()
        self.options_queue.stop()
        self.meter_board.close()
        for room in self.rooms.values():
            room.dealer.stop()
        for task in self._tasks:
            task.cancel()
        if self._peers is not None:
            await self._peers.stop()
        await self.writer.close()
        await asyncio.sleep(0)
        self.store.close()


def is_nobody(name: str) -> bool:
    """Whether a name is a bot's, or a command's id shows that the server sent it."""
    return is_bot(name) or name.startswith("auto/")


def _is_version(other: str, stem: str, name: str) -> bool:
    return other != name and re.fullmatch(f"{re.escape(stem)}-[0-9a-f]{{6}}", other) is not None


def _bring_to_edition(host: TableHost) -> None:
    """Let a table be judged by this program's edition from here on, before anybody can act at it."""
    rules, table = host.rules, host.committed
    match known(rules, table):
        case KnownEdition.NEWER:
            raise BadInput(
                f"the table uses edition {edition_at(table)}, and this paigow uses {edition_of(rules)}",
                where=f"table {host.record.id}",
                allowed="install a newer version of paigow",
            )
        case KnownEdition.OLDER:
            edition = edition_of(rules)
            command_id = f"auto/edition/{edition}/{table.version}"
            host.submit(AdoptEdition(by=DEALER, edition=edition), command_id, lambda _result: None)
        case KnownEdition.SAME:
            pass
