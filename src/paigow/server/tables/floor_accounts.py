"""Money that the tables of a floor share: people's wallets, and progressive meters (R74).

A meter's account holds what it shows beyond its start, so a meter needs no opening. The readings that a
payment was based on are checked when it is written: if another table was paid meanwhile, it is decided again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from paigow.faults import BadInput
from paigow.server.accounts.identity import is_bot
from paigow.server.tables.replica import AccountMoves, SharedMoves
from paigow.store.records import Fill
from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Command, Event
from paigow.table.ledger import WORLD
from paigow.table.refusals import Reason, Refused
from paigow.table.sides.progressive import (
    ProgressiveCollected,
    ProgressiveSettled,
    SettleProgressive,
    SharedMeters,
)

if TYPE_CHECKING:
    from paigow.server.tables.replica import CommittedChange
    from paigow.server.tables.room import Room

HOUSE: Final = "house"
"""Where chips come from and where lost ones end; it may owe."""
PLAY_CHIPS: Final = 500_000
"""What a person is given whenever the wallet is empty, in cents: no other chips are played for here."""
FRESH: Final = 2.0
"""How long lists reuse a reading, in seconds."""
PAUSE: Final = 1.0
"""How often meters are read and shown while tables keep feeding them, in seconds."""
_MOVES: Final = (ProgressiveCollected, ProgressiveSettled)

_log = logging.getLogger("paigow.floor_accounts")


def wallet(person: str) -> str:
    return f"wallet/{person}"


class Wallets:
    """Decides what moves between tables, wallets and the house with a command."""

    def __init__(self, balance: Callable[[str], int]) -> None:
        self._balance = balance

    def held(self, person: str) -> int | None:
        """What a person has outside tables; an empty wallet counts as filled. None if not known."""
        try:
            held = self._balance(wallet(person))
        except Exception as error:  # noqa: BLE001 - a database has many ways to be away
            _log.warning("a wallet cannot be read: %s", type(error).__name__)
            return None
        return held or PLAY_CHIPS

    def moves(self, table: str, command: Command, events: tuple[Event, ...]) -> SharedMoves:
        """What leaves or enters a table is a person's, out of the wallet, or else the house's."""
        brought = 0
        for event in events:
            for posting in event.postings:
                if posting.account == WORLD:
                    brought -= posting.cents
        if not brought:
            return SharedMoves()
        person = command.by
        theirs = person in STAFF or is_bot(person)
        owner = HOUSE if theirs else wallet(person)
        filled = not theirs and 0 < brought <= PLAY_CHIPS
        moves = ((owner, -brought), (f"floor/{table}", brought))
        return SharedMoves(moves, Fill(owner, HOUSE, PLAY_CHIPS) if filled else None)


def shared_name(rules: Rules, private_id: str = "") -> str | None:
    """What the meters are known by that a table shares; None if they are its own or none."""
    name = rules.shared_meters
    return f"{name} at {private_id}" if name and private_id else name


def _account(name: str, meter: str) -> str:
    return f"floor/meter/{name}/{meter}"


def _hits(name: str) -> str:
    """A count of payments, not of cents."""
    return f"floor/hits/{name}"


def require_same_terms(rules: Rules, others: Iterable[Rules]) -> None:
    """Tables that share meters start and feed them alike."""
    name = rules.shared_meters
    for other in others:
        if name == other.shared_meters and rules.progressive != other.progressive:
            problem = f"the meters of {name} have another table, rate or start at table {other.table.number}"
            raise BadInput(problem, where="progressive", allowed="the same at every table that shares them")


class FloorMeters:
    """What shared meters show on this floor, for any table that shares them.

    `private_id`: the id of a table that is not open to everyone, which shares its meters with no other.
    """

    def __init__(self, balance: Callable[[str], int]) -> None:
        self._balance = balance
        self._listed: dict[str, tuple[float, SharedMeters]] = {}
        """By name, the last reading for lists, and when it expires."""

    def shown(self, rules: Rules, private_id: str = "") -> SharedMeters | None:
        """What a table's meters show now, and how often they were hit; None if they are its own or none."""
        name, terms = shared_name(rules, private_id), rules.progressive
        if name is None or terms is None:
            return None
        readings = {
            each.meter.value: each.start + self._balance(_account(name, each.meter.value))
            for each in terms.meters
        }
        return SharedMeters(readings, self._balance(_hits(name)))

    def listed(self, rules: Rules, private_id: str = "") -> dict[str, int]:
        """What a table's shared meters showed a moment ago, for lists; nothing where it shares none."""
        name = shared_name(rules, private_id)
        if name is None:
            return {}
        until, last = self._listed.get(name, (0.0, None))
        if last is None or until < time.monotonic():
            try:
                last = self.shown(rules, private_id)
            except Exception as error:  # noqa: BLE001 - a database has many ways to be away
                _log.warning("shared meters cannot be read: %s", type(error).__name__)
            if last is None:
                return {}
            self._listed[name] = (time.monotonic() + FRESH, last)
        return last.readings

    def with_readings(self, rules: Rules, private_id: str, command: Command) -> Command:
        """A payment with the current readings of the meters, not the sender's; raises Refused."""
        if not isinstance(command, SettleProgressive):
            return command
        try:
            shown = self.shown(rules, private_id)
        except Exception as error:
            _log.warning("shared meters cannot be read: %s", type(error).__name__)
            sentence = "what the shared meters show cannot be read at this moment"
            raise Refused(Reason.PENDING, sentence, ("R74",)) from error
        return (
            command if shown is None else replace(command, readings=dict(shown.readings), hit=shown.hits + 1)
        )

    def moves(
        self, rules: Rules, private_id: str, command: Command, events: tuple[Event, ...]
    ) -> SharedMoves:
        """What events add to shared meters or take from them, and what must still be so for a payment."""
        name = shared_name(rules, private_id)
        if name is None:
            return SharedMoves()
        moves: AccountMoves = ()
        expects: AccountMoves = ()
        for event in events:
            if isinstance(event, ProgressiveCollected):
                moves += _moved(name, event.fed)
            elif isinstance(event, ProgressiveSettled) and event.meter is not None:
                moves += _moved(name, {event.meter: event.restart - event.won})
                moves += ((_hits(name), 1), (f"{_hits(name)}/counted", -1))
                expects += _expected(rules, name, event, command)
        return SharedMoves(moves, None, expects)


def _moved(name: str, changes: dict[str, int]) -> AccountMoves:
    total = sum(changes.values())
    return (
        *((_account(name, meter), cents) for meter, cents in changes.items()),
        (f"floor/meters/{name}", -total),
    )


def _expected(rules: Rules, name: str, event: ProgressiveSettled, command: Command) -> AccountMoves:
    assert isinstance(command, SettleProgressive), command
    assert rules.progressive is not None
    assert event.meter is not None
    start = next(each.start for each in rules.progressive.meters if each.meter.value == event.meter)
    beyond = command.readings[event.meter] - start
    return ((_account(name, event.meter), beyond), (_hits(name), event.hit - 1))


class MeterBoard:
    """The meters of a floor, by name, and the rooms that show them to their viewers.

    Every process follows the events of all tables of its floor, its own and those that other processes run,
    so it notices each one that feeds or pays a meter, and reads the meter again.
    """

    def __init__(self, meters: FloorMeters) -> None:
        self._meters = meters
        self._rooms: dict[str, list[Room]] = {}
        self._busy: set[str] = set()
        """Being read, or read a moment ago."""
        self._moved: set[str] = set()
        """Fed or paid since they were last read."""
        self._closed = False

    def watch(self, room: Room) -> None:
        """Show a room its meters from now on; nothing to do where it shares none."""
        name = shared_name(room.host.rules, room.private_id)
        if name is None:
            return
        rooms = self._rooms.setdefault(name, [])
        if rooms:
            room.audience.meters = rooms[0].audience.meters
        else:
            try:
                self._show([room], self._meters.shown(room.host.rules, room.private_id))
            except Exception as error:  # noqa: BLE001 - a database has many ways to be away
                _log.warning("meters %s cannot be read: %s", name, type(error).__name__)
        rooms.append(room)
        room.host.watchers.append(lambda change: self._notice(name, change))

    def close(self) -> None:
        self._closed = True

    def _notice(self, name: str, change: CommittedChange) -> None:
        if any(isinstance(event, _MOVES) for event in change.events):
            self._moved.add(name)
            if name not in self._busy:
                self._read(name)

    def _read(self, name: str) -> None:
        self._busy.add(name)
        self._moved.discard(name)
        room = self._rooms[name][0]
        loop = asyncio.get_running_loop()
        reading = loop.run_in_executor(None, self._meters.shown, room.host.rules, room.private_id)
        reading.add_done_callback(lambda future: self._have_read(name, future))

    def _have_read(self, name: str, future: asyncio.Future[SharedMeters | None]) -> None:
        if self._closed or future.cancelled():
            return
        if (error := future.exception()) is not None:
            _log.warning("meters %s cannot be read: %s", name, type(error).__name__)
            self._moved.add(name)
        else:
            self._show(self._rooms[name], future.result())
        asyncio.get_running_loop().call_later(PAUSE, self._again, name)

    def _again(self, name: str) -> None:
        self._busy.discard(name)
        if name in self._moved and not self._closed:
            self._read(name)

    def _show(self, rooms: list[Room], shown: SharedMeters | None) -> None:
        if shown is not None:
            for room in rooms:
                room.audience.show_meters(shown.readings)
