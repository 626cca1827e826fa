"""One person's session at a table in the terminal: questions, actions, and events. Not how they are shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from paigow.cli.play_prompts import Asked, PromptContext, question
from paigow.cli.table_text import money_lines
from paigow.submissions.rules import Rules
from paigow.table.acts import STAFF, Command, Event
from paigow.table.autoplay.chance import Chance
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import Recorder, next_command
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.delivery import StackDelivered
from paigow.table.engine import decide, evolve
from paigow.table.hands.setting import SetHand
from paigow.table.hands.settling import RoundFinished
from paigow.table.house.asking import awaited
from paigow.table.house.seating import Leave
from paigow.table.records.roundfile import Act
from paigow.table.refusals import Reason, Refused
from paigow.table.sides.progressive import SharedMeters, after
from paigow.table.state import Step, Table
from paigow.table.text import script
from paigow.table.text.phrases import parse_command
from paigow.table.text.tellings import tell

ON_LEAVING: Final = "Your bet stays down: the house way sets your hand, and the round is settled."

_WHILE_SHOWING: Final = (Step.EXPOSE, Step.EXPOSE_BANK, Step.OPTIONAL)
"""Steps at which unexposed hands can still be surrendered."""


@dataclass(slots=True)
class TerminalSession:
    """The table, the person at it, and what has been said so far."""

    title: str
    rules: Rules
    table: Table
    person: str
    chance: Chance
    bots: dict[str, Player]
    recorder: Recorder
    drawing: bool
    last_bet: int
    passed: tuple[int, Step] | None = None
    """The round and step of a question that was passed."""
    said: list[Command] = field(default_factory=list)
    last_round: tuple[Act, ...] = ()
    meters: SharedMeters | None = None
    """What shared meters show: here nobody else feeds them."""


@dataclass(frozen=True, slots=True)
class Carried:
    """The events of a command, in words."""

    spoken: tuple[tuple[str, str], ...] = ()
    """What the dealer or the floor said."""
    told: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    refused: Refused | None = None

    @property
    def finished(self) -> bool:
        """Whether the round is over."""
        return any(isinstance(event, RoundFinished) for event in self.events)


def asked_now(session: TerminalSession) -> Asked | None:
    """The person's current question, unless they passed it."""
    table, person = session.table, session.person
    banks = table.bank is not None and table.bank.person == person
    free_to_act = table.step in _WHILE_SHOWING or (banks and table.step is Step.BETS)
    if session.passed == _moment(table) or (person not in awaited(session.rules, table) and not free_to_act):
        return None
    dice = session.chance.dice(table)
    return question(PromptContext(session.rules, table, person, dice, session.last_bet, session.drawing))


def _moment(table: Table) -> tuple[int, Step]:
    """A passed question isn't asked again in the same round and step; for surrender, in the same round."""
    return (table.round, Step.EXPOSE if table.step in _WHILE_SHOWING else table.step)


def meant(session: TerminalSession, asked: Asked, text: str) -> tuple[Command, ...]:
    """The commands an answer means; raise BadInput."""
    if text.startswith("say "):
        return (parse_command(f"{session.person} {text.removeprefix('say ')}"),)
    return asked.answer(text)


def take_answer(session: TerminalSession, asked: Asked, commands: tuple[Command, ...]) -> None:
    """Queue an answer's commands, to be carried out one by one; none passes the question."""
    session.said = list(commands)
    if asked.once or not commands:
        session.passed = _moment(session.table)


def next_act(session: TerminalSession) -> Command | None:
    """The person's next queued command; if there is none, what the bots or the dealer do, if anything."""
    if session.said:
        return session.said.pop(0)
    return next_command(session.rules, session.table, session.chance, session.bots, meters=session.meters)


def ask_again(session: TerminalSession) -> bool:
    """Reopen a passed question when nothing else can happen; whether there was one."""
    had, session.passed = session.passed, None
    return had is not None


def carry_out(session: TerminalSession, command: Command) -> Carried:
    """Carry out a command at the table. If the person's own command is refused, the question comes again."""
    try:
        events = decide(session.rules, session.table, command)
    except Refused as refusal:
        assert command.by == session.person, command
        session.said.clear()
        session.passed = None
        return Carried(refused=refusal)
    lines = script.of(session.rules, session.table, command, events) if command.by in STAFF else ()
    told: list[str] = []
    for event in events:
        session.table = evolve(session.table, event)
        session.meters = None if session.meters is None else after(session.meters, event)
        words = tell(event, session.person)
        if words and (not isinstance(event, StackDelivered) or event.last):
            told.append("All hands are dealt." if isinstance(event, StackDelivered) else words)
    session.recorder.take(Act(command, events), session.table)
    if isinstance(command, PlaceWager) and command.by == session.person and command.kind == "main":
        session.last_bet = command.chips
    carried = Carried(
        tuple((line.who, line.say) for line in lines if line.say),
        tuple(told),
        events,
    )
    if carried.finished:
        session.last_round = session.recorder.file.rounds[-1].acts
    return carried


def would_foul(session: TerminalSession, command: Command, carried: Carried) -> str | None:
    """What to type to set a hand that was refused because it fouls."""
    refused = carried.refused is not None and carried.refused.reason is Reason.NOT_AS_REQUIRED
    if not (refused and isinstance(command, SetHand)) or session.rules.is_tiles:
        return None
    return f"foul {' '.join(command.low)}"


def must_settle(session: TerminalSession) -> bool:
    """Whether the person is in a round that bets can no longer be taken out of."""
    table, person = session.table, session.person
    banks = table.bank is not None and table.bank.person == person
    return not table.bets_open and (banks or any(wager.person == person for wager in table.staked))


def settle_and_leave(session: TerminalSession) -> None:
    """Finish the round without the person: the hand is set the house way and settled (R30).

    A banker can't leave before that: the bank is played for them.
    """
    session.said.clear()
    if carry_out(session, Leave(by=session.person)).refused is not None:
        session.bots[session.person] = PLAYERS["banker"]
    while must_settle(session) and (command := next_act(session)) is not None:
        carry_out(session, command)


def explained(session: TerminalSession) -> tuple[str, ...]:
    """What the last round did to the person's chips, with the paragraphs."""
    if not session.last_round:
        return ("  No finished rounds yet.",)
    return tuple(money_lines(session.last_round, session.person))
