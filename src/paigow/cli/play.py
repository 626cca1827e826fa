"""`paigow play`: a seat at a table in the terminal, line by line. Not what is asked: `play_prompts`."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import typer

from paigow.cli.arguments import submission_names
from paigow.cli.play_prompts import Asked, PromptContext, question
from paigow.cli.table_text import chips_of, money_lines, table_lines
from paigow.faults import BadInput
from paigow.submissions.checking import load_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Command
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import BOT_NAMES, STACKS, Recorder, next_command, open_table
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.delivery import StackDelivered
from paigow.table.engine import decide, evolve
from paigow.table.hands.setting import SetHand
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.asking import awaited
from paigow.table.records.roundfile import Act
from paigow.table.refusals import Reason, Refused
from paigow.table.sides.progressive import SharedMeters, after, started
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.phrases import parse_command
from paigow.table.text.tellings import tell
from paigow.table.text.values import amount

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
class TerminalSession:
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
        str,
        typer.Argument(
            metavar="[BOOK or FILE]",
            help="A rule book, or a submission file.",
            autocompletion=submission_names,
        ),
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
    brought = chips * 100 if chips else rules.wagers["main"].least * STACKS
    table = open_table(rules, chance, seats, brought)
    session = TerminalSession(
        rules,
        table,
        name,
        chance,
        players,
        Recorder(submission.text, chance.seed, table),
        drawing=not plain and sys.stdout.isatty(),
        script=not no_script,
        last_bet=rules.wagers["main"].least,
        meters=None if rules.progressive is None else started(rules.progressive),
    )
    print(
        f"{submission.book.title}: table {rules.table.number}. You sit at position {table.position_of(name)}."
    )
    print("Answer ? at any question for help, quit to leave.\n")
    _run(session)
    _farewell(session, brought)


def _seats(rules: Rules, seat: int, name: str, bots: int) -> tuple[dict[int, str], dict[str, Player]]:
    names = iter([bot for bot in BOT_NAMES if bot != name])
    others = [position for position in range(1, rules.table.chairs + 1) if position != seat][:bots]
    seats = {position: next(names) for position in others}
    kinds = ("house-way", "banker")
    players = {bot: PLAYERS[kinds[index % 2]] for index, bot in enumerate(seats.values())}
    return dict(sorted({**seats, seat: name}.items())), players


def _run(session: TerminalSession) -> None:
    while True:
        try:
            command = _next(session)
        except (EOFError, OSError, _Quit):
            return
        if command is None and session.passed is None:
            print("Nobody plays any more.")
            return
        if command is None:
            session.passed = None
            continue
        _carry_out(session, command)


class _Quit(Exception):
    pass


def _next(session: TerminalSession) -> Command | None:
    """What the player says, if asked; otherwise what bots or dealer do."""
    if session.said:
        return session.said.pop(0)
    asked = _asked(session)
    if asked is not None:
        session.said = list(_answered(session, asked))
        if asked.once or not session.said:
            session.passed = _moment(session.table)
        if session.said:
            return session.said.pop(0)
    return next_command(session.rules, session.table, session.chance, session.bots, meters=session.meters)


def _moment(table: Table) -> tuple[int, Step]:
    """A question let pass is not asked again in the same round and step; of surrender, in the same round."""
    return (table.round, Step.EXPOSE if table.step in WHILE_SHOWING else table.step)


def _asked(session: TerminalSession) -> Asked | None:
    table, person = session.table, session.person
    banks = table.bank is not None and table.bank.person == person
    free_to_act = table.step in WHILE_SHOWING or (banks and table.step is Step.BETS)
    if session.passed == _moment(table) or (person not in awaited(session.rules, table) and not free_to_act):
        return None
    dice = session.chance.dice(table)
    return question(PromptContext(session.rules, table, person, dice, session.last_bet, session.drawing))


def _answered(session: TerminalSession, asked: Asked) -> tuple[Command, ...]:
    """The commands of an answer; what is not an answer is served and asked again."""
    for line in asked.shown:
        print(line)
    while True:
        text = input(f"{asked.prompt}: ").strip()
        try:
            if not _served(session, text):
                return _meant(session, asked, text)
        except BadInput as fault:
            print(f"  {fault}")


def _meant(session: TerminalSession, asked: Asked, text: str) -> tuple[Command, ...]:
    if text.startswith("say "):
        return (parse_command(f"{session.person} {text.removeprefix('say ')}"),)
    return asked.answer(text)


def _served(session: TerminalSession, text: str) -> bool:
    """Whether the words were a wish to the terminal rather than an answer."""
    match text.casefold():
        case "?" | "help?":
            print(HELP)
        case "table":
            for line in table_lines(session.rules, session.table, session.person):
                print(line)
        case "script":
            session.script = not session.script
            print(f"  The dealer's script is {'on' if session.script else 'off'}.")
        case "why":
            for line in _why(session):
                print(line)
        case "replay":
            _replay(session)
        case "q" | "quit" | "exit":
            raise _Quit
        case _:
            return False
    return True


def _why(session: TerminalSession) -> Iterator[str]:
    if not session.last_round:
        yield "  No round has been finished yet."
        return
    yield from money_lines(session.last_round, session.person)


def _replay(session: TerminalSession) -> None:
    from paigow.cli.output import console
    from paigow.cli.table_text import act_told, print_act

    rounds = session.recorder.file.rounds
    if not rounds:
        print("  No round has been finished yet.")
        return
    file = session.recorder.file
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
                print_act(out, act_told(session.rules, before, table, act, number, index))


def _carry_out(session: TerminalSession, command: Command) -> None:
    try:
        events = decide(session.rules, session.table, command)
    except Refused as refusal:
        assert command.by == session.person, command
        print(f"  Refused: {refusal}")
        foul = refusal.reason is Reason.NOT_AS_REQUIRED and not session.rules.is_tiles
        if foul and isinstance(command, SetHand):
            print(f"  To lay it down all the same, and lose with it: foul {' '.join(command.low)}")
        session.said.clear()
        session.passed = None
        return
    before = session.table
    if session.script and command.by in STAFF:
        for line in script.of(session.rules, before, command, events):
            if line.say:
                print(f'{line.who.capitalize()}: "{line.say}"')
    for event in events:
        session.table = evolve(session.table, event)
        session.meters = None if session.meters is None else after(session.meters, event)
        told = tell(event, session.person)
        if told and (not isinstance(event, StackDelivered) or event.last):
            print("  All hands are dealt." if isinstance(event, StackDelivered) else f"  {told}")
    session.recorder.take(Act(command, events), session.table)
    if isinstance(command, PlaceWager) and command.by == session.person and command.kind == "main":
        session.last_bet = command.chips
    if any(isinstance(event, RoundFinished) for event in events):
        _round_over(session)


def _round_over(session: TerminalSession) -> None:
    session.last_round = session.recorder.file.rounds[-1].acts
    print(f"\nYour chips in round {session.table.round}:")
    for line in money_lines(session.last_round, session.person):
        print(line)
    print()


def _farewell(session: TerminalSession, brought: int) -> None:
    held = chips_of(session.table, session.person)
    print(f"\nYou came with {amount(brought)} and leave with {amount(held)}.")
