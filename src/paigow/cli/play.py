"""`paigow play`: a seat at a table, full screen or line by line. The questions are in `play_prompts`."""

from __future__ import annotations

import secrets
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from paigow.cli.arguments import submission_names
from paigow.cli.files import ForceFlag, require_new, write_file
from paigow.cli.play_prompts import Asked
from paigow.cli.play_session import (
    ON_LEAVING,
    Carried,
    TerminalSession,
    ask_again,
    asked_now,
    carry_out,
    explained,
    meant,
    must_settle,
    next_act,
    settle_and_leave,
    take_answer,
    would_foul,
)
from paigow.cli.table_text import chips_of, table_lines
from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.submissions.checking import Submission, load_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Command
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import BOT_NAMES, STACKS, Recorder, open_table
from paigow.table.engine import evolve
from paigow.table.records.roundfile import print_rounds
from paigow.table.sides.progressive import started
from paigow.wagers.money import Cents, money
from paigow.wagers.wager import MAIN

HELP = """\
At any question:
  ?        this help              table    who sits where, with their chips
  script   the dealer's script on or off
  why      the last round's effect on your chips, with paragraphs
  replay   the last round again, step by step
  quit     leave the table
  say ...  any command in words, such as `say bets 25.00 on 2`"""


def play(
    source: Annotated[
        str,
        typer.Argument(
            metavar="[BOOK or FILE]",
            help="A rule book, or a submission file.",
            autocompletion=submission_names,
        ),
    ] = "commission-tiles-full",
    name: Annotated[str, typer.Option(help="Your name.")] = "Guest",
    seat: Annotated[int, typer.Option(min=1, max=6, help="Your position.")] = 3,
    bots: Annotated[int, typer.Option(min=0, max=5, help="Number of bots.")] = 3,
    chips: Annotated[int | None, typer.Option(min=1, help="Your buy-in, in dollars.")] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed deals the same tiles or cards.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Save the rounds you finish, for replay, verify, and export."),
    ] = None,
    force: ForceFlag = False,
    plain: Annotated[bool, typer.Option("--plain", help="Text only, for screen readers.")] = False,
    no_script: Annotated[bool, typer.Option("--no-script", help="Hide the dealer's script.")] = False,
) -> None:
    """Sit down at a table in the terminal, against the automatic dealer and bots.

    You decide what to bet, whether to bank, how to cut, how to set your hand, and whether to surrender. As
    the bank, you also choose the delivery and shake the dice. A terminal shows the table full screen, with
    keys and mouse; --plain prints it line by line. Press ? for help.
    """
    if name in STAFF or "/" in name or not name.strip():
        raise BadInput(f"{name!r} can't be used as a name", allowed="choose another name")
    require_new(force, out)
    drawing = not plain and sys.stdout.isatty()
    session = seated_session(
        load_submission(source), name, seat=seat, bots=bots, seed=seed, chips=chips, drawing=drawing
    )
    brought = chips_of(session.table, name)
    if drawing and sys.stdin.isatty():
        from paigow.cli.play_screen import PlayScreen

        PlayScreen(session, script=not no_script).run()
    else:
        print(f"{session.title}. You sit at position {session.table.position_of(name)}.")
        print("Answer ? at any question for help, quit to leave.\n")
        LineByLine(session, script=not no_script).run()
    if must_settle(session):
        settle_and_leave(session)
        print(f"\n{ON_LEAVING} Your chips in that round:")
        for line in explained(session):
            print(line)
    held = chips_of(session.table, session.person)
    print(f"\nYou came with {money(Cents(brought))} and leave with {money(Cents(held))}.")
    if out is not None:
        _save(session, out)


def _save(session: TerminalSession, out: Path) -> None:
    """Write the finished rounds, if there are any."""
    file = session.recorder.file
    if not file.rounds:
        print("You finished no round, so nothing was saved.")
        return
    write_file(out, print_rounds(file), "--out")
    print(f"Saved {counted(len(file.rounds), 'round')} to {out}.")


def seated_session(
    submission: Submission,
    name: str,
    *,
    seat: int,
    bots: int,
    seed: str | None = None,
    chips: int | None = None,
    drawing: bool = False,
) -> TerminalSession:
    """An open table with a person and bots; without a seed, randomness is fresh."""
    rules = submission.rules
    chance = Chance(seed_from(seed) if seed is not None else secrets.token_bytes(32))
    seats, players = _seats(rules, min(seat, rules.table.chairs), name, bots)
    least = rules.wagers[MAIN].least
    table = open_table(rules, chance, seats, chips * 100 if chips else least * STACKS)
    return TerminalSession(
        f"{submission.book.title} · {rules.table.number}",
        rules,
        table,
        name,
        chance,
        players,
        Recorder(submission.text, chance.seed, table),
        drawing=drawing,
        last_bet=least,
        meters=None if rules.progressive is None else started(rules.progressive),
    )


def _seats(rules: Rules, seat: int, name: str, bots: int) -> tuple[dict[int, str], dict[str, Player]]:
    names = iter([bot for bot in BOT_NAMES if bot != name])
    others = [position for position in range(1, rules.table.chairs + 1) if position != seat][:bots]
    seats = {position: next(names) for position in others}
    kinds = ("house-way", "banker")
    players = {bot: PLAYERS[kinds[index % 2]] for index, bot in enumerate(seats.values())}
    return dict(sorted({**seats, seat: name}.items())), players


class _Quit(Exception):
    pass


@dataclass(slots=True)
class LineByLine:
    """A session that prints and asks line by line."""

    session: TerminalSession
    script: bool

    def run(self) -> None:
        """Play until nobody acts or the person leaves."""
        session = self.session
        while True:
            try:
                if not session.said and (asked := asked_now(session)) is not None:
                    take_answer(session, asked, self._answered(asked))
            except (EOFError, OSError, _Quit):
                return
            command = next_act(session)
            if command is not None:
                self._show(command, carry_out(session, command))
            elif not ask_again(session):
                print("Nobody can play any more.")
                return

    def _answered(self, asked: Asked) -> tuple[Command, ...]:
        """The commands of an answer. Other requests are served, then the question is asked again."""
        for line in asked.shown:
            print(line)
        while True:
            text = input(f"{asked.prompt}: ").strip()
            try:
                if not self._served(text):
                    return meant(self.session, asked, text)
            except BadInput as fault:
                print(f"  {fault.sentences}")

    def _served(self, text: str) -> bool:
        """Whether the words were a request to the terminal rather than an answer."""
        session = self.session
        match text.casefold():
            case "?" | "help?":
                print(HELP)
            case "table":
                for line in table_lines(session.rules, session.table, session.person):
                    print(line)
            case "script":
                self.script = not self.script
                print(f"  The dealer's script is {'on' if self.script else 'off'}.")
            case "why":
                for line in explained(session):
                    print(line)
            case "replay":
                _replay(session)
            case "q" | "quit" | "exit":
                if not must_settle(session) or _confirmed(f"{ON_LEAVING} Leave? [y/N]: "):
                    raise _Quit
            case _:
                return False
        return True

    def _show(self, command: Command, carried: Carried) -> None:
        if carried.refused is not None:
            print(f"  Refused: {carried.refused}")
            if foul := would_foul(self.session, command, carried):
                print(f"  To set it anyway and lose, type: {foul}")
        if self.script:
            for who, said in carried.spoken:
                print(f'{who.capitalize()}: "{said}"')
        for line in carried.told:
            print(f"  {line}")
        if carried.finished:
            print(f"\nYour chips in round {self.session.table.round}:")
            for line in explained(self.session):
                print(line)
            print()


def _confirmed(question: str) -> bool:
    return input(question).strip().casefold() in ("y", "yes")


def _replay(session: TerminalSession) -> None:
    from paigow.cli.output import console
    from paigow.cli.table_text import act_told, print_act

    rounds = session.recorder.file.rounds
    if not rounds:
        print("  No finished rounds yet.")
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
