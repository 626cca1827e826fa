"""Random walks over a table: sensible play, legal commands, and nonsense mixed. The laws are in `laws`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command, Event
from paigow.table.autoplay.chance import Chance, Draws, drawn, seed_from
from paigow.table.autoplay.players import PLAYERS, chosen
from paigow.table.autoplay.self_play import next_command
from paigow.table.deal.dice import ShakeDice
from paigow.table.engine import decide, evolve
from paigow.table.house.seating import BuyIn, Sit
from paigow.table.refusals import Refused
from paigow.table.state import Step, Table
from paigow.table.visibility.legal import legal
from tests.table.mischief import mischief
from tests.table.wild import PEOPLE, wild_command

__all__ = ["ACTORS", "Stride", "finishes", "walk"]

ACTORS = (DEALER, FLOOR, "observer", *PEOPLE)
BOTS = ("house-way", "banker")
_LONGEST_ROUND = 400


@dataclass(frozen=True, slots=True)
class Stride:
    """One step of a walk: the table before, the command, and its events or the refusal."""

    before: Table
    command: Command
    events: tuple[Event, ...]
    refused: Refused | None
    after: Table


def walk(
    rules: Rules,
    seed: int,
    steps: int,
    *,
    wild: float = 0.25,
    odd: float = 0.05,
    bots: tuple[str, ...] = BOTS,
    dealt: Draws | None = None,
    even: bool = False,
    trouble: float = 0.0,
) -> Iterator[Stride]:
    """This many commands from a closed table on: `wild` of them anything at all, `odd` of them just legal.

    `dealt`: what chance gives in place of a seed's draws. `even`: of legal commands, a rare kind comes up as
    often as one that can be said in many ways. `trouble`: of all commands, so many are `mischief`.
    """
    random = Random(seed)
    chance = dealt or Chance(seed_from(f"walk {seed}"))
    players = {person: PLAYERS[random.choice(bots)] for person in PEOPLE}
    table = Table()
    for _ in range(steps):
        drawn = random.random()
        command: Command | None = None
        if drawn < wild:
            command = wild_command(random, rules, table)
        elif drawn < wild + odd:
            command = _odd(random, rules, table, chance, even=even)
        elif drawn < wild + odd + trouble:
            command = mischief(random, rules, table)
        if command is None:
            command = _newcomer(random, rules, table) or next_command(rules, table, chance, players)
        if command is None:
            continue
        stride = _stride(rules, table, command)
        yield stride
        table = stride.after


def _odd(random: Random, rules: Rules, table: Table, chance: Draws, *, even: bool) -> Command | None:
    """Something that is legal for somebody."""
    seated = [person for person in table.chairs if person]
    options = legal(rules, table, random.choice((DEALER, FLOOR, *seated, *seated) if even else ACTORS))
    if even and options:
        kind = random.choice(sorted({type(option.command).__name__ for option in options}))
        options = tuple(option for option in options if type(option.command).__name__ == kind)
    if not options:
        return None
    command = chosen(random.choice(options), partial(chance.whim, table))
    return drawn(rules, table, command, chance) if isinstance(command, ShakeDice) else command


def _newcomer(random: Random, rules: Rules, table: Table) -> Command | None:
    """Somebody with chips sits down if a chair is free, so that there is always play."""
    seated = [person for person in table.chairs if person]
    free = [position for position in range(1, rules.table.chairs + 1) if table.seated(position) is None]
    if not free or len(seated) > 3 or table.step in (Step.CLOSED, Step.INSPECT, Step.VERIFY, Step.DISPLAY):
        return None
    person = random.choice([person for person in PEOPLE if person not in seated])
    if table.rack(person) < rules.wagers["main"].least:
        return BuyIn(by=person, chips=rules.wagers["main"].least * random.randint(1, 40))
    return Sit(by=person, position=random.choice(free))


def _stride(rules: Rules, table: Table, command: Command) -> Stride:
    try:
        events = decide(rules, table, command)
    except Refused as refusal:
        return Stride(table, command, (), refusal, table)
    after = table
    for event in events:
        after = evolve(after, event)
    return Stride(table, command, events, None, after)


def finishes(rules: Rules, table: Table, seed: int = 0) -> Table:
    """The table once the round on it, if any, is over and the next has begun; an assertion if it never is."""
    chance = Chance(seed_from(f"finish {seed}"))
    for _ in range(_LONGEST_ROUND):
        if table.bets_open or table.step in (Step.IDLE, Step.DISPLAY):
            return table
        command = next_command(rules, table, chance, {})
        assert command is not None, f"nobody does anything at {table.step}"
        for event in decide(rules, table, command):
            table = evolve(table, event)
    raise AssertionError(f"no end at {table.step}")
