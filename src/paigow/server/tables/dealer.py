"""The automatic dealer and the bots at one table: what they do next, and when. A person can take over.

It is stateless: after a restart, the next look at the table continues from its current state.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from typing import Final, Protocol

from paigow.server.accounts.identity import is_bot
from paigow.server.tables.host import CommandResult, Failed, TableHost, Unavailable
from paigow.server.tables.seeds import SealedChance
from paigow.server.tables.timing import DecisionTimer, Pace, Tempo
from paigow.table.acts import FLOOR, Command
from paigow.table.autoplay.chance import DealerContext
from paigow.table.autoplay.players import ADDING, PLAYERS
from paigow.table.autoplay.seat import Player, answer
from paigow.table.autoplay.self_play import next_act
from paigow.table.engine import decide
from paigow.table.house.handover import AUTOMATIC, RelieveDealer
from paigow.table.house.opening import BeginPlay
from paigow.table.house.seating import BuyIn, FillTray
from paigow.table.ledger import INVENTORY
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table

AGAIN: Final = 0.25
"""How long after a refusal, or while the store is away, the dealer retries, in seconds."""
AFTER_FAILURE: Final = 10.0
"""The same after an error in the action itself: somebody may have fixed it."""
BOT_STAKES: Final = 40
FILL: Final = 10
"""A bot buys in for this many minimum bets; a fill is this many maximum bets."""

_BOTS: Final = ("dice", "house-way", "banker")
"""How bots play, by position: 3 and 6 with side wagers, 2 and 5 as the bank."""

_log = logging.getLogger("paigow.dealing")


def _player(table: Table, bot: str) -> Player:
    return PLAYERS[_BOTS[(table.position_of(bot) or 0) % len(_BOTS)]]


class Staff(Protocol):
    """Who else could act, and whether the table runs at all."""

    dealing: str
    """Who dealt here last, the automatic dealer included."""

    def dealt_last(self, table: Table) -> str:
        """The same, as far as it is recorded where dealers are named."""
        ...

    def is_human(self, actor: str) -> bool:
        """Whether a person is dealing or supervising here now."""
        ...

    def should_run(self, table: Table) -> bool:
        """Whether there is anyone to play for, and the floor is open."""
        ...

    def housekeeping(self, table: Table) -> Command | None:
        """A bot to seat or send away, if that comes before anything else."""
        ...

    def tempo(self, table: Table) -> Tempo:
        """Who is watching the table."""
        ...

    def tell_time_up(self) -> None:
        """Notify the table that the time is up and nothing has been done yet."""
        ...


class AutoDealer:
    """Runs a table automatically."""

    def __init__(
        self, host: TableHost, chance: SealedChance, pace: Pace, decision_timer: DecisionTimer, staff: Staff
    ) -> None:
        self.running = False
        self._host = host
        self._chance = chance
        self._pace = pace
        self._decision_timer = decision_timer
        self._staff = staff
        self._timer: asyncio.TimerHandle | None = None
        self._words_timer: asyncio.TimerHandle | None = None
        self._awaited: asyncio.Future[tuple[int, str]] | None = None
        """What this dealer will be notified about when it is ready."""
        self._waits_until: float | None = None
        """The deadline the timer is set for, if any."""
        self._pauses_for: tuple[object, ...] | None = None
        """The action whose pause the timer is set for, if any."""
        self._tempo = Tempo.USUAL
        self._chairs: tuple[tuple[str | None, ...], bool] = ((), False)
        self._numbers = itertools.count()
        self._started = f"{time.time_ns():x}"

    def start(self) -> None:
        self.running = True
        self.proceed()

    def stop(self) -> None:
        """Stop; a write in progress completes."""
        self.running = False
        self._cancel()
        if self._words_timer is not None:
            self._words_timer.cancel()
            self._words_timer = None

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._waits_until = self._pauses_for = None

    def _later(self, delay: float, then: Callable[[], None]) -> None:
        self._cancel()
        self._timer = asyncio.get_running_loop().call_later(max(0.0, delay), then)

    def proceed(self, *, clock_is_set: bool = False) -> None:
        """Do the next thing at the table, or set a timer for it; `clock_is_set` if the clock was just set."""
        if not clock_is_set:
            self._decision_timer.update(self._host.table)
        if not self.running or self._host.contended:
            return
        # Time is up and a person deals: no timer is needed, since only an event can change that.
        until = None if self._decision_timer.late else self._decision_timer.until
        command, pause = self._next()
        if command is None and until is not None:
            if until != self._waits_until:
                self._later(until - time.monotonic(), self._act)
                self._waits_until = until
        elif command is not None and pause > 0:
            # Other events don't restart the pause; if they did, anybody could hold up the table.
            act = (type(command), command.by, self._host.table.step, self._host.table.round, self._tempo)
            if act != self._pauses_for:
                self._later(pause, self._act)
                self._pauses_for = act
        else:
            self._cancel()
            if command is not None:
                self._submit(command)
            elif self._decision_timer.late:
                # The timer that was just canceled would have reported it.
                self._staff.tell_time_up()

    def _act(self) -> None:
        """The pause is over: do what is due now, without another pause."""
        self._timer = self._waits_until = self._pauses_for = None
        if self._host.contended:
            return
        self._decision_timer.update(self._host.table)
        command, _ = self._next()
        if command is not None:
            self._submit(command)
        else:
            # A timer can fire a moment early: keep waiting for a player who isn't late yet.
            if self._decision_timer.late:
                self._decision_timer.renew()
                self._staff.tell_time_up()
            self.proceed()

    def _submit(self, command: Command) -> None:
        name = f"auto/{self._started}/{next(self._numbers)}"
        if isinstance(command, RelieveDealer):
            self._staff.dealing = AUTOMATIC
        self._host.submit(command, name, lambda result: self._answered(command, result))

    def _answered(self, command: Command, result: CommandResult) -> None:
        """The room is notified of committed commands and proceeds; retry the others."""
        if not self.running:
            return
        if isinstance(result, Refused):
            if result.reason is Reason.NOT_ENOUGH and not is_bot(command.by):
                self._submit(self._fill())
                return
            _log.warning("table %s: %s refused: %s", self._host.record.id, type(command).__name__, result)
        if isinstance(result, Refused | Unavailable):
            self._later(AGAIN, self.proceed)
        elif isinstance(result, Failed):
            self._later(AFTER_FAILURE, self.proceed)

    def _next(self) -> tuple[Command | None, float]:
        """What to do next, and after what pause."""
        table = self._host.table
        self._tempo = self._staff.tempo(table)
        if not self._staff.should_run(table):
            return None, 0.0
        if (command := self._chance.due()) is not None:
            return command, 0.0
        if (pending := self._chance.pending) is not None and pending is not self._awaited:
            self._awaited = pending
            pending.add_done_callback(lambda _: self.proceed())
        if self._chance.missing:
            return None, 0.0
        self._wait_for_words()
        if (command := self._staff.housekeeping(table)) is not None:
            return command, self._paced(self._pace.before_bot(command))
        if self._any_bot(table):
            words = (self._chance.bot_word(bot) for bot in filter(None, table.chairs) if is_bot(bot))
            if (word := next(filter(None, words), None)) is not None:
                return word, 0.0
            for person in (*self._decision_timer.awaited(table), *self._adding(table)):
                if is_bot(person) and (command := self._bots(table, person)) is not None:
                    return command, self._paced(self._pace.before_bot(command))
        return self._dealers(table)

    def _wait_for_words(self) -> None:
        """Look again when the time to open words is over, or earlier if they have all been opened.

        If the time has ended since `due` looked, look again at once.
        """
        left = self._chance.seconds_to_open
        if left is not None and self._words_timer is None:
            self._words_timer = asyncio.get_running_loop().call_later(left, self._words_over)

    def _words_over(self) -> None:
        self._words_timer = None
        self.proceed()

    def _any_bot(self, table: Table) -> bool:
        """Computed once for the same chairs."""
        if self._chairs[0] is not table.chairs:
            self._chairs = (table.chairs, any(map(is_bot, filter(None, table.chairs))))
        return self._chairs[1]

    def _bots(self, table: Table, person: str) -> Command | None:
        least = self._host.rules.wagers["main"].least
        if table.step is Step.BETS and table.rack(person) < least:
            return BuyIn(by=person, chips=BOT_STAKES * least)
        return answer(_player(table, person), self._host.rules, table, person, self._chance.now())

    def _adding(self, table: Table) -> Iterator[str]:
        """Who can add optional wagers though the table doesn't wait for them any longer."""
        rules = self._host.rules
        if table.step is Step.BETS and (rules.optional or rules.dragons_eye.offered):
            seated = (person for person in table.chairs if person and person not in table.leaving)
            yield from (person for person in seated if _player(table, person) in ADDING)

    def _dealers(self, table: Table) -> tuple[Command | None, float]:
        late = self._decision_timer.late
        if not late and not table.choosing and self._gives_time(table):
            return None, 0.0
        act = next_act(
            DealerContext(self._host.rules, table, self._chance.now(), int(time.time()), late=late)
        )
        if act is None or (
            isinstance(act, BeginPlay) and not late and self._decision_timer.inspecting(table)
        ):
            return None, 0.0
        if self._staff.is_human(act.by):
            return self._fill_for(act), 0.0
        if self._staff.dealt_last(table) not in ("", AUTOMATIC):
            return RelieveDealer(by=FLOOR, dealer=AUTOMATIC), 0.0
        # An action due because time is up needs no further pause.
        return act, 0.0 if late else self._paced(self._pace.before(act))

    def _paced(self, pause: float) -> float:
        return self._pace.at_tempo(pause, self._tempo)

    def _gives_time(self, table: Table) -> bool:
        """A last look at the wagers, and time to surrender, though the game waits for nobody."""
        if table.step is Step.BETS:
            return True
        return table.step is Step.EXPOSE and bool(self._decision_timer.undecided(table))

    def _fill(self) -> FillTray:
        return FillTray(by=FLOOR, chips=self._host.rules.wagers["main"].most * FILL)

    def _fill_for(self, act: Command) -> FillTray | None:
        """Fill a tray that runs low if a person deals, unless a person is also the floor."""
        if self._staff.is_human(FLOOR):
            return None
        rules, table = self._host.rules, self._host.table
        if table.balances.get(INVENTORY, 0) < rules.wagers["main"].most:
            return self._fill()
        try:
            decide(rules, table, act)
        except Refused as refused:
            return self._fill() if refused.reason is Reason.NOT_ENOUGH else None
        return None
