"""A table that plays by itself, command by command: automatic dealer and bots. Not how they choose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from paigow.submissions.rules import Rules
from paigow.table.acts import FLOOR, Command, Event
from paigow.table.autoplay.acting import Draws, Moment
from paigow.table.autoplay.automatic import next_act
from paigow.table.autoplay.players import ADDING
from paigow.table.autoplay.seat import Player, answer
from paigow.table.engine import decide, evolve
from paigow.table.house.seating import FillTray
from paigow.table.refusals import Reason, Refused
from paigow.table.sides.shared_meters import SharedMeters, after, started
from paigow.table.state import Step, Table
from paigow.table.visibility.waiting import awaited

__all__ = ["next_command", "played"]

Happening = tuple[Command, tuple[Event, ...], Table]
"""A command, what followed from it, and the table then."""


def next_command(
    rules: Rules,
    table: Table,
    chance: Draws,
    players: Mapping[str, Player],
    now: int | None = None,
    meters: SharedMeters | None = None,
) -> Command | None:
    """The next thing that somebody does: those asked first, then the dealer, who waits for nobody else."""
    adding = () if table.step is not Step.BETS else tuple(players)
    added = (person for person in adding if players[person] in ADDING and person not in table.leaving)
    for person in (*awaited(rules, table), *added):
        player = players.get(person)
        command = answer(player, rules, table, person, chance) if player else None
        if command is not None:
            return command
    return with_tray_filled(rules, table, next_act(Moment(rules, table, chance, now, True, meters)))


def with_tray_filled(rules: Rules, table: Table, command: Command | None) -> Command | None:
    """The same, or a fill by the floor if the table inventory could not pay it."""
    if command is None:
        return None
    try:
        decide(rules, table, command)
    except Refused as refusal:
        if refusal.reason is Reason.NOT_ENOUGH:
            return FillTray(by=FLOOR, chips=rules.limits["main"].most * 10)
    return command


def played(
    rules: Rules, table: Table, chance: Draws, players: Mapping[str, Player], rounds: int
) -> Iterator[Happening]:
    """Play so many more rounds to their end, or until nobody does anything.

    Meters that the table shares are kept as if no other table fed them.
    """
    last = table.round + rounds
    meters = None if rules.progressive is None else started(rules.progressive)
    while (command := next_command(rules, table, chance, players, meters=meters)) is not None:
        if table.round >= last and not table.hands and not table.staked:
            return
        events = decide(rules, table, command)
        for event in events:
            table = evolve(table, event)
            meters = None if meters is None else after(meters, event)
        yield command, events, table
