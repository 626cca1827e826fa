"""How long a table waits for a decision, and how fast the automatic dealer goes.

Every question restarts the deadline. A disconnected player gets a short grace period, and once everyone has
bet, betting stays open for a last look only.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Protocol

from msgspec import structs

from paigow.server.accounts.identity import is_bot
from paigow.submissions.rules import Rules, Timers
from paigow.table.acts import Command
from paigow.table.bank.bank_setting import SetBankHand
from paigow.table.hands.progress import mains, to_expose
from paigow.table.hands.setting import SetHand
from paigow.table.hands.surrender import SURRENDER_STEPS, may_surrender
from paigow.table.house.asking import awaited
from paigow.table.state import Step, Table

_TIMERS: Final = {
    Step.BETS: "betting",
    Step.OFFER: "bank",
    Step.CUT: "cut",
    Step.STYLE: "delivery",
    Step.SHAKE: "shake",
    Step.PLAYER_SHAKE: "shake",
    Step.SETTING: "setting",
    Step.BANK_SETTING: "setting",
    Step.EXPOSE: "surrender",
}
_PAUSES: Final[Mapping[str, float]] = {
    "wash-tiles": 1.2,
    "shuffle-cards": 1.2,
    "stack-tiles": 0.6,
    "deliver-stack": 0.12,
    "deal-cards": 0.9,
    "shake-dice": 0.6,
    "lift-lid": 0.6,
    "expose-bank": 0.35,
    "expose-hand": 0.25,
    "finish-round": 0.5,
    "fill-tray": 0.0,
}
"""Seconds before an action of the dealer, so that people can follow it.

All pauses of a round together stay below 8 seconds for a player with a bet at stake, even at a full table or
as the bank (`tests/server/tables/test_living.py` adds them up).
"""
_USUAL_PAUSE: Final = 0.1
_BOTS_PAUSE: Final = 0.3
_BOTS_SET: Final = 0.1
"""A bot's hand is set face down: nobody waits to see it."""
ALONE_PAUSE: Final = 4.0
HURRY: Final = 0.15
USUAL_LIMIT: Final = 20.0
FIRST_BETS: Final = 180.0
"""How long bots wait, in seconds, for the first bet of a player who has just joined them."""
AMONG_BOTS: Final = 60.0
"""The minimum pause in seconds between rounds for a single person among bots, to read the result."""
_WHILE_READING: Final = frozenset({Step.OFFER, Step.CUT, Step.BETS})
INSPECTION: Final = 15.0
"""Seconds for the first player to inspect the pieces before they are prepared.

Without a clock, a player who asks for time has as much as wanted. One who says nothing may be a program
that waits for bets: the table doesn't wait for it forever.
"""


class Tempo(Enum):
    """How closely the table is watched, and by whom."""

    USUAL = "usual"
    ALONE = "alone"
    """Only bots are there: slow, so that it costs next to nothing."""
    HURRIED = "hurried"
    """Somebody waits for bots to finish: a player for the next bets, or a server that is closing."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Time limits for players by timer; pauses of dealer and bots by multiplier."""

    timers: Mapping[str, float] = field(default_factory=dict)
    factor: float = 1.0
    clock: bool = True
    grace: float = 6.0
    """How long the table waits for a disconnected player."""
    last_look: float = 3.0
    """How long betting stays open once everyone has bet; it closes when all of them say they're done."""

    def limit(self, table: Table) -> float | None:
        """How long the table waits at its step; None if it would wait forever."""
        if table.step is Step.IDLE:
            return self.factor * INSPECTION
        if not self.clock:
            return None
        return self.timers.get("void" if table.choosing else _TIMERS.get(table.step, ""), USUAL_LIMIT)

    def before(self, command: Command) -> float:
        """The pause before an action of dealer or floor."""
        return self.factor * _PAUSES.get(str(command.__struct_config__.tag), _USUAL_PAUSE)

    def before_bot(self, command: Command) -> float:
        """The pause before an action of a bot."""
        setting = isinstance(command, SetHand | SetBankHand)
        return self.factor * (_BOTS_SET if setting else _BOTS_PAUSE)

    def at_tempo(self, pause: float, tempo: Tempo) -> float:
        """A pause of dealer or bots, by how closely the table is watched.

        Bots alone pause even on a server without pauses: they would use the whole machine.
        """
        match tempo:
            case Tempo.ALONE:
                return max(pause, ALONE_PAUSE)
            case Tempo.HURRIED:
                return pause * HURRY
            case _:
                return pause


def pace_of(timers: Timers, *, factor: float, clock: bool) -> Pace:
    """The pace from a submission's timers."""
    seconds = {name: float(limit) for name, limit in structs.asdict(timers).items()}
    return Pace(seconds, factor, clock, last_look=3.0 * min(1.0, factor), grace=6.0 if factor else 0.5)


class Presence(Protocol):
    """Who is at the table, as far as this process knows."""

    sits_out: set[str]

    def connected(self, person: str) -> bool: ...

    def first_bets_of(self, person: str) -> bool:
        """Whether this player hasn't bet since sitting down, and everyone else is a bot."""
        ...

    def among_bots(self, person: str) -> bool:
        """Whether this player is there and everyone else is a bot."""
        ...


class DecisionTimer:
    """The deadline for a table's current question."""

    def __init__(self, rules: Rules, pace: Pace, presence: Presence) -> None:
        self.until: float | None = None
        """On the monotonic clock; None if nothing is asked or there is no time limit."""
        self.of: float | None = None
        self._rules = rules
        self._pace = pace
        self._presence = presence
        self._ready: set[str] = set()
        self._wants_time: set[str] = set()
        self._question: tuple[object, ...] = ()
        self._since = 0.0
        self._awaited: tuple[Table, tuple[str, ...]] | None = None
        self._short: tuple[str, float] = ("", 0.0)
        self._ran_out = False
        self._least = 0.0
        """The longer time for a person among bots: the first chip doesn't cut it short."""

    def counted_down(self, asked: tuple[str, ...]) -> float | None:
        """The deadline to show: at a table without a clock, only for a player who is away."""
        shown = self._pace.clock or (asked and self._question[0] is not Step.IDLE)
        return self.until if shown else None

    @property
    def late(self) -> bool:
        return self.until is not None and time.monotonic() >= self.until

    @property
    def ran_out(self) -> bool:
        """Whether those asked have run out of time, no matter how often the deadline was renewed since."""
        return self._ran_out or self.late

    def ready(self, person: str) -> None:
        """This person needs no more time for the current question."""
        self._ready.add(person)
        self._wants_time.discard(person)

    def unready(self, person: str) -> None:
        """This person hasn't finished betting."""
        self._wants_time.add(person)
        self._ready.discard(person)

    def renew(self) -> None:
        """Nothing could be done when the time was up: restart it."""
        self._ran_out = True
        self._since = time.monotonic()
        self._short = ("", 0.0)

    def awaited(self, table: Table) -> tuple[str, ...]:
        """Who the game waits for, computed once per table."""
        if self._awaited is None or self._awaited[0] is not table:
            self._awaited = (table, awaited(self._rules, table))
        return self._awaited[1]

    def asked(self, table: Table) -> tuple[str, ...]:
        """Who the table waits for."""
        if table.step is Step.EXPOSE and not table.choosing:
            return self.undecided(table)
        if table.step is Step.IDLE:
            return self.inspecting(table)
        people = self.awaited(table)
        if table.step is not Step.BETS or table.choosing:
            return people
        asked, out = [*people, *self._still_wagering(table)], self._presence.sits_out
        return tuple([p for p in asked if p not in self._ready and p not in out])

    def _still_wagering(self, table: Table) -> list[str]:
        """Players who have bet and said that they aren't ready: they may want to add to it."""
        if not self._wants_time:
            return []
        people = dict.fromkeys([wager.person for wager in table.wagers])
        return [p for p in people if p in self._wants_time and self._presence.connected(p)]

    def inspecting(self, table: Table) -> tuple[str, ...]:
        """The first player, for a while, when the pieces are displayed for inspection (4(c), 4.C)."""
        first, limit = table.between.first_player, self._limit(table)
        lies = self._rules.is_tiles or bool(table.cards.spread)
        if first is None or is_bot(first) or first in self._ready or not lies:
            return ()
        return () if limit is not None and time.monotonic() >= self._since + limit else (first,)

    def undecided(self, table: Table) -> tuple[str, ...]:
        """Players who could still surrender a wager on a hand about to be exposed, riders too (R18, R54)."""
        if not self._rules.book.procedure.surrender:
            return ()
        asked = (
            (wager.person, place) for place in to_expose(self._rules, table) for wager in mains(table, place)
        )
        people = (
            person
            for person, place in asked
            if not is_bot(person)
            and person not in self._ready
            and self._presence.connected(person)
            and may_surrender(self._rules, table, person, place)
        )
        return tuple(dict.fromkeys(people))

    def update(self, table: Table) -> tuple[str, ...]:
        """Set the deadline for the table's current question, and return who is asked."""
        now = time.monotonic()
        first = table.between.first_player if table.step is Step.IDLE else None
        bank = table.bank and table.bank.person
        question = (table.step, table.choosing, table.offer, table.round, bank, first)
        if question != self._question:
            if not self._still_about_surrender(table):
                self._ready.clear()
            self._question, self._since = question, now
            self._ran_out, self._least = False, 0.0
            self._short = ("", 0.0)
            if not table.bets_open:
                self._wants_time.clear()
        asked = self.asked(table)
        self.until = self.of = None
        if asked or (table.step is Step.BETS and (table.wagers or table.bank)):
            self._set(table, asked, now)
        return asked

    def _still_about_surrender(self, table: Table) -> bool:
        """A player who plays on says so once, at the first step where a surrender is possible (R54)."""
        if not self._question:
            return False
        before, _, _, round_before, *_ = self._question
        return round_before == table.round and before in SURRENDER_STEPS and table.step in SURRENDER_STEPS

    def _set(self, table: Table, asked: tuple[str, ...], now: float) -> None:
        limit = self._limit(table)
        if limit is not None and table.step in _WHILE_READING:
            limit = self._least = max(limit, self._least, *map(self._least_for, asked), 0.0)
        until = None if limit is None else self._since + limit
        why, short = self._shortened(table, asked)
        if why:
            if self._short[0] != why:
                self._short = (why, now)
            end = self._short[1] + short
            until = end if until is None else min(until, end)
        self.until = until
        self.of = None if until is None else until - self._since

    def _limit(self, table: Table) -> float | None:
        """How long the table waits; without a clock, an inspection lasts for whoever asks for time."""
        limit = self._pace.limit(table)
        if self._pace.clock or table.step is not Step.IDLE or not limit:
            return limit
        return None if table.between.first_player in self._wants_time else limit

    def _least_for(self, person: str) -> float:
        """The minimum pause between rounds for one person among bots (R128)."""
        if self._presence.first_bets_of(person):
            return FIRST_BETS
        return AMONG_BOTS if self._presence.among_bots(person) else 0.0

    def _shortened(self, table: Table, asked: tuple[str, ...]) -> tuple[str, float]:
        """Why the table doesn't wait its full time, and how long instead; a new wager is a new reason."""
        if not asked:
            people = {wager.person for wager in table.wagers if not is_bot(wager.person)}
            done = bool(people) and people <= self._ready
            look = 0.0 if done else self._pace.last_look
            return f"all have wagered {len(table.wagers)} times, done: {done}", look
        away = False
        for person in asked:
            if not is_bot(person):
                if self._presence.connected(person):
                    return "", 0.0
                away = True
        return ("nobody is there", self._pace.grace) if away else ("", 0.0)
