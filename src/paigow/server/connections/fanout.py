"""Fan-out to a table's viewers: many changes in one frame, one frame per distinct view."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

import msgspec
from msgspec import Raw

from paigow.server.accounts.identity import as_displayed
from paigow.server.connections.known_wallets import KnownWallets
from paigow.server.connections.protocol import (
    CheckpointShown,
    DueShown,
    MetersShown,
    Options,
    Phrase,
    RemarkShown,
    Snapshot,
    Update,
    encode,
    text_frame,
)
from paigow.server.connections.view_encoder import (
    EventsShown,
    Parts,
    ViewEncoder,
    changed_balances,
    event_shown,
    lines_of,
    without_seed,
)
from paigow.server.tables.host import TableHost
from paigow.server.tables.replica import CommittedChange
from paigow.server.tables.seeds import BY_ITSELF
from paigow.table.acts import DEALER, FLOOR, STAFF, Command, Event
from paigow.table.autoplay.chance import is_drawn
from paigow.table.bets.betting import WagerPlaced
from paigow.table.deal.commitments import awaits_mix, is_order_due, may_commit, may_publish
from paigow.table.deal.first_seeds import may_reveal
from paigow.table.state import Step, Table
from paigow.table.text.script import ScriptLine, follow_up, prompt
from paigow.table.visibility.due_context import DueContext
from paigow.table.visibility.legal import LegalOption, legal

_AMOUNTS: Final = {"version", "wagers"}
"""The parts of a view, besides balances, that change with the amount of a wager."""

_PROMPTED: Final = (DEALER, FLOOR)
"""Who is sent the next step: not observers, because a step can name tiles and cards that nobody else sees."""


class Viewer(Protocol):
    """A connection to a table. `actor` is the person or role it acts and sees as."""

    actor: str
    role: str
    person: str

    def write(self, frames: bytes) -> None: ...


class TableStatus(msgspec.Struct, frozen=True):
    """Status around the table: who is waited for and until when, who is away, who is a bot."""

    awaited: tuple[str, ...] = ()
    until: float | None = None
    """On the monotonic clock."""
    of: float | None = None
    names: Mapping[str, str] = msgspec.field(default_factory=dict)
    bots: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    late: bool = False
    """Whether the table needn't wait any longer: the time ran out, or everyone has bet."""
    dealer: str = ""
    """The dealer that other dealers have to wait for (R110)."""

    @property
    def left(self) -> float | None:
        return None if self.until is None else round(max(0.0, self.until - time.monotonic()), 2)


class Audience:
    """The viewers of one table."""

    def __init__(
        self, host: TableHost, layout: Raw, status: Callable[[], TableStatus], *, seeds_shown: bool = True
    ) -> None:
        self.viewers: dict[str, set[Viewer]] = {}
        self.host = host
        self.layout = layout
        self.on_change: list[Callable[[], None]] = []
        self.meters: dict[str, int] = {}
        """The amounts of the meters this table shares with others."""
        self.people: Counter[str] = Counter()
        """Who views the table, in any role."""
        self._status = status
        self._seeds_shown = seeds_shown
        self._told = TableStatus()
        self._encoder = ViewEncoder(host.rules)
        self._pending: list[CommittedChange] = []
        self.membership = 0
        """Incremented when a viewer comes or goes."""
        self._listed: tuple[int, tuple[Viewer, ...]] = (0, ())
        self._answers: dict[Viewer, bytes] = {}
        self._scheduled = False
        self._options: dict[str, tuple[int, bytes]] = {}
        self._asked: dict[str, Step | None] = {}
        self.only_amounts = False
        """Whether the last update changed only the amounts of wagers: then options aren't sent again."""
        self._due: dict[str, bytes] = {}
        self._follow_up: tuple[ScriptLine, ...] = ()
        self._wallets = KnownWallets()
        host.watchers.append(self._notice)

    def __len__(self) -> int:
        return sum(map(len, self.viewers.values()))

    def join(self, viewer: Viewer, wallet: int | None) -> None:
        """Send everything to a new viewer, and all changes from now on."""
        self.flush()
        self.viewers.setdefault(viewer.actor, set()).add(viewer)
        self.people[viewer.person] += 1
        self.membership += 1
        self._write_snapshot(viewer, wallet)

    def leave(self, viewer: Viewer) -> None:
        group = self.viewers.get(viewer.actor)
        if group is None or viewer not in group:
            return
        group.discard(viewer)
        self.membership += 1
        self.people[viewer.person] -= 1
        if not self.people[viewer.person]:
            del self.people[viewer.person]
        if not group:
            del self.viewers[viewer.actor]
            self._encoder.forget(viewer.actor)
            self._options.pop(viewer.actor, None)
            self._asked.pop(viewer.actor, None)
            self._wallets.forget(viewer.actor)
            self._due.pop(viewer.actor, None)

    def send_snapshot(self, viewer: Viewer, wallet: int | None) -> None:
        """Send everything to a viewer that has lost track."""
        self.flush()
        self._write_snapshot(viewer, wallet)

    def _write_snapshot(self, viewer: Viewer, wallet: int | None) -> None:
        table, status, actor = self.host.committed, self._status(), viewer.actor
        self._wallets.learn(actor, wallet)
        so_far = self.host.running_round.events
        told = so_far if self._seeds_shown else map(without_seed, so_far)
        events = (event_shown(event, actor) for event in told)
        snapshot = Snapshot(
            version=table.version,
            me=viewer.actor,
            role=viewer.role,
            layout=self.layout,
            view=self._encoder.whole(table, actor),
            events=[event for event in events if event is not None],
            options=Raw(self._legal(actor)),
            awaited=status.awaited,
            left=status.left,
            of=status.of,
            names=dict(status.names),
            bots=status.bots,
            away=status.away,
            wallet=wallet,
            meters=self.meters,
        )
        viewer.write(text_frame(encode(snapshot)))
        if actor in _PROMPTED:
            viewer.write(self._prompt(status))

    def _prompt(self, status: TableStatus) -> bytes:
        """The next step, as a frame for dealer and floor."""
        table = self.host.committed
        now = prompt(DueContext(self.host.rules, table, int(time.time()), status.late))
        lines, following = (Raw(as_displayed(encode(each).decode())) for each in (now.lines, self._follow_up))
        waiting = tuple(dict.fromkeys((*now.waiting, *status.awaited)))
        act = Raw(encode(None if now.act is not None and _awaits_chance(table, now.act) else now.act))
        late, dealer = status.late, status.dealer
        return text_frame(
            encode(DueShown(table.version, act, lines, waiting, late, now.money, following, dealer))
        )

    def _follow(self, change: CommittedChange) -> None:
        """Keep what a change asks for until dealer or floor go on: others may act in between.

        With nobody there too: who comes to the console next is asked for the same, and for nothing older.
        """
        lines = follow_up(self.host.rules, change.table, change.events)
        if lines or (change.command.by in STAFF and not isinstance(change.command, BY_ITSELF)):
            self._follow_up = lines

    def _tell_due(self, status: TableStatus) -> None:
        """Send dealer and floor the next step, if it has changed."""
        staff = [actor for actor in _PROMPTED if actor in self.viewers]
        if not staff:
            return
        framed = self._prompt(status)
        for actor in staff:
            if self._due.get(actor) != framed:
                self._due[actor] = framed
                _write(tuple(self.viewers[actor]), framed, {})

    def answer(self, viewer: Viewer, message: bytes) -> None:
        """Answer a viewer, after everything that is to be sent by now."""
        framed = text_frame(message)
        before = self._answers.get(viewer)
        self._answers[viewer] = framed if before is None else before + framed
        self._schedule()

    def send_privately(self, viewer: Viewer, events: Sequence[Event]) -> None:
        """Send one viewer something that didn't happen at the table: its version stays the same."""
        self.flush()
        version, status = self.host.committed.version, self._status()
        shown = [each for event in events if (each := event_shown(event, viewer.actor)) is not None]
        update = Update(version, version, shown, {}, awaited=status.awaited, left=status.left, of=status.of)
        viewer.write(text_frame(encode(update)))

    def show_meters(self, readings: dict[str, int]) -> None:
        """Send everyone the shared meters' amounts, if they have changed."""
        if readings == self.meters:
            return
        self.meters = readings
        framed = text_frame(encode(MetersShown(readings)))
        _write(self._everyone(), framed, {})

    def show_remark(self, person: str, phrase: Phrase) -> None:
        """Send everyone what a seated player said."""
        _write(self._everyone(), text_frame(encode(RemarkShown(person, phrase))), {})

    def show_checkpoint(self, note: str) -> None:
        """Send everyone a note that the floor signed about this table."""
        _write(self._everyone(), text_frame(encode(CheckpointShown(note))), {})

    def _notice(self, change: CommittedChange) -> None:
        self._wallets.follow(change)
        if not self._seeds_shown:
            events = tuple(map(without_seed, change.events))
            change = msgspec.structs.replace(change, events=events)
        self._pending.append(change)
        self._schedule()

    def notify(self) -> None:
        """Send everyone the table's status, though nothing happened at it."""
        self._schedule()

    def _schedule(self) -> None:
        if not self._scheduled:
            self._scheduled = True
            asyncio.get_running_loop().call_soon(self.flush)

    def flush(self) -> None:
        """Send the events to everyone, then the answers."""
        self._scheduled = self.only_amounts = False
        changes, self._pending = self._pending, []
        answers, self._answers = self._answers, {}
        for change in changes:
            self._follow(change)
        if self.viewers:
            status = self._status()
            if changes or status != self._told:
                began = time.perf_counter()
                self._write_update(changes, status, answers)
                self._tell_due(status)
                self.host.timings.fanout.observe(time.perf_counter() - began)
            self._told = status
        for viewer, framed in answers.items():
            viewer.write(framed)
        if changes:
            for notice in self.on_change:
                notice()

    def _write_update(
        self, changes: list[CommittedChange], status: TableStatus, answers: dict[Viewer, bytes]
    ) -> None:
        """One frame per distinct view; a viewer's answers go out with it."""
        table, told = self.host.committed, self._told
        before = changes[0].before if changes else table
        events = EventsShown(changes)
        lines = [line for each in changes for line in lines_of(self.host.rules, each)]
        left, balances = status.left, changed_balances(before, table, changes)

        def framed(shown: list[Raw], parts: Parts) -> bytes:
            update = Update(
                after=before.version,
                version=table.version,
                events=shown,
                view=parts,
                lines=lines,
                balances=balances,
                awaited=status.awaited,
                left=left,
                of=status.of,
                names=None if status.names == told.names else dict(status.names),
                bots=None if status.bots == told.bots else status.bots,
                away=None if status.away == told.away else status.away,
                ask=self.only_amounts,
            )
            return text_frame(encode(update))

        public, own, by_flags = self._encoder.changes(before, table, self.viewers)
        self.only_amounts = status.awaited == told.awaited and _only_amounts(changes, before, table, public)
        if events.open and not own:
            _write(self._everyone(), framed(events.shown_to_all(), public), answers)
            return
        made: dict[object, bytes] = {}
        for actor in tuple(self.viewers):
            key, flags = events.key(actor), own.get(actor)
            known = made.get((key, flags))
            if known is None:
                parts = public if flags is None else by_flags[flags]
                known = made[key, flags] = framed(events.shown(actor, key), parts)
            _write(tuple(self.viewers.get(actor, ())), known, answers)

    def _everyone(self) -> tuple[Viewer, ...]:
        """All viewers; the list is cached until one comes or goes."""
        if self._listed[0] != self.membership:
            self._listed = (
                self.membership,
                tuple(viewer for group in self.viewers.values() for viewer in group),
            )
        return self._listed[1]

    def _legal(self, actor: str) -> bytes:
        table = self.host.committed
        made = encode(self._wallets.bounded(actor, legal(self.host.rules, table, actor)))
        self._options[actor] = (table.version, made)
        return made

    def offer_now(self, actor: str) -> None:
        """Send an actor's viewers their options on request."""
        table = self.host.committed
        self.acted(actor, table.version)
        self.offer(actor, table, legal(self.host.rules, table, actor))

    def acted(self, actor: str, version: int) -> None:
        """The actor has acted: drop options for older versions, and send newer ones even if unchanged."""
        if actor in self.viewers:
            self._options[actor] = (max(version, self._options.get(actor, (0, b""))[0]), b"")

    def offer(self, actor: str, table: Table, found: Sequence[LegalOption]) -> bool:
        """Send an actor's viewers their options if these have changed, or if the table now waits for them.

        An answer can overtake an incremental search: False if it has to start again.
        """
        group, made = self.viewers.get(actor), encode(self._wallets.bounded(actor, found))
        version, told = self._options.get(actor, (0, b""))
        if not group:
            return True
        if table.version < version:
            return bool(told)
        self._options[actor] = (table.version, made)
        status = self._status()
        asked = table.step if actor in status.awaited else None
        was_asked = self._asked.get(actor)
        self._asked[actor] = asked
        if made == told and asked in {None, was_asked}:
            return True
        options = Options(table.version, Raw(made), status.awaited, status.left, status.of)
        _write(tuple(group), text_frame(encode(options)), {})
        return True


def _only_amounts(changes: Sequence[CommittedChange], before: Table, after: Table, parts: Parts) -> bool:
    """Whether only the amounts on existing wagers changed.

    The options stay the same then, except for amounts. Searching the options of all six players takes longer
    than carrying out a command.
    """
    return (
        bool(changes)
        and parts.keys() <= _AMOUNTS
        and all(type(event) is WagerPlaced for each in changes for event in each.events)
        # A new wager replaces one or adds one, so the same count means the same wagers.
        and len(before.wagers) == len(after.wagers)
    )


def _awaits_chance(table: Table, act: Command) -> bool:
    """Whether a command has to wait for the floor's own steps for the round's randomness (R60, R96, R97).

    Words are opened and the order is fixed before anything else; a seed is committed before any draw.
    """
    if is_order_due(table) or (table.drawing.listed and awaits_mix(table)):
        return True
    over = may_publish(table) or (table.seal.commitment is not None and may_reveal(table))
    return (over or (may_commit(table) and any(table.chairs))) and is_drawn(table, act)


def _write(viewers: tuple[Viewer, ...], framed: bytes, answers: dict[Viewer, bytes]) -> None:
    """Write the same bytes to each viewer, followed by its own answers."""
    for viewer in viewers:
        answer = answers.pop(viewer, None) if answers else None
        viewer.write(framed if answer is None else framed + answer)
