"""Progressive meters that tables of a floor share: kept beside its money, told to whoever pays (R74).

A meter's account holds what it shows beyond where it starts, so that a meter needs no opening. What a payment
was told is checked when it is written: if another table was paid in between, it is decided anew.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from paigow.faults import BadInput
from paigow.server.keeping import FloorMove, FloorMoves
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.refusals import Reason, Refused
from paigow.table.sides.progressive import ProgressiveCollected, ProgressiveSettled, SettleProgressive
from paigow.table.sides.shared_meters import SharedMeters

__all__ = ["Meters", "require_same_terms", "shared_name"]

NOTHING: Final = FloorMove()
FRESH: Final = 2.0
"""How long a reading will do for a list, in seconds."""

_log = logging.getLogger("paigow.meters")


def shared_name(rules: Rules, alone: str = "") -> str | None:
    """What the meters are known by that a table shares; None if they are its own or none."""
    name = rules.shared_meters
    return f"{name} at {alone}" if name and alone else name


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


class Meters:
    """What shared meters show on this floor, for any table that shares them.

    `alone`: the id of a table that is not open to everyone, which shares its meters with no other.
    """

    def __init__(self, balance: Callable[[str], int]) -> None:
        self._balance = balance
        self._listed: dict[str, tuple[float, SharedMeters]] = {}
        """By name, what was last read for a list, and until when that will do."""

    def shown(self, rules: Rules, alone: str = "") -> SharedMeters | None:
        """What a table's meters show now, and how often they were hit; None if they are its own or none."""
        name, terms = shared_name(rules, alone), rules.progressive
        if name is None or terms is None:
            return None
        readings = {
            each.meter.value: each.start + self._balance(_account(name, each.meter.value))
            for each in terms.meters
        }
        return SharedMeters(readings, self._balance(_hits(name)))

    def listed(self, rules: Rules, alone: str = "") -> dict[str, int]:
        """What a table's shared meters showed a moment ago, for lists; nothing where it shares none."""
        name = shared_name(rules, alone)
        if name is None:
            return {}
        until, last = self._listed.get(name, (0.0, None))
        if last is None or until < time.monotonic():
            try:
                last = self.shown(rules, alone)
            except Exception as error:  # noqa: BLE001 - a database has many ways to be away
                _log.warning("shared meters cannot be read: %s", type(error).__name__)
            if last is None:
                return {}
            self._listed[name] = (time.monotonic() + FRESH, last)
        return last.readings

    def informed(self, rules: Rules, alone: str, command: Command) -> Command:
        """A payment with what the meters show at this moment, whatever was said of them; raises Refused."""
        if not isinstance(command, SettleProgressive):
            return command
        try:
            shown = self.shown(rules, alone)
        except Exception as error:
            _log.warning("shared meters cannot be read: %s", type(error).__name__)
            sentence = "what the shared meters show cannot be read at this moment"
            raise Refused(Reason.PENDING, sentence, ("R74",)) from error
        return (
            command if shown is None else replace(command, readings=dict(shown.readings), hit=shown.hits + 1)
        )

    def moves(self, rules: Rules, alone: str, command: Command, events: tuple[Event, ...]) -> FloorMove:
        """What events add to shared meters or take from them, and what must still be so for a payment."""
        name = shared_name(rules, alone)
        if name is None:
            return NOTHING
        moves: FloorMoves = ()
        expects: FloorMoves = ()
        for event in events:
            if isinstance(event, ProgressiveCollected):
                moves += _moved(name, event.fed)
            elif isinstance(event, ProgressiveSettled) and event.meter is not None:
                moves += _moved(name, {event.meter: event.restart - event.won})
                moves += ((_hits(name), 1), (f"{_hits(name)}/counted", -1))
                expects += _expected(rules, name, event, command)
        return FloorMove(moves, None, expects)


def _moved(name: str, changes: dict[str, int]) -> FloorMoves:
    total = sum(changes.values())
    return (
        *((_account(name, meter), cents) for meter, cents in changes.items()),
        (f"floor/meters/{name}", -total),
    )


def _expected(rules: Rules, name: str, event: ProgressiveSettled, command: Command) -> FloorMoves:
    assert isinstance(command, SettleProgressive), command
    assert rules.progressive is not None
    assert event.meter is not None
    start = next(each.start for each in rules.progressive.meters if each.meter.value == event.meter)
    beyond = command.readings[event.meter] - start
    return ((_account(name, event.meter), beyond), (_hits(name), event.hit - 1))
