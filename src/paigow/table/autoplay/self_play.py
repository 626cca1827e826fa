"""A table that plays automatically, with dealer and bots, recorded as a round file. Not how they choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import FLOOR, Command, Event
from paigow.table.autoplay.chance import Chance, DealerContext, Draws, drawn
from paigow.table.autoplay.players import ADDING, PLAYERS
from paigow.table.autoplay.seat import Player, answer
from paigow.table.editions import edition_of
from paigow.table.engine import evolve, foresee, play
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.asking import awaited
from paigow.table.house.seating import BuyIn, FillTray, Sit
from paigow.table.records.codec import digest
from paigow.table.records.roundfile import (
    Act,
    Finished,
    Round,
    RoundFile,
    chained,
    opening_chain,
    quietly,
    whole_file,
)
from paigow.table.refusals import Refused
from paigow.table.sides.progressive import SharedMeters, after, started
from paigow.table.state import Step, Table
from paigow.table.visibility.due import due
from paigow.table.visibility.due_context import DueContext


def next_act(moment: DealerContext) -> Command | None:
    """The next action of dealer or floor; None while a player has to act."""
    rules, table = moment.rules, moment.table
    act = due(DueContext(rules, table, moment.now, moment.late, moment.meters)).act
    return None if act is None else drawn(rules, table, act, moment.chance)


Happening = tuple[Command, tuple[Event, ...], Table]
"""A command, its events, and the table after them."""


def next_command(
    rules: Rules,
    table: Table,
    chance: Draws,
    players: Mapping[str, Player],
    now: int | None = None,
    meters: SharedMeters | None = None,
) -> Command | None:
    """The next action: of those asked first, then of the dealer, who waits for nobody else."""
    adding = () if table.step is not Step.BETS else tuple(players)
    added = (person for person in adding if players[person] in ADDING and person not in table.leaving)
    for person in (*awaited(rules, table), *added):
        player = players.get(person)
        command = answer(player, rules, table, person, chance) if player else None
        if command is not None:
            return command
    return next_act(DealerContext(rules, table, chance, now, True, meters))


def played(
    rules: Rules, table: Table, chance: Draws, players: Mapping[str, Player], rounds: int
) -> Iterator[Happening]:
    """Play this many more rounds to their end, or until nobody acts.

    Shared meters are simulated as if no other table fed them.
    """
    last = table.round + rounds
    meters = None if rules.progressive is None else started(rules.progressive)
    while (command := next_command(rules, table, chance, players, meters=meters)) is not None:
        if table.round >= last and not table.hands and not table.staked:
            return
        events = _decided(rules, table, command, players)
        for event in events:
            table = evolve(table, event)
            meters = None if meters is None else after(meters, event)
        yield command, events, table


def _decided(
    rules: Rules, table: Table, command: Command, players: Mapping[str, Player]
) -> tuple[Event, ...]:
    """The outcome of a command. If the table refuses a player's command, BadInput says so."""
    try:
        return foresee(rules, table, command)
    except Refused as refused:
        if command.by not in players:
            raise
        problem = f"the table refused {command.by}'s command: {refused}"
        raise BadInput(problem, allowed="seat.accepts(command) tells you beforehand") from refused


BOT_NAMES = ("Ana", "Ben", "Cho", "Dag", "Eva", "Fay")
STACKS = 40
"""The initial tray, in maximum main bets, and each player's initial chips, in minimum bets."""


def open_table(rules: Rules, chance: Chance, seats: Mapping[int, str], chips: int) -> Table:
    """A table opened by the book, with its tray filled, these people seated, and their chips bought."""
    table = Table(edition=edition_of(rules))
    while table.step is not Step.IDLE:
        command = next_act(DealerContext(rules, table, chance))
        assert command is not None, table.step
        table, _ = play(rules, table, (command,))
    fill = FillTray(by=FLOOR, chips=rules.wagers["main"].most * STACKS)
    table, _ = play(rules, table, (fill,))
    for position, person in seats.items():
        table, _ = play(rules, table, (BuyIn(by=person, chips=chips), Sit(by=person, position=position)))
    return table


class Recorder:
    """Collects actions one by one and closes a round whenever one finishes."""

    def __init__(self, submission: str, seed: bytes | None, opens: Table) -> None:
        self._submission, self._seed, self._opens = submission.replace("\r\n", "\n"), seed, opens
        self._rounds: list[Round] = []
        self._acts: list[Act] = []

    @property
    def file(self) -> RoundFile:
        """The finished rounds so far."""
        return whole_file(self._submission, self._seed, self._opens, tuple(self._rounds))

    def take(self, act: Act, table: Table) -> None:
        """Record an action and the table after it."""
        self._acts.append(act)
        if any(map(_finishes, act.events)):
            before = self._rounds[-1].chain if self._rounds else opening_chain(self._submission, self._opens)
            acts = tuple(self._acts)
            self._rounds.append(Round(acts, digest(table), chained(before, acts)))
            self._acts.clear()


def _finishes(event: Event) -> bool:
    return isinstance(event, RoundFinished)


def record(
    rules: Rules,
    submission: str,
    seed: bytes,
    players: Sequence[str | Player],
    rounds: int,
    chips: int | None = None,
    finished: Finished = quietly,
) -> RoundFile:
    """Open a table, seat a bot of each given kind, or your own players, and play this many rounds.

    `finished` is called for every round that ends.
    """
    chance = Chance(seed)
    seats = dict(enumerate(BOT_NAMES[: len(players)], start=1))
    opens = open_table(rules, chance, seats, chips or rules.wagers["main"].least * STACKS)
    seated: dict[str, Player] = {
        person: PLAYERS[player] if isinstance(player, str) else player
        for person, player in zip(seats.values(), players, strict=True)
    }
    recorder = Recorder(submission, seed, opens)
    for command, events, table in played(rules, opens, chance, seated, rounds):
        recorder.take(Act(command, events), table)
        if any(map(_finishes, events)):
            finished(1)
    return recorder.file
