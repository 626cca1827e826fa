"""`paigow play`: a seat at a table in the terminal, line by line. Not what is asked: `play_prompts`."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import typer

from paigow.cli.play_prompts import Asked, Seat, question
from paigow.cli.play_text import chips_of, money_lines, table_lines
from paigow.faults import BadInput
from paigow.submissions.files import load_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Command
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.recording import BOT_NAMES, STACKS, Recorder, open_table
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import next_command
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.delivery import StackDelivered
from paigow.table.engine import decide, evolve
from paigow.table.hands.setting import SetHand
from paigow.table.pay.settling import RoundFinished
from paigow.table.records.roundfile import Act
from paigow.table.refusals import Reason, Refused
from paigow.table.sides.shared_meters import SharedMeters, after, started
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.phrases import parse_command
from paigow.table.text.tellings import tell
from paigow.table.text.values import amount
from paigow.table.visibility.waiting import awaited

__all__ = ["play"]

WHILE_SHOWING = (Step.EXPOSE, Step.EXPOSE_BANK, Step.OPTIONAL)
"""Steps at which hands not yet shown may still be surrendered."""
HELP = """\
At any question:
  ?        these words            table    who sits where with how much
  script   the dealer's script on or off
  why      what the last round did to your chips, with the paragraphs
  replay   the last round again, act by act
  quit     leave the table
  say ...  any command in words, such as `say bets 25.00 on 2`"""


@dataclass(slots=True)
class Sitting:
    """One person's stay at a table."""

    rules: Rules
    table: Table
    person: str
    chance: Chance
    bots: dict[str, Player]
    recorder: Recorder
    drawing: bool
    script: bool
    last_bet: int = 0
    passed: tuple[int, Step] | None = None
    """The round and step at which a question was let pass."""
    said: list[Command] = field(default_factory=list)
    last_round: tuple[Act, ...] = ()
    meters: SharedMeters | None = None
    """What shared meters show: nobody else feeds them here."""


def play(
    source: Annotated[
        str, typer.Argument(metavar="[BOOK or FILE]", help="A rule book, or a submission of yours.")
    ] = "commission-tiles-full",
    name: Annotated[str, typer.Option(help="What you are called.")] = "Guest",
    seat: Annotated[int, typer.Option(min=1, max=6, help="Where you sit.")] = 3,
    bots: Annotated[int, typer.Option(min=0, max=5, help="How many others play.")] = 3,
    chips: Annotated[int | None, typer.Option(min=1, help="What you bring, in dollars.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same words deal the same tiles or cards.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Draw nothing: words only, for a reader.")] = False,
    no_script: Annotated[bool, typer.Option("--no-script", help="Leave the dealer's words out.")] = False,
) -> None:
    """Sit down at a table in the terminal, against the automatic dealer and bots.

    You are asked for your bet, for the bank, the cut, the delivery and the
    shake if you bank, for the setting of your hand, and whether to surrender.
    Answer ? at any question for more.
    """
    submission = load_submission(source)
    rules = submission.rules
    if name in STAFF or "/" in name or not name.strip():
        raise BadInput(f"nobody can be called {name!r}", allowed="another name")
    chance = Chance(seed_from(seed) if seed is not None else secrets.token_bytes(32))
    seats, players = _seats(rules, min(seat, rules.table.chairs), name, bots)
    brought = chips * 100 if chips else rules.limits["main"].least * STACKS
    table = open_table(rules, chance, seats, brought)
    sitting = Sitting(
        rules,
        table,
        name,
        chance,
        players,
        Recorder(submission.text, chance.seed, table),
        drawing=not plain and sys.stdout.isatty(),
        script=not no_script,
        last_bet=rules.limits["main"].least,
        meters=None if rules.progressive is None else started(rules.progressive),
    )
    print(
        f"{submission.book.title}: table {rules.table.number}. You sit at position {table.position_of(name)}."
    )
    print("Answer ? at any question for help, quit to leave.\n")
    _run(sitting)
    _farewell(sitting, brought)


def _seats(rules: Rules, seat: int, name: str, bots: int) -> tuple[dict[int, str], dict[str, Player]]:
    names = iter([bot for bot in BOT_NAMES if bot != name])
    others = [position for position in range(1, rules.table.chairs + 1) if position != seat][:bots]
    seats = {position: next(names) for position in others}
    kinds = ("house-way", "banker")
    players = {bot: PLAYERS[kinds[index % 2]] for index, bot in enumerate(seats.values())}
    return dict(sorted({**seats, seat: name}.items())), players


def _run(sitting: Sitting) -> None:
    while True:
        try:
            command = _next(sitting)
        except (EOFError, OSError, _Quit):
            return
        if command is None and sitting.passed is None:
            print("Nobody plays any more.")
            return
        if command is None:
            sitting.passed = None
            continue
        _carry_out(sitting, command)


class _Quit(Exception):
    pass


def _next(sitting: Sitting) -> Command | None:
    """What the player says, if asked; otherwise what bots or dealer do."""
    if sitting.said:
        return sitting.said.pop(0)
    asked = _asked(sitting)
    if asked is not None:
        sitting.said = list(_answered(sitting, asked))
        if asked.once or not sitting.said:
            sitting.passed = _moment(sitting.table)
        if sitting.said:
            return sitting.said.pop(0)
    return next_command(sitting.rules, sitting.table, sitting.chance, sitting.bots, meters=sitting.meters)


def _moment(table: Table) -> tuple[int, Step]:
    """A question let pass is not asked again in the same round and step; of surrender, in the same round."""
    return (table.round, Step.EXPOSE if table.step in WHILE_SHOWING else table.step)


def _asked(sitting: Sitting) -> Asked | None:
    table, person = sitting.table, sitting.person
    banks = table.bank is not None and table.bank.person == person
    free_to_act = table.step in WHILE_SHOWING or (banks and table.step is Step.BETS)
    if sitting.passed == _moment(table) or (person not in awaited(sitting.rules, table) and not free_to_act):
        return None
    dice = sitting.chance.dice(table)
    return question(Seat(sitting.rules, table, person, dice, sitting.last_bet, sitting.drawing))


def _answered(sitting: Sitting, asked: Asked) -> tuple[Command, ...]:
    """The commands of an answer; what is not an answer is served and asked again."""
    for line in asked.shown:
        print(line)
    while True:
        text = input(f"{asked.prompt}: ").strip()
        try:
            if not _served(sitting, text):
                return _meant(sitting, asked, text)
        except BadInput as fault:
            print(f"  {fault}")


def _meant(sitting: Sitting, asked: Asked, text: str) -> tuple[Command, ...]:
    if text.startswith("say "):
        return (parse_command(f"{sitting.person} {text.removeprefix('say ')}"),)
    return asked.answer(text)


def _served(sitting: Sitting, text: str) -> bool:
    """Whether the words were a wish to the terminal rather than an answer."""
    match text.casefold():
        case "?" | "help?":
            print(HELP)
        case "table":
            for line in table_lines(sitting.rules, sitting.table, sitting.person):
                print(line)
        case "script":
            sitting.script = not sitting.script
            print(f"  The dealer's script is {'on' if sitting.script else 'off'}.")
        case "why":
            for line in _why(sitting):
                print(line)
        case "replay":
            _replay(sitting)
        case "q" | "quit" | "exit":
            raise _Quit
        case _:
            return False
    return True


def _why(sitting: Sitting) -> Iterator[str]:
    if not sitting.last_round:
        yield "  No round has been finished yet."
        return
    yield from money_lines(sitting.last_round, sitting.person)


def _replay(sitting: Sitting) -> None:
    from paigow.cli.output import console
    from paigow.cli.table_text import act_told, print_act

    rounds = sitting.recorder.file.rounds
    if not rounds:
        print("  No round has been finished yet.")
        return
    file = sitting.recorder.file
    table = file.opens
    out = console()
    number = 0
    for index, each in enumerate(rounds, start=1):
        for act in each.acts:
            before = table
            for event in act.events:
                table = evolve(table, event)
            if index == len(rounds):
                number += 1
                print_act(out, act_told(sitting.rules, before, table, act, number, index))


def _carry_out(sitting: Sitting, command: Command) -> None:
    try:
        events = decide(sitting.rules, sitting.table, command)
    except Refused as refusal:
        assert command.by == sitting.person, command
        print(f"  Refused: {refusal}")
        foul = refusal.reason is Reason.NOT_AS_REQUIRED and not sitting.rules.is_tiles
        if foul and isinstance(command, SetHand):
            print(f"  To lay it down all the same, and lose with it: foul {' '.join(command.low)}")
        sitting.said.clear()
        sitting.passed = None
        return
    before = sitting.table
    if sitting.script and command.by in STAFF:
        for line in script.of(sitting.rules, before, command, events):
            if line.say:
                print(f'{line.who.capitalize()}: "{line.say}"')
    for event in events:
        sitting.table = evolve(sitting.table, event)
        sitting.meters = None if sitting.meters is None else after(sitting.meters, event)
        told = tell(event, sitting.person)
        if told and (not isinstance(event, StackDelivered) or event.last):
            print("  All hands are dealt." if isinstance(event, StackDelivered) else f"  {told}")
    sitting.recorder.take(Act(command, events), sitting.table)
    if isinstance(command, PlaceWager) and command.by == sitting.person and command.kind == "main":
        sitting.last_bet = command.chips
    if any(isinstance(event, RoundFinished) for event in events):
        _round_over(sitting)


def _round_over(sitting: Sitting) -> None:
    sitting.last_round = sitting.recorder.file.rounds[-1].acts
    print(f"\nYour chips in round {sitting.table.round}:")
    for line in money_lines(sitting.last_round, sitting.person):
        print(line)
    print()


def _farewell(sitting: Sitting, brought: int) -> None:
    held = chips_of(sitting.table, sitting.person)
    print(f"\nYou came with {amount(brought)} and leave with {amount(held)}.")
