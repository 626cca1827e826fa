"""Histories of commands, and a checker that proves a table linearizable.

Each client records when it sent a command and when it was answered. A table is linearizable if every command
appears to happen at one moment between the two: acknowledged ones are in the journal once, in an order that
respects real time; refused ones aren't, and at some moment in between the rules did refuse them; those
without an answer may have happened, once. The journal has the order, so this can be decided without a search.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any

import msgspec
from websockets.exceptions import WebSocketException

from paigow.store.journal import Store, commands_of, entries_of
from paigow.submissions.rules import Rules
from paigow.table.engine import decide, evolve
from paigow.table.records.codec import decode_command, decode_event
from paigow.table.refusals import Refused
from paigow.table.state import Table
from tests.server.players import at_table, guest

__all__ = ["Call", "check", "contend"]

Record = dict[str, Any]
SEATS = (1, 2)
ANSWERED_WITHIN = 40.0


@dataclass(slots=True)
class Call:
    """One command of one person: when it was sent, when and how it was answered; infinity if never."""

    id: str
    command: Record
    start: float
    end: float = float("inf")
    answer: Record = field(default_factory=dict)

    @property
    def kind(self) -> str:
        """ack, refusal, rejected (never tried), or unknown."""
        if self.answer.get("type") == "fault":
            return "unknown" if self.answer["code"] == "unavailable" else "rejected"
        return str(self.answer.get("type", "unknown"))


async def contend(
    servers: Callable[[], str], table: str, name: str, going: Callable[[], bool], calls: list[Call]
) -> None:
    """Take one of two seats, buy chips, leave, and repeat until the end; reconnect when disconnected."""
    random, numbers = Random(f"{table}/{name}"), count()
    person = await guest(servers(), name)
    while going():
        try:
            async with at_table(servers(), table, person["token"]) as player:
                while going():
                    seated = player.me in player.view["chairs"]
                    doing: Record = random.choice(DEEDS[seated])(random)
                    own = f"{name}{next(numbers)}"
                    call = Call(f"{person['person']}/{own}", doing, time.monotonic())
                    calls.append(call)
                    # If the answer is unknown, it is retried under the same id.
                    for _ in range(random.randint(1, 3)):
                        async with asyncio.timeout(ANSWERED_WITHIN):
                            call.answer = await player.give(command_id=own, **doing)
                        if call.kind != "unknown":
                            call.end = time.monotonic()
                            break
                    if call.kind != "ack":
                        await asyncio.sleep(0.05)
        except (OSError, TimeoutError, WebSocketException, AssertionError):
            await asyncio.sleep(0.1)


DEEDS: dict[bool, list[Callable[[Random], Record]]] = {
    False: [lambda random: {"do": "sit", "position": random.choice(SEATS)}],
    True: [
        lambda _random: {"do": "buy-in", "chips": 100},
        lambda _random: {"do": "buy-in", "chips": 500},
        lambda _random: {"do": "leave"},
        lambda random: {"do": "sit", "position": random.choice(SEATS)},
    ],
}


def check(store: Store, table: str, rules: Rules, calls: list[Call]) -> Counter[str]:
    """Prove that a history is linearizable; returns how many calls of each kind there were."""
    kept = {each.id: each for each in commands_of(store, table)}
    assert sum(1 for _ in commands_of(store, table)) == len(kept), "a command is there twice"
    tables = [Table()]
    for entry in entries_of(store, table):
        tables.append(evolve(tables[-1], decode_event(entry.body)))
    given = {call.id: call for call in calls}
    assert len(given) == len(calls)
    people = {call.id.partition("/")[0] for call in calls}
    made_up = [each for each in kept if each.partition("/")[0] in people and each not in given]
    assert not made_up, made_up
    bounds = _Bounds([(call, kept[call.id].first, kept[call.id].last) for call in calls if call.id in kept])
    for call in calls:
        first, last = bounds.window(call, len(tables) - 1)
        match call.kind:
            case "ack":
                assert call.id in kept, f"lost: {call}"
                assert call.answer["version"] == kept[call.id].last, call
            case "refusal" | "rejected":
                assert call.id not in kept, f"told refused, and done: {call}"
        if call.id in kept:
            assert kept[call.id].first > first, f"done before it was given: {call}"
            assert kept[call.id].last <= last, f"done after somebody who came later: {call}"
        elif call.kind == "refusal":
            assert any(_refuses(rules, tables[version], call) for version in range(first, last + 1)), call
    return Counter(call.kind for call in calls)


def _refuses(rules: Rules, table: Table, call: Call) -> bool:
    """Whether the rules refuse a command at a table, for the reason given."""
    person = call.id.partition("/")[0]
    try:
        decide(rules, table, decode_command(msgspec.json.encode({**call.command, "by": person})))
    except Refused as refusal:
        return bool(refusal.reason.value == call.answer["reason"])
    return False


class _Bounds:
    """Between which versions of a table a call must have happened, by real time."""

    def __init__(self, kept: list[tuple[Call, int, int]]) -> None:
        ended = sorted((call.end, last) for call, _, last in kept)
        self._ends = [end for end, _ in ended]
        self._reached = [0]
        for _, last in ended:
            self._reached.append(max(self._reached[-1], last))
        begun = sorted(((call.start, first) for call, first, _ in kept), reverse=True)
        self._starts = [-start for start, _ in begun]
        self._before: list[int | None] = [None]
        for _, first in begun:
            least = self._before[-1]
            self._before.append(first - 1 if least is None else min(least, first - 1))

    def window(self, call: Call, end: int) -> tuple[int, int]:
        """After everything answered before it was sent, and before everything sent after it was answered."""
        after = self._reached[bisect_left(self._ends, call.start)]
        before = self._before[bisect_left(self._starts, -call.end)]
        return after, end if before is None else before
