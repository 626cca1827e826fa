"""Rounds played by the engine, as frames that a client at the table receives, to draw and test pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Command, Event
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS, banker
from paigow.table.autoplay.seat import Player, Seat
from paigow.table.autoplay.self_play import next_command
from paigow.table.bank.banking import AcceptBank
from paigow.table.engine import decide, evolve
from paigow.table.house.asking import awaited
from paigow.table.house.seating import BuyIn, Sit
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.script import prompt
from paigow.table.text.tellings import tell
from paigow.table.visibility.due_context import DueContext
from paigow.table.visibility.legal import legal
from paigow.table.visibility.views import see, view
from tests.table.tables import rules_with

__all__ = ["Evening", "Record", "due_shown", "frame", "frames", "happenings", "shown"]

Record = dict[str, Any]


def _co_banker(seat: Seat) -> Command | None:
    """Takes half of the bank, the house the other half."""
    wanted = banker(seat)
    return seat.take_bank(shared=True) if isinstance(wanted, AcceptBank) else wanted


POLICIES: Mapping[str, Player] = {**PLAYERS, "co-banker": _co_banker}
OPENING = (Step.CLOSED, Step.INSPECT, Step.VERIFY, Step.DISPLAY)


@dataclass(frozen=True, slots=True)
class Evening:
    """Who sits where with which policy, and who watches."""

    example: str
    people: Mapping[int, tuple[str, str]]
    me: str
    rounds: int = 1
    seed: str = "evening"


def frames(evening: Evening) -> Iterator[Record]:
    """One frame for each command: events, lines, view and options of `me`, as the socket sends them."""
    rules = rules_with(evening.example)
    for before, command, events, table in happenings(evening):
        yield frame(rules, before, table, command, events, evening.me)


def happenings(evening: Evening) -> Iterator[tuple[Table, Command, tuple[Event, ...], Table]]:
    """The table before, a command, its events, the table after; from the first seat on."""
    rules = rules_with(evening.example)
    chance = Chance(seed_from(evening.seed))
    players = {name: POLICIES[policy] for name, policy in evening.people.values()}
    table = Table()
    while table.step in OPENING:
        command = next_command(rules, table, chance, players)
        assert command is not None, table.step
        table = _after(table, decide(rules, table, command))
    table = _seated(rules, table, evening)
    last = table.round + evening.rounds
    while table.round <= last:
        command = next_command(rules, table, chance, players)
        if command is None:
            return
        events = decide(rules, table, command)
        before, table = table, _after(table, events)
        yield before, command, events, table


def _seated(rules: Rules, table: Table, evening: Evening) -> Table:
    for position, (name, _) in evening.people.items():
        for command in (Sit(by=name, position=position), BuyIn(by=name, chips=200_000)):
            table = _after(table, decide(rules, table, command))
    return table


def _after(table: Table, events: tuple[Event, ...]) -> Table:
    for event in events:
        table = evolve(table, event)
    return table


def frame(
    rules: Rules, before: Table, table: Table, command: Command, events: tuple[Event, ...], me: str
) -> Record:
    told = []
    for event in events:
        seen = see(event, me)
        if seen is not None:
            told.append({**seen, "told": tell(event, me)})
    lines = script.of(rules, before, command, events)
    lines_told = [msgspec.to_builtins(line) for line in lines]
    due = due_shown(rules, table) if me in STAFF else None
    return {**shown(rules, table, me), "events": told, "lines": lines_told, "due": due}


def shown(rules: Rules, table: Table, me: str) -> Record:
    """A table's current state: what `me` sees and can do."""
    return {
        "version": table.version,
        "view": view(rules, table, me),
        "options": msgspec.to_builtins(legal(rules, table, me), str_keys=True),
        "awaited": list(awaited(rules, table)),
        "left": 24,
        "of": 30,
    }


def due_shown(rules: Rules, table: Table, events: tuple[Event, ...] = ()) -> Record:
    """What dealer and floor are sent as due, and after these events."""
    now: Record = msgspec.to_builtins(prompt(DueContext(rules, table)), str_keys=True)
    following = msgspec.to_builtins(script.follow_up(rules, table, events))
    return {"type": "due", "version": table.version, **now, "follow_up": following}
