"""Money shared by the tables of a floor: people's wallets, and progressive meters (R74, R135).

A meter's accounts hold what it shows beyond its start, so a meter doesn't need to be opened. Each process of
the floor has its own accounts, so that it never waits for others: the row of a single account would be locked
until a commit is on disk. A meter shows the sum. A payment is based on one reading of all of them, and
checked when it is written: if another table was paid meanwhile, it is decided again.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
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
"""The source of chips and the sink for lost ones; it can be overdrawn."""
PLAY_CHIPS: Final = 500_000
"""What a person gets whenever the wallet is empty, in cents: only play money is used here."""
FRESH: Final = 2.0
"""How long lists reuse a reading, in seconds."""
PAUSE: Final = 1.0
"""How often meters are read and shown while tables keep feeding them, in seconds."""
MOST_SHARES: Final = 64
"""The number of processes with their own accounts; more would share some. Every reading sums this many."""
_MOVES: Final = (ProgressiveCollected, ProgressiveSettled)
ReadBalances = Callable[[Sequence[str]], Mapping[str, int]]
"""The balances of some accounts at one moment; those that were never moved are left out."""

_log = logging.getLogger("paigow.floor_accounts")


def wallet(person: str) -> str:
    return f"wallet/{person}"


def share_of(account: str, share: int) -> str:
    """The account of one process; the first has the base name."""
    return f"{account}#{share}" if share else account


def first_share() -> int:
    """The share of a process that is alone, or doesn't know the others yet."""
    return 0


class Wallets:
    """Decides what a command moves between tables, wallets, and the house."""

    def __init__(self, balance: Callable[[str], int]) -> None:
        self.share: Callable[[], int] = first_share
        """Which of the house's accounts this process moves."""
        self._balance = balance

    def held(self, person: str) -> int | None:
        """A person's money outside tables; an empty wallet counts as refilled. None if unknown."""
        try:
            held = self._balance(wallet(person))
        except Exception as error:  # noqa: BLE001 - a database has many ways to be away
            _log.warning("can't read a wallet: %s", type(error).__name__)
            return None
        return held or PLAY_CHIPS

    def moves(self, table: str, command: Command, events: tuple[Event, ...]) -> SharedMoves:
        """Chips that leave or enter a table belong to a person's wallet, or else to the house."""
        brought = 0
        for event in events:
            for posting in event.postings:
                if posting.account == WORLD:
                    brought -= posting.cents
        if not brought:
            return SharedMoves()
        person = command.by
        theirs, house = person in STAFF or is_bot(person), share_of(HOUSE, self.share())
        owner = house if theirs else wallet(person)
        filled = not theirs and 0 < brought <= PLAY_CHIPS
        moves = ((owner, -brought), (f"floor/{table}", brought))
        return SharedMoves(moves, Fill(owner, house, PLAY_CHIPS) if filled else None)


def shared_name(rules: Rules, private_id: str = "") -> str | None:
    """The key of a table's shared meters; None if they aren't shared or it has none."""
    name = rules.shared_meters
    return f"{name} at {private_id}" if name and private_id else name


def _account(name: str, meter: str) -> str:
    return f"floor/meter/{name}/{meter}"


def _hits(name: str) -> str:
    """A count of payments, not of cents."""
    return f"floor/hits/{name}"


def require_same_terms(rules: Rules, others: Iterable[Rules]) -> None:
    """Tables that share meters start and feed them the same way; a table's own meters concern no other."""
    name = rules.shared_meters
    if name is None:
        return
    for other in others:
        if name == other.shared_meters and rules.progressive != other.progressive:
            problem = f"the meters of {name} have another table, rate or start at table {other.table.number}"
            raise BadInput(
                problem, where="progressive", allowed="use the same at every table that shares them"
            )


class _LastRead(threading.local):
    """A thread's last reading, to be checked when its payment is written.

    A payment is enriched, decided, and prepared in one go: nothing else runs in the thread in between.
    """

    shares: Mapping[str, int] = {}


class FloorMeters:
    """The amounts on this floor's shared meters, for any table that shares them.

    `private_id`: the id of a table that isn't public, which doesn't share its meters with any other.
    """

    def __init__(self, balances: ReadBalances) -> None:
        self.share: Callable[[], int] = first_share
        """Which of a meter's accounts this process moves."""
        self._balances = balances
        self._last_read = _LastRead()
        self._listed: dict[str, tuple[float, SharedMeters]] = {}
        """The last reading for lists, by name, and when it expires."""

    def shown(self, rules: Rules, private_id: str = "") -> SharedMeters | None:
        """The current amounts of a table's meters, and how often they were hit; None if it shares none."""
        name, terms = shared_name(rules, private_id), rules.progressive
        if name is None or terms is None:
            return None
        shares = {each.meter.value: _shares(name, each.meter.value) for each in terms.meters}
        held = self._balances([_hits(name), *(account for each in shares.values() for account in each)])
        self._last_read.shares = held
        readings = {
            each.meter.value: each.start + sum(held.get(account, 0) for account in shares[each.meter.value])
            for each in terms.meters
        }
        return SharedMeters(readings, held.get(_hits(name), 0))

    def listed(self, rules: Rules, private_id: str = "") -> dict[str, int]:
        """Recent amounts of a table's shared meters, for lists; empty if it doesn't share any."""
        name = shared_name(rules, private_id)
        if name is None:
            return {}
        until, last = self._listed.get(name, (0.0, None))
        if last is None or until < time.monotonic():
            try:
                last = self.shown(rules, private_id)
            except Exception as error:  # noqa: BLE001 - a database has many ways to be away
                _log.warning("can't read shared meters: %s", type(error).__name__)
            if last is None:
                return {}
            self._listed[name] = (time.monotonic() + FRESH, last)
        return last.readings

    def with_readings(self, rules: Rules, private_id: str, command: Command) -> Command:
        """A payment with the meters' current readings, not the sender's; raises Refused."""
        if not isinstance(command, SettleProgressive):
            return command
        try:
            shown = self.shown(rules, private_id)
        except Exception as error:
            _log.warning("can't read shared meters: %s", type(error).__name__)
            sentence = "The shared meters can't be read right now. Try again."
            raise Refused(Reason.PENDING, sentence, ("R74",)) from error
        return (
            command if shown is None else replace(command, readings=dict(shown.readings), hit=shown.hits + 1)
        )

    def moves(self, rules: Rules, private_id: str, events: tuple[Event, ...]) -> SharedMoves:
        """What events add to or take from shared meters, and the balances a payment depends on."""
        name = shared_name(rules, private_id)
        if name is None:
            return SharedMoves()
        moves: AccountMoves = ()
        expects: AccountMoves = ()
        for event in events:
            if isinstance(event, ProgressiveCollected):
                moves += self._moved(name, event.fed)
            elif isinstance(event, ProgressiveSettled) and event.meter is not None:
                moves += self._moved(name, {event.meter: event.restart - event.won})
                moves += ((_hits(name), 1), (f"{_hits(name)}/counted", -1))
                expects += self._expected(name, event.meter, event.hit)
        return SharedMoves(moves, None, expects)

    def _moved(self, name: str, changes: dict[str, int]) -> AccountMoves:
        share, total = self.share(), sum(changes.values())
        return (
            *((share_of(_account(name, meter), share), cents) for meter, cents in changes.items()),
            (share_of(f"floor/meters/{name}", share), -total),
        )

    def _expected(self, name: str, meter: str, hit: int) -> AccountMoves:
        """No other hit has been paid since the reading, and this process has no contribution in flight.

        What other processes add meanwhile stays on the meter for the next hit (R135).
        """
        own = share_of(_account(name, meter), self.share())
        return ((_hits(name), hit - 1), (own, self._last_read.shares.get(own, 0)))


def _shares(name: str, meter: str) -> list[str]:
    """All accounts of a meter."""
    return [share_of(_account(name, meter), share) for share in range(MOST_SHARES)]


class MeterBoard:
    """The meters of a floor by name, and the rooms that show them to their viewers.

    A process sees each event that feeds or pays a meter at the tables it follows, and reads the meter again.
    If several processes share the floor, it also polls.
    """

    def __init__(self, meters: FloorMeters) -> None:
        self._meters = meters
        self._rooms: dict[str, list[Room]] = {}
        self._busy: set[str] = set()
        """Being read, or read a moment ago."""
        self._moved: set[str] = set()
        """Fed or paid since the last reading."""
        self._closed = False

    def watch(self, room: Room) -> None:
        """Show a room its meters from now on; does nothing if it doesn't share any."""
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
                _log.warning("can't read meters %s: %s", name, type(error).__name__)
        rooms.append(room)
        room.host.watchers.append(lambda change: self._notice(name, change))

    def look(self) -> None:
        """Read the meters that somebody sees: tables that feed them may not be followed here."""
        for name, rooms in self._rooms.items():
            if name not in self._busy and any(room.audience.viewers for room in rooms):
                self._read(name)

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
            _log.warning("can't read meters %s: %s", name, type(error).__name__)
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
