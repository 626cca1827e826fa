"""One table with everything around it: its host, its viewers, its dealer, who is there and who is away."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

import msgspec
from msgspec import Raw

from paigow.ranks.comparing import Outcome
from paigow.server.accounts.identity import BOTS, display_name, is_bot
from paigow.server.accounts.rate_limits import TokenBucket
from paigow.server.connections.fanout import Audience, TableStatus, Viewer
from paigow.server.connections.protocol import Phrase
from paigow.server.tables.catalog import TableSettings
from paigow.server.tables.dealer import AutoDealer
from paigow.server.tables.host import TableHost
from paigow.server.tables.replica import CommittedChange
from paigow.server.tables.seeds import SealedChance, SeedVault
from paigow.server.tables.timing import DecisionTimer, Pace, Tempo
from paigow.store.packing import KEPT_ROUNDS
from paigow.submissions.checking import Submission
from paigow.table.acts import DEALER, STAFF, Command
from paigow.table.bets.betting import NoMoreBets
from paigow.table.deal.commitments import SeedPublished, is_committed
from paigow.table.house.handover import dealer_of
from paigow.table.house.seating import BuyIn, CashOut, CreditTray, Leave, SatDown, Sit
from paigow.table.irregularities.correcting import CorrectPayment, ReportWrongPayment
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table

GONE_AFTER: Final = 90.0
"""How long a disconnected player's seat is kept, in seconds."""
CROWD_RATE: Final = 1.0
CROWD_BURST: Final = 40.0
REMARK: Final = "remark/"
"""The prefix of a signal that carries a person's words to the table."""
FEW: Final = 24
"""Up to this many viewers see each other's names; above it, only seated ones are named."""
AT_CLOSED_TABLES: Final = (Leave, CashOut, CreditTray, CorrectPayment, ReportWrongPayment)
"""What people can still do at a closed table after its last round."""
_BETWEEN_ROUNDS: Final = (Step.IDLE, Step.OFFER, Step.SHUFFLE, Step.STACK, Step.CUT, Step.BETS)


@dataclass(frozen=True, slots=True)
class Roster:
    """The names of those at a table, who is a bot, and who is seated but not connected to this process."""

    names: Mapping[str, str] = field(default_factory=dict)
    bots: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()


def in_suspense(table: Table) -> set[str]:
    """Whose wagers are still open: the bank's, and everyone's whose hand wasn't compared, or won."""
    pushed = {place for place, hand in table.hands.items() if hand.outcome == Outcome.PUSH.value}
    found = {wager.person for wager in table.wagers if wager.position not in pushed}
    return found if table.bank is None else {*found, table.bank.person}


class Room:
    """A table of the floor in this process."""

    handed_to: str = ""
    """Who took over last, as this process was told. A house that doesn't name dealers records none (R110)."""
    dealing: str = ""
    """Who dealt here last as the dealer, as this process saw it: an account, or the automatic dealer."""

    closed = False
    """Whether the table is closed: its round is finished, everybody leaves, and nobody sits down."""

    def __init__(
        self,
        host: TableHost,
        submission: Submission,
        settings: TableSettings,
        vault: SeedVault,
        pace: Pace,
        layout: Raw,
    ) -> None:
        self.host = host
        self.submission = submission
        self.settings = settings
        self.draining = False
        self.plays_alone = False
        """Whether bots keep playing here when nobody is at the table."""
        self.lobby_watched: Callable[[], bool] = lambda: False
        """Whether somebody is viewing the lobby, which shows this table."""
        self.only_shown: str | None = None
        """Why nobody can act here, as a sentence: this server is read-only."""
        self.runs_here: Callable[[], bool] = lambda: True
        """Whether this process runs the table, or another one on the same floor."""
        self.connected_elsewhere: Callable[[str], bool] = lambda _person: False
        """Whether a person is connected to another process."""
        self.broadcast: Callable[[str, str], None] = lambda _person, _word: None
        """Announce to other processes that a person is `ready` or `unready`, sits `out`, or is back `in`."""
        self.entered: Callable[[], None] = lambda: None
        """A viewer has come: other processes need to know that the table is followed here."""
        self.chance = SealedChance(host, vault)
        shown = submission.rules.fairness.reveal == "everyone"
        self.audience = Audience(host, layout, self.status, seeds_shown=shown)
        self.decision_timer = DecisionTimer(host.rules, pace, self)
        self.dealer = AutoDealer(host, self.chance, pace, self.decision_timer, self)
        self._vault = vault
        self.sits_out: set[str] = set()
        self.standing_by = TokenBucket(CROWD_RATE, CROWD_BURST)
        """Limits the buy-ins and cash-outs of all bystanders together."""
        self.newcomers: set[str] = set()
        """Those who sat down and haven't played a hand yet: their first bets aren't hurried."""
        self.packed_at = KEPT_ROUNDS
        """The number of finished rounds at the last packing: until there are more, none are due."""
        self._gone_since: dict[str, float] = {}
        self._swept: tuple[Table | None, int] = (None, 0)
        """The table and the viewers' counter when there was last nothing to sweep."""
        self._people: tuple[tuple[str | None, ...], tuple[str, ...]] = ((), ())
        self._roster_of: tuple[object, ...] = ()
        self._roster = Roster()
        host.watchers.append(self._notice)
        self.audience.on_change.append(self._look)

    def _notice(self, change: CommittedChange) -> None:
        for event in change.events:
            match event:
                case SeedPublished(commitment=commitment):
                    self._vault.forget(self.host.record.id, commitment)
                case SatDown(person=person) if not is_bot(person):
                    self.newcomers.add(person)
                case NoMoreBets():
                    self.newcomers -= {wager.person for wager in change.before.wagers}
                case _:
                    pass

    @property
    def finished_rounds(self) -> int:
        """The number of the last finished round, or of the one about to start."""
        table = self.host.committed
        return table.round - self.is_live(table)

    @property
    def private_id(self) -> str:
        """The id of a table that isn't public, and so doesn't share its meters with any other."""
        return "" if self.settings.listed else self.host.record.id

    def people(self) -> tuple[str, ...]:
        """The people, not bots, who sit here; computed once for the same chairs."""
        chairs = self.host.table.chairs
        if self._people[0] is not chairs:
            self._people = (chairs, tuple(p for p in chairs if p is not None and not is_bot(p)))
        return self._people[1]

    def _look(self) -> None:
        """Called after events were published. The clock is already set, since viewers were sent its status.

        If only amounts changed, the people asked and the next step are the same as before.
        """
        if not self.audience.only_amounts:
            self.dealer.proceed(clock_is_set=bool(self.audience.viewers))

    def status(self) -> TableStatus:
        timer = self.decision_timer
        asked = timer.update(self.host.table)
        table = self.host.committed
        # If a person deals, nothing happens automatically when the time is up: the clock stops.
        stopped = timer.ran_out and self.is_human(DEALER)
        roster = self._current_roster(table)
        return TableStatus(
            awaited=asked if table is self.host.table else self.decision_timer.asked(table),
            until=None if stopped else timer.counted_down(asked),
            of=None if stopped else timer.of,
            names=roster.names,
            bots=roster.bots,
            away=tuple([person for person in roster.absent if not self.connected_elsewhere(person)]),
            late=timer.ran_out or (table.step is Step.BETS and not asked),
            dealer=self.dealer_in_charge(table),
        )

    def _current_roster(self, table: Table) -> Roster:
        """The same until somebody comes or goes."""
        membership = (table.chairs, self.audience.membership)
        if membership != self._roster_of:
            self._roster_of = membership
            seated = [person for person in table.chairs if person]
            named = {*seated, *(self.audience.viewers if len(self.audience) <= FEW else ())}
            self._roster = Roster(
                {person: display_name(person) for person in sorted(named) if "~" in person},
                tuple(person for person in seated if is_bot(person)),
                tuple(p for p in seated if not is_bot(p) and p not in self.audience.people),
            )
        return self._roster

    def connected(self, person: str) -> bool:
        return person in self.audience.people or self.connected_elsewhere(person)

    def plays(self, person: str) -> bool:
        """Whether somebody sits here, or has bet on another player's spot."""
        table = self.host.table
        return person in table.chairs or any(wager.person == person for wager in table.wagers)

    def signal(self, person: str, word: str) -> None:
        """A person here is `ready` or `unready`, sits `out`, is back `in`, or says something."""
        self.receive_signal(person, word)
        self.broadcast(person, word)

    def receive_signal(self, person: str, word: str) -> None:
        """The same, from here or from another process."""
        if word.startswith(REMARK):
            self.audience.show_remark(person, msgspec.convert(word.removeprefix(REMARK), Phrase))
            return
        match word:
            case "ready":
                self.decision_timer.ready(person)
            case "unready":
                self.decision_timer.unready(person)
            case "out":
                self.sits_out.add(person)
            case _:
                self.sits_out.discard(person)
        self._notify()

    def enter(self, viewer: Viewer, wallet: int | None) -> None:
        self._gone_since.pop(viewer.person, None)
        self.audience.join(viewer, wallet)
        self.entered()
        self._notify()

    def leave(self, viewer: Viewer) -> None:
        self.audience.leave(viewer)
        if viewer.person in self.people() and not self.connected(viewer.person):
            self._gone_since[viewer.person] = time.monotonic()
        self._notify()

    def present(self) -> list[str]:
        """Connected people the game waits for: players, and those who act for the house."""
        table = self.host.table
        needed = {*STAFF, *filter(None, table.chairs), *(wager.person for wager in table.wagers)}
        return sorted(needed & self.audience.viewers.keys())

    def take_over(self) -> None:
        """Another process ran the table until now: continue from its current state."""
        self.host.catch_up(self.dealer.proceed, may_skip=not self.audience.viewers)

    def _notify(self) -> None:
        self.dealer.proceed()
        self.audience.notify()

    def tell_time_up(self) -> None:
        self.audience.notify()

    def is_live(self, table: Table) -> bool:
        """Whether a round in play has to be finished."""
        return bool(table.staked or table.hands)

    def is_human(self, actor: str) -> bool:
        """Whether a person acts for the house. A pupil's table waits for its pupil, connected or not."""
        if actor == DEALER and self.settings.kind == "school" and not self.ending:
            return True
        return actor in self.audience.viewers or self.connected_elsewhere(actor)

    def dealer_in_charge(self, table: Table) -> str:
        """Who was handed the table, or deals at its console now: other dealers have to wait (R110)."""
        dealer = dealer_of(table) or self.handed_to or self.dealing
        here = self.audience.viewers.get(DEALER, ()) if dealer else ()
        taken = self.handed_to == dealer or any(viewer.person == dealer for viewer in here)
        return dealer if taken else ""

    def dealt_last(self, table: Table) -> str:
        """Who dealt here last: as recorded, or as this process saw it if the house names no dealers."""
        return dealer_of(table) if self.host.rules.records.dealer_named else self.dealing

    @property
    def ending(self) -> bool:
        """Whether no more rounds start here: the server stops, or the table is closed."""
        return self.draining or self.closed

    def is_unfinished(self, table: Table) -> bool:
        """Whether a round is live, or a finished one's seed has to be revealed.

        That happens even if everybody has left, or the server stops (R95). A bank can't leave before its
        round (R30), so a closed table still plays it.
        """
        unrevealed = is_committed(table) and table.round > table.drawing.round
        return unrevealed or self.is_live(table) or (self.closed and table.bank is not None)

    def set_closed(self, closed: bool) -> None:
        """Close the table or open it again."""
        if closed != self.closed:
            self.closed = closed
            self._swept = (None, 0)
            self.sweep()
            self._notify()

    def require_open(self, table: Table, command: Command) -> None:
        """At a closed table, finish the round and leave; raises Refused."""
        if not self.closed or isinstance(command, AT_CLOSED_TABLES):
            return
        if isinstance(command, Sit | BuyIn) or not self.is_unfinished(table):
            raise Refused(Reason.WRONG_STEP, "This table is closed. Pick another one in the lobby.", ())

    def should_run(self, table: Table) -> bool:
        if not self.runs_here():
            return False
        if self.ending or self.is_unfinished(table):
            return self.is_unfinished(table)
        opening = not any(table.chairs) and table.step is not Step.IDLE
        return opening or self.plays_alone or self._has_company()

    def _has_company(self) -> bool:
        return bool(self.audience.viewers) or any(map(self.connected, self.people()))

    def tempo(self, table: Table) -> Tempo:
        if self.plays_alone and not self._has_company():
            if self.ending or not table.between.opened:
                return Tempo.HURRIED
            return Tempo.USUAL if self.lobby_watched() else Tempo.ALONE
        people = self.people()
        if not people or not self._any_bot(table):
            return Tempo.USUAL
        return Tempo.USUAL if in_suspense(table).intersection(people) else Tempo.HURRIED

    def first_bets_of(self, person: str) -> bool:
        return person in self.newcomers and self.among_bots(person)

    def among_bots(self, person: str) -> bool:
        present = [each for each in self.people() if each == person or self.connected(each)]
        return present == [person] and self._any_bot(self.host.table) and not self.is_human(DEALER)

    def _any_bot(self, table: Table) -> bool:
        return any(map(is_bot, filter(None, table.chairs)))

    def housekeeping(self, table: Table) -> Command | None:
        """Between rounds bots come and go, so that a seat is free."""
        if not self.settings.bots or self.closed or self.is_live(table) or table.step not in _BETWEEN_ROUNDS:
            return None
        return self._bots_due(table) if table.bets_open or table.step is Step.IDLE else None

    def sweep(self) -> None:
        """Unseat people who have been away for long, and cash out those who left.

        Most of thousands of tables haven't changed, so unchanged ones are skipped.
        """
        now, table, membership = time.monotonic(), self.host.table, self.audience.membership
        if self._swept[0] is table and self._swept[1] == membership:
            return
        self._forget()
        if not self.runs_here() or self.host.committed is not table:
            return
        if self.closed:
            self._vacate(table)
            return
        if self._all_are_here(table):
            self._swept = (table, membership)
            return
        for person in self.people():
            if self.connected(person):
                self._gone_since.pop(person, None)
            elif now - self._gone_since.setdefault(person, now) > GONE_AFTER:
                self._submit(Leave(by=person))
        for account in table.balances:
            kind, _, person = account.partition("/")
            if kind == "rack" and table.position_of(person) is None and not self.connected(person):
                self._submit(CashOut(by=person))

    def _vacate(self, table: Table) -> None:
        """When a closed table's round is over, everybody leaves with their chips, bots too."""
        if self.is_unfinished(table):
            return
        for person in filter(None, table.chairs):
            self._submit(Leave(by=person))
        for account, cents in table.balances.items():
            kind, _, person = account.partition("/")
            if kind == "rack" and cents and table.position_of(person) is None:
                self._submit(CashOut(by=person))

    def _all_are_here(self, table: Table) -> bool:
        """Whether everybody with a seat or chips is connected to this process, so nobody has to leave."""
        racks = (account.partition("/") for account in table.balances)
        owners = [person for kind, _, person in racks if kind == "rack" and person not in table.chairs]
        return self.audience.people.keys() >= {*self.people(), *owners}

    def _forget(self) -> None:
        """Forget people who have left for good; remembering each one would leak memory."""
        self.sits_out = set(filter(self.plays, self.sits_out))
        seated = self.people()
        self._gone_since = {person: since for person, since in self._gone_since.items() if person in seated}

    def _submit(self, command: Command) -> None:
        """On behalf of somebody who isn't there; if refused, it is tried again at the next sweep."""
        self.host.submit(command, f"sweep/{time.time_ns():x}", lambda _result: None)

    def _bots_due(self, table: Table) -> Command | None:
        chairs = table.chairs[: self.host.rules.table.chairs]
        free = [position for position, person in enumerate(chairs, start=1) if person is None]
        seated = [person for person in chairs if person is not None and is_bot(person)]
        idle = [bot for bot in seated if all(wager.person != bot for wager in table.wagers)]
        if not free and idle and not (table.bank and table.bank.person == idle[-1]):
            return Leave(by=idle[-1])
        if len(seated) < self.settings.bots and len(free) > 1:
            name = next(bot for bot in BOTS if bot not in seated)
            return Sit(by=name, position=free[len(free) // 2])
        return None
